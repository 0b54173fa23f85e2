"""Every new meld that a hand can lay (R5-R8), as actions."""

from libc.stdint cimport int32_t, int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from .actions cimport set_action
from .bits cimport RANK_MASK, RANKS, Cards, joker_count, lsb
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

cdef enum:
    MOST_JOKERS = 2             # of a new meld: one card at least is none (R7)
    FAMILY_PATTERNS = 19        # run patterns with a natural of one family
    MOST_CHOICES = 28           # 25, and room to copy four at a time

# The patterns that some cards and Jokers make, so that listing them is a copy.
cdef struct Choices:
    int64_t count
    uint16_t offsets[MOST_CHOICES]

cdef Choices run_choices[MOST_JOKERS + 1][64]       # naturals of a window in bits 0-2, Atouts in bits 3-5
cdef Choices wild_choices[MOST_JOKERS + 1][8]       # Atouts of a window
cdef Choices set_choices[MOST_JOKERS + 1][32]       # families that hold the rank

# The first action of the runs in a window, by its bit among the four lanes of places, and four times in one word.
cdef uint64_t RUN_FIRSTS[64]


cdef inline uint32_t to_places(uint32_t ranks, uint32_t allowed) noexcept nogil:
    return (ranks | (ranks & 1) << RANKS) & allowed


cdef inline uint64_t in_every_lane(uint32_t places) noexcept nogil:
    return places * <uint64_t>0x0001000100010001


cdef inline uint32_t family_places(const Places* places, int family) noexcept nogil:
    return <uint32_t>(places.naturals >> (LANE * family)) & ALL_PLACES


cdef inline uint64_t family_lanes(uint64_t naturals) noexcept nogil:
    """Natural cards by family and rank: family f in the 16 bits from 16 f, rank r in bit r - 1 of them."""
    return (naturals & RANK_MASK | (naturals & <uint64_t>RANK_MASK << RANKS) << 2
            | (naturals & <uint64_t>RANK_MASK << 2 * RANKS) << 4 | (naturals & <uint64_t>RANK_MASK << 3 * RANKS) << 6)


cdef inline Places places_of(const Rules* rules, Cards hand) noexcept nogil:
    cdef Places places
    cdef uint64_t lanes = family_lanes(hand.naturals)
    places.allowed = rules.places
    places.naturals = (lanes | (lanes & in_every_lane(1)) << RANKS) & in_every_lane(places.allowed)
    places.atouts = to_places(<uint32_t>hand.wilds & RANK_MASK, places.allowed)
    places.jokers = joker_count(hand)
    return places


cdef inline void push(Legal* legal, uint16_t action) noexcept nogil:
    legal.actions[legal.count] = action
    legal.count += 1


cdef inline uint64_t windows(uint64_t lanes, uint64_t whole, int jokers) noexcept nogil:
    """Lowest places, in every lane, of the windows of three that these places and so many Jokers fill."""
    cdef uint64_t a = lanes
    cdef uint64_t b = lanes >> 1
    cdef uint64_t c = lanes >> 2
    if jokers == 0:
        return a & b & c & whole
    if jokers == 1:
        return (a & b | a & c | b & c) & whole
    return (a | b | c) & whole


cdef inline uint16_t* push_all(uint16_t* end, uint64_t firsts, const Choices* choices) noexcept nogil:
    """Append the choices, four to a word: what is written beyond them is no part of the list."""
    cdef int64_t count = choices.count
    cdef int64_t i = 0
    cdef uint64_t four
    while True:
        memcpy(&four, &choices.offsets[i], sizeof(four))
        four += firsts
        memcpy(&end[i], &four, sizeof(four))
        i += 4
        if i >= count:
            return end + count


cdef inline uint16_t* runs(uint64_t naturals, uint64_t atouts, uint64_t lows, int jokers, uint16_t* end) noexcept nogil:
    """The runs with a natural in each window; a lane's family begins its own block of patterns."""
    cdef int bit, held
    while lows:
        bit = lsb(lows)
        lows &= lows - 1
        held = <int>((naturals >> bit) & 7 | ((atouts >> bit) & 7) << 3)
        end = push_all(end, RUN_FIRSTS[bit], &run_choices[jokers][held])
    return end


cdef inline uint16_t* wild_runs(uint32_t atouts, uint32_t lows, int jokers, uint16_t* end) noexcept nogil:
    """The runs of Atouts and Jokers in each window."""
    cdef int bit
    while lows:
        bit = lsb(lows)
        lows &= lows - 1
        end = push_all(end, RUN_FIRSTS[bit], &wild_choices[jokers][(atouts >> bit) & 7])
    return end


cdef inline uint16_t* sets(const uint32_t* ranks, int jokers, uint16_t* end) noexcept nogil:
    """Sets from the ranks held in each of the five families."""
    cdef uint32_t once = 0
    cdef uint32_t twice = 0
    cdef uint32_t thrice = 0
    cdef uint32_t ready
    cdef int family, rank, held
    for family in range(5):
        thrice |= twice & ranks[family]
        twice |= once & ranks[family]
        once |= ranks[family]
    ready = thrice if jokers == 0 else twice if jokers == 1 else once
    while ready:
        rank = lsb(ready)
        ready &= ready - 1
        held = 0
        for family in range(5):
            held |= ((ranks[family] >> rank) & 1) << family
        end = push_all(end, in_every_lane(set_action(rank + 1, 0)), &set_choices[jokers][held])
    return end


cdef inline uint16_t* new_melds(const Rules* rules, const Places* places, Cards hand, bint runs_only,
                                uint16_t* end) noexcept nogil:
    """Append each different meld of three cards at the end of a list; equal Jokers give one (R7)."""
    cdef int jokers = min(places.jokers, 3 - rules.min_real_cards)
    cdef uint64_t naturals = places.naturals
    cdef uint64_t mixing = 0 if rules.own_family_melds else in_every_lane(places.atouts)
    cdef uint32_t whole = places.allowed & places.allowed >> 1 & places.allowed >> 2
    cdef uint64_t lows = windows(naturals | mixing, in_every_lane(whole), jokers)
    cdef uint32_t ranks[5]
    cdef int family
    end = runs(naturals, mixing, lows & (naturals | naturals >> 1 | naturals >> 2), jokers, end)
    if places.atouts:
        end = wild_runs(places.atouts, <uint32_t>windows(places.atouts, whole, jokers), jokers, end)
    if runs_only:
        return end
    for family in range(4):
        ranks[family] = <uint32_t>(hand.naturals >> (RANKS * family)) & RANK_MASK
    ranks[4] = <uint32_t>hand.wilds & RANK_MASK
    return sets(ranks, jokers, end)
