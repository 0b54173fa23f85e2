"""R16: edition A completes at most one meld by one card a turn, for 1 stone from the supply."""

import pytest
from situations import SPARE, A, B, situation

RUN = "run 4 4s 5s 6s"


@pytest.mark.parametrize("owner", [0, 1])
def test_a_card_on_anyone_s_meld_pays_one_from_the_supply(owner):
    table = situation(A, f"7s {SPARE}", melds=[(owner, RUN)], stones=[5, 5]).play("add m0 7s high")
    assert table.stones == (6, 5)


@pytest.mark.parametrize("card", ["7a", "JK"])
def test_an_atout_or_a_joker_pays_no_more(card):
    table = situation(A, f"{card} {SPARE}", melds=[RUN], stones=[5, 5]).play(f"add m0 {card} high")
    assert table.stones == (6, 5)


def test_one_card_a_turn():
    table = situation(A, "7s 8s 6d 9h", melds=["set 6h 6c 6a", RUN, "run 8 8h JK Th"])
    assert sorted(table.legal("add")) == ["add m0 6d", "add m1 7s high"]
    table.play("add m1 7s high")
    assert table.legal("add") == []
    assert table.refuses("add m1 8s high")
    assert table.refuses("add m0 6d")
    assert table.allows("take m2 9h JK")


def test_a_meld_laid_this_turn_may_be_completed():
    table = situation(A, f"4s 5s 6s 7s {SPARE}", stones=[5, 5]).play("run 4 4s 5s 6s", "add m0 7s high")
    assert str(table.melds[0]) == "run 4 4s 5s 6s 7s"
    assert table.stones == (7, 5)


def test_a_run_and_its_two_neighbours_pay_one_completion_only():
    table = situation(A, f"3s 7s {SPARE}", melds=[RUN], stones=[5, 5]).play("add m0 3s low")
    assert table.stones == (6, 5)
    assert "7s" in table.hand(0)
    assert not table.legal("add")


def test_the_next_turn_allows_another():
    table = situation(A, f"7s 8s {SPARE}", melds=[RUN], hands={1: "4h 5h 6h"}).play("add m0 7s high", "pass", "end")
    assert table.current_player == 0
    assert table.allows("add m0 8s high")


def test_completing_is_optional():
    table = situation(A, "7s 9c", melds=[RUN])
    assert set(table.legal()) == {"add m0 7s high", "end"}


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_completions_per_turn(most):
    table = situation(A.replace(completions_per_turn=most), f"7s 8s 9s Ts {SPARE}", melds=[RUN], stones=[5, 5])
    for card in ["7s", "8s", "9s", "Ts"][:most]:
        table.play(f"add m0 {card} high")
    assert table.current_player == 0
    assert not table.legal("add")
    assert table.stones == (5 + most, 5)


def test_completions_per_turn_none_is_no_limit():
    table = situation(A.replace(completions_per_turn=None), f"7s 8s 9s Ts {SPARE}", melds=[RUN], stones=[5, 5])
    table.play(*(f"add m0 {card} high" for card in ("7s", "8s", "9s", "Ts")))
    assert table.stones == (9, 5)


def test_completions_per_turn_counts_over_all_melds():
    melds = [RUN, (1, "run 4 4h 5h 6h"), "run 4 4d 5d 6d"]
    table = situation(B.replace(completions_per_turn=2), "7s 7h 7d 9c", melds=melds)
    table.play("add m0 7s high", "add m1 7h high")
    assert not table.legal("add")


def test_a_position_says_how_many_were_added():
    rules = A.replace(completions_per_turn=3)
    table = situation(rules, f"7s 8s {SPARE}", melds=[RUN], completions=2, step="complete").play("add m0 7s high")
    assert not table.legal("add")


def test_completion_stones():
    table = situation(A.replace(completion_stones=3), f"7s {SPARE}", melds=[RUN], stones=[5, 5])
    assert table.play("add m0 7s high").stones == (8, 5)
