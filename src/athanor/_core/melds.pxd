"""The exact meld search: the best set of disjoint melds that a hand can lay in one turn (R5-R8, R15, R16,
R19, R20).
"""

from libc.stdint cimport int32_t, uint8_t

from .bits cimport Cards
from .rules cimport Rules

cdef enum:
    MAX_RUN = 14
    MAX_PLAN_MELDS = 25

# What a search maximises; ties are broken by stones after points, by points after stones or cards, then by
# the Jokers left in the hand.
cdef enum:
    BY_POINTS = 0
    BY_STONES = 1
    BY_CARDS = 2

# cards holds ids in place order (a set: the Atout first, then the naturals, then Jokers), every Joker as 70.
# The three cards from index `created` are laid at once, the others are added to them.
cdef struct PlanMeld:
    bint is_set
    uint8_t low
    uint8_t size
    uint8_t created
    uint8_t cards[MAX_RUN]

cdef struct Plan:
    int32_t value
    int32_t jokers_left
    int32_t count
    PlanMeld melds[MAX_PLAN_MELDS]


cdef int search_melds(Cards hand, const Rules* rules, int objective, bint opened, Plan* plan) noexcept nogil
