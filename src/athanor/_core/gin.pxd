"""Deadwood: the least points that natural cards leave once runs and sets are laid, as in gin rummy."""

from libc.stdint cimport int32_t, uint32_t, uint64_t

from .bits cimport FAMILIES
from .lay cimport LANE, family_lanes, in_every_lane

cdef enum:
    FIRST_COURT_CLOSED = 11     # the bit of the Cavalier: a deck without them closes the gap
    HALF_LANE = 7
    HALVES = 2
    HALF_SUMS = 1 << HALF_LANE
    GIN_PLACES = 15

# How deadwood is counted. A hand is four lanes of ranks, without a gap where Cavaliers are missing; runs lie in
# lanes of places, in which the As may stand at either end or at both.
cdef struct GinRules:
    uint64_t foreign            # bits of a word of naturals that no card of the deck has
    uint64_t below              # of every lane, the ranks below the gap
    uint64_t ranks              # and all ranks
    uint64_t places             # and the places in which a run may lie
    int32_t gap                 # how many ranks are missing there
    int32_t top                 # the place above the Roi
    int32_t points[GIN_PLACES]  # by place
    int32_t sums[HALVES][HALF_SUMS]     # the points of each mask of the lower ranks, and of the upper ones

cdef class GinRuleSet:
    cdef GinRules rules

# The same where sets and runs want one card, or a low and a high run one As; in_runs: the cards of all runs there are.
cdef int32_t deadwood_by_choices(const GinRules* rules, uint64_t lanes, uint64_t in_runs) noexcept nogil


cdef inline uint64_t rank_lanes(const GinRules* rules, uint64_t naturals) noexcept nogil:
    cdef uint64_t lanes = family_lanes(naturals)
    return lanes & rules.below | (lanes & ~rules.below) >> rules.gap


cdef inline uint64_t run_places(const GinRules* rules, uint64_t lanes) noexcept nogil:
    """The places of all runs, of all lanes at once: a lane's last bit is never set and so keeps lanes apart."""
    cdef uint64_t places = (lanes | (lanes & in_every_lane(1)) << rules.top) & rules.places
    cdef uint64_t starts = places & places >> 1 & places >> 2
    return starts | starts << 1 | starts << 2


cdef inline uint64_t high_as(const GinRules* rules, uint64_t places) noexcept nogil:
    return places >> rules.top & in_every_lane(1)


cdef inline uint32_t in_three_lanes(uint64_t lanes) noexcept nogil:
    """The ranks that at least three lanes hold: two pairs of lanes, one held twice and the other at all."""
    cdef uint64_t twice = lanes & lanes >> 32
    cdef uint64_t once = lanes | lanes >> 32
    return <uint32_t>(twice & once >> 16 | twice >> 16 & once) & 0xFFFF


cdef inline int32_t points_of(const GinRules* rules, uint64_t lanes) noexcept nogil:
    cdef int32_t points = 0
    cdef int _family
    for _family in range(FAMILIES):
        points += rules.sums[0][lanes & (HALF_SUMS - 1)] + rules.sums[1][lanes >> HALF_LANE & (HALF_SUMS - 1)]
        lanes >>= LANE
    return points


cdef inline int32_t least_deadwood(const GinRules* rules, uint64_t naturals) noexcept nogil:
    """Closed where no set needs a card of a run: then all cards of sets and runs can be laid."""
    cdef uint64_t lanes = rank_lanes(rules, naturals)
    cdef uint64_t runs = run_places(rules, lanes)
    cdef uint64_t in_runs = (runs | high_as(rules, runs)) & rules.ranks
    cdef uint32_t sets = in_three_lanes(lanes)
    if sets & ~in_three_lanes(lanes & ~in_runs) or runs & high_as(rules, runs):
        return deadwood_by_choices(rules, lanes, in_runs & lanes)
    return points_of(rules, lanes & ~in_runs & ~in_every_lane(sets))
