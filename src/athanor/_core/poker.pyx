"""The evaluator: what five cards of a hand are worth at best.

Everything works on 14-bit masks of ranks in order of strength, see poker_tables. Each candidate, of one
family or by ranks alone, is a complete strength, so that the best hand is simply the greatest of them.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from .bits cimport (
    DECK_SIZE, FAMILIES, FIRST_ATOUT, FIRST_JOKER, JOKER_COUNT, JOKER_SHIFT, RANK_MASK, RANKS, add_card,
    atout_ranks, msb, no_cards,
)
from .poker_tables cimport (
    AS_HIGH_VALUE, BITS_PER_VALUE, COURT_SHIFT, FIVE, MISSING_MASK, PRINTED_SHIFT, TABLES,
)
from .rules cimport ROYAL_COURT, ROYAL_PRINTED, Rules, RuleSet

cdef enum:
    ALL_VALUES = 0xFFFFF
    VALUE_MASK = 0xF
    EACH = 0x11111          # times a value: five cards of that value
    FIRST_FOUR = 0x11110
    FIRST_THREE = 0x11100
    FIRST_TWO = 0x11000
    FIRST = 0x10000
    NEXT_TWO = 0x00110
    LAST_TWO = 0x00011
    STAIRS = 0x01234        # what each card of a straight lies below its top
    PRINTED_VALUES = 0xEC00     # bits 10 11 13 14 15
    COURT_VALUES = 0xF800       # bits 11 to 15
    MAX_WILD = 5            # more Jokers than a hand shows change nothing
    JOKER_MASK = 0x3F

# The cards of a hand: ranks in order of strength, and the values of the Atouts where they break ties.
cdef struct Hand:
    uint64_t naturals
    uint32_t atouts
    uint32_t atout_values


cdef inline bint counts_as_high(const Rules* rules) noexcept nogil:
    """Whether the As ranks 15; where it is in no straight at all too (R3)."""
    return rules.ace_high or not rules.ace_low


cdef inline uint64_t as_on_top(uint64_t families) noexcept nogil:
    """Move the As of each family above its Roi."""
    cdef uint64_t lows = (
        <uint64_t>1 | <uint64_t>1 << RANKS | <uint64_t>1 << 2 * RANKS | <uint64_t>1 << 3 * RANKS)
    cdef uint64_t highs = lows << (RANKS - 1)
    return (families >> 1 & ~highs) | (families & lows) << (RANKS - 1)


cdef inline uint32_t highest_value(const Rules* rules, uint32_t ranks) noexcept nogil:
    return msb(ranks) + (2 if counts_as_high(rules) else 1)


cdef inline uint32_t best_value(const Rules* rules) noexcept nogil:
    """What a Joker free to be any rank counts."""
    return highest_value(rules, RANK_MASK)


cdef inline uint32_t top_values(const Rules* rules, uint32_t ranks) noexcept nogil:
    """The five highest values of a mask, the highest in the upper four bits."""
    return TABLES.top[counts_as_high(rules)][ranks]


cdef inline uint32_t straight_entry(const Rules* rules, uint32_t ranks) noexcept nogil:
    return TABLES.straight[(rules.ace_low != 0) + 2 * (rules.ace_high != 0)][ranks]


cdef inline uint32_t top_of_straight(uint32_t entry, int jokers) noexcept nogil:
    return entry >> (BITS_PER_VALUE * jokers) & VALUE_MASK


cdef inline uint32_t pack(uint32_t category, uint32_t values) noexcept nogil:
    return category << CATEGORY_SHIFT | values << VALUES_SHIFT


cdef inline uint32_t run_down(uint32_t top) noexcept nogil:
    """The values of a straight; the As at its low end is 1."""
    return top * EACH - STAIRS


cdef inline uint32_t values_with_pairs(const Rules* rules, uint32_t ranks, uint32_t twice) noexcept nogil:
    """The five highest values of ranks held once and those held twice."""
    cdef uint32_t values = 0
    cdef uint32_t rank
    cdef int shift = BITS_PER_VALUE * FIVE
    while ranks and shift:
        shift -= BITS_PER_VALUE
        rank = <uint32_t>1 << msb(ranks)
        values |= highest_value(rules, rank) << shift
        if twice & rank:
            twice ^= rank
        else:
            ranks ^= rank
    return values


cdef inline uint32_t flush_values(
    const Rules* rules, uint32_t natural, uint32_t atouts, int jokers
) noexcept nogil:
    """The Jokers as the best rank, copies too (R31), then the highest; an Atout may double a rank (R30)."""
    cdef uint32_t twice = natural & atouts
    cdef uint32_t held = (
        values_with_pairs(rules, natural | atouts, twice) if twice else top_values(rules, natural | atouts)
    )
    cdef uint32_t open_places = ALL_VALUES >> (BITS_PER_VALUE * jokers)
    return (best_value(rules) * EACH & ~open_places) | held >> (BITS_PER_VALUE * jokers)


cdef inline uint32_t royal_values(const Rules* rules, uint32_t entry, int jokers) noexcept nogil:
    """The values of the royals that an entry of the straights completes, one bit each."""
    cdef uint32_t values = 0
    if rules.royal & ROYAL_PRINTED and (entry >> PRINTED_SHIFT & MISSING_MASK) <= <uint32_t>jokers:
        values |= PRINTED_VALUES
    if rules.royal & ROYAL_COURT and (entry >> COURT_SHIFT & MISSING_MASK) <= <uint32_t>jokers:
        values |= COURT_VALUES
    return values


cdef inline uint32_t of_one_family(
    const Rules* rules, uint32_t natural, uint32_t atouts, int jokers, uint32_t atout_values
) noexcept nogil:
    """The best royal, straight flush or flush of a family and what replaces it; 0 if too few cards."""
    cdef uint32_t entry, royals, top
    if TABLES.count[natural] + TABLES.count[atouts] + jokers < FIVE:
        return 0
    entry = straight_entry(rules, natural | atouts)
    royals = royal_values(rules, entry, jokers)
    if royals:
        return pack(ROYAL_FLUSH, 0) | ((royals & atout_values) != 0)
    top = top_of_straight(entry, jokers)
    if top:
        return pack(STRAIGHT_FLUSH, run_down(top))
    return pack(FLUSH, flush_values(rules, natural, atouts, jokers))


cdef inline uint32_t of_natural_families(
    const Rules* rules, Hand hand, uint32_t atouts, int jokers
) noexcept nogil:
    cdef uint32_t best = 0
    cdef uint32_t natural
    cdef int family
    for family in range(FAMILIES):
        natural = <uint32_t>(hand.naturals >> (RANKS * family)) & RANK_MASK
        best = max(best, of_one_family(rules, natural, atouts, jokers, hand.atout_values))
    return best


cdef inline void count_ranks(Hand hand, uint32_t* held) noexcept nogil:
    """held[n]: the ranks held n times or more; each family is added by carry and save."""
    cdef uint32_t s = <uint32_t>hand.naturals & RANK_MASK
    cdef uint32_t h = <uint32_t>(hand.naturals >> RANKS) & RANK_MASK
    cdef uint32_t d = <uint32_t>(hand.naturals >> 2 * RANKS) & RANK_MASK
    cdef uint32_t c = <uint32_t>(hand.naturals >> 3 * RANKS) & RANK_MASK
    cdef uint32_t a = hand.atouts
    cdef uint32_t one = s | h
    cdef uint32_t two = s & h
    cdef uint32_t three = two & d
    cdef uint32_t four
    two |= one & d
    one |= d
    four = three & c
    three |= two & c
    two |= one & c
    one |= c
    held[0] = RANK_MASK
    held[1] = one | a
    held[2] = two | (one & a)
    held[3] = three | (two & a)
    held[4] = four | (three & a)
    held[5] = four & a


cdef inline int without(int times, int jokers) noexcept nogil:
    """How often a rank must be held for the Jokers to bring it to so many."""
    return times - jokers if times > jokers else 0


cdef inline uint32_t highest_of(uint32_t ranks) noexcept nogil:
    """The highest rank as a mask of one, 0 if there is none."""
    return <uint32_t>1 << msb(ranks) if ranks else 0


cdef inline uint32_t four_of_a_kind(
    const Rules* rules, const uint32_t* held, uint32_t rank, int jokers
) noexcept nogil:
    """A fifth card of the rank is the kicker (R30), and so is a Joker to spare, as the best rank."""
    cdef uint32_t others = (held[1] & ~rank) | (held[FIVE] & rank)
    cdef uint32_t kicker = top_values(rules, others) >> (BITS_PER_VALUE * 4)
    if jokers and held[without(FIVE, jokers)] & rank:
        kicker = best_value(rules)
    return pack(FOUR_OF_A_KIND, highest_value(rules, rank) * FIRST_FOUR | kicker)


cdef inline uint32_t by_ranks(const Rules* rules, Hand hand, int jokers) noexcept nogil:
    """The best hand whatever the families. Jokers make the highest rank held often enough more frequent."""
    cdef uint32_t held[FIVE + 1]
    cdef uint32_t quads, trips, pair, other, top
    count_ranks(hand, held)
    quads = highest_of(held[without(4, jokers)])
    if quads:
        return four_of_a_kind(rules, held, quads, jokers)
    trips = highest_of(held[without(3, jokers)])
    if trips and held[2] & ~trips:
        return pack(FULL_HOUSE, highest_value(rules, trips) * FIRST_THREE
                    | highest_value(rules, held[2] & ~trips) * LAST_TWO)
    top = top_of_straight(straight_entry(rules, held[1]), jokers)
    if top:
        return pack(STRAIGHT, run_down(top))
    if trips:
        return pack(THREE_OF_A_KIND, highest_value(rules, trips) * FIRST_THREE
                    | top_values(rules, held[1] & ~trips) >> (BITS_PER_VALUE * 3))
    pair = highest_of(held[without(2, jokers)])
    if not pair:
        return pack(HIGH_CARD, best_value(rules) * FIRST if jokers else top_values(rules, held[1]))
    other = highest_of(held[2] & ~pair)
    if not other:
        return pack(PAIR, highest_value(rules, pair) * FIRST_TWO
                    | top_values(rules, held[1] & ~pair) >> (BITS_PER_VALUE * 2))
    return pack(TWO_PAIR, highest_value(rules, pair) * FIRST_TWO | highest_value(rules, other) * NEXT_TWO
                | top_values(rules, held[1] & ~(pair | other)) >> (BITS_PER_VALUE * 4))


cdef inline uint32_t shows_atout(uint32_t strength, uint32_t atout_values) noexcept nogil:
    """ATOUT_BIT if one of the values shown is an Atout's: it can always be the card played (R32)."""
    cdef uint32_t values = strength >> VALUES_SHIFT
    cdef uint32_t shown = 0
    cdef int place
    if atout_values == 0:
        return 0
    for place in range(FIVE):
        shown |= <uint32_t>1 << (values >> (BITS_PER_VALUE * place) & VALUE_MASK)
    return (shown & atout_values) != 0


