"""R30: five of one value, and a rank twice in a flush."""

from __future__ import annotations

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, Rules
from athanor.poker import Category, evaluate

each_edition = pytest.mark.parametrize("rules", [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE], ids=["A", "B"])


@each_edition
def test_five_of_one_value_are_a_carre_whose_kicker_is_the_fifth(rules: Rules) -> None:
    five = evaluate("9s 9h 9d 9c 9a", rules)
    assert five.category is Category.FOUR_OF_A_KIND
    assert evaluate("9s 9h 9d 9a 8c", rules) < five < evaluate("9s 9h 9d 9a Tc", rules)


@each_edition
def test_a_higher_card_beats_the_fifth_as_kicker(rules: Rules) -> None:
    assert evaluate("9s 9h 9d 9c 9a Th 2s", rules) == evaluate("9s 9h 9d 9a Th", rules)
    assert evaluate("9s 9h 9d 9c 9a 8h 2s", rules) == evaluate("9s 9h 9d 9c 9a", rules)


def test_a_joker_can_be_the_fifth_or_a_better_kicker() -> None:
    assert evaluate("As Ah Ad Ac JK", ESPRIT_CRITIQUE) == evaluate("As Ah Ad Ac Aa", ESPRIT_CRITIQUE)
    assert evaluate("9s 9h 9d 9c JK", ESPRIT_CRITIQUE) == evaluate("9s 9h 9d 9c As", ESPRIT_CRITIQUE)


@each_edition
def test_a_flush_may_hold_a_rank_twice(rules: Rules) -> None:
    hand = evaluate("As 9s 9a 6s 3s", rules)
    assert hand.category is Category.FLUSH
    assert evaluate("As 9s 8a 7s 6s", rules) < hand < evaluate("As Ts 4a 3s 2s", rules)


@each_edition
def test_a_flush_may_hold_two_ranks_twice(rules: Rules) -> None:
    hand = evaluate("As 9s 9a 6s 6a 3s 2s", rules)
    assert hand.category is Category.FLUSH
    assert [card.rank for card in hand.five] == [1, 9, 9, 6, 6]


@each_edition
def test_only_as_much_of_a_rank_as_fits_is_played(rules: Rules) -> None:
    assert evaluate("As Rs 9s 8s 6s 6a", rules) == evaluate("As Rs 9s 8s 6a", rules)
