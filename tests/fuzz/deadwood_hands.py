"""Deadwood of any hand, points and options: one hand as in an array, and no better without a card."""

from __future__ import annotations

from typing import Any

import numpy as np

from athanor import CardSet, deadwood, deadwood_many
from athanor.deadwood import GIN_POINTS, MOST_POINTS

from .judge import tried
from .source import Source

NATURALS = (1 << 56) - 1
MOST_CARDS = 40


def points_for(source: Source) -> Any:
    form = source.number(0, 5)
    if form == 0:
        return source.junk()
    if form == 1:
        return [source.number(0, MOST_POINTS + 1) for _ in range(14)]
    return [source.number(0, 20) for _ in range(14)] if form < 4 else GIN_POINTS


def run(source: Source) -> None:
    hand = source.hand(MOST_CARDS)
    if not source.one_in(8):
        hand = CardSet.from_mask(hand.mask & NATURALS)
    given = source.junk() if source.one_in(20) else hand
    points = points_for(source)
    options = {name: source.one_in(2) for name in ("ace_low", "ace_high", "cavaliers")}
    if source.one_in(20):
        options[source.choice(tuple(options))] = source.junk()
    words = np.array([hand.words], np.uint64)
    if source.one_in(10):
        words[0, source.number(0, 1)] |= np.uint64(1 << source.number(0, 63))
    rows = tried(lambda: deadwood_many(words, points, threads=source.number(0, 3), **options))
    left = tried(lambda: deadwood(given, points, **options))
    if left is None or given is not hand:
        return
    assert 0 <= left < 2**31
    if rows is not None and tuple(words[0].tolist()) == hand.words:
        assert rows.tolist() == [left]
    for card in list(hand)[:3]:
        assert deadwood(hand - CardSet([card]), points, **options) >= left - list(points)[card.id % 14]
