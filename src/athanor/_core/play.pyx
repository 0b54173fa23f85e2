"""A turn's play: candidates lists every lay, add and take, apply_play carries one out and pays for it."""

from libc.stdint cimport int32_t, uint8_t, uint16_t, uint32_t, uint64_t

from .actions cimport (
    ADDS_PER_MELD, ALL_WILD, ATOUT_SOURCE, ATOUT_TAKES, FIRST_ADD, FIRST_RUN, FIRST_SET, FIRST_TAKE,
    HIGH_END, LOW_END, NATURAL_SOURCE, NO_END, RUN_LOWS, RUN_PATTERN_FAMILY, RUN_PATTERN_SOURCES,
    RUN_PATTERNS, SET_PATTERN_FAMILIES, SET_PATTERNS, SOURCE_TRIPLES, TAKES_PER_MELD, add_action, take_with_atout,
    take_with_natural,
)
from .bits cimport (
    ATOUT, FIRST_ATOUT, FIRST_JOKER, JOKER_SHIFT, RANK_MASK, RANKS, Cards, add_card, atout_ranks, card_rank,
    joker_count, lsb, no_cards, popcount, remove_card, with_jokers,
)
from .lay cimport Places, family_places, new_melds, places_of, to_places
from .log cimport (
    COMPLETION_GAIN, GAIN_EVENT, MELD_GAIN, OTHER_PAIR_GAIN, OWN_PAIR_GAIN, record,
)
from .meld_shape cimport MAX_RUN, MAX_SET, MIN_MELD, place_points, place_rank
from .rules cimport NO_BOTTOM, NO_LIMIT
from .state cimport OPEN_FAMILY, RUN, SET, STEP_COMPLETE, STEP_LAY, STEP_TAKE, Meld, supply

cdef enum:
    ALL_FAMILIES = 15

# What a new run takes from the hand and where, its lowest place in bit 0; by the sources of its three places.
cdef struct Triple:
    uint8_t naturals
    uint8_t atouts
    uint8_t jokers
    uint8_t atout_count
    uint8_t joker_count

cdef Triple TRIPLES[SOURCE_TRIPLES]
cdef int32_t RUN_POINTS[RUN_LOWS + 1]       # of three cards from a lowest place on
cdef uint64_t FAMILY_BITS[16]               # the first card of each family of a mask


cdef void _fill_tables() noexcept:
    cdef int triple, sources, place, families, family
    for triple in range(SOURCE_TRIPLES):
        sources = triple
        for place in range(2, -1, -1):
            if sources % 3 == NATURAL_SOURCE:
                TRIPLES[triple].naturals |= 1 << place
            elif sources % 3 == ATOUT_SOURCE:
                TRIPLES[triple].atouts |= 1 << place
                TRIPLES[triple].atout_count += 1
            else:
                TRIPLES[triple].jokers |= 1 << place
                TRIPLES[triple].joker_count += 1
            sources //= 3
    for place in range(1, RUN_LOWS + 1):
        RUN_POINTS[place] = place_points(place) + place_points(place + 1) + place_points(place + 2)
    for families in range(16):
        for family in range(4):
            FAMILY_BITS[families] |= <uint64_t>(families >> family & 1) << (RANKS * family)


cdef inline uint32_t to_ranks(uint32_t places) noexcept nogil:
    return (places | places >> RANKS) & RANK_MASK


_fill_tables()


# What may be laid.

cdef inline uint16_t* put(uint16_t* end, bint wanted, uint16_t action) noexcept nogil:
    """Append an action if it is wanted, without a branch that couldn't be foretold."""
    end[0] = action
    return end + wanted


cdef inline uint16_t* adds_at_end(const Places* hand, uint32_t own, uint32_t atouts, const Meld* meld, int m, int place,
                                  int side, uint16_t* end) noexcept nogil:
    """Cards that extend a run at one place (R6-R8): naturals of its family, Atouts that fit it, a Joker."""
    cdef int index = place - 1
    cdef int rank_index = place_rank(place) - 1
    cdef int family
    if meld.family < ATOUT:
        end = put(end, (own >> index) & 1, add_action(m, meld.family * RANKS + rank_index, side))
    elif meld.family == OPEN_FAMILY:
        for family in range(4):
            end = put(end, (family_places(hand, family) >> index) & 1, add_action(m, family * RANKS + rank_index, side))
    end = put(end, (atouts >> index) & 1, add_action(m, FIRST_ATOUT + rank_index, side))
    return put(end, hand.jokers > 0, add_action(m, FIRST_JOKER, side))


