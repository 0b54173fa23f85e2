"""The best melds of a small hand, by trying sets of melds that share no card."""

from libc.stdint cimport int32_t

from .bits cimport Cards
from .meld_lists cimport Terms
from .meld_plan cimport Plan

# Other numbers than those of failed searches.
cdef enum:
    NOT_SMALL = -4
    NO_PLAN = -5

# The most of the objective that the hand can lay; NOT_SMALL if it has too many melds for this, NO_PLAN if it has fewer
# than asked for.
cdef int32_t small_value(Cards hand, const Terms* terms) noexcept nogil
# Fill plan with the best melds and return 0; NOT_SMALL if the hand has too many melds for this.
cdef int small_plan(Cards hand, const Terms* terms, Plan* plan) noexcept nogil
