"""The showdowns that the greedy bot imagines."""

from libc.stdint cimport uint8_t, uint32_t

from .bits cimport DECK_SIZE, Cards
from .rng cimport Rng
from .rules cimport Rules
from .state cimport State

cdef enum:
    SAMPLES = 24
    NO_CARD = DECK_SIZE

# Two cards to keep, fewer where there are no more, and what speaks for them.
cdef struct Pair:
    int first
    int second
    uint32_t worth

# The cards turned up, and what each card makes with them.
cdef struct Seen:
    Cards board
    uint32_t alone[DECK_SIZE]

# Ways that what is hidden may lie: the whole board, and the best hand that another seat shows.
cdef struct Worlds:
    Seen seen
    Cards boards[SAMPLES]
    uint32_t others[SAMPLES]

cdef Pair strongest_pair(const Rules* rules, const State* s, Cards hand) noexcept nogil
cdef void imagine(const Rules* rules, const State* s, int others, Rng* rng, Worlds* worlds) noexcept nogil
cdef Pair winning_pair(const Rules* rules, const State* s, Worlds* worlds) noexcept nogil
cdef int wins(const Rules* rules, const Worlds* worlds, int first, int second, int beaten) noexcept nogil
