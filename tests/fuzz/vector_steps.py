"""Vectors of games with any arguments, steps and resets: what is refused changes nothing."""

from __future__ import annotations

from typing import Any

import numpy as np

from athanor import VectorEnv

from .judge import tried
from .source import Source

MASKS = ("bytes", "bits", "list", "none")
AUTORESETS = ("next_step", "same_step", "off")


def environments(source: Source) -> VectorEnv | None:
    game = source.game()
    options: dict[str, Any] = {
        "players": game.players,
        "num_envs": source.number(1, 5),
        "seed": source.number(0, 255),
        "threads": 2 if source.one_in(8) else 1,
        "max_turns": source.choice((3, 15, 10_000)),
        "observations": source.one_in(2),
        "mask": source.choice(MASKS),
        "autoreset": source.choice(AUTORESETS),
        "illegal": source.choice(("raise", "random")),
        "copy": source.one_in(2),
    }
    if source.one_in(6):
        options[source.choice(sorted(options))] = source.choice((0, -1, 2**70, None, "x", 1.5, [], 300))
    return tried(lambda: VectorEnv(game.rules, **options), MemoryError)


def situations(env: VectorEnv) -> list[bytes]:
    return [bytes(env.state(i)) for i in range(env.num_envs)]


def legal(source: Source, env: VectorEnv) -> Any:
    """A legal action in each game, but for some that are any."""
    rows = [env.state(i).legal_actions() or [0] for i in range(env.num_envs)]
    actions = [source.choice(row) for row in rows]
    if source.one_in(6):
        actions[source.number(0, env.num_envs - 1)] = source.choice((-1, 0, 65_536, 2**31, -(2**63), 2**63 - 1))
    small = min(actions) >= 0 and max(actions) < 65_536
    return np.array(actions, source.choice((np.int64, np.int32, np.uint16)) if small else np.int64)


def step(source: Source, env: VectorEnv) -> None:
    actions = source.junk() if source.one_in(8) else legal(source, env)
    before = situations(env)
    if tried(lambda: env.step(actions)) is None:
        assert situations(env) == before


def run(source: Source) -> None:
    env = environments(source)
    if env is None:
        return
    with env:
        for _ in range(source.number(1, 12)):
            step(source, env)
            if source.one_in(5):
                mask = source.junk() if source.one_in(2) else np.arange(env.num_envs) % 2 == 0
                tried(lambda mask=mask: env.reset(source.choice((None, 5)), mask))
            tried(lambda: env.state(source.junk()))
            tried(lambda: env.game_of(source.junk()))
        assert all(env.current_player[i] >= 0 or env.state(i).is_terminal for i in range(env.num_envs))
