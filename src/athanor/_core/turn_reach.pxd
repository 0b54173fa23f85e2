"""Which cards each layer of the search for the best turn can use."""

from .turn_types cimport Turn

cdef void prepare_layers(Turn* t, bint with_takes, bint with_melds) noexcept nogil
