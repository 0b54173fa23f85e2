"""The worked cases about laying, adding and taking, in both editions."""

from situations import SPARE, A, B, situation


def test_lay_3a_4a_5s_in_a_gains_3_stones():
    table = situation(A, f"3a 4a 5s {SPARE}", stones=[5, 5]).play("run 3 3a 4a 5s")
    assert table.stones == (8, 5)


def test_lay_3a_4a_5s_in_b_gains_nothing_and_makes_12_points():
    table = situation(B, f"3a 4a 5s {SPARE}", stones=[5, 5], bank=10).play("run 3 3a 4a 5s")
    assert (table.stones, table.bank) == ((5, 5), 10)
    assert table.points == (12, 0)


def test_two_cards_on_one_s_own_run_in_a_one_only_and_1_stone():
    table = situation(A, f"3s 7s {SPARE}", melds=["run 4 4s 5s 6s"], stones=[5, 5])
    assert sorted(table.legal("add")) == ["add m0 3s low", "add m0 7s high"]
    table.play("add m0 3s low")
    assert table.stones == (6, 5)
    assert table.refuses("add m0 7s high")


def test_two_cards_on_one_s_own_run_in_b_1_stone_from_the_bank():
    table = situation(B, f"3s 7s {SPARE}", melds=["run 4 4s 5s 6s"], stones=[5, 5], bank=10)
    table.play("add m0 3s low", "add m0 7s high")
    assert (table.stones, table.bank) == ((6, 5), 9)
    assert str(table.melds[0]) == "run 3 3s 4s 5s 6s 7s"


JOKER_RUN = (1, "run 4 4s JK 6s")


def test_the_natural_steals_the_joker_in_a():
    table = situation(A, f"5s {SPARE}", melds=[JOKER_RUN]).play("take m0 5s JK")
    assert str(table.melds[0]) == "run 4 4s 5s 6s"
    assert table.hand(0).jokers == 1


def test_the_atout_does_not_steal_it_in_a():
    table = situation(A, f"5a {SPARE}", melds=[JOKER_RUN])
    assert table.legal("take") == []
    assert table.refuses("take m0 5a JK")


def test_the_natural_recovers_the_joker_in_b_if_it_can_be_laid_this_turn():
    own = (0, "run 8 8h 9h Th")
    assert situation(B, f"5s {SPARE}", melds=[JOKER_RUN, own]).allows("take m0 5s JK")
    no_room = B.replace(completions_per_turn=0)
    assert situation(no_room, "5s Vd Cd 2c", melds=[JOKER_RUN, own]).allows("take m0 5s JK")
    assert situation(no_room, "5s Vd 9c 2c", melds=[JOKER_RUN, own], stays=False).happened(0, "end", True)


def test_the_atout_does_not_recover_it_in_b():
    table = situation(B, f"5a {SPARE}", melds=[JOKER_RUN, (0, "run 8 8h 9h Th")])
    assert table.legal("take") == []
    assert table.refuses("take m0 5a JK")
