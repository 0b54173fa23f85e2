"""The layout of packed states, version 1, lowest byte first.

"ATHN", version, players, fingerprint of the game (4); the lengths of melds, discards and pile; single numbers;
the generator; for each seat its cards, stones, antes, points, cards added; the Four; melds; discards; pile.
"""

from libc.stdint cimport int32_t, uint16_t, uint64_t
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


cdef inline uint64_t get(uint8_t** data, int size) noexcept nogil:
    cdef uint64_t number = 0
    cdef int i
    for i in range(size):
        number |= <uint64_t>data[0][i] << (8 * i)
    data[0] += size
    return number


# One list of fields serves both ways: each is read from the bytes, or written there. Which of both is a constant of
# `pack` and of `unpack`, so the compiler makes two lists of it.

cdef inline void carry_byte(uint8_t** at, bint reads, uint8_t* field) noexcept nogil:
    if reads:
        field[0] = <uint8_t>get(at, 1)
    else:
        at[0] = put(at[0], field[0], 1)


cdef inline void carry_16(uint8_t** at, bint reads, uint16_t* field) noexcept nogil:
    if reads:
        field[0] = <uint16_t>get(at, 2)
    else:
        at[0] = put(at[0], field[0], 2)


cdef inline void carry_32(uint8_t** at, bint reads, uint32_t* field) noexcept nogil:
    if reads:
        field[0] = <uint32_t>get(at, 4)
    else:
        at[0] = put(at[0], field[0], 4)


cdef inline void carry_signed(uint8_t** at, bint reads, int32_t* field) noexcept nogil:
    carry_32(at, reads, <uint32_t*>field)


cdef inline void carry_64(uint8_t** at, bint reads, uint64_t* field) noexcept nogil:
    if reads:
        field[0] = get(at, 8)
    else:
        at[0] = put(at[0], field[0], 8)


cdef inline void carry_cards(uint8_t** at, bint reads, Cards* cards) noexcept nogil:
    cdef uint32_t wilds = <uint32_t>cards.wilds
    carry_64(at, reads, &cards.naturals)
    carry_32(at, reads, &wilds)
    if reads:
        cards.wilds = wilds


cdef inline void carry_list(uint8_t** at, bint reads, uint8_t* cards, int count) noexcept nogil:
    if reads:
        memcpy(cards, at[0], count)
    else:
        memcpy(at[0], cards, count)
    at[0] += count


cdef inline bint carry_singles(uint8_t** at, bint reads, State* s) noexcept nogil:
    """False if a flag is neither 0 nor 1."""
    cdef uint8_t truncated = s.truncated
    cdef int i
    carry_byte(at, reads, &s.completions)
    carry_byte(at, reads, &s.step)
    carry_16(at, reads, &s.owed_atouts)
    carry_byte(at, reads, &s.owed_jokers)
    carry_byte(at, reads, &s.final_turns)
    carry_byte(at, reads, &s.players_in)
    carry_byte(at, reads, &s.participants)
    carry_byte(at, reads, &s.first_keeper)
    carry_byte(at, reads, &s.opener)
    carry_byte(at, reads, &s.current)
    carry_byte(at, reads, &s.phase)
    carry_byte(at, reads, <uint8_t*>&s.forcer)
    carry_byte(at, reads, <uint8_t*>&s.winner)
    carry_byte(at, reads, &truncated)
    carry_signed(at, reads, &s.pot)
    carry_signed(at, reads, &s.bank)
    carry_signed(at, reads, &s.stake)
    carry_32(at, reads, &s.turn)
    carry_32(at, reads, &s.deal)
    for i in range(4):
        carry_64(at, reads, &s.rng.words[i])
    if reads:
        s.truncated = truncated != 0
    return truncated <= 1


cdef inline void carry_seat(uint8_t** at, bint reads, State* s, int seat) noexcept nogil:
    carry_cards(at, reads, &s.hands[seat])
    carry_cards(at, reads, &s.kept[seat])
    carry_signed(at, reads, &s.stones[seat])
    carry_signed(at, reads, &s.antes[seat])
    carry_signed(at, reads, &s.points[seat])
    carry_byte(at, reads, &s.added[seat])


cdef inline void carry_meld(uint8_t** at, bint reads, Meld* meld) noexcept nogil:
    carry_byte(at, reads, &meld.owner)
    carry_byte(at, reads, &meld.kind)
    carry_byte(at, reads, &meld.family)
    carry_byte(at, reads, &meld.low)
    carry_byte(at, reads, &meld.size)
    carry_byte(at, reads, &meld.naturals)
    carry_16(at, reads, &meld.atouts)
    carry_16(at, reads, &meld.jokers)


cdef inline bint carry(uint8_t** at, bint reads, State* s, int players, int left) noexcept nogil:
    """All but the header and the lengths; False if a flag is neither 0 nor 1."""
    cdef bint flags_hold = carry_singles(at, reads, s)
    cdef int i
    for i in range(players):
        carry_seat(at, reads, s, i)
    carry_list(at, reads, s.four, FOUR_CARDS)
    for i in range(s.meld_count):
        carry_meld(at, reads, &s.melds[i])
    carry_list(at, reads, s.discards, s.discard_count)
    carry_list(at, reads, &s.pile[s.drawn], left)
    return flags_hold


cdef int pack(const Rules* rules, uint32_t fingerprint, const State* s, uint8_t* out) noexcept nogil:
    """Write a state, at most MAX_PACKED bytes; how many they are."""
    cdef int left = s.pile_end - s.drawn
    cdef uint8_t* end = out + HEADER + LENGTHS
    memcpy(out, MAGIC, 4)
    out[4] = PACK_VERSION
    out[5] = rules.players
    put(out + 6, fingerprint, 4)
    out[HEADER] = s.meld_count
    out[HEADER + 1] = s.discard_count
    out[HEADER + 2] = <uint8_t>left
    carry(&end, False, <State*>s, rules.players, left)
    return <int>(end - out)


cdef int fault_of_header(const Rules* rules, uint32_t fingerprint, const uint8_t* data,
                         Py_ssize_t size) noexcept nogil:
    cdef uint8_t* rest = <uint8_t*>data + 6
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
    cdef uint8_t* rest = <uint8_t*>data + HEADER + LENGTHS
    cdef int m
    if fault != SANE:
        return fault
    memset(s, 0, sizeof(State))
    s.meld_count = data[HEADER]
    s.discard_count = data[HEADER + 1]
    s.pile_end = data[HEADER + 2]
    if not carry(&rest, True, s, rules.players, s.pile_end):
        return BAD_HEADER
    # How many melds each seat laid follows from them.
    for m in range(s.meld_count):
        if s.melds[m].owner < MAX_PLAYERS:
            s.melds_laid[s.melds[m].owner] += 1
    return fault_of(rules, s)
