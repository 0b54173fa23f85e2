"""A state as bytes that are the same on every machine, and back."""

from libc.stdint cimport uint8_t, uint32_t

from .rules cimport Rules
from .state cimport State

cdef enum:
    PACK_VERSION = 1
    MAX_PACKED = 1024           # over the size of any packed state


cdef int pack(const Rules* rules, uint32_t fingerprint, const State* s, uint8_t* out) noexcept nogil
cdef int unpack(const Rules* rules, uint32_t fingerprint, const uint8_t* data, Py_ssize_t size,
                State* s) noexcept nogil
