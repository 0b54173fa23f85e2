"""A plan: the melds that a search proposes, and what their cards are worth to it."""

from libc.stdint cimport int32_t, int64_t, uint8_t

from .bits cimport FIRST_ATOUT, FIRST_JOKER
from .meld_shape cimport HIGHEST_PLACE, MAX_RUN, MIN_MELD, place_points
from .rules cimport Rules

cdef enum:
    PLACES = 16
    MAX_PLAN_MELDS = 25

# What a search maximises; ties are broken by stones after points, by points after stones or cards, then by
# the Jokers left in the hand.
cdef enum:
    BY_POINTS = 0
    BY_STONES = 1
    BY_CARDS = 2

# A value is one number of two fields: the objective in the bits from here and below it what breaks ties.
cdef enum:
    FIRST_SHIFT = 11

# What a search returns where it has no plan.
cdef enum:
    OUT_OF_MEMORY = -1
    TOO_MANY_PLANS = -2
    INTERRUPTED = -3            # by a signal, whose error is set

# cards holds ids in place order (a set: the Atout first, then the naturals, then Jokers), every Joker as 70.
# The three cards from index `created` are laid at once, the others are added to them.
cdef struct PlanMeld:
    bint is_set
    uint8_t low
    uint8_t size
    uint8_t created
    uint8_t cards[MAX_RUN]

cdef struct Plan:
    int32_t value
    int32_t jokers_left
    int32_t count
    PlanMeld melds[MAX_PLAN_MELDS]

# What a card of each place is worth where it lies, and what is paid beside. unit: how much of the objective
# one of its field is.
cdef struct Weights:
    int64_t card[PLACES]
    int64_t meld
    int64_t atout
    int64_t added
    int64_t pair
    int32_t unit


cdef inline int common_divisor(int a, int b) noexcept nogil:
    return a if b == 0 else common_divisor(b, a % b)


cdef inline int stone_unit(const Rules* rules) noexcept nogil:
    """What all gains are multiples of: counted in this, bounds round down to less."""
    cdef int unit = common_divisor(rules.meld_stones, rules.atout_stones)
    unit = common_divisor(common_divisor(unit, rules.completion_stones), rules.pair_stones)
    return max(unit, 1)


cdef inline Weights weights_of(const Rules* rules, int objective, bint ties) noexcept nogil:
    """The objective before what breaks ties: stones after points, points after stones and after cards.

    Where ties needn't be broken, points still guide the search for the fewest cards left.
    """
    cdef Weights weights
    cdef int point = 1 if ties or objective == BY_CARDS else 0
    cdef int stone = 0
    cdef int card = 0
    cdef int unit = stone_unit(rules)
    cdef int place
    weights.unit = 1
    if objective == BY_POINTS:
        point, stone = 1 << FIRST_SHIFT, 1 if ties else 0
    elif objective == BY_STONES:
        stone = 1 << FIRST_SHIFT
        weights.unit = unit
    else:
        card = 1 << FIRST_SHIFT
    weights.card[0] = 0
    for place in range(1, PLACES):
        weights.card[place] = card + point * place_points(place)
    weights.meld = stone * (rules.meld_stones // unit)
    weights.atout = stone * (rules.atout_stones // unit)
    weights.added = stone * (rules.completion_stones // unit)
    weights.pair = stone * (rules.pair_stones // unit)
    return weights


cdef inline int64_t meld_worth(const Weights* weights, const PlanMeld* meld) noexcept nogil:
    """What a meld brings, its cards and the Atouts that create it included, but nothing for those added."""
    cdef int64_t worth = weights.meld
    cdef int i, place
    for i in range(meld.size):
        place = (meld.low if meld.low > 1 else HIGHEST_PLACE) if meld.is_set else meld.low + i
        worth += weights.card[place]
        if FIRST_ATOUT <= meld.cards[i] < FIRST_JOKER and meld.created <= i < meld.created + MIN_MELD:
            worth += weights.atout
    return worth
