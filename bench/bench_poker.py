"""Evaluations a second: one hand by a Python call, and arrays of hands, in each edition, beside what others reach.

Run with ``pytest -n 0 bench/bench_poker.py``; the times are of one call, an array's of ROWS hands. The extra
columns tell evaluations a second and what share that is of a loop that only sums seven words of a table and looks
once into 256 KB, or of the other measured, both taken in turns so that a noisy machine disturbs both alike.
phevaluator and eval7 are measured where they are installed; they know 52 cards.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from statistics import median
from time import perf_counter
from timeit import Timer
from typing import Any

import numpy as np
import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, CardSet, Rules, evaluate, evaluate_many, strength
from athanor._core import poker as core
from athanor._core import poker_arrays
from athanor._core.ceiling import sum_and_look_up

ROWS = 100_000
ROWS_FOR_THREADS = 4_000_000
TURNS = 60
CALLS = 20_000
SEVEN = (1, 5, 8, 24, 26, 13, 51)

each_edition = pytest.mark.parametrize("rules", [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE], ids=["A", "B"])
each_deck = pytest.mark.parametrize("deck", [76, 70], ids=["whole-deck", "no-jokers"])
each_kernel = pytest.mark.parametrize("kernel", poker_arrays.kernels())
each_order = pytest.mark.parametrize("order", ["C", "F"], ids=["rows", "columns"])


def random_hands(deck: int, rows: int = ROWS) -> np.ndarray:
    cards = np.tile(np.arange(deck, dtype=np.uint8), (ROWS, 1))
    hands = np.random.default_rng(1).permuted(cards, axis=1)[:, :7]
    return np.tile(hands, (rows // ROWS, 1))


def seconds(call: Callable[[], object]) -> float:
    start = perf_counter()
    call()
    return perf_counter() - start


def share(call: Callable[[], object], other: Callable[[], object]) -> float:
    """How fast a call is, the other being 1: of medians, each taken in turn."""
    times = [(seconds(call), seconds(other)) for _ in range(TURNS)]
    return median(other for _, other in times) / median(one for one, _ in times)


def repeated(call: str, **names: object) -> Callable[[], object]:
    """The call as it is written, many times: unpacking arguments for it would cost more than some calls."""
    return partial(Timer(call, globals=names).timeit, CALLS)


def strengths_of_one(rules: Rules) -> Callable[[], object]:
    return repeated("strength(ids, rules)", strength=strength, ids=SEVEN, rules=rules)


@each_edition
def test_one_hand_of_text(benchmark: Any, rules: Rules) -> None:
    benchmark(evaluate, "2s 6s 9s Vh Dh Rs 4a", rules)


@each_edition
def test_one_hand_of_ids(benchmark: Any, rules: Rules) -> None:
    benchmark(evaluate, SEVEN, rules)


@each_edition
def test_one_strength_of_ids(benchmark: Any, rules: Rules) -> None:
    benchmark(strength, SEVEN, rules)


@each_edition
@pytest.mark.parametrize("call", ["peer(1, 5, 8, 24, 26, 13, 51)", "peer(*ids)"])
def test_one_strength_beside_phevaluator(benchmark: Any, rules: Rules, call: str) -> None:
    peer = pytest.importorskip("phevaluator._pheval").evaluate_7cards
    ours = strengths_of_one(rules)
    benchmark.extra_info["share_of_phevaluator"] = share(ours, repeated(call, peer=peer, ids=SEVEN))
    benchmark(strength, SEVEN, rules)


@each_edition
def test_one_strength_beside_eval7(benchmark: Any, rules: Rules) -> None:
    eval7 = pytest.importorskip("eval7")
    hand = [eval7.Card(text) for text in ("3s", "7s", "9c", "Jh", "Qd", "Ks", "Ah")]
    theirs = repeated("evaluate(hand)", evaluate=eval7.evaluate, hand=hand)
    benchmark.extra_info["share_of_eval7"] = share(strengths_of_one(rules), theirs)
    benchmark(strength, SEVEN, rules)


@each_edition
def test_one_strength_in_the_core(benchmark: Any, rules: Rules) -> None:
    naturals, wilds = CardSet("2s 6s 9s Vh Dh Rs 4a").words
    benchmark(core.strength, rules.core, naturals, wilds)


@each_deck
@each_edition
def test_rows_of_seven(benchmark: Any, rules: Rules, deck: int) -> None:
    hands, out = random_hands(deck), np.empty(ROWS, np.uint32)
    benchmark(evaluate_many, hands, rules, out=out)
    benchmark.extra_info["evaluations_per_second"] = ROWS / benchmark.stats.stats.min


@each_edition
def test_rows_of_seven_unchecked(benchmark: Any, rules: Rules) -> None:
    hands, out = random_hands(76), np.empty(ROWS, np.uint32)
    benchmark(evaluate_many, hands, rules, validate=False, out=out)
    benchmark.extra_info["evaluations_per_second"] = ROWS / benchmark.stats.stats.min


@each_order
@each_edition
@each_kernel
def test_a_kernel_beside_the_ceiling(benchmark: Any, kernel: str, rules: Rules, order: Any) -> None:
    rows, out = random_hands(76), np.empty(ROWS, np.uint32)
    hands = np.asarray(rows, order=order)

    def run() -> None:
        poker_arrays.evaluate_many(rules.core, hands, out, True, kernel)

    benchmark.extra_info["share_of_ceiling"] = share(run, lambda: sum_and_look_up(rows, out))
    benchmark(run)
    benchmark.extra_info["evaluations_per_second"] = ROWS / benchmark.stats.stats.min


def test_the_ceiling(benchmark: Any) -> None:
    hands, out = random_hands(76), np.empty(ROWS, np.uint32)
    benchmark(sum_and_look_up, hands, out)
    benchmark.extra_info["rows_per_second"] = ROWS / benchmark.stats.stats.min


@each_edition
def test_two_threads_beside_one(benchmark: Any, rules: Rules) -> None:
    hands, out = random_hands(76, ROWS_FOR_THREADS), np.empty(ROWS_FOR_THREADS, np.uint32)

    def run(threads: int) -> None:
        evaluate_many(hands, rules, out=out, threads=threads)

    benchmark.extra_info["share_of_one_thread"] = share(lambda: run(2), lambda: run(1))
    benchmark.pedantic(run, (2,), rounds=20)


@each_edition
def test_every_five_cards_of_the_deck(benchmark: Any, rules: Rules) -> None:
    benchmark.pedantic(core.count_categories, (rules.core, 5), rounds=3)
