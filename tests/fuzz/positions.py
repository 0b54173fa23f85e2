"""Positions with fields exchanged, bent or left out."""

from __future__ import annotations

from typing import Any

from athanor.positions import FIELDS, PHASES, STEPS

from .judge import plays_on, tried
from .source import Source


def bent(source: Source, value: Any) -> Any:
    """Another value for a field, near to its own or far from it."""
    kind = source.number(0, 5)
    if kind == 0:
        return source.junk()
    if isinstance(value, list) and value and kind < 4:
        entries = list(value)
        where = source.number(0, len(entries) - 1)
        entries[where] = bent(source, entries[where])
        return entries
    if isinstance(value, dict) and value:
        key = source.choice(sorted(value))
        return {**value, key: bent(source, value[key])}
    if isinstance(value, str) and kind < 4:
        words = value.split()
        return " ".join(words[: source.number(0, len(words))] + [source.word() for _ in range(source.number(0, 3))])
    if type(value) is int:
        return value + source.number(-2, 2)
    return source.choice((*PHASES, *STEPS, None, True, 0, 1, 2, [], [0], [1, 0], "", {}))


def run(source: Source) -> None:
    state = source.state()
    position = state.to_position()
    for _ in range(source.number(0, 3)):
        key = source.choice(FIELDS)
        position[key] = bent(source, position.get(key))
    for _ in range(source.number(0, 3)):
        position.pop(source.choice(FIELDS), None)
    if source.one_in(3):
        position.pop("pile", None)
    if source.one_in(20):
        position[source.text()] = source.junk()
    seed = source.junk() if source.one_in(20) else 0
    given = source.junk() if source.one_in(50) else position
    deck = source.junk() if source.one_in(50) else None
    loaded = tried(lambda: state.game.new_state(seed, deck=deck, position=given))
    if loaded is not None:
        plays_on(source, loaded)
