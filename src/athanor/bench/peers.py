"""What is measured of other packages, those that are installed; each function makes its run as in workloads."""

from __future__ import annotations

import contextlib
import random
import sys
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from time import perf_counter
from typing import Any

from athanor.poker import MAX_CARDS

from .timing import Run, calls, counted, each
from .workloads import MELD_CARDS, MIDGAME, SEED, random_hands

#: Distributions on PyPI, and the modules that what is measured of them needs.
PEERS = {
    "open_spiel": ("pyspiel",),
    "rlcard": ("rlcard",),
    "pettingzoo": ("pettingzoo.classic", "rlcard", "pygame"),
    "pgx": ("pgx", "jax"),
    "phevaluator": ("phevaluator",),
    "eval7": ("eval7",),
    "treys": ("treys",),
    "pokerkit": ("pokerkit",),
}
#: Peers that a quick run leaves out: they compile for many seconds first.
SLOW = frozenset({"pgx"})

DECK = 52
RANKS = "23456789TJQKA"
SUITS = "cdhs"
GIN_RANKS = "A23456789TJQK"
ROLLOUTS = 50
GAMES_COUNTED = 200
PGX_ENVS = 1024
PGX_STEPS = 100


@contextlib.contextmanager
def hushed() -> Iterator[None]:
    """What peers print goes to standard error, and their warnings nowhere: the output is the benchmark's."""
    with contextlib.redirect_stdout(sys.stderr), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@cache
def why_missing(peer: str) -> str | None:
    """None for a peer that can be measured, else what is in the way."""
    try:
        with hushed():
            for module in PEERS[peer]:
                import_module(module)
        version(peer)
    except (ImportError, PackageNotFoundError) as error:
        return f"not installed ({error})"
    except Exception as error:
        return f"can't be imported ({type(error).__name__}: {error})"
    return None


def hand_texts() -> list[list[str]]:
    """Hands of seven of the 52 cards, in the notation that all the evaluators read."""
    return [[RANKS[card // 4] + SUITS[card % 4] for card in hand] for hand in random_hands(MAX_CARDS, DECK)]


def eval7_cards() -> Run:
    eval7 = import_module("eval7")
    return each(eval7.evaluate, [(list(map(eval7.Card, hand)),) for hand in hand_texts()])


def eval7_texts() -> Run:
    eval7 = import_module("eval7")
    return each(lambda text: eval7.evaluate(list(map(eval7.Card, text.split()))), joined(hand_texts()))


def phevaluator_cards() -> Run:
    return each(import_module("phevaluator").evaluate_cards, map(tuple, random_hands(MAX_CARDS, DECK)))


def phevaluator_texts() -> Run:
    evaluate_cards = import_module("phevaluator").evaluate_cards
    return each(lambda text: evaluate_cards(*text.split()), joined(hand_texts()))


def treys_cards() -> Run:
    treys = import_module("treys")
    hands = [list(map(treys.Card.new, hand)) for hand in hand_texts()]
    return each(treys.Evaluator().evaluate, [(hand[:2], hand[2:]) for hand in hands])


def treys_texts() -> Run:
    treys = import_module("treys")
    evaluator, new = treys.Evaluator(), treys.Card.new

    def read_and_evaluate(text: str) -> object:
        cards = list(map(new, text.split()))
        return evaluator.evaluate(cards[:2], cards[2:])

    return each(read_and_evaluate, joined(hand_texts()))


def pokerkit_texts() -> Run:
    high_hand = import_module("pokerkit").StandardHighHand
    return each(high_hand.from_game, [("".join(hand),) for hand in hand_texts()])


def joined(hands: list[list[str]]) -> list[tuple[str]]:
    return [(" ".join(hand),) for hand in hands]


def spiel_melds() -> Run:
    utils = import_module("pyspiel").gin_rummy.GinRummyUtils(len(GIN_RANKS), len(SUITS), MELD_CARDS)
    return each(utils.best_meld_group, [(hand,) for hand in random_hands(MELD_CARDS, DECK)])


def spiel_deadwood() -> Run:
    utils = import_module("pyspiel").gin_rummy.GinRummyUtils(len(GIN_RANKS), len(SUITS), MELD_CARDS)
    return each(utils.min_deadwood, [(hand,) for hand in random_hands(MELD_CARDS, DECK)])


def rlcard_melds() -> Run:
    card = import_module("rlcard.games.base").Card
    melding = import_module("rlcard.games.gin_rummy.utils.melding")
    deck = [card(suit, rank) for suit in SUITS.upper() for rank in GIN_RANKS]
    hands = [([deck[number] for number in hand],) for hand in random_hands(MELD_CARDS, DECK)]
    return each(melding.get_best_meld_clusters, hands)


def deal(state: Any, rng: random.Random) -> None:
    """Take the chance actions of OpenSpiel, as long as no player is to act."""
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])


def spiel_dealt(name: str) -> Callable[[], Any]:
    game, rng = import_module("pyspiel").load_game(name), random.Random(SEED)

    def dealt() -> Any:
        state = game.new_initial_state()
        deal(state, rng)
        return state

    return dealt


def spiel_new_state(name: str) -> Run:
    return calls(spiel_dealt(name))


def spiel_midgame(name: str) -> Any:
    state, rng = spiel_dealt(name)(), random.Random(SEED)
    for _ in range(MIDGAME):
        state.apply_action(rng.choice(state.legal_actions()))
        deal(state, rng)
    return state


def spiel_copy(name: str) -> Run:
    return calls(spiel_midgame(name).clone)


def spiel_resample(name: str) -> Run:
    state = spiel_midgame(name)
    sampler = import_module("pyspiel").UniformProbabilitySampler(0.0, 1.0)
    return calls(lambda: state.resample_from_infostate(0, sampler))


def spiel_bytes_and_back(name: str) -> Run:
    state = spiel_midgame(name)
    game = state.get_game()
    return calls(lambda: game.deserialize_state(state.serialize()))


def spiel_playout(state: Any, rng: random.Random) -> int:
    """Play to the end at random; the actions of players."""
    actions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            actions += 1
    return actions


def spiel_from_python(name: str) -> Run:
    dealt, rng = spiel_dealt(name), random.Random(SEED)
    return counted(lambda: spiel_playout(dealt(), rng))


def spiel_in_cpp(name: str) -> Run:
    """Rollouts of a tree search that searches no tree: random games to the end without Python.

    OpenSpiel doesn't count their actions; games of as many from Python have the same length on average.
    """
    pyspiel = import_module("pyspiel")
    root, rng = spiel_dealt(name)(), random.Random(SEED)
    length = sum(spiel_playout(root.clone(), rng) for _ in range(GAMES_COUNTED)) / GAMES_COUNTED
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, SEED)
    bot = pyspiel.MCTSBot(root.get_game(), evaluator, 2.0, 1, 100, False, SEED, False)
    return calls(lambda: bot.mcts_search(root), round(ROLLOUTS * length))


