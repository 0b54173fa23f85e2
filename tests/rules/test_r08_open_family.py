"""R8 Open family: a run of Atouts and Jokers only has no family until a natural is laid in it."""

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, CardSet
from athanor.melds import all_melds, best_melds

EDITIONS = (ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE)


@pytest.mark.parametrize("rules", EDITIONS)
def test_it_is_one_meld_and_not_one_a_family(rules):
    assert [str(meld) for meld in all_melds("5a 6a 7a", rules)] == ["run 5 5a 6a 7a"]
    assert [str(meld) for meld in all_melds("5a 7a JK", rules)] == ["run 5 5a JK 7a"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_its_cards_mean_that_rank_of_any_family(rules):
    atout, joker, _ = all_melds("5a 7a JK", rules)[0].meanings
    assert atout == CardSet("5s 5h 5d 5c")
    # R10: of a Joker the Atout too.
    assert joker == CardSet("6s 6h 6d 6c 6a")


@pytest.mark.parametrize("family", "shdc")
def test_a_natural_added_fixes_it(family):
    plan = best_melds(f"5a 6a 7a 8{family}", FOUR_ALCHIMIQUE)
    assert [str(meld) for meld in plan.melds] == [f"run 5 5a 6a 7a 8{family}"]
    assert plan.melds[0].meanings[0] == CardSet(f"5{family}")


def test_naturals_of_two_families_never_join():
    assert best_melds("4s 5a 6a 7a 8h", FOUR_ALCHIMIQUE, "cards").value == 4
