"""The greedy bot sees what its seat may see: its hand, the table, the discards and the three cards turned up.

At the Four it judges by sampling: unseen cards become the two hidden ones and the other hands.
"""

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t

from .actions cimport (
    ADDS_PER_MELD, END, FIRST_ADD, FIRST_DISCARD, FIRST_KEEP, FIRST_TAKE, FOLD, PASS, force_action, keep_action,
)
from .bits cimport (
    DECK_SIZE, FIRST_ATOUT, FIRST_JOKER, RANK_MASK, RANKS, Cards, add_card, card_count, card_family, family_ranks,
    joker_count, pop_card, popcount, remove_card,
)
from .four cimport most_stake
from .lay cimport to_places
from .play cimport apply_play, candidates, lays_owed
from .poker cimport evaluate
from .rng cimport below
from .rules cimport FOUR_CARDS
from .state cimport RUN, Meld

cdef enum:
    FACE_UP = 3
    PAIR_SIZE = 2
    CARDS_PAIRED = 5            # of more cards than this only the best singles are tried in pairs
    SAMPLES = 24
    OTHER_HAND = 4              # cards of which a sampled opponent keeps the best two

    # Worth of what an action does, in points of R23 where a stone weighs as much as a court card meld.
    STONE = 30
    JOKER_PRICE = 12            # a Joker or Atout laid is one less for later
    ATOUT_PRICE = 2
    TAKEN_CARD = 15
    OTHERS_POINTS = 20          # adding to another's meld without a stone for it helps the other

    # Worth of a card in hand for melds to come.
    SAME_RANK = 4
    NEIGHBOUR = 4
    NEXT_BUT_ONE = 2
    FITS_TABLE = 6
    ATOUT_WORTH = 6
    JOKER_WORTH = 100

    PER_MILLE = 1000


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


cdef int play_worth(const Rules* rules, const State* s, const Legal* legal, int action) noexcept nogil:
    """What a lay, add or take is worth to the mover: stones and points won, less the wild cards spent."""
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
    return worth


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


cdef int greedy_play(const Rules* rules, const State* s, const Legal* legal) noexcept nogil:
    """The play of most worth, or the end of the turn where none is worth anything."""
    cdef int best = END
    cdef int best_worth = -DECK_SIZE * STONE
    cdef int i, worth
    for i in range(legal.count):
        worth = 0 if legal.actions[i] == END else play_worth(rules, s, legal, legal.actions[i])
        if worth > best_worth or (worth == best_worth and best == END):
            best = legal.actions[i]
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


cdef int greedy_discard(const State* s, const Legal* legal) noexcept nogil:
    """The card that promises least."""
    cdef Cards hand = s.hands[s.current]
    cdef int best = legal.actions[0]
    cdef int least = JOKER_WORTH + 1
    cdef int i, worth
    for i in range(legal.count):
        worth = card_worth(s, hand, legal.actions[i] - FIRST_DISCARD)
        if worth < least:
            least = worth
            best = legal.actions[i]
    return best


# The Four.

cdef struct Sample:
    uint8_t unseen[DECK_SIZE]
    int count


cdef void count_meld(const Meld* meld, Cards* cards) noexcept nogil:
    """Take the cards of a meld out of a set."""
    cdef int place, family
    if meld.kind != RUN:
        for family in range(4):
            if (meld.naturals >> family) & 1:
                remove_card(cards, family * RANKS + meld.low - 1)
        if meld.atouts:
            remove_card(cards, FIRST_ATOUT + meld.low - 1)
        for _ in range(meld.jokers):
            remove_card(cards, FIRST_JOKER)
        return
    for place in range(meld.low, meld.low + meld.size):
        if (meld.jokers >> (place - 1)) & 1:
            remove_card(cards, FIRST_JOKER)
        elif (meld.atouts >> (place - 1)) & 1:
            remove_card(cards, FIRST_ATOUT + (place - 1) % RANKS)
        else:
            remove_card(cards, meld.family * RANKS + (place - 1) % RANKS)


cdef void gather_unseen(const State* s, Sample* sample) noexcept nogil:
    """The cards that the seat to act sees nowhere."""
    cdef Cards cards
    cdef Cards own = s.hands[s.current]
    cdef int i
    cards.naturals = (<uint64_t>1 << FIRST_ATOUT) - 1
    cards.wilds = (<uint64_t>1 << (DECK_SIZE - FIRST_ATOUT)) - 1
    while own.naturals or own.wilds:
        remove_card(&cards, pop_card(&own))
    own = s.kept[s.current]
    while own.naturals or own.wilds:
        remove_card(&cards, pop_card(&own))
    for i in range(s.meld_count):
        count_meld(&s.melds[i], &cards)
    for i in range(s.discard_count):
        remove_card(&cards, s.discards[i])
    for i in range(FACE_UP):
        remove_card(&cards, s.four[i])
    sample.count = 0
    while cards.naturals or cards.wilds:
        sample.unseen[sample.count] = <uint8_t>pop_card(&cards)
        sample.count += 1


cdef void draw_to_front(Sample* sample, int wanted, Rng* rng) noexcept nogil:
    """Bring random unseen cards to the first places: the head of a Fisher-Yates shuffle."""
    cdef int i
    cdef uint32_t j
    cdef uint8_t card
    for i in range(min(wanted, sample.count)):
        j = i + below(rng, sample.count - i)
        card = sample.unseen[i]
        sample.unseen[i] = sample.unseen[j]
        sample.unseen[j] = card


cdef inline Cards with_card(Cards cards, int card) noexcept nogil:
    add_card(&cards, card)
    return cards


