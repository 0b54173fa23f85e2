"""Every meld that a small hand could lay.

A meld is here its real cards, as a mask, and how many Jokers it takes; of all ways to lay the same cards only
the best is kept. Cards are numbered Atouts first, since they fit most melds; each meld belongs to its lowest
card.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint32_t, uint64_t

from .bits cimport ATOUT, FAMILIES, Cards, atout_ranks, family_ranks, lsb, popcount
from .lay cimport LANE, Places, family_places, in_every_lane, places_of, windows
from .meld_plan cimport PLACES, Weights, weights_of
from .meld_shape cimport HIGHEST_PLACE, MAX_RUN, MAX_SET, MIN_MELD
from .rules cimport ALL_PLACES, Rules

# The real cards of a run from low to high, and how many Jokers lie between them.
cdef struct Chain:
    uint32_t cards
    uint32_t reals                              # by places, bit 0 the lowest
    uint32_t atouts
    int low
    int high
    int inner

cdef uint8_t subset_size[2 << ATOUT]


cdef void fill_sizes() noexcept:
    cdef int i
    for i in range(2 << ATOUT):
        subset_size[i] = <uint8_t>popcount(i)


fill_sizes()


cdef Terms terms_of(const Rules* rules, int objective, bint opened, bint ties) noexcept nogil:
    cdef Terms terms
    cdef Weights weights = weights_of(rules, objective, ties)
    cdef int place, size
    terms.rules = rules
    terms.atout = SCALE * <int32_t>weights.atout
    terms.odd_card = HALF * <int32_t>weights.pair
    terms.unit = weights.unit
    terms.limit = rules.completions_per_turn
    terms.longest = min(MAX_RUN, MIN_MELD + terms.limit)
    terms.lowest = 1 if rules.ace_low else 2
    terms.highest = HIGHEST_PLACE if rules.ace_high else HIGHEST_PLACE - 1
    terms.min_real = rules.min_real_cards
    terms.least_melds = 0
    terms.run_required = rules.first_run_required and not opened
    terms.choose_created = weights.atout > 0 or rules.min_real_cards > 1
    terms.card[0] = terms.stretch[0] = 0
    for place in range(1, PLACES):
        terms.card[place] = SCALE * <int32_t>weights.card[place]
        terms.stretch[place] = terms.stretch[place - 1] + terms.card[place]
    for size in range(MIN_MELD, MAX_RUN + 1):
        terms.laid[size] = SCALE * <int32_t>(weights.meld + (size - MIN_MELD) * weights.added)
        terms.laid[size] += (size - MIN_MELD) * terms.odd_card
    return terms


cdef inline void list_meld(
    Small* s, uint32_t cards, int jokers, int32_t value, int slot, int low, int size
) noexcept nogil:
    cdef int owner = lsb(cards)
    cdef Listed* meld
    if s.count == MAX_LISTED:
        s.trials = MAX_TRIALS
        return
    meld = &s.melds[s.count]
    meld.cards = cards
    meld.value = value + s.terms.laid[size] - jokers
    meld.jokers = <uint8_t>jokers
    meld.added = <uint8_t>(size - MIN_MELD)
    meld.slot = <uint8_t>slot
    meld.low = <uint8_t>low
    meld.size = <uint8_t>size
    s.jokerless += jokers == 0
    meld.next = s.first[owner] if (s.owners >> owner) & 1 else NO_MELD
    s.owners |= <uint32_t>1 << owner
    s.first[owner] = <int16_t>s.count
    s.count += 1


cdef int created_place(int min_real, int low, int size, uint32_t reals, uint32_t atouts) noexcept nogil:
    """The lowest of the three cards that create a run: those with most Atouts (R15) of those with reals enough
    (R7); 0 if there are none.
    """
    cdef int best = 0
    cdef int most = -1
    cdef int place, here
    for place in range(low, low + size - MIN_MELD + 1):
        here = subset_size[(atouts >> (place - 1)) & THREE]
        if here > most and subset_size[(reals >> (place - 1)) & THREE] >= min_real:
            most = here
            best = place
    return best


cdef inline int32_t created_worth(const Small* s, int low, int size, const Chain* chain) noexcept nogil:
    """What the Atouts among the first three bring; -1 if no three could be the first."""
    cdef int place = created_place(s.terms.min_real, low, size, chain.reals, chain.atouts)
    return s.terms.atout * subset_size[(chain.atouts >> (place - 1)) & THREE] if place else -1


cdef void list_chosen_run(Small* s, int slot, int size, const Chain* chain, int lowest, int highest) noexcept nogil:
    """The run where its cards and Atouts are worth most."""
    cdef int32_t best = -1
    cdef int32_t value, worth
    cdef int best_low = 0
    cdef int low
    for low in range(lowest, highest + 1):
        worth = created_worth(s, low, size, chain)
        value = worth + s.terms.stretch[low + size - 1] - s.terms.stretch[low - 1]
        if worth >= 0 and value > best:
            best = value
            best_low = low
    if best >= 0:
        list_meld(
            s, chain.cards, chain.inner + size - (chain.high - chain.low + 1), best, slot, best_low, size
        )


cdef inline bint must_choose(const Small* s, const Chain* chain) noexcept nogil:
    """Whether it matters which three cards create the run."""
    return s.terms.choose_created and (chain.atouts != 0 or s.terms.min_real > 1)


cdef void list_longer_run(Small* s, int slot, const Chain* chain, int span, int size) noexcept nogil:
    """The run with Jokers at its ends, where it is worth most: no place is worth more than a higher one, but the As
    at the low end.
    """
    cdef const int32_t* stretch = s.terms.stretch
    cdef int low = min(chain.low, s.terms.highest - size + 1)
    cdef int lowest = max(chain.high - size + 1, s.terms.lowest)
    cdef int32_t value
    if low < lowest:
        return
    if must_choose(s, chain):
        list_chosen_run(s, slot, size, chain, lowest, low)
        return
    value = stretch[low + size - 1] - stretch[low - 1]
    if lowest == 1 and stretch[size] >= value:
        low = 1
        value = stretch[size]
    list_meld(s, chain.cards, chain.inner + size - span, value, slot, low, size)


cdef inline void list_run(Small* s, int slot, const Chain* chain) noexcept nogil:
    """The run of these cards with each number of Jokers."""
    cdef int span = chain.high - chain.low + 1
    cdef int most = min(s.terms.longest, span + s.jokers - chain.inner)
    cdef int size = max(span, MIN_MELD)
    if size == span and span <= most:
        if must_choose(s, chain):
            list_chosen_run(s, slot, span, chain, chain.low, chain.low)
        else:
            list_meld(
                s, chain.cards, chain.inner, s.terms.stretch[chain.high] - s.terms.stretch[chain.low - 1], slot,
                chain.low, span
            )
        size += 1
    while size <= most:
        list_longer_run(s, slot, chain, span, size)
        size += 1


cdef inline bint is_new(const Small* s, int slot, uint32_t cards) noexcept nogil:
    """A run of wild cards only is the same in every family (R8): the first lists it."""
    return slot == 0 or slot == ATOUT or cards > s.atout_cards


cdef void list_with_gaps(Small* s, int slot, const Chain* chain) noexcept nogil:
    """The same run with the only Joker instead of each card between the ends."""
    cdef Chain gapped
    cdef uint32_t bit
    cdef int place
    for place in range(chain.low + 1, chain.high):
        bit = <uint32_t>1 << (place - 1)
        gapped = chain[0]
        gapped.inner = 1
        gapped.cards &= ~card_bit(s, slot, place)
        gapped.reals &= ~bit
        gapped.atouts &= ~bit
        if is_new(s, slot, gapped.cards):
            list_run(s, slot, &gapped)


cdef inline uint32_t card_bit(const Small* s, int slot, int place) noexcept nogil:
    """The natural of a place, or the Atout if there is no natural."""
    return <uint32_t>1 << s.number[slot if (s.naturals[slot] >> (place - 1)) & 1 else ATOUT][place]


cdef inline void list_stretches(Small* s, int slot, uint32_t starts) noexcept nogil:
    """The runs of a hand with no Joker or one, where no place has both a natural and an Atout."""
    cdef uint32_t near = s.near[slot]
    cdef uint32_t wilds = near if slot == ATOUT else near & ~s.naturals[slot]
    cdef uint32_t left, bit
    cdef Chain chain
    cdef int place
    while starts:
        chain.low = lsb(starts) + 1
        chain.high = chain.low - 1
        chain.inner = 0
        chain.cards = chain.reals = chain.atouts = 0
        left = near >> chain.high << chain.high
        starts &= starts - 1
        while left:
            place = lsb(left) + 1
            bit = left & (0 - left)
            left ^= bit
            chain.inner += place - chain.high - 1
            if chain.inner > s.jokers or place - chain.low >= s.terms.longest:
                break
            chain.high = place
            chain.reals |= bit
            chain.atouts |= bit & wilds
            chain.cards |= card_bit(s, slot, place)
            if is_new(s, slot, chain.cards):
                list_run(s, slot, &chain)
            if s.jokers and chain.inner == 0:
                list_with_gaps(s, slot, &chain)


cdef void grow_run(Small* s, int slot, const Chain* chain, int place) noexcept nogil:
    """Put the natural of the place on the cards below, or its Atout: list that run, and those that go on from it.
    """
    cdef uint32_t bit = <uint32_t>1 << (place - 1)
    cdef Chain longer = chain[0]
    cdef uint32_t ahead, left
    cdef int room, wild
    longer.inner += place - chain.high - 1
    longer.high = place
    longer.reals |= bit
    room = min(s.jokers - longer.inner, s.terms.longest - (place - longer.low) - 2)
    ahead = (s.near[slot] >> place) & ((<uint32_t>2 << room) - 1) if room >= 0 else 0
    for wild in range(2):
        if not ((s.mixing if wild else s.naturals[slot]) & bit):
            continue
        longer.cards = chain.cards | <uint32_t>1 << s.number[ATOUT if wild else slot][place]
        if wild or slot == ATOUT:
            longer.atouts = chain.atouts | bit
        if is_new(s, slot, longer.cards):
            list_run(s, slot, &longer)
        left = ahead
        while left:
            grow_run(s, slot, &longer, place + 1 + lsb(left))
            left &= left - 1


cdef inline void list_runs(Small* s, int slot) noexcept nogil:
    cdef uint32_t near = s.near[slot]
    cdef uint32_t starts = near
    cdef Chain none
    if s.jokers == 0:
        starts &= near >> 1
    elif s.jokers == 1:
        starts &= near >> 1 | near >> 2
    if s.jokers <= 1 and not s.naturals[slot] & s.mixing & near:
        list_stretches(s, slot, starts)
        return
    none.cards = none.reals = none.atouts = 0
    none.inner = 0
    while starts:
        none.low = lsb(starts) + 1
        none.high = none.low - 1
        grow_run(s, slot, &none, none.low)
        starts &= starts - 1


cdef uint32_t held_families(Cards hand, int rank) noexcept nogil:
    cdef uint32_t held = ((atout_ranks(hand) >> (rank - 1)) & 1) << ATOUT
    cdef int family
    for family in range(FAMILIES):
        held |= ((family_ranks(hand, family) >> (rank - 1)) & 1) << family
    return held


cdef void list_sets(Small* s, int rank, uint32_t held) noexcept nogil:
    """Every set of these families' cards of a rank, and Jokers.

    One card and Jokers are worth no less as a run, unless the card is an As.
    """
    cdef int longest = min(MAX_SET, s.terms.longest)
    cdef int least = max(s.terms.min_real, MIN_MELD - s.jokers if rank == 1 else max(2, MIN_MELD - s.jokers))
    cdef uint32_t some = held
    cdef uint32_t left, cards
    cdef int reals, size
    cdef int32_t value
    while some:
        reals = subset_size[some]
        if reals >= least:
            cards = 0
            left = some
            while left:
                cards |= <uint32_t>1 << s.number[lsb(left)][rank]
                left &= left - 1
            for size in range(max(MIN_MELD, reals), min(longest, reals + s.jokers) + 1):
                value = size * s.terms.card[rank if rank > 1 else HIGHEST_PLACE]
                value += <int32_t>(some >> ATOUT) * s.terms.atout
                list_meld(s, cards, size - reals, value, SETS, rank, size)
        some = (some - 1) & held


cdef inline uint64_t near_runs(uint64_t lanes, int jokers, uint32_t whole) noexcept nogil:
    """Where, in every lane, a card may be part of a run: in three places of which Jokers can fill what isn't held."""
    cdef uint64_t lows
    if jokers > 1:
        return lanes
    lows = windows(lanes, in_every_lane(whole), jokers)
    return lanes & (lows | lows << 1 | lows << 2)


