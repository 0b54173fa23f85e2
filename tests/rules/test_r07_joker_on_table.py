"""R7: a Joker stands for any card; its place in a run is fixed when laid, in a set it is left open."""

import pytest
from situations import B, editions, situation

OWN = "run 8 8h 9h Th"


@editions
def test_who_lays_it_chooses_the_place(rules):
    assert sorted(situation(rules, "4s 5s JK").legal("run")) == ["run 3 JK 4s 5s", "run 4 4s 5s JK"]


@editions
def test_who_lays_it_chooses_the_kind(rules):
    table = situation(rules, "5s JK JK", melds=["set 9s 9h 9d"])
    lays = ["run 3 JK JK 5s", "run 4 JK 5s JK", "run 5 5s JK JK", "set 5s JK JK"]
    assert sorted(table.legal("run") + table.legal("set")) == lays


@editions
def test_an_as_with_two_jokers_lies_at_either_end(rules):
    assert sorted(situation(rules, "As JK JK").legal("run")) == ["run 1 As JK JK", "run 13 JK JK As"]


@editions
def test_a_joker_fills_a_gap(rules):
    assert situation(rules, "4s JK 6s").legal("run") == ["run 4 4s JK 6s"]


@editions
def test_its_place_never_slides(rules):
    table = situation(rules, "2s 3s 6s 7s", melds=["run 3 JK 4s 5s"])
    assert sorted(table.legal("add m0")) == ["add m0 2s low", "add m0 6s high"]
    assert table.refuses("add m0 3s low")
    assert table.refuses("add m0 7s high")


@editions
def test_a_joker_at_the_other_end_opens_the_other_places(rules):
    table = situation(rules, "2s 3s 6s 7s", melds=["run 4 4s 5s JK"])
    assert sorted(table.legal("add m0")) == ["add m0 3s low", "add m0 7s high"]


@editions
def test_an_end_that_the_ranks_do_not_reach_is_shut(rules):
    table = situation(rules, "JK 4s", melds=["run 1 JK 2s 3s"])
    assert sorted(table.legal("add m0")) == ["add m0 4s high", "add m0 JK high"]


@editions
def test_in_a_set_it_is_left_open_which_card_is_missing(rules):
    table = situation(rules, "6d 6c 6a", melds=["set 6s 6h JK", OWN])
    assert sorted(table.legal("add m0")) == ["add m0 6a", "add m0 6c", "add m0 6d"]
    assert {"take m0 6d JK", "take m0 6c JK"} <= set(table.legal("take"))


@editions
def test_three_jokers_are_no_meld(rules):
    table = situation(rules, "JK JK JK", stays=False)
    assert table.happened(0, "end", True)


@editions
def test_an_atout_is_a_card_that_is_no_joker(rules):
    assert situation(rules, "5a JK JK").allows("run 4 JK 5a JK")


@pytest.mark.parametrize(("real", "jokers"), [(1, {0, 1, 2}), (2, {0, 1}), (3, {0})])
@editions
def test_min_real_cards_limits_the_jokers_of_a_new_meld(rules, real, jokers):
    table = situation(rules.replace(min_real_cards=real), "4s 5s 6s JK JK JK", melds=["set 9s 9h 9d"])
    assert {text.count("JK") for text in table.legal("run")} == jokers


@editions
def test_a_joker_stays_a_joker_on_the_table(rules):
    table = situation(rules, "4s JK 6s Vd Cd Dd").play("run 4 4s JK 6s")
    assert [str(card) for card in table.melds[0].slots] == ["4s", "JK", "6s"]
    assert str(table.melds[0].cards) == "4s 6s JK"


def test_jokers_of_several_melds_do_not_mix():
    table = situation(B, "4s JK 6s 9s JK Ts").play("run 4 4s JK 6s", "run 9 9s Ts JK")
    assert [str(meld) for meld in table.melds] == ["run 4 4s JK 6s", "run 9 9s Ts JK"]
    assert table.hand(0).jokers == 0
