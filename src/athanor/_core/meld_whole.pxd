"""From the melds that the linear program lays whole to a plan."""

from libc.stdint cimport int64_t

from .bits cimport Cards
from .meld_lists cimport Terms
from .meld_plan cimport Plan, Weights

# Adds the best melds of the cards that the plan's melds leave, and fills in its figures; False if those cards are too
# many for that, or if the plan isn't legal.
cdef bint complete_plan(Cards hand, const Terms* terms, Plan* plan) noexcept nogil
# The objective and what breaks ties, as one number.
cdef int64_t plan_score(const Weights* weights, const Plan* plan) noexcept nogil
