"""Checks of arguments that several modules share."""

from __future__ import annotations

from collections.abc import Sequence

from .errors import ArgumentError, AthanorError

SHOWN_LENGTH = 60
WORD = 1 << 64


def shown(value: object) -> str:
    """What a message shows of a wrong value: its repr on one line, cut short where it is long."""
    try:
        text = repr(value)
    except Exception:
        # A number of thousands of digits has no repr, and a stranger's __repr__ may raise anything.
        text = f"a {type(value).__name__}"
    text = " ".join(text.split())
    return text if len(text) <= SHOWN_LENGTH else text[:SHOWN_LENGTH] + "..."


def told(error: Exception) -> str:
    """What a message says of an error raised within, on one line: a stranger's with its type."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        # A stranger's __str__ may raise anything.
        text = ""
    if isinstance(error, AthanorError):
        return text
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def whole(value: object) -> int | None:
    """A whole number of any integer type, numpy's too; None for anything else."""
    if type(value) is int:
        return value
    if isinstance(value, (bool, str)) or not hasattr(value, "__index__"):
        return None
    try:
        return int(value.__index__())
    except Exception:
        return None


def check_word(name: str, value: object, words: Sequence[str]) -> str:
    """The value if it is one of the words."""
    if not isinstance(value, str) or value not in words:
        raise ArgumentError(f"{name} can't be {shown(value)}: it is one of {', '.join(words)}")
    return value


def check_seed(value: object, name: str = "seed", error: type[Exception] = ArgumentError) -> int:
    """A seed, or another name of a generator: any word of 64 bits."""
    return check_int(name, value, 0, WORD - 1, error)


def check_int(name: str, value: object, low: int, high: int, error: type[Exception] = ArgumentError) -> int:
    """The value as an int if it is a whole number in the range; the error names what it should be."""
    number = whole(value)
    if number is None or not low <= number <= high:
        raise error(f"{name} can't be {shown(value)}: it is a whole number from {low} to {high}")
    return number
