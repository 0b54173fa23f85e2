"""What a whole turn can gain, by playing every line of it."""

from __future__ import annotations

from copy import copy

from athanor import State

from .engine import OracleState

#: Stones, points, cards and Jokers left: what the mover has gained at an end of the turn's play.
Figures = tuple[int, int, int, int]

ORDERS = {"points": (1, 0, 3), "stones": (0, 1, 3), "cards": (2, 1, 3)}


class TooLargeError(Exception):
    """There are more situations than the caller wants to see."""


def turn_ends(state: State, most_situations: int) -> set[Figures]:
    """The figures of every way to end the play of the turn that the state is in."""
    position = state.to_position()
    start = OracleState.from_position(state.game.rules, state.game.players, state.game.max_turns, position)
    assert start.phase == "play"
    seen, ends, open_states = set(), set(), [start]
    while open_states:
        now = open_states.pop()
        key = situation_key(now)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > most_situations:
            raise TooLargeError
        if not now.owed:
            ends.add(figures(start, now))
        for text in now.table.plays(now.situation()):
            after = independent(now)
            after.play(text, automatic=False)
            open_states.append(after)
    return ends


def best_figures(ends: set[Figures], objective: str) -> tuple[int, ...]:
    """The objective, what breaks ties, and the Jokers left, as the best end has them."""
    return max(tuple(end[i] for i in ORDERS[objective]) for end in ends)


def independent(state: OracleState) -> OracleState:
    """A copy whose lists are its own."""
    other = copy(state)
    for name in ("events", "stones", "hands", "added", "points_laid"):
        setattr(other, name, list(getattr(state, name)))
    return other


def situation_key(state: OracleState) -> tuple[object, ...]:
    points = state.points(state.mover)
    return (*state.situation(), tuple(state.stones), state.bank, tuple(state.added), points)


def figures(start: OracleState, end: OracleState) -> Figures:
    seat = start.mover
    return (
        end.stones[seat] - start.stones[seat],
        end.points(seat) - start.points(seat),
        len(start.hands[seat]) - len(end.hands[seat]),
        end.hands[seat].count("JK"),
    )
