"""R28: the best five of seven, categories in order, kickers, straights."""

from __future__ import annotations

from itertools import pairwise

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, Rules
from athanor.poker import Category, evaluate

each_edition = pytest.mark.parametrize("rules", [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE], ids=["A", "B"])

WEAKEST_FIRST = {
    Category.HIGH_CARD: "As Rh 9d 4c 3s",
    Category.PAIR: "2s 2h As Rh Dd",
    Category.TWO_PAIR: "2s 2h 3s 3h As",
    Category.THREE_OF_A_KIND: "2s 2h 2d As Rh",
    Category.STRAIGHT: "As 2h 3d 4c 5s",
    Category.FLUSH: "2s 3s 4s 5s 7s",
    Category.FULL_HOUSE: "2s 2h 2d 3s 3h",
    Category.FOUR_OF_A_KIND: "2s 2h 2d 2c 3s",
    Category.STRAIGHT_FLUSH: "As 2s 3s 4s 5s",
}


@each_edition
def test_categories_rank_in_the_printed_order(rules: Rules) -> None:
    ranks = [evaluate(cards, rules) for cards in WEAKEST_FIRST.values()]
    assert [rank.category for rank in ranks] == list(WEAKEST_FIRST)
    assert all(worse < better for worse, better in pairwise(ranks))
    assert ranks[-1] < evaluate("Ts Vs Ds Rs As" if rules is ESPRIT_CRITIQUE else "Vs Cs Ds Rs As", rules)


def test_categories_have_the_booklets_names() -> None:
    assert [category.label for category in reversed(Category)] == [
        "Quinte Flush Royale",
        "Quinte Flush",
        "Carré",
        "Full",
        "Couleur",
        "Suite",
        "Brelan",
        "Double Paire",
        "Paire",
        "Carte Haute",
    ]


@each_edition
def test_the_best_five_of_seven_count(rules: Rules) -> None:
    assert evaluate("2s 2h 2d Rs Rh Ds Dh", rules) == evaluate("2s 2h 2d Rs Rh", rules)
    assert evaluate("2s 3s 4s 5s 6s 7h 8d", rules).category is Category.STRAIGHT_FLUSH
    assert evaluate("2s 2h 2d 3s 3h 3d 9c", rules) == evaluate("3s 3h 3d 2s 2h", rules)


@each_edition
@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As 9h 7d 5c 3s", "Rs Dh Vd Tc 8s"),
        ("As Dh 7d 5c 3s", "As Ch Vd 9c 8s"),
        ("As 9h 7d 5c 4s", "As 9h 7d 5c 3s"),
        ("3s 3h 7d 5c 4s", "2s 2h As Rc Ds"),
        ("3s 3h 8d 5c 4s", "3d 3c 7d 6c 5s"),
        ("9s 9h 2d 2c 3s", "8s 8h 7d 7c As"),
        ("9s 9h 3d 3c 4s", "9d 9c 2d 2c As"),
        ("9s 9h 3d 3c 5s", "9d 9c 3s 3h 4s"),
        ("9s 9h 9d 3c 2s", "8s 8h 8d Ac Rs"),
        ("As Ts 8s 6s 3s", "Ah Th 8h 5h 4h"),
        ("4s 4h 4d 2c 2s", "3s 3h 3d Ac As"),
        ("4s 4h 4d 3c 3s", "4s 4h 4c 2c 2s"),
        ("3s 3h 3d 3c 2s", "2s 2h 2d 2c As"),
        ("3s 3h 3d 3c 5s", "3s 3h 3d 3c 4s"),
    ],
)
def test_kickers_decide_within_a_category(rules: Rules, better: str, worse: str) -> None:
    assert evaluate(better, rules) > evaluate(worse, rules)


@each_edition
def test_families_do_not_rank(rules: Rules) -> None:
    assert evaluate("As Rs 9s 4s 3s", rules) == evaluate("Ac Rc 9c 4c 3c", rules)
    assert evaluate("2s 2h As Rh Dd", rules) == evaluate("2d 2c Ad Rc Dh", rules)


@each_edition
def test_the_court_is_valet_cavalier_dame_roi(rules: Rules) -> None:
    assert evaluate("Ts Vh Cd Dc Rs", rules).category is Category.STRAIGHT
    assert evaluate("9s Th Vd Cc Ds", rules).category is Category.STRAIGHT
    assert evaluate("9s Th Vd Dc Rs", rules).category is Category.HIGH_CARD
    singles = [evaluate(f"{rank}s", rules) for rank in "23456789TVCDRA"]
    assert all(worse < better for worse, better in pairwise(singles))


@each_edition
def test_straights_run_from_the_as_to_the_as(rules: Rules) -> None:
    ranks = "A23456789TVCDRA"
    families = "shdcs"
    straights = [
        evaluate([ranks[low + i] + families[i] for i in range(5)], rules) for low in range(len(ranks) - 4)
    ]
    assert {straight.category for straight in straights} == {Category.STRAIGHT}
    assert straights == sorted(straights)
    assert len(set(straights)) == 11


@each_edition
def test_a_missing_kicker_loses_to_any_card(rules: Rules) -> None:
    assert evaluate("", rules) < evaluate("2s", rules)
    assert evaluate("As", rules) < evaluate("Ah 2s", rules) < evaluate("Ah 2s 3d", rules)
    assert evaluate("Rs Rh", rules) < evaluate("Rd Rc 2s", rules)
    assert evaluate("Rs Rh 6s 6h", rules) < evaluate("Rd Rc 6d 6c 2s", rules)
    assert evaluate("Rs Rh Rd", rules) < evaluate("Rs Rh Rc 2s", rules)
    assert evaluate("Rs Rh Rd Rc", rules) < evaluate("Rs Rh Rd Rc 2s", rules)


@each_edition
def test_four_cards_make_no_straight_flush_or_full(rules: Rules) -> None:
    assert evaluate("4s 5s 6s 7s", rules).category is Category.HIGH_CARD
    assert evaluate("4s 4h 5s 5h", rules).category is Category.TWO_PAIR
    assert evaluate("4s 4h 4d 4c", rules).category is Category.FOUR_OF_A_KIND


@each_edition
def test_a_carre_beats_a_flush_of_the_same_seven(rules: Rules) -> None:
    hand = evaluate("9s 9h 9d 9a 2s 4s 6s", rules)
    assert hand.category is Category.FOUR_OF_A_KIND
    assert hand > evaluate("As 9s 6s 4s 2s", rules)
