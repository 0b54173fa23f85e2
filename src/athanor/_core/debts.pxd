"""What is owed in a turn (R21), and what the table and the hand have for it."""

from libc.stdint cimport uint32_t

from .lay cimport Places
from .rules cimport Rules
from .state cimport State

cdef enum:
    NO = 0
    YES = 1
    UNSURE = 2

cdef int debts(const State* s) noexcept nogil
cdef bint jokers_fit(const Rules* rules, const State* s, int jokers) noexcept nogil
cdef bint can_give_back(const Rules* rules, const State* s, int action) noexcept nogil
cdef uint32_t atouts_within_reach(const State* s, const Places* hand) noexcept nogil
cdef int jokers_within_reach(const State* s, const Places* hand, uint32_t atouts) noexcept nogil
cdef int judge(const Rules* rules, const State* s) noexcept nogil