cdef inline uint32_t best_with_any_family(const Rules* rules, Hand hand, int jokers) noexcept nogil:
    """Atouts replace any family, so whatever the best hand is, each of them may show its value in it."""
    cdef uint32_t best = max(
        of_natural_families(rules, hand, hand.atouts, jokers), by_ranks(rules, hand, jokers))
    return best | shows_atout(best, hand.atout_values)


cdef inline uint32_t best_with_own_family(const Rules* rules, Hand hand, int jokers) noexcept nogil:
    """Atouts are a fifth family: a hand of one family shows them only if it is theirs."""
    cdef uint32_t atouts = of_one_family(rules, hand.atouts, 0, jokers, hand.atout_values)
    cdef uint32_t ranks = by_ranks(rules, hand, jokers)
    cdef uint32_t naturals
    atouts |= shows_atout(atouts, hand.atout_values)
    ranks |= shows_atout(ranks, hand.atout_values)
    hand.atout_values = 0
    naturals = of_natural_families(rules, hand, 0, jokers)
    return max(naturals, max(atouts, ranks))


cdef inline uint32_t best_hand(const Rules* rules, Hand hand, int jokers) noexcept nogil:
    if rules.own_family_showdown:
        return best_with_own_family(rules, hand, jokers)
    return best_with_any_family(rules, hand, jokers)


