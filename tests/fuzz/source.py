"""Bytes read as choices: a fuzzer that changes bytes changes what is chosen, and no bytes are wrong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

import numpy as np

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, Card, CardSet, Game, Rules, RulesError, State

from .vocabulary import CHANGES, WORDS

T = TypeVar("T")

EDGES = (0, 1, -1, 2, 75, 76, 255, 256, 2**15, 2**16 - 1, 2**31 - 1, 2**31, 2**32, 2**63, 2**64 - 1, 2**64, 10**30)
LONGEST_WALK = 60


class Source:
    """Choices from bytes, in order; once they are used up every choice is the first one."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def bytes(self, most: int) -> bytes:
        taken = self.data[self.at : self.at + most]
        self.at += most
        return taken

    @property
    def is_empty(self) -> bool:
        return self.at >= len(self.data)

    def number(self, low: int, high: int) -> int:
        """From low to high, both included."""
        size = ((high - low).bit_length() + 7) // 8
        return low + int.from_bytes(self.bytes(size), "little") % (high - low + 1)

    def one_in(self, count: int) -> bool:
        return self.number(1, count) == count

    def choice(self, options: Sequence[T]) -> T:
        return options[self.number(0, len(options) - 1)]

    def text(self) -> str:
        """Words of the game, other characters, or both; lone surrogates too, as command lines may hold them."""
        kind = self.number(0, 3)
        if kind == 0:
            return self.bytes(self.number(0, 40)).decode("utf-8", "surrogateescape")
        words = [self.word(strange=kind == 1) for _ in range(self.number(0, 12))]
        return self.choice((" ", " ", ",", "\n")).join(words)

    def word(self, strange: bool = False) -> str:
        if strange and self.one_in(3):
            return self.bytes(self.number(1, 6)).decode("utf-8", "replace")
        return str(Card(self.number(0, 75))) if self.one_in(2) else self.choice(WORDS)

    def junk(self, depth: int = 2) -> Any:
        """Any value at all."""
        kind = self.number(0, 12 if depth else 9)
        if kind < 3:
            return self.choice(EDGES)
        if kind < 10:
            simple = (
                self.number(-300, 300), None, self.one_in(2), self.text(), self.bytes(9),
                float(self.number(-3, 3)) / 2, self.choice((float("nan"), np.int64(3), np.uint8(200), np.zeros(3))),
            )  # fmt: skip
            return simple[kind - 3]
        entries = [self.junk(depth - 1) for _ in range(self.number(0, 5))]
        if kind == 10:
            return entries
        return tuple(entries) if kind == 11 else {self.text(): entry for entry in entries}

    def hand(self, most: int) -> CardSet:
        cards: list[Card] = [Card(self.number(0, 75)) for _ in range(self.number(0, most))]
        return CardSet([card.id for card in dict.fromkeys(cards)])

    def rules(self) -> Rules:
        """An edition, often with some options changed."""
        base = self.choice((ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE))
        names = [self.choice(sorted(CHANGES)) for _ in range(self.number(0, 4))]
        try:
            return base.replace(**{name: self.choice(CHANGES[name]) for name in names})
        except RulesError:
            return base

    def game(self) -> Game:
        rules = self.rules()
        return Game(rules, self.number(2, min(8, 71 // rules.hand_size)), self.choice((10_000, 25)))

    def state(self) -> State:
        """A state in the middle of a game; over, now and then."""
        return self.walked(self.game().new_state(seed=self.number(0, 2**16 - 1)), self.number(0, LONGEST_WALK))

    def walked(self, state: State, steps: int) -> State:
        for _ in range(steps):
            if state.is_terminal:
                break
            state.apply(self.choice(state.legal_actions()))
        return state
