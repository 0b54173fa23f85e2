"""What a seat may know, as numbers: the layout of observations as data.

The core writes every observation, that of a state and those of a vector of games; this module says what lies where.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import TYPE_CHECKING, Any

from ._core.observe import VERSION

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Rows = npt.NDArray[np.uint8]

CARDS = 71
MELDS = 23
PLACES = 15
RANKS = 14
PER_SEAT = 0

#: name, shape (PER_SEAT stands for the number of players), highest value, meaning.
_SLICES: tuple[tuple[str, tuple[int, ...], int, str], ...] = (
    ("hand", (CARDS,), 6, "the observer's hand: how many of each card, by id, the Jokers together at 70"),
    ("kept", (CARDS,), 2, "the cards that the observer has kept for the Four (R27)"),
    ("four", (CARDS,), 5, "the cards of the Four that lie face up: three, or all once a showdown has ended the game"),
    ("discards", (CARDS,), 6, "the discards (R22)"),
    ("meld_owner", (MELDS,), 8, "0 where there is no meld, 1 the observer, 2 the next seat clockwise, and so on"),
    ("meld_kind", (MELDS,), 2, "1 a run, 2 a set"),
    ("meld_family", (MELDS,), 5, "of a run: 1 to 4 for s h d c, 5 where it is of Atouts as a family, 0 if open (R8)"),
    ("meld_low", (MELDS,), 15, "the lowest place of a run (1 = As low, 15 = As high), or the rank of a set"),
    ("meld_size", (MELDS,), 14, "cards in the meld"),
    (
        "meld_cards",
        (MELDS, PLACES),
        3,
        "1 a natural, 2 an Atout, 3 a Joker, 0 nothing: of a run by place, 1 to 15; of a set at s h d c, at the Atout,"
        " then one for each Joker",
    ),
    ("cards", (PER_SEAT,), 76, "cards in each hand"),
    ("cards_kept", (PER_SEAT,), 2, "cards that each has kept for the Four"),
    ("stones", (PER_SEAT,), 255, "stones of each: the remainder by 256"),
    ("stones_256", (PER_SEAT,), 255, "the same, divided by 256; 65,535 stones and more are alike"),
    ("points", (PER_SEAT,), 255, "points of each towards forcing (R23): the remainder by 256"),
    ("points_256", (PER_SEAT,), 255, "the same, divided by 256; 65,535 points and more are alike"),
    ("antes", (PER_SEAT,), 255, "stones that each has paid as antes in this deal; 255 and more are alike"),
    ("melds_laid", (PER_SEAT,), 23, "melds that each has laid in this deal (R18, R19)"),
    ("added", (PER_SEAT,), 152, "cards that the mover added this turn to melds of each (R20)"),
    ("playing", (PER_SEAT,), 1, "who is still in the game"),
    ("participating", (PER_SEAT,), 1, "who takes part in the Four so far"),
    ("mover", (PER_SEAT,), 1, "whose choice it is; nobody's once the game is over"),
    ("opener", (PER_SEAT,), 1, "who opened this deal"),
    ("forcer", (PER_SEAT,), 1, "who forced the Four"),
    ("first_keeper", (PER_SEAT,), 1, "who keeps cards first, once the Four is forced or opens by itself"),
    ("phase", (6,), 1, "one of play, discard, force, answer, keep, over"),
    ("step", (3,), 1, "in an ordered turn, the earliest step still open: lay, complete, take (R15-R17)"),
    ("completions", (1,), 152, "cards added to melds this turn (R16)"),
    ("owed_atouts", (RANKS,), 1, "Atouts taken this turn that must be laid again, by rank (R21)"),
    ("owed_jokers", (1,), 6, "Jokers taken this turn that must be laid again (R21)"),
    ("pot", (1,), 255, "stones in the centre: the remainder by 256"),
    ("pot_256", (1,), 255, "the same, divided by 256"),
    ("bank", (1,), 255, "stones in the bank: the remainder by 256; 255 where it has no bottom (R25)"),
    ("bank_256", (1,), 255, "the same, divided by 256; 255 where it has no bottom"),
    ("stake", (1,), 255, "the forcer's stake: the remainder by 256"),
    ("stake_256", (1,), 255, "the same, divided by 256"),
    ("final_turns", (1,), 8, "turns left once the cards have run out, this one included; 0 before (R14)"),
    ("pile", (1,), 76, "cards left in the pile"),
    ("deal", (1,), 255, "deals begun; 255 and more are alike"),
    ("turn", (1,), 255, "turns begun: the remainder by 256"),
    ("turn_256", (1,), 255, "the same, divided by 256; 65,535 turns and more are alike"),
    ("turns_left", (1,), 255, "turns until the game is cut (R35); 255 and more are alike"),
)


@dataclass(frozen=True)
class Slice:
    """A part of an observation: entries ``start`` to ``stop`` - 1, of that ``shape``, from 0 to ``high``."""

    name: str
    shape: tuple[int, ...]
    start: int
    stop: int
    high: int
    doc: str


class ObservationLayout(Mapping[str, Slice]):
    """Where each thing lies in an observation, by name, for a number of players.

    Seats are counted clockwise from the observer, who is 0. ``size`` is the length of an observation, ``version``
    the number of this layout: it grows with every change.

    >>> layout = layout_for(players=4)
    >>> layout.size, layout["stones"].start, layout["stones"].shape
    (841, 752, (4,))
    """

    version = VERSION

    def __init__(self, players: int) -> None:
        self.players = players
        self._slices: dict[str, Slice] = {}
        start = 0
        for name, shape, high, doc in _SLICES:
            sizes = tuple(players if size == PER_SEAT else size for size in shape)
            self._slices[name] = Slice(name, sizes, start, start + prod(sizes), high, doc)
            start += prod(sizes)
        self.size = start

    def __repr__(self) -> str:
        return f"<ObservationLayout of {self.players} players, size {self.size}, version {self.version}>"

    def __getitem__(self, name: str) -> Slice:
        return self._slices[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._slices)

    def __len__(self) -> int:
        return len(self._slices)

    def split(self, rows: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """Views of one observation, or of an array whose last axis is one, by name and in their shapes."""
        return {
            part.name: rows[..., part.start : part.stop].reshape(*rows.shape[:-1], *part.shape)
            for part in self.values()
        }

    def to_float(self, rows: Rows) -> npt.NDArray[np.float32]:
        """Observations as float32 from 0 to 1: each entry divided by the highest value of its slice."""
        import numpy as np

        return np.multiply(rows, _scale(self.players), dtype=np.float32)


@lru_cache(maxsize=16)
def layout_for(players: int) -> ObservationLayout:
    """The layout of observations in games of so many players."""
    return ObservationLayout(players)


@lru_cache(maxsize=16)
def _scale(players: int) -> npt.NDArray[np.float32]:
    import numpy as np

    layout = layout_for(players)
    parts = [np.full(part.stop - part.start, 1 / part.high, np.float32) for part in layout.values()]
    return np.concatenate(parts)
