"""The situations that the search for the best turn keeps: what counts in them, and the best way to each."""

from libc.stdint cimport int64_t, uint32_t

from .turn_types cimport Node, Turn

cdef void count_card(const Turn* t, Node* n, int owner, int rank) noexcept nogil
cdef bint count_add(const Turn* t, Node* n, int owner) noexcept nogil
cdef void count_new_meld(const Turn* t, Node* n, int atouts) noexcept nogil
cdef bint trim(const Turn* t, Node* n, int layer) noexcept nogil
cdef void keep(Turn* t, const Node* n, uint32_t parent, uint32_t expanded) noexcept nogil
cdef void clear_table(Turn* t) noexcept nogil
cdef int stones_of(const Turn* t, const Node* n) noexcept nogil
cdef int64_t score_of(const Turn* t, int stones, int value, int jokers) noexcept nogil
cdef int64_t bound_of(const Turn* t, const Node* n) noexcept nogil
cdef bint is_complete(const Turn* t, const Node* n) noexcept nogil
