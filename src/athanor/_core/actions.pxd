"""Actions as small integers: where each kind begins, and how the parts of an action are packed."""

from libc.stdint cimport uint8_t, uint16_t

cdef enum:
    MAX_MELDS = 23                  # 71 cards beside the Four, three a meld
    CARD_KINDS = 71                 # 70 different cards and the Joker

    NATURAL_SOURCE = 0              # what lies at a place of a run
    ATOUT_SOURCE = 1
    JOKER_SOURCE = 2
    SOURCE_TRIPLES = 27
    ALL_WILD = 4                    # family of a run pattern without naturals

    HIGH_END = 0
    LOW_END = 1
    NO_END = 2

    RUN_LOWS = 13
    RUN_PATTERNS = 83               # 4 families x 19 triples with a natural, 7 of Atouts and Jokers with an Atout
    SET_PATTERNS = 25               # 1 to 3 of the five families, the rest Jokers
    ADDS_PER_MELD = 213             # card x end
    TAKES_PER_MELD = 126            # 56 naturals for an Atout or a Joker, 14 Atouts for a Joker
    ATOUT_TAKES = 112

    END = 0
    PASS = 1
    FOLD = 2
    FIRST_DISCARD = 3
    FIRST_KEEP = 74
    FIRST_RUN = 145
    FIRST_SET = 1224
    FIRST_ADD = 1574
    FIRST_TAKE = 6473
    FIRST_STAKE = 9371              # force 1, follow 1, force 2, follow 2, ...

# RUN_PATTERN[family or ALL_WILD][sources in base 3, lowest place first], and back; INVALID_PATTERN where none is.
cdef enum:
    INVALID_PATTERN = 255

cdef uint8_t RUN_PATTERN[5][SOURCE_TRIPLES]
cdef uint8_t RUN_PATTERN_FAMILY[RUN_PATTERNS]
cdef uint8_t RUN_PATTERN_SOURCES[RUN_PATTERNS]

# SET_PATTERN[mask of the families laid, s h d c a in bits 0-4], and back.
cdef uint8_t SET_PATTERN[32]
cdef uint8_t SET_PATTERN_FAMILIES[SET_PATTERNS]


cdef inline uint16_t discard_action(int card) noexcept nogil:
    return <uint16_t>(FIRST_DISCARD + card)


cdef inline uint16_t keep_action(int card) noexcept nogil:
    return <uint16_t>(FIRST_KEEP + card)


cdef inline uint16_t run_action(int low, int pattern) noexcept nogil:
    return <uint16_t>(FIRST_RUN + (low - 1) * RUN_PATTERNS + pattern)


cdef inline uint16_t set_action(int rank, int pattern) noexcept nogil:
    return <uint16_t>(FIRST_SET + (rank - 1) * SET_PATTERNS + pattern)


cdef inline uint16_t add_action(int meld, int card, int end) noexcept nogil:
    return <uint16_t>(FIRST_ADD + meld * ADDS_PER_MELD + card * 3 + end)


cdef inline uint16_t take_with_natural(int meld, int card, bint takes_atout) noexcept nogil:
    return <uint16_t>(FIRST_TAKE + meld * TAKES_PER_MELD + card * 2 + takes_atout)


cdef inline uint16_t take_with_atout(int meld, int rank) noexcept nogil:
    return <uint16_t>(FIRST_TAKE + meld * TAKES_PER_MELD + ATOUT_TAKES + rank - 1)


cdef inline uint16_t force_action(int stake) noexcept nogil:
    return <uint16_t>(FIRST_STAKE + 2 * (stake - 1))


cdef inline uint16_t follow_action(int stake) noexcept nogil:
    return <uint16_t>(FIRST_STAKE + 2 * (stake - 1) + 1)


cdef inline int stake_of(int action) noexcept nogil:
    return (action - FIRST_STAKE) // 2 + 1
