"""Draw docs/simulate.svg: the README's first command, run for real, as a terminal shows it."""

import io
import os
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

WIDTH = 100
PICTURE = Path(__file__).with_name("simulate.svg")


def main() -> None:
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    console.print(Text.from_ansi("$ athanor simulate\n" + output_of("athanor", "simulate")))
    console.save_svg(str(PICTURE), title="athanor simulate", unique_id="athanor")
    print(f"wrote {PICTURE}")


def output_of(command: str, *arguments: str) -> str:
    """What a command installed beside this Python prints, in colour."""
    program = Path(sys.executable).with_name(command)
    terminal = {"COLUMNS": str(WIDTH), "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    run = subprocess.run(
        [program, *arguments], env=os.environ | terminal, stdout=subprocess.PIPE, check=True, encoding="utf-8"
    )
    return run.stdout


if __name__ == "__main__":
    main()
