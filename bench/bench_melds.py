"""Meld search: hands a second through Python, by hand size and edition."""

import random
from itertools import cycle

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, CardSet
from athanor.melds import OBJECTIVES, all_melds, best_melds

EDITIONS = {rules.edition: rules for rules in (ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE)}
HANDS = 200


def hands_of_the_deck(size):
    rng = random.Random(size)
    return cycle([CardSet(rng.sample(range(76), size)) for _ in range(HANDS)])


def hands_with_jokers(size, jokers):
    rng = random.Random(size)
    jokers_held = range(70, 70 + jokers)
    return cycle([CardSet([*rng.sample(range(70), size - jokers), *jokers_held]) for _ in range(HANDS)])


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("edition", EDITIONS)
def bench_ten_cards(benchmark, edition, objective):
    hands = hands_of_the_deck(10)
    benchmark(lambda: best_melds(next(hands), EDITIONS[edition], objective))


@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("edition", EDITIONS)
def bench_forty_cards_six_jokers(benchmark, edition, objective):
    hands = hands_with_jokers(40, 6)
    benchmark.pedantic(lambda: best_melds(next(hands), EDITIONS[edition], objective), rounds=20)


@pytest.mark.parametrize("edition", EDITIONS)
def bench_all_melds_ten_cards(benchmark, edition):
    hands = hands_of_the_deck(10)
    benchmark(lambda: all_melds(next(hands), EDITIONS[edition]))
