"""The best melds of a small hand: every meld that it could lay, then the best of them that share no card.

A meld is here its real cards, as a mask, and how many Jokers it takes; of all ways to lay the same cards only
the best is kept. Cards are numbered Atouts first, since they fit most melds; each meld belongs to its lowest
card. The search goes from card to card: it lays one of the card's melds or none, and turns back where what is
left can't bring more than was found.
"""

from libc.stdint cimport int16_t, int32_t, uint8_t, uint16_t, uint32_t

from .bits cimport (
    ATOUT, FAMILIES, FIRST_ATOUT, FIRST_JOKER, JOKER_COUNT, RANKS, Cards, atout_ranks, family_ranks, lsb, popcount
)
from .lay cimport Places, family_places, places_of
from .meld_plan cimport (
    CREATION, FIRST_SHIFT, LAST_PLACE, MAX_PLAN_MELDS, MAX_RUN, MAX_SET, PLACES, Plan, PlanMeld, Weights, place_rank
)
from .rules cimport Rules

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

# The real cards of a run from low to high, in places, and how many Jokers lie between them.
cdef struct Chain:
    uint32_t cards
    uint32_t reals
    uint32_t atouts
    int low
    int high
    int inner
    bint natural

cdef struct Laid:
    uint32_t cards
    int32_t value
    int jokers
    int added
    int depth
    bint run

cdef struct Small:
    const Rules* rules
    const Weights* weights
    int32_t stretch[PLACES]                     # worth of all places up to this one
    uint32_t naturals[FAMILIES + 1]             # by places, bit 0 the lowest
    uint32_t mixing                             # the Atouts, where they go with any family
    uint32_t near[FAMILIES + 1]                 # places where a card may be part of a run
    uint8_t number[FAMILIES + 1][PLACES]
    int reals
    int jokers
    int limit
    int longest
    int lowest
    int highest
    bint run_required
    bint choose_created
    int count
    int16_t first[MAX_REALS]
    int32_t bound[MAX_REALS + 1][JOKER_COUNT + 1]
    int32_t best
    int32_t goal
    int32_t step
    int trials
    int best_depth
    uint16_t chosen[MAX_PLAN_MELDS]
    uint16_t best_chosen[MAX_PLAN_MELDS]
    Listed melds[MAX_LISTED]


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
    meld.value = SCALE * value + HALF * (size - CREATION) * <int32_t>s.weights.pair - jokers
    meld.jokers = <uint8_t>jokers
    meld.added = <uint8_t>(size - CREATION)
    meld.slot = <uint8_t>slot
    meld.low = <uint8_t>low
    meld.size = <uint8_t>size
    meld.next = s.first[owner]
    s.first[owner] = <int16_t>s.count
    s.count += 1


cdef int created_place(const Rules* rules, int low, int size, uint32_t reals, uint32_t atouts) noexcept nogil:
    """The lowest of the three cards that create a run: those with most Atouts (R15) of those with reals enough
    (R7); 0 if there are none.
    """
    cdef int best = 0
    cdef int most = -1
    cdef int place
    for place in range(low, low + size - CREATION + 1):
        if popcount((reals >> (place - 1)) & THREE) < rules.min_real_cards:
            continue
        if popcount((atouts >> (place - 1)) & THREE) > most:
            most = popcount((atouts >> (place - 1)) & THREE)
            best = place
    return best


cdef inline int32_t run_value(const Small* s, int low, int size, uint32_t reals, uint32_t atouts) noexcept nogil:
    """What the run is worth; -1 if it can't be laid."""
    cdef int32_t value = s.stretch[low + size - 1] - s.stretch[low - 1]
    cdef int created
    value += <int32_t>s.weights.meld + (size - CREATION) * <int32_t>s.weights.added
    if not s.choose_created:
        return value
    created = created_place(s.rules, low, size, reals, atouts)
    if created == 0:
        return -1
    return value + <int32_t>s.weights.atout * popcount((atouts >> (created - 1)) & THREE)


cdef inline void list_run(Small* s, int slot, const Chain* chain) noexcept nogil:
    """The run of these cards with each number of Jokers, those that fill no gap where they are worth most."""
    cdef int span = chain.high - chain.low + 1
    cdef int size, low, best_low
    cdef int32_t value, best
    for size in range(max(span, CREATION), min(s.longest, span + s.jokers - chain.inner) + 1):
        best = -1
        best_low = 0
        for low in range(max(s.lowest, chain.high - size + 1), min(chain.low, s.highest - size + 1) + 1):
            value = run_value(s, low, size, chain.reals, chain.atouts)
            if value > best:
                best = value
                best_low = low
        if best >= 0:
            list_meld(s, chain.cards, chain.inner + size - span, best, slot, best_low, size)


