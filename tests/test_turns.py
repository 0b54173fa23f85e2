"""The best whole turn against every line of play, and what must hold of each plan."""

import signal
from random import Random

import pytest
from oracles.random_positions import nasty_position
from oracles.random_rules import random_rules
from oracles.turns import ORDERS, TooLargeError, best_figures, turn_ends
from random_states import random_states
from situations import A, B, situation
from turn_plans import check_plan

from athanor import ArgumentError, CardError, Game, PositionError, best_melds

MOST_SITUATIONS = 700
EVERY_OPTION_CHANGED = 0.2


def adds_up(rules):
    """Whether the hand search decides on the lays, and the Jokers left are no promise."""
    return rules.turn_order == "steps" and rules.pair_stones == 0 and rules.bank is None


def figures(plan):
    named = {"points": plan.points, "stones": plan.stones, "cards": plan.cards}
    second = "stones" if plan.objective == "points" else "points"
    return named[plan.objective], named[second], plan.left.jokers


def nasty_state(rng):
    """A position full of wild cards, sometimes before the mover's first lay or some actions later."""
    rules, players = random_rules(rng, EVERY_OPTION_CHANGED) if rng.random() < 0.5 else (rng.choice((A, B)), 3)
    position = nasty_position(rng, rules, players, hand_size=rng.randint(2, 6))
    if rng.random() < 0.25:
        position["melds"] = [meld for meld in position["melds"] if meld["owner"] != position["current_player"]]
        for key in ("points", "pile", "four"):
            del position[key]
    if rng.random() < 0.3:
        position["added"] = [rng.randrange(3) for _ in range(players)]
    state = Game(rules, players=players).new_state(position=position)
    for _ in range(rng.choice((0, 0, 1, 2))):
        after = state.copy()
        after.apply(rng.choice(state.legal_actions()))
        if (after.phase, after.turn) == ("play", state.turn):
            state = after
    return state


@pytest.mark.parametrize("seed", range(12))
def test_equals_every_line_of_play(seed):
    rng = Random(seed)
    compared = 0
    while compared < 10:
        state = nasty_state(rng)
        if state.phase != "play":
            continue
        try:
            ends = turn_ends(state, MOST_SITUATIONS)
        except TooLargeError:
            continue
        compared += 1
        for objective in ORDERS:
            plan = state.best_turn(objective)
            check_plan(state, plan)
            best = best_figures(ends, objective)
            promised = 2 if adds_up(state.game.rules) else 3
            if plan.exact:
                assert figures(plan)[:promised] == best[:promised], (state.to_position(), objective)
            else:
                assert figures(plan) <= best


@pytest.mark.parametrize("seed", range(3))
def test_every_plan_can_be_played_and_gains_what_it_says(seed):
    for state in random_states(60, seed, over=False):
        if state.phase == "play":
            for objective in ORDERS:
                check_plan(state, state.best_turn(objective))


@pytest.mark.parametrize("rules", [A, B])
def test_hands_and_tables_of_the_editions_are_searched_whole(rules):
    rng = Random(1)
    searched = 0
    for number in range(12):
        state = Game(rules, players=4).new_state(seed=number)
        while not state.is_terminal and state.turn < 25:
            if state.phase == "play":
                assert state.best_turn().exact
                searched += 1
            state.apply(rng.choice(state.legal_actions()))
    assert searched > 100


def test_the_table_adds_nothing_where_there_is_none():
    rng = Random(4)
    for _ in range(60):
        cards = rng.sample(range(76), rng.randint(3, 11))
        for rules in (A, B):
            for objective in ORDERS:
                hand = best_melds(cards, rules, objective)
                turn = best_melds(cards, rules, objective, table=[])
                stones = min(hand.stones, turn.stones) if rules is B else hand.stones
                assert (turn.points, turn.stones, len(turn.left)) == (hand.points, stones, len(hand.left))


