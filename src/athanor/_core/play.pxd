"""The table during a turn: what may be laid, added and taken (R15-R17, R19-R21), and what it pays."""

from .lay cimport Legal
from .log cimport Log
from .rules cimport Rules
from .state cimport State

cdef void candidates(const Rules* rules, const State* s, Legal* legal) noexcept nogil
cdef void apply_play(const Rules* rules, State* s, int action, Log* log) noexcept nogil
cdef bint lays_owed(const State* s, int action) noexcept nogil
cdef int place_points(int rank) noexcept nogil
