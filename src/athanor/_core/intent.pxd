"""What the greedy bot means to lay: the exact search over its hand."""

from libc.stdint cimport int32_t, uint16_t

from .bits cimport Cards
from .meld_plan cimport MAX_PLAN_MELDS
from .rules cimport Rules
from .meld_lists cimport Terms
from .state cimport State

cdef enum:
    # Worth in points of R23.
    STONE = 30
    JOKER_PRICE = 20            # a Joker laid is one less for later

# unit: the worth of one of what the plan is best in, points where the player needs them (R23), else stones. terms
# points to rules, so an intent is never copied.
cdef struct Intent:
    Rules rules
    Terms terms
    Cards hand
    Cards used
    int32_t unit
    int32_t value
    int32_t count               # NO_INTENT if the hand has too many melds for the search
    uint16_t lays[MAX_PLAN_MELDS]

cdef enum:
    NO_INTENT = -1

cdef void form_intent(const Rules* rules, const State* s, Intent* intent) noexcept nogil
cdef bint intends(const Intent* intent, int action) noexcept nogil
cdef int loss_without(const Intent* intent, int card) noexcept nogil
