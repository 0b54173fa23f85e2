"""Many games played to the end, counted as they go."""

from libc.stdint cimport int64_t, uint64_t

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


cdef class Batch:
    cdef RuleSet rule_set
    cdef int bots[MAX_PLAYERS]
    cdef Rng streams[MAX_PLAYERS]
    cdef uint64_t seed
    cdef uint64_t index
    cdef uint64_t end
    cdef State state
    cdef Log log
    cdef Tally tally            # finished games
    cdef Tally current          # the game being played
    cdef bint playing
    cdef uint64_t hash          # of the events of the game being played
    cdef uint64_t hash_sum
