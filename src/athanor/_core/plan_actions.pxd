"""The actions that lay a plan's melds."""

from libc.stdint cimport uint16_t

from .actions cimport (
    ALL_WILD, ATOUT_SOURCE, JOKER_SOURCE, NATURAL_SOURCE, RUN_PATTERN, SET_PATTERN, run_action, set_action
)
from .bits cimport FIRST_ATOUT, FIRST_JOKER, RANKS
from .meld_plan cimport PlanMeld
from .meld_shape cimport MIN_MELD


cdef inline int source_of(int card) noexcept nogil:
    if card >= FIRST_JOKER:
        return JOKER_SOURCE
    return ATOUT_SOURCE if card >= FIRST_ATOUT else NATURAL_SOURCE


cdef inline uint16_t lay_action(const PlanMeld* meld) noexcept nogil:
    """The action that lays the three cards that create the meld."""
    cdef int family = ALL_WILD
    cdef int sources = 0
    cdef int families = 0
    cdef int i, card
    for i in range(meld.created, meld.created + MIN_MELD):
        card = meld.cards[i]
        sources = 3 * sources + source_of(card)
        if card < FIRST_ATOUT:
            family = card // RANKS
        if card < FIRST_JOKER:
            families |= 1 << (card // RANKS)
    if meld.is_set:
        return set_action(meld.low, SET_PATTERN[families])
    return run_action(meld.low + meld.created, RUN_PATTERN[family][sources])
