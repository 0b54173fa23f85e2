"""Evaluations a second: one hand by a Python call, and arrays of hands, in each edition.

Run with ``pytest -n 0 bench/bench_poker.py``; the times are of one call, an array's of ROWS hands.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, CardSet, Rules
from athanor._core import poker as core
from athanor.poker import evaluate, evaluate_many

ROWS = 100_000
each_edition = pytest.mark.parametrize("rules", [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE], ids=["A", "B"])
each_deck = pytest.mark.parametrize("deck", [76, 70], ids=["whole-deck", "no-jokers"])


def random_hands(deck: int) -> np.ndarray:
    cards = np.tile(np.arange(deck, dtype=np.uint8), (ROWS, 1))
    return np.ascontiguousarray(np.random.default_rng(1).permuted(cards, axis=1)[:, :7])


@each_edition
def test_one_hand_of_text(benchmark: Any, rules: Rules) -> None:
    benchmark(evaluate, "2s 6s 9s Vh Dh Rs 4a", rules)


@each_edition
def test_one_hand_of_ids(benchmark: Any, rules: Rules) -> None:
    benchmark(evaluate, (1, 5, 8, 24, 26, 13, 59), rules)


@each_edition
def test_one_strength_in_the_core(benchmark: Any, rules: Rules) -> None:
    naturals, wilds = CardSet("2s 6s 9s Vh Dh Rs 4a").words
    benchmark(core.strength, rules.rule_set(), naturals, wilds)


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


@each_edition
def test_every_five_cards_of_the_deck(benchmark: Any, rules: Rules) -> None:
    benchmark.pedantic(core.count_categories, (rules.rule_set(), 5), rounds=3)
