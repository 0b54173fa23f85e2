"""R15: laying pays at once, 1 stone and 1 for each Atout card, and comes first in edition A's turn."""

import pytest
from situations import SPARE, SPARE_RUN, A, B, situation


@pytest.mark.parametrize(
    ("cards", "lay", "gain"),
    [
        ("4s 5s 6s", "run 4 4s 5s 6s", 1),
        ("4s 5a 6s", "run 4 4s 5a 6s", 2),
        ("3a 4a 5s", "run 3 3a 4a 5s", 3),
        ("3a 4a 5a", "run 3 3a 4a 5a", 4),
        ("6h 6d 6c", "set 6h 6d 6c", 1),
        ("6h 6d 6a", "set 6h 6d 6a", 2),
        ("4s JK JK", "run 4 4s JK JK", 1),
        ("4a JK JK", "set 4a JK JK", 2),
        ("4a JK 6a", "run 4 4a JK 6a", 3),
    ],
)
def test_a_meld_pays_one_and_one_for_each_atout_card(cards, lay, gain):
    table = situation(A, f"{cards} {SPARE}", stones=[5, 5], pot=2).play(lay)
    assert table.stones == (5 + gain, 5)
    assert table.pot == 2


def test_any_number_of_melds_may_be_laid():
    table = situation(A, f"4s 5s 6s 6h 6d 6a {SPARE}", stones=[5, 5])
    table.play("run 4 4s 5s 6s", "set 6h 6d 6a", SPARE_RUN)
    assert table.stones == (5 + 1 + 2 + 1, 5)
    assert len(table.melds) == 3


def test_the_supply_has_no_bottom():
    table = situation(A, f"3a 4a 5a {SPARE}", stones=[1000, 5])
    assert table.bank is None
    assert table.play("run 3 3a 4a 5a").stones == (1004, 5)
    assert table.bank is None


def test_laying_is_never_compulsory():
    table = situation(A, f"4s 5s 6s {SPARE}", hands={1: "4h 5h 6h"})
    assert table.allows("end")
    assert table.play("end").current_player == 1
    assert table.stones == (10, 10)


def test_a_meld_may_be_kept_for_a_later_turn():
    table = situation(A, "4s 5s 6s", hands={1: "4h 5h 6h"}).play("end", "end")
    assert table.allows("run 4 4s 5s 6s")


def test_a_set_may_come_first_in_a():
    assert situation(A, "6h 6d 6a").allows("set 6h 6d 6a")


def test_no_lay_after_a_completion():
    table = situation(A.replace(completions_per_turn=2), f"7s 8s 9s {SPARE}", melds=["run 4 4s 5s 6s"])
    assert table.allows(SPARE_RUN)
    table.play("add m0 7s high")
    assert table.refuses(SPARE_RUN)
    assert table.allows("add m0 8s high")


def test_no_lay_after_a_steal():
    table = situation(A, f"5s 9s {SPARE}", melds=["run 4 4s JK 6s", "run 8 8s JK Ts"]).play("take m0 5s JK")
    assert table.refuses(SPARE_RUN)
    assert table.allows("take m1 9s JK")


@pytest.mark.parametrize(
    ("step", "lay", "add"), [("lay", True, True), ("complete", False, True), ("take", False, False)]
)
def test_a_position_says_which_steps_are_still_open(step, lay, add):
    table = situation(A, f"5s 7s {SPARE}", melds=["run 4 4s JK 6s"], step=step)
    assert table.allows(SPARE_RUN) is lay
    assert table.allows("add m0 7s high") is add
    assert table.allows("take m0 5s JK")


def test_the_steps_open_anew_with_the_next_turn():
    table = situation(A, f"5s {SPARE}", melds=["run 4 4s JK 6s"], step="take", hands={1: "4h 5h 6h"})
    table.play("end", "pass", "end")
    assert table.current_player == 0
    assert table.allows(SPARE_RUN)


def test_end_closes_all_steps():
    table = situation(A, f"4s 5s 6s {SPARE}", melds=["run 4 4h 5h 6h"]).play("end")
    assert table.phase == "force"
    assert table.refuses("run 4 4s 5s 6s")


def test_options_of_the_gain():
    table = situation(A.replace(meld_stones=2, atout_stones=3), f"3a 4a 5s {SPARE}", stones=[5, 5])
    assert table.play("run 3 3a 4a 5s").stones == (5 + 2 + 6, 5)


def test_creating_may_pay_in_a_free_order_too():
    table = situation(B.replace(meld_stones=1), f"4s 5s 6s {SPARE}", stones=[5, 5], bank=10)
    table.play("run 4 4s 5s 6s")
    assert (table.stones, table.bank) == ((6, 5), 9)
