"""What is measured of athanor: a function here makes each workload ready and returns its run."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import count
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from athanor.batch_bots import BatchBot
from athanor.cards import DECK_SIZE, FIRST_ATOUT, RANKS, CardSet
from athanor.chunks import Bot
from athanor.deadwood import deadwood_many
from athanor.game import Game, State
from athanor.melds import best_melds
from athanor.poker import MAX_CARDS, evaluate, evaluate_many, strength
from athanor.rules import FOUR_ALCHIMIQUE, Rules
from athanor.simulate import simulate
from athanor.vector import VectorEnv

from .timing import Run, calls, counted, each

Array: TypeAlias = npt.NDArray[Any]
Actions: TypeAlias = npt.NDArray[np.int64]

PLAYERS = 4
SEED = 1
HANDS = 200
ROWS = 100_000
MELD_CARDS = 10
MIDGAME = 40
ENVS = 4096
#: Games of one call of simulate: enough for each thread to have its share.
GAMES = {"random": 1000, "greedy": 20}
POLICY_GAMES = 2048
POLICY_TURNS = 50
LOWEST_BIT = np.array([(byte & -byte).bit_length() - 1 for byte in range(256)])


def random_hands(cards: int, deck: int = DECK_SIZE) -> list[list[int]]:
    """The same hands for all who are compared, as numbers below ``deck``."""
    rng = random.Random(SEED)
    return [rng.sample(range(deck), cards) for _ in range(HANDS)]


def evaluate_sets() -> Run:
    return each(evaluate, [(CardSet(hand), FOUR_ALCHIMIQUE) for hand in random_hands(MAX_CARDS)])


def strengths() -> Run:
    return each(strength, [(tuple(hand), FOUR_ALCHIMIQUE) for hand in random_hands(MAX_CARDS)])


def evaluate_texts() -> Run:
    return each(evaluate, [(str(CardSet(hand)), FOUR_ALCHIMIQUE) for hand in random_hands(MAX_CARDS)])


def evaluate_array() -> Run:
    deck = np.tile(np.arange(DECK_SIZE, dtype=np.uint8), (ROWS, 1))
    hands = np.ascontiguousarray(np.random.default_rng(SEED).permuted(deck, axis=1)[:, :MAX_CARDS])
    return calls(partial(evaluate_many, hands, FOUR_ALCHIMIQUE, out=np.empty(ROWS, np.uint32)), ROWS)


def melds_of_ten(rules: Rules, deck: int = DECK_SIZE) -> Run:
    return each(best_melds, [(CardSet(hand), rules) for hand in random_hands(MELD_CARDS, deck)])


def deadwood_array() -> Run:
    """Hands of the deck without Cavaliers."""
    deck = np.array([card for card in range(FIRST_ATOUT) if RANKS[card % len(RANKS)] != "C"], np.uint64)
    hands = np.zeros((ROWS, 2), np.uint64)
    drawn = np.random.default_rng(SEED).permuted(np.tile(deck, (ROWS, 1)), axis=1)[:, :MELD_CARDS]
    hands[:, 0] = np.bitwise_or.reduce(np.uint64(1) << drawn, axis=1)
    return calls(partial(deadwood_many, hands, cavaliers=False, out=np.empty(ROWS, np.int32)), ROWS)


def new_state(rules: Rules) -> Run:
    game, seeds = Game(rules, PLAYERS), count()
    return calls(lambda: game.new_state(next(seeds)))


def copy(rules: Rules) -> Run:
    return calls(midgame(rules).copy)


def resample(rules: Rules) -> Run:
    state, seeds = midgame(rules), count()
    return calls(lambda: state.resample(0, next(seeds)))


def bytes_and_back(rules: Rules) -> Run:
    state = midgame(rules)
    return calls(lambda: state.game.state_from_bytes(bytes(state)))


def midgame(rules: Rules) -> State:
    """A state some rounds into a deal, the same each time."""
    state, rng = Game(rules, PLAYERS).new_state(SEED), random.Random(SEED)
    for _ in range(MIDGAME):
        state.apply(rng.choice(state.legal_actions()))
    return state


def play_from_python(rules: Rules) -> Run:
    game, rng, seeds = Game(rules, PLAYERS), random.Random(SEED), count()

    def play() -> int:
        state, actions = game.new_state(next(seeds)), 0
        while not state.is_terminal:
            state.apply(rng.choice(state.legal_actions()))
            actions += 1
        return actions

    return counted(play)


def simulation(rules: Rules, bot: str, threads: int = 1) -> Run:
    seeds = count()
    return counted(
        lambda: simulate(rules, bot, threads * GAMES[bot], players=PLAYERS, seed=next(seeds), threads=threads).decisions
    )


def first_of_bits(observations: Array, legal_bits: Array) -> Array:
    """The first legal action of each row: what costs little, so that what surrounds it is measured."""
    byte: Actions = (legal_bits != 0).argmax(axis=1)
    bit: Actions = LOWEST_BIT[legal_bits[np.arange(len(byte)), byte]]
    return 8 * byte + bit


def batch_policy(rules: Rules) -> Run:
    return _by_policy(rules, BatchBot(first_of_bits, mask="bits"))


def state_policy(rules: Rules) -> Run:
    """The same policy, asked one state at a time."""
    return _by_policy(rules, lambda state: state.legal_actions()[0])


def _by_policy(rules: Rules, bot: Bot) -> Run:
    """Games of at most so many turns: who always takes the first action seldom ends one."""
    seeds = count()
    return counted(
        lambda: simulate(rules, bot, POLICY_GAMES, players=PLAYERS, seed=next(seeds), max_turns=POLICY_TURNS).decisions
    )


def vector_listed(rules: Rules) -> Run:
    """The fewest arrays: the legal actions listed, no observations."""
    env = VectorEnv(rules, PLAYERS, ENVS, seed=SEED, observations=False, mask="list")
    return steps(env, listed_actions(env))


def vector_masked(rules: Rules) -> Run:
    """What learning agents mostly ask for: observations and masks."""
    env = VectorEnv(rules, PLAYERS, ENVS, seed=SEED)
    return steps(env, masked_actions(env))


def steps(env: VectorEnv, choices: Iterator[Actions]) -> Run:
    """Steps of one action in each game; choosing the actions is not timed."""

    def run(rounds: int) -> tuple[int, float]:
        taken = 0.0
        for _ in range(rounds):
            actions = next(choices)
            start = perf_counter()
            env.step(actions)
            taken += perf_counter() - start
        return rounds * env.num_envs, taken

    return run


def listed_actions(env: VectorEnv) -> Iterator[Actions]:
    """For ever, an action in each game: a random one of those listed."""
    rng, envs = np.random.default_rng(SEED), np.arange(env.num_envs)
    assert env.legal_actions is not None
    assert env.legal_count is not None
    while True:
        yield env.legal_actions[envs, (rng.random(env.num_envs) * env.legal_count).astype(np.intp)].astype(np.int64)


def masked_actions(env: VectorEnv) -> Iterator[Actions]:
    """For ever, an action in each game: a random one of those in the mask, 0 where there is none."""
    rng = np.random.default_rng(SEED)
    mask = env.legal_mask
    assert mask is not None
    while True:
        envs, legal = np.divmod(np.flatnonzero(mask.view(np.bool_)), mask.shape[1])
        counts = np.bincount(envs, minlength=env.num_envs)
        picks = np.cumsum(counts) - counts + (rng.random(env.num_envs) * counts).astype(np.intp)
        playing = counts > 0
        actions = np.zeros(env.num_envs, np.int64)
        actions[playing] = legal[picks[playing]]
        yield actions
