"""Every meld that a small hand could lay."""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t

from .bits cimport ATOUT, FAMILIES, JOKER_COUNT, Cards
from .meld_plan cimport FIRST_SHIFT, MAX_PLAN_MELDS, PLACES
from .meld_shape cimport MAX_RUN
from .rules cimport Rules

cdef enum:
    MAX_REALS = 20
    MAX_LISTED = 400
    MAX_TRIALS = 4000
    SETS = FAMILIES + 1
    NO_MELD = -1
    THREE = 7
    # A value counts in sixteenths: a pair of cards added is halved, and Jokers are the last to break ties.
    VALUE_BITS = 4
    SCALE = 1 << VALUE_BITS
    HALF = SCALE // 2
    VALUE_SHIFT = FIRST_SHIFT + VALUE_BITS

# What all hands of a search share. stretch: the worth of all places up to each; laid: what a meld of that many cards
# pays beside.
cdef struct Terms:
    const Rules* rules
    int32_t card[PLACES]
    int32_t stretch[PLACES]
    int32_t laid[MAX_RUN + 1]
    int32_t atout
    int32_t odd_card
    int32_t unit
    int limit
    int longest
    int lowest
    int highest
    int min_real
    int least_melds
    bint run_required
    bint choose_created

# A meld that the hand could lay. slot: a run's family (ATOUT where Atouts are one), or SETS; low: a run's lowest
# place, a set's rank.
cdef struct Listed:
    uint32_t cards
    int32_t value
    int16_t next
    uint8_t jokers
    uint8_t added
    uint8_t slot
    uint8_t low
    uint8_t size

# A hand, its melds, and what choosing among them keeps; naturals: by places, bit 0 the lowest; mixing: the Atouts,
# where they go with any family; near: places where a card may be part of a run; owners: cards that a meld belongs to.
cdef struct Small:
    const Terms* terms
    uint32_t naturals[FAMILIES + 1]             # by places, bit 0 the lowest
    uint32_t mixing                             # the Atouts, where they go with any family
    uint32_t near[FAMILIES + 1]                 # places where a card may be part of a run
    uint8_t number[FAMILIES + 1][PLACES]
    int reals
    int jokers
    int count
    int jokerless
    uint32_t atout_cards
    uint32_t owners                             # cards that a meld belongs to
    int16_t first[MAX_REALS]
    int owner_count
    uint8_t owner[MAX_REALS]
    int32_t bound[MAX_REALS + 1][JOKER_COUNT + 1]
    int32_t best
    int32_t goal
    int32_t step
    int trials
    int best_depth
    uint16_t chosen[MAX_PLAN_MELDS]
    uint16_t best_chosen[MAX_PLAN_MELDS]
    Listed melds[MAX_LISTED]

cdef Terms terms_of(const Rules* rules, int objective, bint opened, bint ties) noexcept nogil
# List the melds of a hand; False if it has too many cards or melds.
cdef bint list_melds(Small* s, Cards hand, const Terms* terms) noexcept nogil
# The lowest of the three cards that create a run.
cdef int created_place(int min_real, int low, int size, uint32_t reals, uint32_t atouts) noexcept nogil
cdef uint32_t held_families(Cards hand, int rank) noexcept nogil
