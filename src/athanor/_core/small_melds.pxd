"""The best melds of a small hand, by trying sets of melds that share no card."""

from libc.stdint cimport int32_t

from .bits cimport Cards
from .meld_plan cimport Plan, Weights
from .rules cimport Rules

cdef enum:
    NOT_SMALL = -3

cdef int32_t small_value(Cards hand, const Rules* rules, const Weights* weights, bint opened) noexcept nogil
cdef int small_plan(Cards hand, const Rules* rules, const Weights* weights, bint opened, Plan* plan) noexcept nogil
