"""Every new meld that a hand can lay (R5-R8), as actions."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

from .bits cimport JOKER_SHIFT, RANK_MASK, RANKS, Cards, family_ranks
from .rules cimport Rules

cdef enum:
    MAX_LEGAL = 4096            # over the most actions of any phase: 1079 runs, 350 sets, adds, takes; or the stakes
    LOW_ACE_PLACE = 1           # place 1, as a bit
    HIGH_ACE_PLACE = 0x4000     # place 15

cdef struct Legal:
    int32_t count
    uint16_t actions[MAX_LEGAL]

# A hand by places 1-15 in bits 0-14: each As stands at both ends that the rules allow (R3).
cdef struct Places:
    uint32_t families[4]
    uint32_t atouts
    uint32_t allowed
    bint joker


cdef inline uint32_t to_places(uint32_t ranks, uint32_t allowed) noexcept nogil:
    return (ranks | (ranks & 1) << RANKS) & allowed


cdef inline uint32_t allowed_places(const Rules* rules) noexcept nogil:
    cdef uint32_t allowed = 0x7FFF
    if not rules.ace_low:
        allowed &= ~<uint32_t>LOW_ACE_PLACE
    if not rules.ace_high:
        allowed &= ~<uint32_t>HIGH_ACE_PLACE
    return allowed


cdef inline Places places_of(const Rules* rules, Cards hand) noexcept nogil:
    cdef Places places
    cdef int family
    places.allowed = allowed_places(rules)
    for family in range(4):
        places.families[family] = to_places(family_ranks(hand, family), places.allowed)
    places.atouts = to_places(<uint32_t>hand.wilds & RANK_MASK, places.allowed)
    places.joker = (hand.wilds >> JOKER_SHIFT) & 1
    return places


cdef inline void push(Legal* legal, uint16_t action) noexcept nogil:
    legal.actions[legal.count] = action
    legal.count += 1


cdef void new_melds(const Rules* rules, Cards hand, bint runs_only, Legal* legal) noexcept nogil