cdef void grow_run(Small* s, int slot, const Chain* chain, int place) noexcept nogil:
    """Put the natural of the place on the cards below, or its Atout: list that run, and those that go on from it.
    """
    cdef uint32_t bit = <uint32_t>1 << (place - 1)
    cdef Chain longer
    cdef uint32_t ahead
    cdef int room, wild
    for wild in range(2):
        if not ((s.mixing if wild else s.naturals[slot]) & bit):
            continue
        longer = chain[0]
        longer.inner += place - chain.high - 1
        longer.high = place
        longer.cards |= <uint32_t>1 << s.number[ATOUT if wild else slot][place]
        longer.reals |= bit
        if wild or slot == ATOUT:
            longer.atouts |= bit
        if not wild:
            longer.natural = True
        # A run of wild cards only is the same in every family (R8).
        if longer.natural or slot == 0:
            list_run(s, slot, &longer)
        room = min(s.jokers - longer.inner, s.longest - (place - longer.low) - 2)
        if room < 0:
            continue
        ahead = (s.near[slot] >> place) & ((<uint32_t>2 << room) - 1)
        while ahead:
            grow_run(s, slot, &longer, place + 1 + lsb(ahead))
            ahead &= ahead - 1


cdef void list_runs(Small* s, int slot) noexcept nogil:
    cdef uint32_t starts = s.near[slot]
    cdef Chain none
    while starts:
        none.low = lsb(starts) + 1
        none.high = none.low - 1
        none.inner = 0
        none.cards = none.reals = none.atouts = 0
        none.natural = False
        grow_run(s, slot, &none, none.low)
        starts &= starts - 1


cdef inline uint32_t held_families(Cards hand, int rank) noexcept nogil:
    cdef uint32_t held = ((atout_ranks(hand) >> (rank - 1)) & 1) << ATOUT
    cdef int family
    for family in range(FAMILIES):
        held |= ((family_ranks(hand, family) >> (rank - 1)) & 1) << family
    return held


cdef void list_sets(Small* s, int rank, uint32_t held) noexcept nogil:
    """Every set of these families' cards of a rank, and Jokers."""
    cdef uint32_t some = held
    cdef uint32_t left, cards
    cdef int reals, size
    cdef int32_t value
    while some:
        reals = popcount(some)
        if reals >= s.rules.min_real_cards:
            cards = 0
            left = some
            while left:
                cards |= <uint32_t>1 << s.number[lsb(left)][rank]
                left &= left - 1
            for size in range(max(CREATION, reals), min(min(MAX_SET, s.longest), reals + s.jokers) + 1):
                value = size * <int32_t>s.weights.card[rank if rank > 1 else LAST_PLACE] + <int32_t>s.weights.meld
                value += (some >> ATOUT) * <int32_t>s.weights.atout + (size - CREATION) * <int32_t>s.weights.added
                list_meld(s, cards, size - reals, value, SETS, rank, size)
        some = (some - 1) & held


cdef inline uint32_t near_places(uint32_t held, int jokers, uint32_t whole) noexcept nogil:
    """Where a card may be part of a run: in three places of which Jokers can fill what isn't held."""
    cdef uint32_t a = held
    cdef uint32_t b = held >> 1
    cdef uint32_t c = held >> 2
    cdef uint32_t lows = a & b & c
    if jokers == 1:
        lows = a & b | a & c | b & c
    elif jokers > 1:
        return held
    lows &= whole
    return held & (lows | lows << 1 | lows << 2)


cdef void list_all(Small* s, Cards hand) noexcept nogil:
    cdef uint32_t once = 0
    cdef uint32_t twice = 0
    cdef uint32_t thrice = 0
    cdef uint32_t ready, ranks
    cdef int slot, rank
    for slot in range(FAMILIES + 1):
        if s.near[slot]:
            list_runs(s, slot)
        ranks = family_ranks(hand, slot) if slot < FAMILIES else atout_ranks(hand)
        thrice |= twice & ranks
        twice |= once & ranks
        once |= ranks
    ready = thrice if s.jokers == 0 else twice if s.jokers == 1 else once
    while ready:
        rank = lsb(ready) + 1
        list_sets(s, rank, held_families(hand, rank))
        ready &= ready - 1


cdef void number_family(Small* s, int slot, uint32_t ranks) noexcept nogil:
    cdef int rank
    while ranks:
        rank = lsb(ranks) + 1
        ranks &= ranks - 1
        s.number[slot][rank] = <uint8_t>s.reals
        if rank == 1:
            s.number[slot][LAST_PLACE] = <uint8_t>s.reals
        s.first[s.reals] = NO_MELD
        s.reals += 1


