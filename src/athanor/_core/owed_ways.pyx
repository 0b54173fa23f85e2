"""The ways to lay what is owed (R21), under rules that let a turn lay any number of cards.

An owed Atout comes to lie in a standing meld or in a new one of three cards: any three neighbours of its place in a
longer one would do. What lies between is of the hand, or is taken for it and so laid at once; to take anything else
only adds to what is owed. So all takes and lays follow from the places that an owed card can have, and are tried place
by place. A Joker of the hand is never worse than one that is taken.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t

from .actions cimport MAX_MELDS, take_with_atout, take_with_natural
from .bits cimport (
    FIRST_ATOUT, FIRST_JOKER, RANKS, Cards, atout_ranks, has_card, joker_count, lsb, popcount, remove_card,
)
from .debts cimport NO, atouts_within_reach, debts, jokers_fit, jokers_within_reach, judge, new_run_lows
from .lay cimport Places, places_of, to_places
from .meld_shape cimport MAX_RUN, MAX_SET, MIN_MELD, place_rank
from .play cimport add_to_run, add_to_set, apply_play, naturals_of_rank, own_places
from .rules cimport ALL_PLACES
from .state cimport OPEN_FAMILY, RUN, SET, Meld

cdef enum:
    ALL_FAMILIES = 15
    MOST_TAKES = 64             # from one meld: six Jokers, each by at most four naturals and an Atout

cdef struct Ways:
    const Rules* rules
    State* s
    bint takes                  # whether wild cards may be taken
    bint alone                  # whether one card is looked at for itself, as if nothing else were owed
    # What was within reach, at most, when the card looked at was about to be laid.
    Places hand
    uint32_t atouts
    int jokers
    int* trials                 # cards that may still be tried at a place

# What a card that is tried somewhere changes, beside the meld.
cdef struct Mark:
    Cards hand
    uint16_t owed_atouts
    uint8_t owed_jokers


cdef inline Mark mark(const State* s) noexcept nogil:
    cdef Mark before
    before.hand = s.hands[s.current]
    before.owed_atouts = s.owed_atouts
    before.owed_jokers = s.owed_jokers
    return before


cdef inline void go_back(State* s, const Mark* before) noexcept nogil:
    s.hands[s.current] = before.hand
    s.owed_atouts = before.owed_atouts
    s.owed_jokers = before.owed_jokers


cdef inline int right_families(const State* s, const Meld* meld, int rank) noexcept nogil:
    """The families of which the hand holds the right card of a wild card of that rank, as a mask (R10)."""
    cdef int families = naturals_of_rank(s.hands[s.current], rank)
    if meld.kind == SET:
        return families & ~meld.naturals
    return families if meld.family == OPEN_FAMILY else families & 1 << meld.family


cdef uint16_t* takes_by_naturals(const State* s, int m, int rank, bint atout, uint16_t* end) noexcept nogil:
    cdef int families = right_families(s, &s.melds[m], rank)
    while families:
        end[0] = take_with_natural(m, lsb(families) * RANKS + rank - 1, atout)
        end += 1
        families &= families - 1
    return end


cdef uint16_t* takes_of_atout(const State* s, int m, int rank, uint16_t* end) noexcept nogil:
    """Append the takes of the Atout of that rank from a meld."""
    cdef const Meld* meld = &s.melds[m]
    cdef bint held = meld.atouts & to_places(1 << (rank - 1), ALL_PLACES)
    if meld.kind == SET:
        held = meld.atouts and meld.low == rank
    return takes_by_naturals(s, m, rank, True, end) if held else end


cdef uint16_t* takes_of_jokers(const State* s, int m, uint16_t* end) noexcept nogil:
    """Append the takes of Jokers from a meld; an owed Atout is no right card."""
    cdef const Meld* meld = &s.melds[m]
    cdef uint32_t atouts = atout_ranks(s.hands[s.current]) & ~<uint32_t>s.owed_atouts
    cdef uint32_t places = meld.jokers
    cdef int rank
    if meld.kind == SET:
        if meld.jokers:
            end = takes_by_naturals(s, m, meld.low, False, end)
        if meld.jokers and not meld.atouts and meld.naturals == ALL_FAMILIES and atouts >> (meld.low - 1) & 1:
            end[0] = take_with_atout(m, meld.low)
            end += 1
        return end
    while places:
        rank = place_rank(lsb(places) + 1)
        places &= places - 1
        end = takes_by_naturals(s, m, rank, False, end)
        if meld.family == OPEN_FAMILY and atouts >> (rank - 1) & 1:
            end[0] = take_with_atout(m, rank)
            end += 1
    return end


cdef bint lay_at(const Ways* w, int index, int card, int place, uint32_t slots) noexcept nogil:
    """Lay a card of the hand at a place of a meld, and go on with its other places."""
    cdef State* s = w.s
    cdef Mark before
    cdef Meld meld
    if w.trials[0] == 0:
        return False
    w.trials[0] -= 1
    before = mark(s)
    meld = s.melds[index]
    remove_card(&s.hands[s.current], card)
    if card >= FIRST_JOKER:
        s.owed_jokers -= s.owed_jokers > 0
    elif card >= FIRST_ATOUT:
        s.owed_atouts &= ~(<uint16_t>1 << (card - FIRST_ATOUT))
    s.melds[index].size += 1
    if meld.kind == SET:
        add_to_set(&s.melds[index], card)
    else:
        add_to_run(&s.melds[index], card, place)
    if fill(w, index, slots):
        return True
    s.melds[index] = meld
    go_back(s, &before)
    return False


cdef bint take_for(const Ways* w, int index, int take, int card, int place, uint32_t slots, int m) noexcept nogil:
    """Take a wild card and lay it at a place of a meld, and go on with its other places."""
    cdef Mark before = mark(w.s)
    cdef Meld meld = w.s.melds[m]
    apply_play(w.rules, w.s, take, NULL)
    if lay_at(w, index, card, place, slots):
        return True
    w.s.melds[m] = meld
    go_back(w.s, &before)
    return False


cdef bint fill_by_takes(const Ways* w, int index, int place, uint32_t slots, int atout_rank,
                        bint jokers) noexcept nogil:
    """Fill a place by the Atout of that rank, if one is given, or by a Joker, of those that can be taken."""
    cdef uint16_t takes[MOST_TAKES]
    cdef uint16_t* end
    cdef uint16_t* atouts_end
    cdef int m, i, card
    for m in range(w.s.meld_count):
        end = takes_of_atout(w.s, m, atout_rank, takes) if atout_rank else takes
        atouts_end = end
        if jokers:
            end = takes_of_jokers(w.s, m, end)
        for i in range(end - takes):
            card = FIRST_ATOUT + atout_rank - 1 if &takes[i] < atouts_end else FIRST_JOKER
            if take_for(w, index, takes[i], card, place, slots, m):
                return True
    return False


cdef bint fill(const Ways* w, int index, uint32_t slots) noexcept nogil:
    """Fill the places left of a meld, in every way until all else that is owed can be laid too.

    A set has three places, of the same rank. The situation is left as it then is, or as it was.
    """
    cdef const Meld* meld = &w.s.melds[index]
    cdef Cards hand = w.s.hands[w.s.current]
    cdef int place, rank, families
    cdef bint atout, jokers
    if slots == 0:
        return go_on(w, index)
    place = lsb(slots) + 1
    slots &= slots - 1
    rank = meld.low if meld.kind == SET else place_rank(place)
    families = right_families(w.s, meld, rank)
    while families:
        if lay_at(w, index, lsb(families) * RANKS + rank - 1, place, slots):
            return True
        families &= families - 1
    atout = meld.kind == RUN or not meld.atouts
    if atout and has_card(hand, FIRST_ATOUT + rank - 1):
        if lay_at(w, index, FIRST_ATOUT + rank - 1, place, slots):
            return True
    if has_card(hand, FIRST_JOKER) and lay_at(w, index, FIRST_JOKER, place, slots):
        return True
    atout = atout and to_places(1 << (rank - 1), w.atouts & ~w.hand.atouts) != 0
    jokers = w.jokers > 0 and w.takes and not has_card(hand, FIRST_JOKER)
    return (atout or jokers) and fill_by_takes(w, index, place, slots, rank if atout else 0, jokers)


cdef bint go_on(const Ways* w, int index) noexcept nogil:
    """With a meld whose places are filled, lay what else is owed."""
    cdef State* s = w.s
    cdef const Meld* meld = &s.melds[index]
    cdef bint new = index == s.meld_count
    if new and (popcount(meld.jokers) if meld.kind == RUN else meld.jokers) == MIN_MELD:
        return False
    s.meld_count += new
    if w.alone or lay_all(w):
        return True
    s.meld_count -= new
    return False


cdef bint add_between(const Ways* w, int card, int place) noexcept nogil:
    """Add a card to a standing run, and what must lie between: one card, as with two the three make a new run."""
    cdef State* s = w.s
    cdef const Meld* meld
    cdef uint32_t slots, missing
    cdef int m, end
    for m in range(s.meld_count):
        meld = &s.melds[m]
        end = meld.low + meld.size
        if meld.kind == SET or meld.low <= place < end or max(end, place + 1) - min(<int>meld.low, place) > MAX_RUN:
            continue
        slots = (1 << (place - 1)) - (1 << (end - 1)) if place >= end else (1 << (meld.low - 1)) - (1 << place)
        if slots & (slots - 1):
            continue
        missing = slots & ~(own_places(&w.hand, meld.family) | w.atouts)
        if (missing == 0 or popcount(missing) <= w.jokers) and lay_at(w, m, card, place, slots):
            return True
    return False


cdef inline void open_meld(State* s, int kind, int low) noexcept nogil:
    """Begin a meld behind those that lie."""
    cdef Meld* meld = &s.melds[s.meld_count]
    meld.owner = s.current
    meld.kind = <uint8_t>kind
    meld.family = OPEN_FAMILY
    meld.low = <uint8_t>low
    meld.size = 0
    meld.naturals = 0
    meld.atouts = 0
    meld.jokers = 0


cdef bint lay_in_run(const Ways* w, int card, int place) noexcept nogil:
    """Lay a card at a place of a new run."""
    cdef uint32_t lows = new_run_lows(&w.hand, w.atouts, w.jokers, place)
    cdef int low
    while lows:
        low = lsb(lows) + 1
        lows &= lows - 1
        open_meld(w.s, RUN, low)
        if lay_at(w, w.s.meld_count, card, place, (<uint32_t>7 << (low - 1)) & ~(<uint32_t>1 << (place - 1))):
            return True
    return False


cdef bint lay_in_set(const Ways* w, int card, int rank) noexcept nogil:
    """Lay a card in a new set."""
    cdef int others = popcount(naturals_of_rank(w.s.hands[w.s.current], rank)) + w.jokers
    if card == FIRST_JOKER:
        others += w.atouts >> (rank - 1) & 1
    if others < MIN_MELD - 1:
        return False
    open_meld(w.s, SET, rank)
    return lay_at(w, w.s.meld_count, card, 0, 3)


cdef bint lay_new(const Ways* w, int card, int rank) noexcept nogil:
    """Lay a card as that rank in a new meld."""
    cdef uint32_t places = to_places(<uint32_t>1 << (rank - 1), w.hand.allowed)
    if w.s.meld_count == MAX_MELDS:
        return False
    while places:
        if lay_in_run(w, card, lsb(places) + 1):
            return True
        places &= places - 1
    return lay_in_set(w, card, rank)


cdef Ways look_around(const Ways* before) noexcept nogil:
    """The same with what is within reach now."""
    cdef Ways w = before[0]
    w.hand = places_of(w.rules, w.s.hands[w.s.current])
    w.atouts = atouts_within_reach(w.s, &w.hand) if w.takes else w.hand.atouts
    w.jokers = jokers_within_reach(w.s, &w.hand, w.atouts) if w.takes else w.hand.jokers
    return w


cdef bint lay_atout(const Ways* before, int rank) noexcept nogil:
    """Lay the owed Atout of that rank."""
    cdef Ways w = look_around(before)
    cdef uint32_t places = to_places(<uint32_t>1 << (rank - 1), w.hand.allowed)
    cdef int card = FIRST_ATOUT + rank - 1
    cdef const Meld* meld
    cdef int m
    for m in range(w.s.meld_count):
        meld = &w.s.melds[m]
        if meld.kind == SET and meld.low == rank and not meld.atouts and meld.size < MAX_SET:
            if lay_at(&w, m, card, 0, 0):
                return True
    while places:
        if add_between(&w, card, lsb(places) + 1):
            return True
        places &= places - 1
    return lay_new(&w, card, rank)


cdef bint jokers_fit_with_new(const Rules* rules, const State* s, Cards cards) noexcept nogil:
    """Whether the owed Jokers find room if two of the hand make a new meld: an As that is in no run makes a set."""
    cdef Places hand = places_of(rules, cards)
    cdef int others = popcount(cards.naturals) + popcount(atout_ranks(cards))
    if hand.atouts | own_places(&hand, OPEN_FAMILY):
        return True
    return jokers_fit(rules, s, s.owed_jokers - others * (MAX_SET - 1))


cdef bint lay_jokers(const Ways* before) noexcept nogil:
    """Lay the owed Jokers, now that no Atout is owed: where melds have room, else in a new one, and then in it."""
    cdef State* s = before.s
    cdef Cards cards = s.hands[s.current]
    cdef Ways w
    cdef int rank
    if jokers_fit(before.rules, s, s.owed_jokers):
        return True
    if joker_count(cards) > 1:
        return jokers_fit_with_new(before.rules, s, cards)
    w = look_around(before)
    w.jokers -= 1
    for rank in range(1, RANKS + 1):
        if lay_new(&w, FIRST_JOKER, rank):
            return True
    return False


cdef bint lay_all(const Ways* w) noexcept nogil:
    """Lay all that is owed, unless taking leaves a card without any place: then the ways of another are in vain."""
    cdef uint32_t owed = w.s.owed_atouts
    if owed == 0:
        return lay_jokers(w)
    if w.takes and owed & (owed - 1) and judge(w.rules, w.s) == NO:
        return False
    return lay_atout(w, lsb(owed) + 1)


cdef bint each_has_a_way(Ways* w) noexcept nogil:
    """Whether each owed Atout, for itself, can be laid."""
    cdef uint32_t owed = w.s.owed_atouts
    cdef State before = w.s[0]
    w.alone = True
    while owed:
        if not lay_atout(w, lsb(owed) + 1):
            return False
        w.s[0] = before
        owed &= owed - 1
    w.alone = False
    return True


cdef bint has_way(const Rules* rules, State* s, int trials) noexcept nogil:
    """Whether all that is owed can be laid, as far as so many cards tried at places tell.

    The situation is left as it then is, or as it was. Most often nothing need be taken for it; else a card that has no
    way even for itself is soon found.
    """
    cdef Ways w
    w.rules = rules
    w.s = s
    w.trials = &trials
    w.takes = False
    w.alone = False
    if debts(s) > 1 and lay_all(&w):
        return True
    w.takes = True
    if s.owed_atouts & (s.owed_atouts - 1) and not each_has_a_way(&w):
        return False
    return lay_all(&w)


cdef inline bint same(const Meld* a, const Meld* b) noexcept nogil:
    return (a.low == b.low and a.size == b.size and a.family == b.family and a.naturals == b.naturals
            and a.atouts == b.atouts and a.jokers == b.jokers)


cdef bint find_plan(const Rules* rules, const State* s, int trials, Plan* plan) noexcept nogil:
    cdef State after = s[0]
    cdef Cards hand
    cdef int m
    if not has_way(rules, &after, trials):
        return False
    hand = after.hands[s.current]
    plan.naturals = s.hands[s.current].naturals & ~hand.naturals
    plan.atouts = atout_ranks(s.hands[s.current]) & ~atout_ranks(hand)
    plan.jokers_left = joker_count(hand)
    plan.melds = 0
    for m in range(s.meld_count):
        plan.melds |= <uint32_t>(not same(&s.melds[m], &after.melds[m])) << m
    plan.has_room = jokers_fit(rules, &after, after.owed_jokers + 1)
    return True
