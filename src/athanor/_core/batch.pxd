"""Many games played to the end, counted as they go."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from .game_rows cimport GameRows, Remembered
from .log cimport DEAL_ENDS, GAIN_SOURCES, Log
from .poker cimport CATEGORIES
from .rng cimport Rng
from .rules cimport MAX_PLAYERS, RuleSet
from .state cimport State

# Sums over games; the squares give the intervals around the means.
cdef struct Tally:
    int64_t games
    int64_t decisions
    int64_t truncated
    int64_t deals
    int64_t deals_squared
    int64_t turns
    int64_t turns_squared
    int64_t ties
    int64_t atout_ties
    int64_t wins[MAX_PLAYERS]
    int64_t deal_ends[DEAL_ENDS]
    int64_t categories[CATEGORIES]
    int64_t gains[GAIN_SOURCES]


# One finished game, as athanor.results reads it.
cdef struct Row:
    uint64_t index
    uint32_t decisions
    uint32_t turns
    uint32_t deals
    int8_t winner
    uint8_t truncated
    uint16_t unused
    int32_t stones[MAX_PLAYERS]


# Where one game after the other is played.
cdef struct Table:
    State state
    Rng streams[MAX_PLAYERS]
    Tally current               # the game being played
    uint64_t index
    uint64_t hash               # of its events
    bint playing
    uint16_t* actions           # its choices so far, for who chooses outside
    size_t action_count
    size_t action_room
    size_t told


cdef class Views:
    cdef GameRows rows
    cdef Remembered* legal      # of each row
    cdef int32_t* tables        # of each row
    cdef double* draws          # of each row, or NULL
    cdef Py_ssize_t room
    cdef list owners            # memoryviews that keep the arrays alive


cdef class Batch:
    cdef RuleSet rule_set
    cdef int bots[MAX_PLAYERS]
    cdef uint64_t seed
    cdef uint64_t first
    cdef uint64_t index         # the game to begin next
    cdef uint64_t end
    cdef Table* at
    cdef readonly int tables
    cdef Log log                # empty but while a table is played on
    cdef Tally tally            # finished games
    cdef bint external          # whether some seat chooses outside the core
    cdef readonly bint settled
    cdef Row* rows              # room for every game, or NULL
    cdef object rows_owner
    cdef list origins           # of each table's game and the choices so far, as states are told of them
    cdef list histories
    cdef uint64_t hash_sum
