"""R18: edition A's force: who has laid melds stakes 1 to as many as they are; followers match it exactly."""

import pytest
from situations import SPARE, A, situation

RUN_0 = (0, "run 4 4s 5s 6s")
RUN_1 = (1, "run 4 4h 5h 6h")
SET_0 = (0, "set 9s 9h 9d")
TURN = {1: "4d 5d 6d"}


def force_phase(melds, stones=(5, 5), rules=A, players=2, **more):
    return situation(rules, "2s", melds=melds, hands=TURN, players=players, phase="force", stones=list(stones), **more)


def test_a_player_who_has_laid_may_force():
    table = situation(A, f"4s 5s 6s {SPARE}", hands=TURN).play("run 4 4s 5s 6s", "end")
    assert (table.current_player, table.phase) == (0, "force")
    assert sorted(table.legal()) == ["force 1", "pass"]


def test_who_has_laid_nothing_is_not_asked():
    table = situation(A, f"4s 5s 6s {SPARE}", hands=TURN, melds=[RUN_1]).play("end")
    assert (table.current_player, table.phase) == (1, "play")


def test_cards_added_to_another_s_meld_are_no_meld_laid():
    table = situation(A, f"7h {SPARE}", hands=TURN, melds=[RUN_1]).play("add m0 7h high")
    assert (table.current_player, table.phase) == (1, "play")


def test_melds_of_an_earlier_turn_of_the_deal_count():
    assert force_phase([RUN_0]).legal("force") == ["force 1"]


@pytest.mark.parametrize(
    ("melds", "stones", "most"),
    [
        ([RUN_0], 5, 1),
        ([RUN_0, SET_0], 5, 2),
        ([RUN_0, RUN_1, SET_0], 5, 2),
        ([RUN_0, SET_0], 1, 1),
        ([RUN_0], 1, 1),
    ],
)
def test_the_stake_is_1_to_the_melds_laid_and_no_more_than_the_stones(melds, stones, most):
    table = force_phase(melds, stones=(stones, 5))
    assert table.legal("force") == [f"force {stake}" for stake in range(1, most + 1)]
    assert table.refuses("force 0")
    assert table.refuses(f"force {most + 1}")
    assert table.refuses("force -1")


def test_who_has_no_stone_is_not_asked():
    table = situation(A, f"7s {SPARE}", melds=[RUN_0], hands=TURN, stones=[0, 5], pot=2).play("end")
    assert table.current_player == 1
    assert not table.happened(0, "pass", True)


def test_passing_ends_the_turn():
    table = force_phase([RUN_0]).play("pass")
    assert (table.current_player, table.phase) == (1, "play")
    assert (table.stones, table.pot) == ((5, 5), 0)


def test_the_stake_goes_to_the_pot():
    table = force_phase([RUN_0, SET_0], pot=2).play("force 2")
    assert (table.stones, table.pot) == ((3, 5), 4)
    assert table.to_position()["stake"] == 2
    assert table.to_position()["forcer"] == 0


def test_a_follower_stakes_exactly_that():
    table = force_phase([RUN_0, SET_0], pot=2).play("force 2")
    assert (table.current_player, table.phase) == (1, "answer")
    assert sorted(table.legal()) == ["fold", "follow 2"]
    assert table.refuses("follow 1")
    assert table.refuses("follow 3")


def test_following_pays_the_stake_into_the_pot():
    table = situation(
        A, "2s 3s 7d", melds=[RUN_0, SET_0], hands={1: "4d 5d 6d"}, phase="force", stones=[5, 5], pot=2
    ).play("force 2", "follow 2")
    assert table.phase == "keep"
    assert (table.stones, table.pot) == ((3, 3), 6)


def test_the_others_answer_clockwise():
    table = situation(
        A,
        "2s",
        melds=[(2, "run 4 4s 5s 6s")],
        players=4,
        mover=2,
        phase="force",
        hands={0: "2h 3h 4h", 1: "7h 8c 9h", 3: "2d 3d 4d"},
        stones=[5, 5, 5, 5],
    ).play("force 1")
    order = []
    while table.phase == "answer":
        order.append(table.current_player)
        table.play("follow 1")
    assert order == [3, 0, 1]
    assert table.to_position()["participants"] == [0, 1, 2, 3]


def test_who_can_not_pay_must_fold():
    table = force_phase([RUN_0, SET_0], stones=(5, 1, 5), players=3).play("force 2")
    assert table.current_player == 2
    assert table.happened(1, "fold", True)
    assert table.to_position()["participants"] == [0]


def test_who_is_out_is_not_asked():
    table = situation(
        A, "2s", melds=[RUN_0], hands={2: "Vd Cd Dd"}, players=3, phase="force", stones=[5, 0, 5], **{"in": [0, 2]}
    ).play("force 1")
    assert table.current_player == 2
    assert not table.happened(1, "fold", True)


def test_the_forcer_has_not_to_stake_all_their_stones():
    table = force_phase([RUN_0], stones=(1, 5)).play("force 1")
    assert table.stones[0] == 0
    assert table.players_in == (0, 1)


@pytest.mark.parametrize("needed", [0, 1, 2, 3])
def test_qualifying_melds(needed):
    table = situation(
        A.replace(qualifying_melds=needed, stake_limit="stones"), SPARE, melds=[RUN_0, SET_0], hands=TURN
    ).play("end")
    assert (table.phase == "force") is (needed <= 2)


def test_stake_limit_melds_without_a_meld_leaves_no_stake():
    table = situation(A.replace(qualifying_melds=0), f"4s 5s 6s {SPARE}", hands=TURN).play("end")
    assert (table.current_player, table.phase) == (1, "play")


def test_stake_limit_stones():
    table = force_phase([RUN_0], rules=A.replace(stake_limit="stones"), stones=(4, 9))
    assert table.legal("force") == ["force 1", "force 2", "force 3", "force 4"]
