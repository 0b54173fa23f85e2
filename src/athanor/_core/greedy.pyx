"""The greedy bot sees what its seat may see: its hand, the table, the discards and the three cards turned up.

It lays what the exact search over its hand says, as long as that costs no more at the Four than it brings.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t

from .actions cimport (
    ADDS_PER_MELD, END, FIRST_ADD, FIRST_DISCARD, FIRST_KEEP, FIRST_RUN, FIRST_TAKE, FOLD, PASS, force_action,
    keep_action,
)
from .bits cimport (
    DECK_SIZE, FIRST_ATOUT, FIRST_JOKER, RANK_MASK, RANKS, Cards, card_count, card_family, family_ranks, joker_count,
    pop_card, popcount,
)
from .four cimport most_stake
from .intent cimport JOKER_PRICE, NO_INTENT, STONE, Intent, form_intent, intends, loss_without
from .lay cimport to_places
from .play cimport apply_play, candidates, lays_owed
from .poker cimport category_of
from .showdowns cimport SAMPLES, Pair, Worlds, count_wins, imagine, most_of, strongest_pair, winning_pair
from .state cimport RUN, Meld, owes

cdef enum:
    PAIR_SIZE = 2

    # Worth of what an action does, in points of R23.
    SHOWDOWN = 60               # a category of the hand that is shown at the Four
    ATOUT_PRICE = 2             # an Atout laid is one less for later
    TAKEN_CARD = 15
    OTHERS_POINTS = 20          # adding to another's meld without a stone for it helps the other

    # Worth of a card in hand for melds to come.
    SAME_RANK = 4
    NEIGHBOUR = 4
    NEXT_BUT_ONE = 2
    FITS_TABLE = 6
    ATOUT_WORTH = 6
    JOKER_WORTH = 100
    KEPT_WORTH = 10             # for the Four

    PER_MILLE = 1000
    FORCERS_EDGE = 2            # who forces has a better hand than one at random


# Play.

cdef int keepable_count(const Rules* rules, Cards hand) noexcept nogil:
    return card_count(hand) - (0 if rules.jokers_wild else joker_count(hand))


cdef int add_partners(const State* s, const Legal* legal, int owner, int card) noexcept nogil:
    """How many other cards could be added to melds of the same owner."""
    cdef int i, meld
    cdef int partners = 0
    for i in range(legal.count):
        if FIRST_ADD <= legal.actions[i] < FIRST_TAKE:
            meld = (legal.actions[i] - FIRST_ADD) // ADDS_PER_MELD
            if s.melds[meld].owner == owner and (legal.actions[i] - FIRST_ADD) % ADDS_PER_MELD // 3 != card:
                partners += 1
    return partners


cdef int add_worth(const State* s, const Legal* legal, int action) noexcept nogil:
    """Half a stone for the first of two cards that go to one owner; nothing for a card that helps another."""
    cdef int owner = s.melds[(action - FIRST_ADD) // ADDS_PER_MELD].owner
    cdef int card = (action - FIRST_ADD) % ADDS_PER_MELD // 3
    if owner == s.current:
        return 0
    if s.added[owner] % 2 == 1 or (s.stones[owner] > 0 and add_partners(s, legal, owner, card)):
        return STONE // 2 - OTHERS_POINTS // 4
    return -OTHERS_POINTS


cdef int play_worth(const Rules* rules, const State* s, const Legal* legal, int action, int shown) noexcept nogil:
    """What a lay, add or take is worth to the mover: stones and points won, less the wild cards spent and what the
    hand, of that category before, loses at the Four.
    """
    cdef State after = s[0]
    cdef Cards before = s.hands[s.current]
    cdef Cards left
    cdef int worth
    apply_play(rules, &after, action, NULL)
    left = after.hands[s.current]
    worth = STONE * (after.stones[s.current] - s.stones[s.current])
    if action >= FIRST_TAKE:
        return worth + take_worth(rules, &after)
    worth += after.points[s.current] - s.points[s.current]
    worth -= JOKER_PRICE * (joker_count(before) - joker_count(left))
    worth -= ATOUT_PRICE * (popcount(before.wilds & RANK_MASK) - popcount(left.wilds & RANK_MASK))
    if action >= FIRST_ADD:
        worth += add_worth(s, legal, action)
    if keepable_count(rules, left) < PAIR_SIZE:
        worth -= STONE
    return worth - SHOWDOWN * (shown - category_of(strongest_pair(rules, s, left).worth))


cdef int take_worth(const Rules* rules, const State* after) noexcept nogil:
    """A stolen Joker is worth keeping; a recovered card what the best way to lay it again is worth."""
    cdef Legal next_plays
    cdef State later
    cdef int worth, i
    cdef int best = -STONE
    if not rules.recover:
        return TAKEN_CARD
    next_plays.count = 0
    candidates(rules, after, &next_plays)
    for i in range(next_plays.count):
        if next_plays.actions[i] < FIRST_TAKE and lays_owed(after, next_plays.actions[i]):
            later = after[0]
            apply_play(rules, &later, next_plays.actions[i], NULL)
            worth = STONE * (later.stones[after.current] - after.stones[after.current])
            worth += later.points[after.current] - after.points[after.current]
            if next_plays.actions[i] >= FIRST_ADD:
                worth += add_worth(after, &next_plays, next_plays.actions[i])
            best = max(best, worth)
    return best


cdef bint can_lay(const Legal* legal) noexcept nogil:
    cdef int i
    for i in range(legal.count):
        if FIRST_RUN <= legal.actions[i] < FIRST_ADD:
            return True
    return False


cdef int greedy_play(const Rules* rules, const State* s, const Legal* legal) noexcept nogil:
    """The play of most worth, or the end of the turn where none is worth anything.

    New melds are those that the search over the hand finds, if it isn't too large and nothing is owed (R21); a card
    that they need is worth less elsewhere.
    """
    cdef Intent intent
    cdef bint planned = False
    cdef int shown = category_of(strongest_pair(rules, s, s.hands[s.current]).worth)
    cdef int best = legal.actions[0]
    cdef int best_worth = -DECK_SIZE * STONE
    cdef int i, action, worth
    if can_lay(legal) and not owes(s):
        form_intent(rules, s, &intent)
        planned = intent.count != NO_INTENT
    for i in range(legal.count):
        action = legal.actions[i]
        if planned and FIRST_RUN <= action < FIRST_ADD and not intends(&intent, action):
            continue
        worth = 0 if action == END else play_worth(rules, s, legal, action, shown)
        if planned and FIRST_ADD <= action < FIRST_TAKE:
            worth -= loss_without(&intent, (action - FIRST_ADD) % ADDS_PER_MELD // 3)
        if worth > best_worth or (worth == best_worth and best == END):
            best = action
            best_worth = worth
    return best


# Discards.

cdef inline bint is_rank(int place, int rank) noexcept nogil:
    return place == rank or place == rank + RANKS


cdef int fits_table(const State* s, int card) noexcept nogil:
    """How many melds of the table the natural card could extend now."""
    cdef const Meld* meld
    cdef int m
    cdef int fits = 0
    cdef int rank = card % RANKS + 1
    cdef int family = card // RANKS
    for m in range(s.meld_count):
        meld = &s.melds[m]
        if meld.kind != RUN:
            fits += meld.low == rank and not (meld.naturals >> family) & 1
            continue
        if meld.family == family:
            fits += is_rank(meld.low - 1, rank) or is_rank(meld.low + meld.size, rank)
    return fits


cdef int card_worth(const State* s, Cards hand, int card) noexcept nogil:
    """What a card promises for melds to come."""
    cdef int rank_index = card % RANKS
    cdef int worth = 0
    cdef int family
    cdef uint32_t near = 0
    cdef uint32_t bit = <uint32_t>1 << rank_index
    if card >= FIRST_JOKER:
        return JOKER_WORTH
    for family in range(4):
        worth += SAME_RANK * ((family_ranks(hand, family) >> rank_index) & 1)
    worth += SAME_RANK * <int>((hand.wilds >> rank_index) & 1)
    if card >= FIRST_ATOUT:
        for family in range(4):
            near |= family_ranks(hand, family)
        return worth + ATOUT_WORTH + neighbour_worth(near | (<uint32_t>hand.wilds & RANK_MASK), bit)
    near = family_ranks(hand, card_family(card)) | (<uint32_t>hand.wilds & RANK_MASK)
    return worth + neighbour_worth(near, bit) + FITS_TABLE * fits_table(s, card) + (rank_index == 0 or rank_index > 10)


cdef inline int neighbour_worth(uint32_t near, uint32_t bit) noexcept nogil:
    cdef uint32_t places = to_places(near, 0x7FFF)
    cdef uint32_t here = to_places(bit, 0x7FFF)
    return (NEIGHBOUR * popcount(places & (here << 1 | here >> 1))
            + NEXT_BUT_ONE * popcount(places & (here << 2 | here >> 2)))


cdef int greedy_discard(const Rules* rules, const State* s, const Legal* legal) noexcept nogil:
    """The card that promises least, for melds or the Four."""
    cdef Cards hand = s.hands[s.current]
    cdef Pair pair = strongest_pair(rules, s, hand)
    cdef int best = legal.actions[0]
    cdef int least = JOKER_WORTH + KEPT_WORTH
    cdef int i, card, worth
    for i in range(legal.count):
        card = legal.actions[i] - FIRST_DISCARD
        worth = card_worth(s, hand, card)
        if card == pair.first or card == pair.second:
            worth += KEPT_WORTH
        if worth < least:
            least = worth
            best = legal.actions[i]
    return best


# The Four.

cdef inline int chance_of(const Pair* pair) noexcept nogil:
    """Per mille of the imagined showdowns that a pair wins, a shared pot counting half."""
    return <int>pair.worth * PER_MILLE // (2 * SAMPLES)


cdef inline bint would_end(const Rules* rules, const State* s, int seat) noexcept nogil:
    """Whether the seat wins the game with this pot (R34)."""
    return rules.target_stones and s.stones[seat] + s.pot >= rules.target_stones


cdef int greedy_force(const Rules* rules, const State* s, Rng* rng) noexcept nogil:
    """Force with more than an even share, or half of it where the game may end, for a stake that grows with the edge.
    """
    cdef Worlds worlds
    cdef Pair pair
    cdef int others = s.players_in & ~(1 << s.current)
    cdef int fair = PER_MILLE // (popcount(others) + 1)
    cdef int32_t most = most_stake(rules, s)
    cdef int chance
    imagine(rules, s, others, rng, &worlds)
    pair = winning_pair(rules, s, &worlds)
    chance = chance_of(&pair)
    if would_end(rules, s, s.current) and 2 * chance > fair:
        return force_action(most)
    if chance <= fair:
        return PASS
    return force_action(1 + (most - 1) * (chance - fair) // (PER_MILLE - fair))


cdef int greedy_answer(const Rules* rules, const State* s, const Legal* legal, Rng* rng) noexcept nogil:
    """Follow with the least stake where the forcer would win the game, or with FORCERS_EDGE times the chance that pays
    against hands at random.
    """
    cdef Worlds worlds
    cdef Pair pair
    if would_end(rules, s, s.forcer):
        return legal.actions[1]
    imagine(rules, s, s.participants, rng, &worlds)
    pair = winning_pair(rules, s, &worlds)
    if chance_of(&pair) * (s.pot + s.stake) <= FORCERS_EDGE * PER_MILLE * s.stake:
        return FOLD
    return legal.actions[1]


cdef int greedy_keep(const Rules* rules, const State* s, const Legal* legal, Rng* rng) noexcept nogil:
    """The pair that wins most of the imagined showdowns, its lower card first."""
    cdef Worlds worlds
    cdef Pair pair
    cdef Cards kept = s.kept[s.current]
    cdef uint8_t pairs[2 * DECK_SIZE]
    cdef uint32_t won[DECK_SIZE]
    cdef int i, first
    imagine(rules, s, s.participants & ~(1 << s.current), rng, &worlds)
    if not kept.naturals and not kept.wilds:
        pair = winning_pair(rules, s, &worlds)
        return keep_action(min(pair.first, pair.second))
    first = pop_card(&kept)
    for i in range(legal.count):
        pairs[2 * i] = <uint8_t>first
        pairs[2 * i + 1] = <uint8_t>(legal.actions[i] - FIRST_KEEP)
    count_wins(rules, s, &worlds, pairs, legal.count, won)
    return legal.actions[most_of(won, legal.count)]
