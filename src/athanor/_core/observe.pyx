"""The observation of a seat: athanor.observation names each slice, in the order in which they are written here.

Masks are written eight bits to a word of bytes. What such a word writes beyond its slice is 0, and the slices after it
are written later.
"""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memcpy

from .bits cimport ATOUT, FIRST_ATOUT, FIRST_JOKER, RANK_MASK, RANKS, Cards, card_count, joker_count
from .rules cimport NO_BOTTOM
from .state cimport NOBODY, RUN, Meld

cdef enum:
    MOST = 255                  # what one byte holds; larger numbers count as this
    MOST_OF_TWO = 0xFFFF
    FIRST_JOKER_OF_SET = 5      # after the four families and the Atout
    NUMBERS_OF_SEAT = 9         # before its flags
    FAMILY_CODES = 7            # an open family, all three bits of it, is written as 0

# Eight bits as eight bytes, the lowest bit at the lowest address; words of them can be added.
cdef uint64_t SPREAD[256]


cdef void _fill_spread() noexcept:
    cdef int byte, bit
    for byte in range(256):
        for bit in range(8):
            (<uint8_t*>&SPREAD[byte])[bit] = (byte >> bit) & 1


_fill_spread()


VERSION = VIEW_VERSION


def size_of_view(int players):
    """Bytes of an observation of a game with so many players."""
    return view_size(players)


cdef inline uint8_t clipped(int64_t number) noexcept nogil:
    return <uint8_t>min(number, MOST)


cdef inline void put_bits(uint8_t* out, uint64_t bits, int words) noexcept nogil:
    """A byte for each bit, in words of eight."""
    cdef int i
    for i in range(words):
        memcpy(out + 8 * i, &SPREAD[bits >> (8 * i) & 0xFF], 8)


cdef inline uint8_t* put_cards(uint8_t* out, Cards cards) noexcept nogil:
    """How many of each card; out is clear."""
    if cards.naturals | cards.wilds:
        put_bits(out, cards.naturals, 7)
        put_bits(out + FIRST_ATOUT, cards.wilds & RANK_MASK, 2)
        out[FIRST_JOKER] = <uint8_t>joker_count(cards)
    return out + CARD_KINDS


cdef uint8_t* put_list(uint8_t* out, const uint8_t* cards, int count) noexcept nogil:
    cdef int i
    for i in range(count):
        out[cards[i]] += 1
    return out + CARD_KINDS


cdef inline uint8_t* put_wide(uint8_t* out, int64_t number, int step) noexcept nogil:
    """A number below 65536 as its remainder by 256 and, a step further on, the rest."""
    cdef uint32_t shown = <uint32_t>min(number, MOST_OF_TWO)
    out[0] = <uint8_t>(shown & MOST)
    out[step] = <uint8_t>(shown >> 8)
    return out + 2 * step


cdef inline void put_places(uint8_t* out, uint32_t filled, uint32_t atouts, uint32_t jokers) noexcept nogil:
    """What lies at each place: 1 a natural, 2 an Atout, 3 a Joker."""
    cdef uint64_t places
    cdef int i
    for i in range(2):
        places = SPREAD[filled & 0xFF] + SPREAD[atouts & 0xFF] + 2 * SPREAD[jokers & 0xFF]
        memcpy(out + 8 * i, &places, 8)
        filled >>= 8
        atouts >>= 8
        jokers >>= 8


cdef inline void put_run(uint8_t* out, const Meld* meld) noexcept nogil:
    put_places(out, ((<uint32_t>1 << meld.size) - 1) << (meld.low - 1), meld.atouts, meld.jokers)


cdef inline void put_set(uint8_t* out, const Meld* meld) noexcept nogil:
    cdef uint32_t atouts = <uint32_t>(meld.atouts != 0) << ATOUT
    cdef uint32_t jokers = ((<uint32_t>1 << meld.jokers) - 1) << FIRST_JOKER_OF_SET
    put_places(out, meld.naturals | atouts | jokers, atouts, jokers)


