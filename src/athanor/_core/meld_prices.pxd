"""Prices that bound what the cards of a hand can bring."""

from libc.stdint cimport int64_t

from .meld_types cimport Prices, Search

# Fills prices for values whose first field counts `first` and the rest `rest` times; returns what all cards cost, in
# SCALE: no plan is worth more.
cdef int64_t find_prices(const Search* s, Prices* prices, int64_t first, int64_t rest) noexcept nogil
