"""Every new meld that a hand can lay: windows of three places for runs, ranks with enough cards for sets."""

from libc.stdint cimport int64_t
from libc.string cimport memcpy

from .actions cimport (
    ALL_WILD, ATOUT_SOURCE, INVALID_PATTERN, JOKER_SOURCE, NATURAL_SOURCE, RUN_PATTERN, SET_PATTERN, run_action,
    set_action,
)
from .bits cimport lsb, popcount
from .rules cimport RuleSet

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


cdef bint is_held(int source, int naturals, int atouts, int place, int jokers) noexcept:
    if source == NATURAL_SOURCE:
        return (naturals >> place) & 1
    return (atouts >> place) & 1 if source == ATOUT_SOURCE else jokers > 0


cdef void fill_run_choices(Choices* choices, int family, int naturals, int atouts, int jokers) noexcept:
    """Every triple of sources that the window holds, in the order of the patterns."""
    cdef int i, j, k
    choices.count = 0
    for i in range(3):
        for j in range(3):
            for k in range(3):
                if (is_held(i, naturals, atouts, 0, jokers) and is_held(j, naturals, atouts, 1, jokers)
                        and is_held(k, naturals, atouts, 2, jokers)
                        and (i == JOKER_SOURCE) + (j == JOKER_SOURCE) + (k == JOKER_SOURCE) <= jokers
                        and RUN_PATTERN[family][9 * i + 3 * j + k] != INVALID_PATTERN):
                    choices.offsets[choices.count] = RUN_PATTERN[family][9 * i + 3 * j + k]
                    choices.count += 1


cdef void fill_set_choices(Choices* choices, int held, int jokers) noexcept:
    cdef int chosen = held
    choices.count = 0
    while chosen:
        if popcount(chosen) <= 3 <= popcount(chosen) + jokers:
            choices.offsets[choices.count] = SET_PATTERN[chosen]
            choices.count += 1
        chosen = (chosen - 1) & held


cdef void fill_choices() noexcept:
    cdef int jokers, held, bit
    for bit in range(64):
        RUN_FIRSTS[bit] = in_every_lane(run_action(bit % LANE + 1, bit // LANE * FAMILY_PATTERNS))
    for jokers in range(MOST_JOKERS + 1):
        for held in range(64):
            fill_run_choices(&run_choices[jokers][held], 0, held & 7, held >> 3, jokers)
        for held in range(8):
            fill_run_choices(&wild_choices[jokers][held], ALL_WILD, 0, held, jokers)
        for held in range(32):
            fill_set_choices(&set_choices[jokers][held], held, jokers)


fill_choices()


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
    while i < count:
        memcpy(&four, &choices.offsets[i], sizeof(four))
        four += firsts
        memcpy(&end[i], &four, sizeof(four))
        i += 4
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


cdef uint16_t* new_melds(const Rules* rules, const Places* places, Cards hand, bint runs_only,
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


def meld_actions(RuleSet rules, uint64_t naturals, uint64_t wilds):
    """The actions of every new meld that the hand, as CardSet words, can lay."""
    cdef Cards hand
    cdef Places places
    cdef Legal legal
    cdef int count, i
    hand.naturals = naturals
    hand.wilds = wilds
    places = places_of(&rules.options, hand)
    count = <int>(new_melds(&rules.options, &places, hand, False, legal.actions) - legal.actions)
    return [legal.actions[i] for i in range(count)]
