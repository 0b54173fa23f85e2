"""The words that inputs are made of, beside any characters."""

from oracles.random_rules import CHANGES

WORDS = (
    "JK", "jk", "10h", "5♠", "run", "set", "add", "take", "end", "discard", "force", "pass", "follow", "fold", "keep",
    "m0", "m1", "m22", "m99", "high", "low", "1", "3", "14", "15", "0", "-1", "2001", "99999999", "٣", "²", "A", "B",
)  # fmt: skip

__all__ = ["CHANGES", "WORDS"]
