"""R7 Joker: any card; its place in a run is chosen when laid, in a set it is whichever card is missing."""

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, CardSet
from athanor.melds import all_melds, best_melds

EDITIONS = (ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE)


def texts(cards, rules):
    return [str(meld) for meld in all_melds(cards, rules)]


@pytest.mark.parametrize("rules", EDITIONS)
def test_who_lays_it_chooses_the_place(rules):
    assert texts("4s 5s JK", rules) == ["run 3 JK 4s 5s", "run 4 4s 5s JK"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_two_jokers_make_three_runs_or_a_set(rules):
    assert texts("5s JK JK", rules) == ["run 3 JK JK 5s", "run 4 JK 5s JK", "run 5 5s JK JK", "set 5s JK JK"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_equal_jokers_give_equal_melds(rules):
    assert texts("4s 5s JK JK JK", rules).count("run 4 4s 5s JK") == 1


@pytest.mark.parametrize("rules", EDITIONS)
def test_a_run_fixes_what_it_means(rules):
    low, high = all_melds("4s 5s JK", rules)
    assert low.meanings[0] == CardSet("3s")
    assert high.meanings[2] == CardSet("6s")


@pytest.mark.parametrize("rules", EDITIONS)
def test_a_set_leaves_it_open(rules):
    assert all_melds("6s 6h JK", rules)[0].meanings[2] == CardSet("6d 6c")


def test_with_all_four_naturals_it_means_the_atout():
    plan = best_melds("6s 6h 6d 6c JK", FOUR_ALCHIMIQUE, "cards", opened=True)
    assert plan.melds[0].meanings[4] == CardSet("6a")


@pytest.mark.parametrize("rules", EDITIONS)
def test_it_counts_as_the_card_it_stands_for(rules):
    # R23: high in the run where it may choose.
    assert best_melds("4s 5s JK", rules).points == 15
    assert best_melds("Ds Rs JK", rules).points == 31
    assert best_melds("6s 6h JK", rules, opened=True).points == 18


@pytest.mark.parametrize("rules", EDITIONS)
def test_a_meld_holds_a_card_that_is_none(rules):
    assert texts("JK JK JK JK JK JK", rules) == []
    assert best_melds("JK JK JK JK JK JK", rules).melds == ()


@pytest.mark.parametrize("rules", EDITIONS)
def test_more_real_cards_may_be_asked_for(rules):
    two, three = rules.replace(min_real_cards=2), rules.replace(min_real_cards=3)
    assert texts("5s JK JK", two) == []
    assert texts("4s 5s JK", two) == ["run 3 JK 4s 5s", "run 4 4s 5s JK"]
    assert texts("4s 5s JK", three) == []
    assert texts("4s 5s 6s JK", three) == ["run 4 4s 5s 6s"]


def test_the_real_cards_are_asked_of_a_new_meld_only():
    three = FOUR_ALCHIMIQUE.replace(min_real_cards=3)
    assert best_melds("4s 5s 6s JK JK", three, "cards").value == 5
    assert best_melds("4s JK 6s 7s JK", three, "cards").value == 0


def test_jokers_below_the_first_real_card_are_added():
    plan = best_melds("Rs JK JK JK", FOUR_ALCHIMIQUE.replace(ace_high=False), "cards")
    assert plan.actions == ("run 12 JK JK Rs", "add m0 JK low")
