"""A state that Python holds: the struct, its legal actions, and how it came about."""

from libc.stdint cimport uint16_t

from .rules cimport RuleSet
from .state cimport State


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
    cdef uint16_t* choices
    cdef int choice_count
    cdef int choice_capacity

    cdef int settle(self, State* state) except -1
    cdef int resume(self, object game, RuleSet rules, Origin origin, object history, const State* state) except -1
    cdef int keep_choices(self, const uint16_t* actions, int count) except -1
    cdef int legal_code(self, action) except -1
    cdef int read_action(self, action) except -1
    cdef int refuse(self, int code) except -1
