"""R14: when no card is left, each has one turn more; then the Four opens by itself, or the deal is void."""

import pytest
from situations import A, B, editions, every_card, situation

RUNS = {0: "4s 5s 6s", 1: "4h 5h 6h", 2: "4d 5d 6d"}

# Nobody can force in these tests, so that the deal runs out.
NO_FORCE = {"qualifying_melds": 23}


def hands_but(seat, players):
    return {other: RUNS[other] for other in range(players) if other != seat}


def last_turn(rules, players=2, mover=1, **position):
    """The last turn of an exhausted deal; the next seat would follow the mover and holds all that is left."""
    rules = rules.replace(**NO_FORCE)
    position = {"final_turns": 1, "rest": (mover + 1) % players, **position}
    return situation(rules, RUNS[mover], players=players, mover=mover, hands=hands_but(mover, players), **position)


@editions
def test_a_draw_that_finds_nothing_gives_each_one_turn_more(rules):
    rules = rules.replace(**NO_FORCE)
    table = situation(rules.replace(hand_limit=None), RUNS[0], players=3, hands=hands_but(0, 3), rest=0, top="9c")
    assert table.play("end").to_position()["final_turns"] is None
    assert "9c" in table.hand(1)
    assert table.play("end").to_position()["final_turns"] == 3
    assert table.current_player == 2
    assert table.play("end").to_position()["final_turns"] == 2
    assert table.current_player == 0
    assert table.play("end").to_position()["final_turns"] == 1
    assert table.current_player == 1
    assert table.phase == "play"
    assert table.play("end").phase == "keep"
    assert table.texts().count("draw") == 1


@editions
def test_the_four_opens_by_itself_and_all_take_part_without_a_stake(rules):
    table = last_turn(rules, players=3, mover=1, stones=[5, 6, 7], pot=3)
    table.play("end")
    position = table.to_position()
    assert table.phase == "keep"
    assert position["participants"] == [0, 1, 2]
    assert position["forcer"] is None
    assert (table.stones, table.pot) == ((5, 6, 7), 3)


@pytest.mark.parametrize(("mover", "first"), [(0, 1), (1, 2), (2, 0)])
@editions
def test_who_would_be_next_keeps_first(rules, mover, first):
    table = last_turn(rules, players=3, mover=mover).play("end")
    assert table.current_player == first
    assert table.to_position()["first_keeper"] == first
    order = [first]
    while table.phase == "keep" and table.deal == 1:
        table.play(table.legal()[0])
        if table.deal == 1 and table.current_player != order[-1]:
            order.append(table.current_player)
    assert order == [first, (first + 1) % 3, (first + 2) % 3]


@editions
def test_who_is_out_has_no_last_turn(rules):
    rules = rules.replace(hand_limit=None, **NO_FORCE)
    table = situation(rules, RUNS[0], players=3, hands={2: RUNS[2]}, rest=0, stones=[5, 0, 5], **{"in": [0, 2]}).play(
        "end"
    )
    assert (table.current_player, table.to_position()["final_turns"]) == (2, 2)
    assert table.play("end").current_player == 0
    assert table.play("end").phase == "keep"


@editions
def test_a_force_in_the_last_turns_is_like_any_other(rules):
    rules = rules.replace(qualifying_melds=0, qualifying_points=0, stake_limit="stones", hand_limit=None)
    table = situation(rules, RUNS[0], hands={1: RUNS[1]}, rest=0, final_turns=2, stones=[5, 5], pot=2)
    table.play("end", "force 2")
    assert (table.phase, table.current_player) == ("answer", 1)
    table.play("fold")
    assert table.deal == 2


def test_b_discards_of_the_last_turns_are_not_drawn():
    hand = "4s 5s 6s 9d 9h Tc 2h Vd Cs 3s"
    table = situation(B.replace(**NO_FORCE), hand, hands={1: RUNS[1]}, rest=1, final_turns=2)
    table.play("end", "discard 3s")
    assert table.current_player == 1
    assert [str(card) for card in table.discards] == ["3s"]
    assert not table.happened(1, "draw", True)


