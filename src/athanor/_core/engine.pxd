"""Legal actions and their application: one switch over the phases.

advance leaves the actions counted. nth_choice gives one of them, list_choices makes them the list that legal_actions
gives; both want the counted Legal of the same state.
"""

from .lay cimport Legal
from .log cimport Log
from .rules cimport Rules
from .state cimport State

cdef void legal_actions(const Rules* rules, const State* s, Legal* legal) noexcept nogil
cdef void count_choices(const Rules* rules, const State* s, Legal* legal) noexcept nogil
cdef int nth_choice(const Rules* rules, const State* s, const Legal* legal, int k) noexcept nogil
cdef void list_choices(const Rules* rules, const State* s, Legal* legal) noexcept nogil
cdef void apply_action(const Rules* rules, State* s, int action, bint automatic, Log* log) noexcept nogil
cdef void advance(const Rules* rules, State* s, Legal* legal, Log* log) noexcept nogil
