"""The layout of packed states, version 1, lowest byte first.

"ATHN", version, players, fingerprint of the game (4); the lengths of melds, discards and pile; single numbers;
the generator; for each seat its cards, stones, antes, points, cards added; the Four; melds; discards; pile.
"""

from libc.stdint cimport int8_t, int32_t, uint16_t, uint64_t
from libc.string cimport memcpy, memset

from .actions cimport MAX_MELDS
from .bits cimport DECK_SIZE, Cards
from .rules cimport FOUR_CARDS, MAX_PLAYERS
from .sane cimport BAD_GAME, BAD_HEADER, BAD_LENGTH, SANE, fault_of
from .state cimport Meld

cdef enum:
    HEADER = 10
    LENGTHS = 3
    SMALL_NUMBERS = 15
    WIDE_NUMBERS = 5
    SEAT_BYTES = 37
    MELD_BYTES = 10
    FIXED = HEADER + LENGTHS + SMALL_NUMBERS + 4 * WIDE_NUMBERS + 32 + FOUR_CARDS

cdef const uint8_t* MAGIC = b"ATHN"


cdef inline uint8_t* put(uint8_t* out, uint64_t number, int size) noexcept nogil:
    cdef int i
    for i in range(size):
        out[i] = <uint8_t>(number >> (8 * i))
    return out + size


cdef inline uint64_t get(const uint8_t** data, int size) noexcept nogil:
    cdef uint64_t number = 0
    cdef int i
    for i in range(size):
        number |= <uint64_t>data[0][i] << (8 * i)
    data[0] += size
    return number


cdef inline uint8_t* put_cards(uint8_t* out, Cards cards) noexcept nogil:
    return put(put(out, cards.naturals, 8), cards.wilds, 4)


cdef inline void get_cards(const uint8_t** data, Cards* cards) noexcept nogil:
    cards.naturals = get(data, 8)
    cards.wilds = get(data, 4)


cdef inline uint8_t* put_list(uint8_t* out, const uint8_t* cards, int count) noexcept nogil:
    memcpy(out, cards, count)
    return out + count


cdef inline void get_list(const uint8_t** data, uint8_t* cards, int count) noexcept nogil:
    memcpy(cards, data[0], count)
    data[0] += count


cdef uint8_t* put_singles(uint8_t* out, const State* s) noexcept nogil:
    cdef int i
    out[0] = s.completions
    out[1] = s.step
    out[2] = <uint8_t>s.owed_atouts
    out[3] = <uint8_t>(s.owed_atouts >> 8)
    out[4] = s.owed_jokers
    out[5] = s.final_turns
    out[6] = s.players_in
    out[7] = s.participants
    out[8] = s.first_keeper
    out[9] = s.opener
    out[10] = s.current
    out[11] = s.phase
    out[12] = <uint8_t>s.forcer
    out[13] = <uint8_t>s.winner
    out[14] = s.truncated
    out = put(out + SMALL_NUMBERS, <uint32_t>s.pot, 4)
    out = put(out, <uint32_t>s.bank, 4)
    out = put(out, <uint32_t>s.stake, 4)
    out = put(out, s.turn, 4)
    out = put(out, s.deal, 4)
    for i in range(4):
        out = put(out, s.rng.words[i], 8)
    return out


cdef bint get_singles(const uint8_t** data, State* s) noexcept nogil:
    """False if a flag is neither 0 nor 1."""
    cdef const uint8_t* small = data[0]
    cdef int i
    s.completions = small[0]
    s.step = small[1]
    s.owed_atouts = <uint16_t>(small[2] | small[3] << 8)
    s.owed_jokers = small[4]
    s.final_turns = small[5]
    s.players_in = small[6]
    s.participants = small[7]
    s.first_keeper = small[8]
    s.opener = small[9]
    s.current = small[10]
    s.phase = small[11]
    s.forcer = <int8_t>small[12]
    s.winner = <int8_t>small[13]
    s.truncated = small[14] != 0
    data[0] += SMALL_NUMBERS
    s.pot = <int32_t>get(data, 4)
    s.bank = <int32_t>get(data, 4)
    s.stake = <int32_t>get(data, 4)
    s.turn = <uint32_t>get(data, 4)
    s.deal = <uint32_t>get(data, 4)
    for i in range(4):
        s.rng.words[i] = get(data, 8)
    return small[14] <= 1


