"""Draw docs/simulate.svg: what the README's first command prints, as a terminal shows it."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

COLUMNS = 84
PICTURE = Path(__file__).with_name("simulate.svg")
BLANK = "&#160;"
PIECE = re.compile(rf'x="([\d.]+)" (y="[\d.]+") textLength="([\d.]+)" ([^>]+)>((?:{BLANK})*)(.*?)((?:{BLANK})*)<')
PIXELS_PER_COLUMN = 12.2


def main() -> None:
    console = Console(record=True, width=COLUMNS, file=io.StringIO())
    console.print(Text.from_ansi("$ athanor simulate\n\n" + output_of("athanor", "simulate")))
    picture = console.export_svg(title="athanor simulate", unique_id="athanor")
    PICTURE.write_text(PIECE.sub(without_outer_blanks, picture), encoding="utf-8")
    print(f"wrote {PICTURE}")


def output_of(command: str, *arguments: str) -> str:
    """What a command installed beside this Python prints, in colour."""
    program = Path(sys.executable).with_name(command)
    terminal = {"COLUMNS": str(COLUMNS), "FORCE_COLOR": "1", "TERM": "xterm-256color"}
    run = subprocess.run(
        [program, *arguments], env=os.environ | terminal, stdout=subprocess.PIPE, check=True, encoding="utf-8"
    )
    return run.stdout.rstrip() + "\n"


def without_outer_blanks(piece: re.Match[str]) -> str:
    """Move a piece of text to where its first letter is: some viewers drop blanks at its ends."""
    x, y, length, rest, before, words, after = piece.groups()
    left, right = (PIXELS_PER_COLUMN * len(blanks) / len(BLANK) for blanks in (before, after))
    return f'x="{float(x) + left:.1f}" {y} textLength="{float(length) - left - right:.1f}" {rest}>{words}<'


if __name__ == "__main__":
    main()
