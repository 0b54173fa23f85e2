"""Worked cases of the rulings: two hands over one board, in both editions."""

from __future__ import annotations

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, Rules
from athanor.poker import Category, evaluate

A, B = ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE
each_edition = pytest.mark.parametrize("rules", [A, B], ids=["A", "B"])


def winners(board: str, hands: tuple[str, str], rules: Rules) -> list[str]:
    ranks = {hand: evaluate(f"{board} {hand}", rules) for hand in hands}
    return [hand for hand, rank in ranks.items() if rank == max(ranks.values())]


@each_edition
def test_the_straight_to_the_as_wins(rules: Rules) -> None:
    assert winners("Vs Ch Dd Rc 2s", ("As 7s", "Th 7c"), rules) == ["As 7s"]
    assert evaluate("Vs Ch Dd Rc 2s As 7s", rules).category is Category.STRAIGHT


@each_edition
def test_10_valet_dame_roi_as_is_no_straight(rules: Rules) -> None:
    assert winners("Ts Vh Dd Rc 2s", ("Ah 7s", "2h 3s"), rules) == ["2h 3s"]


def test_the_royal_is_each_edition_s_own() -> None:
    board, hands = "Vs Ds Rs As 3h", ("Ts 4c", "Cs 4d")
    assert winners(board, hands, A) == ["Ts 4c"]
    assert winners(board, hands, B) == ["Cs 4d"]


@each_edition
def test_an_atout_completes_a_flush_that_beats_the_straight(rules: Rules) -> None:
    board = "2s 6s 9s Vh Dh"
    assert winners(board, ("Rs 4a", "Th Ch"), rules) == ["Rs 4a"]
    assert evaluate(f"{board} Th Ch", rules).category is Category.STRAIGHT
    assert [card.rank for card in evaluate(f"{board} Rs 4a", rules).five] == [14, 9, 6, 4, 2]


@each_edition
def test_a_flush_holds_the_9_twice(rules: Rules) -> None:
    board = "9s 9a 6s 2h Rd"
    assert winners(board, ("As 3s", "Rs Ds"), rules) == ["As 3s"]
    assert [card.rank for card in evaluate(f"{board} As 3s", rules).five] == [1, 9, 9, 6, 3]


def test_of_two_straights_the_one_with_an_atout_wins_in_b() -> None:
    board, hands = "Ts Vh Cd Dc 5s", ("Rh 2d", "Ra 3d")
    assert winners(board, hands, A) == list(hands)
    assert winners(board, hands, B) == ["Ra 3d"]


def test_an_atout_as_kicker_wins_in_b() -> None:
    board, hands = "As Ah 8d 5c 2s", ("Ra 4s", "Rh 4d")
    assert winners(board, hands, A) == list(hands)
    assert winners(board, hands, B) == ["Ra 4s"]


def test_a_joker_of_the_board_is_wild_in_a_and_dead_in_b() -> None:
    board, hands = "JK 5s 6h 7d Rs", ("8c 9d", "Rh Rd")
    assert winners(board, hands, A) == ["Rh Rd"]
    assert evaluate(f"{board} Rh Rd", A).category is Category.FOUR_OF_A_KIND
    assert winners(board, hands, B) == ["8c 9d"]
    assert str(evaluate(f"{board} 8c 9d", B)) == "Suite, hauteur 9"


def test_a_quinte_flush_with_an_atout_wins_in_b() -> None:
    board, hands = "6s 7s 8s 9s Rh", ("5a Ta", "Ts 2h")
    assert winners(board, hands, A) == list(hands)
    assert winners(board, hands, B) == ["5a Ta"]
    assert str(evaluate(f"{board} 5a Ta", B)) == "Quinte Flush, hauteur 10"
