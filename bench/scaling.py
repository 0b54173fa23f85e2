"""How the time of a decision grows with the number of games, and with the cards dealt to each player.

``python bench/scaling.py`` prints both as tables; ``--write`` puts them into docs/benchmarks.md, between its marks, and
draws docs/scaling.svg. One thread, random bots. ``--quick`` plays few games, to see that it runs.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from pathlib import Path
from statistics import median
from time import perf_counter

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, Rules, simulate
from athanor.bench.suite import machine

DOCS = Path(__file__).resolve().parents[1] / "docs"
PAGE = DOCS / "benchmarks.md"
PICTURE = DOCS / "scaling.svg"
MARKS = re.compile(r"(<!-- scaling -->\n).*(<!-- /scaling -->)", re.DOTALL)

EDITIONS = (ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE)
GAMES = tuple(10**power for power in range(2, 7))
HANDS = (5, 9, 13, 17, 21, 26, 30, 35)
PLAYERS = 4
#: 35 cards can be dealt to two players only.
PLAYERS_BY_HAND = 2
HAND_GAMES = 1000
TURNS = 12
SEED = 1
TURNS_TAKEN = 5
FEW = 100_000


@dataclass(frozen=True)
class Point:
    """Nanoseconds a decision where something that grows has this size."""

    size: int
    nanoseconds: float
    decisions: int


def measure(rules: Rules, size: int, games: int, players: int, max_turns: int) -> Point:
    """The median of several runs, of one where it is long enough to be told apart from what disturbs it."""
    times, decisions = [], 0
    for _ in range(TURNS_TAKEN if games < FEW else 1):
        start = perf_counter()
        decisions = simulate(rules, "random", games, players=players, seed=SEED, max_turns=max_turns).decisions
        times.append(perf_counter() - start)
    return Point(size, 1e9 * median(times) / decisions, decisions)


def by_games(rules: Rules, sizes: Sequence[int]) -> list[Point]:
    """Whole games of four players."""
    return [measure(rules, games, games, PLAYERS, 10_000) for games in sizes]


def by_hand(rules: Rules, games: int) -> list[Point]:
    """The first turns of two players, before much is laid: what the edition keeps of a hand doesn't shrink it here."""
    return [
        measure(rules.replace(hand_size=cards, hand_limit=None, players=PLAYERS_BY_HAND), cards, games, 2, TURNS)
        for cards in HANDS
    ]


def exponent(points: Sequence[Point]) -> float:
    """The power of the size by which the time grows from the first point to the last: 1 is linear."""
    first, last = points[0], points[-1]
    return log(last.nanoseconds / first.nanoseconds) / log(last.size / first.size)


def table(head: str, measured: dict[str, list[Point]]) -> Iterator[str]:
    yield f"| {head} | {' | '.join(f'{name}, ns a decision' for name in measured)} |"
    yield "|---:|" + "---:|" * len(measured)
    for points in zip(*measured.values(), strict=True):
        yield f"| {points[0].size:,} | {' | '.join(f'{point.nanoseconds:,.0f}' for point in points)} |"
    told = " and ".join(f"{exponent(points):.2f} ({name})" for name, points in measured.items())
    yield ""
    yield f"From the first row to the last the time grows as the size to the power of {told}."


def page(games: dict[str, list[Point]], hands: dict[str, list[Point]]) -> str:
    here = machine()
    lines = [
        f"Measured on {here['date']}, {here['processor']}, one thread, random bots.",
        "",
        f"![Time of a decision by games and by cards dealt]({PICTURE.name})",
        "",
        *table("games", games),
        "",
        *table("cards dealt", hands),
        "",
    ]
    return "\n".join(lines)


def draw(games: dict[str, list[Point]], hands: dict[str, list[Point]]) -> None:
    import matplotlib as mpl

    mpl.use("svg")
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2, figsize=(9, 3.4), sharey=False, layout="constrained")
    for axes, measured, label in ((left, games, "games"), (right, hands, "cards dealt to each player")):
        for name, points in measured.items():
            axes.plot([p.size for p in points], [p.nanoseconds for p in points], marker="o", label=name)
        axes.set_xlabel(label)
        axes.set_ylabel("ns a decision")
        axes.set_ylim(bottom=0)
        axes.legend()
    left.set_xscale("log")
    figure.savefig(PICTURE, metadata={"Date": None})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="write into docs/benchmarks.md and draw docs/scaling.svg")
    parser.add_argument("--quick", action="store_true", help="few games")
    options = parser.parse_args()
    sizes = GAMES[:3] if options.quick else GAMES
    games = {rules.edition: by_games(rules, sizes) for rules in EDITIONS}
    hands = {rules.edition: by_hand(rules, HAND_GAMES // 10 if options.quick else HAND_GAMES) for rules in EDITIONS}
    text = page(games, hands)
    print(text)
    if options.write:
        PAGE.write_text(MARKS.sub(lambda found: found[1] + text + found[2], PAGE.read_text(encoding="utf-8")), "utf-8")
        draw(games, hands)


if __name__ == "__main__":
    main()
