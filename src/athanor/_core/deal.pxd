"""The start of a game, of a deal and of a turn (R11-R14)."""

from libc.stdint cimport uint8_t, uint64_t

from .log cimport Log
from .rng cimport Rng
from .rules cimport Rules
from .state cimport State

cdef void shuffle(Rng* rng, uint8_t* cards, int count) noexcept nogil
cdef void clear_state(const Rules* rules, State* s, uint64_t seed, uint64_t index) noexcept nogil
cdef void start_deal(const Rules* rules, State* s, const uint8_t* deck, Log* log) noexcept nogil
cdef void next_deal(const Rules* rules, State* s, Log* log) noexcept nogil
cdef void next_turn(const Rules* rules, State* s, Log* log) noexcept nogil
