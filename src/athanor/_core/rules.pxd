"""The options of a game as one struct: what athanor.Rules holds, in the form the core reads."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t

cdef enum:
    MAX_PLAYERS = 8
    FOUR_CARDS = 5
    NO_LIMIT = 255          # hand_limit, completions_per_turn: none
    NO_BOTTOM = -1          # bank: stones come from an unlimited supply
    UNBOUNDED_STAKE = 2000  # the highest stake where the supply of stones is unlimited
    ROYAL_PRINTED = 1       # T-V-D-R-A, bits of Rules.royal
    ROYAL_COURT = 2         # V-C-D-R-A
    ALL_PLACES = 0x7FFF     # places 1-15 of a run in bits 0-14, the As at both ends
    LOW_ACE_PLACE = 1
    HIGH_ACE_PLACE = 0x4000

cdef struct Rules:
    uint8_t players
    uint8_t first_seat
    uint8_t hand_size
    uint8_t hand_limit
    uint8_t starting_stones
    uint8_t ante
    bint ante_every_round
    bint exhausted_void
    bint ace_low
    bint ace_high
    uint32_t places         # of runs, the As only where it may lie
    bint own_family_melds
    bint own_family_showdown
    uint8_t min_real_cards
    bint ordered_steps
    uint8_t meld_stones
    uint8_t atout_stones
    uint8_t completion_stones
    uint8_t pair_stones
    uint8_t completions_per_turn
    bint recover
    bint first_run_required
    uint8_t qualifying_melds
    uint16_t qualifying_points
    bint points_by_layer
    bint stake_by_melds
    bint follow_exact
    int32_t bank
    uint8_t royal
    bint jokers_wild
    bint atout_breaks_ties
    int32_t target_stones   # 0: none
    uint32_t max_turns
    int32_t max_stake       # above it no action is numbered


cdef class RuleSet:
    """Owner of one Rules struct, built from checked values."""
    cdef Rules options
    cdef readonly uint32_t fingerprint
