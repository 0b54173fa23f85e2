"""Deadwood: hands a second in arrays, by hand size and deck, and by single calls."""

import random
from itertools import cycle

import numpy as np
import pytest

from athanor import CardSet, deadwood, deadwood_many

ROWS = 50_000
HANDS = 200
CAVALIER = 12
DECKS = {52: [card for card in range(56) if card % 14 + 1 != CAVALIER], 56: list(range(56))}


def rows_of_words(deck, size):
    cards = np.array(DECKS[deck], np.uint64)
    drawn = np.random.default_rng(size).random((ROWS, deck)).argsort(axis=1)[:, :size]
    naturals = np.bitwise_or.reduce(np.uint64(1) << cards[drawn], axis=1)
    return np.column_stack([naturals, np.zeros(ROWS, np.uint64)])


@pytest.mark.parametrize("size", [7, 10, 14, 20])
@pytest.mark.parametrize("deck", DECKS)
def bench_array(benchmark, deck, size):
    hands, out = rows_of_words(deck, size), np.empty(ROWS, np.int32)
    benchmark(lambda: deadwood_many(hands, cavaliers=deck == 56, out=out))


@pytest.mark.parametrize("size", [10, 20])
def bench_array_with_the_as_at_both_ends(benchmark, size):
    hands, out = rows_of_words(52, size), np.empty(ROWS, np.int32)
    benchmark(lambda: deadwood_many(hands, ace_high=True, cavaliers=False, out=out))


def bench_one_hand(benchmark):
    rng = random.Random(1)
    hands = cycle([CardSet(rng.sample(DECKS[52], 10)) for _ in range(HANDS)])
    benchmark(lambda: deadwood(next(hands), cavaliers=False))