cdef inline uint16_t* adds_to_run(const Rules* rules, const Places* hand, uint32_t own, const Meld* meld, int m,
                                  uint16_t* end) noexcept nogil:
    cdef uint32_t atouts = 0 if rules.own_family_melds and meld.family != ATOUT else hand.atouts
    cdef uint32_t fitting = hand.allowed if hand.jokers else own | atouts
    cdef uint32_t low = <uint32_t>1 << (meld.low - 1)
    if not (low << meld.size | low >> 1) & fitting or meld.size == MAX_RUN:
        return end
    if low << meld.size & fitting:
        end = adds_at_end(hand, own, atouts, meld, m, meld.low + meld.size, HIGH_END, end)
    if low >> 1 & fitting:
        end = adds_at_end(hand, own, atouts, meld, m, meld.low - 1, LOW_END, end)
    return end


cdef inline uint16_t* adds_to_set(Cards hand, int missing, bint joker, const Meld* meld, int m,
                                  uint16_t* end) noexcept nogil:
    cdef int rank_index = meld.low - 1
    if meld.size == MAX_SET:
        return end
    while missing:
        end = put(end, True, add_action(m, lsb(missing) * RANKS + rank_index, NO_END))
        missing &= missing - 1
    end = put(end, not meld.atouts and (atout_ranks(hand) >> rank_index) & 1,
              add_action(m, FIRST_ATOUT + rank_index, NO_END))
    return put(end, joker, add_action(m, FIRST_JOKER, NO_END))


cdef inline uint16_t* takes_from_run(const Places* hand, uint32_t own, uint32_t right_atouts, const Meld* meld, int m,
                                     uint32_t wild, uint16_t* end) noexcept nogil:
    """Wild cards of a run whose right card is in hand (R10); right_atouts are the places of those that may serve."""
    cdef uint32_t found
    cdef int family, place
    if wild & own:
        for family in range(4):
            if meld.family != family and meld.family != OPEN_FAMILY:
                continue
            found = wild & family_places(hand, family)
            while found:
                place = lsb(found) + 1
                found &= found - 1
                end = put(end, True, take_with_natural(m, family * RANKS + place_rank(place) - 1,
                                                       (meld.atouts >> (place - 1)) & 1))
    if meld.family < ATOUT:
        return end
    found = meld.jokers & right_atouts
    while found:
        end = put(end, True, take_with_atout(m, place_rank(lsb(found) + 1)))
        found &= found - 1
    return end


cdef inline uint16_t* takes_from_set(const Rules* rules, int missing, uint32_t right_atouts, const Meld* meld, int m,
                                     bint atouts_too, uint16_t* end) noexcept nogil:
    """Wild cards of a set whose right card is in hand (R10)."""
    cdef int card
    while missing:
        card = lsb(missing) * RANKS + meld.low - 1
        missing &= missing - 1
        end = put(end, meld.jokers > 0, take_with_natural(m, card, False))
        end = put(end, meld.atouts and atouts_too, take_with_natural(m, card, True))
    if not meld.jokers or meld.atouts or not (right_atouts >> (meld.low - 1)) & 1:
        return end
    return put(end, meld.naturals == ALL_FAMILIES or rules.own_family_melds, take_with_atout(m, meld.low))


cdef inline uint32_t melds_touched(const State* s, Cards hand, const Places* places) noexcept nogil:
    """The melds to which a card of the hand may belong, as a mask: all that a play can concern, and a few more."""
    cdef uint32_t touched = 0
    cdef uint32_t low, own
    cdef const Meld* meld
    cdef int m
    if places.jokers:
        return (<uint32_t>1 << s.meld_count) - 1
    for m in range(s.meld_count):
        meld = &s.melds[m]
        if meld.kind == RUN:
            low = <uint32_t>1 << (meld.low - 1)
            own = own_places(places, meld.family) | places.atouts
            touched |= <uint32_t>(((low << meld.size | low >> 1 | meld.atouts | meld.jokers) & own) != 0) << m
        else:
            own = <uint32_t>naturals_of_rank(hand, meld.low) & ~meld.naturals | atout_ranks(hand) >> (meld.low - 1) & 1
            touched |= <uint32_t>(own != 0) << m
    return touched


