"""R21: what is taken must be laid again in the same turn, so an action is legal only if that stays possible."""

from .lay cimport Legal
from .rules cimport Rules
from .state cimport State

cdef bint can_lay_owed(const Rules* rules, const State* s) noexcept nogil
cdef void legal_play(const Rules* rules, const State* s, Legal* legal) noexcept nogil