cdef uint8_t* put_melds(uint8_t* out, const State* s, int seat, int players) noexcept nogil:
    """Owners, kinds, families, lows, sizes, places: of all melds each; out is clear."""
    cdef uint8_t* places = out + MELD_NUMBERS * MAX_MELDS
    cdef const Meld* meld
    cdef int m
    for m in range(s.meld_count):
        meld = &s.melds[m]
        out[m] = <uint8_t>(1 + relative(meld.owner, seat, players))
        out[MAX_MELDS + m] = meld.kind + 1
        out[3 * MAX_MELDS + m] = meld.low
        out[4 * MAX_MELDS + m] = meld.size
        if meld.kind == RUN:
            out[2 * MAX_MELDS + m] = (meld.family + 1) & FAMILY_CODES
            put_run(places + m * HIGHEST_PLACE, meld)
        else:
            put_set(places + m * HIGHEST_PLACE, meld)
    return places + MAX_MELDS * HIGHEST_PLACE


cdef inline int relative(int seat, int observer, int players) noexcept nogil:
    """Steps clockwise from the observer."""
    return seat - observer if seat >= observer else seat - observer + players


cdef inline uint8_t* put_flags(uint8_t* out, uint32_t seats, int observer, int players) noexcept nogil:
    """A byte for each seat of a mask."""
    put_bits(out, (seats >> observer | seats << (players - observer)) & ((<uint32_t>1 << players) - 1), 1)
    return out + players


cdef inline uint8_t* put_flag(uint8_t* out, int seat, int observer, int players) noexcept nogil:
    """A byte for each seat, one of which is marked unless it is nobody."""
    return put_flags(out, 0 if seat == NOBODY else <uint32_t>1 << seat, observer, players)


cdef uint8_t* put_seats(uint8_t* out, const State* s, int observer, int players) noexcept nogil:
    """What is public of each seat, the observer's first: of all seats each."""
    cdef int i
    cdef int seat = observer
    for i in range(players):
        out[i] = <uint8_t>card_count(s.hands[seat])
        out[players + i] = <uint8_t>card_count(s.kept[seat]) if s.participants else 0
        put_wide(out + 2 * players + i, s.stones[seat], players)
        put_wide(out + 4 * players + i, s.points[seat], players)
        out[6 * players + i] = clipped(s.antes[seat])
        out[7 * players + i] = s.melds_laid[seat]
        out[8 * players + i] = s.added[seat]
        seat = seat + 1 if seat + 1 < players else 0
    out = put_flags(out + NUMBERS_OF_SEAT * players, s.players_in, observer, players)
    out = put_flags(out, s.participants, observer, players)
    out = put_flag(out, NOBODY if s.phase == OVER else <int>s.current, observer, players)
    out = put_flag(out, s.opener, observer, players)
    out = put_flag(out, s.forcer, observer, players)
    return put_flag(out, <int>s.first_keeper if s.participants else NOBODY, observer, players)


cdef uint8_t* put_singles(uint8_t* out, const Rules* rules, const State* s) noexcept nogil:
    """The phase, the mover's turn, and what lies in the middle; out is clear."""
    out[s.phase] = 1
    out += PHASES
    out[s.step] = 1
    out += STEPS
    out[0] = s.completions
    out += 1
    put_bits(out, s.owed_atouts, 2)
    out[RANKS] = s.owed_jokers
    out = put_wide(out + RANKS + 1, s.pot, 1)
    out = put_wide(out, MOST_OF_TWO if s.bank == NO_BOTTOM else s.bank, 1)
    out = put_wide(out, s.stake, 1)
    out[0] = s.final_turns
    out[1] = s.pile_end - s.drawn
    out[2] = clipped(s.deal)
    out = put_wide(out + 3, s.turn, 1)
    out[0] = clipped(<int64_t>rules.max_turns - s.turn)
    return out + 1


cdef void observe(const Rules* rules, const State* s, int seat, uint8_t* out) noexcept nogil:
    """Write what the seat may know; out is view_size(players) bytes and clear."""
    cdef int players = rules.players
    out = put_cards(out, s.hands[seat])
    out = put_cards(out, s.kept[seat])
    out = put_list(out, s.four, FOUR_CARDS if four_is_turned(s) else FACE_UP)
    out = put_list(out, s.discards, s.discard_count)
    out = put_melds(out, s, seat, players)
    out = put_seats(out, s, seat, players)
    put_singles(out, rules, s)
