"""Simulations with any arguments, and bots of one's own that choose anything."""

from __future__ import annotations

from typing import Any

from athanor import State, simulate

from .judge import tried
from .source import Source


def run(source: Source) -> None:
    game = source.game()

    def strange(state: State) -> Any:
        before = bytes(state)
        tried(lambda: state.copy().apply(source.junk()))
        assert bytes(state) == before
        return source.junk() if source.one_in(40) else source.choice(state.legal_actions())

    bots = [source.choice(("random", "greedy", strange)) for _ in range(source.number(1, game.players))]
    options: dict[str, Any] = {
        "games": source.number(0, 3),
        "players": game.players,
        "seed": source.number(0, 255),
        "max_turns": source.number(1, 40),
        "rows": source.one_in(2),
        "threads": 2 if source.one_in(10) else 1,
    }
    if source.one_in(4):
        options[source.choice(sorted(options))] = source.choice((-1, 2**70, None, "x", 1.5, [], 0))
    results = tried(lambda: simulate(game.rules, source.junk() if source.one_in(20) else bots, **options))
    if results is not None:
        assert sum(results.wins) + results.truncated == results.games == options["games"]
        assert results.to_dict()
