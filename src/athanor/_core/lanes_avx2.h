/* 16 lanes of 256 bits. */
#include <immintrin.h>

#define LANES(name) avx2_##name
#define LANES_CODE __attribute__((target("avx2"), always_inline)) static inline

typedef uint16_t LANES(V) __attribute__((vector_size(32)));

#define V avx2_V
#define M avx2_V
#define ALL(x) ((V)_mm256_set1_epi16((short)(x)))
#define NONE ALL(0)
#define SOME(v) MORE(v, ALL(0))
#define MORE(v, w) ((M)_mm256_cmpgt_epi16((__m256i)(v), (__m256i)(w)))
#define PICK(m, v, w) ((V)_mm256_blendv_epi8((__m256i)(w), (__m256i)(v), (__m256i)(m)))
#define ONLY(m, v) ((m) & (v))
#define ANY(m) (!_mm256_testz_si256((__m256i)(m), (__m256i)(m)))
#define MAYBE(m) ((void)(m), 1)
#define LANES_OF(m) (m)
#define XOR3(a, b, c) ((a) ^ (b) ^ (c))
#define MAJORITY(a, b, c) (((a) & (b)) | ((c) & ((a) ^ (b))))
#define MAX(v, w) ((V)_mm256_max_epi16((__m256i)(v), (__m256i)(w)))
#define RAISE(v, m, x) MAX(v, (m) & ALL(x))
#define COUNT(v) avx2_count(v)

/* For the four lower bits of each byte, what stands in a table of 16 bytes. */
LANES_CODE __m256i LANES(look_up)(const uint8_t *table, __m256i bits) {
    return _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(_mm_load_si128((const __m128i *)table)), bits);
}

static const uint8_t LANES(bits_of)[16] ATHANOR_ALIGNED = {0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};

/* Bit n of four in bit 2 * n, or in the next. */
static const uint8_t LANES(even)[16] ATHANOR_ALIGNED = {
    0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15, 0x40, 0x41, 0x44, 0x45, 0x50, 0x51, 0x54, 0x55
};
static const uint8_t LANES(odd)[16] ATHANOR_ALIGNED = {
    0x00, 0x02, 0x08, 0x0A, 0x20, 0x22, 0x28, 0x2A, 0x80, 0x82, 0x88, 0x8A, 0xA0, 0xA2, 0xA8, 0xAA
};

/* How many bits each byte has. */
LANES_CODE __m256i LANES(count_bytes)(__m256i v) {
    const __m256i four_bits = _mm256_set1_epi8(15);
    __m256i low = _mm256_and_si256(v, four_bits), high = _mm256_and_si256(_mm256_srli_epi16(v, 4), four_bits);
    return _mm256_add_epi8(LANES(look_up)(LANES(bits_of), low), LANES(look_up)(LANES(bits_of), high));
}

LANES_CODE V LANES(count)(V v) {
    V bytes = (V)LANES(count_bytes)((__m256i)v);
    return (bytes + (bytes >> 8)) & ALL(0xFF);
}

/* Each bit of once in an odd place and of twice in the even one below it. */
LANES_CODE void LANES(spread)(V once, V twice, V *high, V *low) {
    const V four_bits = ALL(0x0F0F);
    __m256i low_bits = _mm256_or_si256(LANES(look_up)(LANES(odd), (__m256i)(once & four_bits)),
                                       LANES(look_up)(LANES(even), (__m256i)(twice & four_bits)));
    __m256i high_bits = _mm256_or_si256(LANES(look_up)(LANES(odd), (__m256i)(once >> 4 & four_bits)),
                                        LANES(look_up)(LANES(even), (__m256i)(twice >> 4 & four_bits)));
    *low = ((V)low_bits & ALL(0x00FF)) | (V)high_bits << 8;
    *high = (V)low_bits >> 8 | ((V)high_bits & ALL(0xFF00));
}

#include "lanes.h"

/* Where the cards of two hands go when their rows become columns of two bytes, and what is there where none go. */
typedef struct {
    __m256i places;
    __m256i none;
} LANES(Turn);

