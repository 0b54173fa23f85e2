"""``athanor simulate``: many games between bots."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from athanor.rules import MAX_TURNS

from .asked import asked_rules, edition_option, json_option, set_option
from .exit_codes import INTERRUPTED
from .output import print_json, print_tables

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from athanor.results import Results

DEFAULT_GAMES = 1000
DASK_TIMEOUT = 10


@click.command()
@edition_option
@click.option("--players", type=int, help="Players, 2 to 8 as the cards allow.")
@click.option("--games", type=int, help=f"Games to play.  [default: {DEFAULT_GAMES}]")
@click.option("--bots", default="greedy,random", show_default=True, help="Bots by seat, repeated: greedy, random.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the games.")
@click.option("--threads", type=int, default=1, show_default=True, help="Threads to play on.")
@click.option("--max-turns", type=int, default=MAX_TURNS, show_default=True, help="Turns after which a game is cut.")
@click.option("--save", metavar="FILE", help="Write one row a game to FILE: .npz, .csv or .parquet; needs --edition.")
@click.option("--dask", metavar="ADDRESS", help="Play on the Dask cluster at ADDRESS, such as tcp://host:8786.")
@set_option
@json_option
def simulate(
    editions: str | None,
    players: int | None,
    games: int | None,
    bots: str,
    seed: int,
    threads: int,
    max_turns: int,
    save: str | None,
    dask: str | None,
    changes: tuple[tuple[str, object], ...],
    as_json: bool,
) -> None:
    """Play many games between bots and print what happened; without --edition, both editions."""
    from athanor.saving import check_path
    from athanor.simulate import SimulationInterrupted
    from athanor.simulate import simulate as play

    all_rules = asked_rules(editions, changes, players)
    if save is not None:
        if editions is None:
            raise click.UsageError("--save writes the games of one edition: name it with --edition")
        check_path(save)
    seats = [bot.strip() for bot in bots.split(",")]
    found: list[Results] = []
    interrupted = False
    with _executor(dask) as executor:
        for rules in all_rules:
            try:
                results = play(
                    rules,
                    seats,
                    DEFAULT_GAMES if games is None else games,
                    seed=seed,
                    threads=threads,
                    executor=executor,
                    max_turns=max_turns,
                    rows=save is not None,
                    progress=sys.stderr is not None and sys.stderr.isatty(),
                )
            except SimulationInterrupted as stop:
                results = stop.results
                interrupted = True
            found.append(results)
            if interrupted:
                break
    if as_json:
        documents = [results.to_dict() | {"interrupted": interrupted} for results in found]
        print_json(documents, editions)
    else:
        print_tables(*(results.table() for results in found))
    if save is not None:
        found[0].save(save)
    if interrupted:
        raise SystemExit(INTERRUPTED)


@contextmanager
def _executor(address: str | None) -> Iterator[Executor | None]:
    """The workers of a Dask cluster, or none."""
    if address is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        raise click.UsageError("--dask needs Dask: pip install 'athanor-cards[dask]'") from None
    try:
        client = Client(address, timeout=DASK_TIMEOUT)
    except (OSError, ValueError) as error:
        raise click.UsageError(f"no Dask cluster answers at {address}: {error}") from None
    with client:
        yield client.get_executor()
