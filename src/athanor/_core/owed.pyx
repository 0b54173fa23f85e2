"""The search for a way to lay all that is owed (R21), and the legal actions of a turn's play.

Every action takes a natural or an Atout out of the hand for good or lays a wild card, so each line of play ends;
situations seen to fail are remembered by hash. Two things keep the search small. What owes nothing is done, and a
meld without an owed card need never be created on the way: any three neighbours of the place where the owed card
comes to lie could have been laid with it instead, unless they would hold too few real cards (R7).

Most situations need none: judge says at once whether there is surely a way, or surely none.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from .actions cimport ATOUT_TAKES, END, FIRST_ADD, FIRST_TAKE, TAKES_PER_MELD
from .bits cimport RANK_MASK, RANKS, Cards, lsb, popcount, remove_card
from .lay cimport Places, family_places, places_of, push, to_places
from .meld_shape cimport MAX_RUN, MAX_SET, MIN_MELD
from .play cimport apply_play, candidates, lays_owed, naturals_of_rank, own_places
from .rules cimport NO_LIMIT
from .state cimport OPEN_FAMILY, SET, STEP_LAY, Meld, owes

cdef enum:
    SEEN_SLOTS = 1 << 12
    FEW_SITUATIONS = 24         # up to which a list is searched: most searches end before a table is worth making
    # Distinct situations that one search may open. The situations below a successor are among those below its
    # parent, so what was found within the limit is found again from there: the limit makes no dead end.
    MAX_SITUATIONS = 2000
    TAPE_LENGTH = 16384

    NO = 0
    YES = 1
    UNSURE = 2

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


cdef uint32_t free_ends(const Meld* run, uint32_t allowed) noexcept nogil:
    """The places at which a run can still grow, place p in bit p - 1."""
    cdef uint32_t low = <uint32_t>1 << (run.low - 1)
    return 0 if run.size == MAX_RUN else (low >> 1 | low << run.size) & allowed


cdef bint has_room(const Rules* rules, const State* s, uint32_t atout) noexcept nogil:
    """Whether a Joker, or the Atout of that rank (in bit rank - 1), can be added to a meld as the table stands."""
    cdef uint32_t allowed = rules.places
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


cdef inline int room_of(const Rules* rules, const Meld* meld) noexcept nogil:
    """How many Jokers can be added to a meld."""
    return (MAX_SET if meld.kind == SET else MAX_RUN - (not rules.ace_low and not rules.ace_high)) - meld.size


cdef bint jokers_fit(const Rules* rules, const State* s, int jokers) noexcept nogil:
    """Whether so many Jokers can be added to the melds as they are."""
    cdef int m
    for m in range(s.meld_count):
        jokers -= room_of(rules, &s.melds[m])
        if jokers <= 0:
            return True
    return jokers <= 0


cdef bint joker_fits_beside(const Rules* rules, const State* s) noexcept nogil:
    """Whether a Joker can be added whichever single meld other cards are added to."""
    cdef int melds = 0
    cdef int m
    for m in range(s.meld_count):
        melds += room_of(rules, &s.melds[m]) > 0
    return melds > 1


cdef bint settles_at_once(const Rules* rules, const State* s) noexcept nogil:
    """Whether the only card owed, or all where they are Jokers, can be added at once: how most debts end."""
    if rules.completions_per_turn != NO_LIMIT:
        return False
    if s.owed_atouts == 0:
        return jokers_fit(rules, s, s.owed_jokers)
    return debts(s) == 1 and has_room(rules, s, s.owed_atouts)


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


cdef int jokers_within_reach(const State* s, const Places* hand, uint32_t atouts) noexcept nogil:
    """At most so many Jokers: those in hand, and those on the table of which some card could be the right one."""
    cdef int jokers = hand.jokers
    cdef int rights
    cdef const Meld* meld
    cdef int m
    for m in range(s.meld_count):
        meld = &s.melds[m]
        if not meld.jokers:
            continue
        if meld.kind == SET:
            rights = popcount(naturals_of_rank(s.hands[s.current], meld.low) & ~meld.naturals)
            jokers += min(<int>meld.jokers, rights + <int>(atouts >> (meld.low - 1) & 1))
        else:
            jokers += popcount(meld.jokers & (own_places(hand, meld.family) | atouts))
    return jokers


cdef inline bint reaches(uint32_t cards, int jokers, int start, int place) noexcept nogil:
    """Whether cards and Jokers fill every place from start up to, but not including, the other."""
    cdef uint32_t missing = ((<uint32_t>1 << (place - 1)) - (<uint32_t>1 << (start - 1))) & ~cards
    return missing == 0 or (jokers > 0 and popcount(missing) <= jokers)


cdef inline bint makes_run(uint32_t window, int jokers) noexcept nogil:
    """Whether the card in the middle of five places has neighbours, or Jokers for them, for a run of three."""
    if jokers:
        return jokers > 1 or window & 0x1B != 0
    return window & 0x03 == 0x03 or window & 0x0A == 0x0A or window & 0x18 == 0x18


cdef bint has_destination(const State* s, const Places* hand, uint32_t atouts, int jokers, int place) noexcept nogil:
    """Whether an owed Atout could come to lie at a place of some run, were all these cards used for it."""
    cdef uint32_t cards
    cdef const Meld* meld
    cdef int family, m, end
    for family in range(4):
        cards = family_places(hand, family) | atouts
        if makes_run((cards << 2) >> (place - 1) & 0x1F, jokers):
            return True
    for m in range(s.meld_count):
        meld = &s.melds[m]
        if meld.kind == SET:
            continue
        cards = own_places(hand, meld.family) | atouts
        end = meld.low + meld.size
        if place >= end and place - meld.low < MAX_RUN and reaches(cards, jokers, end, place):
            return True
        if place < meld.low and end - place <= MAX_RUN and reaches(cards, jokers, place + 1, meld.low):
            return True
    return False


cdef bint fits_a_set(const State* s, int jokers, int rank) noexcept nogil:
    """Whether an owed Atout could lie in a set of its rank, on the table or new."""
    cdef const Meld* meld
    cdef int m
    if popcount(naturals_of_rank(s.hands[s.current], rank)) + jokers >= 2:
        return True
    for m in range(s.meld_count):
        meld = &s.melds[m]
        if meld.kind == SET and meld.low == rank and not meld.atouts and meld.size < MAX_SET:
            return True
    return False


cdef bint all_find_places(const State* s, const Places* hand, uint32_t atouts, int jokers) noexcept nogil:
    """Whether each owed Atout, for itself, could come to lie somewhere.

    With the naturals in hand, the Atouts at those places and so many Jokers.
    """
    cdef uint32_t owed = s.owed_atouts
    cdef uint32_t places
    cdef int rank
    cdef bint found
    while owed:
        rank = lsb(owed) + 1
        owed &= owed - 1
        found = fits_a_set(s, jokers, rank)
        places = to_places(<uint32_t>1 << (rank - 1), hand.allowed)
        while places and not found:
            found = has_destination(s, hand, atouts, jokers, lsb(places) + 1)
            places &= places - 1
        if not found:
            return False
    return True


cdef bint joins_jokers(const Rules* rules, Cards cards, int jokers, int rank) noexcept nogil:
    """Whether an Atout makes a new meld with Jokers: with two always, with one and a fitting card of the hand."""
    cdef Places hand = places_of(rules, cards)
    cdef uint32_t places = to_places(<uint32_t>1 << (rank - 1), hand.allowed)
    cdef uint32_t neighbours = (places << 2 | places << 1 | places >> 1 | places >> 2) & hand.allowed
    jokers = min(jokers, MIN_MELD - rules.min_real_cards)
    if jokers == 0:
        return False
    return (jokers > 1 or naturals_of_rank(cards, rank) != 0
            or neighbours & (own_places(&hand, OPEN_FAMILY) | hand.atouts) != 0)


cdef bint joins_taken_joker(const Rules* rules, const State* s, const Places* hand) noexcept nogil:
    """Whether the Atout owed makes a new meld with a Joker that a natural in hand can take and what else it holds."""
    cdef Cards rest
    cdef const Meld* meld
    cdef uint32_t found
    cdef int m, card
    cdef int rank = lsb(s.owed_atouts) + 1
    for m in range(s.meld_count):
        meld = &s.melds[m]
        if not meld.jokers or meld.family == OPEN_FAMILY:
            continue
        if meld.kind == SET:
            found = naturals_of_rank(s.hands[s.current], meld.low) & ~meld.naturals
        else:
            found = meld.jokers & own_places(hand, meld.family)
        while found:
            card = lsb(found) * RANKS + meld.low - 1 if meld.kind == SET else meld.family * RANKS + lsb(found) % RANKS
            found &= found - 1
            rest = s.hands[s.current]
            remove_card(&rest, card)
            if joins_jokers(rules, rest, hand.jokers + 1, rank):
                return True
    return False


cdef inline bint owes_one_atout(const Rules* rules, const State* s) noexcept nogil:
    """Whether an Atout and at most one Joker are owed, in a turn in which anything may be laid."""
    return (s.owed_atouts & (s.owed_atouts - 1) == 0 and s.owed_jokers <= 1 and s.step == STEP_LAY
            and rules.completions_per_turn == NO_LIMIT and (s.melds_laid[s.current] or not rules.first_run_required))


cdef int judge(const Rules* rules, const State* s) noexcept nogil:
    """Whether all that is owed can be laid, as far as it shows without a search.

    A single debt for which there is a place with the cards in hand is no question; neither is an Atout without a place
    even with all cards within reach.
    """
    cdef Places hand
    cdef uint32_t atouts
    cdef int jokers
    cdef bint alone, found
    if not owes(s) or settles_at_once(rules, s):
        return YES
    hand = places_of(rules, s.hands[s.current])
    if s.owed_atouts == 0:
        return UNSURE
    alone = owes_one_atout(rules, s)
    found = all_find_places(s, &hand, hand.atouts, 0)
    if alone and found and (s.owed_jokers == 0 or joker_fits_beside(rules, s)):
        return YES
    atouts = atouts_within_reach(s, &hand)
    jokers = jokers_within_reach(s, &hand, atouts)
    if alone and jokers and (joins_jokers(rules, s.hands[s.current], hand.jokers, lsb(s.owed_atouts) + 1)
                             or (s.owed_jokers == 0 and joins_taken_joker(rules, s, &hand))):
        return YES
    if jokers or atouts != hand.atouts:
        found = all_find_places(s, &hand, atouts, jokers)
    if not found:
        return NO
    return UNSURE


cdef bint can_lay_owed(const Rules* rules, const State* s) noexcept nogil:
    cdef Search search
    cdef bint found
    cdef int verdict = judge(rules, s)
    if verdict != UNSURE:
        return verdict == YES
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
    cdef bint takes = candidates(rules, s, legal)
    if owes(s):
        keep_payable(rules, s, legal)
        return
    if takes and rules.recover:
        keep_payable(rules, s, legal)
    push(legal, END)


cdef void keep_payable(const Rules* rules, const State* s, Legal* legal) noexcept nogil:
    """Leave the candidates after which all that is owed can still be laid."""
    cdef int owed = debts(s)
    cdef int count = 0
    cdef int i
    for i in range(legal.count):
        if (owed == 0 and legal.actions[i] < FIRST_TAKE) or stays_payable(rules, s, legal.actions[i], owed):
            legal.actions[count] = legal.actions[i]
            count += 1
    legal.count = count
