"""Policies asked in many games at once that return anything: games with legal actions only, or a clear error."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from athanor import BatchBot, simulate

from .judge import tried
from .source import EDGES, Source

INTEGERS = (np.int64, np.int32, np.uint16, np.uint64, np.dtype(">i4"))
LAYOUTS = (
    lambda actions: actions,
    lambda actions: actions.tolist(),
    lambda actions: np.repeat(actions, 3)[::3],
    lambda actions: actions[::-1].copy()[::-1],
)
MISSHAPEN = (
    lambda actions: actions[:-1],
    lambda actions: np.append(actions, 0),
    lambda actions: actions[:, None],
    lambda actions: actions[0],
    lambda actions: actions.astype(float),
    lambda actions: np.full(len(actions), np.nan),
    lambda actions: actions.astype(object),
    lambda actions: actions.astype(bool),
    lambda actions: actions.astype("S5"),
    lambda actions: np.ma.masked_array(actions, actions > 2),
)
ERRORS = (ValueError, MemoryError, RecursionError, StopIteration, OverflowError)


class Policy:
    """Legal actions, but for what the source spoils."""

    def __init__(self, source: Source, by_bits: bool, num_actions: int) -> None:
        self.source = source
        self.by_bits = by_bits
        self.num_actions = num_actions

    def __call__(self, observations: NDArray[Any], legal: NDArray[Any], *draws: NDArray[Any]) -> Any:
        source = self.source
        assert len(observations) == len(legal)
        assert not legal.flags.writeable
        assert all(((drawn >= 0) & (drawn < 1)).all() for drawn in draws)
        mask = np.unpackbits(legal, axis=1, bitorder="little")[:, : self.num_actions] if self.by_bits else legal
        assert (mask.sum(axis=1) >= 2).all()
        actions = np.array([source.choice(np.flatnonzero(row).tolist()) for row in mask])
        observations[:] = 255
        if source.one_in(60):
            return odd(source, actions)
        return source.choice(LAYOUTS)(actions.astype(source.choice(INTEGERS)))


def odd(source: Source, actions: NDArray[np.int64]) -> Any:
    form = source.number(0, 3)
    if form == 0:
        raise source.choice(ERRORS)(str(source.number(0, 9)))
    if form == 1:
        return source.junk()
    if form == 2:
        return source.choice(MISSHAPEN)(actions)
    row = source.number(0, len(actions) - 1)
    return [source.choice(EDGES) if row == at else action for at, action in enumerate(actions.tolist())]


def bot(source: Source, num_actions: int) -> Any:
    if source.one_in(3):
        return source.choice(("random", "greedy"))
    mask = source.choice(("bytes", "bits"))
    policy = Policy(source, mask == "bits", num_actions)
    return BatchBot(policy, source.number(1, 5), source.choice(("uint8", "float32")), mask, source.one_in(2))


def run(source: Source) -> None:
    game = source.game()
    bots = [bot(source, game.num_actions) for _ in range(source.number(1, game.players))]
    if len(bots) > 1 and source.one_in(4):
        bots[0] = bots[1]
    results = tried(
        lambda: simulate(
            game.rules,
            bots,
            games=source.number(0, 6),
            players=game.players,
            seed=source.number(0, 255),
            max_turns=source.number(1, 20),
            rows=source.one_in(2),
            threads=2 if source.one_in(10) else 1,
        )
    )
    if results is not None:
        assert sum(results.wins) + results.truncated == results.games
