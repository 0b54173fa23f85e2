"""The search for a way to lay all that is owed (R21), and the legal actions of a turn's play.

Every action takes a natural or an Atout out of the hand for good or lays a wild card, so each line of play ends;
situations seen to fail are remembered by hash. Two things keep the search small. What owes nothing is done, and a
meld without an owed card need never be created on the way: any three neighbours of the place where the owed card
comes to lie could have been laid with it instead, unless they would hold too few real cards (R7).
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from .actions cimport ATOUT_TAKES, END, FIRST_ADD, FIRST_TAKE, TAKES_PER_MELD
from .bits cimport RANK_MASK, RANKS, lsb, popcount
from .lay cimport Places, allowed_places, family_places, places_of, push, to_places
from .play cimport apply_play, candidates, lays_owed, naturals_of_rank, own_places
from .rules cimport NO_LIMIT
from .state cimport MAX_RUN, MAX_SET, SET, Meld, owes

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
    """Depth first over the useful actions; True once nothing is owed."""
    cdef State child
    cdef int start = search.used
    cdef int end, i
    if not owes(s):
        return True
    if not first_visit(search, situation_hash(s)) or not list_by_urgency(rules, s, search):
        return False
    end = search.used
    for i in range(start, end):
        child = s[0]
        apply_play(rules, &child, search.tape[i], NULL)
        if settle(rules, &child, search):
            return True
        search.used = end
    search.used = start
    return False


cdef uint32_t free_ends(const Meld* run, uint32_t allowed) noexcept nogil:
    """The places at which a run can still grow, place p in bit p - 1."""
    cdef uint32_t low = <uint32_t>1 << (run.low - 1)
    return 0 if run.size == MAX_RUN else (low >> 1 | low << run.size) & allowed


cdef bint has_room(const Rules* rules, const State* s, uint32_t atout) noexcept nogil:
    """Whether a Joker, or the Atout of that rank (in bit rank - 1), can be added to a meld as the table stands."""
    cdef uint32_t allowed = allowed_places(rules)
    cdef uint32_t wanted = to_places(atout, allowed) if atout else allowed
    cdef const Meld* meld
    cdef int m
    for m in range(s.meld_count):
        meld = &s.melds[m]
        if meld.kind != SET:
            if free_ends(meld, allowed) & wanted:
                return True
        elif meld.size < MAX_SET and (atout == 0 or (not meld.atouts and atout >> (meld.low - 1) & 1)):
            return True
    return False


cdef inline int debts(const State* s) noexcept nogil:
    return s.owed_jokers + popcount(s.owed_atouts)


cdef bint settles_at_once(const Rules* rules, const State* s) noexcept nogil:
    """Whether the only card owed can be added to a meld at once, which is how most debts end."""
    return rules.completions_per_turn == NO_LIMIT and debts(s) == 1 and has_room(rules, s, s.owed_atouts)


cdef bint can_give_back(const Rules* rules, const State* s, int action) noexcept nogil:
    """Whether the card that a take brings can be added at once; the table's room doesn't shrink by a take."""
    cdef const Meld* meld = &s.melds[(action - FIRST_TAKE) // TAKES_PER_MELD]
    cdef int rest = (action - FIRST_TAKE) % TAKES_PER_MELD
    if rules.completions_per_turn != NO_LIMIT:
        return False
    if rest >= ATOUT_TAKES or rest % 2 == 0:
        return has_room(rules, s, 0)
    return (meld.kind == SET and meld.size < MAX_SET) or has_room(rules, s, <uint32_t>1 << (rest // 2 % RANKS))


cdef uint32_t atouts_within_reach(const State* s, const Places* hand) noexcept nogil:
    """Places of the Atouts in hand and of those on the table whose right card is in hand."""
    cdef uint32_t places = hand.atouts
    cdef uint32_t found
    cdef const Meld* meld
    cdef int m
    for m in range(s.meld_count):
        meld = &s.melds[m]
        if not meld.atouts:
            continue
        if meld.kind == SET:
            found = (naturals_of_rank(s.hands[s.current], meld.low) & ~meld.naturals) != 0
            places |= to_places(found << (meld.low - 1), hand.allowed)
        else:
            found = meld.atouts & own_places(hand, meld.family)
            places |= to_places((found | found >> RANKS) & RANK_MASK, hand.allowed)
    return places


cdef bint joker_within_reach(const State* s, const Places* hand, uint32_t atouts) noexcept nogil:
    """Whether the hand holds a Joker, or any card that could be the right one of a Joker on the table."""
    cdef const Meld* meld
    cdef int m
    if hand.jokers:
        return True
    for m in range(s.meld_count):
        meld = &s.melds[m]
        if not meld.jokers:
            continue
        if meld.kind == SET:
            if naturals_of_rank(s.hands[s.current], meld.low) & ~meld.naturals or (atouts >> (meld.low - 1)) & 1:
                return True
        elif meld.jokers & (own_places(hand, meld.family) | atouts):
            return True
    return False


cdef inline bint reaches(uint32_t cards, int start, int place) noexcept nogil:
    """Whether the cards fill every place from start up to, but not including, the other."""
    cdef uint32_t gap = (<uint32_t>1 << (place - 1)) - (<uint32_t>1 << (start - 1))
    return cards & gap == gap


cdef bint has_destination(const State* s, const Places* hand, uint32_t atouts, int place) noexcept nogil:
    """Whether an owed Atout could come to lie at a place of some run, were all cards within reach used for it."""
    cdef uint32_t cards, window
    cdef const Meld* meld
    cdef int family, m, end
    for family in range(4):
        cards = family_places(hand, family) | atouts
        window = (cards << 2) >> (place - 1) & 0x1F
        if window & 0x03 == 0x03 or window & 0x0A == 0x0A or window & 0x18 == 0x18:
            return True
    for m in range(s.meld_count):
        meld = &s.melds[m]
        if meld.kind == SET:
            continue
        cards = own_places(hand, meld.family) | atouts
        end = meld.low + meld.size
        if place >= end and place - meld.low < MAX_RUN and reaches(cards, end, place):
            return True
        if place < meld.low and end - place <= MAX_RUN and reaches(cards, place + 1, meld.low):
            return True
    return False


cdef bint fits_a_set(const State* s, int rank) noexcept nogil:
    """Whether an owed Atout could lie in a set of its rank, on the table or new, without Jokers."""
    cdef const Meld* meld
    cdef int m
    if popcount(naturals_of_rank(s.hands[s.current], rank)) >= 2:
        return True
    for m in range(s.meld_count):
        meld = &s.melds[m]
        if meld.kind == SET and meld.low == rank and not meld.atouts and meld.size < MAX_SET:
            return True
    return False


cdef bint is_hopeless(const Rules* rules, const State* s) noexcept nogil:
    """Whether some owed Atout has no place to go even with all cards within reach: most searches that fail, fail so."""
    cdef Places hand = places_of(rules, s.hands[s.current])
    cdef uint32_t atouts = atouts_within_reach(s, &hand)
    cdef uint32_t owed = s.owed_atouts
    cdef uint32_t places
    cdef int rank
    cdef bint found
    if joker_within_reach(s, &hand, atouts):
        return False
    while owed:
        rank = lsb(owed) + 1
        owed &= owed - 1
        found = fits_a_set(s, rank)
        places = to_places(<uint32_t>1 << (rank - 1), hand.allowed)
        while places and not found:
            found = has_destination(s, &hand, atouts, lsb(places) + 1)
            places &= places - 1
        if not found:
            return True
    return False


cdef bint can_lay_owed(const Rules* rules, const State* s) noexcept nogil:
    cdef Search search
    cdef bint found
    if not owes(s) or settles_at_once(rules, s):
        return True
    if is_hopeless(rules, s):
        return False
    search.situations = 0
    search.used = 0
    search.seen = NULL
    found = settle(rules, s, &search)
    free(search.seen)
    return found


cdef bint stays_payable(const Rules* rules, const State* s, int action, int owed) noexcept nogil:
    """Whether all that is owed, so many cards now, can still be laid after an action."""
    cdef State child
    if can_give_back(rules, s, action) if owed == 0 else owed == 1 and lays_owed(s, action):
        return True
    child = s[0]
    apply_play(rules, &child, action, NULL)
    return can_lay_owed(rules, &child)


cdef void legal_play(const Rules* rules, const State* s, Legal* legal) noexcept nogil:
    """Append the legal lays, adds and takes, and the end of the turn's play unless something is owed."""
    cdef int owed = debts(s)
    cdef int count = 0
    cdef int i
    candidates(rules, s, legal)
    if rules.recover:
        for i in range(legal.count):
            if (owed == 0 and legal.actions[i] < FIRST_TAKE) or stays_payable(rules, s, legal.actions[i], owed):
                legal.actions[count] = legal.actions[i]
                count += 1
        legal.count = count
    if owed == 0:
        push(legal, END)
