"""Whether a state from outside could be one: no sane state makes the engine crash, hang or read beyond its arrays."""

from .rules cimport Rules
from .state cimport State

# What is wrong with it, in the order of the texts in athanor.positions.FAULTS.
cdef enum:
    SANE = 0
    BAD_HEADER = 1
    BAD_GAME = 2
    BAD_LENGTH = 3
    BAD_CARDS = 4
    BAD_MELDS = 5
    BAD_STONES = 6
    BAD_POINTS = 7
    BAD_TURN = 8
    BAD_SEATS = 9
    BAD_OVER = 10
    BAD_STAGE = 11
    BAD_DISCARDS = 12
    BAD_KEPT = 13
    BAD_OWED = 14
    BAD_GENERATOR = 15


cdef int fault_of(const Rules* rules, const State* s) noexcept nogil
