"""What a simulation counted, as numbers, JSON and tables."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._core.batch import ROW_BYTES
from .errors import ArgumentError
from .poker import Category
from .rules import Rules

if TYPE_CHECKING:
    import os

    import numpy as np
    from numpy.typing import NDArray
    from rich.console import Group

Z95 = 1.959964
SCALARS = (
    "games", "decisions", "truncated", "deals", "deals_squared", "turns", "turns_squared", "ties", "atout_ties",
)  # fmt: skip
DEAL_ENDS = ("forced and followed", "uncontested", "exhausted", "void")
GAINS = ("new melds", "completions", "pairs on own melds", "pairs on others' melds")
CATEGORIES = tuple(category.label for category in Category)

ROW_FIELDS = (
    ("index", "<u8", 0),
    ("decisions", "<u4", 8),
    ("turns", "<u4", 12),
    ("deals", "<u4", 16),
    ("winner", "i1", 20),
    ("truncated", "?", 21),
)
STONES_OFFSET = 24

#: Sums over games: scalars, and lists by seat, deal end, category and source of stones.
Counts = dict[str, Any]
Interval = tuple[float, float]


def add_counts(players: int, parts: Sequence[Counts]) -> Counts:
    """The sum of several counts."""
    lengths = {"wins": players, "deal_ends": len(DEAL_ENDS), "categories": len(CATEGORIES), "gains": len(GAINS)}
    total: Counts = {name: sum(part[name] for part in parts) for name in SCALARS}
    for name, length in lengths.items():
        total[name] = [sum(part[name][i] for part in parts) for i in range(length)]
    return total


def wilson(successes: int, trials: int) -> Interval:
    """95 % interval of a proportion (Wilson, 1927); 0 to 1 without trials."""
    if trials == 0:
        return 0.0, 1.0
    p = successes / trials
    shrink = 1 + Z95 * Z95 / trials
    centre = (p + Z95 * Z95 / (2 * trials)) / shrink
    half = Z95 * math.sqrt(p * (1 - p) / trials + Z95 * Z95 / (4 * trials * trials)) / shrink
    return max(0.0, centre - half), min(1.0, centre + half)


def mean_and_half_width(total: int, squares: int, count: int) -> tuple[float, float]:
    """The mean, and half of its 95 % interval by the normal approximation; nan where there is none."""
    if count == 0:
        return math.nan, math.nan
    mean = total / count
    if count == 1:
        return mean, math.nan
    variance = max(0.0, (squares - total * mean) / (count - 1))
    return mean, Z95 * math.sqrt(variance / count)


@dataclass(frozen=True)
class Results:
    """The counts of a simulation.

    ``rules``, ``bots`` (one a seat), ``games_asked`` and ``seed`` name it; ``counts`` are sums over finished games;
    ``row_bytes`` holds one row a game where rows were asked for, see ``to_numpy``.
    """

    rules: Rules
    bots: tuple[str, ...]
    games_asked: int
    seed: int
    counts: Counts
    row_bytes: bytes | None = None

    @property
    def games(self) -> int:
        """Games finished."""
        return int(self.counts["games"])

    @property
    def decisions(self) -> int:
        """Real choices made: actions among at least two legal ones."""
        return int(self.counts["decisions"])

    @property
    def wins(self) -> tuple[int, ...]:
        """Games won by each seat."""
        return tuple(self.counts["wins"])

    @property
    def wins_by_bot(self) -> dict[str, int]:
        """Games won by each kind of bot, over all its seats."""
        totals = dict.fromkeys(self.bots, 0)
        for bot, won in zip(self.bots, self.wins, strict=True):
            totals[bot] += won
        return totals

    @property
    def truncated(self) -> int:
        """Games cut after max_turns turns (R35)."""
        return int(self.counts["truncated"])

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, as JSON can hold it; intervals are of 95 %."""
        counts = self.counts
        deals, deals_half = mean_and_half_width(counts["deals"], counts["deals_squared"], self.games)
        turns, turns_half = mean_and_half_width(counts["turns"], counts["turns_squared"], self.games)
        return {
            "edition": self.rules.edition,
            "rules": self.rules.to_dict(),
            "players": len(self.bots),
            "bots": list(self.bots),
            "seed": self.seed,
            "games_asked": self.games_asked,
            "games": self.games,
            "decisions": self.decisions,
            "wins_by_seat": [self._share(won) | {"seat": seat} for seat, won in enumerate(self.wins)],
            "wins_by_bot": {bot: self._share(won) for bot, won in self.wins_by_bot.items()},
            "truncated": self._share(self.truncated),
            "deals_per_game": {"mean": _number(deals), "half_width": _number(deals_half)},
            "turns_per_game": {"mean": _number(turns), "half_width": _number(turns_half)},
            "deals": counts["deals"],
            "deal_ends": dict(zip(DEAL_ENDS, counts["deal_ends"], strict=True)),
            "winning_categories": dict(zip(CATEGORIES, counts["categories"], strict=True)),
            "showdowns": sum(counts["categories"]),
            "ties": counts["ties"],
            "ties_broken_by_an_atout": counts["atout_ties"],
            "stones_gained": dict(zip(GAINS, counts["gains"], strict=True)),
        }

    def _share(self, count: int) -> dict[str, Any]:
        low, high = wilson(count, self.games)
        return {"count": count, "share": count / self.games if self.games else None, "low": low, "high": high}

    def to_numpy(self) -> NDArray[Any]:
        """One row a game, in the order of their indices, as a structured array.

        ``index`` of the game, ``decisions``, ``turns``, ``deals``, ``winner`` (seat, -1 for none), ``truncated``, and
        ``stones`` of each seat at the end. Raises ArgumentError if the simulation kept no rows.
        """
        import numpy as np

        if self.row_bytes is None:
            raise ArgumentError("no rows were kept: simulate with rows=True to have one a game")
        return np.frombuffer(self.row_bytes, row_dtype(len(self.bots)))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the rows to a file: ``.npz``, ``.csv``, or ``.parquet`` (extra ``parquet``), by its suffix.

        Raises ArgumentError for another suffix or where no rows were kept, OSError if the file can't be written.
        """
        from .saving import save_rows

        save_rows(self.to_numpy(), path)

    def table(self) -> Group:
        """Tables that rich prints: ``rich.print(results.table())``."""
        from .tables import results_tables

        return results_tables(self)


def row_dtype(players: int) -> np.dtype[Any]:
    """The layout of a row in _core/batch.pxd."""
    import numpy as np

    names, formats, offsets = zip(*ROW_FIELDS, ("stones", ("<i4", (players,)), STONES_OFFSET), strict=True)
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": ROW_BYTES})


def _number(value: float) -> float | None:
    return None if math.isnan(value) else value
