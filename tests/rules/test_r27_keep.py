"""R27: each participant keeps two cards of the hand in secret, the forcer first, then clockwise."""

import pytest
from situations import A, B, editions, every_card, situation

FOUR = "2c 4h 7d 9c Th"
HANDS = {0: "2s 3h 8d", 1: "4d 5d 6d", 2: "6h Vh Cc", 3: "8s Vd Ac"}


def keep_phase(rules, hands=HANDS, mover=0, **more):
    players = max(max(hands) + 1, 2)
    position = {
        "phase": "keep",
        "forcer": mover,
        "stake": 1,
        "participants": sorted(hands),
        "stones": [5] * players,
        "pot": 2 * players,
        "four": FOUR,
        **more,
    }
    others = {seat: hand for seat, hand in hands.items() if seat != mover}
    return situation(rules, hands[mover], players=players, mover=mover, hands=others, **position)


@editions
def test_two_cards_are_kept_one_after_the_other(rules):
    table = keep_phase(rules)
    assert table.legal() == ["keep 2s", "keep 3h"]
    table.play("keep 2s")
    assert table.current_player == 0
    assert table.legal() == ["keep 3h", "keep 8d"]
    table.play("keep 3h")
    assert table.current_player == 1
    assert str(table.kept(0)) == "2s 3h"
    assert str(table.hand(0)) == "8d"


@editions
def test_each_pair_is_kept_one_way(rules):
    hand = "2s 3s 5h 9d Rc"
    pairs = set()
    table = keep_phase(rules, {**HANDS, 0: hand})
    for first in table.legal():
        once = table.after(first)
        seconds = once.legal() if once.current_player == 0 else [""]
        for second in seconds:
            twice = once.after(second) if second else once
            pairs.add(str(twice.kept(0)))
    assert len(pairs) == 10
    assert len(table.legal()) == 4


@editions
def test_the_second_never_has_a_lower_id(rules):
    table = keep_phase(rules, {**HANDS, 0: "2s 3s 5h 9d"}).play("keep 3s")
    assert table.legal() == ["keep 5h", "keep 9d"]
    assert table.refuses("keep 2s")


@editions
def test_the_last_possible_card_is_never_the_first(rules):
    table = keep_phase(rules)
    assert table.refuses("keep 8d")
    assert table.play("keep 2s").allows("keep 8d")


@pytest.mark.parametrize(("mover", "order"), [(0, [0, 1, 2, 3]), (2, [2, 3, 0, 1]), (3, [3, 0, 1, 2])])
@editions
def test_the_forcer_keeps_first_then_clockwise(rules, mover, order):
    table = keep_phase(rules, mover=mover)
    seats = []
    while table.deal == 1:
        if table.current_player not in seats:
            seats.append(table.current_player)
        table.play(table.legal()[0])
        if table.is_terminal:
            break
    assert seats == order


@editions
def test_who_does_not_take_part_keeps_nothing(rules):
    table = keep_phase(rules, participants=[0, 2])
    table.play("keep 2s", "keep 3h")
    assert table.current_player == 2


@editions
def test_two_cards_or_fewer_are_kept_without_a_choice(rules):
    hands = {0: "2s 3h 8d", 1: "4d 6d", 2: "Vh", 3: ""}
    table = keep_phase(rules, hands).play("keep 2s", "keep 3h")
    kept = [tuple(event) for event in table.events if event[1].startswith("keep")]
    assert kept[2:] == [(1, "keep 4d", True), (1, "keep 6d", True), (2, "keep Vh", True)]
    assert [text for text in table.texts(None) if text.startswith("showdown 0 ")]


def test_a_keeps_jokers():
    table = keep_phase(A, {**HANDS, 0: "2s 3h JK JK"})
    assert set(table.legal()) == {"keep 2s", "keep 3h", "keep JK"}
    table.play("keep JK")
    assert str(table.kept(0)) == "JK JK"
    assert table.current_player == 1


def test_a_second_joker_is_one_choice():
    table = keep_phase(A, {**HANDS, 0: "2s 3h JK JK"}).play("keep 3h")
    assert str(table.kept(0)) == "3h JK"


def test_b_keeps_no_joker():
    table = keep_phase(B, {**HANDS, 0: "2s 3h 8d JK"})
    assert table.legal() == ["keep 2s", "keep 3h"]
    assert table.refuses("keep JK")
    table.play("keep 3h")
    assert str(table.kept(0)) == "3h 8d"
    assert table.current_player == 1


@pytest.mark.parametrize(("hand", "kept"), [("2d JK JK", "2d"), ("JK JK JK", ""), ("2d 3d JK", "2d 3d")])
def test_b_who_has_fewer_than_two_others_keeps_fewer(hand, kept):
    table = keep_phase(B, {0: HANDS[0], 1: hand, 2: HANDS[2]}).play("keep 2s", "keep 3h")
    assert str(table.kept(1)) == kept
    assert table.current_player == 2


@pytest.mark.parametrize(("jokers", "allowed"), [("wild", True), ("dead", False)])
@editions
def test_jokers_at_showdown_decides_whether_a_joker_is_kept(rules, jokers, allowed):
    table = keep_phase(rules.replace(jokers_at_showdown=jokers), {**HANDS, 0: "2s 3h 8d JK"})
    assert table.after("keep 2s").allows("keep JK") is allowed


@editions
def test_cards_not_kept_play_no_part(rules):
    hands = {0: "2s Rs Rd", 1: "3s 5s Vh"}
    table = keep_phase(rules, hands, four="4d 6h 9c Th Cd").play("keep 2s", "keep Rd")
    table.play("keep 3s", "keep Vh")
    assert "showdown 0 high_card, 1 high_card: 0 wins 4" in table.texts(None)
    again = keep_phase(rules, hands, four="4d 6h 9c Th Cd").play("keep Rs", "keep 3s", "keep Vh")
    assert "showdown 0 pair, 1 high_card: 0 wins 4" in again.texts(None)


@editions
def test_keeping_keeps_the_76_cards(rules):
    table = keep_phase(rules)
    while table.deal == 1:
        assert len(every_card(table.state)) == 76
        table.play(table.legal()[0])
