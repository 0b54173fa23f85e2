"""Antes, the deal, and the draw that opens each turn."""

from libc.stdint cimport int32_t
from libc.string cimport memcpy, memset

from .bits cimport (
    DECK_SIZE, FIRST_JOKER, JOKER_SHIFT, Cards, add_card, multiply, no_cards, popcount, with_jokers,
)
from .log cimport DEAL_EVENT, DRAW_EVENT, SHUFFLE_EVENT, record
from .rng cimport CARD_STREAM, is_biased, next_u64, seed_rng
from .rules cimport FOUR_CARDS, MAX_PLAYERS
from .state cimport NOBODY, OVER, PLAY, STEP_LAY, is_in, next_in

cdef enum:
    PLACES_A_WORD = 8           # 76 * 75 * ... * 69 is below 2**51, so that hardly a word is drawn twice
    PRODUCT_BITS = 51

cdef uint8_t SORTED_DECK[DECK_SIZE]
# What a card adds to a hand; a Joker counts at the first Joker's bit, so that the sum says how many there are.
cdef Cards CARD_ADDS[DECK_SIZE]


cdef void _fill_tables() noexcept:
    cdef int card
    for card in range(DECK_SIZE):
        SORTED_DECK[card] = <uint8_t>min(card, FIRST_JOKER)
        CARD_ADDS[card] = no_cards()
        add_card(&CARD_ADDS[card], card)


_fill_tables()


cdef inline void draw_places(Rng* rng, uint64_t* places, int count, int wanted) noexcept nogil:
    """Uniform places below count, count - 1, ... from one random word, none biased.

    The high words of successive products are the places, and the last low word tells a biased draw (Brackett-Rozinsky
    and Lemire, arXiv 2408.06213).
    """
    cdef uint64_t rest = 0
    cdef uint64_t left
    cdef int i
    while True:
        rest = next_u64(rng)
        left = <uint64_t>count
        for i in range(wanted):
            rest = multiply(rest, left, &places[i])
            left -= 1
        if rest >> PRODUCT_BITS or not is_biased(rest, count, wanted):
            return


cdef inline void exchange(uint8_t* cards, const uint64_t* places, int count, int wanted) noexcept nogil:
    """Each of the last cards, from the top down, with the one at its place."""
    cdef uint8_t* last = cards + count - 1
    cdef uint8_t card
    cdef int i
    for i in range(wanted):
        card = (last - i)[0]
        (last - i)[0] = cards[places[i]]
        cards[places[i]] = card


cdef void shuffle(Rng* rng, uint8_t* cards, int count) noexcept nogil:
    """Fisher-Yates from the last card down; whole words of places have a loop of constant length."""
    cdef uint64_t places[PLACES_A_WORD]
    while count > PLACES_A_WORD:
        draw_places(rng, places, count, PLACES_A_WORD)
        exchange(cards, places, count, PLACES_A_WORD)
        count -= PLACES_A_WORD
    if count > 1:
        draw_places(rng, places, count, count - 1)
        exchange(cards, places, count, count - 1)


cdef inline Cards hand_of(const uint8_t* cards, int count) noexcept nogil:
    """A hand of so many cards, without a branch on their kinds."""
    cdef Cards hand = no_cards()
    cdef int i
    for i in range(count):
        hand.naturals += CARD_ADDS[cards[i]].naturals
        hand.wilds += CARD_ADDS[cards[i]].wilds
    return with_jokers(hand, <int>(hand.wilds >> JOKER_SHIFT))


cdef void clear_state(const Rules* rules, State* s, uint64_t seed, uint64_t index) noexcept nogil:
    """The stones before the first deal, and nothing on the table (R11, R12, R25)."""
    cdef int seat
    memset(s, 0, sizeof(State))
    seed_rng(&s.rng, seed, index, CARD_STREAM)
    for seat in range(rules.players):
        s.stones[seat] = rules.starting_stones
    s.bank = rules.bank
    s.players_in = <uint8_t>((1 << rules.players) - 1)
    s.opener = rules.first_seat
    s.forcer = NOBODY
    s.winner = NOBODY


