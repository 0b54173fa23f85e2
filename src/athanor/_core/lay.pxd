"""Every new meld that a hand can lay (R5-R8), as actions."""

from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t

from .bits cimport RANK_MASK, RANKS, Cards, joker_count
from .rules cimport Rules

cdef enum:
    MAX_LEGAL = 4096            # over the most actions of any phase: 1079 runs, 350 sets, adds, takes; or the stakes
    ALL_PLACES = 0x7FFF         # places 1-15 in bits 0-14
    LOW_ACE_PLACE = 1
    HIGH_ACE_PLACE = 0x4000
    LANE = 16                   # four families of places side by side in one word, bit 15 of each lane always 0

cdef struct Legal:
    int32_t count
    uint16_t actions[MAX_LEGAL]

# A hand by places: each As stands at both ends that the rules allow (R3).
cdef struct Places:
    uint64_t naturals           # family f in the 16 bits from 16 f
    uint32_t atouts
    uint32_t allowed
    int32_t jokers


cdef inline uint32_t to_places(uint32_t ranks, uint32_t allowed) noexcept nogil:
    return (ranks | (ranks & 1) << RANKS) & allowed


cdef inline uint64_t in_every_lane(uint32_t places) noexcept nogil:
    return places * <uint64_t>0x0001000100010001


cdef inline uint32_t allowed_places(const Rules* rules) noexcept nogil:
    cdef uint32_t allowed = ALL_PLACES
    if not rules.ace_low:
        allowed &= ~<uint32_t>LOW_ACE_PLACE
    if not rules.ace_high:
        allowed &= ~<uint32_t>HIGH_ACE_PLACE
    return allowed


cdef inline uint32_t family_places(const Places* places, int family) noexcept nogil:
    return <uint32_t>(places.naturals >> (LANE * family)) & ALL_PLACES


cdef inline uint64_t family_lanes(uint64_t naturals) noexcept nogil:
    """Natural cards by family and rank: family f in the 16 bits from 16 f, rank r in bit r - 1 of them."""
    return (naturals & RANK_MASK | (naturals & <uint64_t>RANK_MASK << RANKS) << 2
            | (naturals & <uint64_t>RANK_MASK << 2 * RANKS) << 4 | (naturals & <uint64_t>RANK_MASK << 3 * RANKS) << 6)


cdef inline Places places_of(const Rules* rules, Cards hand) noexcept nogil:
    cdef Places places
    cdef uint64_t lanes = family_lanes(hand.naturals)
    places.allowed = allowed_places(rules)
    places.naturals = (lanes | (lanes & in_every_lane(1)) << RANKS) & in_every_lane(places.allowed)
    places.atouts = to_places(<uint32_t>hand.wilds & RANK_MASK, places.allowed)
    places.jokers = joker_count(hand)
    return places


cdef inline void push(Legal* legal, uint16_t action) noexcept nogil:
    legal.actions[legal.count] = action
    legal.count += 1


cdef void new_melds(const Rules* rules, const Places* places, Cards hand, bint runs_only, Legal* legal) noexcept nogil
