"""R21 under any rules: whether a search finds a way to lay all that is owed."""

from .rules cimport Rules
from .state cimport State

cdef bint search_finds_way(const Rules* rules, const State* s) noexcept nogil
