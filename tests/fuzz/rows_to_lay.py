"""Arrays of hands to lay from: as one hand alone, whatever the layout, the threads and the bits that are no cards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from athanor import CardSet, all_melds, all_melds_many, best_melds, best_melds_many, can_qualify, can_qualify_many
from athanor.melds import OBJECTIVES

from .judge import tried
from .source import Source

MOST_ROWS = 5
MOST_CARDS = 14


def rows_of(source: Source) -> tuple[list[CardSet], NDArray[np.uint64]]:
    hands = [source.hand(MOST_CARDS) for _ in range(source.number(0, MOST_ROWS))]
    words = np.array([hand.words for hand in hands], np.uint64).reshape(-1, 2)
    form = source.number(0, 11)
    if form == 1:
        words = np.asfortranarray(words)
    if form == 2:
        words = np.repeat(np.repeat(words, 3, axis=0), 2, axis=1)[::3, ::2]
    if form == 3:
        words.flags.writeable = False
    if form == 4:
        words = words.astype(np.int64)
    if form == 5:
        words = words.reshape(-1)
    if form == 6 and hands:
        words[source.number(0, len(hands) - 1), source.number(0, 1)] |= np.uint64(1 << source.number(0, 63))
    return hands, words


def run(source: Source) -> None:
    rules = source.rules()
    hands, words = rows_of(source)
    objective = source.choice(OBJECTIVES) if not source.one_in(20) else source.junk()
    opened, threads = source.one_in(2), source.number(0, 3)
    values = tried(lambda: best_melds_many(words, rules, objective, opened=opened, threads=threads))
    able = tried(lambda: can_qualify_many(words, rules, opened=opened, threads=threads))
    found = tried(lambda: all_melds_many(words, rules, threads=threads))
    tried(lambda: can_qualify(source.junk(), rules, opened=opened))
    if found is None:
        return
    assert able is not None
    starts, _ = found
    assert len(able) == len(hands) == len(starts) - 1
    for row, pair in enumerate(words.tolist()):
        hand = CardSet.from_words(*pair)
        assert able[row] == can_qualify(hand, rules, opened=opened)
        assert starts[row + 1] - starts[row] == len(all_melds(hand, rules))
        assert values is None or values[row] == best_melds(hand, rules, objective, opened).value
