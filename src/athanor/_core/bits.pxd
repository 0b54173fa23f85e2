"""Card sets as two machine words, and the bit operations on them. Everything here is inline."""

from libc.stdint cimport uint32_t, uint64_t

cdef extern from "bits.h" nogil:
    int popcount(uint64_t x) noexcept
    int popcount_both(uint64_t x, uint64_t y) noexcept
    void fetch(const void* address) noexcept
    int lsb(uint64_t x) noexcept
    int msb(uint64_t x) noexcept
    uint64_t multiply(uint64_t a, uint64_t b, uint64_t* high) noexcept

# A card's id is family * 14 + rank - 1; the Atouts are the fifth family and the Jokers follow (R1).
cdef enum:
    RANKS = 14
    FAMILIES = 4
    ATOUT = 4
    JOKER = 5
    FIRST_ATOUT = 56
    FIRST_JOKER = 70
    JOKER_COUNT = 6
    DECK_SIZE = 76
    RANK_MASK = 0x3FFF
    JOKER_SHIFT = 14
    WILD_KINDS = 0x7FFF         # the Atouts and one Joker

# Natural cards by id, and the wild cards by id - 56: Atouts in bits 0-13. Jokers are alike (R1), so
# n of them are always the n lowest of bits 14-19 and two sets of the same cards are the same words.
cdef struct Cards:
    uint64_t naturals
    uint64_t wilds


cdef inline Cards no_cards() noexcept nogil:
    cdef Cards cards
    cards.naturals = 0
    cards.wilds = 0
    return cards


cdef inline int card_rank(int card) noexcept nogil:
    """Rank 1-14 of a natural card or an Atout."""
    return card % RANKS + 1


cdef inline int card_family(int card) noexcept nogil:
    """Family 0-3, ATOUT or JOKER."""
    return JOKER if card >= FIRST_JOKER else card // RANKS


cdef inline uint32_t family_ranks(Cards cards, int family) noexcept nogil:
    """The ranks held in a natural family, rank r in bit r - 1."""
    return <uint32_t>(cards.naturals >> (RANKS * family)) & RANK_MASK


cdef inline uint32_t atout_ranks(Cards cards) noexcept nogil:
    return <uint32_t>cards.wilds & RANK_MASK


cdef inline int joker_count(Cards cards) noexcept nogil:
    return lsb(~(cards.wilds >> JOKER_SHIFT))


cdef inline int card_count(Cards cards) noexcept nogil:
    return popcount_both(cards.naturals, cards.wilds)


cdef inline bint holds_two(Cards cards) noexcept nogil:
    """Whether there are two cards or more."""
    return (cards.naturals & (cards.naturals - 1) or cards.wilds & (cards.wilds - 1)
            or (cards.naturals != 0 and cards.wilds != 0))


cdef inline int kind_count(Cards cards) noexcept nogil:
    """How many different cards there are, all Jokers being one."""
    return popcount_both(cards.naturals, cards.wilds & WILD_KINDS)


cdef inline int nth_kind(Cards cards, int k) noexcept nogil:
    """The different card with k below it; there must be one."""
    cdef uint64_t naturals = cards.naturals
    cdef uint64_t wilds = cards.wilds & WILD_KINDS
    while naturals and k:
        naturals &= naturals - 1
        k -= 1
    if naturals:
        return lsb(naturals)
    while k:
        wilds &= wilds - 1
        k -= 1
    return FIRST_ATOUT + lsb(wilds)


cdef inline bint has_card(Cards cards, int card) noexcept nogil:
    """Whether the set holds the card; any Joker answers for any other."""
    if card < FIRST_ATOUT:
        return (cards.naturals >> card) & 1
    if card < FIRST_JOKER:
        return (cards.wilds >> (card - FIRST_ATOUT)) & 1
    return (cards.wilds >> JOKER_SHIFT) & 1


cdef inline void add_card(Cards* cards, int card) noexcept nogil:
    """Put in a card that isn't there; adding at the first Joker's bit carries to the lowest free one. No branch."""
    cdef uint64_t natural = card < FIRST_ATOUT
    cdef uint64_t wild = card >= FIRST_ATOUT
    cards.naturals |= natural << (card & 63)
    cards.wilds |= cards.wilds + (wild << (min(card, <int>FIRST_JOKER) - FIRST_ATOUT & 63))


cdef inline void remove_card(Cards* cards, int card) noexcept nogil:
    """Take out a card that is there; of Jokers the highest bit."""
    if card < FIRST_ATOUT:
        cards.naturals &= ~(<uint64_t>1 << card)
    elif card < FIRST_JOKER:
        cards.wilds &= ~(<uint64_t>1 << (card - FIRST_ATOUT))
    else:
        cards.wilds = (cards.wilds & RANK_MASK) | (cards.wilds >> (JOKER_SHIFT + 1) << JOKER_SHIFT)


cdef inline Cards with_jokers(Cards cards, int jokers) noexcept nogil:
    """The set with that number of Jokers."""
    cards.wilds = cards.wilds & RANK_MASK | ((<uint64_t>1 << jokers) - 1) << JOKER_SHIFT
    return cards


cdef inline int pop_card(Cards* cards) noexcept nogil:
    """Take out the lowest card of a set that isn't empty; Jokers come out as the first Joker."""
    cdef int card
    if cards.naturals:
        card = lsb(cards.naturals)
        cards.naturals &= cards.naturals - 1
        return card
    card = FIRST_ATOUT + lsb(cards.wilds)
    if card < FIRST_JOKER:
        cards.wilds &= cards.wilds - 1
        return card
    remove_card(cards, FIRST_JOKER)
    return FIRST_JOKER
