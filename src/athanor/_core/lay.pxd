"""Every new meld that a hand can lay (R5-R8), as actions."""

from libc.stdint cimport int32_t, uint16_t, uint32_t, uint64_t

from .bits cimport RANK_MASK, RANKS, Cards, joker_count
from .rules cimport ALL_PLACES, Rules

cdef enum:
    MAX_LEGAL = 4096            # over the most actions of any phase: 1079 runs, 350 sets, adds, takes; or the stakes
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


cdef inline uint32_t family_places(const Places* places, int family) noexcept nogil:
    return <uint32_t>(places.naturals >> (LANE * family)) & ALL_PLACES


cdef inline Places places_of(const Rules* rules, Cards hand) noexcept nogil:
    cdef Places places
    cdef uint64_t n = hand.naturals
    cdef uint64_t lanes = (n & RANK_MASK | (n & <uint64_t>RANK_MASK << RANKS) << 2
                           | (n & <uint64_t>RANK_MASK << 2 * RANKS) << 4 | (n & <uint64_t>RANK_MASK << 3 * RANKS) << 6)
    places.allowed = rules.places
    places.naturals = (lanes | (lanes & in_every_lane(1)) << RANKS) & in_every_lane(places.allowed)
    places.atouts = to_places(<uint32_t>hand.wilds & RANK_MASK, places.allowed)
    places.jokers = joker_count(hand)
    return places


cdef inline void push(Legal* legal, uint16_t action) noexcept nogil:
    legal.actions[legal.count] = action
    legal.count += 1


cdef uint16_t* new_melds(const Rules* rules, const Places* places, Cards hand, bint runs_only,
                         uint16_t* end) noexcept nogil
