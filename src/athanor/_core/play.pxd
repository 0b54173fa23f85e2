"""The table during a turn: what may be laid, added and taken (R15-R17, R19-R21), and what it pays."""

from libc.stdint cimport uint32_t, uint64_t

from .bits cimport ATOUT, RANKS, Cards
from .lay cimport LANE, Legal, Places, family_places
from .log cimport Log
from .rules cimport ALL_PLACES, Rules
from .state cimport Meld, State


cdef inline uint32_t own_places(const Places* hand, int family) noexcept nogil:
    """Where the naturals of a run's family lie in hand; of an open family, any natural (R8)."""
    cdef uint64_t n = hand.naturals
    if family < ATOUT:
        return family_places(hand, family)
    if family == ATOUT:
        return 0
    return <uint32_t>(n | n >> LANE | n >> 2 * LANE | n >> 3 * LANE) & ALL_PLACES


cdef inline int naturals_of_rank(Cards hand, int rank) noexcept nogil:
    """The families in which the hand holds a rank, as a mask."""
    cdef uint64_t n = hand.naturals >> (rank - 1)
    return <int>(n & 1 | (n >> RANKS & 1) << 1 | (n >> 2 * RANKS & 1) << 2 | (n >> 3 * RANKS & 1) << 3)


cdef bint candidates(const Rules* rules, const State* s, Legal* legal) noexcept nogil
cdef void apply_play(const Rules* rules, State* s, int action, Log* log) noexcept nogil
cdef void add_to_run(Meld* meld, int card, int place) noexcept nogil
cdef void add_to_set(Meld* meld, int card) noexcept nogil
cdef Cards cards_of(int action) noexcept nogil
cdef bint lays_owed(const State* s, int action) noexcept nogil
