"""R3 As, in melds: the lowest or the highest card of a run, never both at once."""

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE
from athanor.melds import all_melds, best_melds

EDITIONS = (ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE)


def texts(cards, rules):
    return [str(meld) for meld in all_melds(cards, rules)]


@pytest.mark.parametrize("rules", EDITIONS)
def test_the_as_is_low_or_high_in_runs(rules):
    assert texts("As 2s 3s", rules) == ["run 1 As 2s 3s"]
    assert texts("Ds Rs As", rules) == ["run 13 Ds Rs As"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_it_never_joins_both_ends(rules):
    assert texts("Rs As 2s", rules) == []
    assert best_melds("Ds Rs As 2s 3s", rules).points == 31


@pytest.mark.parametrize("rules", EDITIONS)
def test_two_ends_take_two_as(rules):
    plan = best_melds("Ds Rs As 2s 3s Aa", rules)
    assert len(plan.left) == 0
    assert {meld.low for meld in plan.melds} == {1, 13}


@pytest.mark.parametrize("rules", EDITIONS)
def test_a_joker_may_be_the_as_at_either_end(rules):
    assert texts("2s 3s JK", rules) == ["run 1 JK 2s 3s", "run 2 2s 3s JK"]
    assert texts("Ds Rs JK", rules) == ["run 12 JK Ds Rs", "run 13 Ds Rs JK"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_each_end_may_be_turned_off(rules):
    no_low, no_high = rules.replace(ace_low=False), rules.replace(ace_high=False)
    assert texts("As 2s 3s", no_low) == []
    assert texts("2s 3s JK", no_low) == ["run 2 2s 3s JK"]
    assert texts("Ds Rs As", no_high) == []
    assert texts("Ds Rs JK", no_high) == ["run 12 JK Ds Rs"]
    assert best_melds("As 2s 3s Ds Rs Aa", no_low).points == 31
    assert best_melds("As 2s 3s Ds Rs Aa", no_high).points == 16


@pytest.mark.parametrize("rules", EDITIONS)
def test_a_set_of_as_needs_neither_end(rules):
    assert texts("As Ah Ad", rules.replace(ace_low=False, ace_high=False)) == ["set As Ah Ad"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_the_as_counts_eleven_low_too(rules):
    assert all_melds("As 2s 3s", rules)[0].points == 16
    assert all_melds("Ds Rs As", rules)[0].points == 31