cdef bint candidates(const Rules* rules, const State* s, Legal* legal) noexcept nogil:
    """Append every lay, add and take of the turn, whether or not what it would owe can be laid again (R21).

    Tells whether there is a take among them.
    """
    cdef Cards hand = s.hands[s.current]
    cdef Places places = places_of(rules, hand)
    cdef bint first_lay = rules.first_run_required and s.melds_laid[s.current] == 0
    cdef uint16_t* end = &legal.actions[legal.count]
    cdef bint takes = False
    if s.step == STEP_LAY:
        end = new_melds(rules, &places, hand, first_lay, end)
    if not first_lay:
        end = plays_on_table(rules, s, hand, &places, end, &takes)
    legal.count = <int32_t>(end - legal.actions)
    return takes


cdef inline uint16_t* plays_on_table(const Rules* rules, const State* s, Cards hand, const Places* places,
                                     uint16_t* end, bint* takes) noexcept nogil:
    """Adds to and takes from each meld."""
    cdef uint32_t touched = melds_touched(s, hand, places)
    # An owed Atout must be laid, and a right card replaces without being laid (R21).
    cdef uint32_t right_atouts = atout_ranks(hand) & ~<uint32_t>s.owed_atouts
    cdef uint32_t right_places = to_places(right_atouts, places.allowed)
    cdef uint32_t own, wild
    cdef uint16_t* adds_end
    cdef const Meld* meld
    cdef int m, missing
    cdef bint atouts_too = rules.recover and not rules.own_family_melds
    cdef bint may_add = s.step <= STEP_COMPLETE and (
        rules.completions_per_turn == NO_LIMIT or s.completions < rules.completions_per_turn)
    while touched:
        m = lsb(touched)
        touched &= touched - 1
        meld = &s.melds[m]
        if meld.kind == RUN:
            own = own_places(places, meld.family)
            if may_add:
                end = adds_to_run(rules, places, own, meld, m, end)
            adds_end = end
            wild = meld.jokers | (meld.atouts if atouts_too else 0)
            if wild & (own | right_places):
                end = takes_from_run(places, own, right_places, meld, m, wild, end)
        else:
            missing = naturals_of_rank(hand, meld.low) & ~meld.naturals
            if may_add:
                end = adds_to_set(hand, missing, places.jokers > 0, meld, m, end)
            adds_end = end
            if meld.jokers or meld.atouts:
                end = takes_from_set(rules, missing, right_atouts, meld, m, atouts_too, end)
        takes[0] |= end != adds_end
    return end


# What it does.

cdef void gain(State* s, int amount, int source, Log* log) noexcept nogil:
    """Pay the mover from the bank, as far as it reaches (R15, R16, R20, R25)."""
    amount = min(amount, supply(s))
    if s.bank != NO_BOTTOM:
        s.bank -= amount
    if amount == 0:
        return
    s.stones[s.current] += amount
    record(log, GAIN_EVENT, s.current, source, amount, True)


cdef void pay_pair(const Rules* rules, State* s, int owner, Log* log) noexcept nogil:
    """A second card added this turn to melds of one owner (R20)."""
    cdef int32_t amount
    if owner == s.current:
        gain(s, rules.pair_stones, OWN_PAIR_GAIN, log)
        return
    amount = min(<int32_t>rules.pair_stones, s.stones[owner])
    if amount == 0:
        return
    s.stones[owner] -= amount
    s.stones[s.current] += amount
    record(log, GAIN_EVENT, s.current, OTHER_PAIR_GAIN, amount, True)


cdef void score(const Rules* rules, State* s, int owner, int rank) noexcept nogil:
    """Count a newly filled place for the owner of the meld, or for who lays it (R23)."""
    s.points[s.current if rules.points_by_layer else owner] += place_points(rank)


cdef inline void leave_hand(State* s, uint64_t naturals, uint32_t atouts, int jokers) noexcept nogil:
    """Lay cards, Atouts by rank: an owed one is settled by it, any Joker settling any (R21)."""
    cdef Cards* hand = &s.hands[s.current]
    hand.naturals &= ~naturals
    hand.wilds = hand.wilds & ~<uint64_t>atouts & RANK_MASK | hand.wilds >> (JOKER_SHIFT + jokers) << JOKER_SHIFT
    s.owed_atouts &= ~<uint16_t>atouts
    s.owed_jokers -= <uint8_t>min(<int>s.owed_jokers, jokers)


