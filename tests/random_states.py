"""States from everywhere in the game: random play under random rules, and positions full of wild cards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from oracles.random_positions import nasty_position
from oracles.random_rules import random_rules

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, Game, State

LONGEST_WALK = 120


def random_game(rng: Random) -> Game:
    """An edition as it is every other time."""
    if rng.random() < 0.5:
        rules, players = random_rules(rng, 0.2)
    else:
        rules, players = rng.choice((ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE)), rng.randint(2, 7)
    return Game(rules, players=players, max_turns=rng.choice((20, 200, 10_000)))


def walk(rng: Random, state: State, steps: int) -> State:
    """Random play for so many steps, or until there is nothing left to do."""
    for _ in range(steps):
        if state.is_terminal:
            break
        state.apply(rng.choice(state.legal_actions()))
    return state


def random_states(count: int, seed: int, over: bool = True) -> Iterator[State]:
    """So many states, each of another game; ``over=False`` leaves out those that have ended."""
    rng = Random(seed)
    while count:
        game = random_game(rng)
        if rng.random() < 0.3:
            position = nasty_position(rng, game.rules, game.players, hand_size=rng.randint(3, 8))
            game = Game(game.rules, game.players, position["turn"] + 10)
            state = walk(rng, game.new_state(position=position), rng.randrange(8))
        else:
            state = walk(rng, game.new_state(seed=rng.getrandbits(64)), rng.randrange(LONGEST_WALK))
        if over or not state.is_terminal:
            count -= 1
            yield state
