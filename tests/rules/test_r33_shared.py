"""R33: equal hands share the pot equally; what can't be shared stays in the centre for the next deal."""

import pytest
from situations import A, B, editions, situation

# A straight flush on the board that no other card betters: everybody's five are the board.
BOARD = {A: "Ts Vs Ds Rs As", B: "Vs Cs Ds Rs As"}
PLAIN = {0: "2h 3d", 1: "4h 6d", 2: "7h 8d", 3: "9h 5d"}


def showdown(rules, participants, pot, stones, hands=PLAIN, four=None, **more):
    """The table after a showdown in which every hand of two is kept by itself."""
    players = len(stones)
    mover = participants[0]
    others = {seat: hand for seat, hand in hands.items() if seat < players and seat != mover}
    return situation(
        rules,
        hands[mover],
        players=players,
        mover=mover,
        hands=others,
        four=four or BOARD[rules],
        phase="keep",
        forcer=mover,
        stake=1,
        participants=participants,
        pot=pot,
        stones=stones,
        stays=False,
        **more,
    )


@pytest.mark.parametrize(("pot", "share", "left"), [(6, 2, 0), (7, 2, 1), (8, 2, 2), (9, 3, 0), (3, 1, 0)])
@editions
def test_the_pot_is_shared_equally_and_the_rest_stays(rules, pot, share, left):
    table = showdown(rules, [0, 1, 2], pot, [5, 5, 5])
    assert table.stones == (5 + share - 1,) * 3
    assert table.pot == left + 3


@editions
def test_only_the_equal_best_share(rules):
    hands = {0: "Rh 2d", 1: "Rc 3d", 2: "7d 8h"}
    table = showdown(rules, [0, 1, 2], 7, [5, 5, 5], hands, four="Rs 4h 6c 9d Vh")
    assert table.stones == (5 + 3 - 1, 5 + 3 - 1, 5 - 1)
    assert table.pot == 1 + 3


@editions
def test_a_folder_has_no_share(rules):
    table = showdown(rules, [0, 2], 7, [5, 5, 5])
    assert table.stones == (5 + 3 - 1, 5 - 1, 5 + 3 - 1)


@editions
def test_followers_who_staked_more_get_no_more(rules):
    table = showdown(rules, [0, 1], 8, [5, 1])
    assert table.stones == (5 + 4 - 1, 1 + 4 - 1)


@editions
def test_the_event_tells_who_shares(rules):
    table = showdown(rules, [0, 1, 2], 7, [5, 5, 5])
    text = next(text for text in table.texts(None) if text.startswith("showdown"))
    assert text.endswith(": 0 1 2 share 2 each")


@editions
def test_the_event_tells_who_wins(rules):
    table = showdown(rules, [0, 1], 7, [5, 5], {0: "Rh Rd", 1: "7d 8h"}, four="Rs 4h 6c 9d Vh")
    text = next(text for text in table.texts(None) if text.startswith("showdown"))
    assert text == "showdown 0 three_of_a_kind, 1 high_card: 0 wins 7"


@editions
def test_participants_are_told_in_the_order_of_the_seats(rules):
    table = situation(
        rules,
        "4h 6d",
        players=3,
        mover=1,
        hands={0: "2h 3d", 2: "7h 8d"},
        four=BOARD[rules],
        phase="keep",
        forcer=1,
        stake=1,
        participants=[0, 1, 2],
        pot=6,
        stones=[5, 5, 5],
        stays=False,
    )
    text = next(text for text in table.texts(None) if text.startswith("showdown"))
    assert text == "showdown 0 royal_flush, 1 royal_flush, 2 royal_flush: 0 1 2 share 2 each"


@editions
def test_nothing_is_lost_on_the_way(rules):
    for pot in range(4, 12):
        table = showdown(rules, [0, 1, 2, 3], pot, [5, 5, 5, 5])
        assert sum(table.stones) + table.pot == 20 + pot