def best(rules, hand, melds, objective="stones", **position):
    table = situation(rules, hand, melds=melds, **position)
    plan = table.state.best_turn(objective)
    assert plan.exact
    check_plan(table.state, plan)
    return plan


def random_table(rng, size, jokers):
    """A hand, and what the other cards can lay in front of four players."""
    cards = rng.sample(range(70), 70)
    hand = cards[: size - jokers] + list(range(70, 70 + jokers))
    others = [*cards[size - jokers : 60], *range(70 + jokers, 76)]
    laid = best_melds(others, A.replace(completions_per_turn=0), "cards").melds[:8]
    return hand, [{"owner": number % 4, "meld": str(meld)} for number, meld in enumerate(laid)]


@pytest.mark.parametrize("completions", [1, 2, None])
def test_larger_hands_gain_the_same_with_and_without_the_hand_search(completions):
    rng = Random(completions)
    free = A.replace(completions_per_turn=completions)
    for size, jokers in ((8, 1), (10, 2), (12, 3), (14, 1)):
        hand, table = random_table(rng, size, jokers)
        for objective in ORDERS:
            plan = best_melds(hand, free, objective, table=table)
            other = best_melds(hand, free.replace(bank=1000), objective, table=table)
            assert plan.exact
            assert other.exact
            assert figures(plan)[:2] == figures(other)[:2]


def test_a_turn_too_large_to_search_whole_says_so():
    hand, table = random_table(Random(1), 24, 4)
    plan = best_melds(hand, B, "stones", opened=True, table=table)
    assert not plan.exact
    assert plan.stones > 0
    assert plan == best_melds(hand[::-1], B, "stones", opened=True, table=table)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no such timer")
def test_a_long_search_hears_an_interrupt():
    hand, table = random_table(Random(1), 40, 4)
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        with pytest.raises(KeyboardInterrupt):
            best_melds(hand, B, "points", opened=True, table=table)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# Edition A.

def test_r16_the_one_card_added_goes_where_it_pays_most():
    plan = best(A, "7s 4h 5h 6h 7h", ["run 4 4s 5s 6s"], "points")
    assert plan.actions == ("run 5 5h 6h 7h", "add m0 7s high")
    assert (plan.points, plan.stones, str(plan.left)) == (25, 2, "4h")
    elsewhere = best(A, "7s 4h 5h 6h 7h", [(1, "run 4 4s 5s 6s")], "points")
    assert elsewhere.points == 22


def test_r16_a_card_completes_anyones_meld():
    assert best(A, "7s Rh", [(1, "run 4 4s 5s 6s")]).actions == ("add m0 7s high",)


def test_r17_jokers_are_stolen_last_and_pay_nothing():
    plan = best(A, "5s 9h 9d 9c", [(1, "run 4 4s JK 6s")])
    assert plan.actions == ("set 9h 9d 9c", "take m0 5s JK")
    assert (plan.stones, str(plan.left)) == (1, "JK")


def test_r17_each_natural_takes_the_joker_that_leaves_one_for_the_others():
    plan = best(A, "5s 5h Rd", [(1, "set 5d 5c JK"), (1, "run 4 4s JK 6s")], step="take")
    assert set(plan.actions) == {"take m0 5h JK", "take m1 5s JK"}


# Edition B.

def test_r10_the_atout_takes_the_joker_of_a_set_with_all_naturals():
    full = "set 6s 6h 6d 6c JK"
    plan = best(B, "6a 8d 9d", [full])
    assert plan.actions[0] == "take m0 6a JK"
    assert plan.cards == 3
    assert best(A, "6a", [full]).actions == ("take m0 6a JK",)
    assert best(A, "6a", ["set 6s 6h 6d JK"]).actions == ("add m0 6a",)


def test_r20_two_single_cards_on_one_owners_melds_pay():
    plan = best(B, "7s Rh Th", [(1, "run 4 4s 5s 6s"), (1, "run 7 7h 8h 9h"), "run 11 Vd Cd Dd"])
    assert (set(plan.actions), plan.stones) == ({"add m0 7s high", "add m1 Th high"}, 1)


