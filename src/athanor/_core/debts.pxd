"""What is owed in a turn (R21), and what the table and the hand have for it."""

from libc.stdint cimport uint32_t, uint64_t

from .lay cimport LANE, Places, in_every_lane, windows
from .rules cimport ALL_PLACES, Rules
from .state cimport State

cdef enum:
    NO = 0
    YES = 1
    UNSURE = 2


cdef inline uint32_t new_run_lows(const Places* hand, uint32_t atouts, int jokers, int place) noexcept nogil:
    """Lowest places of the new runs with a wild card at that place that the hand, these Atouts and Jokers fill."""
    cdef uint32_t near = <uint32_t>7 << (place - 1) >> 2
    cdef uint32_t whole = hand.allowed & hand.allowed >> 1 & hand.allowed >> 2 & near
    cdef uint64_t held = hand.naturals | in_every_lane(atouts | <uint32_t>1 << (place - 1))
    cdef uint64_t lows = windows(held, in_every_lane(whole), jokers)
    return <uint32_t>(lows | lows >> LANE | lows >> 2 * LANE | lows >> 3 * LANE) & ALL_PLACES


cdef int debts(const State* s) noexcept nogil
cdef bint jokers_fit(const Rules* rules, const State* s, int jokers) noexcept nogil
cdef bint can_give_back(const Rules* rules, const State* s, int action) noexcept nogil
cdef uint32_t atouts_within_reach(const State* s, const Places* hand) noexcept nogil
cdef int jokers_within_reach(const State* s, const Places* hand, uint32_t atouts) noexcept nogil
cdef int judge(const Rules* rules, const State* s) noexcept nogil
