"""R5 Run and set: three consecutive cards of a family, or three of a rank and of different families; then
extended.
"""

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE
from athanor.melds import all_melds, best_melds

EDITIONS = (ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE)


def texts(cards, rules):
    return [str(meld) for meld in all_melds(cards, rules)]


@pytest.mark.parametrize("rules", EDITIONS)
def test_a_run_is_three_consecutive_cards_of_one_family(rules):
    assert texts("4s 5s 6s", rules) == ["run 4 4s 5s 6s"]
    assert texts("4s 5s 7s", rules) == []
    assert texts("4s 5s 6h", rules) == []
    assert texts("4s 5s", rules) == []


@pytest.mark.parametrize("rules", EDITIONS)
def test_a_set_is_three_of_one_rank_and_different_families(rules):
    assert texts("6h 6d 6c", rules) == ["set 6h 6d 6c"]
    assert texts("6h 6d 7c", rules) == []


@pytest.mark.parametrize("rules", EDITIONS)
def test_the_atout_counts_as_a_fifth_family(rules):
    assert texts("6h 6d 6a", rules) == ["set 6h 6d 6a"]


@pytest.mark.parametrize("rules", EDITIONS)
def test_exactly_three_cards_are_created(rules):
    assert texts("4s 5s 6s 7s", rules) == ["run 4 4s 5s 6s", "run 5 5s 6s 7s"]
    assert len(texts("6s 6h 6d 6c", rules)) == 4


def test_longer_melds_are_created_then_extended():
    plan = best_melds("4s 5s 6s 7s 8s 9h 9d 9c 9a", FOUR_ALCHIMIQUE)
    assert plan.actions[:2] == ("run 4 4s 5s 6s", "set 9h 9d 9a")
    assert plan.actions[2:] == ("add m0 7s high", "add m0 8s high", "add m1 9c")


def test_two_sets_of_one_rank():
    plan = best_melds("6s 6h 6d 6c JK JK", ESPRIT_CRITIQUE.replace(min_real_cards=2), "cards")
    assert [meld.kind for meld in plan.melds] == ["set", "set"]
    assert len(plan.left) == 0


def test_two_runs_of_one_family_over_the_same_places():
    plan = best_melds("4s 5s 6s 4a 5a JK", ESPRIT_CRITIQUE, "cards")
    assert len(plan.melds) == 2
    assert len(plan.left) == 0


def test_one_added_card_a_turn_in_a():
    # R16: of 4-8 of a family, three are created and one more is added.
    assert best_melds("4s 5s 6s 7s 8s", ESPRIT_CRITIQUE, "cards").value == 4
    assert best_melds("4s 5s 6s 7s 8s", FOUR_ALCHIMIQUE, "cards").value == 5


def test_the_first_lay_is_a_run_in_b():
    # R19: sets alone are no first lay; a run opens the way to them.
    assert best_melds("6h 6d 6a 2s", FOUR_ALCHIMIQUE).melds == ()
    assert best_melds("6h 6d 6a 2s", FOUR_ALCHIMIQUE, opened=True).points == 18
    assert best_melds("6h 6d 6a 2s 3s 4s", FOUR_ALCHIMIQUE).actions == ("run 2 2s 3s 4s", "set 6h 6d 6a")
    assert best_melds("6h 6d 6a 2s", ESPRIT_CRITIQUE).points == 18


def test_pairs_of_added_cards_are_paid_in_b():
    # R20: every second card added to one's own melds.
    assert best_melds("3s 4s 5s 6s 7s", FOUR_ALCHIMIQUE, "stones").value == 1
    assert best_melds("3s 4s 5s 6s 7s", ESPRIT_CRITIQUE, "stones").value == 2
