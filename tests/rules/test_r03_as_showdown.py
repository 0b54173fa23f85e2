"""R3 at the showdown: the As counts 1 or 15, and never joins both ends."""

from __future__ import annotations

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, Rules
from athanor.poker import Category, evaluate

each_edition = pytest.mark.parametrize("rules", [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE], ids=["A", "B"])


@each_edition
def test_the_as_is_low_or_high_in_a_straight(rules: Rules) -> None:
    low, high = evaluate("As 2h 3d 4c 5s", rules), evaluate("Vs Ch Dd Rc As", rules)
    assert low.category is high.category is Category.STRAIGHT
    assert low < evaluate("2h 3d 4c 5s 6h", rules)
    assert high > evaluate("Ts Vh Cd Dc Rs", rules)


@each_edition
@pytest.mark.parametrize("cards", ["Cs Dh Rd Ac 2s", "Ds Rh Ad 2c 3s", "Rs Ah 2d 3c 4s"])
def test_the_as_never_joins_both_ends(rules: Rules, cards: str) -> None:
    assert evaluate(cards, rules).category is Category.HIGH_CARD


@each_edition
def test_the_as_is_the_highest_kicker(rules: Rules) -> None:
    assert evaluate("5s 5h Ad 3c 2s", rules) > evaluate("5s 5h Rd Dc Cs", rules)


@each_edition
def test_without_a_low_as_there_is_no_straight_to_5(rules: Rules) -> None:
    rules = rules.replace(ace_low=False)
    assert evaluate("As 2h 3d 4c 5s", rules).category is Category.HIGH_CARD
    assert evaluate("As 2s 3s 4s 5s", rules).category is Category.FLUSH
    assert evaluate("Vs Ch Dd Rc As", rules).category is Category.STRAIGHT


@each_edition
def test_without_a_high_as_it_ranks_below_the_2(rules: Rules) -> None:
    rules = rules.replace(ace_high=False)
    assert evaluate("Vs Ch Dd Rc As", rules).category is Category.HIGH_CARD
    assert evaluate("As 2h 3d 4c 5s", rules).category is Category.STRAIGHT
    assert evaluate("As Ah", rules) < evaluate("2s 2h", rules)
    assert evaluate("5s 5h Ad 3c 4s", rules) < evaluate("5s 5h 2d 3c 4s", rules)


@each_edition
def test_without_either_it_is_in_no_straight_and_still_the_highest_kicker(rules: Rules) -> None:
    rules = rules.replace(ace_high=False, ace_low=False)
    assert evaluate("Vs Ch Dd Rc As", rules).category is Category.HIGH_CARD
    assert evaluate("As 2h 3d 4c 5s", rules).category is Category.HIGH_CARD
    assert evaluate("As", rules) > evaluate("Rs", rules)


def test_a_joker_alone_is_a_roi_where_the_as_is_low() -> None:
    rules = ESPRIT_CRITIQUE.replace(ace_high=False)
    assert evaluate("JK", rules) == evaluate("Rs", rules)
    assert evaluate("JK JK", rules) == evaluate("Rs Rh", rules)
