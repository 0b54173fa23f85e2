"""R6: a run grows card by card at its ends, to 14 cards; a set to five."""

import pytest
from situations import editions, situation

SPADES = [rank + "s" for rank in "A23456789TVCDR"]
LOW_AS = "run 1 " + " ".join(SPADES)
HIGH_AS = "run 2 " + " ".join(SPADES[1:] + SPADES[:1])
NO_AS = "run 2 " + " ".join(SPADES[1:])
OWN = "run 8 8h 9h Th"


def adds(table):
    return set(table.legal("add m0"))


@editions
def test_a_run_grows_at_both_ends(rules):
    table = situation(rules, "3s 7s", melds=["run 4 4s 5s 6s"])
    assert adds(table) == {"add m0 3s low", "add m0 7s high"}


@pytest.mark.parametrize(
    "action",
    [
        "add m0 3s high",
        "add m0 7s low",
        "add m0 2s low",
        "add m0 8s high",
        "add m0 7h high",
        "add m0 7s",
        "add m1 7s high",
        "add 7s high",
    ],
)
@editions
def test_a_run_takes_only_the_next_card_of_its_family(rules, action):
    table = situation(rules, "2s 3s 7s 8s 7h", melds=["run 4 4s 5s 6s"])
    assert table.refuses(action)


@editions
def test_an_atout_or_a_joker_extends_a_run(rules):
    table = situation(rules, "3a 7a JK", melds=["run 4 4s 5s 6s"])
    assert adds(table) == {"add m0 3a low", "add m0 7a high", "add m0 JK low", "add m0 JK high"}


@editions
def test_the_new_card_lies_at_its_place(rules):
    table = situation(rules, "3s 9c 9d 9s", melds=["run 4 4s 5s 6s"]).play("add m0 3s low")
    meld = table.melds[0]
    assert str(meld) == "run 3 3s 4s 5s 6s"
    assert meld.low == 3
    assert [str(card) for card in meld.slots] == ["3s", "4s", "5s", "6s"]


@editions
def test_own_family_atouts_extend_only_atouts(rules):
    rules = rules.replace(atouts_in_melds="own_family")
    table = situation(rules, "7a 7s", melds=["run 4 4s 5s 6s", "run 4 4a 5a 6a"])
    assert table.legal("add") == ["add m0 7s high", "add m1 7a high"]


@editions
def test_own_family_a_run_that_begins_with_a_joker_has_its_family(rules):
    rules = rules.replace(atouts_in_melds="own_family")
    table = situation(rules, "3s 7s 7h 7a", melds=["run 4 JK 5s 6s"])
    assert adds(table) == {"add m0 3s low", "add m0 7s high"}


@pytest.mark.parametrize("full", [LOW_AS, HIGH_AS])
@editions
def test_a_run_of_14_is_full(rules, full):
    table = situation(rules, "JK Aa", melds=[full, OWN])
    assert adds(table) == set()
    assert table.refuses("add m0 JK high")
    assert table.refuses("add m0 JK low")
    assert table.refuses("add m0 Aa high")


@editions
def test_each_end_of_the_ranks_is_an_end(rules):
    table = situation(rules, "JK 4s Cs", melds=["run 1 As 2s 3s", OWN])
    assert adds(table) == {"add m0 4s high", "add m0 JK high"}
    high = situation(rules, "JK Cs", melds=["run 13 Ds Rs As"])
    assert adds(high) == {"add m0 Cs low", "add m0 JK low"}


@editions
def test_the_as_goes_to_either_end_of_the_13_others(rules):
    table = situation(rules, "As Aa JK", melds=[NO_AS])
    ends = ("low", "high")
    assert adds(table) == {f"add m0 {card} {end}" for card in ("As", "Aa", "JK") for end in ends}
    assert str(table.after("add m0 As low").melds[0]) == LOW_AS
    assert str(table.after("add m0 As high").melds[0]) == HIGH_AS


@editions
def test_an_as_at_one_end_keeps_the_other_shut(rules):
    table = situation(rules.replace(completions_per_turn=None), "Aa JK", melds=[NO_AS, OWN], hands={1: "As"})
    table.play("add m0 Aa low")
    assert adds(table) == set()
    assert table.refuses("add m0 JK high")


@editions
def test_r3_a_run_does_not_grow_to_an_as_that_is_turned_off(rules):
    low_off = situation(rules.replace(ace_low=False), "As JK", melds=["run 2 2s 3s 4s"])
    assert adds(low_off) == {"add m0 JK high"}
    high_off = situation(rules.replace(ace_high=False), "As JK", melds=["run 12 Cs Ds Rs"])
    assert adds(high_off) == {"add m0 JK low"}


@editions
def test_a_set_takes_each_missing_family_and_the_atout(rules):
    table = situation(rules, "6d 6c 6a 5s JK", melds=["set 6s 6h JK", OWN])
    assert adds(table) == {"add m0 6d", "add m0 6c", "add m0 6a", "add m0 JK"}


@editions
def test_a_set_holds_five(rules):
    rules = rules.replace(completions_per_turn=None)
    table = situation(rules, "6c 6a JK", melds=["set 6s 6h 6d", OWN]).play("add m0 6c", "add m0 6a")
    assert str(table.melds[0]) == "set 6s 6h 6d 6c 6a"
    assert adds(table) == set()
    assert table.refuses("add m0 JK")


@pytest.mark.parametrize("full", ["set 6s 6h 6d JK JK", "set 6s JK JK JK JK", "set 6s 6h 6a JK JK"])
@editions
def test_jokers_fill_a_set_too(rules, full):
    table = situation(rules, "6c JK", melds=[full, OWN])
    assert adds(table) == set()
    assert table.refuses("add m0 6c")
    assert table.refuses("add m0 JK")


@editions
def test_a_set_has_no_ends(rules):
    table = situation(rules, "6d 9c 9d 9s", melds=["set 6s 6h 6a", OWN])
    assert table.refuses("add m0 6d high")
    assert table.refuses("add m0 6d low")


@editions
def test_jokers_may_outnumber_the_rest_once_a_meld_lies(rules):
    rules = rules.replace(min_real_cards=3, completions_per_turn=None)
    table = situation(rules, "JK JK 9c", melds=["set 6s 6h 6d", OWN]).play("add m0 JK", "add m0 JK")
    assert str(table.melds[0]) == "set 6s 6h 6d JK JK"


@editions
def test_a_run_can_grow_to_all_14(rules):
    rules = rules.replace(completions_per_turn=None)
    table = situation(rules, " ".join(SPADES[3:]) + " JK", melds=["run 1 As 2s 3s"])
    table.play(*(f"add m0 {card} high" for card in SPADES[3:13]))
    assert adds(table) == {"add m0 Rs high", "add m0 JK high"}
    assert str(table.play("add m0 Rs high").melds[0]) == LOW_AS