cdef Meld* new_meld(State* s, int kind, int family, int low) noexcept nogil:
    cdef Meld* meld = &s.melds[s.meld_count]
    s.meld_count += 1
    s.melds_laid[s.current] += 1
    meld.owner = s.current
    meld.kind = <uint8_t>kind
    meld.family = <uint8_t>family
    meld.low = <uint8_t>low
    meld.size = MIN_MELD
    meld.naturals = 0
    meld.atouts = 0
    meld.jokers = 0
    return meld


cdef void lay_run(const Rules* rules, State* s, int code, Log* log) noexcept nogil:
    cdef int low = code // RUN_PATTERNS + 1
    cdef int pattern = code % RUN_PATTERNS
    cdef int family = RUN_PATTERN_FAMILY[pattern]
    cdef const Triple* triple = &TRIPLES[RUN_PATTERN_SOURCES[pattern]]
    cdef uint32_t naturals = triple.naturals << (low - 1)
    cdef uint32_t atouts = triple.atouts << (low - 1)
    cdef Meld* meld
    leave_hand(s, <uint64_t>to_ranks(naturals) << (RANKS * (family & 3)), to_ranks(atouts), triple.joker_count)
    if family == ALL_WILD:
        family = ATOUT if rules.own_family_melds else OPEN_FAMILY
    meld = new_meld(s, RUN, family, low)
    meld.atouts = <uint16_t>atouts
    meld.jokers = <uint16_t>(triple.jokers << (low - 1))
    s.points[s.current] += RUN_POINTS[low]
    gain(s, rules.meld_stones + triple.atout_count * rules.atout_stones, MELD_GAIN, log)


cdef void lay_set(const Rules* rules, State* s, int code, Log* log) noexcept nogil:
    cdef int rank = code // SET_PATTERNS + 1
    cdef int families = SET_PATTERN_FAMILIES[code % SET_PATTERNS]
    cdef int atout = families >> ATOUT
    cdef int jokers = MIN_MELD - popcount(families)
    cdef Meld* meld
    leave_hand(s, FAMILY_BITS[families & ALL_FAMILIES] << (rank - 1), <uint32_t>atout << (rank - 1), jokers)
    meld = new_meld(s, SET, 0, rank)
    meld.naturals = <uint8_t>(families & ALL_FAMILIES)
    meld.atouts = <uint16_t>atout
    meld.jokers = <uint16_t>jokers
    s.points[s.current] += MIN_MELD * place_points(rank)
    gain(s, rules.meld_stones + atout * rules.atout_stones, MELD_GAIN, log)


