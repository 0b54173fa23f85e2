"""Threads that share games, states, rules, tables and vectors: the same results as one, and no crash without a GIL.

`make tsan` runs these under ThreadSanitizer.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from random import Random
from threading import Barrier
from typing import TypeVar

import numpy as np
import pytest
from situations import A, B, editions

from athanor import (
    ActionError,
    ArgumentError,
    Game,
    VectorEnv,
    all_melds,
    best_keep,
    best_melds,
    deadwood,
    equity,
    evaluate,
    evaluate_many,
    simulate,
)

T = TypeVar("T")

THREADS = 4
HAND = "4s 5s JK 6h 6d 6a Vs Ds"


def at_once(work: Callable[[int], T]) -> list[T]:
    """What each thread got, all having started together."""
    start = Barrier(THREADS)

    def run(number: int) -> T:
        start.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def walk(game: Game, seed: int) -> bytes:
    rng, state = Random(seed), game.new_state(seed)
    for _ in range(60):
        if state.is_terminal:
            break
        state.apply(rng.choice(state.legal_actions()))
    return bytes(state)


@editions
def test_one_game_and_its_rules_for_all(rules):
    game = Game(rules, players=3)
    alone = [[walk(game, seed) for seed in range(number, number + 4)] for number in range(THREADS)]
    assert at_once(lambda number: [walk(game, seed) for seed in range(number, number + 4)]) == alone


@editions
def test_rules_are_made_by_each_at_once(rules):
    made = at_once(lambda number: Game(rules.replace(ante=number), players=2).new_state(1).to_position())
    assert made == [Game(rules.replace(ante=number), players=2).new_state(1).to_position() for number in range(THREADS)]


@editions
def test_tables_are_read_by_all(rules):
    def work(number: int) -> list[object]:
        return [
            str(evaluate(HAND[:14], rules)),
            best_melds(HAND, rules),
            all_melds(HAND, rules),
            [deadwood("4s 5s 6s 6h 6d", [points] * 14) for points in range(100)],
            equity(["Rs 4a", "Th Ch"], "2s 6s Vh", rules=rules).counts,
            best_keep("Rs Rh 6d 2c", "6s 2h Rd", rules=rules, samples=200),
        ]

    assert at_once(work) == [work(0)] * THREADS


def test_one_state_is_read_by_all():
    state = Game(B, players=3).new_state(3)

    def work(number: int) -> list[object]:
        return [
            (state.legal_actions(), bytes(state), state.to_position(), state.events, state.copy() == state)
            for _ in range(20)
        ]

    assert at_once(work) == [work(0)] * THREADS


@editions
def test_one_state_is_played_by_all(rules):
    """Each action falls on a situation in which it is legal, or is refused; which one, chance decides."""
    state = Game(rules, players=3, max_turns=300).new_state(5)

    def work(number: int) -> int:
        rng, carried_out = Random(number), 0
        for _ in range(300):
            legal = state.legal_actions()
            if not legal:
                break
            with suppress(ActionError):
                action = rng.choice(legal)
                state.apply(action if rng.random() < 0.5 else state.game.action_text(action))
                carried_out += 1
            other = state.copy()
            assert other.is_terminal or len(other.legal_actions()) >= 2
        return carried_out

    carried_out = sum(at_once(work))
    assert sum(not automatic for _, _, automatic in state.events) == carried_out > 0
    assert state.game.new_state(position=state.to_position()) == state


@editions
def test_games_on_threads_are_those_of_one(rules):
    options = {"players": 3, "games": 200, "seed": 4, "max_turns": 200}
    one = simulate(rules, ["greedy", "random"], **options)
    assert simulate(rules, ["greedy", "random"], **options, threads=THREADS) == one
    assert at_once(lambda number: simulate(rules, ["greedy", "random"], **options)) == [one] * THREADS


@editions
def test_bots_of_ones_own_on_threads(rules):
    def first(state):
        return state.legal_actions()[0]

    one, many = (simulate(rules, [first, "random"], 12, players=2, max_turns=60, threads=n) for n in (1, THREADS))
    assert one == many


def test_rows_on_threads():
    hands = np.random.default_rng(1).permuted(np.tile(np.arange(76, dtype=np.uint8), (70_000, 1)), axis=1)[:, :7]
    alone = evaluate_many(hands, A)
    assert np.array_equal(evaluate_many(hands, A, threads=THREADS), alone)
    assert all(np.array_equal(found, alone) for found in at_once(lambda number: evaluate_many(hands, A, threads=2)))


@pytest.mark.parametrize("mask", ["bytes", "bits", "list"])
def test_the_threads_of_a_vector(mask):
    one, many = (VectorEnv(B, 3, 64, seed=1, mask=mask, illegal="random", threads=n) for n in (1, THREADS))
    rng = np.random.default_rng(1)
    for _ in range(40):
        actions = rng.integers(0, one.num_actions, 64)
        one.step(actions)
        many.step(actions)
    assert [bytes(one.state(i)) for i in range(64)] == [bytes(many.state(i)) for i in range(64)]


def test_one_vector_is_stepped_by_all():
    env = VectorEnv(A, 2, 32, seed=1, illegal="random", threads=2)

    def work(number: int) -> int:
        done = 0
        for step in range(30):
            with suppress(ArgumentError):
                env.step(np.full(32, step + number))
                env.state(number)
                done += 1
        return done

    assert sum(at_once(work)) > 0
    assert all(env.state(i).is_terminal or len(env.state(i).legal_actions()) >= 2 for i in range(32))