LANES_CODE LANES(Turn) LANES(turn)(int size) {
    LANES(Turn) turn;
    uint8_t places[32], none[32];
    int i;
    for (i = 0; i < 32; i++) {
        int column = i % 16 / 2;
        places[i] = column < size ? (uint8_t)(size * (i % 2) + column) : 0x80;
        none[i] = column < size ? 0 : NO_CARD;
    }
    turn.places = _mm256_loadu_si256((const __m256i *)places);
    turn.none = _mm256_loadu_si256((const __m256i *)none);
    return turn;
}

/* The columns of 32 hands that stand in rows, of which 16 bytes from each are readable. */
LANES_CODE void LANES(columns_of_rows)(const LANES(Turn) *turn, const uint8_t *hands, int size, __m256i *columns) {
    __m256i r[8], s[8];
    int i;
    for (i = 0; i < 8; i++) {
        __m128i two = _mm_loadu_si128((const __m128i *)(hands + 2 * size * i));
        __m128i others = _mm_loadu_si128((const __m128i *)(hands + 2 * size * (i + 8)));
        __m256i rows = _mm256_inserti128_si256(_mm256_castsi128_si256(two), others, 1);
        r[i] = _mm256_or_si256(_mm256_shuffle_epi8(rows, turn->places), turn->none);
    }
    for (i = 0; i < 4; i++) {
        s[2 * i] = _mm256_unpacklo_epi16(r[i], r[i + 4]);
        s[2 * i + 1] = _mm256_unpackhi_epi16(r[i], r[i + 4]);
    }
    for (i = 0; i < 4; i++) {
        r[2 * i] = _mm256_unpacklo_epi16(s[i], s[i + 4]);
        r[2 * i + 1] = _mm256_unpackhi_epi16(s[i], s[i + 4]);
    }
    for (i = 0; i < 4; i++) {
        columns[2 * i] = _mm256_unpacklo_epi16(r[i], r[i + 4]);
        columns[2 * i + 1] = _mm256_unpackhi_epi16(r[i], r[i + 4]);
    }
}

/* One bit for each hand of 32, from lanes in the order in which bytes are unpacked to them. */
LANES_CODE uint32_t LANES(in_order)(M first, M second) {
    return (uint32_t)_mm256_movemask_epi8(_mm256_packs_epi16((__m256i)first, (__m256i)second));
}

/* The cards of 32 hands as the ranks of each family. */
LANES_CODE void LANES(find_ranks)(const LaneTables *tables, const __m256i *columns, __m256i *low, __m256i *high) {
    int family, column;
    for (family = 0; family <= FAMILIES; family++) {
        low[family] = high[family] = _mm256_setzero_si256();
        for (column = 0; column < MAX_SIZE; column++) {
            __m256i rank = _mm256_sub_epi8(columns[column], _mm256_set1_epi8((char)(14 * family)));
            /* Only ranks below 16 stay below 128; for those above, the byte looked up is 0. */
            rank = _mm256_adds_epu8(rank, _mm256_set1_epi8(0x70));
            low[family] = _mm256_or_si256(low[family], LANES(look_up)(tables->ranks[0], rank));
            high[family] = _mm256_or_si256(high[family], LANES(look_up)(tables->ranks[1], rank));
        }
    }
}

/* How many Jokers: ids from 70 to 75. */
LANES_CODE __m256i LANES(count_jokers)(const __m256i *columns) {
    __m256i jokers = _mm256_setzero_si256();
    int column;
    for (column = 0; column < MAX_SIZE; column++) {
        __m256i from_first = _mm256_cmpgt_epi8(columns[column], _mm256_set1_epi8(69));
        __m256i beyond = _mm256_cmpgt_epi8(columns[column], _mm256_set1_epi8(75));
        jokers = _mm256_sub_epi8(jokers, _mm256_andnot_si256(beyond, from_first));
    }
    return jokers;
}

/* Two bytes a lane for half of the hands: in each 128 bits of the lower or the upper eight. */
LANES_CODE V LANES(unpack)(__m256i low, __m256i high, int upper) {
    return (V)(upper ? _mm256_unpackhi_epi8(low, high) : _mm256_unpacklo_epi8(low, high));
}

