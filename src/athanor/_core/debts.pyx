"""What shows of the debts of a turn (R21) without a search: that there is surely a way to lay them, or surely none."""

from libc.stdint cimport uint32_t

from .actions cimport ATOUT_TAKES, FIRST_TAKE, TAKES_PER_MELD
from .bits cimport RANK_MASK, RANKS, Cards, lsb, popcount, remove_card
from .lay cimport Places, family_places, places_of, to_places
from .meld_shape cimport MAX_RUN, MAX_SET, MIN_MELD
from .play cimport naturals_of_rank, own_places
from .rules cimport NO_LIMIT
from .state cimport OPEN_FAMILY, SET, STEP_LAY, Meld, owes


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


cdef int debts(const State* s) noexcept nogil:
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


cdef inline bint run_reaches(const Meld* run, uint32_t cards, int jokers, int place) noexcept nogil:
    """Whether these cards and Jokers extend a run so far that a place is next."""
    cdef int end = run.low + run.size
    if place >= end:
        return place - run.low < MAX_RUN and reaches(cards, jokers, end, place)
    return place < run.low and end - place <= MAX_RUN and reaches(cards, jokers, place + 1, run.low)


cdef bint has_destination(const State* s, const Places* hand, uint32_t atouts, int jokers, int place) noexcept nogil:
    """Whether an owed Atout could come to lie at a place of some run, were all these cards used for it."""
    cdef const Meld* meld
    cdef int m, family
    if new_run_lows(hand, atouts, jokers, place):
        return True
    for m in range(s.meld_count):
        meld = &s.melds[m]
        if meld.kind == SET or not run_reaches(meld, own_places(hand, meld.family) | atouts, jokers, place):
            continue
        if meld.family != OPEN_FAMILY:
            return True
        for family in range(4):
            if run_reaches(meld, family_places(hand, family) | atouts, jokers, place):
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
