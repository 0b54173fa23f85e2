"""xoshiro256++ seeded by SplitMix64, in plain Python ints."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TypeVar

Item = TypeVar("Item")

WORD = 2**64
CARD_STREAM = 0


def splitmix64(state: int) -> tuple[int, int]:
    """The next state and the number drawn."""
    state = (state + 0x9E3779B97F4A7C15) % WORD
    z = state
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % WORD
    z = (z ^ (z >> 27)) * 0x94D049BB133111EB % WORD
    return state, z ^ (z >> 31)


def rotate_left(x: int, k: int) -> int:
    return (x << k | x >> (64 - k)) % WORD


class Rng:
    """A generator; ``words`` are the four words of its state."""

    def __init__(self, words: Sequence[int]) -> None:
        self.words = list(words)

    @classmethod
    def seeded(cls, seed: int, index: int, stream: int = CARD_STREAM) -> Rng:
        _, drawn = splitmix64(seed)
        _, drawn = splitmix64(drawn ^ index)
        state = drawn ^ stream
        words = []
        for _ in range(4):
            state, drawn = splitmix64(state)
            words.append(drawn)
        return cls(words)

    def next_u64(self) -> int:
        s0, s1, s2, s3 = self.words
        result = (rotate_left((s0 + s3) % WORD, 23) + s0) % WORD
        t = s1 << 17 & WORD - 1
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        self.words = [s0, s1, s2, rotate_left(s3, 45)]
        return result

    def below(self, n: int) -> int:
        """Uniform in 0..n-1: the low half of the product tells which draws would bias."""
        threshold = 2**32 % n
        while True:
            product = (self.next_u64() >> 32) * n
            if product % 2**32 >= threshold:
                return product // 2**32

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Fisher-Yates from the last item down, eight places from each word."""
        order = list(items)
        last = len(order) - 1
        while last > 0:
            ranges = range(last + 1, max(last - 7, 1), -1)
            for j in self.places(ranges):
                order[last], order[j] = order[j], order[last]
                last -= 1
        return order

    def places(self, ranges: Sequence[int]) -> list[int]:
        """One uniform place for each range: the digits, in those bases, of a word as a fraction of 2**64."""
        product = prod(ranges)
        while True:
            word = self.next_u64()
            if word * product % WORD >= WORD % product:
                break
        found = []
        for size in ranges:
            digit, word = divmod(word * size, WORD)
            found.append(digit)
        return found
