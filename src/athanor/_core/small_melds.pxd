"""The best melds of a small hand, by trying sets of melds that share no card."""

from libc.stdint cimport int32_t

from .bits cimport Cards
from .meld_plan cimport MAX_RUN, PLACES, Plan
from .rules cimport Rules

cdef enum:
    NOT_SMALL = -3
    NO_PLAN = -4

# What all hands of a search share. stretch: the worth of all places up to each; laid: what a meld of that many cards
# pays beside.
cdef struct Terms:
    const Rules* rules
    int32_t card[PLACES]
    int32_t stretch[PLACES]
    int32_t laid[MAX_RUN + 1]
    int32_t atout
    int32_t odd_card
    int32_t unit
    int limit
    int longest
    int lowest
    int highest
    int min_real
    int least_melds
    bint run_required
    bint choose_created

cdef Terms terms_of(const Rules* rules, int objective, bint opened, bint ties) noexcept nogil
cdef int32_t small_value(Cards hand, const Terms* terms) noexcept nogil
cdef int small_plan(Cards hand, const Terms* terms, Plan* plan) noexcept nogil
