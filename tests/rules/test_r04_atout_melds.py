"""R4 Atout, in melds: any family of its rank, or a plain fifth family."""

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, CardSet
from athanor.melds import all_melds, best_melds

EDITIONS = (ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE)


def texts(cards, rules):
    return [str(meld) for meld in all_melds(cards, rules)]


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("family", "shdc")
def test_an_atout_stands_in_a_run_of_any_family(rules, family):
    assert texts(f"3a 4a 5{family}", rules) == [f"run 3 3a 4a 5{family}"]
    assert texts(f"3{family} 4a 5{family}", rules) == [f"run 3 3{family} 4a 5{family}"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_it_stands_for_its_own_rank_only(rules):
    assert texts("3s 5a 5s", rules) == []


@pytest.mark.parametrize("rules", EDITIONS)
def test_it_does_not_join_two_families(rules):
    assert texts("3s 4a 5h", rules) == []


@pytest.mark.parametrize("rules", EDITIONS)
def test_it_means_the_card_of_its_place(rules):
    run = all_melds("3s 4a 5s", rules)[0]
    assert run.meanings == (CardSet("3s"), CardSet("4s"), CardSet("5s"))


def test_mixed_melds_are_paid_in_a():
    assert best_melds("3a 4a 5s", ESPRIT_CRITIQUE, "stones").value == 3


def test_the_same_meld_brings_points_but_no_stones_in_b():
    plan = best_melds("3a 4a 5s", FOUR_ALCHIMIQUE)
    assert (plan.points, plan.stones) == (12, 0)


@pytest.mark.parametrize("rules", [rules.replace(atouts_in_melds="own_family") for rules in EDITIONS])
class TestOwnFamily:
    def test_a_run_of_atouts_is_of_that_family(self, rules):
        assert texts("3a 4a 5a", rules) == ["run 3 3a 4a 5a"]
        assert texts("3a 4a 5s", rules) == []

    def test_a_joker_in_it_means_the_atout(self, rules):
        run = next(meld for meld in all_melds("5a JK 7a", rules) if meld.low == 5)
        assert run.meanings == (CardSet("5a"), CardSet("6a"), CardSet("7a"))

    def test_in_a_set_it_is_a_fifth_family(self, rules):
        assert texts("6s 6h 6a", rules) == ["set 6s 6h 6a"]
        joker = all_melds("6s 6a JK", rules)[0]
        assert joker.meanings == (CardSet("6s"), CardSet("6a"), CardSet("6h 6d 6c"))

    def test_a_joker_in_a_set_may_mean_it(self, rules):
        assert all_melds("6s 6h JK", rules)[0].meanings[2] == CardSet("6d 6c 6a")

    def test_the_search_keeps_families_apart(self, rules):
        plan = best_melds("3s 4s 5a 5s 6a 7a", rules)
        assert [str(meld) for meld in plan.melds] == ["run 3 3s 4s 5s", "run 5 5a 6a 7a"]
