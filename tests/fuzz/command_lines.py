"""Words of the command line: output or one line on standard error, and an exit code that says which."""

from __future__ import annotations

import io
import tempfile
from contextlib import redirect_stderr, redirect_stdout

from athanor.cli import main
from athanor.rules import options

from .source import Source

COMMANDS = ("rules", "simulate", "eval", "melds", "equity", "keep", "fly", "--version", "--help")
FLAGS = ("--edition", "--set", "--json", "--players", "--seed", "--bots", "--max-turns", "--board", "--dead",
         "--unknown", "--pot", "--opponents", "--objective", "--save", "--threads", "--table", "--seat", "--help",
         "-h")  # fmt: skip
SMALL = {"simulate": ("--games", "3"), "equity": ("--samples", "9"), "keep": ("--samples", "9")}
NUMBERS = ("0", "1", "2", "3", "7", "-1", "x", "1.5", "9" * 30)
MOST_CARDS = 9
MOST_MELDS = 3
MELDS = ("run 4 4s JK 6s", "set 9h 9d 9c", "run Ts Vs Ds Cs", "set JK 2h 2d", "run 3 Ah 2h 3h", "")
FOLDER = tempfile.gettempdir()


def table(source: Source) -> str:
    """Melds as --table takes them, mostly, each with its owner's seat or without."""
    melds = []
    for _ in range(source.number(0, MOST_MELDS)):
        meld = source.text() if source.one_in(4) else source.choice(MELDS)
        melds.append(f"{source.choice(NUMBERS)}: {meld}" if source.one_in(2) else meld)
    return source.choice((";", "; ", ":")).join(melds)


def flag(source: Source, words: list[str]) -> None:
    name = source.choice(FLAGS)
    words.append(name)
    if name == "--save":
        words.append(f"{FOLDER}/athanor-fuzz{source.choice(('.npz', '.csv', '.txt', '/no/folder.csv', ''))}")
    elif name == "--set":
        words.append(f"{source.choice([*options(), 'edition', 'x'])}={source.choice((*NUMBERS, 'none', 'true'))}")
    elif name == "--edition":
        words.append(source.choice(("A", "B", "four-alchimique", "C", "")))
    elif name == "--table":
        words.append(table(source))
    elif name in ("--board", "--dead", "--bots", "--objective", "--unknown"):
        words.append(source.choice(("greedy", "random", "pair", "hand", "stones", source.text())))
    elif name not in ("--json", "--help", "-h"):
        words.append(source.choice(NUMBERS))


def command_line(source: Source) -> list[str]:
    command = source.choice(COMMANDS)
    words = [command]
    for _ in range(source.number(0, 3)):
        flag(source, words)
    if command in ("eval", "melds", "equity", "keep"):
        words += [source.text() if source.one_in(6) else source.word() for _ in range(source.number(0, MOST_CARDS))]
    return [*words, *SMALL.get(command, ())]


def run(source: Source) -> None:
    words = [word for word in command_line(source) if "\0" not in word]
    out = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")
    err = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", errors="backslashreplace")
    with redirect_stdout(out), redirect_stderr(err):
        code = main(words)
        err.flush()
    message = err.buffer.getvalue().decode()
    assert code in (0, 1, 2), code
    assert (code == 0) == (message == ""), (words, code, message)
    if code:
        assert message.startswith("athanor: ")
        assert len(message.splitlines()) == 1, (words, message)
