"""Whole games: games and decisions a second of simulate on one thread, and what one state costs from Python."""

import random

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, Game, simulate
from athanor._core.handle import STATE_BYTES

EDITIONS = [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE]
GAMES = {"random": 5000, "greedy": 200}

by_edition = pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.edition)


@by_edition
@pytest.mark.parametrize("bot", GAMES)
def test_simulate(benchmark, rules, bot):
    """Four players, one thread; decisions are real choices only."""
    results = benchmark.pedantic(simulate, (rules, bot, GAMES[bot]), {"players": 4}, rounds=5, warmup_rounds=1)
    seconds = benchmark.stats.stats.median
    benchmark.extra_info["games_per_second"] = round(results.games / seconds)
    benchmark.extra_info["decisions_per_second"] = round(results.decisions / seconds)
    benchmark.extra_info["state_bytes"] = STATE_BYTES


def random_game(game, rng, seed):
    state = game.new_state(seed=seed)
    actions = 0
    while not state.is_terminal:
        state.apply(rng.choice(state.legal_actions()))
        actions += 1
    return actions


@by_edition
def test_one_state_from_python(benchmark, rules):
    """legal_actions, a choice and apply for each action of a game, four players."""
    game = Game(rules, players=4)
    actions = benchmark.pedantic(lambda: random_game(game, random.Random(1), 1), rounds=20, warmup_rounds=2)
    benchmark.extra_info["actions_per_second"] = round(actions / benchmark.stats.stats.median)


@by_edition
def test_copy(benchmark, rules):
    state = Game(rules, players=4).new_state(seed=1)
    benchmark(state.copy)
