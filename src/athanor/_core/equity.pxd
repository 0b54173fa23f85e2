"""Who wins a showdown how often, over every board that may come: the exact count for hands that are known."""

from libc.stdint cimport uint32_t, uint64_t

from .bits cimport Cards
from .rules cimport MAX_PLAYERS

cdef enum:
    WINNER_SETS = 1 << MAX_PLAYERS

# What is known: each player's hand with the cards of the board that lie open; the cards that may still come
# and how many of them will.
cdef struct Showdown:
    int players
    Cards cards[MAX_PLAYERS]
    Cards deck
    int missing


cdef inline int winners(const uint32_t* strengths, int players) noexcept nogil:
    """The players with the best hand, as a mask."""
    cdef uint32_t best = 0
    cdef int mask = 0
    cdef int player
    for player in range(players):
        if strengths[player] > best or mask == 0:
            best = strengths[player]
            mask = 0
        if strengths[player] == best:
            mask |= 1 << player
    return mask


cdef Showdown showdown(const uint64_t[:, :] cards, int missing) noexcept
