"""R17: edition A steals Jokers by their right card, for no stone; the Joker joins the hand."""

from situations import SPARE, SPARE_RUN, A, B, situation

MELD = "run 4 4s JK 6s"


def test_steal_gives_the_joker_for_its_right_card():
    table = situation(A, f"5s {SPARE}", melds=[(1, MELD)]).play("take m0 5s JK")
    assert str(table.melds[0]) == "run 4 4s 5s 6s"
    assert table.melds[0].owner == 1
    assert {"Vd", "Cd", "Dd"} <= set(map(str, table.hand(0)))
    assert table.hand(0).jokers == 1


def test_steal_pays_nothing():
    table = situation(A, f"5s {SPARE}", melds=[(1, MELD)], stones=[5, 5]).play("take m0 5s JK")
    assert table.stones == (5, 5)


def test_any_number_of_jokers_may_be_stolen():
    melds = ["run 4 4s JK JK", (1, "set 9h 9d JK")]
    table = situation(A, f"5s 6s 9c {SPARE}", melds=melds)
    table.play("take m0 5s JK", "take m0 6s JK", "take m1 9c JK")
    assert table.hand(0).jokers == 3


def test_steal_takes_no_atout():
    table = situation(A, f"5s 6d {SPARE}", melds=["run 4 4s 5a 6s", "set 6h 6c 6a"])
    assert table.legal("take") == []
    assert table.refuses("take m0 5s 5a")
    assert table.refuses("take m1 6d 6a")


def test_a_stolen_joker_can_not_be_melded_this_turn():
    table = situation(A, f"5s 9h {SPARE}", melds=[MELD, "run 8 8h JK Th"]).play("take m0 5s JK")
    assert set(table.legal()) == {"take m1 9h JK", "end"}
    assert table.refuses("run 11 Vd Cd JK")
    assert table.refuses("add m0 JK high")


def test_a_stolen_joker_may_be_melded_in_a_later_turn():
    table = situation(A, f"5s {SPARE}", melds=[MELD], hands={1: "4h 5h 6h"})
    table.play("take m0 5s JK", "pass", "end")
    assert table.current_player == 0
    assert table.allows("add m0 JK high")
    assert table.allows("run 11 Vd Cd JK")


def test_a_stolen_joker_may_be_kept_for_the_four():
    table = situation(A, f"5s {SPARE}", melds=[MELD], hands={1: "4h 5h 6h"}).play(
        "take m0 5s JK", "force 1", "follow 1"
    )
    assert table.phase == "keep"
    table.play("keep Dd")
    assert str(table.kept(0)) == "Dd JK"


def test_stealing_is_optional_and_owes_nothing():
    table = situation(A, f"5s 9h {SPARE}", melds=[MELD, "run 8 8h JK Th"])
    assert table.allows("end")
    table.play("take m0 5s JK")
    assert table.allows("end")
    assert table.to_position()["owed"] == ""


def test_a_joker_laid_this_turn_may_be_stolen():
    table = situation(A, f"4s JK 6s 5s {SPARE}").play("run 4 4s JK 6s")
    assert table.allows("take m0 5s JK")


def test_stealing_needs_no_meld_of_one_s_own():
    assert situation(A, "5s 9c", melds=[(1, MELD)]).allows("take m0 5s JK")


def test_steal_in_a_free_order_may_be_melded_at_once_but_need_not():
    table = situation(A.replace(turn_order="free"), f"5s {SPARE}", melds=[MELD]).play("take m0 5s JK")
    assert {"end", "add m0 JK high", SPARE_RUN, "run 11 Vd Cd JK"} <= set(table.legal())


def test_b_with_stealing_takes_jokers_only_and_owes_nothing():
    table = situation(B.replace(take="steal"), "5s 7h 9c", melds=[MELD, "run 6 6h 7a 8h"])
    assert table.legal("take") == ["take m0 5s JK"]
    assert table.play("take m0 5s JK").allows("end")
