"""The best melds of a small hand: of every meld that it could lay, the best of them that share no card.

The search goes from card to card: it lays one of the card's melds or none, and turns back where what is
left can't bring more than was found.
"""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

from .bits cimport ATOUT, FAMILIES, FIRST_ATOUT, FIRST_JOKER, RANKS, Cards, lsb
from .meld_lists cimport (
    MAX_TRIALS, NO_MELD, SETS, VALUE_SHIFT, Listed, Small, Terms, created_place, held_families, list_melds
)
from .meld_plan cimport Plan, PlanMeld
from .meld_shape cimport place_rank

# Melds laid so far: their cards, worth and cards added, whether a run is among them, and the Jokers left.
cdef struct Laid:
    uint32_t cards
    int32_t value
    int jokers
    int added
    int depth
    bint run


cdef void find_bounds(Small* s) noexcept nogil:
    """The most that the melds of each owner and those after it can bring with so many Jokers, as if they shared no
    cards.
    """
    cdef uint32_t owners = s.owners
    cdef int32_t* after
    cdef int32_t* here
    cdef int k, jokers, i
    cdef int32_t value
    cdef const Listed* meld
    s.owner_count = 0
    while owners:
        s.owner[s.owner_count] = <uint8_t>lsb(owners)
        s.owner_count += 1
        owners &= owners - 1
    for jokers in range(s.jokers + 1):
        s.bound[s.owner_count][jokers] = 0
    for k in range(s.owner_count - 1, -1, -1):
        after = s.bound[k + 1]
        here = s.bound[k]
        for jokers in range(s.jokers + 1):
            here[jokers] = after[jokers]
        i = s.first[s.owner[k]]
        while i != NO_MELD:
            meld = &s.melds[i]
            value = meld.value
            for jokers in range(s.jokers - meld.jokers + 1):
                here[jokers + meld.jokers] = max(here[jokers + meld.jokers], value + after[jokers])
            i = meld.next


