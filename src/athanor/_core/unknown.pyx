"""Equity against hands that are not known: by enumeration where they are random pairs, else by sampling.

Samples come in chunks, each with its own generator, so a result depends on the seed and their number alone.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.string cimport memcpy

from .bits cimport DECK_SIZE, FIRST_JOKER, RANK_MASK, Cards, add_card, joker_count, no_cards
from .equity cimport WINNER_SETS, showdown, winners
from .poker cimport evaluate
from .ranks cimport joker_bits
from .rng cimport CARD_STREAM, Rng, below, seed_rng
from .rules cimport MAX_PLAYERS, Rules, RuleSet

cdef enum:
    CHUNK = 1024
    KEPT = 2
    PAIRS = DECK_SIZE * (DECK_SIZE - 1) // 2

KINDS = {"known": KNOWN, "pair": PAIR, "hand": HAND}

# One deal of what is not known.
cdef struct Deal:
    uint8_t order[DECK_SIZE]
    int dealt
    Cards seen                          # the cards of the board that are seen before pairs are kept
    Cards board                         # those that were not known
    Cards kept[MAX_PLAYERS]
    uint32_t strengths[MAX_PLAYERS]

# The pairs that can be kept beside one board, each as two places in the deck.
cdef struct PairList:
    int count
    uint8_t first[PAIRS]
    uint8_t second[PAIRS]
    uint32_t strengths[PAIRS]


cdef inline Cards together(Cards cards, Cards more) noexcept nogil:
    """All the cards of both, Jokers too."""
    cdef int jokers = joker_count(cards) + joker_count(more)
    cards.naturals |= more.naturals
    cards.wilds = ((cards.wilds | more.wilds) & RANK_MASK) | joker_bits(jokers)
    return cards


cdef inline Cards pair_of(int card, int other) noexcept nogil:
    cdef Cards cards = no_cards()
    add_card(&cards, card)
    add_card(&cards, other)
    return cards


cdef inline int draw(Deal* deal, Rng* rng, int end) noexcept nogil:
    """Draw one of the cards not dealt yet among the first `end`."""
    cdef int place = deal.dealt + <int>below(rng, end - deal.dealt)
    cdef uint8_t card = deal.order[place]
    deal.order[place] = deal.order[deal.dealt]
    deal.order[deal.dealt] = card
    deal.dealt += 1
    return card


cdef Cards best_pair(const Rules* rules, const uint8_t* hand, int size, Cards seen) noexcept nogil:
    """The pair of a hand that is worth most with the cards seen, the first of equals; fewer cards if it has no pair."""
    cdef Cards best = no_cards()
    cdef Cards pair
    cdef uint32_t strength
    cdef uint32_t best_strength = 0
    cdef bint found = False
    cdef int i, j
    for i in range(size):
        if hand[i] >= FIRST_JOKER and not rules.jokers_wild:
            continue
        if not found:
            best = no_cards()
            add_card(&best, hand[i])
        for j in range(i):
            if hand[j] >= FIRST_JOKER and not rules.jokers_wild:
                continue
            pair = pair_of(hand[j], hand[i])
            strength = evaluate(rules, together(pair, seen))
            if not found or strength > best_strength:
                best = pair
                best_strength = strength
                found = True
    return best


cdef void deal_unknown(const Rules* rules, const Unknown* u, Deal* deal, Rng* rng) noexcept nogil:
    """Deal the random pairs, the hands and the rest of the board; each hand keeps its pair."""
    cdef int hands[MAX_PLAYERS]
    cdef int player, i
    memcpy(deal.order, u.deck, u.deck_size)
    deal.dealt = 0
    deal.seen = u.seen
    deal.board = no_cards()
    for player in range(u.known.players):
        if u.kinds[player] == PAIR:
            i = draw(deal, rng, u.keepable)
            deal.kept[player] = pair_of(i, draw(deal, rng, u.keepable))
    for player in range(u.known.players):
        if u.kinds[player] == HAND:
            hands[player] = deal.dealt
            for _ in range(u.hand_size):
                draw(deal, rng, u.deck_size)
    for i in range(u.known.missing):
        add_card(&deal.board, draw(deal, rng, u.deck_size))
        if i < u.unseen:
            add_card(&deal.seen, deal.order[deal.dealt - 1])
    for player in range(u.known.players):
        if u.kinds[player] == HAND:
            deal.kept[player] = best_pair(rules, deal.order + hands[player], u.hand_size, deal.seen)


cdef void show_hands(const Rules* rules, const Unknown* u, Deal* deal) noexcept nogil:
    cdef Cards cards
    cdef int player
    for player in range(u.known.players):
        cards = together(u.known.cards[player], deal.board)
        if u.kinds[player] != KNOWN:
            cards = together(cards, deal.kept[player])
        deal.strengths[player] = evaluate(rules, cards)


cdef void sample_chunk(
    const Rules* rules, const Unknown* u, uint64_t seed, uint64_t chunk, int samples, uint64_t* counts
) noexcept nogil:
    cdef Deal deal
    cdef Rng rng
    seed_rng(&rng, seed, chunk, CARD_STREAM)
    for _ in range(samples):
        deal_unknown(rules, u, &deal, &rng)
        show_hands(rules, u, &deal)
        counts[winners(deal.strengths, u.known.players)] += 1


cdef Unknown unknown(
    Showdown known, const uint8_t[:] kinds, int hand_size, const uint64_t[:] seen, int unseen, const uint8_t[:] deck,
    int keepable
) noexcept:
    cdef Unknown u
    cdef int i
    u.known = known
    u.hand_size = hand_size
    u.seen.naturals = seen[0]
    u.seen.wilds = seen[1]
    u.unseen = unseen
    u.deck_size = <int>deck.shape[0]
    u.keepable = keepable
    for i in range(known.players):
        u.kinds[i] = kinds[i]
    for i in range(u.deck_size):
        u.deck[i] = deck[i]
    return u


def sample_winners(
    RuleSet rules, const uint64_t[:, :] cards, const uint8_t[:] kinds, int hand_size, const uint64_t[:] seen,
    int unseen, const uint8_t[:] deck, int keepable, int missing, uint64_t samples, uint64_t seed
):
    """How many random deals each set of players wins, by mask; Ctrl-C stops it."""
    cdef uint64_t counts[WINNER_SETS]
    cdef uint64_t done = 0
    cdef Unknown u
    cdef int mask
    u = unknown(showdown(cards, missing), kinds, hand_size, seen, unseen, deck, keepable)
    for mask in range(1 << u.known.players):
        counts[mask] = 0
    while done < samples:
        with nogil:
            sample_chunk(&rules.options, &u, seed, done // CHUNK, <int>min(<uint64_t>CHUNK, samples - done), counts)
        done += CHUNK
        PyErr_CheckSignals()
    return [counts[mask] for mask in range(1 << u.known.players)]


cdef void list_pairs(
    const Rules* rules, const Unknown* u, const uint8_t* taken, Cards board, PairList* pairs
) noexcept nogil:
    """Every pair that may be kept beside a board, with its strength."""
    cdef int i, j
    pairs.count = 0
    for i in range(u.keepable):
        for j in range(i):
            if not (taken[i] or taken[j]):
                pairs.first[pairs.count] = <uint8_t>j
                pairs.second[pairs.count] = <uint8_t>i
                pairs.strengths[pairs.count] = evaluate(rules, together(board, pair_of(u.deck[j], u.deck[i])))
                pairs.count += 1


cdef void pair_up(
    const Unknown* u, const PairList* pairs, uint8_t* taken, int player, uint32_t* strengths, uint64_t* counts
) noexcept nogil:
    """Give each unknown player from this one on every pair, and count who wins."""
    cdef int i
    while player < u.known.players and u.kinds[player] == KNOWN:
        player += 1
    if player == u.known.players:
        counts[winners(strengths, u.known.players)] += 1
        return
    for i in range(pairs.count):
        if taken[pairs.first[i]] or taken[pairs.second[i]]:
            continue
        strengths[player] = pairs.strengths[i]
        taken[pairs.first[i]] = taken[pairs.second[i]] = True
        pair_up(u, pairs, taken, player + 1, strengths, counts)
        taken[pairs.first[i]] = taken[pairs.second[i]] = False


cdef void complete_board(
    const Rules* rules, const Unknown* u, uint8_t* taken, Cards known_board, Cards more, int first, int missing,
    PairList* pairs, uint64_t* counts
) noexcept nogil:
    """Complete the board with cards from the first on in every way, and deal the pairs beside it."""
    cdef uint32_t strengths[MAX_PLAYERS]
    cdef Cards longer
    cdef int player, place
    if missing == 0:
        for player in range(u.known.players):
            if u.kinds[player] == KNOWN:
                strengths[player] = evaluate(rules, together(u.known.cards[player], more))
        list_pairs(rules, u, taken, together(known_board, more), pairs)
        pair_up(u, pairs, taken, 0, strengths, counts)
        return
    for place in range(first, u.deck_size - missing + 1):
        longer = more
        add_card(&longer, u.deck[place])
        taken[place] = True
        complete_board(rules, u, taken, known_board, longer, place + 1, missing - 1, pairs, counts)
        taken[place] = False


def enumerate_winners(
    RuleSet rules, const uint64_t[:, :] cards, const uint8_t[:] kinds, const uint64_t[:] board, const uint8_t[:] deck,
    int keepable, int missing
):
    """How many of all deals each set of players wins, by mask, where unknown hands are pairs; Ctrl-C stops it."""
    cdef uint64_t counts[WINNER_SETS]
    cdef uint8_t taken[DECK_SIZE]
    cdef Unknown u
    cdef Cards more
    cdef PairList pairs
    cdef int place
    u = unknown(showdown(cards, missing), kinds, 0, board, 0, deck, keepable)
    for place in range(1 << u.known.players):
        counts[place] = 0
    for place in range(u.deck_size):
        taken[place] = False
    if missing == 0:
        with nogil:
            complete_board(&rules.options, &u, taken, u.seen, no_cards(), 0, 0, &pairs, counts)
    for place in range(u.deck_size - missing + 1 if missing else 0):
        more = no_cards()
        add_card(&more, u.deck[place])
        taken[place] = True
        with nogil:
            complete_board(&rules.options, &u, taken, u.seen, more, place + 1, missing - 1, &pairs, counts)
        taken[place] = False
        PyErr_CheckSignals()
    return [counts[place] for place in range(1 << u.known.players)]


cdef void sample_keeps(
    const Rules* rules, const Unknown* u, const uint64_t[:, :] keeps, uint64_t seed, uint64_t chunk, int samples,
    uint64_t[:, :] ties
) noexcept nogil:
    """Count for each pair kept how often it is best, by the number of opponents as good."""
    cdef Deal deal
    cdef Rng rng
    cdef Cards cards
    cdef uint32_t strength, best
    cdef int player, alike
    cdef Py_ssize_t keep
    seed_rng(&rng, seed, chunk, CARD_STREAM)
    for _ in range(samples):
        deal_unknown(rules, u, &deal, &rng)
        show_hands(rules, u, &deal)
        best = 0
        for player in range(u.known.players):
            best = max(best, deal.strengths[player])
        alike = 0
        for player in range(u.known.players):
            alike += deal.strengths[player] == best
        for keep in range(keeps.shape[0]):
            cards.naturals = keeps[keep, 0]
            cards.wilds = keeps[keep, 1]
            strength = evaluate(rules, together(cards, deal.board))
            if strength >= best:
                ties[keep, 0 if strength > best else alike] += 1


def compare_keeps(
    RuleSet rules, const uint64_t[:, :] keeps, const uint64_t[:, :] opponents, const uint8_t[:] kinds, int hand_size,
    const uint64_t[:] seen, int unseen, const uint8_t[:] deck, int keepable, int missing, uint64_t samples,
    uint64_t seed, uint64_t[:, :] ties
):
    """Add to ties[i, n] how many random deals the i-th cards win together with n opponents; Ctrl-C stops it."""
    cdef uint64_t done = 0
    cdef Unknown u
    u = unknown(showdown(opponents, missing), kinds, hand_size, seen, unseen, deck, keepable)
    while done < samples:
        with nogil:
            sample_keeps(
                &rules.options, &u, keeps, seed, done // CHUNK, <int>min(<uint64_t>CHUNK, samples - done), ties)
        done += CHUNK
        PyErr_CheckSignals()
