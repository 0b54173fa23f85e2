"""What one seat may know of a state, as a row of bytes."""

from libc.stdint cimport uint8_t

from .actions cimport CARD_KINDS, MAX_MELDS
from .meld_shape cimport HIGHEST_PLACE
from .rules cimport FOUR_CARDS, Rules
from .state cimport OVER, State

cdef enum:
    VIEW_VERSION = 1
    FACE_UP = 3                 # cards of the Four that lie open from the start
    PHASES = 6
    STEPS = 3
    CARD_SLICES = 4             # hand, kept, four, discards
    MELD_NUMBERS = 5            # owner, kind, family, low, size
    SEAT_SLICES = 15
    SINGLES = 28                # from completions to turns_left

    FIXED_VIEW = CARD_SLICES * CARD_KINDS + MAX_MELDS * (MELD_NUMBERS + HIGHEST_PLACE) + PHASES + STEPS + SINGLES


cdef inline int view_size(int players) noexcept nogil:
    return FIXED_VIEW + SEAT_SLICES * players


cdef inline bint four_is_turned(const State* s) noexcept nogil:
    """Whether all five cards lie open, which they do only once a showdown has ended the game."""
    return s.phase == OVER and (s.participants & (s.participants - 1)) != 0


cdef void observe(const Rules* rules, const State* s, int seat, uint8_t* out) noexcept nogil
