"""Prices that bound what the cards of a hand can bring."""

from libc.stdint cimport int64_t

from .meld_types cimport Prices, Search

# Fills prices for values whose first field counts `first` and the other `rest` times; returns what all cards
# cost, in SCALE: no plan is worth more. whole: price melds too, by how many whole ones the cards make; that
# bounds the objective closer, but tells less about single cards.
cdef int64_t find_prices(
    const Search* s, Prices* prices, int64_t first, int64_t rest, bint whole
) noexcept nogil
