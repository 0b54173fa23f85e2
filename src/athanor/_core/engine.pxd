"""Legal actions and their application: one switch over the phases."""

from .lay cimport Legal
from .log cimport Log
from .rules cimport Rules
from .state cimport State

cdef void legal_actions(const Rules* rules, const State* s, Legal* legal) noexcept nogil
cdef void apply_action(const Rules* rules, State* s, int action, bint automatic, Log* log) noexcept nogil
cdef void advance(const Rules* rules, State* s, Legal* legal, Log* log) noexcept nogil
