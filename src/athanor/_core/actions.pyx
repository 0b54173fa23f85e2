"""The pattern tables of runs and sets, and actions taken apart for Python, which writes and reads their texts."""

from .bits cimport FIRST_ATOUT, FIRST_JOKER, RANKS


cdef void _number_run_patterns() noexcept:
    cdef int family, triple, sources[3], naturals, atouts
    cdef int pattern = 0
    for family in range(5):
        for triple in range(SOURCE_TRIPLES):
            sources[0], sources[1], sources[2] = triple // 9, triple // 3 % 3, triple % 3
            naturals = (sources[0] == NATURAL_SOURCE) + (sources[1] == NATURAL_SOURCE) + (sources[2] == NATURAL_SOURCE)
            atouts = (sources[0] == ATOUT_SOURCE) + (sources[1] == ATOUT_SOURCE) + (sources[2] == ATOUT_SOURCE)
            RUN_PATTERN[family][triple] = INVALID_PATTERN
            if (naturals > 0) if family < ALL_WILD else (naturals == 0 and atouts > 0):
                RUN_PATTERN[family][triple] = <uint8_t>pattern
                RUN_PATTERN_FAMILY[pattern] = <uint8_t>family
                RUN_PATTERN_SOURCES[pattern] = <uint8_t>triple
                pattern += 1


cdef void _number_set_patterns() noexcept:
    cdef int mask, size
    cdef int pattern = 0
    for mask in range(32):
        size = (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1) + (mask >> 3 & 1) + (mask >> 4)
        SET_PATTERN[mask] = INVALID_PATTERN
        if 1 <= size <= 3:
            SET_PATTERN[mask] = <uint8_t>pattern
            SET_PATTERN_FAMILIES[pattern] = <uint8_t>mask
            pattern += 1


_number_run_patterns()
_number_set_patterns()

FIRST_STAKE_ACTION = FIRST_STAKE


def split(int action):
    """The parts of an action, its kind first; a card is its id, 70 for a Joker.

    ("end",) ("pass",) ("fold",) ("discard", card) ("keep", card) ("run", low, cards) ("set", rank, cards)
    ("add", meld, card, end) with end "high", "low" or "", ("take", meld, right card, wild card)
    ("force", stake) ("follow", stake).
    """
    cdef int rest
    if action < FIRST_DISCARD:
        return (("end",), ("pass",), ("fold",))[action]
    if action < FIRST_KEEP:
        return "discard", action - FIRST_DISCARD
    if action < FIRST_RUN:
        return "keep", action - FIRST_KEEP
    if action < FIRST_SET:
        return _split_run(action - FIRST_RUN)
    if action < FIRST_ADD:
        return _split_set(action - FIRST_SET)
    if action < FIRST_TAKE:
        rest = (action - FIRST_ADD) % ADDS_PER_MELD
        return "add", (action - FIRST_ADD) // ADDS_PER_MELD, rest // 3, ("high", "low", "")[rest % 3]
    if action < FIRST_STAKE:
        return _split_take(action - FIRST_TAKE)
    return ("follow" if (action - FIRST_STAKE) % 2 else "force"), stake_of(action)


cdef tuple _split_run(int code):
    cdef int low = code // RUN_PATTERNS + 1
    cdef int family = RUN_PATTERN_FAMILY[code % RUN_PATTERNS]
    cdef int triple = RUN_PATTERN_SOURCES[code % RUN_PATTERNS]
    sources = triple // 9, triple // 3 % 3, triple % 3
    cards = []
    for i, source in enumerate(sources):
        rank_index = (low + i - 1) % RANKS
        cards.append((family * RANKS + rank_index, FIRST_ATOUT + rank_index, FIRST_JOKER)[source])
    return "run", low, tuple(cards)


cdef tuple _split_set(int code):
    cdef int rank = code // SET_PATTERNS + 1
    cdef int families = SET_PATTERN_FAMILIES[code % SET_PATTERNS]
    cards = [family * RANKS + rank - 1 for family in range(5) if families >> family & 1]
    return "set", rank, tuple(cards + [FIRST_JOKER] * (3 - len(cards)))


cdef tuple _split_take(int code):
    cdef int meld = code // TAKES_PER_MELD
    cdef int rest = code % TAKES_PER_MELD
    if rest >= ATOUT_TAKES:
        return "take", meld, FIRST_ATOUT + rest - ATOUT_TAKES, FIRST_JOKER
    return "take", meld, rest // 2, FIRST_ATOUT + rest // 2 % RANKS if rest % 2 else FIRST_JOKER
