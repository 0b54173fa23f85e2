"""R24: edition B's force: who is qualified stakes 1 to all stones; others fold or stake at least as much."""

import pytest
from situations import B, situation

ACES = "set As Ah Ac"
HANDS = {0: "2s 7d 9d", 1: "4d 5d 6d", 2: "4h 5h 6h", 3: "4c 5c 6c"}
EXACT = B.replace(follow="exact")


def force_phase(stones, rules=B, mover=0, **more):
    return situation(
        rules,
        HANDS[mover],
        melds=[(mover, ACES)],
        mover=mover,
        players=len(stones),
        hands={seat: hand for seat, hand in HANDS.items() if seat < len(stones) and seat != mover},
        phase="force",
        stones=list(stones),
        **more,
    )


@pytest.mark.parametrize("stones", [1, 2, 5, 30])
def test_the_stake_is_1_to_all_stones(stones):
    table = force_phase([stones, 9])
    assert sorted(table.legal()) == sorted(["pass", *(f"force {stake}" for stake in range(1, stones + 1))])
    assert table.refuses("force 0")
    assert table.refuses(f"force {stones + 1}")


def test_a_stake_above_all_stones_of_the_game_is_refused():
    table = force_phase([5, 9])
    for stake in ("2000", "2001", "10000000000000000000000", "-1", "1.5", "one"):
        assert table.refuses(f"force {stake}")
    assert table.refuses("force")


def test_no_stake_is_above_2000():
    rules = B.replace(bank=None)
    table = situation(rules, HANDS[0], melds=[ACES], hands={1: HANDS[1]}, phase="force", stones=[3000, 3000])
    assert len(table.legal("force")) == 2000
    assert table.refuses("force 2001")
    table.play("force 1990")
    assert table.legal("follow")[-1] == "follow 2000"


def test_many_melds_do_not_limit_the_stake():
    table = situation(B, "2s 7d", melds=[ACES], hands={1: "4d 5d 6d"}, phase="force", stones=[9, 9])
    assert table.allows("force 9")


def test_forcing_is_never_compulsory():
    table = force_phase([5, 9]).play("pass")
    assert (table.current_player, table.phase, table.pot) == (1, "play", 0)


def test_followers_stake_at_least_as_much():
    table = force_phase([5, 4], pot=2).play("force 2")
    assert (table.current_player, table.phase) == (1, "answer")
    assert sorted(table.legal()) == ["fold", "follow 2", "follow 3", "follow 4"]
    assert table.refuses("follow 1")
    assert table.refuses("follow 5")


def test_more_is_legal_and_needs_no_answer():
    table = force_phase([5, 9, 9], pot=3).play("force 2", "follow 5")
    assert table.current_player == 2
    assert sorted(table.legal()) == ["fold", *(f"follow {k}" for k in range(2, 10))]
    table.play("follow 2")
    assert table.phase == "keep"
    assert (table.stones, table.pot) == ((3, 4, 7), 3 + 2 + 5 + 2)


def test_a_higher_stake_does_not_raise_what_others_must_pay():
    table = force_phase([5, 9, 9], pot=3).play("force 2", "follow 5")
    assert table.to_position()["stake"] == 2


def test_follow_exact():
    table = force_phase([5, 4], EXACT).play("force 2")
    assert sorted(table.legal()) == ["fold", "follow 2"]
    assert table.refuses("follow 3")


@pytest.mark.parametrize("rules", [B, EXACT], ids=["at_least", "exact"])
def test_who_has_less_than_the_stake_must_fold(rules):
    table = force_phase([5, 1, 9], rules).play("force 2")
    assert table.current_player == 2
    assert table.happened(1, "fold", True)


@pytest.mark.parametrize("rules", [B, EXACT], ids=["at_least", "exact"])
def test_who_has_just_the_stake_may_follow_with_it(rules):
    table = force_phase([5, 2], rules).play("force 2")
    assert sorted(table.legal()) == ["fold", "follow 2"]
    table.play("follow 2")
    assert table.stones[1] == 0
    assert table.phase == "keep"


@pytest.mark.parametrize(("mover", "order"), [(0, [1, 2, 3]), (2, [3, 0, 1]), (3, [0, 1, 2])])
def test_the_others_answer_clockwise_from_the_forcer(mover, order):
    table = force_phase([5, 5, 5, 5], mover=mover).play("force 1")
    seats = []
    while table.phase == "answer":
        seats.append(table.current_player)
        table.play("follow 1")
    assert seats == order


def test_a_position_in_the_middle_of_the_answers():
    table = situation(
        B,
        HANDS[3],
        players=4,
        mover=3,
        melds=[(1, ACES)],
        hands={seat: HANDS[seat] for seat in (0, 1, 2)},
        phase="answer",
        forcer=1,
        stake=2,
        participants=[1],
        stones=[5, 3, 5, 5],
        pot=6,
    ).play("follow 2", "fold")
    assert table.phase == "keep"
    assert table.to_position()["participants"] == [1, 3]


def test_a_large_stake_is_paid_in_full():
    table = situation(
        B.replace(starting_stones=100, bank=1000),
        HANDS[0],
        melds=[ACES],
        hands={1: HANDS[1]},
        phase="force",
        stones=[900, 700],
    )
    assert len(table.legal()) == 901
    table.play("force 650")
    assert len(table.legal()) == 52
    assert table.play("follow 700").stones == (250, 0)