cdef void add_to_run(Meld* meld, int card, int place) noexcept nogil:
    cdef uint16_t bit = <uint16_t>1 << (place - 1)
    if place < meld.low:
        meld.low = <uint8_t>place
    if card >= FIRST_JOKER:
        meld.jokers |= bit
    elif card >= FIRST_ATOUT:
        meld.atouts |= bit
    elif meld.family == OPEN_FAMILY:
        meld.family = <uint8_t>(card // RANKS)


cdef void add_to_set(Meld* meld, int card) noexcept nogil:
    if card >= FIRST_JOKER:
        meld.jokers += 1
    elif card >= FIRST_ATOUT:
        meld.atouts = 1
    else:
        meld.naturals |= 1 << (card // RANKS)


cdef void add(const Rules* rules, State* s, int code, Log* log) noexcept nogil:
    cdef Meld* meld = &s.melds[code // ADDS_PER_MELD]
    cdef int card = code % ADDS_PER_MELD // 3
    cdef int end = code % 3
    cdef int place
    leave_hand(s, <uint64_t>(card < FIRST_ATOUT) << (card & 63),
               <uint32_t>(FIRST_ATOUT <= card < FIRST_JOKER) << (card - FIRST_ATOUT & 31), card >= FIRST_JOKER)
    if meld.kind == SET:
        score(rules, s, meld.owner, meld.low)
        add_to_set(meld, card)
    else:
        place = meld.low - 1 if end == LOW_END else meld.low + meld.size
        score(rules, s, meld.owner, place_rank(place))
        add_to_run(meld, card, place)
    meld.size += 1
    s.completions += 1
    if rules.ordered_steps:
        s.step = STEP_COMPLETE
    gain(s, rules.completion_stones, COMPLETION_GAIN, log)
    s.added[meld.owner] += 1
    if s.added[meld.owner] % 2 == 0:
        pay_pair(rules, s, meld.owner, log)


cdef void replace_in_run(Meld* meld, int right, bint takes_atout) noexcept nogil:
    """Put the right card in its place; a natural fixes an open family (R8)."""
    cdef uint16_t wild = meld.atouts if takes_atout else meld.jokers
    cdef int rank = card_rank(right)
    cdef uint16_t bit = <uint16_t>1 << (rank - 1)
    if rank == 1 and not wild & bit:
        bit = <uint16_t>1 << RANKS
    if takes_atout:
        meld.atouts &= ~bit
    else:
        meld.jokers &= ~bit
    if right >= FIRST_ATOUT:
        meld.atouts |= bit
    elif meld.family == OPEN_FAMILY:
        meld.family = <uint8_t>(right // RANKS)


cdef void replace_in_set(Meld* meld, int right, bint takes_atout) noexcept nogil:
    if takes_atout:
        meld.atouts = 0
    else:
        meld.jokers -= 1
    add_to_set(meld, right)


cdef void take(const Rules* rules, State* s, int code) noexcept nogil:
    """Lay the right card and take the wild one; laying a right card settles nothing (R17, R21)."""
    cdef Meld* meld = &s.melds[code // TAKES_PER_MELD]
    cdef int rest = code % TAKES_PER_MELD
    cdef int right = FIRST_ATOUT + rest - ATOUT_TAKES if rest >= ATOUT_TAKES else rest // 2
    cdef bint takes_atout = rest < ATOUT_TAKES and rest % 2
    cdef Cards* hand = &s.hands[s.current]
    remove_card(hand, right)
    add_card(hand, FIRST_ATOUT + right % RANKS if takes_atout else FIRST_JOKER)
    if meld.kind == RUN:
        replace_in_run(meld, right, takes_atout)
    else:
        replace_in_set(meld, right, takes_atout)
    if rules.ordered_steps:
        s.step = STEP_TAKE
    if not rules.recover:
        return
    if takes_atout:
        s.owed_atouts |= <uint16_t>1 << (right % RANKS)
    else:
        s.owed_jokers += 1


cdef void apply_play(const Rules* rules, State* s, int action, Log* log) noexcept nogil:
    """Carry out a lay, add or take that candidates listed."""
    if action < FIRST_SET:
        lay_run(rules, s, action - FIRST_RUN, log)
    elif action < FIRST_ADD:
        lay_set(rules, s, action - FIRST_SET, log)
    elif action < FIRST_TAKE:
        add(rules, s, action - FIRST_ADD, log)
    else:
        take(rules, s, action - FIRST_TAKE)


cdef Cards cards_of_run(int code) noexcept nogil:
    cdef int low = code // RUN_PATTERNS
    cdef int pattern = code % RUN_PATTERNS
    cdef const Triple* triple = &TRIPLES[RUN_PATTERN_SOURCES[pattern]]
    cdef Cards cards
    cards.naturals = <uint64_t>to_ranks(triple.naturals << low) << (RANKS * (RUN_PATTERN_FAMILY[pattern] & 3))
    cards.wilds = to_ranks(triple.atouts << low)
    return with_jokers(cards, triple.joker_count)


cdef Cards cards_of_set(int code) noexcept nogil:
    cdef int families = SET_PATTERN_FAMILIES[code % SET_PATTERNS]
    cdef Cards cards
    cards.naturals = FAMILY_BITS[families & ALL_FAMILIES] << (code // SET_PATTERNS)
    cards.wilds = <uint64_t>(families >> ATOUT) << (code // SET_PATTERNS)
    return with_jokers(cards, MIN_MELD - popcount(families))


cdef Cards cards_of(int action) noexcept nogil:
    """The cards of the hand that a play uses."""
    cdef Cards cards = no_cards()
    cdef int rest
    if action < FIRST_SET:
        return cards_of_run(action - FIRST_RUN)
    if action < FIRST_ADD:
        return cards_of_set(action - FIRST_SET)
    if action < FIRST_TAKE:
        add_card(&cards, (action - FIRST_ADD) % ADDS_PER_MELD // 3)
        return cards
    rest = (action - FIRST_TAKE) % TAKES_PER_MELD
    add_card(&cards, rest // 2 if rest < ATOUT_TAKES else FIRST_ATOUT + rest - ATOUT_TAKES)
    return cards


cdef bint lays_owed(const State* s, int action) noexcept nogil:
    """Whether a lay or add uses a card of a kind that is owed (R21)."""
    cdef Cards cards
    if action >= FIRST_TAKE:
        return False
    cards = cards_of(action)
    return atout_ranks(cards) & s.owed_atouts or (s.owed_jokers > 0 and joker_count(cards) > 0)
