"""The best poker hand of up to seven cards, as one number (R28 to R32)."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from .bits cimport JOKER_COUNT, JOKER_SHIFT, Cards
from .rules cimport Rules

cdef enum:
    HIGH_CARD
    PAIR
    TWO_PAIR
    THREE_OF_A_KIND
    STRAIGHT
    FLUSH
    FULL_HOUSE
    FOUR_OF_A_KIND
    STRAIGHT_FLUSH
    ROYAL_FLUSH
    CATEGORIES

# A strength orders hands and says what is shown. From the top: a code that tells the category; then, except in
# a flush, the main ranks (of the four, the three, the pairs, a straight's top) without the weakest rank,
# which follows from the others, and the ranks beside them; last, whether the five hold an Atout where that
# breaks ties. Ranks are masks in order of strength. A flush may hold a rank twice: it shows how often it holds
# the best rank, up to three bits, and whether it holds each other rank once and twice, two bits each.
cdef enum:
    CODE_SHIFT = 28
    MAIN_SHIFT = 15
    MAIN_MASK = 0x1FFF
    OTHERS_SHIFT = 1
    ATOUT_BIT = 1
    FLUSH_BEST_SHIFT = 26
    FLUSH_CODE = 5          # and the next: a flush is a bit longer than the others


cdef inline int category_of(uint32_t strength) noexcept nogil:
    cdef int code = strength >> CODE_SHIFT
    return code - (code > FLUSH_CODE)


cdef enum:
    MAX_SIZE = 7                # cards of a hand
    PRINTED_HIGH = 0x3B00       # 10 V D R As, the As on top
    PRINTED_LOW = 0x3601        # the same, the As below
    COURT = 0x3E00              # V C D R As

# What an id adds to a hand, a table without branches: the card, Jokers by number in a word of their own.
cdef struct CardWord:
    uint64_t natural
    uint32_t wild
    uint16_t joker
    uint16_t unknown            # 1 where no card has the id

cdef CardWord CARD_WORDS[256]

# A row of ids: a hand if no card is unknown, none comes twice, and no Joker is the seventh.
cdef struct Row:
    Cards cards
    bint is_hand


cdef inline bint counts_as_high(const Rules* rules) noexcept nogil:
    """Whether the As ranks 15; where it is in no straight at all too (R3)."""
    return rules.ace_high or not rules.ace_low


cdef inline Row read_row(const uint8_t* ids, Py_ssize_t stride, int size) noexcept nogil:
    cdef Row row
    cdef const CardWord* word
    cdef uint64_t naturals = 0
    cdef uint64_t twice = 0
    cdef uint32_t wilds = 0
    cdef uint32_t jokers = 0
    cdef uint32_t unknown = 0
    cdef int i
    for i in range(size):
        word = &CARD_WORDS[ids[i * stride]]
        twice |= (naturals & word.natural) | (wilds & word.wild)
        naturals |= word.natural
        wilds |= word.wild
        jokers += word.joker
        unknown += word.unknown
    row.is_hand = twice == 0 and unknown == 0 and jokers <= JOKER_COUNT
    row.cards.naturals = naturals
    row.cards.wilds = wilds | ((<uint64_t>1 << min(jokers, <uint32_t>JOKER_COUNT)) - 1) << JOKER_SHIFT
    return row


cdef uint32_t evaluate(const Rules* rules, Cards cards) noexcept nogil
cdef uint32_t shown_ranks(const Rules* rules, uint32_t strength) noexcept nogil
