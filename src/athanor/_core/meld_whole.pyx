"""From the melds that the linear program lays whole to a plan.

Often it lays nearly all of them so, and few cards are left to search.
"""

from libc.stdint cimport int64_t, uint64_t

from .bits cimport FIRST_ATOUT, FIRST_JOKER, JOKER_SHIFT, RANK_MASK, Cards, joker_count
from .meld_lists cimport Terms
from .meld_plan cimport CREATION, LAST_PLACE, MAX_PLAN_MELDS, Plan, PlanMeld, Weights
from .small_melds cimport NOT_SMALL, small_plan


cdef inline void take_card(Cards* hand, int card) noexcept nogil:
    if card < FIRST_ATOUT:
        hand.naturals &= ~(<uint64_t>1 << card)
    else:
        hand.wilds &= ~(<uint64_t>1 << (card - FIRST_ATOUT))


cdef Cards cards_left(Cards hand, const Plan* plan, int* jokers) noexcept nogil:
    cdef int used = 0
    cdef int i, k
    for i in range(plan.count):
        for k in range(plan.melds[i].size):
            if plan.melds[i].cards[k] == FIRST_JOKER:
                used += 1
            else:
                take_card(&hand, plan.melds[i].cards[k])
    jokers[0] = joker_count(hand) - used
    hand.wilds &= RANK_MASK
    if jokers[0] > 0:
        hand.wilds |= ((<uint64_t>1 << jokers[0]) - 1) << JOKER_SHIFT
    return hand


cdef int64_t meld_score(const Weights* weights, const PlanMeld* meld) noexcept nogil:
    cdef int64_t score = weights.meld + (meld.size - CREATION) * weights.added
    cdef int i, place
    for i in range(meld.size):
        place = (meld.low if meld.low > 1 else LAST_PLACE) if meld.is_set else meld.low + i
        score += weights.card[place]
        if FIRST_ATOUT <= meld.cards[i] < FIRST_JOKER and meld.created <= i < meld.created + CREATION:
            score += weights.atout
    return score


cdef int added_cards(const Plan* plan) noexcept nogil:
    cdef int added = 0
    cdef int i
    for i in range(plan.count):
        added += plan.melds[i].size - CREATION
    return added


cdef int64_t plan_score(const Weights* weights, const Plan* plan) noexcept nogil:
    cdef int64_t score = added_cards(plan) // 2 * weights.pair
    cdef int i
    for i in range(plan.count):
        score += meld_score(weights, &plan.melds[i])
    return score


cdef bint has_run(const Plan* plan) noexcept nogil:
    cdef int i
    for i in range(plan.count):
        if not plan.melds[i].is_set:
            return True
    return False


cdef bint complete_plan(Cards hand, const Terms* terms, Plan* plan) noexcept nogil:
    cdef Terms rest = terms[0]
    cdef Plan more
    cdef int jokers, i
    hand = cards_left(hand, plan, &jokers)
    rest.limit -= added_cards(plan)
    rest.longest = min(rest.longest, CREATION + rest.limit)
    rest.run_required = terms.run_required and not has_run(plan)
    if jokers < 0 or rest.limit < 0 or small_plan(hand, &rest, &more) == NOT_SMALL:
        return False
    if plan.count + more.count > MAX_PLAN_MELDS:
        return False
    for i in range(more.count):
        plan.melds[plan.count] = more.melds[i]
        plan.count += 1
    plan.jokers_left = more.jokers_left
    return not terms.run_required or plan.count == 0 or has_run(plan)
