"""R29: the Quinte Flush Royale, as each booklet prints it."""

from __future__ import annotations

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, Rules
from athanor.poker import Category, evaluate

PRINTED, COURT = "Ts Vs Ds Rs As", "Vh Ch Dh Rh Ah"
BOTH = ESPRIT_CRITIQUE.replace(royal="both")
NO_ROYAL = ESPRIT_CRITIQUE.replace(royal="V-C-D-R-A", ace_high=False)


def test_in_a_it_is_10_valet_dame_roi_as() -> None:
    assert evaluate(PRINTED, ESPRIT_CRITIQUE).category is Category.ROYAL_FLUSH
    assert evaluate("Ts Vs Ds Rs Ah", ESPRIT_CRITIQUE).category is Category.HIGH_CARD


def test_in_a_valet_to_as_is_the_best_quinte_flush() -> None:
    court = evaluate(COURT, ESPRIT_CRITIQUE)
    assert court.category is Category.STRAIGHT_FLUSH
    assert evaluate("Th Vh Ch Dh Rh", ESPRIT_CRITIQUE) < court < evaluate(PRINTED, ESPRIT_CRITIQUE)


def test_in_b_it_is_valet_to_as() -> None:
    assert evaluate(COURT, FOUR_ALCHIMIQUE).category is Category.ROYAL_FLUSH
    assert evaluate(PRINTED, FOUR_ALCHIMIQUE).category is Category.FLUSH


def test_the_option_both_makes_both_royal_and_equal() -> None:
    assert evaluate(COURT, BOTH).category is Category.ROYAL_FLUSH
    assert evaluate(PRINTED, BOTH) == evaluate(COURT, BOTH)


@pytest.mark.parametrize("rules", [ESPRIT_CRITIQUE, BOTH])
def test_the_printed_royal_needs_no_high_as(rules: Rules) -> None:
    for aces in ({"ace_high": False}, {"ace_high": False, "ace_low": False}):
        assert evaluate(PRINTED, rules.replace(**aces)).category is Category.ROYAL_FLUSH


def test_the_court_royal_needs_a_high_as() -> None:
    assert evaluate(COURT, NO_ROYAL).category is Category.FLUSH
    assert evaluate("JK JK JK JK JK", NO_ROYAL) == evaluate("Th Vh Ch Dh Rh", NO_ROYAL)


def test_an_atout_and_a_joker_may_stand_in_it() -> None:
    hand = evaluate("Ts Va Ds JK As 2h 2d", ESPRIT_CRITIQUE)
    assert hand.category is Category.ROYAL_FLUSH
    assert [str(card) for card in hand.stands_for] == ["As", "Rs", "Ds", "Vs", "Ts"]


def test_all_royals_are_equal() -> None:
    assert evaluate("Ts Vs Ds Rs As", ESPRIT_CRITIQUE) == evaluate("Ta Vc Dc Rc Ac", ESPRIT_CRITIQUE)


def test_the_atout_of_either_royal_breaks_the_tie() -> None:
    rules = FOUR_ALCHIMIQUE.replace(royal="both")
    assert evaluate("Vh Ca Dh Rh Ah", rules) > evaluate("Ts Vs Ds Rs As", rules)
    assert evaluate("Ta Vs Ds Rs As", rules) == evaluate("Vh Ca Dh Rh Ah", rules)
    assert evaluate("Ta Vs Cs Ds Rs As", rules).has_atout
