"""R6 Size: a run holds at most 14 cards, a set at most 5."""

import pytest

from athanor import FOUR_ALCHIMIQUE
from athanor.melds import best_melds

RANKS = "A23456789TVCDR"


def family(name):
    return " ".join(rank + name for rank in RANKS)


def test_a_run_may_hold_a_whole_family():
    plan = best_melds(family("s"), FOUR_ALCHIMIQUE)
    assert [len(meld.cards) for meld in plan.melds] == [14]
    assert len(plan.actions) == 12


def test_a_second_as_does_not_make_it_fifteen():
    # One pair more than two runs can add: a run of fifteen would pay six.
    plan = best_melds(family("s") + " Aa", FOUR_ALCHIMIQUE, "stones")
    assert plan.value == 5
    assert max(len(meld.cards) for meld in plan.melds) == 14


def test_nor_does_a_joker():
    rules = FOUR_ALCHIMIQUE.replace(completion_stones=1, meld_stones=0, pair_stones=0)
    plan = best_melds(family("s") + " JK", rules, "stones")
    assert plan.value == 11
    assert all(len(meld.cards) <= 14 for meld in plan.melds)


def test_a_set_holds_the_four_families_and_the_atout():
    plan = best_melds("6s 6h 6d 6c 6a", FOUR_ALCHIMIQUE, "cards", opened=True)
    assert [len(meld.cards) for meld in plan.melds] == [5]


@pytest.mark.parametrize("jokers", range(1, 5))
def test_jokers_do_not_make_it_larger(jokers):
    plan = best_melds("6s 6h 6d 6c 6a" + " JK" * jokers, FOUR_ALCHIMIQUE, "cards", opened=True)
    assert all(len(meld.cards) <= 5 for meld in plan.melds if meld.kind == "set")
