"""Sets of ranks, and bags of up to five ranks, in which a rank may come more than once; both numbered.

Ranks are 0 to 13, a rank r of a set in bit r. Numbers go by size first, so those of one size are neighbours.
"""

from libc.stdint cimport uint16_t, uint64_t

from .bits cimport JOKER_SHIFT, RANK_MASK, RANKS, Cards, lsb

cdef enum:
    RANK_SETS = 1 << RANKS
    BAG_LIMIT = 5
    BAGS = 11628            # of 0 to 5 ranks
    UNIONS = 237336         # pairs of bags that fit into one
    BITS_PER_COUNT = 4

cdef struct Bag:
    uint64_t counts         # how often each rank comes, four bits each
    uint16_t once           # the ranks that come at all, twice or more, and three times or more
    uint16_t twice
    uint16_t thrice

cdef uint16_t SETS[RANK_SETS]           # the sets by number
cdef int FIRST_SET[RANKS + 2]           # where the sets of each size start
cdef uint16_t BAG_OF_SET[RANK_SETS]     # by number; 0 for sets of more than five
cdef Bag BAG[BAGS]
cdef int FIRST_BAG[BAG_LIMIT + 2]
cdef uint16_t UNION[UNIONS]
cdef int FIRST_UNION[BAG_LIMIT + 1][BAG_LIMIT + 1]


cdef inline const uint16_t* unions(int bag, int size, int other_size) noexcept nogil:
    """The union of a bag of some size with each of another size: unions(...)[other - FIRST_BAG[other_size]]."""
    cdef int others = FIRST_BAG[other_size + 1] - FIRST_BAG[other_size]
    return &UNION[FIRST_UNION[size][other_size] + (bag - FIRST_BAG[size]) * others]


cdef inline int union_of(int bag, int size, int other, int other_size) noexcept nogil:
    return unions(bag, size, other_size)[other - FIRST_BAG[other_size]]


cdef inline uint64_t choose(int n, int k) noexcept nogil:
    """Ways to take k of n."""
    cdef uint64_t ways = 1
    cdef int i
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


cdef inline uint64_t rank_counts(Cards cards) noexcept nogil:
    """How often each rank comes among naturals and Atouts, as in a Bag."""
    cdef uint64_t counts = 0
    cdef uint64_t bits = cards.naturals
    while bits:
        counts += <uint64_t>1 << (BITS_PER_COUNT * (lsb(bits) % RANKS))
        bits &= bits - 1
    bits = cards.wilds & RANK_MASK
    while bits:
        counts += <uint64_t>1 << (BITS_PER_COUNT * lsb(bits))
        bits &= bits - 1
    return counts


cdef inline bint fits(uint64_t counts, uint64_t most) noexcept nogil:
    """Whether no rank comes more often than it may, up to seven times: borrowing would clear its fourth bit."""
    cdef uint64_t fourths = <uint64_t>0x88888888888888
    return (((most | fourths) - counts) & fourths) == fourths


cdef inline uint64_t joker_bits(int jokers) noexcept nogil:
    """The wild cards of a set that holds so many Jokers and nothing else."""
    return ((<uint64_t>1 << jokers) - 1) << JOKER_SHIFT


cdef Cards spread(uint64_t counts, int jokers) noexcept nogil
