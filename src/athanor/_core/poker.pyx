"""The evaluator: what five cards of a hand are worth at best.

Everything works on 14-bit masks of ranks in order of strength, see poker_tables. Each candidate, of one
family or by ranks alone, is a complete strength, so that the best hand is simply the greatest of them.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint32_t, uint64_t

from .bits cimport (
    DECK_SIZE, FAMILIES, FIRST_ATOUT, FIRST_JOKER, JOKER_SHIFT, RANK_MASK, RANKS, add_card, atout_ranks, msb, no_cards,
)
from .poker_tables cimport (
    BITS_PER_VALUE, COURT_SHIFT, FIVE, MISSING_MASK, PRINTED_SHIFT, TABLES, VALUE_MASK,
)
from .rules cimport ROYAL_COURT, ROYAL_PRINTED, Rules, RuleSet

cdef enum:
    WINDOW = 0x1F               # five ranks in a row
    BEST = 1 << 13              # the best rank: the As, or the Roi where the As counts 1
    BEST_COPIES = 3             # a flush with more of the best rank is four of a kind too
    JOKER_MASK = 0x3F

# The cards of a hand: ranks in order of strength; ties: the Atouts where they break ties.
cdef struct Hand:
    uint64_t naturals
    uint32_t atouts
    uint32_t ties


cdef inline uint64_t as_on_top(uint64_t families) noexcept nogil:
    """Move the As of each family above its Roi."""
    cdef uint64_t lows = (
        <uint64_t>1 | <uint64_t>1 << RANKS | <uint64_t>1 << 2 * RANKS | <uint64_t>1 << 3 * RANKS)
    cdef uint64_t highs = lows << (RANKS - 1)
    return (families >> 1 & ~highs) | (families & lows) << (RANKS - 1)


cdef inline uint32_t straight_entry(const Rules* rules, uint32_t ranks) noexcept nogil:
    return TABLES.straight[(rules.ace_low != 0) + 2 * (rules.ace_high != 0)][ranks]


cdef inline uint32_t top_of_straight(const Rules* rules, uint32_t entry, int jokers) noexcept nogil:
    """The highest rank of the best straight as a mask of one, 0 if there is none."""
    cdef uint32_t value = entry >> (BITS_PER_VALUE * jokers) & VALUE_MASK
    return <uint32_t>1 << value >> (2 if counts_as_high(rules) else 1) if value else 0


cdef inline uint32_t run_down(uint32_t top) noexcept nogil:
    """The ranks of a straight; below 5 4 3 2 comes the As on top."""
    return (top * WINDOW >> 4) | (BEST if top < WINDOW >> 1 else 0)


cdef inline uint32_t pack(uint32_t category, uint32_t main, uint32_t others, bint atout) noexcept nogil:
    cdef uint32_t code = category + (category > FLUSH)
    return code << CODE_SHIFT | main >> 1 << MAIN_SHIFT | others << OTHERS_SHIFT | atout


cdef inline uint32_t shown(const Hand* hand, uint32_t category, uint32_t main, uint32_t others) noexcept nogil:
    """The strength of a hand that shows these ranks; an Atout of one can always be the card played (R32)."""
    return pack(category, main, others, ((main | others) & hand.ties) != 0)


cdef inline uint32_t highest(uint32_t ranks) noexcept nogil:
    """The highest rank as a mask of one, 0 if there is none."""
    return <uint32_t>1 << msb(ranks) if ranks else 0


cdef inline uint32_t highest_of(uint32_t ranks, int number) noexcept nogil:
    """So many of the highest ranks, or all there are."""
    cdef int excess = TABLES.count[ranks] - number
    while excess > 0:
        ranks &= ranks - 1
        excess -= 1
    return ranks


cdef inline uint32_t flush(const Hand* hand, uint32_t natural, uint32_t atouts, int jokers) noexcept nogil:
    """The Jokers are the best rank, copies too (R31); an Atout may double a rank (R30)."""
    cdef uint32_t once = natural | atouts
    cdef uint32_t twice = natural & atouts
    cdef int excess = TABLES.count[once] + TABLES.count[twice] + jokers - FIVE
    cdef uint32_t lowest, values
    cdef int best
    while excess > 0 and once:
        lowest = once & (0 - once)
        once ^= lowest & ~twice
        twice &= ~lowest
        excess -= 1
    best = min((once & BEST != 0) + (twice & BEST != 0) + jokers, BEST_COPIES)
    values = ((1 << BEST_COPIES) - 1) << BEST_COPIES >> best & ((1 << BEST_COPIES) - 1)
    values = values << FLUSH_BEST_SHIFT | TABLES.spread[once & ~BEST] << 1 | TABLES.spread[twice & ~BEST]
    # The lowest bit follows from the others, there are five cards: the Atout takes its place.
    return (<uint32_t>FLUSH_CODE << CODE_SHIFT) + (values & ~<uint32_t>ATOUT_BIT | ((once & hand.ties) != 0))


cdef inline uint32_t royal_ranks(const Rules* rules, uint32_t entry, int jokers) noexcept nogil:
    """The ranks of the royals that an entry of the straights completes."""
    cdef uint32_t ranks = 0
    if rules.royal & ROYAL_PRINTED and (entry >> PRINTED_SHIFT & MISSING_MASK) <= <uint32_t>jokers:
        ranks |= PRINTED_HIGH if counts_as_high(rules) else PRINTED_LOW
    if rules.royal & ROYAL_COURT and (entry >> COURT_SHIFT & MISSING_MASK) <= <uint32_t>jokers:
        ranks |= COURT
    return ranks


cdef inline uint32_t of_one_family(
    const Rules* rules, const Hand* hand, uint32_t natural, uint32_t atouts, int jokers
) noexcept nogil:
    """The best royal, straight flush or flush of a family and what replaces it; 0 if too few cards."""
    cdef uint32_t entry, royals, top
    if TABLES.count[natural] + TABLES.count[atouts] + jokers < FIVE:
        return 0
    entry = straight_entry(rules, natural | atouts)
    royals = royal_ranks(rules, entry, jokers)
    if royals:
        return pack(ROYAL_FLUSH, 0, 0, (royals & hand.ties) != 0)
    top = top_of_straight(rules, entry, jokers)
    if top:
        return pack(STRAIGHT_FLUSH, top, 0, (run_down(top) & hand.ties) != 0)
    return flush(hand, natural, atouts, jokers)


cdef inline uint32_t of_natural_families(
    const Rules* rules, const Hand* hand, uint32_t atouts, int jokers
) noexcept nogil:
    cdef uint32_t best = 0
    cdef uint32_t natural
    cdef int family
    for family in range(FAMILIES):
        natural = <uint32_t>(hand.naturals >> (RANKS * family)) & RANK_MASK
        best = max(best, of_one_family(rules, hand, natural, atouts, jokers))
    return best


cdef inline void count_ranks(const Hand* hand, uint32_t* held) noexcept nogil:
    """held[n]: the ranks held n times or more; the families are added by carry and save."""
    cdef uint32_t s = <uint32_t>hand.naturals & RANK_MASK
    cdef uint32_t h = <uint32_t>(hand.naturals >> RANKS) & RANK_MASK
    cdef uint32_t d = <uint32_t>(hand.naturals >> 2 * RANKS) & RANK_MASK
    cdef uint32_t c = <uint32_t>(hand.naturals >> 3 * RANKS) & RANK_MASK
    cdef uint32_t a = hand.atouts
    cdef uint32_t three = s ^ h ^ d
    cdef uint32_t carry = (s & h) | (d & (s ^ h))
    cdef uint32_t odd = three ^ c ^ a
    cdef uint32_t more = (three & c) | (a & (three ^ c))
    held[0] = RANK_MASK
    held[1] = odd | carry | more
    held[2] = carry | more
    held[3] = (carry & more) | (odd & (carry | more))
    held[4] = carry & more
    held[5] = odd & carry & more


cdef inline int without(int times, int jokers) noexcept nogil:
    """How often a rank must be held for the Jokers to bring it to so many."""
    return times - jokers if times > jokers else 0


cdef inline uint32_t four_of_a_kind(
    const Hand* hand, const uint32_t* held, uint32_t rank, int jokers
) noexcept nogil:
    """A fifth card of the rank is the kicker (R30), and so is a Joker to spare, as the best rank."""
    cdef uint32_t kicker = highest((held[1] & ~rank) | (held[FIVE] & rank))
    if jokers and held[without(FIVE, jokers)] & rank:
        kicker = BEST
    return shown(hand, FOUR_OF_A_KIND, rank, kicker)


cdef inline uint32_t by_ranks(const Rules* rules, const Hand* hand, int jokers) noexcept nogil:
    """The best hand whatever the families. Jokers make the highest rank held often enough more frequent."""
    cdef uint32_t held[FIVE + 1]
    cdef uint32_t quads, trips, pair, other, top
    count_ranks(hand, held)
    quads = highest(held[without(4, jokers)])
    if quads:
        return four_of_a_kind(hand, held, quads, jokers)
    trips = highest(held[without(3, jokers)])
    if trips and held[2] & ~trips:
        return shown(hand, FULL_HOUSE, trips, highest(held[2] & ~trips))
    top = top_of_straight(rules, straight_entry(rules, held[1]), jokers)
    if top:
        return pack(STRAIGHT, top, 0, (run_down(top) & hand.ties) != 0)
    if trips:
        return shown(hand, THREE_OF_A_KIND, trips, highest_of(held[1] & ~trips, 2))
    pair = highest(held[without(2, jokers)])
    if not pair:
        return shown(hand, HIGH_CARD, 0, BEST if jokers else highest_of(held[1], FIVE))
    other = highest(held[2] & ~pair)
    if not other:
        return shown(hand, PAIR, pair, highest_of(held[1] & ~pair, 3))
    return shown(hand, TWO_PAIR, pair | other, highest(held[1] & ~(pair | other)))


cdef inline uint32_t best_with_own_family(const Rules* rules, Hand* hand, int jokers) noexcept nogil:
    """Atouts are a fifth family: a hand of one family shows them only if it is theirs."""
    cdef uint32_t best = max(by_ranks(rules, hand, jokers), of_one_family(rules, hand, hand.atouts, 0, jokers))
    hand.ties = 0
    return max(best, of_natural_families(rules, hand, 0, jokers))


cdef inline uint32_t best_hand(const Rules* rules, Hand* hand, int jokers) noexcept nogil:
    if rules.own_family_showdown:
        return best_with_own_family(rules, hand, jokers)
    return max(of_natural_families(rules, hand, hand.atouts, jokers), by_ranks(rules, hand, jokers))


cdef inline uint32_t evaluate_parts(
    const Rules* rules, uint64_t naturals, uint32_t atouts, int jokers
) noexcept nogil:
    """The strength of naturals by id, the ranks of Atouts, and a number of Jokers."""
    cdef Hand hand
    hand.naturals = as_on_top(naturals) if counts_as_high(rules) else naturals
    hand.atouts = <uint32_t>as_on_top(atouts) if counts_as_high(rules) else atouts
    hand.ties = hand.atouts if rules.atout_breaks_ties else 0
    if jokers and rules.jokers_wild:
        return best_hand(rules, &hand, min(jokers, FIVE))
    # With a constant the compiler makes a copy of all the above that knows no Jokers.
    return best_hand(rules, &hand, 0)


cdef uint32_t evaluate(const Rules* rules, Cards cards) noexcept nogil:
    """The strength of the best five of up to seven cards: greater wins, equal ties."""
    cdef int jokers = TABLES.count[cards.wilds >> JOKER_SHIFT & JOKER_MASK]
    return evaluate_parts(rules, cards.naturals, atout_ranks(cards), jokers)


cdef inline uint32_t ranks_of_flush(uint32_t held) noexcept nogil:
    """The ranks, in order of strength, that the strength of a flush shows."""
    cdef uint32_t ranks = 0
    cdef int rank
    for rank in range(RANKS - 1):
        ranks |= (held >> (2 * rank + 1) & 1) << rank
    return ranks | (BEST if held >> FLUSH_BEST_SHIFT else 0)


cdef inline uint32_t ranks_in_order(uint32_t strength) noexcept nogil:
    cdef int category = category_of(strength)
    cdef uint32_t main = (strength >> MAIN_SHIFT & MAIN_MASK) << 1
    if category == FLUSH:
        return ranks_of_flush(strength - (<uint32_t>FLUSH_CODE << CODE_SHIFT))
    if category != HIGH_CARD and TABLES.count[main] < (2 if category == TWO_PAIR else 1):
        main |= 1
    if category == STRAIGHT or category == STRAIGHT_FLUSH:
        return run_down(main)
    return main | (strength >> OTHERS_SHIFT & RANK_MASK)


cdef uint32_t shown_ranks(const Rules* rules, uint32_t strength) noexcept nogil:
    """The ranks of the cards as played, rank r in bit r - 1; of a royal, which shows none, nothing useful."""
    cdef uint32_t ranks = ranks_in_order(strength)
    return (ranks << 1 & RANK_MASK | ranks >> (RANKS - 1)) if counts_as_high(rules) else ranks


cdef void fill_card_words() noexcept nogil:
    cdef int card
    for card in range(FIRST_ATOUT):
        CARD_WORDS[card].natural = <uint64_t>1 << card
    for card in range(FIRST_ATOUT, FIRST_JOKER):
        CARD_WORDS[card].wild = <uint32_t>1 << (card - FIRST_ATOUT)
    for card in range(FIRST_JOKER, DECK_SIZE):
        CARD_WORDS[card].joker = 1
    for card in range(DECK_SIZE, 256):
        CARD_WORDS[card].unknown = 1


fill_card_words()


def strength(RuleSet rules, uint64_t naturals, uint64_t wilds):
    """The strength of a set of cards given by its two words."""
    cdef Cards cards
    cards.naturals = naturals
    cards.wilds = wilds
    return evaluate(&rules.options, cards)


def strength_of_ids(RuleSet rules not None, ids):
    """The strength of a hand by a tuple of ids, -1 if it is anything else than a hand of up to seven cards."""
    cdef uint8_t cards[MAX_SIZE]
    cdef tuple given
    cdef Py_ssize_t size, i
    cdef uint32_t card
    cdef Row row
    if type(ids) is not tuple:
        return -1
    given = <tuple>ids
    size = len(given)
    if size > MAX_SIZE:
        return -1
    try:
        for i in range(size):
            if type(given[i]) is not int:
                return -1
            card = given[i]
            cards[i] = <uint8_t>min(card, <uint32_t>DECK_SIZE)
    except OverflowError:
        return -1
    row = read_row(cards, 1, <int>size)
    return evaluate(&rules.options, row.cards) if row.is_hand else -1


cdef void count_from(
    const Rules* rules, Cards cards, int first, int missing, uint64_t* counts
) noexcept nogil:
    """Count by category each hand that adds so many cards, from the first on, to those given."""
    cdef Cards more
    cdef int card
    if missing == 0:
        counts[category_of(evaluate(rules, cards))] += 1
        return
    for card in range(first, DECK_SIZE - missing + 1):
        more = cards
        add_card(&more, card)
        count_from(rules, more, card + 1, missing - 1, counts)


def count_categories(RuleSet rules, int size):
    """How many hands of so many cards, 1 to 7, each category has; Ctrl-C stops it."""
    cdef uint64_t counts[CATEGORIES]
    cdef Cards cards
    cdef int card
    for card in range(CATEGORIES):
        counts[card] = 0
    for card in range(DECK_SIZE - size + 1):
        cards = no_cards()
        add_card(&cards, card)
        with nogil:
            count_from(&rules.options, cards, card + 1, size - 1, counts)
        PyErr_CheckSignals()
    return list(counts)
