"""Many games played to the end, counted as they go."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from .handle cimport Origin
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


cdef class Batch:
    cdef RuleSet rule_set
    cdef int bots[MAX_PLAYERS]
    cdef Rng streams[MAX_PLAYERS]
    cdef uint64_t seed
    cdef uint64_t first
    cdef uint64_t index
    cdef uint64_t end
    cdef State state
    cdef Log log
    cdef Tally tally            # finished games
    cdef Tally current          # the game being played
    cdef bint playing
    cdef bint external          # whether some seat chooses outside the core
    cdef Row* rows              # room for every game, or NULL
    cdef object rows_owner
    cdef Origin origin          # of the game being played, with its choices so far, for who chooses outside
    cdef object history
    cdef size_t told
    cdef uint16_t* actions
    cdef size_t action_count
    cdef size_t action_room
    cdef uint64_t hash          # of the events of the game being played
    cdef uint64_t hash_sum