cdef inline uint32_t evaluate_parts(
    const Rules* rules, uint64_t naturals, uint32_t atouts, int jokers
) noexcept nogil:
    """The strength of naturals by id, the ranks of Atouts, and a number of Jokers."""
    cdef Hand hand
    hand.naturals = as_on_top(naturals) if counts_as_high(rules) else naturals
    hand.atouts = <uint32_t>as_on_top(atouts) if counts_as_high(rules) else atouts
    hand.atout_values = atouts << 1 | (atouts & 1) << AS_HIGH_VALUE if rules.atout_breaks_ties else 0
    if jokers and rules.jokers_wild:
        return best_hand(rules, hand, min(jokers, MAX_WILD))
    # With a constant the compiler makes a copy of all the above that knows no Jokers.
    return best_hand(rules, hand, 0)


cdef uint32_t evaluate(const Rules* rules, Cards cards) noexcept nogil:
    """The strength of the best five of up to seven cards: greater wins, equal ties."""
    cdef int jokers = TABLES.count[cards.wilds >> JOKER_SHIFT & JOKER_MASK]
    return evaluate_parts(rules, cards.naturals, atout_ranks(cards), jokers)


# What one card id adds to a hand; 256 of them, so that no byte of an array reads beyond.
cdef struct CardWord:
    uint64_t natural
    uint32_t atout
    uint16_t joker
    uint16_t unknown        # 1 where no card has the id

