"""Many games played to the end by built-in bots."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from itertools import pairwise

from ._core.batch import Batch
from ._core.bots import BOT_CODES
from .checks import check_int
from .errors import ArgumentError
from .results import Counts, Results, add_counts
from .rules import MAX_TURNS, Rules

MOST_GAMES = 1_000_000_000_000
MOST_THREADS = 256
WORD = 1 << 64
# Decisions between two looks at the clock, the progress bar and Ctrl-C: some hundredths of a second.
SLICE = 50_000
CHUNKS_PER_THREAD = 8

Report = Callable[[int], None]


class SimulationInterrupted(KeyboardInterrupt):
    """Ctrl-C during ``simulate``; ``results`` holds the games finished until then."""

    def __init__(self, results: Results) -> None:
        super().__init__(f"interrupted after {results.games} of {results.games_asked} games")
        self.results = results


def simulate(
    rules: Rules,
    bots: str | Sequence[str] = "random",
    games: int = 1000,
    *,
    players: int | None = None,
    seed: int = 1,
    threads: int = 1,
    max_turns: int = MAX_TURNS,
    progress: bool = False,
) -> Results:
    """Play ``games`` games and count what happened.

    ``bots`` names the bot of each seat, "random" or "greedy"; one name, or fewer names than seats, are repeated.
    Game i of a seed is the same game for any number of threads. ``max_turns`` cuts endless games (R35).
    ``progress`` shows a bar on the terminal. Ctrl-C raises SimulationInterrupted, which holds the results so far.
    Raises ArgumentError and RulesError for arguments out of range.

    >>> from athanor import ESPRIT_CRITIQUE, simulate
    >>> results = simulate(ESPRIT_CRITIQUE, bots=["greedy", "random"], players=2, games=50)
    >>> results.games, sum(results.wins)
    (50, 50)
    """
    if not isinstance(rules, Rules):
        raise ArgumentError(f"rules must be Rules, such as athanor.ESPRIT_CRITIQUE, not {rules!r}")
    seats = rules.check_players(rules.players if players is None else players)
    names = seat_bots(bots, seats)
    check_int("games", games, 0, MOST_GAMES)
    check_int("seed", seed, 0, WORD - 1)
    check_int("threads", threads, 1, MOST_THREADS)
    rule_set = rules.rule_set(seats, check_int("max_turns", max_turns, 1, 1_000_000_000))
    codes = [BOT_CODES[name] for name in names]
    batches = [
        Batch(rule_set, codes, seed, first, last) for first, last in _chunks(games, threads * CHUNKS_PER_THREAD)
    ]
    interrupted = False
    with _bar(games if progress else None) as report:
        try:
            _run(batches, threads, report)
        except KeyboardInterrupt:
            interrupted = True
    results = Results(rules, names, games, seed, add_counts(seats, [_counts(batch) for batch in batches]))
    if interrupted:
        raise SimulationInterrupted(results)
    return results


def seat_bots(bots: str | Sequence[str], players: int) -> tuple[str, ...]:
    """One known bot for each seat, those given being repeated."""
    names = [bots] if isinstance(bots, str) else bots
    if not isinstance(names, Sequence) or not names:
        raise ArgumentError(f"bots must be a name or a list of names, not {bots!r}")
    if len(names) > players:
        raise ArgumentError(f"{len(names)} bots for {players} players: give at most one a seat")
    for name in names:
        if not isinstance(name, str) or name not in BOT_CODES:
            raise ArgumentError(f"no bot is named {name!r}: the bots are {', '.join(BOT_CODES)}")
    return tuple(names[seat % len(names)] for seat in range(players))


def _chunks(games: int, parts: int) -> list[tuple[int, int]]:
    edges = [games * part // parts for part in range(parts + 1)]
    return [(first, last) for first, last in pairwise(edges) if first < last]


def _counts(batch: Batch) -> Counts:
    return batch.counts()


def _run(batches: list[Batch], threads: int, report: Report) -> None:
    stop = threading.Event()
    if threads == 1:
        for batch in batches:
            _play(batch, stop, report)
        return
    with ThreadPoolExecutor(threads) as pool:
        waiting: set[Future[None]] = {pool.submit(_play, batch, stop, report) for batch in batches}
        try:
            while waiting:
                done, waiting = wait(waiting, timeout=0.1, return_when=FIRST_COMPLETED)
                for future in done:
                    future.result()
        finally:
            stop.set()


def _play(batch: Batch, stop: threading.Event, report: Report) -> None:
    finished = 0
    going = True
    while going and not stop.is_set():
        going = batch.run(SLICE)
        games = batch.finished
        report(games - finished)
        finished = games


@contextmanager
def _bar(games: int | None) -> Iterator[Report]:
    """A progress bar on standard error, or nothing."""
    if games is None:
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("games", total=games)
        yield lambda done: progress.advance(task, done)
