"""Arrays of hands: what each can lay, without the interpreter."""

from libc.stdint cimport int32_t, uint64_t

from .bits cimport Cards
from .meld_plan cimport Plan
from .melds cimport search_melds
from .rules cimport RuleSet
from .small_melds cimport NOT_SMALL, Terms, small_value, terms_of


cdef int32_t most(Cards hand, const Terms* terms, int objective, bint opened) noexcept nogil:
    """The most of the objective; negative where the search fails."""
    cdef Plan plan
    cdef int32_t value = small_value(hand, terms)
    cdef int failure
    if value != NOT_SMALL:
        return value
    failure = search_melds(hand, terms.rules, objective, opened, &plan)
    return failure if failure else plan.value


def best_values(RuleSet rule_set, const uint64_t[:, :] hands, int objective, bint opened, int32_t[:] out):
    """The most of the objective that each row, a CardSet's words, can lay; the first row that has too many plans,
    else -1.
    """
    cdef Terms terms = terms_of(&rule_set.options, objective, opened)
    cdef Cards hand
    cdef Py_ssize_t row = -1
    with nogil:
        for row in range(hands.shape[0]):
            hand.naturals = hands[row, 0]
            hand.wilds = hands[row, 1]
            out[row] = most(hand, &terms, objective, opened)
            if out[row] < 0:
                break
        else:
            row = -1
    return row
