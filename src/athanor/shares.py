"""Work on many rows, shared by threads: the core lets go of the GIL while it works."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

MAX_THREADS = 256


def in_shares(rows: int, threads: int, least_share: int, work: Callable[[int, int], int | None]) -> int | None:
    """Call ``work(first, end)`` for a share of the rows in each thread, and return the lowest row that a call names.

    No thread gets fewer than ``least_share`` rows, so that few rows don't pay for threads.
    """
    share = max(-(-rows // threads), least_share)

    def work_from(first: int) -> int | None:
        return work(first, min(first + share, rows))

    if rows <= share:
        return work_from(0)
    with ThreadPoolExecutor(threads - 1) as pool:
        others = pool.map(work_from, range(share, rows, share))
        return next((row for row in (work_from(0), *others) if row is not None), None)
