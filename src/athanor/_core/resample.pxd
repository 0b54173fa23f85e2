"""Other worlds that one seat can't tell from the real one."""

from libc.stdint cimport uint64_t

from .rules cimport Rules
from .state cimport State

cdef void resample(const Rules* rules, State* s, int observer, uint64_t seed) noexcept nogil
