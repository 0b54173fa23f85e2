"""The tables from which new melds are listed: windows of three places for runs, ranks with enough cards for sets."""

from .actions cimport (
    ALL_WILD, ATOUT_SOURCE, INVALID_PATTERN, JOKER_SOURCE, NATURAL_SOURCE, RUN_PATTERN, SET_PATTERN, run_action,
)
from .bits cimport popcount
from .rules cimport RuleSet


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
