"""Vectors of games, and what a state costs to copy, to deal anew, to write as bytes and to observe.

A step counts one decision in each game; numpy draws the actions from the lists of legal ones outside the time taken.
"""

import numpy as np
import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, VectorEnv
from athanor._core.vector import ENV_BYTES

EDITIONS = [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE]
ENVS = 4096
WARM_UP = 150  # steps after which the games are spread over all their stages
ROUNDS = 100

by_edition = pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.edition)


def draw(env, rng):
    """A random legal action for each game."""
    chosen = (rng.random(env.num_envs) * env.legal_count).astype(np.intp)
    return np.take_along_axis(env.legal_actions, chosen[:, None], axis=1)[:, 0].astype(np.int64)


@by_edition
@pytest.mark.parametrize("observations", [False, True], ids=["actions-only", "observations"])
@pytest.mark.parametrize("mask", ["list", "bits", "bytes"])
def test_steps(benchmark, rules, observations, mask):
    """4096 games of four players on one thread; the masks are replayed with the actions drawn from the list."""
    env = VectorEnv(rules, 4, ENVS, seed=1, observations=observations, mask=mask)
    guide = VectorEnv(rules, 4, ENVS, seed=1, observations=False, mask="list")
    rng = np.random.default_rng(1)
    for _ in range(WARM_UP):
        actions = draw(guide, rng)
        guide.step(actions)
        env.step(actions)

    def setup():
        actions = draw(guide, rng)
        guide.step(actions)
        return (actions,), {}

    benchmark.pedantic(env.step, setup=setup, rounds=ROUNDS)
    benchmark.extra_info["steps_per_second"] = round(ENVS / benchmark.stats.stats.median)
    benchmark.extra_info["env_bytes"] = ENV_BYTES


def states(rules):
    """States of all stages."""
    env = VectorEnv(rules, 4, 64, seed=2, mask="list", illegal="random")
    for _ in range(WARM_UP):
        env.step(np.full(64, -1))
    return [state for state in map(env.state, range(64)) if not state.is_terminal]


def over_states(benchmark, rules, work):
    """The time of some work on one state, the mean over states of all stages."""
    sample = states(rules)
    benchmark(lambda: [work(state) for state in sample])
    benchmark.extra_info["nanoseconds_a_state"] = round(benchmark.stats.stats.median / len(sample) * 1e9)


@by_edition
def test_copy(benchmark, rules):
    over_states(benchmark, rules, lambda state: state.copy())


@by_edition
def test_resample(benchmark, rules):
    """Another world for the player to act, as a search asks for."""
    over_states(benchmark, rules, lambda state: state.resample(state.current_player, 5))


@by_edition
def test_bytes_and_back(benchmark, rules):
    over_states(benchmark, rules, lambda state: state.game.state_from_bytes(bytes(state)))


@by_edition
def test_observation(benchmark, rules):
    over_states(benchmark, rules, lambda state: state.observation(0))


@by_edition
def test_legal_mask(benchmark, rules):
    over_states(benchmark, rules, lambda state: state.legal_mask())
