"""Deadwood where sets and runs want the same cards: rank by rank, the most that can be laid from there on.

What the ranks below decide for those above is how many cards each family has in a row by now: none, one, two or at
least three. So there are at most 256 situations at each rank, however many cards the hand has.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from .bits cimport FAMILIES, FIRST_ATOUT, RANKS, lsb
from .lay cimport in_every_lane

cdef enum:
    STREAKS = 256
    ALL_FAMILIES = 15
    SMALLEST_SET = 3
    MAX_CHOICES = 6
    CAVALIER_BIT = 1 << FIRST_COURT_CLOSED

# Streaks are two bits of each family: the low ones in bits 0-3 and the high ones in bits 4-7.
cdef struct Situations:
    int32_t count
    uint8_t streaks[STREAKS]    # those reached
    int32_t laid[STREAKS]       # the most points laid so far, by streaks; negative: not reached

# The families of one rank that are laid as a set.
cdef struct Choices:
    int32_t count
    uint8_t sets[MAX_CHOICES]


cdef inline int32_t size_of(uint32_t families) noexcept nogil:
    return <int32_t>(<uint64_t>0x4332322132212110 >> 4 * families & 15)


cdef inline uint32_t families_at(uint64_t lanes, int rank) noexcept nogil:
    cdef uint64_t held = lanes >> rank & in_every_lane(1)
    return <uint32_t>(held | held >> 15 | held >> 30 | held >> 45) & ALL_FAMILIES


cdef inline void choose(Choices* choices, uint32_t families) noexcept nogil:
    choices.sets[choices.count] = <uint8_t>families
    choices.count += 1


cdef Choices choices_of(uint32_t held, uint32_t in_runs) noexcept nogil:
    """Every set of a rank that may be best, and none; a card that no run wants is never left out of a set."""
    cdef Choices choices
    cdef uint32_t wanted = in_runs
    choices.count = 0
    if size_of(held & ~in_runs) < SMALLEST_SET:
        choose(&choices, 0)
    if size_of(held) >= SMALLEST_SET:
        choose(&choices, held)
    while held == ALL_FAMILIES and wanted:
        choose(&choices, held ^ <uint32_t>1 << lsb(wanted))
        wanted &= wanted - 1
    return choices


cdef inline void reach(Situations* situations, uint32_t streaks, int32_t laid) noexcept nogil:
    if situations.laid[streaks] < 0:
        situations.streaks[situations.count] = <uint8_t>streaks
        situations.count += 1
    situations.laid[streaks] = max(situations.laid[streaks], laid)


cdef void go_on(
    const GinRules* rules, int place, uint32_t in_runs, const Choices* choices, Situations* before, Situations* after
) noexcept nogil:
    """From the situations below a place to those above it; leaves none in `before`."""
    cdef int32_t points = rules.points[place]
    # No family has two in a row below the second place.
    cdef int32_t three_points = points + rules.points[place - 1] + rules.points[max(place, 2) - 2]
    cdef uint32_t high, low, rest
    cdef int32_t laid
    cdef int i, k
    for i in range(before.count):
        high = before.streaks[i] >> FAMILIES
        low = before.streaks[i] & ALL_FAMILIES
        for k in range(choices.count):
            rest = in_runs & ~choices.sets[k]
            laid = before.laid[before.streaks[i]] + points * size_of(choices.sets[k])
            laid += three_points * size_of(high & ~low & rest) + points * size_of(high & low & rest)
            reach(after, ((high | low) & rest) << FAMILIES | (high | ~low) & rest, laid)
        before.laid[before.streaks[i]] = -1
    before.count = 0


cdef void clear(Situations* situations) noexcept nogil:
    cdef int i
    situations.count = 0
    for i in range(STREAKS):
        situations.laid[i] = -1


cdef int32_t most_laid_above(
    const GinRules* rules, uint64_t lanes, uint64_t in_runs, uint32_t low_as, uint32_t top_as
) noexcept nogil:
    """The most points laid beside a set of As, each As being left for one end of its family or for none."""
    cdef Situations situations[2]
    cdef Choices choices
    cdef uint32_t wanted
    cdef int32_t best = 0
    cdef int rank, i
    clear(&situations[0])
    clear(&situations[1])
    reach(&situations[0], low_as, 0)
    for rank in range(1, rules.top):
        wanted = families_at(in_runs, rank)
        choices = choices_of(families_at(lanes, rank), wanted)
        go_on(rules, rank, wanted, &choices, &situations[(rank - 1) & 1], &situations[rank & 1])
    choices = choices_of(0, 0)
    go_on(rules, rules.top, top_as, &choices, &situations[(rules.top - 1) & 1], &situations[rules.top & 1])
    for i in range(situations[rules.top & 1].count):
        best = max(best, situations[rules.top & 1].laid[situations[rules.top & 1].streaks[i]])
    return best


cdef uint32_t families_with_two(uint64_t lanes, int rank) noexcept nogil:
    """The families that hold this rank and the next."""
    return families_at(lanes & lanes >> 1, rank)


cdef int32_t most_laid_beside(const GinRules* rules, uint64_t lanes, uint64_t in_runs, uint32_t left) noexcept nogil:
    """The most points laid beside a set of As; each As that is left may stand at the ends that the rules allow."""
    cdef uint32_t low_as = left & families_with_two(lanes, 1) if rules.places & 1 else 0
    cdef uint32_t top_as = left & families_with_two(lanes, rules.top - 2) if rules.places >> rules.top & 1 else 0
    cdef uint32_t either = low_as & top_as
    cdef uint32_t up = either
    cdef int32_t best = 0
    while True:
        best = max(best, most_laid_above(rules, lanes, in_runs, low_as & ~up, top_as & ~low_as | up))
        if up == 0:
            return best
        up = (up - 1) & either


cdef int32_t deadwood_by_choices(const GinRules* rules, uint64_t lanes, uint64_t in_runs) noexcept nogil:
    cdef uint32_t held = families_at(lanes, 0)
    cdef Choices choices = choices_of(held, families_at(in_runs, 0))
    cdef int32_t best = 0
    cdef int32_t laid
    cdef int i
    for i in range(choices.count):
        laid = most_laid_beside(rules, lanes, in_runs, held & ~<uint32_t>choices.sets[i])
        best = max(best, laid + rules.points[0] * size_of(choices.sets[i]))
    return points_of(rules, lanes) - best


cdef void fill_sums(GinRules* rules) noexcept nogil:
    cdef uint32_t mask
    cdef int half
    for half in range(HALVES):
        rules.sums[half][0] = 0
        for mask in range(1, HALF_SUMS):
            rules.sums[half][mask] = (
                rules.sums[half][mask & (mask - 1)] + rules.points[HALF_LANE * half + lsb(mask)])


cdef class GinRuleSet:
    """Points of the ranks, As first, at which ends of a family the As may stand, and whether there are Cavaliers."""

    def __cinit__(self, points, bint ace_low, bint ace_high, bint cavaliers):
        cdef GinRules* rules = &self.rules
        cdef uint64_t ranks
        cdef int rank
        in_deck = [points[rank] for rank in range(RANKS) if cavaliers or rank != FIRST_COURT_CLOSED]
        rules.gap = 0 if cavaliers else 1
        rules.top = RANKS - rules.gap
        for rank in range(GIN_PLACES):
            rules.points[rank] = in_deck[rank] if rank < rules.top else 0
        fill_sums(rules)
        rules.points[rules.top] = rules.points[0]
        ranks = (<uint64_t>1 << rules.top) - 1
        rules.ranks = in_every_lane(<uint32_t>ranks)
        rules.below = in_every_lane(CAVALIER_BIT - 1)
        rules.places = in_every_lane(<uint32_t>(
            ranks & ~<uint64_t>(not ace_low) | <uint64_t>ace_high << rules.top))
        rules.foreign = ~<uint64_t>0 << FIRST_ATOUT
        if not cavaliers:
            for rank in range(FIRST_COURT_CLOSED, FIRST_ATOUT, RANKS):
                rules.foreign |= <uint64_t>1 << rank


def deadwood(GinRuleSet rule_set, uint64_t naturals):
    """The least points that cards of the deck leave."""
    return least_deadwood(&rule_set.rules, naturals)


def deadwood_many(GinRuleSet rule_set, const uint64_t[:, :] hands, int32_t[:] out):
    """The same of each row, a CardSet's words, into out; the first row with a card that the deck lacks, else -1."""
    cdef Py_ssize_t row = -1
    with nogil:
        for row in range(hands.shape[0]):
            if hands[row, 0] & rule_set.rules.foreign or hands[row, 1]:
                break
            out[row] = least_deadwood(&rule_set.rules, hands[row, 0])
        else:
            row = -1
    return row
