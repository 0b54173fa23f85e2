"""The whole situation of a game as one struct without pointers, so that a copy is an assignment."""

from libc.stdint cimport int8_t, int32_t, uint8_t, uint16_t, uint32_t

from .actions cimport MAX_MELDS
from .bits cimport DECK_SIZE, Cards
from .rng cimport Rng
from .rules cimport FOUR_CARDS, MAX_PLAYERS, NO_BOTTOM

cdef enum:
    PLAY = 0
    DISCARD = 1
    FORCE = 2
    ANSWER = 3
    KEEP = 4
    OVER = 5
    SETTLE = 6                  # between the last choice of a Four and its pot, never seen outside

    STEP_LAY = 0                # the earliest step of an ordered turn that is still open (R15-R17)
    STEP_COMPLETE = 1
    STEP_TAKE = 2

    RUN = 0
    SET = 1
    OPEN_FAMILY = 7             # a run without naturals (R8)

    NOBODY = -1

    MOST_STONES = 1000000000    # in all, so that no sum of them overflows

# A run's cards follow from its family and places, so only the wild places are held, place p in bit p - 1.
# A set holds the families of its naturals (bits 0-3), whether the Atout lies in it, and how many Jokers.
cdef struct Meld:
    uint8_t owner
    uint8_t kind
    uint8_t family              # of a run: 0-3, ATOUT where Atouts are a plain family, or OPEN_FAMILY
    uint8_t low                 # lowest place of a run, rank of a set
    uint8_t size
    uint8_t naturals
    uint16_t atouts
    uint16_t jokers

cdef struct State:
    Cards hands[MAX_PLAYERS]
    Cards kept[MAX_PLAYERS]
    Rng rng
    int32_t stones[MAX_PLAYERS]
    int32_t antes[MAX_PLAYERS]  # paid in this deal (R14)
    int32_t points[MAX_PLAYERS]
    int32_t pot
    int32_t bank
    int32_t stake
    uint32_t turn               # turns begun
    uint32_t deal               # deals begun
    Meld melds[MAX_MELDS]
    uint8_t meld_count
    uint8_t pile[DECK_SIZE]     # cards from drawn to pile_end are still to draw, in that order
    uint8_t drawn
    uint8_t pile_end
    uint8_t discards[DECK_SIZE]
    uint8_t discard_count
    uint8_t four[FOUR_CARDS]
    uint8_t melds_laid[MAX_PLAYERS]
    uint8_t added[MAX_PLAYERS]  # cards the mover added this turn to melds of each owner (R20)
    uint8_t completions
    uint8_t step
    uint16_t owed_atouts        # by rank, taken this turn and not yet laid again (R21)
    uint8_t owed_jokers
    uint8_t final_turns         # turns left once the pile has run out, 0 before (R14)
    uint8_t players_in          # mask of seats
    uint8_t participants        # mask of seats in the Four
    uint8_t first_keeper
    uint8_t opener
    uint8_t current
    uint8_t phase
    int8_t forcer
    int8_t winner
    bint truncated


cdef inline bint is_in(const State* s, int seat) noexcept nogil:
    return (s.players_in >> seat) & 1


cdef inline int next_in(int players, int mask, int seat) noexcept nogil:
    """The next seat of the mask clockwise after this one; the seat itself if it is the only one."""
    seat = seat + 1 if seat + 1 < players else 0
    while not (mask >> seat) & 1:
        seat = seat + 1 if seat + 1 < players else 0
    return seat


cdef inline int32_t supply(const State* s) noexcept nogil:
    """The stones that gains can still be paid from (R25): the bank's, or all that are not in play."""
    cdef int32_t stones = s.pot
    cdef int seat
    if s.bank != NO_BOTTOM:
        return s.bank
    for seat in range(MAX_PLAYERS):
        stones += s.stones[seat]
    return MOST_STONES - stones


cdef inline bint owes(const State* s) noexcept nogil:
    return s.owed_atouts != 0 or s.owed_jokers != 0
