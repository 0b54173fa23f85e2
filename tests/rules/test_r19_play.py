"""R19: edition B plays in any order, any number of times, once the player has laid a run in this deal."""

import pytest
from situations import SPARE, SPARE_RUN, A, B, situation

OTHERS = [(1, "run 4 4h JK 6h"), (1, "set 9s 9h 9d")]


@pytest.mark.parametrize("run", ["4s 5s 6s", "4s 5a 6s", "4s JK 6s", "4a 5a 6a", "4a JK JK"])
def test_the_first_lay_is_a_run_with_or_without_wild_cards(run):
    assert situation(B, run).allows(f"run 4 {run}")


@pytest.mark.parametrize("action", ["set 8s 8h 8d", "add m0 7h high", "add m1 9c", "take m0 5h JK", "add m1 JK"])
def test_before_it_nothing_else(action):
    table = situation(B, f"8s 8h 8d 7h 9c 5h JK {SPARE}", melds=OTHERS)
    assert table.refuses(action)
    assert table.after(SPARE_RUN).allows(action)


def test_before_it_only_runs_are_listed():
    table = situation(B, f"8s 8h 8d 7h 9c 5h {SPARE}", melds=OTHERS)
    assert sorted(table.legal()) == ["end", SPARE_RUN]


def test_another_s_run_does_not_count():
    table = situation(B, "8s 8h 8d", melds=OTHERS, stays=False)
    assert table.happened(0, "end", True)


def test_a_run_of_an_earlier_turn_counts():
    assert situation(B, "8s 8h 8d", melds=["run 4 4s 5s 6s"]).allows("set 8s 8h 8d")


def test_a_run_of_an_earlier_deal_does_not_count():
    rules = B.replace(qualifying_points=0)
    sets_in_hand = 0
    for seed in range(1, 21):
        table = situation(rules, "2s", melds=["run 4 4s 5s 6s"], phase="force", rng=[1, 2, 3, seed])
        table.play("force 1", "fold")
        assert table.deal == 2
        if table.phase == "play":
            ranks = [card.rank for card in table.hand(table.current_player)]
            sets_in_hand += any(ranks.count(rank) >= 3 for rank in range(1, 15))
            assert {text.split()[0] for text in table.legal()} == {"run", "end"}
    assert sets_in_hand > 0


def test_any_order_any_number_of_times():
    hand = "7s 4h 5h 6h 9s 9h 9d 8s 7h 3s 9c"
    table = situation(B, hand, melds=["run 4 4s JK 6s"], hands={1: "5s"})
    table.play("add m0 7s high", "run 4 4h 5h 6h", "add m1 7h high", "set 9s 9h 9d", "add m0 8s high", "add m2 9c")
    assert table.legal("add") == ["add m0 3s low"]
    assert len(table.melds) == 3


def test_recovering_may_come_first_and_laying_after():
    table = situation(B, f"5s 4h 5h 6h {SPARE}", melds=["run 4 4s JK 6s"]).play("take m0 5s JK")
    table.play("run 4 4h 5h 6h", "add m1 JK high", SPARE_RUN)
    assert len(table.melds) == 3


def test_playing_is_never_compulsory():
    table = situation(B, "4s 5s 6s", hands={1: "4d 5d 6d"}).play("end")
    assert table.current_player == 1


def test_first_run_required_off():
    table = situation(B.replace(first_run_required=False), "8s 8h 8d 7h 9c 5h", melds=OTHERS)
    expected = {"set 8s 8h 8d", "add m0 7h high", "add m1 9c", "take m0 5h JK"}
    assert expected <= set(table.legal())


def test_first_run_required_in_a():
    rules = A.replace(first_run_required=True)
    table = situation(rules, f"8s 8h 8d 7h 5h {SPARE}", melds=OTHERS)
    assert sorted(table.legal()) == ["end", SPARE_RUN]
    assert table.play(SPARE_RUN).allows("set 8s 8h 8d")
