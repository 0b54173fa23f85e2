"""The observation of a seat: athanor.observation names each slice, in the order in which they are written here."""

from libc.stdint cimport int64_t, uint32_t, uint64_t
from libc.string cimport memset

from .bits cimport FIRST_ATOUT, FIRST_JOKER, RANK_MASK, RANKS, Cards, card_count, joker_count, lsb
from .rules cimport NO_BOTTOM
from .state cimport OPEN_FAMILY, RUN, Meld, is_in

cdef enum:
    MOST = 255                  # what one byte holds; larger numbers count as this
    MOST_OF_TWO = 0xFFFF
    NATURAL_THERE = 1           # what lies at a place
    ATOUT_THERE = 2
    JOKER_THERE = 3
    FIRST_JOKER_OF_SET = 5      # after the four families and the Atout


VERSION = VIEW_VERSION


def size_of_view(int players):
    """Bytes of an observation of a game with so many players."""
    return view_size(players)


cdef inline uint8_t clipped(int64_t number) noexcept nogil:
    return <uint8_t>min(number, MOST)


cdef uint8_t* put_cards(uint8_t* out, Cards cards) noexcept nogil:
    """How many of each card; out is clear."""
    cdef uint64_t naturals = cards.naturals
    cdef uint64_t atouts = cards.wilds & RANK_MASK
    while naturals:
        out[lsb(naturals)] = 1
        naturals &= naturals - 1
    while atouts:
        out[FIRST_ATOUT + lsb(atouts)] = 1
        atouts &= atouts - 1
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


cdef void put_run(uint8_t* places, const Meld* meld) noexcept nogil:
    cdef int place
    for place in range(meld.low - 1, meld.low - 1 + meld.size):
        if (meld.jokers >> place) & 1:
            places[place] = JOKER_THERE
        elif (meld.atouts >> place) & 1:
            places[place] = ATOUT_THERE
        else:
            places[place] = NATURAL_THERE


cdef void put_set(uint8_t* places, const Meld* meld) noexcept nogil:
    cdef int i
    for i in range(4):
        places[i] = (meld.naturals >> i) & 1
    places[4] = ATOUT_THERE if meld.atouts else 0
    for i in range(meld.jokers):
        places[FIRST_JOKER_OF_SET + i] = JOKER_THERE


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
            out[2 * MAX_MELDS + m] = 0 if meld.family == OPEN_FAMILY else meld.family + 1
            put_run(places + m * HIGHEST_PLACE, meld)
        else:
            put_set(places + m * HIGHEST_PLACE, meld)
    return places + MAX_MELDS * HIGHEST_PLACE


cdef inline int relative(int seat, int observer, int players) noexcept nogil:
    """Steps clockwise from the observer."""
    return seat - observer if seat >= observer else seat - observer + players


cdef uint8_t* put_seats(uint8_t* out, const State* s, int observer, int players) noexcept nogil:
    """What is public of each seat, the observer's first: of all seats each; out is clear."""
    cdef int i, seat
    for i in range(players):
        seat = observer + i if observer + i < players else observer + i - players
        out[i] = <uint8_t>card_count(s.hands[seat])
        out[players + i] = <uint8_t>card_count(s.kept[seat])
        put_wide(out + 2 * players + i, s.stones[seat], players)
        put_wide(out + 4 * players + i, s.points[seat], players)
        out[6 * players + i] = clipped(s.antes[seat])
        out[7 * players + i] = s.melds_laid[seat]
        out[8 * players + i] = s.added[seat]
        out[9 * players + i] = is_in(s, seat)
        out[10 * players + i] = (s.participants >> seat) & 1
        out[11 * players + i] = s.current == seat and s.phase != OVER
        out[12 * players + i] = s.opener == seat
        out[13 * players + i] = s.forcer == seat
        out[14 * players + i] = s.first_keeper == seat and s.participants != 0
    return out + SEAT_SLICES * players


cdef uint8_t* put_singles(uint8_t* out, const Rules* rules, const State* s) noexcept nogil:
    """The phase, the mover's turn, and what lies in the middle; out is clear."""
    cdef int rank
    out[s.phase] = 1
    out += PHASES
    out[s.step] = 1
    out += STEPS
    out[0] = s.completions
    out += 1
    for rank in range(RANKS):
        out[rank] = (s.owed_atouts >> rank) & 1
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
    """Write what the seat may know, view_size(players) bytes."""
    cdef int players = rules.players
    memset(out, 0, view_size(players))
    out = put_cards(out, s.hands[seat])
    out = put_cards(out, s.kept[seat])
    out = put_list(out, s.four, FOUR_CARDS if four_is_turned(s) else FACE_UP)
    out = put_list(out, s.discards, s.discard_count)
    out = put_melds(out, s, seat, players)
    out = put_seats(out, s, seat, players)
    put_singles(out, rules, s)
