"""The generator of the evaluator's tables."""

from libc.stdint cimport uint32_t

from .bits cimport RANK_MASK, RANKS

cdef enum:
    WINDOW = 0x1F           # five ranks in a row
    LOWEST_STRAIGHT = 5     # A-5, its top value
    PRINTED_ROYAL = 0x1B00  # T V . D R among ranks 2 to R, without the As
    COURT_ROYAL = 0x1E00    # V C D R


cdef void fill_counts() noexcept nogil:
    cdef int mask
    for mask in range(1, MASKS):
        TABLES.count[mask] = TABLES.count[mask >> 1] + (mask & 1)


cdef void fill_spread() noexcept nogil:
    cdef int mask
    for mask in range(1, MASKS):
        TABLES.spread[mask] = TABLES.spread[mask >> 1] << 2 | (mask & 1)


cdef uint32_t in_order(uint32_t ranks, bint as_high) noexcept nogil:
    """Ranks with the As in bit 0, put in order of strength."""
    return (ranks >> 1 | ranks << (RANKS - 1)) & RANK_MASK if as_high else ranks


cdef uint32_t best_straights(uint32_t mask, const uint32_t* windows) noexcept nogil:
    """The best straight of a mask for each number of wild cards; windows[top]: its ranks, 0 if barred."""
    cdef uint32_t best[FIVE + 1]
    cdef uint32_t entry = 0
    cdef uint32_t top = 0
    cdef int wild
    for wild in range(FIVE + 1):
        best[wild] = 0
    for top in range(LOWEST_STRAIGHT, AS_HIGH_VALUE + 1):
        if windows[top]:
            best[FIVE - TABLES.count[mask & windows[top]]] = top
    top = 0
    for wild in range(FIVE + 1):
        top = max(top, best[wild])
        entry |= top << (BITS_PER_VALUE * wild)
    return entry


cdef void fill_straight(bint ace_low, bint ace_high) noexcept nogil:
    cdef bint as_high = ace_high or not ace_low
    cdef uint32_t windows[AS_HIGH_VALUE + 1]
    cdef uint32_t printed = in_order(PRINTED_ROYAL << 1 | 1, as_high)
    cdef uint32_t court = in_order(COURT_ROYAL << 1 | 1, as_high)
    cdef uint32_t window, lacks_court
    cdef uint32_t* entries = TABLES.straight[ace_low + 2 * ace_high]
    cdef int top
    cdef int mask
    for top in range(LOWEST_STRAIGHT, AS_HIGH_VALUE + 1):
        # The As above the Roi is the one in bit 0.
        window = WINDOW << (top - LOWEST_STRAIGHT) | (top == AS_HIGH_VALUE)
        windows[top] = in_order(window & RANK_MASK, as_high)
    if not ace_low:
        windows[LOWEST_STRAIGHT] = 0
    if not ace_high:
        windows[AS_HIGH_VALUE] = 0
    for mask in range(MASKS):
        lacks_court = FIVE - TABLES.count[mask & court] if ace_high else NEVER
        entries[mask] = best_straights(mask, windows) | lacks_court << COURT_SHIFT \
            | <uint32_t>(FIVE - TABLES.count[mask & printed]) << PRINTED_SHIFT


cdef void fill_tables() noexcept nogil:
    cdef int option
    fill_counts()
    fill_spread()
    for option in range(4):
        fill_straight(option & 1, option >> 1)


fill_tables()


def spread_entry(unsigned int mask):
    """The entry of `spread` for a mask of ranks."""
    return TABLES.spread[mask & RANK_MASK]


def straight_entry(bint ace_low, bint ace_high, unsigned int mask):
    """The entry of `straight` for a mask of ranks."""
    return TABLES.straight[ace_low + 2 * ace_high][mask & RANK_MASK]
