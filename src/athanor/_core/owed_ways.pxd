"""R21 where a turn may lay any number of cards: whether there is a way to lay all that is owed."""

from libc.stdint cimport uint32_t, uint64_t

from .rules cimport Rules
from .state cimport State

# What a way to lay all that is owed needs: another play that leaves it these leaves it open.
cdef struct Plan:
    uint64_t naturals           # cards of the hand that it lays, or gives for what it takes
    uint32_t atouts
    uint32_t melds              # that it changes, as a mask
    int jokers_left             # that it leaves in hand
    bint has_room               # for one Joker more than are owed in the end

cdef bint has_way(const Rules* rules, State* s, int trials) noexcept nogil
cdef bint find_plan(const Rules* rules, const State* s, int trials, Plan* plan) noexcept nogil
