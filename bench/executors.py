"""How many times as fast two worker processes are as one process, over work that takes one process half a minute.

``python bench/executors.py`` plays the same games in this process, on a ProcessPoolExecutor and on Dask's LocalCluster,
two workers each, and checks that all count the same. Starting the workers is not timed; sending the work and getting it
back is.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from time import perf_counter

from athanor import FOUR_ALCHIMIQUE, simulate
from athanor.results import Results

WORKERS = 2
SECONDS = 30.0
PLAYERS = 4
SEED = 1
#: Games of a first guess, enough to tell how long one takes.
TRIED = {"random": 20_000, "greedy": 500}


def timed(bot: str, games: int, executor: Executor | None = None) -> tuple[float, Results]:
    start = perf_counter()
    results = simulate(FOUR_ALCHIMIQUE, bot, games, players=PLAYERS, seed=SEED, executor=executor)
    return perf_counter() - start, results


@contextmanager
def dask() -> Iterator[Executor]:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=WORKERS, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        yield client.get_executor()


EXECUTORS = {"ProcessPoolExecutor": lambda: ProcessPoolExecutor(WORKERS), "Dask's LocalCluster": dask}


def compare(bot: str, seconds: float) -> None:
    tried, _ = timed(bot, TRIED[bot])
    games = max(TRIED[bot], round(TRIED[bot] * seconds / tried))
    alone, expected = timed(bot, games)
    print(f"{bot}: {games:,} games, {expected.decisions:,} decisions; one process {alone:.1f} s", flush=True)
    for name, start in EXECUTORS.items():
        with start() as executor:
            timed(bot, TRIED[bot] // 10, executor)
            taken, results = timed(bot, games, executor)
        assert results == expected, f"{name} counts otherwise"
        print(f"  {name} of {WORKERS}: {taken:.1f} s, {alone / taken:.2f} times as fast", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=SECONDS, help="how long one process should take")
    parser.add_argument("--bot", choices=TRIED, action="append", help="one bot only")
    options = parser.parse_args()
    for bot in options.bot or TRIED:
        compare(bot, options.seconds)


if __name__ == "__main__":
    main()
