"""Every hand of the deck by category, one hand for all those that differ only by a permutation of the families.

Families don't rank (R28), so such hands are worth the same. The hand counted is the one whose families hold
masks of ranks in descending order; it stands for 4! hands, fewer where families hold the same ranks.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint64_t

from .bits cimport FAMILIES, JOKER_COUNT, RANKS, Cards, no_cards, popcount
from .poker cimport CATEGORIES, category_of, evaluate
from .ranks cimport FIRST_SET, RANK_SETS, SETS, choose, joker_bits
from .rules cimport Rules, RuleSet

cdef enum:
    ORDERS = 24             # permutations of the families

cdef struct Tally:
    uint64_t hands[CATEGORIES]


cdef void count_families(
    const Rules* rules, Cards cards, int family, int below, int alike, int missing, uint64_t ways, Tally* tally
) noexcept nogil:
    """Count the hands whose families from this one on hold no mask after `below`, which the last `alike` hold."""
    cdef int left = FAMILIES - family
    cdef int most = min(missing, popcount(SETS[below]))
    cdef uint64_t naturals = cards.naturals
    cdef int first, last, place, size
    if missing > left * most:
        return
    if missing == 0:
        # The families left hold nothing: they too are alike.
        for size in range(1, left + 1):
            alike = alike + 1 if below == 0 else size
            ways //= alike
        tally.hands[category_of(evaluate(rules, cards))] += ways
        return
    first = FIRST_SET[(missing + left - 1) // left]
    last = min(below, FIRST_SET[most + 1] - 1)
    for place in range(first, last + 1):
        cards.naturals = naturals | <uint64_t>SETS[place] << (RANKS * family)
        size = alike + 1 if place == below else 1
        count_families(
            rules, cards, family + 1, place, size, missing - popcount(SETS[place]), ways // size, tally)


def count_categories(RuleSet rules, int size):
    """How many hands of so many cards, 1 to 7, each category has; Ctrl-C stops it."""
    cdef Tally tally
    cdef Cards cards
    cdef int jokers, place, category, missing
    for category in range(CATEGORIES):
        tally.hands[category] = 0
    for jokers in range(min(size, JOKER_COUNT) + 1):
        for place in range(FIRST_SET[size - jokers + 1]):
            cards = no_cards()
            cards.wilds = SETS[place] | joker_bits(jokers)
            missing = size - jokers - popcount(SETS[place])
            with nogil:
                count_families(
                    &rules.options, cards, 0, RANK_SETS - 1, 0, missing, ORDERS * choose(JOKER_COUNT, jokers), &tally)
            PyErr_CheckSignals()
    return list(tally.hands)
