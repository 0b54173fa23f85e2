"""The scan over the places."""

from libc.stdint cimport int64_t, uint32_t

from .meld_types cimport Search

# The node of the best way, with at most width ways after each step: -1 if no way is legal or in reach of the
# bounds, on failure, or where without bounds the width did not do.
cdef int64_t run_scan(Search* s, uint32_t width) noexcept nogil
