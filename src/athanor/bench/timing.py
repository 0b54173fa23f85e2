"""Rates of work, measured so that they can be compared: who is compared takes turns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from statistics import median
from time import perf_counter
from typing import Any, TypeAlias

#: Does its work so many times over; tells the units of work done and the seconds that they took.
Run: TypeAlias = Callable[[int], tuple[int, float]]

# A clock's tick must not matter, and a first guess may be short by so much.
SHORTEST = 1e-7
MARGIN = 1.1


def calls(call: Callable[[], object], units: int = 1) -> Run:
    """Call without arguments; each call is so many units of work."""

    def run(rounds: int) -> tuple[int, float]:
        start = perf_counter()
        for _ in repeat(None, rounds):
            call()
        return rounds * units, perf_counter() - start

    return run


def counted(call: Callable[[], int]) -> Run:
    """Call without arguments; each call tells its units of work."""

    def run(rounds: int) -> tuple[int, float]:
        start = perf_counter()
        units = sum(call() for _ in repeat(None, rounds))
        return units, perf_counter() - start

    return run


def each(call: Callable[..., object], arguments: Iterable[tuple[Any, ...]]) -> Run:
    """Call with each tuple of arguments in turn; each call is a unit of work."""
    listed = list(arguments)

    def run(rounds: int) -> tuple[int, float]:
        start = perf_counter()
        for _ in repeat(None, rounds):
            for given in listed:
                call(*given)
        return rounds * len(listed), perf_counter() - start

    return run


def rounds_for(run: Run, seconds: float) -> int:
    """How many rounds take about so long; trying it out warms everything up too."""
    rounds = 1
    while True:
        _, taken = run(rounds)
        if taken >= seconds:
            return rounds
        rounds = max(2 * rounds, int(MARGIN * rounds * seconds / max(taken, SHORTEST)))


def rates_in_turns(runs: Sequence[Run], seconds: float, repeats: int) -> list[list[float]]:
    """Units a second of each run, ``repeats`` times: all take turns of about ``seconds``, so that whatever slows the
    machine down slows all of them.
    """
    rounds = [rounds_for(run, seconds) for run in runs]
    rates: list[list[float]] = [[] for _ in runs]
    for _ in range(repeats):
        for number, run in enumerate(runs):
            units, taken = run(rounds[number])
            rates[number].append(units / max(taken, SHORTEST))
    return rates


def median_ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median over the turns of how many times as fast the first is."""
    return median(mine / other for mine, other in zip(ours, theirs, strict=True))
