"""Tables and JSON on standard output."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import click


def print_json(documents: list[dict[str, Any]], edition_named: str | None) -> None:
    """A list with both editions, or the one that was named."""
    click.echo(json.dumps(documents if edition_named is None else documents[0], indent=2, ensure_ascii=False))


def print_tables(*renderables: Any) -> None:
    """One below the other, wide enough for whatever reads a pipe."""
    from rich.console import Console

    class Pipe(Console):
        def on_broken_pipe(self) -> None:
            """Rich would end the process with its own exit code."""
            raise BrokenPipeError

    console = Pipe(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, 110)
    for renderable in renderables:
        console.print(renderable)
        console.print()


def drop_output() -> None:
    """Standard output is gone: give the interpreter somewhere to flush to at exit."""
    sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
