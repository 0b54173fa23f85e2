"""Strengths of many hands at once."""

from libc.stdint cimport uint8_t, uint32_t

from .rules cimport Rules

# Hands as rows of so many card ids, one row behind the other; what isn't a whole hand gets any strength.
cdef void evaluate_rows(
    const Rules* rules, const uint8_t* ids, int size, Py_ssize_t rows, uint32_t* out
) noexcept nogil
