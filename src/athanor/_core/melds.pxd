"""The exact meld search: the best set of disjoint melds that a hand can lay in one turn (R5-R8, R15, R16,
R19, R20).
"""

from libc.stdint cimport int64_t

from .bits cimport Cards
from .meld_plan cimport Plan
from .rules cimport Rules

# Fill plan with the best melds and return 0; OUT_OF_MEMORY, TOO_MANY_PLANS if the ways kept or tried would pass the
# limit, or INTERRUPTED.
cdef int search_melds(Cards hand, const Rules* rules, int objective, bint opened, Plan* plan) noexcept nogil
cdef enum:
    THE_BEST = 0
# The same for a hand that is not small; without ties the plan is any of those best by the objective, or of those with
# enough of it, or where none has enough just any.
cdef int search_large(
    Cards hand, const Rules* rules, int objective, bint opened, bint ties, int64_t enough, Plan* plan
) noexcept nogil
# Raise what a search failed by, but for TOO_MANY_PLANS, of which each caller tells.
cdef int check_failure(int failure) except -1
