"""The search for a way to lay all that is owed (R21), under any rules.

Every action takes a natural or an Atout out of the hand for good or lays a wild card, so each line of play ends;
situations seen to fail are remembered by hash. Two things keep the search small. What owes nothing is done, and a
meld without an owed card need never be created on the way: any three neighbours of the place where the owed card
comes to lie could have been laid with it instead, unless they would hold too few real cards (R7).
"""

from libc.stdint cimport uint16_t, uint64_t
from libc.stdlib cimport calloc, free

from .actions cimport FIRST_ADD, FIRST_TAKE
from .debts cimport UNSURE, YES, judge
from .lay cimport Legal
from .play cimport apply_play, candidates, lays_owed
from .state cimport Meld

cdef enum:
    SEEN_SLOTS = 1 << 12
    FEW_SITUATIONS = 24         # up to which a list is searched: most searches end before a table is worth making
    # Distinct situations that one search may open. The situations below a successor are among those below its
    # parent, so what was found within the limit is found again from there: the limit makes no dead end.
    MAX_SITUATIONS = 2000
    TAPE_LENGTH = 16384

# One stack of actions serves every line being followed, so that a frame of the recursion stays small.
cdef struct Search:
    uint64_t first[FEW_SITUATIONS]
    uint64_t* seen
    int situations
    int used
    uint16_t tape[TAPE_LENGTH]
    Legal scratch


cdef inline uint64_t mix(uint64_t hash, uint64_t word) noexcept nogil:
    hash = (hash ^ word) * <uint64_t>0x9E3779B97F4A7C15
    return hash ^ (hash >> 29)


cdef uint64_t situation_hash(const State* s) noexcept nogil:
    """Hash of all that the search changes: hand, table, debts and cards added; never 0."""
    cdef const Meld* meld
    cdef int m
    cdef uint64_t hash = mix(s.hands[s.current].naturals, s.hands[s.current].wilds)
    hash = mix(hash, <uint64_t>s.owed_atouts | <uint64_t>s.owed_jokers << 16 | <uint64_t>s.completions << 24)
    for m in range(s.meld_count):
        meld = &s.melds[m]
        hash = mix(hash, <uint64_t>meld.kind | <uint64_t>meld.family << 8 | <uint64_t>meld.low << 16
                   | <uint64_t>meld.size << 24 | <uint64_t>meld.naturals << 32)
        hash = mix(hash, <uint64_t>meld.atouts | <uint64_t>meld.jokers << 16)
    return hash | 1


cdef bint insert(Search* search, uint64_t hash) noexcept nogil:
    """Put a hash into the table; False if it is there already."""
    cdef int slot = <int>(hash >> 32) & (SEEN_SLOTS - 1)
    while search.seen[slot]:
        if search.seen[slot] == hash:
            return False
        slot = (slot + 1) & (SEEN_SLOTS - 1)
    search.seen[slot] = hash
    return True


cdef bint make_table(Search* search) noexcept nogil:
    """Go on with a table that holds the list; False without memory, and the search then ends early."""
    cdef int i
    search.seen = <uint64_t*>calloc(SEEN_SLOTS, sizeof(uint64_t))
    if search.seen == NULL:
        return False
    for i in range(FEW_SITUATIONS):
        insert(search, search.first[i])
    return True


cdef bint first_visit(Search* search, uint64_t hash) noexcept nogil:
    cdef int i
    if search.situations == MAX_SITUATIONS:
        return False
    if search.situations < FEW_SITUATIONS:
        for i in range(search.situations):
            if search.first[i] == hash:
                return False
        search.first[search.situations] = hash
    else:
        if search.seen == NULL and not make_table(search):
            return False
        if not insert(search, hash):
            return False
    search.situations += 1
    return True


cdef inline int urgency(const Rules* rules, const State* s, int action) noexcept nogil:
    """Order of trial: what settles a debt, what takes a card, what reaches further; the last is never needed."""
    if lays_owed(s, action):
        return 0
    if action >= FIRST_TAKE:
        return 1
    return 2 if action >= FIRST_ADD or rules.min_real_cards > 1 else 3


cdef bint list_by_urgency(const Rules* rules, const State* s, Search* search) noexcept nogil:
    """Put the useful actions on the tape; False if it is full."""
    cdef Legal* found = &search.scratch
    cdef int level, i
    found.count = 0
    candidates(rules, s, found)
    if search.used + found.count > TAPE_LENGTH:
        return False
    for level in range(3):
        for i in range(found.count):
            if urgency(rules, s, found.actions[i]) == level:
                search.tape[search.used] = found.actions[i]
                search.used += 1
    return True


cdef bint settle(const Rules* rules, const State* s, Search* search) noexcept nogil:
    """Depth first over the useful actions; True once all that is owed can be laid without doubt."""
    cdef State child
    cdef int start = search.used
    cdef int end, i, verdict
    if not first_visit(search, situation_hash(s)) or not list_by_urgency(rules, s, search):
        return False
    end = search.used
    for i in range(start, end):
        child = s[0]
        apply_play(rules, &child, search.tape[i], NULL)
        verdict = judge(rules, &child)
        if verdict == YES or (verdict == UNSURE and settle(rules, &child, search)):
            return True
        search.used = end
    search.used = start
    return False


cdef bint search_finds_way(const Rules* rules, const State* s) noexcept nogil:
    cdef Search search
    cdef bint found
    search.situations = 0
    search.used = 0
    search.seen = NULL
    found = settle(rules, s, &search)
    free(search.seen)
    return found