def test_r20_an_owner_without_stones_is_not_worth_a_pair():
    melds = [(1, "run 4 4s 5s 6s"), "run 2 2h 3h 4h"]
    plan = best(B, "7s 8s 5h 6h", melds, stones=[9, 0])
    assert plan.stones == 1
    assert {"add m1 5h high", "add m1 6h high"} <= set(plan.actions)


def test_r20_the_bank_pays_as_far_as_it_reaches():
    own = ["run 2 2h 3h 4h", "run 11 Vd Cd Dd"]
    assert best(B, "5h 6h 7h 8h", own, bank=1).stones == 1
    assert best(B, "5h 6h 7h 8h", own, bank=9).stones == 2


def test_r20_a_card_added_before_counts():
    assert best(B, "5h", ["run 2 2h 3h 4h"], added=[1, 0]).stones == 1
    assert best(B, "5h", ["run 2 2h 3h 4h"], added=[0, 0]).stones == 0


def test_r21_a_wild_card_is_taken_only_to_be_laid():
    plan = best(B, "5s Rh", ["run 4 4s JK 6s"])
    assert plan.actions[0] == "take m0 5s JK"
    assert plan.actions[1].startswith("add m0 JK")
    assert plan.points > 0


def test_r21_an_atout_taken_from_one_meld_goes_to_another():
    plan = best(B, "5s Rh", [(1, "run 4 4s 5a 6s"), "run 6 6h 7h 8h"], "points")
    assert plan.actions == ("take m0 5s 5a", "add m1 5a low")
    assert plan.points == 5


def test_r21_what_is_owed_already_is_laid():
    plan = best(B, "JK Rh 2c", ["run 4 4s 5s 6s"], owed="JK")
    assert any("JK" in action for action in plan.actions)


def test_r19_nothing_comes_before_the_first_run():
    melds = [(1, "run 4 4s 5s 6s")]
    table = [{"owner": 1, "meld": "run 4 4s 5s 6s"}]
    assert best_melds("7s 8s 2h 2d 2c", B, "stones", table=table).actions == ()
    plan = best(B, "7s 8s 2h 3h 4h", melds)
    assert plan.actions[0] == "run 2 2h 3h 4h"
    assert plan.stones == 1


def test_r19_a_card_taken_is_not_in_the_first_run():
    table = [{"owner": 1, "meld": "run 4 4s JK 6s"}]
    assert best_melds("5s 2h 3h", B, "points", table=table).actions == ()
    assert best_melds("5s 2h 3h", B, "points", opened=True, table=table).cards == 3


def test_r19_in_ordered_steps_too_nothing_comes_before_the_first_run():
    rules, table = A.replace(first_run_required=True), [{"owner": 1, "meld": "run 4 4s 5s 6s"}]
    assert best_melds("7s", rules, "stones", table=table).actions == ()
    assert len(best_melds("7s 2h 3h 4h", rules, "stones", table=table).actions) == 2


def test_r16_more_ways_to_add_than_the_hand_search_is_asked_for():
    ranks = "A23456789TVCD"
    state = situation(
        A.replace(completions_per_turn=None), hand=" ".join(rank + "s" for rank in ranks),
        melds=[f"set {rank}h {rank}d {rank}c" for rank in ranks],
    ).state
    plan = state.best_turn("stones")
    check_plan(state, plan)
    # Each card alone brings its stone; a run would bring one for its first three.
    assert (plan.stones, plan.cards) == (len(ranks), len(ranks))
    assert all(action.startswith("add ") for action in plan.actions)


def test_r17_a_joker_is_stolen_beside_a_card_not_worth_adding():
    rules = A.replace(completion_stones=0)
    plan = best(rules, "5s 7s", [(1, "run 4 4s JK 6s")])
    assert plan.actions == ("take m0 5s JK",)


