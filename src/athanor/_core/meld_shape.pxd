"""What melds are made of: how many cards they hold, their places, and what each place is worth."""

from libc.stdint cimport uint64_t

from .bits cimport RANKS

cdef enum:
    LOWEST_PLACE = 1            # As low
    HIGHEST_PLACE = 15          # As high
    MIN_MELD = 3                # laid at once
    MAX_RUN = 14
    MAX_SET = 5


cdef inline int place_points(int place) noexcept nogil:
    """R23, four bits a place: the As counts 11 at either end, and so it does as a rank."""
    return <int>(<uint64_t>0xBAAAAA98765432B0 >> (4 * place)) & 15


cdef inline int place_rank(int place) noexcept nogil:
    return 1 if place > RANKS else place
