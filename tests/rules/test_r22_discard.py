"""R22: edition B discards a hand of more than nine down to nine, by choice; otherwise there is no discard."""

import pytest
from situations import A, B, deck_of, new_game, situation

TEN = "2s 4s 6s 8s Ts Cs 3h 5h 7h 9h"
NINE = "2s 4s 6s 8s Ts Cs 3h 5h 7h"
RUN = "Vd Cd Dd"
NEXT = {1: "4c 5c 6c"}


def test_over_nine_cards_one_is_discarded_after_playing():
    table = situation(B, TEN, hands=NEXT, stays=False)
    assert table.happened(0, "end", True)
    assert (table.current_player, table.phase) == (0, "discard")


def test_every_card_of_the_hand_is_a_choice():
    table = situation(B, TEN, hands=NEXT, stays=False)
    assert table.legal() == [f"discard {card}" for card in TEN.split()]
    assert table.refuses("discard 9c")
    assert table.refuses("pass")


def test_nine_cards_are_kept():
    table = situation(B, f"{NINE[:17]} {RUN}", hands=NEXT).play("end")
    assert table.current_player == 1
    assert table.discards == ()


def test_cards_laid_count_no_more():
    table = situation(B, f"{NINE} {RUN}", hands=NEXT).play("run 11 Vd Cd Dd")
    assert table.current_player == 1
    assert table.discards == ()


def test_discards_go_on_down_to_nine():
    table = situation(B, f"{NINE} {RUN}", hands=NEXT).play("end", "discard 2s", "discard Vd")
    assert table.phase == "discard"
    table.play("discard 3h")
    assert table.current_player == 1
    assert len(table.hand(0)) == 9


def test_discards_are_public_oldest_first():
    table = situation(B, f"{NINE} {RUN}", hands=NEXT, discards="9c 2d").play(
        "end", "discard Vd", "discard 2s", "discard 3h"
    )
    assert [str(card) for card in table.discards] == ["9c", "2d", "Vd", "2s", "3h"]


def test_discards_are_never_picked_up():
    table = situation(B, f"{NINE} {RUN}", hands={1: "9d 9s Ad Rd"}, discards="9c").play(
        "end", "discard 2s", "discard Vd", "discard 3h"
    )
    assert "9c" not in table.hand(1)
    assert not [text for text in table.legal() if "9c" in text]


def test_a_joker_may_be_discarded_and_equal_ones_are_one_choice():
    table = situation(B, "2s 4s 6s 8s Ts 3h 5h 7h JK JK", hands=NEXT).play("end")
    assert table.legal().count("discard JK") == 1
    table.play("discard JK")
    assert [str(card) for card in table.discards] == ["JK"]
    assert table.hand(0).jokers == 1


def test_an_atout_may_be_discarded():
    table = situation(B, "2s 4s 6s 8s Ts Cs 3h 5h 7h 9a", hands=NEXT).play("end", "discard 9a")
    assert table.current_player == 1


def test_the_first_turn_of_b_ends_with_a_discard():
    table = new_game(B, deck=deck_of("4s 5s 6s")).play("end")
    assert table.phase == "discard"


def test_a_has_no_discard():
    table = situation(A, f"{TEN} 2c {RUN} 9s", hands=NEXT).play("end")
    assert table.current_player == 1
    assert table.discards == ()


@pytest.mark.parametrize("limit", [1, 3, 7, 12])
def test_hand_limit(limit):
    table = situation(B.replace(hand_limit=limit), TEN, hands=NEXT, stays=False)
    while (table.current_player, table.phase) == (0, "discard"):
        table.play(table.legal()[-1])
    assert len(table.hand(0)) == min(limit, 10)
    assert len(table.discards) == 10 - min(limit, 10)


def test_no_hand_limit():
    table = situation(B.replace(hand_limit=None), f"{TEN} {RUN}", hands=NEXT).play("end")
    assert table.current_player == 1


def test_the_discard_comes_before_the_force():
    table = situation(B, TEN, melds=["set As Ah Ac"], hands=NEXT, stays=False)
    assert table.phase == "discard"
    table.play("discard 2s")
    assert (table.current_player, table.phase) == (0, "force")
