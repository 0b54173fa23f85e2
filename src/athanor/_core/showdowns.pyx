"""The showdowns that the greedy bot imagines: what it doesn't see is dealt at random, as many cards to each seat as it
holds (R27 to R32).

The others keep the two cards that are strongest with those turned up.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from .bits cimport (
    FIRST_ATOUT, FIRST_JOKER, RANK_MASK, RANKS, add_card, card_count, no_cards, pop_card, popcount, remove_card
)
from .poker cimport evaluate
from .poker_arrays cimport evaluate_rows
from .rng cimport below
from .rules cimport FOUR_CARDS, MAX_PLAYERS
from .state cimport RUN, Meld

cdef enum:
    PAIRED = 5                  # of more cards only those that make most alone are paired
    MOST_PAIRS = PAIRED * (PAIRED - 1) // 2
    PAIR_ROW = FACE_UP + 2
    SHOWN_ROW = FOUR_CARDS + 2
    MOST_SHOWN = SAMPLES * (MAX_PLAYERS - 1)

# What another seat may keep in a world, and how many pairs that makes.
cdef struct Chosen:
    uint8_t cards[PAIRED]
    int count
    int pairs

# The others of all worlds, world after world, and what they show.
cdef struct Others:
    Chosen chosen[MOST_SHOWN]
    uint8_t shown[MOST_SHOWN * SHOWN_ROW]
    uint32_t strengths[MOST_SHOWN]
    int count
    int seats

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


cdef void choose_cards(
    const Rules* rules, const Seen* seen, const uint8_t* dealt, int size, Chosen* chosen
) noexcept nogil:
    """The cards that another who was dealt these may keep."""
    cdef uint8_t cards[DECK_SIZE]
    cdef int count = 0
    cdef int i
    for i in range(size):
        if dealt[i] < FIRST_JOKER or rules.jokers_wild:
            cards[count] = dealt[i]
            count += 1
    memset(chosen, 0, sizeof(Chosen))
    chosen.count = best_alone(seen, cards, count)
    memcpy(chosen.cards, cards, chosen.count)


cdef int write_pairs(const State* s, const Chosen* chosen, uint8_t* rows) noexcept nogil:
    """Each two of the cards, in rows with those turned up; how many rows."""
    cdef int count = 0
    cdef int i, j
    for i in range(1, chosen.count):
        for j in range(i):
            memcpy(rows, s.four, FACE_UP)
            rows[FACE_UP] = chosen.cards[j]
            rows[FACE_UP + 1] = chosen.cards[i]
            rows += PAIR_ROW
            count += 1
    return count


cdef int most_of(const uint32_t* numbers, int count) noexcept nogil:
    """The place of the greatest, the first of equal ones; 0 if there are none."""
    cdef int best = 0
    cdef int i
    for i in range(1, count):
        if numbers[i] > numbers[best]:
            best = i
    return best


cdef inline void write_shown(const State* s, const uint8_t* hidden, const uint8_t* pair, uint8_t* row) noexcept nogil:
    memcpy(row, s.four, FACE_UP)
    memcpy(row + FACE_UP, hidden, HIDDEN)
    memcpy(row + FOUR_CARDS, pair, 2)


cdef void keep_strongest(
    const State* s, const Worlds* worlds, Others* others, const uint8_t* rows, const uint32_t* strengths
) noexcept nogil:
    """Write the hand that each shows who has a pair: the strongest, the cards turned up and the hidden ones."""
    cdef const Chosen* chosen
    cdef const uint8_t* pair
    cdef uint8_t* shown = others.shown
    cdef int k
    for k in range(others.count):
        chosen = &others.chosen[k]
        pair = rows + most_of(strengths, chosen.pairs) * PAIR_ROW + FACE_UP
        write_shown(s, worlds.hidden[k // others.seats], pair if chosen.pairs else chosen.cards, shown)
        rows += chosen.pairs * PAIR_ROW
        strengths += chosen.pairs
        shown += SHOWN_ROW


cdef void evaluate_shown(const Rules* rules, const State* s, const Worlds* worlds, Others* others) noexcept nogil:
    """What each other shows in each world: the kernels take all pairs at once, then all hands.

    Who has no pair to keep shows fewer than seven cards, which is no row for them.
    """
    cdef uint8_t rows[MOST_SHOWN * MOST_PAIRS * PAIR_ROW]
    cdef uint32_t strengths[MOST_SHOWN * MOST_PAIRS]
    cdef const Chosen* chosen
    cdef int count = 0
    cdef int k
    for k in range(others.count):
        others.chosen[k].pairs = write_pairs(s, &others.chosen[k], rows + count * PAIR_ROW)
        count += others.chosen[k].pairs
    evaluate_rows(rules, rows, PAIR_ROW, count, strengths)
    keep_strongest(s, worlds, others, rows, strengths)
    evaluate_rows(rules, others.shown, SHOWN_ROW, others.count, others.strengths)
    for k in range(others.count):
        chosen = &others.chosen[k]
        if chosen.pairs == 0:
            others.strengths[k] = evaluate(
                rules, with_card(worlds.boards[k // others.seats], chosen.cards[0] if chosen.count else <int>NO_CARD))


cdef void deal_others(
    const Rules* rules, const State* s, int seats, const Seen* seen, const Sample* sample, Others* others
) noexcept nogil:
    """The unseen cards after the hidden ones go to the other seats."""
    cdef Chosen* chosen
    cdef int next_card = HIDDEN
    cdef int seat, size
    for seat in range(rules.players):
        if (seats >> seat) & 1:
            chosen = &others.chosen[others.count]
            others.count += 1
            size = min(held(s, seat), sample.count - next_card)
            choose_cards(rules, seen, &sample.unseen[next_card], size, chosen)
            next_card += size


cdef void imagine(const Rules* rules, const State* s, int seats, Rng* rng, Worlds* worlds) noexcept nogil:
    """Deal what the seat to act doesn't see, with other seats as a mask."""
    cdef Sample sample
    cdef Others others
    cdef int wanted = HIDDEN
    cdef int seat, i, k
    gather_unseen(s, &sample)
    worlds.seen.board = turned_up(s)
    look_at(rules, &worlds.seen, sample.unseen, sample.count)
    for seat in range(rules.players):
        wanted += held(s, seat) if (seats >> seat) & 1 else 0
    others.seats = popcount(seats)
    others.count = 0
    for k in range(SAMPLES):
        draw_to_front(&sample, wanted, rng)
        worlds.boards[k] = worlds.seen.board
        memcpy(worlds.hidden[k], sample.unseen, HIDDEN)
        for i in range(HIDDEN):
            add_card(&worlds.boards[k], sample.unseen[i])
        deal_others(rules, s, seats, &worlds.seen, &sample, &others)
    evaluate_shown(rules, s, worlds, &others)
    memset(worlds.others, 0, sizeof(worlds.others))
    for i in range(others.count):
        worlds.others[i // others.seats] = max(worlds.others[i // others.seats], others.strengths[i])


cdef int wins_of_one(const Rules* rules, const Worlds* worlds, int card) noexcept nogil:
    """The same of a single card, or none."""
    cdef uint32_t mine
    cdef int won = 0
    cdef int k
    for k in range(SAMPLES):
        mine = evaluate(rules, with_card(worlds.boards[k], card))
        won += (mine > worlds.others[k]) + (mine >= worlds.others[k])
    return won


cdef void count_some_wins(
    const Rules* rules, const State* s, const Worlds* worlds, const uint8_t* pairs, int count, uint32_t* won
) noexcept nogil:
    cdef uint8_t rows[MOST_PAIRS * SAMPLES * SHOWN_ROW]
    cdef uint32_t strengths[MOST_PAIRS * SAMPLES]
    cdef uint8_t* row = rows
    cdef uint32_t mine
    cdef int i, k
    for i in range(count):
        for k in range(SAMPLES):
            write_shown(s, worlds.hidden[k], pairs + 2 * i, row)
            row += SHOWN_ROW
    evaluate_rows(rules, rows, SHOWN_ROW, count * SAMPLES, strengths)
    for i in range(count):
        won[i] = 0
        for k in range(SAMPLES):
            mine = strengths[i * SAMPLES + k]
            won[i] += (mine > worlds.others[k]) + (mine >= worlds.others[k])


cdef void count_wins(
    const Rules* rules, const State* s, const Worlds* worlds, const uint8_t* pairs, int count, uint32_t* won
) noexcept nogil:
    cdef int first = 0
    while first < count:
        count_some_wins(rules, s, worlds, pairs + 2 * first, min(count - first, <int>MOST_PAIRS), won + first)
        first += MOST_PAIRS


cdef Pair winning_pair(const Rules* rules, const State* s, Worlds* worlds) noexcept nogil:
    """The two cards of the seat to act that win most often, and their wins."""
    cdef uint8_t cards[DECK_SIZE]
    cdef uint8_t pairs[2 * MOST_PAIRS]
    cdef uint32_t won[MOST_PAIRS]
    cdef Pair best
    cdef int count = list_keepable(rules, s.hands[s.current], cards)
    cdef int found = 0
    cdef int i, j
    look_at(rules, &worlds.seen, cards, count)
    count = best_alone(&worlds.seen, cards, count)
    best = few_cards(cards, count)
    if count < 2:
        best.worth = wins_of_one(rules, worlds, best.first)
        return best
    for i in range(count):
        for j in range(i + 1, count):
            pairs[2 * found] = cards[i]
            pairs[2 * found + 1] = cards[j]
            found += 1
    count_wins(rules, s, worlds, pairs, found, won)
    i = most_of(won, found)
    best.first = pairs[2 * i]
    best.second = pairs[2 * i + 1]
    best.worth = won[i]
    return best