cdef void next_deal(const Rules* rules, State* s, Log* log) noexcept nogil:
    """The deal after this one, opened by the next player still in (R11), or the cut (R35)."""
    if s.turn >= rules.max_turns:
        truncate(s)
        return
    s.opener = <uint8_t>next_in(rules.players, s.players_in, s.opener)
    start_deal(rules, s, NULL, log)


cdef void truncate(State* s) noexcept nogil:
    s.phase = OVER
    s.current = 0
    s.truncated = True


cdef void start_deal(const Rules* rules, State* s, const uint8_t* deck, Log* log) noexcept nogil:
    """Antes, hands, the Four and the first turn, from the deck given or, if it is NULL, a shuffled one."""
    cdef int seat
    s.deal += 1
    s.meld_count = 0
    s.discard_count = 0
    s.final_turns = 0
    s.participants = 0
    s.first_keeper = 0
    s.forcer = NOBODY
    s.stake = 0
    for seat in range(MAX_PLAYERS):
        s.hands[seat] = no_cards()
        s.kept[seat] = no_cards()
        s.points[seat] = 0
        s.melds_laid[seat] = 0
        s.antes[seat] = 0
    collect_antes(rules, s)
    record(log, DEAL_EVENT, s.opener, 0, 0, True)
    deal_cards(rules, s, deck)
    begin_turn(s, s.opener, log)


cdef void collect_antes(const Rules* rules, State* s) noexcept nogil:
    """One ante from each player still in; who has less puts in what is left (R12)."""
    cdef int seat
    cdef int32_t paid
    for seat in range(rules.players):
        if not is_in(s, seat):
            continue
        paid = min(<int32_t>rules.ante, s.stones[seat])
        s.stones[seat] -= paid
        s.antes[seat] += paid
        s.pot += paid


cdef void deal_cards(const Rules* rules, State* s, const uint8_t* deck) noexcept nogil:
    """The opener's hand, each next one clockwise, the Four, and the rest as pile."""
    cdef int card, seat
    cdef int dealt = 0
    memcpy(s.pile, deck if deck != NULL else SORTED_DECK, DECK_SIZE)
    if deck == NULL:
        shuffle(&s.rng, s.pile, DECK_SIZE)
    seat = s.opener
    for _ in range(popcount(s.players_in)):
        s.hands[seat] = hand_of(&s.pile[dealt], rules.hand_size)
        dealt += rules.hand_size
        seat = next_in(rules.players, s.players_in, seat)
    for card in range(FOUR_CARDS):
        s.four[card] = s.pile[dealt]
        dealt += 1
    s.drawn = <uint8_t>dealt
    s.pile_end = DECK_SIZE


cdef void next_turn(const Rules* rules, State* s, Log* log) noexcept nogil:
    """The next player's turn, after the antes of a new round (R12), or the cut (R35)."""
    cdef int seat = next_in(rules.players, s.players_in, s.current)
    if s.turn >= rules.max_turns:
        truncate(s)
        return
    if rules.ante_every_round and seat == s.opener:
        collect_antes(rules, s)
    begin_turn(s, seat, log)


cdef void begin_turn(State* s, int seat, Log* log) noexcept nogil:
    cdef int owner
    s.turn += 1
    s.current = <uint8_t>seat
    s.phase = PLAY
    s.step = STEP_LAY
    s.completions = 0
    s.owed_atouts = 0
    s.owed_jokers = 0
    for owner in range(MAX_PLAYERS):
        s.added[owner] = 0
    draw(s, log)


cdef void draw(State* s, Log* log) noexcept nogil:
    """The top card of the pile, refilled from the discards; if there is none, the final turns begin (R13, R14)."""
    cdef int card
    if s.final_turns:
        return
    if s.drawn == s.pile_end and s.discard_count:
        refill(s, log)
    if s.drawn == s.pile_end:
        s.final_turns = <uint8_t>popcount(s.players_in)
        return
    card = s.pile[s.drawn]
    s.drawn += 1
    add_card(&s.hands[s.current], card)
    record(log, DRAW_EVENT, s.current, 0, card, True)


cdef void refill(State* s, Log* log) noexcept nogil:
    memcpy(s.pile, s.discards, s.discard_count)
    s.drawn = 0
    s.pile_end = s.discard_count
    s.discard_count = 0
    shuffle(&s.rng, s.pile, s.pile_end)
    record(log, SHUFFLE_EVENT, NOBODY, 0, s.pile_end, True)
