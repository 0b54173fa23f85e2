"""The showdowns that the greedy bot imagines."""

from libc.stdint cimport uint8_t, uint32_t

from .bits cimport DECK_SIZE, Cards
from .observe cimport FACE_UP
from .rng cimport Rng
from .rules cimport FOUR_CARDS, Rules
from .state cimport State

cdef enum:
    SAMPLES = 24
    HIDDEN = FOUR_CARDS - FACE_UP
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
    uint8_t hidden[SAMPLES][HIDDEN]
    uint32_t others[SAMPLES]

cdef Pair strongest_pair(const Rules* rules, const State* s, Cards hand) noexcept nogil
cdef void imagine(const Rules* rules, const State* s, int seats, Rng* rng, Worlds* worlds) noexcept nogil
cdef Pair winning_pair(const Rules* rules, const State* s, Worlds* worlds) noexcept nogil
# Of each pair how many of the showdowns it wins, counted twice, and once if it shares the pot.
cdef void count_wins(
    const Rules* rules, const State* s, const Worlds* worlds, const uint8_t* pairs, int count, uint32_t* won
) noexcept nogil
cdef int most_of(const uint32_t* numbers, int count) noexcept nogil