cdef uint8_t* put_seat(uint8_t* out, const State* s, int seat) noexcept nogil:
    out = put_cards(out, s.hands[seat])
    out = put_cards(out, s.kept[seat])
    out = put(out, <uint32_t>s.stones[seat], 4)
    out = put(out, <uint32_t>s.antes[seat], 4)
    out = put(out, <uint32_t>s.points[seat], 4)
    out[0] = s.added[seat]
    return out + 1


cdef void get_seat(const uint8_t** data, State* s, int seat) noexcept nogil:
    get_cards(data, &s.hands[seat])
    get_cards(data, &s.kept[seat])
    s.stones[seat] = <int32_t>get(data, 4)
    s.antes[seat] = <int32_t>get(data, 4)
    s.points[seat] = <int32_t>get(data, 4)
    s.added[seat] = <uint8_t>get(data, 1)


cdef uint8_t* put_meld(uint8_t* out, const Meld* meld) noexcept nogil:
    out[0] = meld.owner
    out[1] = meld.kind
    out[2] = meld.family
    out[3] = meld.low
    out[4] = meld.size
    out[5] = meld.naturals
    return put(put(out + 6, meld.atouts, 2), meld.jokers, 2)


cdef void get_meld(const uint8_t** data, Meld* meld) noexcept nogil:
    cdef const uint8_t* small = data[0]
    meld.owner = small[0]
    meld.kind = small[1]
    meld.family = small[2]
    meld.low = small[3]
    meld.size = small[4]
    meld.naturals = small[5]
    data[0] += 6
    meld.atouts = <uint16_t>get(data, 2)
    meld.jokers = <uint16_t>get(data, 2)


cdef int pack(const Rules* rules, uint32_t fingerprint, const State* s, uint8_t* out) noexcept nogil:
    """Write a state, at most MAX_PACKED bytes; how many they are."""
    cdef uint8_t* start = out
    cdef int left = s.pile_end - s.drawn
    cdef int i
    memcpy(out, MAGIC, 4)
    out[4] = PACK_VERSION
    out[5] = rules.players
    out = put(out + 6, fingerprint, 4)
    out[0] = s.meld_count
    out[1] = s.discard_count
    out[2] = <uint8_t>left
    out = put_singles(out + LENGTHS, s)
    for i in range(rules.players):
        out = put_seat(out, s, i)
    out = put_list(out, s.four, FOUR_CARDS)
    for i in range(s.meld_count):
        out = put_meld(out, &s.melds[i])
    out = put_list(out, s.discards, s.discard_count)
    out = put_list(out, &s.pile[s.drawn], left)
    return <int>(out - start)


cdef void get_melds(const uint8_t** data, State* s) noexcept nogil:
    """The melds, and how many each seat laid, which follows from them."""
    cdef int m
    for m in range(s.meld_count):
        get_meld(data, &s.melds[m])
        if s.melds[m].owner < MAX_PLAYERS:
            s.melds_laid[s.melds[m].owner] += 1


cdef int fault_of_header(const Rules* rules, uint32_t fingerprint, const uint8_t* data,
                         Py_ssize_t size) noexcept nogil:
    cdef const uint8_t* rest = data + 6
    cdef int i
    if size < HEADER + LENGTHS:
        return BAD_HEADER
    for i in range(4):
        if data[i] != MAGIC[i]:
            return BAD_HEADER
    if data[4] != PACK_VERSION:
        return BAD_HEADER
    if data[5] != rules.players or get(&rest, 4) != fingerprint:
        return BAD_GAME
    if rest[0] > MAX_MELDS or rest[1] > DECK_SIZE or rest[2] > DECK_SIZE:
        return BAD_LENGTH
    if size != FIXED + rules.players * SEAT_BYTES + rest[0] * MELD_BYTES + rest[1] + rest[2]:
        return BAD_LENGTH
    return SANE


cdef int unpack(const Rules* rules, uint32_t fingerprint, const uint8_t* data, Py_ssize_t size,
                State* s) noexcept nogil:
    """Read a state from bytes that may be anything; what is wrong with them, or SANE."""
    cdef int fault = fault_of_header(rules, fingerprint, data, size)
    cdef int i
    if fault != SANE:
        return fault
    memset(s, 0, sizeof(State))
    s.meld_count = data[HEADER]
    s.discard_count = data[HEADER + 1]
    s.pile_end = data[HEADER + 2]
    data += HEADER + LENGTHS
    if not get_singles(&data, s):
        return BAD_HEADER
    for i in range(rules.players):
        get_seat(&data, s, i)
    get_list(&data, s.four, FOUR_CARDS)
    get_melds(&data, s)
    get_list(&data, s.discards, s.discard_count)
    get_list(&data, s.pile, s.pile_end)
    return fault_of(rules, s)
