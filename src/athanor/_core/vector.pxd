"""Many games at once, one step in each at a time, in arrays that the caller sees."""

from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint64_t

from .game_rows cimport GameRows, Remembered
from .rng cimport Rng
from .rules cimport RuleSet
from .state cimport State

cdef enum:
    LIST_WIDTH = 320            # legal actions that a row of the list has room for

    NEXT_STEP = 0               # when a game that ended is followed by the next
    SAME_STEP = 1
    NEVER = 2

cdef struct Env:
    State state
    Rng substitutes             # draws an action in place of an illegal one
    uint64_t seed
    uint64_t index              # of the game of that seed
    bint played                 # whether a step was taken in it
    Remembered legal

# Where all else is written, a row for each game; NULL what isn't wanted.
cdef struct Arrays:
    uint16_t* listed
    uint16_t* listed_count
    int8_t* current_player
    float* rewards
    uint8_t* terminated
    uint8_t* truncated
    uint8_t* illegal


cdef class Envs:
    cdef RuleSet rule_set
    cdef Env* envs
    cdef Py_ssize_t count
    cdef int autoreset
    cdef GameRows rows
    cdef GameRows final_rows    # how a game looked when it ended
    cdef Arrays arrays
    cdef list owners            # memoryviews that keep the arrays alive

    cdef void* array_of(self, dict arrays, str name, Py_ssize_t row_bytes) except? NULL
