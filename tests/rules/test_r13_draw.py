"""R13: each turn opens with a draw; B shuffles the discards into a new pile."""

from situations import A, B, editions, every_card, situation

RUN = "4s 5s 6s"
HEARTS = "4h 5h 6h"


@editions
def test_the_top_card_of_the_pile_is_drawn_and_it_is_no_choice(rules):
    table = situation(rules, RUN, hands={1: HEARTS}, top="9d 2c").play("end")
    assert table.current_player == 1
    assert "9d" in table.hand(1)
    assert str(table.pile[0]) == "2c"
    assert table.happened(1, "draw", True)


@editions
def test_the_pile_lies_in_drawing_order(rules):
    table = situation(rules, RUN, hands={1: HEARTS}, top="9d 2c 7s").play("end", "end")
    assert "2c" in table.hand(0)
    assert str(table.pile[0]) == "7s"


@editions
def test_only_the_player_whose_turn_it_is_draws(rules):
    table = situation(rules, RUN, players=3, hands={1: HEARTS, 2: "9s 9h 9d"}, top="3d").play("end")
    assert [len(table.hand(seat)) for seat in range(3)] == [3, 4, 3]


def test_an_empty_pile_is_made_anew_of_all_discards():
    table = situation(B, RUN, hands={1: HEARTS}, rest="discards")
    before = sorted(map(str, table.discards))
    table.play("end")
    drawn = set(map(str, table.hand(1))) - set(HEARTS.split())
    assert sorted([*map(str, table.pile), *drawn]) == before
    assert table.discards == ()
    assert table.texts()[-2:] == ["shuffle", "draw"]
    assert table.happened(None, "shuffle", True)


def test_the_new_pile_is_shuffled():
    table = situation(B, RUN, hands={1: HEARTS}, rest="discards")
    before = list(map(str, table.discards))
    table.play("end")
    after = list(map(str, table.pile))
    assert [card for card in before if card in after] != after


def test_the_shuffle_comes_from_the_position_s_generator():
    tables = [situation(B, RUN, hands={1: HEARTS}, rest="discards", rng=[1, 2, 3, seed]) for seed in (4, 4, 5)]
    piles = [table.play("end").pile for table in tables]
    assert piles[0] == piles[1] != piles[2]


def test_the_pile_is_not_refilled_before_a_draw_needs_it():
    table = situation(B, RUN, hands={1: HEARTS, 0: RUN}, top="9d", rest="discards").play("end")
    assert table.pile == ()
    assert len(table.discards) > 0
    assert not table.happened(None, "shuffle", True)


def test_a_discard_of_the_turn_before_goes_into_the_new_pile():
    hand = "4s 5s 6s 9d 9h Tc 2h Vd Cs 3s"
    table = situation(B, hand, hands={1: HEARTS}, rest="discards").play("end", "discard 3s")
    assert table.discards == ()
    assert "3s" in map(str, [*table.pile, *table.hand(1)])


def test_a_has_no_discards_to_draw_from():
    table = situation(A, RUN, hands={1: HEARTS}, rest=0).play("end")
    assert table.current_player == 1
    assert len(table.hand(1)) == 3
    assert not table.happened(1, "draw", True)
    assert table.discards == ()


def test_a_hand_limit_brings_the_refill():
    table = situation(A.replace(hand_limit=9), RUN, hands={1: HEARTS}, rest="discards").play("end")
    assert table.happened(None, "shuffle", True)
    assert len(every_card(table.state)) == 76
