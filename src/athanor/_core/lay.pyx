"""Every new meld that a hand can lay: windows of three places for runs, ranks with enough cards for sets."""

from .actions cimport (
    ALL_WILD, ATOUT_SOURCE, INVALID_PATTERN, JOKER_SOURCE, RUN_PATTERN, SET_PATTERN, run_action, set_action,
)
from .bits cimport joker_count, lsb, popcount
from .rules cimport RuleSet


cdef inline uint32_t windows(uint32_t places, uint32_t allowed, int jokers) noexcept nogil:
    """Lowest places of the windows of three that these places and so many Jokers fill."""
    cdef uint32_t a = places
    cdef uint32_t b = places >> 1
    cdef uint32_t c = places >> 2
    cdef uint32_t whole = allowed & allowed >> 1 & allowed >> 2
    if jokers == 0:
        return a & b & c & whole
    if jokers == 1:
        return (a & b | a & c | b & c) & whole
    return (a | b | c) & whole


cdef inline int sources_at(uint32_t naturals, uint32_t atouts, int jokers, int place) noexcept nogil:
    """What can lie at a place, as a mask over the three sources."""
    return ((naturals >> place) & 1) | ((atouts >> place) & 1) << ATOUT_SOURCE | (jokers > 0) << JOKER_SOURCE


cdef inline void runs_at(int first, int second, int third, int jokers, int family, int low,
                         Legal* legal) noexcept nogil:
    """Every choice of sources for the three places of a window."""
    cdef int i, j, k, seconds, thirds, pattern
    while first:
        i = lsb(first)
        first &= first - 1
        seconds = second
        while seconds:
            j = lsb(seconds)
            seconds &= seconds - 1
            thirds = third
            while thirds:
                k = lsb(thirds)
                thirds &= thirds - 1
                if (i == JOKER_SOURCE) + (j == JOKER_SOURCE) + (k == JOKER_SOURCE) > jokers:
                    continue
                pattern = RUN_PATTERN[family][9 * i + 3 * j + k]
                if pattern != INVALID_PATTERN:
                    push(legal, run_action(low, pattern))


cdef void runs_of(uint32_t naturals, uint32_t atouts, uint32_t allowed, int jokers, int family,
                  Legal* legal) noexcept nogil:
    """Runs with a natural of the family; with family ALL_WILD and no naturals, runs of Atouts and Jokers."""
    cdef uint32_t lows = windows(naturals | atouts, allowed, jokers)
    cdef int low
    if family != ALL_WILD:
        lows &= naturals | naturals >> 1 | naturals >> 2
    while lows:
        low = lsb(lows)
        lows &= lows - 1
        runs_at(
            sources_at(naturals, atouts, jokers, low),
            sources_at(naturals, atouts, jokers, low + 1),
            sources_at(naturals, atouts, jokers, low + 2),
            jokers, family, low + 1, legal,
        )


cdef void sets_of(const uint32_t* ranks, int jokers, Legal* legal) noexcept nogil:
    """Sets from the ranks held in each of the five families."""
    cdef uint32_t once = 0
    cdef uint32_t twice = 0
    cdef uint32_t thrice = 0
    cdef uint32_t candidates
    cdef int family, rank, held, chosen, size
    for family in range(5):
        thrice |= twice & ranks[family]
        twice |= once & ranks[family]
        once |= ranks[family]
    candidates = thrice if jokers == 0 else twice if jokers == 1 else once
    while candidates:
        rank = lsb(candidates)
        candidates &= candidates - 1
        held = 0
        for family in range(5):
            held |= ((ranks[family] >> rank) & 1) << family
        chosen = held
        while chosen:
            size = popcount(chosen)
            if size <= 3 and 3 - size <= jokers:
                push(legal, set_action(rank + 1, SET_PATTERN[chosen]))
            chosen = (chosen - 1) & held


cdef void new_melds(const Rules* rules, Cards hand, bint runs_only, Legal* legal) noexcept nogil:
    """Append each different meld of three cards; equal Jokers give one (R7)."""
    cdef Places places = places_of(rules, hand)
    cdef int jokers = min(joker_count(hand), 3 - rules.min_real_cards)
    cdef uint32_t mixing = 0 if rules.own_family_melds else places.atouts
    cdef uint32_t ranks[5]
    cdef int family
    for family in range(4):
        runs_of(places.families[family], mixing, places.allowed, jokers, family, legal)
    runs_of(0, places.atouts, places.allowed, jokers, ALL_WILD, legal)
    if runs_only:
        return
    for family in range(4):
        ranks[family] = family_ranks(hand, family)
    ranks[4] = <uint32_t>hand.wilds & RANK_MASK
    sets_of(ranks, jokers, legal)


def meld_actions(RuleSet rules, unsigned long long naturals, unsigned long long wilds):
    """The actions of every new meld that the hand, as CardSet words, can lay."""
    cdef Cards hand
    cdef Legal legal
    hand.naturals = naturals
    hand.wilds = wilds
    legal.count = 0
    new_melds(&rules.options, hand, False, &legal)
    return [legal.actions[i] for i in range(legal.count)]
