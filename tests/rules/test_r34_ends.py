"""R34: in A, 20 stones after a Four won alone win; players without stones are out; the last one left wins."""

import pytest
from situations import SPARE, A, B, editions, situation

WINS = {0: "Rh Rd", 1: "7d 8h", 2: "6d 5h", 3: "4d 5c"}
FOUR = "Rs 4h 6c 9d Vh"
ROYAL = "Ts Vs Ds Rs As"


def showdown(rules, stones, pot, participants=None, four=FOUR, mover=0, **more):
    """A showdown that seat 0 wins with three R, or that all share on a royal board."""
    players = len(stones)
    return situation(
        rules,
        WINS[mover],
        players=players,
        mover=mover,
        hands={seat: WINS[seat] for seat in range(players) if seat != mover},
        four=four,
        phase="keep",
        forcer=mover,
        stake=1,
        participants=participants or list(range(players)),
        pot=pot,
        stones=stones,
        stays=False,
        **more,
    )


@pytest.mark.parametrize(("stones", "pot", "wins"), [(17, 3, True), (17, 2, False), (10, 12, True), (25, 2, True)])
def test_20_stones_after_a_four_won_alone_win_the_game(stones, pot, wins):
    table = showdown(A, [stones, 5, 5], pot)
    assert table.is_terminal is wins
    if wins:
        assert table.winner == 0
        assert table.stones == (stones + pot, 5, 5)
        assert table.pot == 0
    else:
        assert table.deal == 2


def test_a_shared_pot_is_no_victory():
    table = showdown(A, [25, 25], 4, four=ROYAL)
    assert not table.is_terminal
    assert table.deal == 2


def test_stones_from_melds_alone_never_win():
    table = situation(A, f"3a 4a 5a {SPARE}", stones=[19, 5], hands={1: "4d 5d 6d"}).play("run 3 3a 4a 5a")
    assert table.stones == (23, 5)
    assert not table.is_terminal
    assert not table.play("end", "pass").is_terminal


def test_another_s_20_stones_do_not_win():
    table = showdown(A, [5, 30], 4)
    assert not table.is_terminal
    assert table.stones == (5 + 4 - 1, 30 - 1)


def test_b_has_no_such_end():
    table = showdown(B, [30, 5], 4)
    assert not table.is_terminal
    assert table.deal == 2


@pytest.mark.parametrize(("target", "wins"), [(9, True), (10, False), (1, True), (10_000, False), (None, False)])
@editions
def test_target_stones(rules, target, wins):
    table = showdown(rules.replace(target_stones=target), [5, 5], 4)
    assert table.is_terminal is wins


@editions
def test_who_has_no_stones_after_the_pot_is_paid_is_out(rules):
    table = showdown(rules, [5, 0, 5], 4)
    assert table.players_in == (0, 2)
    assert table.deal == 2
    assert len(table.hand(1)) == 0
    assert table.stones == (8, 0, 4)


@editions
def test_also_who_folded_or_took_no_part(rules):
    table = showdown(rules, [5, 5, 0], 4, participants=[0, 1])
    assert table.players_in == (0, 1)


@editions
def test_who_wins_back_stones_from_none_stays(rules):
    table = showdown(rules, [0, 5], 4)
    assert table.players_in == (0, 1)
    assert table.stones == (3, 4)


@editions
def test_a_share_keeps_who_had_none(rules):
    rules = rules.replace(royal="both")
    table = showdown(rules, [0, 0], 5, four=ROYAL)
    assert table.players_in == (0, 1)
    assert table.stones == (1, 1)
    assert table.pot == 1 + 2


@editions
def test_one_left_wins(rules):
    table = showdown(rules, [5, 0, 0], 6)
    assert (table.is_terminal, table.winner, table.truncated) == (True, 0, False)
    assert table.stones == (11, 0, 0)
    assert table.players_in == (0,)


@editions
def test_nobody_is_out_while_a_stake_of_theirs_is_in_the_pot(rules):
    table = situation(
        rules.replace(stake_limit="stones", qualifying_melds=0, qualifying_points=0),
        "2s 3h 8d",
        players=3,
        hands={1: "4d 5d 7d", 2: "9c Th 2h"},
        phase="force",
        stones=[1, 1, 5],
        pot=3,
    ).play("force 1", "follow 1")
    assert table.stones[:2] == (0, 0)
    assert table.players_in == (0, 1, 2)
    assert table.phase == "answer"


@editions
def test_nobody_is_out_in_the_middle_of_a_deal(rules):
    table = situation(rules, "4d 5d 6d", players=3, hands={1: "4h 5h 6h", 2: "4c 5c 6c"}, stones=[5, 0, 5])
    assert table.play("end").current_player == 1
    assert table.players_in == (0, 1, 2)


@editions
def test_the_game_is_over(rules):
    table = showdown(rules, [5, 0, 0], 6)
    assert table.phase == "over"
    assert table.current_player is None
    assert table.state.legal_actions() == []
    for action in ("end", "pass", "keep 2s", 0):
        assert table.refuses(action)


@pytest.mark.parametrize("players", [2, 3, 4])
@editions
def test_returns(rules, players):
    table = showdown(rules, [5, *[0] * (players - 1)], 6)
    assert table.returns() == [1.0, *[-1 / (players - 1)] * (players - 1)]


@editions
def test_returns_are_0_before_the_end(rules):
    assert showdown(rules, [5, 5, 5], 3).returns() == [0.0, 0.0, 0.0]


def test_the_target_is_looked_at_before_who_is_out():
    table = showdown(A, [18, 0, 5], 4)
    assert (table.is_terminal, table.winner) == (True, 0)


def test_another_seat_may_win():
    table = showdown(A, [5, 18, 5], 4, participants=[1, 2], four="7s 4h Cc 9d Vh", mover=1)
    assert (table.winner, table.stones) == (1, (5, 22, 5))
    assert table.returns() == [-0.5, 1.0, -0.5]


@editions
def test_nobody_wins_where_a_pot_too_small_to_share_leaves_nobody_a_stone(rules):
    table = showdown(rules, [0, 0], 1, participants=[0, 1], four=ROYAL)
    assert (table.is_terminal, table.winner, table.truncated) == (True, None, True)
    assert (table.stones, table.pot) == ((0, 0), 1)
    assert table.returns() == [0.0, 0.0]