cdef Cards board_of(const State* s, const Sample* sample) noexcept nogil:
    """The three cards turned up, and sampled ones for the two that aren't."""
    cdef Cards board
    cdef int i
    board.naturals = 0
    board.wilds = 0
    for i in range(FOUR_CARDS):
        add_card(&board, s.four[i] if i < FACE_UP else sample.unseen[i - FACE_UP])
    return board


cdef uint32_t best_of_hand(const Rules* rules, Cards board, const uint8_t* cards, int count) noexcept nogil:
    """The best hand that two of the cards make with the board."""
    cdef uint32_t best = evaluate(rules, board)
    cdef int i, j
    for i in range(count):
        if cards[i] >= FIRST_JOKER and not rules.jokers_wild:
            continue
        for j in range(i + 1, count):
            if cards[j] < FIRST_JOKER or rules.jokers_wild:
                best = max(best, evaluate(rules, with_card(with_card(board, cards[i]), cards[j])))
    return best


cdef int list_keepable(const Rules* rules, Cards hand, uint8_t* cards) noexcept nogil:
    cdef int count = 0
    if not rules.jokers_wild:
        hand.wilds &= RANK_MASK
    while hand.naturals or hand.wilds:
        cards[count] = <uint8_t>pop_card(&hand)
        count += 1
    return count


cdef int win_chance(const Rules* rules, const State* s, int opponents, Rng* rng) noexcept nogil:
    """Per mille of sampled showdowns that the seat to act wins, ties counted as half."""
    cdef Sample sample
    cdef Cards board
    cdef uint8_t own[DECK_SIZE]
    cdef uint32_t mine, other
    cdef int count = list_keepable(rules, s.hands[s.current], own)
    cdef int won = 0
    cdef int opponent, first
    gather_unseen(s, &sample)
    count = best_singles(rules, s, own, count)
    for _ in range(SAMPLES):
        draw_to_front(&sample, FOUR_CARDS - FACE_UP + opponents * OTHER_HAND, rng)
        board = board_of(s, &sample)
        mine = best_of_hand(rules, board, own, count)
        other = 0
        for opponent in range(opponents):
            first = FOUR_CARDS - FACE_UP + opponent * OTHER_HAND
            if first + OTHER_HAND <= sample.count:
                other = max(other, best_of_hand(rules, board, &sample.unseen[first], OTHER_HAND))
        won += (mine > other) + (mine >= other)
    return won * PER_MILLE // (2 * SAMPLES)


cdef int best_singles(const Rules* rules, const State* s, uint8_t* cards, int count) noexcept nogil:
    """Order the cards by what each makes with the cards turned up, and say how many are worth pairing."""
    cdef Cards board
    cdef uint32_t strength[DECK_SIZE]
    cdef uint32_t key
    cdef uint8_t card
    cdef int i, j
    board.naturals = 0
    board.wilds = 0
    for i in range(FACE_UP):
        add_card(&board, s.four[i])
    for i in range(count):
        card = cards[i]
        key = evaluate(rules, with_card(board, card))
        j = i
        while j > 0 and strength[j - 1] < key:
            strength[j] = strength[j - 1]
            cards[j] = cards[j - 1]
            j -= 1
        strength[j] = key
        cards[j] = card
    return min(count, CARDS_PAIRED)


cdef int greedy_force(const Rules* rules, const State* s, const Legal* legal, Rng* rng) noexcept nogil:
    """Force with an edge over an even share, for a stake that grows with the edge."""
    cdef int opponents = popcount(s.players_in) - 1
    cdef int fair = PER_MILLE // (opponents + 1)
    cdef int chance = win_chance(rules, s, opponents, rng)
    cdef int32_t most = most_stake(rules, s)
    if chance <= fair + fair // 4:
        return PASS
    return force_action(1 + (most - 1) * (chance - fair) // (PER_MILLE - fair))


cdef int greedy_answer(const Rules* rules, const State* s, const Legal* legal, Rng* rng) noexcept nogil:
    """Follow with the least stake if its chance pays for it."""
    cdef int chance = win_chance(rules, s, popcount(s.participants), rng)
    if chance * (s.pot + s.stake) <= PER_MILLE * s.stake:
        return FOLD
    return legal.actions[1]


cdef int greedy_keep(const Rules* rules, const State* s, const Legal* legal, Rng* rng) noexcept nogil:
    """The card of the pair that makes most, on average, over the hidden cards; the lower one first."""
    cdef Sample sample
    cdef Cards boards[SAMPLES]
    cdef uint8_t own[DECK_SIZE]
    cdef Cards kept = s.kept[s.current]
    cdef uint64_t total, best_total = 0
    cdef int best = legal.actions[0] - FIRST_KEEP
    cdef int count, i, j, k
    gather_unseen(s, &sample)
    for i in range(SAMPLES):
        draw_to_front(&sample, FOUR_CARDS - FACE_UP, rng)
        boards[i] = board_of(s, &sample)
    if kept.naturals or kept.wilds:
        for i in range(legal.count):
            total = total_strength(rules, boards, pop_kept(kept), legal.actions[i] - FIRST_KEEP)
            if total > best_total:
                best_total = total
                best = legal.actions[i] - FIRST_KEEP
        return keep_action(best)
    count = best_singles(rules, s, own, list_keepable(rules, s.hands[s.current], own))
    for j in range(count):
        for k in range(j + 1, count):
            total = total_strength(rules, boards, own[j], own[k])
            if total > best_total:
                best_total = total
                best = min(own[j], own[k])
    return keep_action(best)


cdef inline int pop_kept(Cards kept) noexcept nogil:
    return pop_card(&kept)


cdef uint64_t total_strength(const Rules* rules, const Cards* boards, int first, int second) noexcept nogil:
    cdef uint64_t total = 0
    cdef int i
    for i in range(SAMPLES):
        total += evaluate(rules, with_card(with_card(boards[i], first), second))
    return total
