"""Arrays from users: checks of them, and threads that share the rows of many hands."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .checks import check_int, shown
from .errors import ArgumentError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_THREADS = 256

# Fewer rows than these take less time than a thread to start.
_LEAST_SHARE = 1 << 14


def check_array(name: str, array: Any, dtype: np.dtype[Any]) -> None:
    import numpy as np

    if not isinstance(array, np.ndarray):
        raise ArgumentError(f"{name} must be a numpy array of {dtype}, not {type(array).__name__}")
    if array.dtype != dtype:
        raise ArgumentError(f"{name} has the dtype {array.dtype}: it must be {dtype}")


def check_threads(threads: int) -> int:
    return check_int("threads", threads, 1, MAX_THREADS)


def one_a_game(name: str, values: object, kind: type[int] | type[bool], games: int) -> NDArray[Any]:
    """An array of one entry for each game, as int64 or bool; ArgumentError for another shape or kind."""
    import numpy as np

    wanted, kinds, dtype = ("integers", "iu", np.int64) if kind is int else ("bools", "b", np.bool_)
    try:
        array = np.asarray(values)
    except (ValueError, TypeError, OverflowError, RuntimeError):
        # What has no shape, such as lists of several lengths, is no array.
        raise ArgumentError(f"{name} must be an array of {wanted} of shape ({games},), not {shown(values)}") from None
    if array.dtype.kind not in kinds or array.shape != (games,):
        raise ArgumentError(
            f"{name} must be an array of {wanted} of shape ({games},), not of {array.dtype} and shape {array.shape}"
        )
    return np.ascontiguousarray(array, dtype)


def out_for(hands: NDArray[Any], out: NDArray[Any] | None, dtype: np.dtype[Any], holds: str) -> NDArray[Any]:
    """The array to write one number a hand into: a new one, or the caller's if it fits."""
    import numpy as np

    if out is None:
        return np.empty(len(hands), dtype)
    check_array("out", out, dtype)
    if out.shape != (len(hands),) or not out.flags.writeable or not out.flags.aligned:
        raise ArgumentError(f"out must be a writable, aligned array of the shape ({len(hands)},), one {holds} a hand")
    if np.may_share_memory(out, hands):
        raise ArgumentError("out lies in the memory of hands, which it would overwrite: give an array of its own")
    return out


def first_wrong_row(
    rows: int, threads: int, fill: Callable[[int, int], int], call_rows: int = sys.maxsize
) -> int | None:
    """Fill all rows, each thread a share, and say which row is no hand.

    ``fill`` takes the first row and the end of some, ``call_rows`` at most; it returns the first of them that is no
    hand, counted from the first row, or -1. When one thread fails or is interrupted, the others end after their call.
    """
    share = max(-(-rows // threads), _LEAST_SHARE)
    stop = False

    def fill_share(start: int) -> int | None:
        end = min(start + share, rows)
        for first in range(start, end, call_rows):
            if stop:
                break
            wrong = fill(first, min(first + call_rows, end))
            if wrong >= 0:
                return first + wrong
        return None

    if rows <= share:
        return fill_share(0)

    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(threads - 1) as pool:
        try:
            others = pool.map(fill_share, range(share, rows, share))
            found = [fill_share(0), *others]
        except BaseException:
            stop = True
            raise
    return next((wrong for wrong in found if wrong is not None), None)
