"""R4 at the showdown: an Atout stands for its rank in any family."""

from __future__ import annotations

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, Rules
from athanor.poker import Category, evaluate

each_edition = pytest.mark.parametrize("rules", [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE], ids=["A", "B"])


@each_edition
@pytest.mark.parametrize("family", "shdc")
def test_an_atout_joins_a_flush_of_any_family(rules: Rules, family: str) -> None:
    cards = [rank + family for rank in "R962"]
    assert evaluate([*cards, "4a"], rules).category is Category.FLUSH


@each_edition
def test_atouts_complete_a_straight_flush(rules: Rules) -> None:
    assert evaluate("6s 7a 8s 9a Ts", rules).category is Category.STRAIGHT_FLUSH
    assert evaluate("6a 7a 8a 9a Ta", rules).category is Category.STRAIGHT_FLUSH


@each_edition
def test_an_atout_keeps_its_rank(rules: Rules) -> None:
    assert evaluate("6s 7s 8s 9s Va", rules).category is Category.FLUSH
    assert evaluate("6s 6h 6d 6a 2s", rules).category is Category.FOUR_OF_A_KIND


@each_edition
def test_two_families_with_the_same_atouts_give_the_better_flush(rules: Rules) -> None:
    hand = evaluate("9s 4s Dh 2h Ta 8a 6a", rules)
    assert [str(card) for card in hand.stands_for] == ["Dh", "Th", "8h", "6h", "2h"]


@each_edition
def test_with_its_own_family_an_atout_joins_no_other(rules: Rules) -> None:
    rules = rules.replace(atouts_at_showdown="own_family")
    assert evaluate("Rs 9s 6s 2s 4a", rules).category is Category.HIGH_CARD
    assert evaluate("6s 7a 8s 9a Ts", rules).category is Category.STRAIGHT
    assert evaluate("6s 6h 6d 6a 2s", rules).category is Category.FOUR_OF_A_KIND


@each_edition
def test_with_its_own_family_atouts_alone_are_a_fifth(rules: Rules) -> None:
    rules = rules.replace(atouts_at_showdown="own_family")
    assert evaluate("Ra 9a 6a 2a 4a", rules).category is Category.FLUSH
    assert evaluate("6a 7a 8a 9a Ta", rules).category is Category.STRAIGHT_FLUSH
    royal = "Ta Va Da Ra Aa" if rules.royal == "T-V-D-R-A" else "Va Ca Da Ra Aa"
    assert evaluate(royal, rules).category is Category.ROYAL_FLUSH


def test_with_its_own_family_a_joker_joins_the_atouts_too() -> None:
    rules = ESPRIT_CRITIQUE.replace(atouts_at_showdown="own_family")
    hand = evaluate("6a 7a JK 9a Ta", rules)
    assert hand.category is Category.STRAIGHT_FLUSH
    assert str(hand.stands_for[2]) == "8a"


def test_with_its_own_family_a_natural_flush_shows_no_atout() -> None:
    rules = FOUR_ALCHIMIQUE.replace(atouts_at_showdown="own_family")
    assert evaluate("Rs 9s 6s 4s 2s Ra 9a", rules) == evaluate("Rs 9s 6s 4s 2s", rules)
    assert evaluate("Ra 9a 6a 4a 2a", rules) > evaluate("Rs 9s 6s 4s 2s", rules)
    assert evaluate("Vs Cs Ds Rs As Ra", rules) == evaluate("Vs Cs Ds Rs As", rules)
    assert evaluate("Va Ca Da Ra Aa", rules) > evaluate("Vs Cs Ds Rs As", rules)
