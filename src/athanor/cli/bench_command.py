"""``athanor bench``: how fast each layer is here."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from .asked import json_option
from .output import print_tables


@click.command()
@click.option("--quick", is_flag=True, help="A few seconds only, and rough.")
@click.option(
    "--report", "reports", multiple=True, metavar="FILE", type=click.Path(path_type=Path),
    help="Write a page or a picture too: .md or .svg; may be repeated.",
)
@click.option("--only", multiple=True, metavar="LAYER", help="poker, melds, state, simulate, vector; may be repeated.")
@json_option
def bench(quick: bool, reports: tuple[Path, ...], only: tuple[str, ...], as_json: bool) -> None:
    """Measure how fast each layer is here, beside other packages (extra "peers") in the same run."""
    from athanor.bench.reports import check_path, table, to_dict, write
    from athanor.bench.suite import run_suite

    for path in reports:
        check_path(path)
    with _told_what_runs() as tell:
        found = run_suite(only, quick=quick, report=tell)
    for path in reports:
        write(found, path)
    if as_json:
        click.echo(json.dumps(to_dict(found), indent=2, ensure_ascii=False))
    else:
        print_tables(table(found))


@contextmanager
def _told_what_runs() -> Iterator[Callable[[str], None]]:
    """Takes the name of what runs now and shows it on standard error, if that is a terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("") as status:
        yield lambda name: status.update(f"measuring {name}")
