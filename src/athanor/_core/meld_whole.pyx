"""From the melds that the linear program lays whole to a plan.

Often it lays nearly all of them so, and few cards are left to search.
"""

from libc.stdint cimport int64_t

from .bits cimport Cards, has_card, remove_card
from .meld_lists cimport Terms
from .meld_plan cimport MAX_PLAN_MELDS, Plan, Weights, meld_worth
from .meld_shape cimport MIN_MELD
from .small_melds cimport NOT_SMALL, small_plan


cdef bint take_cards(Cards* hand, const Plan* plan) noexcept nogil:
    """Take the plan's cards out of the hand; False if one isn't there."""
    cdef int i, k
    for i in range(plan.count):
        for k in range(plan.melds[i].size):
            if not has_card(hand[0], plan.melds[i].cards[k]):
                return False
            remove_card(hand, plan.melds[i].cards[k])
    return True


cdef int added_cards(const Plan* plan) noexcept nogil:
    cdef int added = 0
    cdef int i
    for i in range(plan.count):
        added += plan.melds[i].size - MIN_MELD
    return added


cdef int64_t plan_score(const Weights* weights, const Plan* plan) noexcept nogil:
    cdef int added = added_cards(plan)
    cdef int64_t score = added * weights.added + added // 2 * weights.pair
    cdef int i
    for i in range(plan.count):
        score += meld_worth(weights, &plan.melds[i])
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
    cdef int i
    if not take_cards(&hand, plan):
        return False
    rest.limit -= added_cards(plan)
    rest.longest = min(rest.longest, MIN_MELD + rest.limit)
    rest.run_required = terms.run_required and not has_run(plan)
    if rest.limit < 0 or small_plan(hand, &rest, &more) == NOT_SMALL:
        return False
    if plan.count + more.count > MAX_PLAN_MELDS:
        return False
    for i in range(more.count):
        plan.melds[plan.count] = more.melds[i]
        plan.count += 1
    plan.jokers_left = more.jokers_left
    return not terms.run_required or plan.count == 0 or has_run(plan)
