"""The showdowns that the greedy bot imagines: what it doesn't see is dealt at random, as many cards to each seat as it
holds (R27 to R32).

The others keep the two cards that are strongest with those turned up.
"""

from libc.stdint cimport uint64_t

from .bits cimport (
    FIRST_ATOUT, FIRST_JOKER, RANK_MASK, RANKS, add_card, card_count, no_cards, pop_card, remove_card
)
from .observe cimport FACE_UP
from .poker cimport evaluate
from .rng cimport below
from .rules cimport FOUR_CARDS
from .state cimport RUN, Meld

cdef enum:
    PAIRED = 5                  # of more cards only those that make most alone are paired
    HIDDEN = FOUR_CARDS - FACE_UP

# The cards seen nowhere, in no order.
cdef struct Sample:
    uint8_t unseen[DECK_SIZE]
    int count


cdef inline Cards with_card(Cards cards, int card) noexcept nogil:
    if card != NO_CARD:
        add_card(&cards, card)
    return cards


cdef inline Cards with_pair(Cards cards, int first, int second) noexcept nogil:
    return with_card(with_card(cards, first), second)


# The best two of a hand.

cdef inline Cards turned_up(const State* s) noexcept nogil:
    cdef Cards board = no_cards()
    cdef int i
    for i in range(FACE_UP):
        add_card(&board, s.four[i])
    return board


cdef inline void look_at(const Rules* rules, Seen* seen, const uint8_t* cards, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        seen.alone[cards[i]] = evaluate(rules, with_card(seen.board, cards[i]))


cdef int list_keepable(const Rules* rules, Cards hand, uint8_t* cards) noexcept nogil:
    cdef int count = 0
    if not rules.jokers_wild:
        hand.wilds &= RANK_MASK
    while hand.naturals or hand.wilds:
        cards[count] = <uint8_t>pop_card(&hand)
        count += 1
    return count


cdef int best_alone(const Seen* seen, uint8_t* cards, int count) noexcept nogil:
    """Bring the cards that make most alone to the front, the best first; how many there are."""
    cdef int i, j
    cdef uint8_t card
    for i in range(count):
        card = cards[i]
        j = i
        if i >= PAIRED:
            j = PAIRED - 1
            if seen.alone[card] <= seen.alone[cards[j]]:
                continue
        while j > 0 and seen.alone[cards[j - 1]] < seen.alone[card]:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card
    return min(count, PAIRED)


cdef inline Pair few_cards(const uint8_t* cards, int count) noexcept nogil:
    cdef Pair pair
    pair.first = cards[0] if count else NO_CARD
    pair.second = NO_CARD
    pair.worth = 0
    return pair


cdef Pair strongest_of(const Rules* rules, const Seen* seen, uint8_t* cards, int count) noexcept nogil:
    """The two that are strongest with the cards turned up."""
    cdef Pair best
    cdef uint32_t strength
    cdef int i, j
    count = best_alone(seen, cards, count)
    best = few_cards(cards, count)
    if count < 2:
        best.worth = evaluate(rules, with_card(seen.board, best.first))
    for i in range(1, count):
        for j in range(i):
            strength = evaluate(rules, with_pair(seen.board, cards[j], cards[i]))
            if strength > best.worth:
                best.first = cards[j]
                best.second = cards[i]
                best.worth = strength
    return best


cdef Pair strongest_pair(const Rules* rules, const State* s, Cards hand) noexcept nogil:
    """The two cards of a hand that are strongest with those turned up, and their strength."""
    cdef Seen seen
    cdef uint8_t cards[DECK_SIZE]
    cdef int count = list_keepable(rules, hand, cards)
    seen.board = turned_up(s)
    look_at(rules, &seen, cards, count)
    return strongest_of(rules, &seen, cards, count)


# What isn't seen.

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


cdef inline int held(const State* s, int seat) noexcept nogil:
    return card_count(s.hands[seat]) + card_count(s.kept[seat])


cdef uint32_t shown_by(
    const Rules* rules, const Seen* seen, Cards board, const uint8_t* dealt, int size
) noexcept nogil:
    """The strength of what another shows who was dealt these cards."""
    cdef uint8_t cards[DECK_SIZE]
    cdef Pair pair
    cdef int count = 0
    cdef int i
    for i in range(size):
        if dealt[i] < FIRST_JOKER or rules.jokers_wild:
            cards[count] = dealt[i]
            count += 1
    pair = strongest_of(rules, seen, cards, count)
    return evaluate(rules, with_pair(board, pair.first, pair.second))


cdef uint32_t best_shown(
    const Rules* rules, const State* s, int others, const Seen* seen, Cards board, const Sample* sample
) noexcept nogil:
    """The best that one of the other seats shows, dealt the unseen cards after the hidden ones."""
    cdef uint32_t best = 0
    cdef int next_card = HIDDEN
    cdef int seat, size
    for seat in range(rules.players):
        if (others >> seat) & 1:
            size = min(held(s, seat), sample.count - next_card)
            best = max(best, shown_by(rules, seen, board, &sample.unseen[next_card], size))
            next_card += size
    return best


cdef void imagine(const Rules* rules, const State* s, int others, Rng* rng, Worlds* worlds) noexcept nogil:
    """Deal what the seat to act doesn't see, with other seats as a mask."""
    cdef Sample sample
    cdef int wanted = HIDDEN
    cdef int seat, i, k
    gather_unseen(s, &sample)
    worlds.seen.board = turned_up(s)
    look_at(rules, &worlds.seen, sample.unseen, sample.count)
    for seat in range(rules.players):
        wanted += held(s, seat) if (others >> seat) & 1 else 0
    for k in range(SAMPLES):
        draw_to_front(&sample, wanted, rng)
        worlds.boards[k] = worlds.seen.board
        for i in range(HIDDEN):
            add_card(&worlds.boards[k], sample.unseen[i])
        worlds.others[k] = best_shown(rules, s, others, &worlds.seen, worlds.boards[k], &sample)


cdef int wins(const Rules* rules, const Worlds* worlds, int first, int second, int beaten) noexcept nogil:
    """How many of the showdowns two cards win, counted twice, and once if they share the pot.

    Ends early, with fewer, once they can't be more than those to be beaten.
    """
    cdef uint32_t mine
    cdef int won = 0
    cdef int k
    for k in range(SAMPLES):
        if won + 2 * (SAMPLES - k) <= beaten:
            return won
        mine = evaluate(rules, with_pair(worlds.boards[k], first, second))
        won += (mine > worlds.others[k]) + (mine >= worlds.others[k])
    return won


cdef Pair winning_pair(const Rules* rules, const State* s, Worlds* worlds) noexcept nogil:
    """The two cards of the seat to act that win most often, and their wins."""
    cdef uint8_t cards[DECK_SIZE]
    cdef Pair best
    cdef uint32_t won
    cdef int count = list_keepable(rules, s.hands[s.current], cards)
    cdef int i, j
    look_at(rules, &worlds.seen, cards, count)
    count = best_alone(&worlds.seen, cards, count)
    best = few_cards(cards, count)
    if count < 2:
        best.worth = wins(rules, worlds, best.first, NO_CARD, 0)
    for i in range(count):
        for j in range(i + 1, count):
            won = wins(rules, worlds, cards[i], cards[j], best.worth)
            if won > best.worth or best.second == NO_CARD:
                best.first = cards[i]
                best.second = cards[j]
                best.worth = won
    return best
