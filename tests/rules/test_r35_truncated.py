"""R35: a game may be cut after a number of turns; then nobody wins, and the result says so."""

import pytest
from situations import A, B, deck_of, editions, situation

from athanor import AthanorError, Game

NEXT = {1: "4d 5d 6d"}


def last_turn(rules, hand="4s 5s 6s", *, turn=7, max_turns=7, **more):
    return situation(rules, hand, hands={1: "4d 5d 6d 2c"}, turn=turn, max_turns=max_turns, **more)


def is_cut(table):
    return table.is_terminal and table.truncated and table.winner is None


@editions
def test_the_cut_falls_at_the_end_of_the_turn(rules):
    table = last_turn(rules)
    assert not table.is_terminal
    assert is_cut(table.play("end"))


@editions
def test_a_turn_before_it_goes_on(rules):
    table = last_turn(rules, turn=6).play("end")
    assert (table.is_terminal, table.current_player, table.turn) == (False, 1, 7)
    assert is_cut(table.play("end"))


@editions
def test_the_result_says_so(rules):
    table = last_turn(rules).play("end")
    assert table.phase == "over"
    assert table.current_player is None
    assert table.returns() == [0.0, 0.0]
    assert table.state.legal_actions() == []
    assert table.turn == 7
    assert table.refuses("end")


@editions
def test_nobody_draws_after_it(rules):
    table = last_turn(rules)
    pile = table.pile
    assert table.play("end").pile == pile


def test_a_discard_belongs_to_the_turn():
    table = last_turn(B, "2s 4s 6s 8s Ts Cs 3h 5h 7h 9a").play("end")
    assert table.phase == "discard"
    assert is_cut(table.play("discard 2s"))
    assert len(table.discards) == 1


ANY_FORCE = {"stake_limit": "stones", "qualifying_melds": 0, "qualifying_points": 0}


@editions
def test_a_four_that_it_opened_is_paid_first(rules):
    table = last_turn(rules.replace(**ANY_FORCE), stones=[5, 5], pot=2).play("end", "force 1", "fold")
    assert is_cut(table)
    assert table.stones == (7, 5)
    assert table.pot == 0
    assert table.deal == 1


@editions
def test_a_showdown_that_it_opened_is_paid_first(rules):
    table = last_turn(rules.replace(**ANY_FORCE), "2s 3h", phase="force", four="2h 2d 9c Th Vd", stones=[5, 5], pot=2)
    table.play("force 1", "follow 1")
    while not table.is_terminal:
        table.play(table.legal()[0])
    assert is_cut(table)
    assert table.stones == (4 + 4, 4)
    assert table.deal == 1


def test_a_game_won_in_that_turn_is_won():
    table = last_turn(A.replace(**ANY_FORCE), stones=[18, 5], pot=2).play("end", "force 1", "fold")
    assert (table.is_terminal, table.truncated, table.winner) == (True, False, 0)


@editions
def test_the_last_player_left_in_that_turn_has_won(rules):
    table = last_turn(rules.replace(**ANY_FORCE), stones=[5, 0], pot=2).play("end", "force 1")
    assert (table.is_terminal, table.truncated, table.winner) == (True, False, 0)


@editions
def test_an_exhausted_four_of_that_turn_is_paid_first(rules):
    rules = rules.replace(hand_limit=None, target_stones=None, qualifying_melds=23)
    table = last_turn(rules, "2s 3h", rest=1, final_turns=1, stones=[5, 5], pot=2, stays=False)
    while not table.is_terminal:
        table.play(table.legal()[0])
    assert is_cut(table)
    assert sum(table.stones) + table.pot == 12
    assert [text for text in table.texts(None) if text.startswith("showdown")]


@editions
def test_a_void_deal_of_that_turn_gives_back_its_antes(rules):
    rules = rules.replace(hand_limit=None, exhausted="void", qualifying_melds=23)
    table = last_turn(rules, rest=1, final_turns=1, stones=[5, 5], antes=[1, 1], pot=3).play("end")
    assert is_cut(table)
    assert (table.stones, table.pot, table.deal) == ((6, 6), 1, 1)


@pytest.mark.parametrize("turns", [1, 2, 5])
@editions
def test_turns_are_counted_from_the_start(rules, turns):
    game = Game(rules, players=2, max_turns=turns)
    state = game.new_state(deck=deck_of("4s 5s 6s"))
    while not state.is_terminal:
        legal = {game.action_text(action) for action in state.legal_actions()}
        state.apply("end" if "end" in legal else "pass" if "pass" in legal else min(legal))
    assert state.truncated
    assert state.turn == turns
    assert sum(text == "draw" for _, text, _ in state.events) == turns


@editions
def test_turns_go_on_counting_over_deals(rules):
    table = last_turn(rules.replace(**ANY_FORCE), turn=5, stones=[5, 5], pot=2).play("end", "force 1", "fold")
    assert table.deal == 2
    assert table.turn >= 6


@pytest.mark.parametrize("turns", [0, -1, 1.5, "many", None, True, 10**30])
def test_max_turns_is_a_whole_number_above_0(turns):
    with pytest.raises(AthanorError, match="max_turns"):
        Game(A, max_turns=turns)
