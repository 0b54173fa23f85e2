"""R8: a run of Atouts and Jokers only has no family until a natural is laid in it."""

import pytest
from situations import A, B, editions, situation

OPEN = "run 5 5a JK 7a"
OWN = "set Th Td Tc"


@pytest.mark.parametrize("family", "shdc")
@editions
def test_any_natural_may_be_laid_in_an_open_run(rules, family):
    table = situation(rules, f"8{family} 4{family}", melds=[OPEN, OWN])
    assert {f"add m0 8{family} high", f"add m0 4{family} low"} <= set(table.legal("add m0"))


@editions
def test_the_first_natural_fixes_the_family(rules):
    rules = rules.replace(completions_per_turn=None)
    table = situation(rules, "8s 4h 4s", melds=[OPEN, OWN])
    assert table.allows("add m0 4h low")
    table.play("add m0 8s high")
    assert table.allows("add m0 4s low")
    assert table.refuses("add m0 4h low")


@editions
def test_atouts_and_jokers_leave_it_open(rules):
    rules = rules.replace(completions_per_turn=None)
    table = situation(rules, "8a JK 3s 3h", melds=[OPEN, OWN]).play("add m0 8a high", "add m0 JK low")
    assert {"add m0 3s low", "add m0 3h low"} <= set(table.legal("add m0"))


@editions
def test_a_run_laid_with_a_natural_has_its_family(rules):
    table = situation(rules, "5a 6s 7a 8s 8h", melds=["set 2h 2d 2s"]).play("run 5 5a 6s 7a")
    assert table.allows("add m1 8s high")
    assert table.refuses("add m1 8h high")


@editions
def test_a_run_of_three_atouts_is_open_when_laid(rules):
    table = situation(rules, "5a 6a 7a 8s 8h", melds=["set 2h 2d 2s"]).play("run 5 5a 6a 7a")
    assert {"add m1 8s high", "add m1 8h high"} <= set(table.legal("add m1"))


def test_a_stolen_joker_s_natural_fixes_the_family():
    table = situation(A, "6h 9d 9c 9s", hands={1: "8h 8s"}, melds=[OPEN]).play("take m0 6h JK", "pass")
    assert table.allows("add m0 8h high")
    assert table.refuses("add m0 8s high")


def test_a_recovered_joker_s_natural_fixes_the_family():
    table = situation(B, "6h 8h 8s", melds=[OPEN]).play("take m0 6h JK")
    assert "add m0 JK high" in table.legal("add m0")
    assert table.allows("add m0 8h high")
    assert table.refuses("add m0 8s high")


@editions
def test_own_family_atout_runs_are_never_open(rules):
    rules = rules.replace(atouts_in_melds="own_family")
    table = situation(rules, "8s 8a JK", melds=[OPEN, OWN])
    assert set(table.legal("add m0")) == {"add m0 8a high", "add m0 JK low", "add m0 JK high"}
