"""Arrays of hands: what each can lay, without the interpreter."""

from libc.stdint cimport int32_t, uint64_t

from .bits cimport Cards
from .meld_plan cimport Plan, Weights, weights_of
from .melds cimport search_melds
from .rules cimport Rules, RuleSet
from .small_melds cimport NOT_SMALL, small_value


cdef int32_t most(
    Cards hand, const Rules* rules, const Weights* weights, int objective, bint opened
) noexcept nogil:
    """The most of the objective; negative where the search fails."""
    cdef Plan plan
    cdef int32_t value = small_value(hand, rules, weights, opened)
    cdef int failure
    if value != NOT_SMALL:
        return value
    failure = search_melds(hand, rules, objective, opened, &plan)
    return failure if failure else plan.value


def best_values(RuleSet rule_set, const uint64_t[:, :] hands, int objective, bint opened, int32_t[:] out):
    """The most of the objective that each row, a CardSet's words, can lay; the first row that has too many plans,
    else -1.
    """
    cdef Weights weights = weights_of(&rule_set.options, objective)
    cdef Cards hand
    cdef Py_ssize_t row = -1
    with nogil:
        for row in range(hands.shape[0]):
            hand.naturals = hands[row, 0]
            hand.wilds = hands[row, 1]
            out[row] = most(hand, &rule_set.options, &weights, objective, opened)
            if out[row] < 0:
                break
        else:
            row = -1
    return row
