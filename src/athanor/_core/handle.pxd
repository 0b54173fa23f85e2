"""A state that Python holds: the struct, its legal actions, and how it came about."""

from libc.stdint cimport uint16_t

from .rules cimport RuleSet
from .state cimport State


cdef enum:
    FEW_CHOICES = 32            # the legal actions of most choices, held without an allocation of their own


cdef class Origin:
    """Where a history begins: a state at a choice, or one still to be dealt."""
    cdef State state
    cdef bint dealt
    cdef bytes deck


cdef class StateHandle:
    cdef State state
    cdef readonly RuleSet rule_set
    cdef Origin origin
    cdef object history
    cdef readonly object game
    cdef uint16_t* choices      # few, or more on the heap
    cdef int choice_count
    cdef int choice_capacity
    cdef uint16_t few[FEW_CHOICES]

    cdef int start_from(self, game, RuleSet rules, Origin origin) except -1
    cdef int settle(self, State* state) except -1
    cdef int resume(self, object game, RuleSet rules, Origin origin, object history, const State* state) except -1
    cdef StateHandle sibling(self)
    cdef int keep_choices(self, const uint16_t* actions, int count) except -1
    cdef int carry_out(self, int code) except -1
    cdef int code_of(self, action) except -1
    cdef bint is_choice(self, int code) noexcept
    cdef int read_action(self, action) except -1
    cdef int refuse(self, int code) except -1
