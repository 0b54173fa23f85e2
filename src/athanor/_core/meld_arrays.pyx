"""Arrays of hands: what each can lay, without the interpreter.

A hand is a row of a CardSet's two words. Where a row is no hand, or has too many plans to search, the functions stop
and return its number; else -1. A long search hears an interrupt.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint64_t

from .bits cimport FIRST_ATOUT, JOKER_SHIFT, Cards, card_count, popcount, with_jokers
from .lay cimport Legal, Places, new_melds, places_of
from .meld_lists cimport Terms, terms_of
from .meld_plan cimport BY_POINTS, BY_STONES, Plan
from .meld_shape cimport MIN_MELD, place_points
from .melds cimport THE_BEST, check_failure, search_large
from .rules cimport Rules, RuleSet
from .small_melds cimport NO_PLAN, NOT_SMALL, small_value

cdef enum:
    WILD_BITS = 20


cdef inline bint read_row(const uint64_t[:, :] hands, Py_ssize_t row, Cards* hand) noexcept nogil:
    """The row as a hand, with the lowest Jokers; False if a bit is no card."""
    hand.naturals = hands[row, 0]
    hand.wilds = hands[row, 1]
    if hand.naturals >> FIRST_ATOUT or hand.wilds >> WILD_BITS:
        return False
    hand[0] = with_jokers(hand[0], popcount(hand.wilds >> JOKER_SHIFT))
    return True


cdef int32_t most(Cards hand, const Terms* terms, int objective, bint opened) noexcept nogil:
    """The most of the objective; negative where the search fails."""
    cdef Plan plan
    cdef int32_t value = small_value(hand, terms)
    cdef int failure
    if value != NOT_SMALL:
        return value
    failure = search_large(hand, terms.rules, objective, opened, False, THE_BEST, &plan)
    return failure if failure else plan.value


cdef int plan_points(const Plan* plan) noexcept nogil:
    """R23."""
    cdef int points = 0
    cdef int i, k
    for i in range(plan.count):
        for k in range(plan.melds[i].size):
            points += place_points(plan.melds[i].low + (0 if plan.melds[i].is_set else k))
    return points


cdef int qualifies_by_points(Cards hand, const Rules* rules, bint opened, int64_t enough) noexcept nogil:
    """Whether a plan with enough points has melds enough; NOT_SMALL if it hasn't, though another might."""
    cdef Plan plan
    cdef int failure = search_large(hand, rules, BY_POINTS, opened, False, enough, &plan)
    if failure:
        return failure
    if plan.value < rules.qualifying_points or plan.count >= rules.qualifying_melds:
        return plan.value >= rules.qualifying_points
    return 0 if plan.count == 0 else NOT_SMALL


cdef int qualifies_by_count(Cards hand, const Rules* rules, bint opened) noexcept nogil:
    """The same by the plan with the most melds; NOT_SMALL if it holds enough of them, but too few points."""
    cdef Rules counting = rules[0]
    cdef Plan plan
    cdef int failure
    counting.meld_stones = 1
    counting.atout_stones = counting.completion_stones = counting.pair_stones = 0
    failure = search_large(hand, &counting, BY_STONES, opened, True, THE_BEST, &plan)
    if failure:
        return failure
    if plan.count < rules.qualifying_melds:
        return 0
    return 1 if plan_points(&plan) >= rules.qualifying_points else NOT_SMALL


cdef int qualifies(Cards hand, const Terms* terms, bint opened) noexcept nogil:
    """Whether some plan has melds and points enough (R18, R23); negative where that isn't found out."""
    cdef const Rules* rules = terms.rules
    cdef int32_t value
    cdef int found
    if rules.qualifying_melds * MIN_MELD > card_count(hand):
        return 0
    value = small_value(hand, terms)
    if value == NO_PLAN:
        return 0
    if value != NOT_SMALL:
        return value >= rules.qualifying_points
    found = qualifies_by_points(hand, rules, opened, max(<int>rules.qualifying_points, 1))
    if found == NOT_SMALL:
        found = qualifies_by_points(hand, rules, opened, THE_BEST)
    return found if found != NOT_SMALL else qualifies_by_count(hand, rules, opened)


def best_values(RuleSet rule_set, const uint64_t[:, :] hands, int objective, bint opened, int32_t[:] out):
    """The most of the objective that each hand can lay."""
    cdef Terms terms = terms_of(&rule_set.options, objective, opened, False)
    cdef Cards hand
    cdef Py_ssize_t row = -1
    cdef int32_t value = 0
    with nogil:
        for row in range(hands.shape[0]):
            if not read_row(hands, row, &hand):
                break
            value = most(hand, &terms, objective, opened)
            if value < 0:
                break
            out[row] = value
        else:
            row = -1
    check_failure(value)
    return row


def qualifying(RuleSet rule_set, const uint64_t[:, :] hands, bint opened, uint8_t[:] out):
    """Whether each hand can lay what lets a player force (R18, R23)."""
    cdef Terms terms = terms_of(&rule_set.options, BY_POINTS, opened, False)
    cdef Cards hand
    cdef Py_ssize_t row = -1
    cdef int found = 0
    terms.least_melds = rule_set.options.qualifying_melds
    with nogil:
        for row in range(hands.shape[0]):
            if not read_row(hands, row, &hand):
                break
            found = qualifies(hand, &terms, opened)
            if found < 0:
                break
            out[row] = <uint8_t>found
        else:
            row = -1
    check_failure(found)
    return row


def count_melds(RuleSet rule_set, const uint64_t[:, :] hands, int64_t[:] out):
    """How many new melds each hand can lay."""
    cdef Cards hand
    cdef Places places
    cdef Legal legal
    cdef Py_ssize_t row = -1
    with nogil:
        for row in range(hands.shape[0]):
            if not read_row(hands, row, &hand):
                break
            places = places_of(&rule_set.options, hand)
            out[row] = new_melds(&rule_set.options, &places, hand, False, legal.actions) - legal.actions
        else:
            row = -1
    return row


def list_melds(RuleSet rule_set, const uint64_t[:, :] hands, const int64_t[:] starts, uint16_t[:] out):
    """The actions of each hand's new melds, in order, from its place on; all rows are hands."""
    cdef Cards hand
    cdef Places places
    cdef Legal legal
    cdef Py_ssize_t row, i, count
    with nogil:
        for row in range(hands.shape[0]):
            read_row(hands, row, &hand)
            places = places_of(&rule_set.options, hand)
            count = new_melds(&rule_set.options, &places, hand, False, legal.actions) - legal.actions
            for i in range(count):
                out[starts[row] + i] = legal.actions[i]