/* Both halves of the strengths of both halves of the hands, in order. */
LANES_CODE void LANES(join)(const LANES(Strengths) *half, uint32_t *out) {
    int i;
    for (i = 0; i < 2; i++) {
        __m256i first = _mm256_unpacklo_epi16((__m256i)half[i].low, (__m256i)half[i].high);
        __m256i second = _mm256_unpackhi_epi16((__m256i)half[i].low, (__m256i)half[i].high);
        _mm256_storeu_si256((__m256i *)(out + 8 * i), _mm256_permute2x128_si256(first, second, 0x20));
        _mm256_storeu_si256((__m256i *)(out + 16 + 8 * i), _mm256_permute2x128_si256(first, second, 0x31));
    }
}

LANES_CODE void LANES(half_block)(
    const ShowdownLanes *o, int wild, int size, const __m256i *columns, uint32_t *out, uint32_t *rare, uint32_t *suspect
) {
    const __m256i zero = _mm256_setzero_si256();
    __m256i low[5], high[5], counts[5], jokers = LANES(count_jokers)(columns), cards = jokers, odd;
    LANES(Strengths) half[2];
    int family, column, i;
    LANES(find_ranks)(o->tables, columns, low, high);
    for (family = 0; family <= FAMILIES; family++) {
        counts[family] = _mm256_add_epi8(LANES(count_bytes)(low[family]), LANES(count_bytes)(high[family]));
        cards = _mm256_add_epi8(cards, counts[family]);
    }
    /* A card that comes twice or that there isn't leaves a hand too small; ids from 128 on have the upper bit. */
    odd = _mm256_or_si256(_mm256_cmpgt_epi8(_mm256_set1_epi8((char)size), cards),
                          _mm256_cmpgt_epi8(jokers, _mm256_set1_epi8(6)));
    for (column = 0; column < MAX_SIZE; column++)
        odd = _mm256_or_si256(odd, columns[column]);
    *suspect = (uint32_t)_mm256_movemask_epi8(odd);
    for (i = 0; i < 2; i++) {
        LANES(Hands) x;
        for (family = 0; family < FAMILIES; family++) {
            x.family[family] = LANES(unpack)(low[family], high[family], i);
            x.counts[family] = LANES(unpack)(counts[family], zero, i);
        }
        x.atouts = LANES(unpack)(low[FAMILIES], high[FAMILIES], i);
        x.atout_count = LANES(unpack)(counts[FAMILIES], zero, i);
        x.jokers = LANES(unpack)(jokers, zero, i);
        half[i] = LANES(strengths)(o, wild, size, &x);
    }
    LANES(join)(half, out);
    *rare = LANES(in_order)(half[0].left_out, half[1].left_out);
}

LANES_CODE void LANES(blocks)(
    const ShowdownLanes *o, int wild, const uint8_t *hands, ptrdiff_t row, ptrdiff_t column, int size, size_t blocks,
    uint32_t *out, uint64_t *rare, uint64_t *suspect
) {
    const LANES(Turn) turn = LANES(turn)(size);
    uint8_t rows[BLOCK * MAX_SIZE + 16] = {0};
    __m256i columns[8];
    size_t i;
    int half, c;
    for (i = 0; i < blocks; i++) {
        const uint8_t *block = hands + (ptrdiff_t)(i * BLOCK) * row;
        uint32_t few[2], odd[2];
        if (column == 1)
            memcpy(rows, block, (size_t)(BLOCK * size));
        for (half = 0; half < 2; half++) {
            if (column == 1)
                LANES(columns_of_rows)(&turn, rows + 32 * half * size, size, columns);
            else
                for (c = 0; c < MAX_SIZE; c++)
                    columns[c] = c < size ? _mm256_loadu_si256((const __m256i *)(block + 32 * half + c * column))
                                          : _mm256_set1_epi8(NO_CARD);
            LANES(half_block)(o, wild, size, columns, out + i * BLOCK + 32 * half, few + half, odd + half);
        }
        rare[i] = few[0] | (uint64_t)few[1] << 32;
        suspect[i] = odd[0] | (uint64_t)odd[1] << 32;
    }
}

__attribute__((target("avx2"))) static void LANES(kernel)(
    const ShowdownLanes *o, const uint8_t *hands, ptrdiff_t row, ptrdiff_t column, int size, size_t blocks,
    uint32_t *out, uint64_t *rare, uint64_t *suspect
) {
    if (o->jokers_wild)
        LANES(blocks)(o, 1, hands, row, column, size, blocks, out, rare, suspect);
    else
        LANES(blocks)(o, 0, hands, row, column, size, blocks, out, rare, suspect);
}

#include "lanes_end.h"
