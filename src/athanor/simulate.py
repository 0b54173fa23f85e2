"""Many games played to the end, on one thread or many, here or on other machines."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from functools import partial
from itertools import islice

from ._core.bots import BOT_CODES
from .batch_bots import BatchBot
from .checks import check_int, check_seed, shown, told
from .chunks import Bot, Chunk, Collector, Played, Watch, bot_name, games_at_once, play_chunk
from .errors import ArgumentError, ExecutorError
from .results import Results
from .rules import MAX_TURNS, MOST_TURNS, Rules, check_rules

MOST_GAMES = 1_000_000_000_000
MOST_ROWS = 1_000_000_000
MOST_THREADS = 256
CHUNKS_PER_THREAD = 8
GAMES_PER_CHUNK = 20_000
# Of a chunk in which bots are asked at many tables at once: towards its end fewer and fewer tables still play.
GAMES_PER_TABLE = 8
# Chunks handed to an executor and not yet back: enough for many workers, few enough to hold.
CHUNKS_UNDERWAY = 256
# An executor doesn't say how many workers it has.
EXECUTOR_WORKERS = 16
POLL_SECONDS = 0.1

Report = Callable[[int], None]


class SimulationInterrupted(KeyboardInterrupt):
    """Ctrl-C during ``simulate``; ``results`` holds the games finished until then."""

    def __init__(self, results: Results) -> None:
        super().__init__(f"interrupted after {results.games} of {results.games_asked} games of seed {results.seed}")
        self.results = results

    def __reduce__(self) -> tuple[type[SimulationInterrupted], tuple[Results]]:
        """Made anew from the results: an error's own way is from its message."""
        return SimulationInterrupted, (self.results,)


def simulate(
    rules: Rules,
    bots: Bot | Sequence[Bot] = "random",
    games: int = 1000,
    *,
    players: int | None = None,
    seed: int = 1,
    threads: int = 1,
    executor: Executor | None = None,
    max_turns: int = MAX_TURNS,
    rows: bool = False,
    progress: bool = False,
) -> Results:
    """Play ``games`` games and count what happened.

    ``bots`` are the bots of the seats: "random", "greedy", a callable that takes the State and returns a legal action
    or its text, or a ``BatchBot``, which is asked in many games at once; one bot, or fewer than seats, are repeated.
    Game i of a seed is the same game for any number of threads and on any ``executor`` (of ``concurrent.futures`` or
    one like it; bots of one's own must then be picklable). ``max_turns`` cuts endless games (R35). ``rows`` keeps one
    row a game for ``to_numpy`` and ``save``; without it memory doesn't grow with the games. ``progress`` shows a bar on
    the terminal.

    Ctrl-C raises SimulationInterrupted, which holds the results so far. Raises ArgumentError and RulesError for
    arguments out of range and for a bot that can't be sent to the executor, BotError where a bot fails, ExecutorError
    where the executor does.

    >>> from athanor import ESPRIT_CRITIQUE, simulate
    >>> results = simulate(ESPRIT_CRITIQUE, bots=["greedy", "random"], players=2, games=50)
    >>> results.games, sum(results.wins)
    (50, 50)
    """
    check_rules(rules)
    seats = seat_bots(bots, rules.check_players(rules.players if players is None else players))
    games = check_int("games", games, 0, MOST_ROWS if rows else MOST_GAMES)
    seed = check_seed(seed)
    threads = check_int("threads", threads, 1, MOST_THREADS)
    max_turns = check_int("max_turns", max_turns, 1, MOST_TURNS)
    if executor is not None and not callable(getattr(executor, "submit", None)):
        raise ArgumentError(f"executor must have a submit method, as in concurrent.futures, not {shown(executor)}")
    collector = Collector(rules, seats, games, seed, rows)
    chunk = partial(Chunk, rules, seats, max_turns, seed, with_rows=rows)
    workers = threads if executor is None else EXECUTOR_WORKERS
    wanted = GAMES_PER_TABLE * games_at_once(seats)
    chunks = (chunk(first=first, last=last) for first, last in _stretches(games, workers, wanted))
    with _bar(games if progress else None) as report:
        try:
            if executor is not None:
                _run_elsewhere(chunks, executor, collector, report, seats)
            elif threads == 1:
                _run_here(chunks, collector, report)
            else:
                _run_on_threads(chunks, threads, collector, report)
        except KeyboardInterrupt:
            raise SimulationInterrupted(collector.results()) from None
    return collector.results()


