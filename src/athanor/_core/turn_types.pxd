"""What the parts of the search for the best whole turn share."""

from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t

from .actions cimport MAX_MELDS
from .bits cimport RANKS
from .rules cimport MAX_PLAYERS, Rules
from .state cimport State

cdef enum:
    MAX_LAYERS = MAX_MELDS + RANKS + 1
    MAX_MOVES = 160
    MAX_TURN_MOVES = 256
    NEW_PLACE = 255             # Layer.meld of a layer of new melds

    BY_POINTS = 0
    BY_STONES = 1
    BY_CARDS = 2

    POINT_SHIFT = 3             # Node.value: cards if they are asked for, points, Jokers stolen in an ordered turn
    CARD_SHIFT = 13

    # Node.first, where the first lay must be a run (R19): nothing played, plays that wait for the run, or the
    # run with so many Jokers.
    UNTOUCHED = 0
    WAITING = 1
    RUN_LAID = 2

    # When a move is played, in the order that keeps all of them legal.
    WILD_RIGHT_CARD = 1         # an Atout for a Joker of an open run, before a natural closes it
    NATURAL_RIGHT_CARD = 2
    SET_NATURAL = 3
    SET_RIGHT_ATOUT = 4         # an Atout for a Joker of a set, once four naturals are there
    TABLE_ADD = 5
    NEW_MELD = 6
    NEW_ADD = 7
    FIRST_RUN_LAID = 8
    PHASE_SHIFT = 16

# What is left to decide with, and what has been counted. An Atout on the table may be laid before the decision
# that takes it, and a Joker too: those are lent, or the number of Jokers is negative, until then.
cdef struct Node:
    uint64_t naturals
    uint64_t counts             # cards added to melds of each owner, a byte for each, up to what can be paid
    uint16_t held
    uint16_t lent
    uint16_t gains              # stones for melds and cards added, from the bank
    int8_t jokers
    uint8_t first
    uint8_t completions
    int32_t value
    uint32_t parent

# A meld on the table, or the new melds at a place; with the cards that it and later layers can use, and the
# wild cards that they can take.
cdef struct Layer:
    uint8_t meld
    uint8_t place
    uint64_t naturals
    uint16_t atouts
    uint16_t atouts_to_take
    int8_t jokers_to_take
    uint32_t begin              # the first of its nodes

cdef struct Turn:
    Rules rules
    State start
    int32_t objective
    int32_t seat
    bint ordered
    bint may_lay
    bint may_add
    bint may_take
    bint needs_run
    bint tracks_stones
    bint keeps_cards            # the hand search decides on the cards left, so none is given up
    int32_t limit               # cards that may still be added
    int32_t gain_cap
    uint32_t allowed
    uint16_t free_atouts        # in hand from the start and not owed
    int32_t free_jokers
    uint8_t caps[MAX_PLAYERS]
    int32_t layer_count
    int32_t layer
    Layer layers[MAX_LAYERS]
    Node* nodes
    uint32_t count
    uint32_t room
    uint32_t most               # nodes up to the end of the layer being filled
    uint32_t* table             # node + 1 by hash, for the layer being filled
    uint32_t table_room
    int64_t floor               # scores that aren't above it are not looked for
    bint narrowed
    bint out_of_memory
    bint replaying
    bint found
    Node target
    int32_t move_count
    uint32_t moves[MAX_MOVES]


cdef inline bint takes_atouts(const Turn* t) noexcept nogil:
    return t.rules.recover and not t.rules.own_family_melds