cdef inline uint32_t ranks_of_sets(Cards hand, int jokers) noexcept nogil:
    """The ranks that may have a set; see list_sets for one card and Jokers."""
    cdef uint32_t once = 0
    cdef uint32_t twice = 0
    cdef uint32_t thrice = 0
    cdef uint32_t ranks
    cdef int family
    for family in range(FAMILIES + 1):
        ranks = family_ranks(hand, family) if family < FAMILIES else atout_ranks(hand)
        thrice |= twice & ranks
        twice |= once & ranks
        once |= ranks
    return thrice if jokers == 0 else twice if jokers == 1 else twice | once & 1


cdef inline void number_family(Small* s, int slot, uint32_t ranks) noexcept nogil:
    cdef int rank
    while ranks:
        rank = lsb(ranks) + 1
        ranks &= ranks - 1
        s.number[slot][rank] = <uint8_t>s.reals
        # The As lies at both ends.
        if rank == 1:
            s.number[slot][HIGHEST_PLACE] = <uint8_t>s.reals
        s.reals += 1


cdef bint list_melds(Small* s, Cards hand, const Terms* terms) noexcept nogil:
    cdef const Rules* rules = terms.rules
    cdef Places places = places_of(rules, hand)
    cdef uint32_t whole = places.allowed & places.allowed >> 1 & places.allowed >> 2
    cdef uint32_t sets = ranks_of_sets(hand, places.jokers)
    cdef uint64_t near
    cdef int slot, rank
    s.terms = terms
    s.jokers = places.jokers
    s.reals = s.count = s.jokerless = s.trials = 0
    s.owners = 0
    s.mixing = 0 if rules.own_family_melds else places.atouts
    s.naturals[ATOUT] = places.atouts if rules.own_family_melds else 0
    near = near_runs(places.naturals | in_every_lane(s.mixing), s.jokers, whole)
    s.near[ATOUT] = <uint32_t>near_runs(s.naturals[ATOUT], s.jokers, whole)
    if not (sets or near or s.near[ATOUT]):
        return True
    if popcount(hand.naturals) + popcount(atout_ranks(hand)) > MAX_REALS:
        return False
    number_family(s, ATOUT, atout_ranks(hand))
    s.atout_cards = ((<uint32_t>1 << s.reals) - 1)
    for slot in range(FAMILIES):
        number_family(s, slot, family_ranks(hand, slot))
    for slot in range(FAMILIES):
        s.naturals[slot] = family_places(&places, slot)
        s.near[slot] = <uint32_t>(near >> (LANE * slot)) & ALL_PLACES
        # Family 0 lists the runs of wild cards only.
        if s.near[slot] and (slot == 0 or s.near[slot] & s.naturals[slot]):
            list_runs(s, slot)
    if s.near[ATOUT]:
        list_runs(s, ATOUT)
    while sets:
        rank = lsb(sets) + 1
        list_sets(s, rank, held_families(hand, rank))
        sets &= sets - 1
    return s.trials < MAX_TRIALS