def seat_bots(bots: Bot | Sequence[Bot], players: int) -> tuple[Bot, ...]:
    """One known bot for each seat, those given being repeated."""
    given = [bots] if isinstance(bots, (str, BatchBot)) or callable(bots) else bots
    if not isinstance(given, Sequence) or not given:
        raise ArgumentError(f"bots must be a bot or a list of bots, not {shown(bots)}")
    if len(given) > players:
        raise ArgumentError(f"{len(given)} bots for {players} players: give at most one a seat")
    for bot in given:
        if not callable(bot) and not isinstance(bot, BatchBot) and (not isinstance(bot, str) or bot not in BOT_CODES):
            raise ArgumentError(f"no bot is named {shown(bot)}: the bots are {', '.join(BOT_CODES)}")
    return tuple(given[seat % len(given)] for seat in range(players))


def _stretches(games: int, workers: int, wanted: int) -> Iterator[tuple[int, int]]:
    """Equal stretches of games, several for each worker, none too long; fewer where so many are wanted in one."""
    share, several = -(-games // workers), -(-games // (workers * CHUNKS_PER_THREAD))
    size = max(1, min(share, max(wanted, min(GAMES_PER_CHUNK, several))))
    return ((first, min(first + size, games)) for first in range(0, games, size))


def _run_here(chunks: Iterator[Chunk], collector: Collector, report: Report) -> None:
    watch = Watch(report)
    for chunk in chunks:
        played = play_chunk(chunk, watch)
        collector.add(played)
        if played.interrupted:
            raise KeyboardInterrupt


def _run_on_threads(chunks: Iterator[Chunk], threads: int, collector: Collector, report: Report) -> None:
    watch = Watch(report)
    with ThreadPoolExecutor(threads) as pool:
        waiting: set[Future[Played]] = set()
        try:
            _drain(chunks, lambda chunk: pool.submit(play_chunk, chunk, watch), 2 * threads, waiting, collector)
        except KeyboardInterrupt:
            watch.stop.set()
            for future in wait(waiting).done:
                if not future.cancelled() and future.exception() is None:
                    collector.add(future.result())
            raise
        finally:
            watch.stop.set()


def _run_elsewhere(
    chunks: Iterator[Chunk], executor: Executor, collector: Collector, report: Report, seats: tuple[Bot, ...]
) -> None:
    try:
        _drain(chunks, lambda chunk: executor.submit(play_chunk, chunk), CHUNKS_UNDERWAY, set(), collector, report)
    except (BrokenExecutor, CancelledError, RuntimeError) as error:
        raise ExecutorError(
            f"the executor broke after {collector.games} of {collector.games_asked} games: {error}"
        ) from error
    except (pickle.PicklingError, TypeError, AttributeError):
        _check_sendable(seats)
        raise


def _check_sendable(seats: tuple[Bot, ...]) -> None:
    """ArgumentError for the first bot that can't be pickled; some executors send such bots all the same."""
    for seat, bot in enumerate(seats):
        try:
            pickle.dumps(bot)
        except Exception as error:
            raise ArgumentError(
                f"bot {bot_name(bot)} at seat {seat} can't be sent to the executor, since it can't be pickled: make it"
                f" a function or class at the top of a module, or play with threads= instead ({told(error)})"
            ) from error


def _drain(
    chunks: Iterator[Chunk],
    submit: Callable[[Chunk], Future[Played]],
    limit: int,
    waiting: set[Future[Played]],
    collector: Collector,
    report: Report = lambda games: None,
) -> None:
    """Keep ``limit`` chunks under way until all are back; what is still waiting when something fails is cancelled."""
    try:
        while True:
            waiting.update(submit(chunk) for chunk in islice(chunks, limit - len(waiting)))
            if not waiting:
                return
            # An executor that is shut down with cancel_futures tells nobody who waits.
            if any(future.cancelled() for future in waiting):
                raise CancelledError("games under way were cancelled")
            for future in wait(waiting, POLL_SECONDS, FIRST_COMPLETED).done:
                waiting.discard(future)
                played = future.result()
                collector.add(played)
                report(played.counts["games"])
                if played.interrupted:
                    raise KeyboardInterrupt
    except BaseException:
        for future in waiting:
            future.cancel()
        raise


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
