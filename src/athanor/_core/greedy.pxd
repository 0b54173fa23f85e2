"""The greedy bot: lays the best melds unless that costs it the Four, and stakes by its chance at the showdown."""

from .lay cimport Legal
from .rng cimport Rng
from .rules cimport Rules
from .state cimport State

cdef int greedy_play(const Rules* rules, const State* s, const Legal* legal) noexcept nogil
cdef int greedy_discard(const Rules* rules, const State* s, const Legal* legal) noexcept nogil
cdef int greedy_force(const Rules* rules, const State* s, Rng* rng) noexcept nogil
cdef int greedy_answer(const Rules* rules, const State* s, const Legal* legal, Rng* rng) noexcept nogil
cdef int greedy_keep(const Rules* rules, const State* s, const Legal* legal, Rng* rng) noexcept nogil
