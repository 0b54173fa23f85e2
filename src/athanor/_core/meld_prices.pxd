"""Prices that bound what the cards of a hand can bring."""

from libc.stdint cimport int64_t

from .meld_plan cimport Plan
from .meld_types cimport Prices, Search

# A Joker left in the hand counts so much: less than any value, so that it only breaks ties.
cdef enum:
    JOKER_LEFT = 6144

# Fills prices for values whose first field counts `first` and the other `rest` times; returns what all cards
# cost, in SCALE: no plan, with the Jokers that it leaves, is worth more. whole: price melds too, by how many whole
# ones the cards make; that bounds the objective closer, but tells less about single cards. laid, unless NULL: takes
# the melds that the linear program lays whole.
cdef int64_t find_prices(
    const Search* s, Prices* prices, int64_t first, int64_t rest, bint whole, Plan* laid
) noexcept nogil
