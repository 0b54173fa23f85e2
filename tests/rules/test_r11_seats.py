"""R11: who may sit, who opens, and the order clockwise."""

import pytest
from situations import A, B, deck_of, editions, new_game, situation

from athanor import Game, RulesError


@pytest.mark.parametrize(("rules", "most"), [(A, 8), (B, 7)], ids=["A", "B"])
def test_two_players_to_as_many_as_the_cards_allow(rules, most):
    for players in range(2, most + 1):
        state = Game(rules, players=players).new_state(seed=players)
        assert len(state.stones) == players
    for players in (most + 1, 1, 0, -2):
        with pytest.raises(RulesError, match="players can't be"):
            Game(rules, players=players)


@editions
def test_a_game_seats_the_players_of_its_rules_where_none_are_told(rules):
    assert Game(rules.replace(players=3)).players == 3


@editions
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_the_first_seat_opens_the_first_deal(rules, seat):
    table = new_game(rules.replace(players=3, first_seat=seat), players=3, deck=deck_of("4s 5s 6s"))
    assert (table.opener, table.current_player, table.deal, table.turn) == (seat, seat, 1, 1)
    assert table.happened(seat, "draw", True)


def next_deal(rules, opener, seats_in, stones, forcer):
    """The table after an uncontested Four of a deal opened so."""
    table = situation(
        rules.replace(qualifying_points=0, qualifying_melds=0, stake_limit="stones", target_stones=None),
        players=4,
        mover=forcer,
        phase="force",
        opener=opener,
        stones=stones,
        **{"in": seats_in},
    )
    table.play("force 1")
    while table.deal == 1:
        table.play("fold")
    return table


@editions
def test_each_deal_is_opened_by_the_next_clockwise(rules):
    assert next_deal(rules, 0, [0, 1, 2, 3], [5, 5, 5, 5], 0).opener == 1
    assert next_deal(rules, 3, [0, 1, 2, 3], [5, 5, 5, 5], 0).opener == 0


@editions
def test_the_opener_follows_the_last_opener_not_the_forcer(rules):
    assert next_deal(rules, 1, [0, 1, 2, 3], [5, 5, 5, 5], 3).opener == 2


@editions
def test_seats_that_are_out_do_not_open(rules):
    assert next_deal(rules, 0, [0, 2, 3], [5, 0, 5, 5], 2).opener == 2


@editions
def test_an_opener_that_is_out_is_still_counted_from(rules):
    table = next_deal(rules, 1, [0, 1, 2, 3], [5, 0, 5, 5], 3)
    assert (table.players_in, table.opener) == ((0, 2, 3), 2)


@editions
def test_turns_go_clockwise_past_who_is_out(rules):
    hands = {3: "4s 5s 6s", 0: "4h 5h 6h"}
    table = situation(rules, "4d 5d 6d", players=4, mover=1, hands=hands, stones=[5, 5, 0, 5], **{"in": [0, 1, 3]})
    assert table.play("end").current_player == 3
    assert table.play("end").current_player == 0
    assert table.play("end").current_player == 1


@editions
def test_who_is_out_gets_no_cards(rules):
    table = next_deal(rules, 0, [0, 2, 3], [5, 0, 5, 5], 2)
    assert len(table.hand(1)) == 0
    assert table.stones[1] == 0
