"""R23: 33 points in front of a player qualify, whoever laid the cards."""

import pytest
from situations import SPARE, A, B, situation

NEXT = {1: "4d 5d 6d"}
BY_LAYER = B.replace(points_count="cards_laid")


def points(melds, rules=B, **position):
    return situation(rules, SPARE, melds=melds, hands={1: "4d 5d 6d"}, **position).points


@pytest.mark.parametrize(
    ("meld", "total"),
    [
        ("run 4 4s 5s 6s", 15),
        ("set 6s 6h 6c", 18),
        ("run 1 As 2s 3s", 11 + 2 + 3),
        ("run 13 Ds Rs As", 10 + 10 + 11),
        ("set As Ah Ac", 33),
        ("run 9 9s Ts Vs Cs", 9 + 10 + 10 + 10),
        ("run 11 Vs Cs Ds Rs As", 10 * 4 + 11),
        ("run 3 3a 4a 5s", 12),
        ("set 9s 9h 9a", 27),
        ("run 4 4s JK 6s", 15),
        ("run 3 JK 4s 5s", 12),
        ("run 1 JK 2s 3s", 16),
        ("run 13 Ds Rs JK", 31),
        ("run 10 JK Vs JK", 30),
        ("run 8 8a JK Ta", 27),
        ("set 9s JK JK", 27),
        ("set As Aa JK JK", 44),
        ("set Rs Rh JK", 30),
        ("run 1 Aa 2a 3a", 16),
    ],
)
def test_values_of_the_cards(meld, total):
    assert points([meld]) == (total, 0)


def test_the_booklet_s_example():
    table = situation(B, SPARE, melds=["run 4 4s 5s 6s", "set 6h 6c 6a"], hands=NEXT)
    assert table.points == (33, 0)
    assert table.play("end").phase == "force"


@pytest.mark.parametrize(
    ("melds", "qualified"),
    [
        (["run 11 Vs Cs Ds", "run 1 Ah 2h 3h"], True),
        (["run 2 2s 3s 4s 5s 6s 7s"], False),
        (["run 2 2s 3s 4s 5s 6s 7s 8s"], True),
        (["run 7 7s 8s 9s", "set 3h 3s 3c"], True),
        (["run 6 6s 7s 8s", "set 4h 4s 4c"], True),
        (["run 7 7s 8s 9s", "run 1 Ah 2h JK"], True),
        (["run 9 9s Ts Vs"], False),
        (["set As Ah Ac"], True),
        ([], False),
    ],
)
def test_33_points_qualify(melds, qualified):
    table = situation(B, SPARE, melds=melds, hands=NEXT)
    assert (table.points[0] >= 33) is qualified
    assert (table.play("end").phase == "force") is qualified


def test_32_points_do_not_and_33_do():
    just_under = situation(B, SPARE, melds=["run 5 5s 6s 7s", "run 2 2h 3h 4h 5h"], hands=NEXT)
    assert just_under.points[0] == 32
    assert just_under.play("end").current_player == 1
    just = situation(B, SPARE, melds=["run 4 4s 5s 6s", "set 6h 6c 6a"], hands=NEXT)
    assert just.points[0] == 33
    assert just.play("end").current_player == 0


def test_melds_in_front_of_others_do_not_count():
    table = situation(B, SPARE, melds=["run 4 4s 5s 6s", (1, "set Rs Rh Rc Ra")], hands=NEXT)
    assert table.points == (15, 40)
    assert table.play("end").current_player == 1


def test_cards_that_others_laid_count_for_the_owner():
    table = situation(B, f"7h {SPARE}", melds=["run 4 4s 5s 6s", (1, "run 4 4h 5h 6h")]).play("add m1 7h high")
    assert table.points == (15, 22)


def test_laying_in_this_turn_qualifies_at_once():
    table = situation(B, "As Ah Ac", melds=["run 4 4s 5s 6s"], hands=NEXT).play("set As Ah Ac")
    assert table.points[0] == 48
    assert table.phase == "force"


def test_replacing_leaves_the_points():
    table = situation(B, f"5s {SPARE}", melds=["run 4 4s JK 6s"]).play("take m0 5s JK")
    assert table.points == (15, 0)
    assert table.play("add m0 JK low").points == (18, 0)


@pytest.mark.parametrize(("needed", "qualified"), [(0, True), (15, True), (16, False), (1000, False)])
def test_qualifying_points(needed, qualified):
    table = situation(B.replace(qualifying_points=needed), SPARE, melds=["run 4 4s 5s 6s"], hands=NEXT).play("end")
    assert (table.phase == "force") is qualified


def test_no_points_needed_means_no_meld_needed():
    table = situation(B.replace(qualifying_points=0), SPARE, hands=NEXT).play("end")
    assert (table.current_player, table.phase) == (0, "force")


def test_both_conditions_hold_together():
    rules = A.replace(qualifying_points=20)
    assert situation(rules, SPARE, melds=["run 4 4s 5s 6s"], hands=NEXT).play("end").phase == "play"
    assert situation(rules, SPARE, melds=["run 7 7s 8s 9s"], hands=NEXT).play("end").phase == "force"


# points_count="cards_laid": each place on the table counts for the player who filled it first.


def test_cards_laid_count_for_who_lays_them():
    table = situation(BY_LAYER, f"7h {SPARE}", melds=["run 4 4s 5s 6s", (1, "run 4 4h 5h 6h")], points=[15, 15])
    table.play("add m1 7h high")
    assert table.points == (22, 15)


def test_cards_laid_a_new_meld_counts_for_its_owner():
    table = situation(BY_LAYER, f"4s 5s 6s {SPARE}").play("run 4 4s 5s 6s")
    assert table.points == (15, 0)


def test_cards_laid_a_replacing_card_moves_nothing():
    table = situation(BY_LAYER, f"5s {SPARE}", melds=["run 8 8h 9h Th", (1, "run 4 4s JK 6s")], points=[27, 15])
    table.play("take m1 5s JK")
    assert table.points == (27, 15)


def test_cards_laid_a_wild_card_laid_again_counts_for_who_lays_it():
    table = situation(BY_LAYER, f"5s {SPARE}", melds=["run 8 8h 9h Th", (1, "run 4 4s JK 6s")], points=[27, 15])
    table.play("take m1 5s JK", "add m1 JK high")
    assert table.points == (27 + 7, 15)


def test_cards_laid_may_qualify_by_cards_on_others_melds():
    melds = ["run 4 4s 5s 6s", (1, "run 6 6h 7h 8h")]
    table = situation(BY_LAYER, "9h Th 2c", melds=melds, points=[15, 21], hands=NEXT)
    table.play("add m1 9h high", "add m1 Th high")
    assert table.points == (34, 21)
    assert (table.current_player, table.phase) == (0, "force")


def test_cards_laid_points_begin_with_the_owners_where_a_position_says_nothing():
    assert points(["run 4 4s 5s 6s", (1, "set 9s 9h 9c")], BY_LAYER) == (15, 27)


def test_points_begin_anew_with_each_deal():
    for rules in (B, BY_LAYER):
        table = situation(rules, "2s", melds=["set As Ah Ac"], phase="force").play("force 1", "fold")
        assert table.deal == 2
        assert table.points == (0, 0)