def rlcard_gin() -> Any:
    return import_module("rlcard").make("gin-rummy", config={"seed": SEED})


def rlcard_new_state() -> Run:
    return calls(rlcard_gin().reset)


def rlcard_from_python() -> Run:
    env, rng = rlcard_gin(), random.Random(SEED)

    def play() -> int:
        actions = 0
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            actions += 1
        return actions

    return counted(play)


def pettingzoo_from_python() -> Run:
    env, rng = import_module("pettingzoo.classic.leduc_holdem_v4").env(), random.Random(SEED)
    env.reset(seed=SEED)

    def play() -> int:
        actions = 0
        env.reset()
        for _ in env.agent_iter():
            observation, _, terminated, truncated, info = env.last()
            if terminated or truncated:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            env.step(int(rng.choice(mask.nonzero()[0])))
            actions += 1
        return actions

    return counted(play)


def pgx_parts(name: str) -> tuple[Any, Any, Any, Any]:
    """jax, PGX_ENVS games begun, and two functions of all of them: random legal actions, and a step."""
    jax, pgx = import_module("jax"), import_module("pgx")
    env = pgx.make(name)
    step_one = import_module("pgx.experimental").auto_reset(env.step, env.init)
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(SEED), PGX_ENVS))

    def choose(key: Any, states: Any) -> Any:
        weights = jax.numpy.where(states.legal_action_mask, 0.0, -jax.numpy.inf)
        return jax.random.categorical(key, weights, axis=-1)

    def step(key: Any, states: Any, actions: Any) -> Any:
        return jax.vmap(step_one)(states, actions, jax.random.split(key, PGX_ENVS))

    return jax, states, choose, step


def pgx_rollouts(name: str) -> Run:
    """Choices and steps in one compiled loop."""
    jax, first_states, choose, step = pgx_parts(name)

    def one(carry: Any, _: Any) -> Any:
        key, states = carry
        key, for_choice, for_step = jax.random.split(key, 3)
        return (key, step(for_step, states, choose(for_choice, states))), None

    loop = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=PGX_STEPS)[0])
    carry = (jax.random.PRNGKey(SEED), first_states)

    def play() -> None:
        nonlocal carry
        carry = jax.block_until_ready(loop(carry))

    play()
    return calls(play, PGX_ENVS * PGX_STEPS)


def pgx_steps(name: str) -> Run:
    """Compiled steps; choosing the actions is not timed."""
    jax, states, choose, step = pgx_parts(name)
    choose, step = jax.jit(choose), jax.jit(step)
    key = jax.random.PRNGKey(SEED)

    def run(rounds: int) -> tuple[int, float]:
        nonlocal key, states
        taken = 0.0
        for _ in range(rounds):
            key, for_choice, for_step = jax.random.split(key, 3)
            actions = jax.block_until_ready(choose(for_choice, states))
            start = perf_counter()
            states = jax.block_until_ready(step(for_step, states, actions))
            taken += perf_counter() - start
        return rounds * PGX_ENVS, taken

    run(1)
    return run
