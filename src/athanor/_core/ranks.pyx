"""The numbers of sets and bags of ranks, filled when this module is imported."""

from libc.stdint cimport uint16_t, uint64_t

from .bits cimport FAMILIES, RANKS, Cards, lsb, no_cards, popcount

cdef enum:
    SLOTS = 5               # the families, Atouts included, over which ranks are spread
    QUADS_OF_JOKERS = 4


cdef void fill_sets() noexcept nogil:
    cdef int count = 0
    cdef int size
    cdef int ranks
    for size in range(RANKS + 1):
        FIRST_SET[size] = count
        for ranks in range(RANK_SETS):
            if popcount(ranks) == size:
                SETS[count] = <uint16_t>ranks
                count += 1
    FIRST_SET[RANKS + 1] = count


cdef int bag_number(uint64_t counts) noexcept nogil:
    """The bags of one size in the order of their highest ranks: the i-th lowest rank r adds C(r + i - 1, i)."""
    cdef int size = 0
    cdef int number = 0
    cdef int rank
    while counts:
        rank = lsb(counts) // BITS_PER_COUNT
        counts -= <uint64_t>1 << (BITS_PER_COUNT * rank)
        size += 1
        number += PLACE[rank][size]
    return FIRST_BAG[size] + number


cdef int PLACE[RANKS][BAG_LIMIT + 1]


cdef void fill_bag(uint64_t counts, int lowest, int missing) noexcept nogil:
    """Fill in every bag that adds so many ranks, none below the lowest, to those counted."""
    cdef int rank, times, number
    if missing == 0:
        number = bag_number(counts)
        BAG[number].counts = counts
        for rank in range(RANKS):
            times = counts >> (BITS_PER_COUNT * rank) & 7
            BAG[number].once |= (times >= 1) << rank
            BAG[number].twice |= (times >= 2) << rank
            BAG[number].thrice |= (times >= 3) << rank
        return
    for rank in range(lowest, RANKS):
        fill_bag(counts + (<uint64_t>1 << (BITS_PER_COUNT * rank)), rank, missing - 1)


cdef void fill_bags() noexcept nogil:
    cdef int rank, size, place
    cdef uint64_t counts
    for rank in range(RANKS):
        for size in range(1, BAG_LIMIT + 1):
            PLACE[rank][size] = <int>choose(rank + size - 1, size)
    for size in range(BAG_LIMIT + 1):
        FIRST_BAG[size + 1] = FIRST_BAG[size] + <int>choose(RANKS + size - 1, size)
        fill_bag(0, 0, size)
    for place in range(FIRST_SET[BAG_LIMIT + 1]):
        counts = 0
        for rank in range(RANKS):
            counts |= <uint64_t>(SETS[place] >> rank & 1) << (BITS_PER_COUNT * rank)
        BAG_OF_SET[place] = <uint16_t>bag_number(counts)


cdef void fill_unions_of(int size, int other_size) noexcept nogil:
    """Take the lowest rank of the other bag first: what that and the rest make has been filled in already."""
    cdef uint16_t* row = &UNION[FIRST_UNION[size][other_size]]
    cdef int bag, other, longer
    cdef uint64_t counts
    for bag in range(FIRST_BAG[size], FIRST_BAG[size + 1]):
        for other in range(FIRST_BAG[other_size], FIRST_BAG[other_size + 1]):
            counts = BAG[other].counts
            if other_size == 0:
                row[0] = <uint16_t>bag
            elif other_size == 1:
                row[0] = <uint16_t>bag_number(BAG[bag].counts + counts)
            else:
                longer = union_of(bag, size, FIRST_BAG[1] + lsb(counts) // BITS_PER_COUNT, 1)
                row[0] = unions(longer, size + 1, other_size - 1)[REST[other] - FIRST_BAG[other_size - 1]]
            row += 1


cdef uint16_t REST[BAGS]                # each bag without its lowest rank


cdef void fill_unions() noexcept nogil:
    cdef int count = 0
    cdef int size, other_size, bag
    cdef uint64_t counts
    for bag in range(1, BAGS):
        counts = BAG[bag].counts
        REST[bag] = <uint16_t>bag_number(counts - (<uint64_t>1 << (lsb(counts) & ~(BITS_PER_COUNT - 1))))
    for other_size in range(BAG_LIMIT + 1):
        for size in range(BAG_LIMIT + 1 - other_size):
            FIRST_UNION[size][other_size] = count
            count += (FIRST_BAG[size + 1] - FIRST_BAG[size]) * (FIRST_BAG[other_size + 1] - FIRST_BAG[other_size])
            fill_unions_of(size, other_size)


cdef Cards spread(uint64_t counts, int jokers) noexcept nogil:
    """Up to seven cards of these ranks and Jokers, dealt round over five families so that none gets five cards.

    Four Jokers and a card are five of a family in any case, and the best hand then uses one other card at most. So
    they come without cards: what that card adds shows in its own family.
    """
    cdef Cards cards = no_cards()
    cdef int slot = 0
    cdef int place
    cards.wilds = joker_bits(jokers)
    if jokers >= QUADS_OF_JOKERS:
        return cards
    while counts:
        place = lsb(counts) & ~(BITS_PER_COUNT - 1)
        counts -= <uint64_t>1 << place
        if slot < FAMILIES:
            cards.naturals |= <uint64_t>1 << (RANKS * slot + place // BITS_PER_COUNT)
        else:
            cards.wilds |= <uint64_t>1 << (place // BITS_PER_COUNT)
        slot = slot + 1 if slot + 1 < SLOTS else 0
    return cards


fill_sets()
fill_bags()
fill_unions()


def bag(int number):
    """The ranks of a bag, 0 to 13 in ascending order."""
    return [rank for rank in range(RANKS) for _ in range(BAG[number].counts >> (BITS_PER_COUNT * rank) & 7)]


def union(int number, int other):
    """The number of the bag that holds the ranks of both; their sizes must not exceed five together."""
    cdef int size = len(bag(number))
    cdef int other_size = len(bag(other))
    return union_of(number, size, other, other_size)
