"""Arrays of hands of any kind, shape and order: as the evaluator says of each hand."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from athanor import evaluate_many, strength
from athanor._core.poker_arrays import evaluate_many as evaluate_with
from athanor._core.poker_arrays import kernels

from .judge import tried
from .source import Source

KINDS = (np.uint8, np.uint8, np.uint8, np.uint8, np.int64, np.float32, np.bool_, np.uint16)


def array_of(source: Source) -> NDArray[np.uint8]:
    """Ids, most of them of cards, in rows or columns with or without gaps, aligned or not."""
    rows, columns = source.number(0, 200), source.number(0, 9)
    seed, most = source.number(0, 2**16 - 1), source.choice((76, 76, 76, 77, 256))
    ids = np.random.default_rng(seed).integers(0, most, (rows, columns)).astype(source.choice(KINDS))
    form = source.number(0, 7)
    if form == 1:
        return np.asfortranarray(ids)
    if form == 2:
        return np.repeat(ids, 2, axis=0)[::2]
    if form == 3:
        return np.repeat(ids, 3, axis=1)[:, ::3]
    if form == 4:
        return ids[::-1, ::-1]
    if form == 5:
        ids.flags.writeable = False
    if form == 6:
        return np.broadcast_to(ids[:1], ids.shape)
    if form == 7:
        return ids.reshape(-1) if source.one_in(2) else ids[None]
    return ids


def out_for(source: Source, rows: int) -> NDArray[np.uint32] | None:
    form = source.number(0, 7)
    if form == 1:
        return np.zeros(2 * rows, np.uint32)[::2]
    if form == 2:
        return np.zeros(rows, np.uint32)[::-1]
    if form == 3:
        return np.zeros(4 * rows + 1, np.uint8)[1:].view(np.uint32)
    if form == 4:
        return np.zeros(rows + 1, np.uint32)
    if form == 5:
        return np.zeros(rows, np.int32)
    if form == 6:
        return np.broadcast_to(np.zeros(1, np.uint32), rows)
    return None


def run(source: Source) -> None:
    rules, hands = source.rules(), array_of(source)
    out = out_for(source, len(hands))
    given = source.junk() if source.one_in(30) else hands
    validate = not source.one_in(4)
    found = tried(lambda: evaluate_many(given, rules, out=out, validate=validate, threads=source.number(0, 3)))
    if found is None or not validate:
        return
    for row in range(0, len(hands), 7):
        assert found[row] == strength(hands[row].tolist(), rules)
    for kernel in kernels():
        again = np.zeros(len(hands), np.uint32)
        assert evaluate_with(rules.core, hands, again, True, kernel) == -1
        assert np.array_equal(again, found)
