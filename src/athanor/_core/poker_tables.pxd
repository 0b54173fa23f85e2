"""What the evaluator looks up by a 14-bit mask of ranks, all filled when this module is imported.

Masks hold ranks in order of strength, the weakest in bit 0: from 2 to the As where the As counts 15,
from the As to the Roi where it counts 1 alone (R3). Values are those of R28: 2 to 14, the As 1 or 15.
"""

from libc.stdint cimport uint8_t, uint32_t

cdef enum:
    MASKS = 1 << 14
    FIVE = 5
    AS_HIGH_VALUE = 15
    # An entry of `straight` holds, for 0 to 5 wild cards, four bits each, the top value of the best straight
    # that they complete, 0 if none; then how many cards each royal lacks (R29), NEVER if the As forbids it.
    BITS_PER_VALUE = 4
    VALUE_MASK = 15
    PRINTED_SHIFT = 24
    COURT_SHIFT = 27
    MISSING_MASK = 7
    NEVER = 7

cdef struct PokerTables:
    uint8_t count[MASKS]            # cards in the mask
    uint32_t spread[MASKS]          # bit n of the mask in bit 2 * n
    uint32_t straight[4][MASKS]     # [ace_low + 2 * ace_high]

cdef PokerTables TABLES