def test_points_and_stones_may_pull_apart():
    melds = [(1, "run 2 2s 3s 4s"), "run 8 8h 9h Th"]
    stones = best(B, "5s 6s Vh 2d", melds, stones=[9, 9], bank=0)
    assert (stones.stones, stones.points) == (1, 10)


# Errors.

@pytest.mark.parametrize("objective", ["score", "", None, 1, ["points"]])
def test_an_unknown_objective_is_told_the_three(objective):
    state = Game(B).new_state(seed=1)
    with pytest.raises(ArgumentError, match="points, stones, cards"):
        state.best_turn(objective)
    with pytest.raises(ArgumentError, match="points, stones, cards"):
        best_melds("5s", B, objective, table=[])


def test_only_a_turns_play_is_planned():
    state = situation(B, "8h", melds=["run 9 9h Th Vh Ch Dh"]).play("end").state
    assert state.phase == "force"
    with pytest.raises(ArgumentError, match="'force'"):
        state.best_turn()


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (5, "iterable"),
        ("run 4 4s 5s 6s", "iterable"),
        ({"owner": 0, "meld": "run 4 4s 5s 6s"}, "iterable"),
        ([5], "is no meld"),
        ([{"owner": 0}], "is no meld"),
        ([{"owner": 0, "meld": 5}], "is no meld"),
        ([{"owner": 8, "meld": "run 4 4s 5s 6s"}], "from 0 to 3"),
        ([{"owner": None, "meld": "run 4 4s 5s 6s"}], "from 0 to 3"),
        ([{"owner": 0, "meld": "run 4 4s 5s"}], "3 to 14"),
        ([{"owner": 0, "meld": "set 4s 4h 5c"}], "one rank"),
        ([{"owner": 0, "meld": "run 9 9h Th Vh"}], "9h comes twice"),
        ([{"owner": 0, "meld": "run 4 4s 5s 6s"}] * 2, "4s comes twice"),
        ([{"owner": 0, "meld": "set 4s JK JK"}, {"owner": 0, "meld": "run 7 7s JK JK JK"}], "Jokers"),
        ([{"owner": 0, "meld": "set JK JK JK"}], "no Jokers"),
    ],
)
def test_bad_tables(table, message):
    with pytest.raises(PositionError, match=message) as caught:
        best_melds("9h JK JK", B, table=table)
    assert "\n" not in str(caught.value)


def test_bad_hands_and_seats():
    with pytest.raises(CardError, match="5s comes twice"):
        best_melds("5s 5s", B, table=[])
    with pytest.raises(ArgumentError, match="seat can't be 8"):
        best_melds("5s", B, table=[], seat=8)


@pytest.mark.parametrize("rules", [A, B], ids=lambda rules: rules.edition)
@pytest.mark.parametrize("players", [2, 5])
def test_a_seat_is_one_of_the_rules_table(rules, players):
    rules = rules.replace(players=players, first_seat=0)
    right = f"with players={players} it is a whole number from 0 to {players - 1}"
    for seat in (-1, players, True, "0"):
        with pytest.raises(ArgumentError, match=f"^seat can't be {seat!r}: {right}$"):
            best_melds("5s", rules, table=[], seat=seat)
        with pytest.raises(PositionError, match=f"^table: owner can't be {seat!r}: {right}$"):
            best_melds("5s", rules, table=[{"owner": seat, "meld": "set 9h 9d 9c"}])
    last = players - 1
    plan = best_melds("9s", rules, table=[{"owner": last, "meld": "set 9h 9d 9c"}], seat=last)
    assert plan.actions == ("add m0 9s",)


def test_a_table_is_what_a_state_holds():
    table = situation(B, "5s 7s Rh", melds=["run 4 4s JK 6s", (1, "set 9h 9d 9c")])
    plan = best_melds(table.state.hand(0), B, "stones", table=table.state.melds)
    assert plan == table.state.best_turn("stones")
    assert str(plan).startswith("take m0 5s JK; ")
    assert plan.value == plan.stones