cdef bint read_hand(Small* s, Cards hand, const Rules* rules, const Weights* weights, bint opened) noexcept nogil:
    """List the melds of a hand; False if it is too large."""
    cdef Places places = places_of(rules, hand)
    cdef uint32_t whole = places.allowed & places.allowed >> 1 & places.allowed >> 2
    cdef int place, slot
    if popcount(hand.naturals) + popcount(atout_ranks(hand)) > MAX_REALS:
        return False
    s.rules = rules
    s.weights = weights
    s.jokers = places.jokers
    s.limit = rules.completions_per_turn
    s.longest = min(MAX_RUN, CREATION + s.limit)
    s.lowest = 1 if rules.ace_low else 2
    s.highest = LAST_PLACE if rules.ace_high else LAST_PLACE - 1
    s.run_required = rules.first_run_required and not opened
    s.choose_created = weights.atout > 0 or rules.min_real_cards > 1
    s.reals = s.count = s.trials = 0
    s.stretch[0] = 0
    for place in range(1, PLACES):
        s.stretch[place] = s.stretch[place - 1] + <int32_t>weights.card[place]
    number_family(s, ATOUT, atout_ranks(hand))
    s.mixing = 0 if rules.own_family_melds else places.atouts
    s.naturals[ATOUT] = places.atouts if rules.own_family_melds else 0
    for slot in range(FAMILIES):
        number_family(s, slot, family_ranks(hand, slot))
        s.naturals[slot] = family_places(&places, slot)
    for slot in range(FAMILIES + 1):
        s.near[slot] = 0
        if s.naturals[slot] or slot == 0:
            s.near[slot] = near_places(s.naturals[slot] | s.mixing, s.jokers, whole)
    list_all(s, hand)
    return s.trials < MAX_TRIALS


# Choosing among them.

cdef void find_bounds(Small* s) noexcept nogil:
    """The most that the melds of each card and the higher ones can bring with so many Jokers, as if they shared
    no cards.
    """
    cdef int card, jokers, i
    cdef int32_t most
    cdef const Listed* meld
    for jokers in range(s.jokers + 1):
        s.bound[s.reals][jokers] = 0
    for card in range(s.reals - 1, -1, -1):
        for jokers in range(s.jokers + 1):
            s.bound[card][jokers] = s.bound[card + 1][jokers]
        i = s.first[card]
        while i != NO_MELD:
            meld = &s.melds[i]
            for jokers in range(meld.jokers, s.jokers + 1):
                most = meld.value + s.bound[card + 1][jokers - meld.jokers]
                s.bound[card][jokers] = max(s.bound[card][jokers], most)
            i = meld.next


cdef void choose(Small* s, int card, Laid laid) noexcept nogil:
    """Lay the melds of this card and the higher ones in every way that could be better than the best so far."""
    cdef int32_t value = laid.value - (laid.added & 1) * HALF * <int32_t>s.weights.pair
    cdef const Listed* meld
    cdef Laid more
    cdef int i
    if value >= s.goal and (laid.run or not s.run_required):
        s.best = value
        s.goal = (value // s.step + 1) * s.step
        s.best_depth = laid.depth
        for i in range(laid.depth):
            s.best_chosen[i] = s.chosen[i]
    s.trials += 1
    while card < s.reals:
        if laid.value + s.bound[card][laid.jokers] < s.goal or s.trials >= MAX_TRIALS:
            return
        i = NO_MELD if (laid.cards >> card) & 1 else s.first[card]
        while i != NO_MELD:
            meld = &s.melds[i]
            if not meld.cards & laid.cards and meld.jokers <= laid.jokers and laid.added + meld.added <= s.limit:
                s.chosen[laid.depth] = <uint16_t>i
                more.cards = laid.cards | meld.cards
                more.value = laid.value + meld.value
                more.jokers = laid.jokers - meld.jokers
                more.added = laid.added + meld.added
                more.depth = laid.depth + 1
                more.run = laid.run or meld.slot != SETS
                choose(s, card + 1, more)
            i = meld.next
        card += 1


cdef bint search(Small* s, int32_t step) noexcept nogil:
    """Find the best melds, values that differ by less than a step being equal; False if that takes too long."""
    cdef Laid none
    s.step = step
    s.best = s.jokers
    s.best_depth = 0
    s.goal = (s.best // step + 1) * step
    if s.count == 0:
        return True
    find_bounds(s)
    none.cards = 0
    none.value = s.best
    none.jokers = s.jokers
    none.added = 0
    none.depth = 0
    none.run = False
    choose(s, 0, none)
    return s.trials < MAX_TRIALS


cdef int32_t small_value(Cards hand, const Rules* rules, const Weights* weights, bint opened) noexcept nogil:
    """The most of the objective that the hand can lay; NOT_SMALL if it has too many melds for this."""
    cdef Small s
    if not read_hand(&s, hand, rules, weights, opened) or not search(&s, <int32_t>1 << VALUE_SHIFT):
        return NOT_SMALL
    return (s.best >> VALUE_SHIFT) * weights.unit


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
    meld.created = <uint8_t>(created_place(s.rules, listed.low, listed.size, reals, atouts) - listed.low)


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


cdef int small_plan(Cards hand, const Rules* rules, const Weights* weights, bint opened, Plan* plan) noexcept nogil:
    """Fill plan with the best melds and return 0; NOT_SMALL if the hand has too many melds for this."""
    cdef Small s
    cdef const Listed* listed
    cdef PlanMeld* meld
    cdef int i
    if not read_hand(&s, hand, rules, weights, opened) or not search(&s, 1):
        return NOT_SMALL
    plan.value = (s.best >> VALUE_SHIFT) * weights.unit
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
