"""The best melds of a small hand: every meld that it could lay, then the best of them that share no card.

A meld is here its real cards, as a mask, and how many Jokers it takes; of all ways to lay the same cards only
the best is kept. Cards are numbered Atouts first, since they fit most melds; each meld belongs to its lowest
card. The search goes from card to card: it lays one of the card's melds or none, and turns back where what is
left can't bring more than was found.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from .bits cimport (
    ATOUT, FAMILIES, FIRST_ATOUT, FIRST_JOKER, JOKER_COUNT, RANKS, Cards, atout_ranks, family_ranks, lsb, popcount
)
from .lay cimport LANE, Places, family_places, in_every_lane, places_of, windows
from .meld_plan cimport (
    CREATION, FIRST_SHIFT, LAST_PLACE, MAX_PLAN_MELDS, MAX_RUN, MAX_SET, PLACES, Plan, PlanMeld, Weights, place_rank,
    weights_of
)
from .rules cimport ALL_PLACES, Rules

cdef enum:
    MAX_REALS = 20
    MAX_LISTED = 400
    MAX_TRIALS = 4000
    SETS = FAMILIES + 1
    NO_MELD = -1
    THREE = 7
    # A value counts in sixteenths: a pair of cards added is halved, and Jokers are the last to break ties.
    VALUE_BITS = 4
    SCALE = 1 << VALUE_BITS
    HALF = SCALE // 2
    VALUE_SHIFT = FIRST_SHIFT + VALUE_BITS

# A meld that the hand could lay. slot: a run's family (ATOUT where Atouts are one), or SETS; low: a run's lowest
# place, a set's rank.
cdef struct Listed:
    uint32_t cards
    int32_t value
    int16_t next
    uint8_t jokers
    uint8_t added
    uint8_t slot
    uint8_t low
    uint8_t size

# The real cards of a run from low to high, and how many Jokers lie between them.
cdef struct Chain:
    uint32_t cards
    uint32_t reals                              # by places, bit 0 the lowest
    uint32_t atouts
    int low
    int high
    int inner

# Melds laid so far: their cards, worth and cards added, whether a run is among them, and the Jokers left.
cdef struct Laid:
    uint32_t cards
    int32_t value
    int jokers
    int added
    int depth
    bint run

cdef struct Small:
    const Terms* terms
    uint32_t naturals[FAMILIES + 1]             # by places, bit 0 the lowest
    uint32_t mixing                             # the Atouts, where they go with any family
    uint32_t near[FAMILIES + 1]                 # places where a card may be part of a run
    uint8_t number[FAMILIES + 1][PLACES]
    int reals
    int jokers
    int count
    int jokerless
    uint32_t atout_cards
    uint32_t owners                             # cards that a meld belongs to
    int16_t first[MAX_REALS]
    int owner_count
    uint8_t owner[MAX_REALS]
    int32_t bound[MAX_REALS + 1][JOKER_COUNT + 1]
    int32_t best
    int32_t goal
    int32_t step
    int trials
    int best_depth
    uint16_t chosen[MAX_PLAN_MELDS]
    uint16_t best_chosen[MAX_PLAN_MELDS]
    Listed melds[MAX_LISTED]

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
    terms.longest = min(MAX_RUN, CREATION + terms.limit)
    terms.lowest = 1 if rules.ace_low else 2
    terms.highest = LAST_PLACE if rules.ace_high else LAST_PLACE - 1
    terms.min_real = rules.min_real_cards
    terms.least_melds = 0
    terms.run_required = rules.first_run_required and not opened
    terms.choose_created = weights.atout > 0 or rules.min_real_cards > 1
    terms.card[0] = terms.stretch[0] = 0
    for place in range(1, PLACES):
        terms.card[place] = SCALE * <int32_t>weights.card[place]
        terms.stretch[place] = terms.stretch[place - 1] + terms.card[place]
    for size in range(CREATION, MAX_RUN + 1):
        terms.laid[size] = SCALE * <int32_t>(weights.meld + (size - CREATION) * weights.added)
        terms.laid[size] += (size - CREATION) * terms.odd_card
    return terms


# Listing melds.

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
    meld.added = <uint8_t>(size - CREATION)
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
    for place in range(low, low + size - CREATION + 1):
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
    if s.terms.choose_created:
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
    cdef int size = max(span, CREATION)
    if size == span and span <= most:
        if s.terms.choose_created:
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


cdef inline uint32_t held_families(Cards hand, int rank) noexcept nogil:
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
    cdef int least = max(s.terms.min_real, CREATION - s.jokers if rank == 1 else max(2, CREATION - s.jokers))
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
            for size in range(max(CREATION, reals), min(longest, reals + s.jokers) + 1):
                value = size * s.terms.card[rank if rank > 1 else LAST_PLACE]
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
            s.number[slot][LAST_PLACE] = <uint8_t>s.reals
        s.reals += 1


cdef bint read_hand(Small* s, Cards hand, const Terms* terms) noexcept nogil:
    """List the melds of a hand; False if it is too large."""
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


# Choosing among them.

cdef void find_bounds(Small* s) noexcept nogil:
    """The most that the melds of each owner and those after it can bring with so many Jokers, as if they shared no
    cards.
    """
    cdef uint32_t owners = s.owners
    cdef int32_t* after
    cdef int32_t* here
    cdef int k, jokers, i
    cdef int32_t value
    cdef const Listed* meld
    s.owner_count = 0
    while owners:
        s.owner[s.owner_count] = <uint8_t>lsb(owners)
        s.owner_count += 1
        owners &= owners - 1
    for jokers in range(s.jokers + 1):
        s.bound[s.owner_count][jokers] = 0
    for k in range(s.owner_count - 1, -1, -1):
        after = s.bound[k + 1]
        here = s.bound[k]
        for jokers in range(s.jokers + 1):
            here[jokers] = after[jokers]
        i = s.first[s.owner[k]]
        while i != NO_MELD:
            meld = &s.melds[i]
            value = meld.value
            for jokers in range(s.jokers - meld.jokers + 1):
                here[jokers + meld.jokers] = max(here[jokers + meld.jokers], value + after[jokers])
            i = meld.next


cdef inline void take_best(Small* s, const Laid* laid) noexcept nogil:
    """Keep these melds if they are better: an odd card added is no pair (R20)."""
    cdef int32_t value = laid.value - (laid.added & 1) * s.terms.odd_card
    cdef int i
    if value < s.goal or laid.depth < s.terms.least_melds or (s.terms.run_required and not laid.run):
        return
    s.best = value
    s.goal = (value // s.step + 1) * s.step
    s.best_depth = laid.depth
    for i in range(laid.depth):
        s.best_chosen[i] = s.chosen[i]


cdef inline Laid with_meld(const Laid* laid, const Listed* meld) noexcept nogil:
    cdef Laid more
    more.cards = laid.cards | meld.cards
    more.value = laid.value + meld.value
    more.jokers = laid.jokers - meld.jokers
    more.added = laid.added + meld.added
    more.depth = laid.depth + 1
    more.run = laid.run or meld.slot != SETS
    return more


cdef void choose(Small* s, int k, const Laid* laid) noexcept nogil:
    """Lay melds of the k-th owner and those after it in every way that could be better than the best so far."""
    cdef const Listed* meld
    cdef Laid more
    cdef int left, i
    s.trials += 1
    while laid.value + s.bound[k][laid.jokers] >= s.goal and s.trials < MAX_TRIALS:
        i = NO_MELD if (laid.cards >> s.owner[k]) & 1 else s.first[s.owner[k]]
        k += 1
        while i != NO_MELD:
            meld = &s.melds[i]
            left = laid.jokers - meld.jokers
            if not meld.cards & laid.cards and left >= 0 and laid.added + meld.added <= s.terms.limit:
                if laid.value + meld.value + s.bound[k][left] >= s.goal:
                    s.chosen[laid.depth] = <uint16_t>i
                    more = with_meld(laid, meld)
                    take_best(s, &more)
                    if k < s.owner_count:
                        choose(s, k, &more)
            i = meld.next
        if k == s.owner_count:
            return


cdef void choose_one(Small* s, const Laid* none) noexcept nogil:
    """Where every meld takes the only Joker, at most one can be laid."""
    cdef Laid one
    cdef int i
    for i in range(s.count):
        if none.value + s.melds[i].value >= s.goal:
            s.chosen[0] = <uint16_t>i
            one = with_meld(none, &s.melds[i])
            take_best(s, &one)


cdef bint search(Small* s, int32_t step) noexcept nogil:
    """Find the best melds, values that differ by less than a step being equal; False if that takes too long."""
    cdef Laid none
    s.step = step
    s.best = s.jokers
    s.best_depth = 0
    s.goal = (s.best // step + 1) * step
    if s.count == 0:
        return True
    none.cards = 0
    none.value = s.best
    none.jokers = s.jokers
    none.added = 0
    none.depth = 0
    none.run = False
    if s.jokers == 1 and s.jokerless == 0:
        choose_one(s, &none)
        return True
    find_bounds(s)
    choose(s, 0, &none)
    return s.trials < MAX_TRIALS


cdef int32_t small_value(Cards hand, const Terms* terms) noexcept nogil:
    """The most of the objective that the hand can lay; NOT_SMALL if it has too many melds for this, NO_PLAN if it has
    fewer than asked for.
    """
    cdef Small s
    if not read_hand(&s, hand, terms) or not search(&s, <int32_t>1 << VALUE_SHIFT):
        return NOT_SMALL
    return (s.best >> VALUE_SHIFT) * terms.unit if s.best_depth >= terms.least_melds else NO_PLAN


# Telling them.

cdef void plan_run(const Small* s, const Listed* listed, PlanMeld* meld) noexcept nogil:
    cdef uint32_t reals = 0
    cdef uint32_t atouts = 0
    cdef uint32_t bit
    cdef int place, card
    for place in range(listed.low, listed.low + listed.size):
        bit = <uint32_t>1 << (place - 1)
        card = FIRST_JOKER
        if s.naturals[listed.slot] & bit and (listed.cards >> s.number[listed.slot][place]) & 1:
            card = RANKS * listed.slot + place_rank(place) - 1
            reals |= bit
            atouts |= bit if listed.slot == ATOUT else 0
        elif s.mixing & bit and (listed.cards >> s.number[ATOUT][place]) & 1:
            card = FIRST_ATOUT + place_rank(place) - 1
            reals |= bit
            atouts |= bit
        meld.cards[place - listed.low] = <uint8_t>card
    meld.created = <uint8_t>(created_place(s.terms.min_real, listed.low, listed.size, reals, atouts) - listed.low)


cdef void plan_set(const Small* s, const Listed* listed, uint32_t held, PlanMeld* meld) noexcept nogil:
    cdef int size = 0
    cdef int i, family
    meld.created = 0
    for i in range(FAMILIES + 1):
        family = (ATOUT + i) % (FAMILIES + 1)
        if (held >> family) & 1 and (listed.cards >> s.number[family][listed.low]) & 1:
            meld.cards[size] = <uint8_t>(RANKS * family + listed.low - 1)
            size += 1
    for i in range(size, listed.size):
        meld.cards[i] = FIRST_JOKER


cdef int small_plan(Cards hand, const Terms* terms, Plan* plan) noexcept nogil:
    """Fill plan with the best melds and return 0; NOT_SMALL if the hand has too many melds for this."""
    cdef Small s
    cdef const Listed* listed
    cdef PlanMeld* meld
    cdef int i
    if not read_hand(&s, hand, terms) or not search(&s, 1):
        return NOT_SMALL
    plan.value = (s.best >> VALUE_SHIFT) * terms.unit
    plan.jokers_left = s.jokers
    plan.count = s.best_depth
    for i in range(s.best_depth):
        listed = &s.melds[s.best_chosen[i]]
        meld = &plan.melds[i]
        plan.jokers_left -= listed.jokers
        meld.is_set = listed.slot == SETS
        meld.low = listed.low
        meld.size = listed.size
        if meld.is_set:
            plan_set(&s, listed, held_families(hand, listed.low), meld)
        else:
            plan_run(&s, listed, meld)
    return 0