def test_b_is_exhausted_only_when_the_discards_are_gone_too():
    refilled = situation(B.replace(**NO_FORCE), RUNS[0], hands={1: RUNS[1]}, discards="9c 9d", rest=1).play("end")
    assert refilled.to_position()["final_turns"] is None
    gone = situation(B.replace(**NO_FORCE), RUNS[0], hands={1: RUNS[1]}, rest=1).play("end")
    assert gone.to_position()["final_turns"] == 2
    assert not gone.happened(None, "shuffle", True)


def test_the_winner_takes_the_pot():
    table = last_turn(A, four="7s 8s 9d Th 2c", pot=6, stones=[5, 5])
    table.play("end")
    while table.deal == 1:
        table.play(table.legal()[0])
    assert [text for text in table.texts(None) if text.startswith("showdown 0 ")]
    assert sum(table.stones) + table.pot == 16


def exhausted_four(rules, stones, pot):
    """Seat 1 wins with a Full, seat 2 shows 4d 7d, seat 0 shows 4s 5s."""
    table = situation(
        rules.replace(hand_limit=None, target_stones=None, **NO_FORCE),
        "4s 5s 6s",
        hands={1: "Ra 3d", 2: "4d 7d"},
        players=3,
        rest=0,
        four="Rs Rh Dd Dc 2c",
        final_turns=1,
        stones=stones,
        pot=pot,
    )
    return table.play("end", "keep 4s", "keep 5s")


@editions
def test_r34_the_exhausted_four_puts_out_who_has_no_stones(rules):
    table = exhausted_four(rules, stones=[0, 5, 3], pot=4)
    assert table.players_in == (1, 2)
    assert table.stones == (0, 5 + 4 - 1, 3 - 1)
    assert (table.deal, table.is_terminal) == (2, False)


@editions
def test_r34_the_exhausted_four_can_leave_one(rules):
    table = exhausted_four(rules, stones=[0, 5, 0], pot=4)
    assert (table.is_terminal, table.winner, table.stones) == (True, 1, (0, 9, 0))


def test_r34_the_exhausted_four_can_win_the_game():
    table = situation(
        A.replace(**NO_FORCE),
        "4s 5s 6s",
        hands={1: "Ra 3d"},
        rest=0,
        four="Rs Rh Rd 9c 2c",
        final_turns=1,
        stones=[5, 18],
        pot=2,
    )
    table.play("end", "keep 4s", "keep 5s")
    assert (table.is_terminal, table.winner, table.stones) == (True, 1, (5, 20))


def void_turn(rules, **position):
    return last_turn(rules.replace(exhausted="void"), **position).play("end")


@editions
def test_void_gives_back_every_ante_of_the_deal(rules):
    table = void_turn(rules, stones=[5, 6], antes=[3, 1], pot=4)
    assert (table.deal, table.opener) == (2, 1)
    assert table.stones == (5 + 3 - 1, 6 + 1 - 1)
    assert table.pot == 2


@editions
def test_void_leaves_the_stones_of_earlier_deals_in_the_centre(rules):
    table = void_turn(rules, stones=[5, 6], antes=[1, 1], pot=5)
    assert table.stones == (5, 6)
    assert table.pot == 3 + 2


@editions
def test_void_has_no_four(rules):
    table = void_turn(rules, stones=[5, 6], antes=[1, 1], pot=2)
    assert not [text for text in table.texts() if text.startswith(("showdown", "keep"))]


@editions
def test_void_puts_nobody_out_and_makes_nobody_win(rules):
    table = void_turn(rules, players=3, stones=[0, 30, 0], antes=[0, 1, 1], pot=2)
    assert table.players_in == (0, 1, 2)
    assert not table.is_terminal
    assert table.stones == (0, 30, 0)


@editions
def test_void_deals_all_cards_anew(rules):
    table = void_turn(rules, stones=[5, 6], antes=[1, 1], pot=2)
    assert len(every_card(table.state)) == 76
    assert table.melds == ()
    assert table.to_position()["final_turns"] is None


@editions
def test_void_still_ends_in_a_forced_four(rules):
    rules = rules.replace(
        exhausted="void", qualifying_melds=0, qualifying_points=0, stake_limit="stones", hand_limit=None
    )
    table = situation(rules, RUNS[0], hands={1: RUNS[1]}, rest=0, final_turns=1, stones=[5, 5], antes=[1, 1], pot=2)
    table.play("end", "force 1", "fold")
    assert table.happened(1, "fold", False)
    assert table.stones == (5 + 2 - 1, 5 - 1)
