"""How long the meld search takes by the size of the hand and its Jokers: docs/melds.md and docs/melds.svg.

``python bench/meld_times.py`` measures values (``best_melds_many`` of one hand) and plans (``best_melds``) of random
hands under both editions, and writes both; ``--seconds`` is the most that a point takes beside its last hand.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from athanor.cards import CardSet
from athanor.errors import ArgumentError
from athanor.meld_arrays import best_melds_many
from athanor.melds import best_melds
from athanor.rules import EDITIONS, Rules

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE, PICTURE = "melds.md", "melds.svg"

SEED = 1
SIZES = (5, 7, 9, 10, 12, 15, *range(20, 71, 5))
JOKERS = (0, 1, 2, 4, 6)
REALS = 70
MOST_HANDS = 300
SECONDS = 2.0
TOO_SLOW = 10.0             # once a hand takes so many seconds, no larger one is tried
COLOURS = ("#4477aa", "#66ccee", "#228833", "#ccbb44", "#ee6677")
SIZE_INCHES = (9.0, 6.5)


def value_of(hand: CardSet, rules: Rules) -> None:
    best_melds_many(np.array([hand.words], np.uint64), rules)


def plan_of(hand: CardSet, rules: Rules) -> None:
    best_melds(hand, rules)


SEARCHES: dict[str, Callable[[CardSet, Rules], None]] = {"value": value_of, "plan": plan_of}


@dataclass(frozen=True)
class Point:
    """Seconds for each hand measured; ``refused`` are those with too many plans."""

    search: str
    edition: str
    jokers: int
    size: int
    seconds: tuple[float, ...]
    refused: int

    @property
    def median(self) -> float:
        return float(np.median(self.seconds))

    @property
    def slowest_of_100(self) -> float:
        return float(np.percentile(self.seconds, 99))


def random_hands(size: int, jokers: int) -> Iterable[CardSet]:
    rng = random.Random(f"{SEED} {size} {jokers}")
    for _ in range(MOST_HANDS):
        yield CardSet([*rng.sample(range(REALS), size - jokers), *range(REALS, REALS + jokers)])


def measure(search: str, edition: str, jokers: int, size: int, most_seconds: float) -> Point:
    """Search hand after hand until the time is over."""
    rules, work = EDITIONS[edition], SEARCHES[search]
    seconds, refused = [], 0
    end = time.perf_counter() + most_seconds
    for hand in random_hands(size, jokers):
        begun = time.perf_counter()
        try:
            work(hand, rules)
        except ArgumentError:
            refused += 1
        now = time.perf_counter()
        seconds.append(now - begun)
        if now > end:
            break
    return Point(search, edition, jokers, size, tuple(seconds), refused)


def measure_all(
    sizes: Sequence[int], most_seconds: float, report: Callable[[str], None] = lambda line: None
) -> list[Point]:
    """A point for each search, edition, number of Jokers and size, up to where hands become too slow."""
    points = []
    for search in SEARCHES:
        for edition in EDITIONS:
            for jokers in JOKERS:
                for size in (size for size in sizes if size > jokers):
                    points.append(measure(search, edition, jokers, size, most_seconds))
                    report(f"{search} {edition} {jokers} Jokers, {size} cards: {points[-1].median:.6f} s")
                    if max(points[-1].seconds) > TOO_SLOW:
                        break
    return points


def in_words(seconds: float) -> str:
    for unit, factor in (("s", 1.0), ("ms", 1e3)):
        if seconds * factor >= 1:
            return f"{seconds * factor:.3g} {unit}"
    return f"{seconds * 1e6:.3g} µs"


def table(points: Sequence[Point], search: str, edition: str) -> list[str]:
    """A row a size, a column a number of Jokers: the median, and after it the 99th percentile."""
    found = {(p.jokers, p.size): p for p in points if (p.search, p.edition) == (search, edition)}
    lines = ["| cards | " + " | ".join(f"{n} Jokers" if n != 1 else "1 Joker" for n in JOKERS) + " |"]
    lines.append("|---" * (len(JOKERS) + 1) + "|")
    for size in sorted({size for _, size in found}):
        cells = [cell(found.get((jokers, size))) for jokers in JOKERS]
        lines.append(f"| {size} | {' | '.join(cells)} |")
    return lines


def cell(point: Point | None) -> str:
    if point is None:
        return "-"
    refused = f", {point.refused} of {len(point.seconds)} refused" if point.refused else ""
    return f"{in_words(point.median)} ({in_words(point.slowest_of_100)}{refused})"


def page(points: Sequence[Point]) -> str:
    lines = [
        "# How long the meld search takes",
        "",
        "`best_melds` is exact for any hand. How long it takes depends on the number of cards and, above all, of",
        "Jokers: random hands by size, in points (R23); the median, in brackets the 99th percentile. A value is",
        "what `best_melds_many` gives for one hand, a plan what `best_melds` gives, with all that breaks ties.",
        "Hands with too many plans to search are refused, and count with the time that it took to say so.",
        "`make docs-melds` measures this anew.",
        "",
        f"![Time of the meld search by hand size, a line for each number of Jokers]({PICTURE})",
    ]
    for search in SEARCHES:
        for edition in EDITIONS:
            lines += ["", f"## A {search}, {edition}", "", *table(points, search, edition)]
    return "\n".join(lines) + "\n"


def draw(points: Sequence[Point], path: Path) -> None:
    """Medians as lines, 99th percentiles dashed above them; searches below each other, editions side by side."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=SIZE_INCHES, layout="constrained")
    grid: Any = figure.subplots(len(SEARCHES), len(EDITIONS), sharex=True, sharey=True, squeeze=False)
    for row, search in zip(grid, SEARCHES, strict=True):
        for axes, edition in zip(row, EDITIONS, strict=True):
            for jokers, colour in zip(JOKERS, COLOURS, strict=True):
                line = [p for p in points if (p.search, p.edition, p.jokers) == (search, edition, jokers)]
                sizes = [p.size for p in line]
                axes.plot(sizes, [p.median for p in line], colour, marker=".", label=f"{jokers}")
                axes.plot(sizes, [p.slowest_of_100 for p in line], colour, linestyle=":", linewidth=1)
            axes.set_title(f"a {search}, {edition}", fontsize=10, loc="left")
            axes.set_yscale("log")
            axes.grid(alpha=0.25)
            axes.spines[["top", "right"]].set_visible(False)
    for axes in grid[-1]:
        axes.set_xlabel("cards in the hand")
    for axes in grid[:, 0]:
        axes.set_ylabel("seconds")
    grid[0, 0].legend(title="Jokers", frameon=False, fontsize=8, title_fontsize=8)
    figure.suptitle("Median (line) and 99th percentile (dots) of random hands", fontsize=10)
    figure.savefig(path)


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="most seconds for a point")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="sizes of hands")
    parser.add_argument("--folder", type=Path, default=DOCS, help="where to write the page and the picture")
    options = parser.parse_args(arguments)
    points = measure_all(options.sizes, options.seconds, print)
    (options.folder / PAGE).write_text(page(points), encoding="utf-8")
    draw(points, options.folder / PICTURE)
    print(f"wrote {options.folder / PAGE} and {PICTURE}")


if __name__ == "__main__":
    main()
