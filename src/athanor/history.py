"""The events of a game as text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .poker import Category

if TYPE_CHECKING:
    from .game import Game

Event = tuple[int | None, str, bool]
CoreEvent = tuple[int, int, int, int, bool]

# Kinds of events, as _core/log.pxd numbers them.
ACTION, DEAL, DRAW, SHUFFLE, GAIN, SHOW, PAY = range(7)


def event_texts(game: Game, events: list[CoreEvent]) -> list[Event]:
    """(seat or None, text, automatic) of each event that a player would see or make."""
    found: list[Event] = []
    shown: list[str] = []
    paid: list[tuple[int, int]] = []
    for kind, seat, detail, value, automatic in events:
        if shown and kind not in (SHOW, PAY) and paid:
            found.append((None, _showdown(shown, paid), True))
            shown = []
        if kind == ACTION:
            found.append((seat, game.action_text(value), automatic))
        elif kind == DEAL:
            found.append((None, "deal", True))
        elif kind == DRAW:
            found.append((seat, "draw", True))
        elif kind == SHUFFLE:
            found.append((None, "shuffle", True))
        elif kind == SHOW:
            if not shown:
                paid = []
            shown.append(f"{seat} {Category(detail).name.lower()}")
        elif kind == PAY:
            paid.append((seat, value))
    if shown:
        found.append((None, _showdown(shown, paid), True))
    return found


def _showdown(shown: list[str], paid: list[tuple[int, int]]) -> str:
    winners = " ".join(str(seat) for seat, _ in paid)
    stones = paid[0][1]
    what = f"{winners} wins {stones}" if len(paid) == 1 else f"{winners} share {stones} each"
    return f"showdown {', '.join(shown)}: {what}"