cdef CardWord CARD_WORDS[256]


cdef void fill_card_words() noexcept nogil:
    cdef int card
    for card in range(FIRST_ATOUT):
        CARD_WORDS[card].natural = <uint64_t>1 << card
    for card in range(FIRST_ATOUT, FIRST_JOKER):
        CARD_WORDS[card].atout = <uint32_t>1 << (card - FIRST_ATOUT)
    for card in range(FIRST_JOKER, DECK_SIZE):
        CARD_WORDS[card].joker = 1
    for card in range(DECK_SIZE, 256):
        CARD_WORDS[card].unknown = 1


fill_card_words()


cdef Py_ssize_t evaluate_rows(
    const Rules* rules, const uint8_t[:, :] hands, uint32_t[:] out, bint validate
) noexcept nogil:
    """Fill out; stop at the first row that is no hand if asked to check, and return its index, else -1."""
    cdef Py_ssize_t row, column
    cdef const CardWord* word
    cdef uint64_t naturals, twice
    cdef uint32_t atouts, jokers, unknown
    for row in range(hands.shape[0]):
        naturals = 0
        twice = 0
        atouts = jokers = unknown = 0
        for column in range(hands.shape[1]):
            word = &CARD_WORDS[hands[row, column]]
            twice |= (naturals & word.natural) | (atouts & word.atout)
            naturals |= word.natural
            atouts |= word.atout
            jokers += word.joker
            unknown += word.unknown
        if validate and (twice or unknown or jokers > JOKER_COUNT):
            return row
        out[row] = evaluate_parts(rules, naturals, atouts, jokers)
    return -1


def strength(RuleSet rules, uint64_t naturals, uint64_t wilds):
    """The strength of a set of cards given by its two words."""
    cdef Cards cards
    cards.naturals = naturals
    cards.wilds = wilds
    return evaluate(&rules.options, cards)


def evaluate_many(RuleSet rules, const uint8_t[:, :] hands, uint32_t[:] out, bint validate):
    """Strengths of rows of card ids into out; the first row that is no hand, -1 if all are hands."""
    cdef Py_ssize_t wrong
    with nogil:
        wrong = evaluate_rows(&rules.options, hands, out, validate)
    return wrong


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
