"""The run and the set that gain most above the prices of their cards."""

from libc.stdint cimport int64_t

from .meld_plan cimport PlanMeld
from .meld_types cimport Prices, Search

cdef int64_t NOTHING

# Prices.gain by the prices as they are, for the runs of families; with_all: for runs of wild cards and for those
# from place 1 too.
cdef void fill_gains(const Search* s, Prices* prices, bint with_all) noexcept nogil
# The gain of the best run from a place, or of the best set of its rank, and that meld if it gains anything. low: LOW
# for a run from place 1 that ends before the As comes again; else it may seem to gain by that too.
cdef int64_t best_run(const Search* s, const Prices* prices, int place, int low, PlanMeld* meld) noexcept nogil
cdef int64_t best_set(const Search* s, const Prices* prices, int place, PlanMeld* meld) noexcept nogil
# Positive if some meld is worth more than its cards: then the prices bound nothing yet.
cdef int64_t highest_gain(const Search* s, const Prices* prices) noexcept nogil
# What a card added to a meld gains by that: half a pair each bounds whole pairs from above.
cdef int64_t added_gain(const Search* s, const Prices* prices) noexcept nogil