cdef inline void take_best(Small* s, const Laid* laid) noexcept nogil:
    """Keep these melds if they are better: an odd card added is no pair (R20)."""
    cdef int32_t value = laid.value - (laid.added & 1) * s.terms.odd_card
    cdef int i
    if value < s.goal or laid.depth < s.terms.least_melds or (s.terms.run_required and not laid.run):
        return
    s.best = value
    s.goal = (value // s.step + 1) * s.step
    s.best_depth = laid.depth
    for i in range(laid.depth):
        s.best_chosen[i] = s.chosen[i]


cdef inline Laid with_meld(const Laid* laid, const Listed* meld) noexcept nogil:
    cdef Laid more
    more.cards = laid.cards | meld.cards
    more.value = laid.value + meld.value
    more.jokers = laid.jokers - meld.jokers
    more.added = laid.added + meld.added
    more.depth = laid.depth + 1
    more.run = laid.run or meld.slot != SETS
    return more


cdef void choose(Small* s, int k, const Laid* laid) noexcept nogil:
    """Lay melds of the k-th owner and those after it in every way that could be better than the best so far."""
    cdef const Listed* meld
    cdef Laid more
    cdef int left, i
    s.trials += 1
    while laid.value + s.bound[k][laid.jokers] >= s.goal and s.trials < MAX_TRIALS:
        i = NO_MELD if (laid.cards >> s.owner[k]) & 1 else s.first[s.owner[k]]
        k += 1
        while i != NO_MELD:
            meld = &s.melds[i]
            left = laid.jokers - meld.jokers
            if not meld.cards & laid.cards and left >= 0 and laid.added + meld.added <= s.terms.limit:
                if laid.value + meld.value + s.bound[k][left] >= s.goal:
                    s.chosen[laid.depth] = <uint16_t>i
                    more = with_meld(laid, meld)
                    take_best(s, &more)
                    if k < s.owner_count:
                        choose(s, k, &more)
            i = meld.next
        if k == s.owner_count:
            return


cdef void choose_one(Small* s, const Laid* none) noexcept nogil:
    """Where every meld takes the only Joker, at most one can be laid."""
    cdef Laid one
    cdef int i
    for i in range(s.count):
        if none.value + s.melds[i].value >= s.goal:
            s.chosen[0] = <uint16_t>i
            one = with_meld(none, &s.melds[i])
            take_best(s, &one)


cdef bint search(Small* s, int32_t step) noexcept nogil:
    """Find the best melds, values that differ by less than a step being equal; False if that takes too long."""
    cdef Laid none
    s.step = step
    s.best = s.jokers
    s.best_depth = 0
    s.goal = (s.best // step + 1) * step
    if s.count == 0:
        return True
    none.cards = 0
    none.value = s.best
    none.jokers = s.jokers
    none.added = 0
    none.depth = 0
    none.run = False
    if s.jokers == 1 and s.jokerless == 0:
        choose_one(s, &none)
        return True
    find_bounds(s)
    choose(s, 0, &none)
    return s.trials < MAX_TRIALS


cdef int32_t small_value(Cards hand, const Terms* terms) noexcept nogil:
    """The most of the objective that the hand can lay; NOT_SMALL if it has too many melds for this, NO_PLAN if it has
    fewer than asked for.
    """
    cdef Small s
    if not list_melds(&s, hand, terms) or not search(&s, <int32_t>1 << VALUE_SHIFT):
        return NOT_SMALL
    return (s.best >> VALUE_SHIFT) * terms.unit if s.best_depth >= terms.least_melds else NO_PLAN


# Telling them.

cdef void plan_run(const Small* s, const Listed* listed, PlanMeld* meld) noexcept nogil:
    cdef uint32_t reals = 0
    cdef uint32_t atouts = 0
    cdef uint32_t bit
    cdef int place, card
    for place in range(listed.low, listed.low + listed.size):
        bit = <uint32_t>1 << (place - 1)
        card = FIRST_JOKER
        if s.naturals[listed.slot] & bit and (listed.cards >> s.number[listed.slot][place]) & 1:
            card = RANKS * listed.slot + place_rank(place) - 1
            reals |= bit
            atouts |= bit if listed.slot == ATOUT else 0
        elif s.mixing & bit and (listed.cards >> s.number[ATOUT][place]) & 1:
            card = FIRST_ATOUT + place_rank(place) - 1
            reals |= bit
            atouts |= bit
        meld.cards[place - listed.low] = <uint8_t>card
    meld.created = <uint8_t>(created_place(s.terms.min_real, listed.low, listed.size, reals, atouts) - listed.low)


cdef void plan_set(const Small* s, const Listed* listed, uint32_t held, PlanMeld* meld) noexcept nogil:
    cdef int size = 0
    cdef int i, family
    meld.created = 0
    for i in range(FAMILIES + 1):
        family = (ATOUT + i) % (FAMILIES + 1)
        if (held >> family) & 1 and (listed.cards >> s.number[family][listed.low]) & 1:
            meld.cards[size] = <uint8_t>(RANKS * family + listed.low - 1)
            size += 1
    for i in range(size, listed.size):
        meld.cards[i] = FIRST_JOKER


cdef int small_plan(Cards hand, const Terms* terms, Plan* plan) noexcept nogil:
    """Fill plan with the best melds and return 0; NOT_SMALL if the hand has too many melds for this."""
    cdef Small s
    cdef const Listed* listed
    cdef PlanMeld* meld
    cdef int i
    if not list_melds(&s, hand, terms) or not search(&s, 1):
        return NOT_SMALL
    plan.value = (s.best >> VALUE_SHIFT) * terms.unit
    plan.jokers_left = s.jokers
    plan.count = s.best_depth
    for i in range(s.best_depth):
        listed = &s.melds[s.best_chosen[i]]
        meld = &plan.melds[i]
        plan.jokers_left -= listed.jokers
        meld.is_set = listed.slot == SETS
        meld.low = listed.low
        meld.size = listed.size
        if meld.is_set:
            plan_set(&s, listed, held_families(hand, listed.low), meld)
        else:
            plan_run(&s, listed, meld)
    return 0
