"""R12: stones, antes and cards at the start of a deal."""

import pytest
from situations import DECK, A, B, deck_of, editions, new_game, situation

RUN = "4s 5s 6s"


@pytest.mark.parametrize(("rules", "stones"), [(A, 10), (B, 9)], ids=["A", "B"])
def test_each_starts_with_the_stones_of_the_edition_and_antes_one(rules, stones):
    table = new_game(rules, players=3, seed=1)
    assert table.stones == (stones - 1,) * 3
    assert table.pot == 3


@pytest.mark.parametrize(("rules", "size"), [(A, 5), (B, 9)], ids=["A", "B"])
def test_hands_the_four_and_the_pile(rules, size):
    table = new_game(rules, players=3, deck=deck_of(RUN))
    assert [len(table.hand(seat)) for seat in range(3)] == [size + 1, size, size]
    assert len(table.four) == 5
    assert len(table.pile) == 76 - 3 * size - 5 - 1
    assert table.discards == ()
    assert table.melds == ()


@editions
def test_the_opener_is_dealt_first_then_clockwise_then_the_four(rules):
    deck = deck_of(RUN)
    texts = [DECK[i] for i in deck]
    size = rules.hand_size
    table = new_game(rules.replace(players=3, first_seat=1), players=3, deck=deck)
    dealt = {seat: texts[i * size : (i + 1) * size] for i, seat in enumerate((1, 2, 0))}
    dealt[1] = [*dealt[1], texts[3 * size + 5]]
    for seat, cards in dealt.items():
        assert sorted(map(str, table.hand(seat))) == sorted(cards)
    assert [str(card) for card in table.four] == texts[3 * size : 3 * size + 5]
    assert [str(card) for card in table.pile] == texts[3 * size + 6 :]


@editions
def test_options_of_the_start(rules):
    rules = rules.replace(starting_stones=20, ante=3, hand_size=7)
    table = new_game(rules, players=2, deck=deck_of(RUN))
    assert (table.stones, table.pot) == ((17, 17), 6)
    assert [len(table.hand(seat)) for seat in (0, 1)] == [8, 7]


@editions
def test_no_ante(rules):
    table = new_game(rules.replace(ante=0), players=2, deck=deck_of(RUN))
    assert (table.stones, table.pot) == ((rules.starting_stones,) * 2, 0)


@editions
def test_who_has_less_than_the_ante_pays_what_is_left(rules):
    table = new_game(rules.replace(ante=4, starting_stones=3), players=2, deck=deck_of(RUN))
    assert (table.stones, table.pot) == ((0, 0), 6)
    assert table.players_in == (0, 1)
    assert not table.is_terminal


@editions
def test_stones_left_in_the_centre_are_in_the_pot(rules):
    table = situation(
        rules.replace(royal="both", target_stones=None),
        "2h",
        hands={1: "3h", 2: "4h"},
        players=3,
        stays=False,
        phase="keep",
        four="Vs Cs Ds Rs As",
        pot=8,
        stones=[5, 5, 5],
        participants=[0, 1, 2],
        forcer=0,
        stake=1,
    )
    assert table.deal == 2
    assert table.pot == 2 + 3
    assert table.stones == (6, 6, 6)


@editions
def test_ante_every_round_is_paid_when_the_turn_comes_back_to_the_opener(rules):
    rules = rules.replace(ante_every="round")
    hands = {0: RUN, 1: "4h 5h 6h"}
    table = situation(rules, "4d 5d 6d", players=3, mover=2, hands=hands, opener=0, stones=[5, 5, 5], pot=3)
    table.play("end")
    assert table.current_player == 0
    assert (table.stones, table.pot) == ((4, 4, 4), 6)
    assert table.to_position()["antes"] == [1, 1, 1]


@editions
def test_ante_every_round_is_not_paid_at_other_turns(rules):
    rules = rules.replace(ante_every="round")
    table = situation(rules, "4d 5d 6d", players=3, mover=0, hands={1: "4h 5h 6h"}, stones=[5, 5, 5], pot=3)
    table.play("end")
    assert table.current_player == 1
    assert (table.stones, table.pot) == ((5, 5, 5), 3)


@editions
def test_ante_every_round_takes_what_is_left_and_leaves_who_is_out(rules):
    rules = rules.replace(ante_every="round", ante=2)
    table = situation(
        rules,
        "4d 5d 6d",
        players=4,
        mover=3,
        hands={0: RUN},
        opener=0,
        stones=[5, 1, 0, 0],
        pot=3,
        **{"in": [0, 1, 3]},
    )
    table.play("end")
    assert (table.stones, table.pot) == ((3, 0, 0, 0), 6)
    assert table.players_in == (0, 1, 3)


@editions
def test_antes_by_the_deal_are_paid_once(rules):
    table = situation(rules, "4d 5d 6d", mover=1, hands={0: RUN}, opener=0, stones=[5, 5], pot=2)
    table.play("end")
    assert (table.stones, table.pot) == ((5, 5), 2)


@editions
def test_the_first_round_antes_only_once(rules):
    table = new_game(rules.replace(ante_every="round"), players=2, deck=deck_of(RUN))
    assert table.pot == 2


@editions
def test_the_deal_is_an_event_before_the_draw(rules):
    table = new_game(rules, players=2, deck=deck_of(RUN))
    assert [tuple(event) for event in table.events][:2] == [(None, "deal", True), (0, "draw", True)]
