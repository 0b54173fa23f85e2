"""The best poker hand of up to seven cards, as one number (R28 to R32)."""

from libc.stdint cimport uint32_t

from .bits cimport Cards
from .rules cimport Rules

cdef enum:
    HIGH_CARD
    PAIR
    TWO_PAIR
    THREE_OF_A_KIND
    STRAIGHT
    FLUSH
    FULL_HOUSE
    FOUR_OF_A_KIND
    STRAIGHT_FLUSH
    ROYAL_FLUSH
    CATEGORIES

# A strength is the category, the values of the five cards as played, four bits each with 0 for a missing
# card, and whether they hold an Atout where that breaks ties. A royal shows no values: all royals are equal.
cdef enum:
    CATEGORY_SHIFT = 21
    VALUES_SHIFT = 1
    ATOUT_BIT = 1


cdef inline int category_of(uint32_t strength) noexcept nogil:
    return strength >> CATEGORY_SHIFT


cdef uint32_t evaluate(const Rules* rules, Cards cards) noexcept nogil
