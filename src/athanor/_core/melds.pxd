"""The exact meld search: the best set of disjoint melds that a hand can lay in one turn (R5-R8, R15, R16,
R19, R20).
"""

from .bits cimport Cards
from .meld_plan cimport Plan
from .rules cimport Rules

cdef int search_melds(
    Cards hand, const Rules* rules, int objective, bint opened, bint ties, Plan* plan
) noexcept nogil
