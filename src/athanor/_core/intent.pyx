"""What the greedy bot means to lay: the melds that the exact search finds best for its hand, Jokers being paid for."""

from .bits cimport add_card, has_card, joker_count, no_cards, remove_card, with_jokers
from .meld_lists cimport terms_of
from .meld_plan cimport BY_POINTS, BY_STONES, Plan
from .plan_actions cimport lay_action
from .rules cimport NO_LIMIT
from .small_melds cimport NOT_SMALL, small_plan, small_value


cdef void choose_jokers(Intent* intent, Plan* plan) noexcept nogil:
    """Lay fewer Jokers where what they bring isn't worth their price."""
    cdef Plan fewer
    cdef int jokers = joker_count(intent.hand) - plan.jokers_left
    cdef int value
    intent.value -= JOKER_PRICE * jokers
    while jokers > 0:
        jokers -= 1
        if small_plan(with_jokers(intent.hand, jokers), &intent.terms, &fewer) == NOT_SMALL:
            return
        value = intent.unit * fewer.value - JOKER_PRICE * jokers
        if value > intent.value:
            intent.value = value
            plan[0] = fewer


cdef void form_intent(const Rules* rules, const State* s, Intent* intent) noexcept nogil:
    """Ask the search once for all that the mover's hand could still lay; Jokers cost nothing where the player
    then qualifies (R23).
    """
    cdef Plan plan
    cdef int needed = rules.qualifying_points - s.points[s.current]
    cdef int i, k
    intent.rules = rules[0]
    if rules.completions_per_turn != NO_LIMIT:
        intent.rules.completions_per_turn -= s.completions
    intent.terms = terms_of(&intent.rules, BY_POINTS if needed > 0 else BY_STONES, s.melds_laid[s.current] > 0, True)
    intent.hand = s.hands[s.current]
    intent.unit = 1 if needed > 0 else STONE
    intent.used = no_cards()
    intent.count = NO_INTENT
    if small_plan(intent.hand, &intent.terms, &plan) == NOT_SMALL:
        return
    intent.value = intent.unit * plan.value
    if needed <= 0 or plan.value < needed:
        choose_jokers(intent, &plan)
    intent.count = plan.count
    for i in range(plan.count):
        intent.lays[i] = lay_action(&plan.melds[i])
        for k in range(plan.melds[i].size):
            add_card(&intent.used, plan.melds[i].cards[k])


cdef bint intends(const Intent* intent, int action) noexcept nogil:
    cdef int i
    for i in range(intent.count):
        if intent.lays[i] == action:
            return True
    return False


cdef int loss_without(const Intent* intent, int card) noexcept nogil:
    """How much less the hand can lay without the card."""
    cdef Cards hand = intent.hand
    cdef int value
    if not has_card(intent.used, card):
        return 0
    remove_card(&hand, card)
    value = small_value(hand, &intent.terms)
    return max(intent.value - intent.unit * value, 0) if value >= 0 else 0
