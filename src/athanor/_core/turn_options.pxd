"""What each layer of the search for the best turn offers."""

from libc.stdint cimport uint32_t

from .turn_types cimport Turn

cdef void play_table_meld(Turn* t, uint32_t parent) noexcept nogil
cdef void lay_new_melds(Turn* t, uint32_t parent) noexcept nogil
