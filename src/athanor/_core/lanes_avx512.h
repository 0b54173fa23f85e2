/* 32 lanes of 512 bits. Only machines that also have VBMI, BITALG and GFNI take this way. */
#include <immintrin.h>

#define LANES(name) avx512_##name
#define LANES_CODE \
    __attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,gfni"), always_inline)) static inline

typedef uint16_t LANES(V) __attribute__((vector_size(64)));
typedef uint8_t LANES(B) __attribute__((vector_size(64)));

#define V avx512_V
#define M __mmask32
#define ALL(x) ((V)_mm512_set1_epi16((short)(x)))
#define NONE ((M)0)
#define SOME(v) _mm512_test_epi16_mask((__m512i)(v), (__m512i)(v))
#define MORE(v, w) _mm512_cmpgt_epi16_mask((__m512i)(v), (__m512i)(w))
#define PICK(m, v, w) ((V)_mm512_mask_blend_epi16(m, (__m512i)(w), (__m512i)(v)))
#define ONLY(m, v) ((V)_mm512_maskz_mov_epi16(m, (__m512i)(v)))
#define ANY(m) (m)
#define MAYBE(m) ((void)(m), 1)
#define LANES_OF(m) ((V)_mm512_movm_epi16(m))
#define XOR3(a, b, c) ((V)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), 0x96))
#define MAJORITY(a, b, c) ((V)_mm512_ternarylogic_epi64((__m512i)(a), (__m512i)(b), (__m512i)(c), 0xE8))
#define MAX(v, w) ((V)_mm512_max_epi16((__m512i)(v), (__m512i)(w)))
#define RAISE(v, m, x) PICK(m, ALL(x), v)
#define COUNT(v) ((V)_mm512_popcnt_epi16((__m512i)(v)))

/* Each bit of once in an odd place and of twice in the even one below it. */
LANES_CODE void LANES(spread)(V once, V twice, V *high, V *low) {
    /* Matrices of bits: the lower or the upper four bits of a byte go to its even or odd places. */
    const __m512i low_even = _mm512_set1_epi64(0x0100020004000800), low_odd = _mm512_set1_epi64(0x0001000200040008);
    const __m512i high_even = _mm512_set1_epi64(0x1000200040008000), high_odd = _mm512_set1_epi64(0x0010002000400080);
    __m512i a = (__m512i)once, b = (__m512i)twice;
    V even_bytes = (V)_mm512_or_si512(
        _mm512_gf2p8affine_epi64_epi8(a, low_odd, 0), _mm512_gf2p8affine_epi64_epi8(b, low_even, 0));
    V odd_bytes = (V)_mm512_or_si512(
        _mm512_gf2p8affine_epi64_epi8(a, high_odd, 0), _mm512_gf2p8affine_epi64_epi8(b, high_even, 0));
    *low = (even_bytes & ALL(0x00FF)) | odd_bytes << 8;
    *high = even_bytes >> 8 | (odd_bytes & ALL(0xFF00));
}

#include "lanes.h"

/* Where the cards of 8 hands go when their rows become columns of 8 bytes. */
typedef struct {
    __m512i places;
    __mmask64 held;
    __mmask64 bytes;
} LANES(Turn);

LANES_CODE LANES(Turn) LANES(turn)(int size) {
    LANES(Turn) turn;
    uint8_t places[BLOCK];
    int i;
    turn.held = 0;
    for (i = 0; i < BLOCK; i++) {
        places[i] = (uint8_t)(size * (i % 8) + i / 8);
        if (i / 8 < size)
            turn.held |= (uint64_t)1 << i;
    }
    turn.places = _mm512_loadu_si512(places);
    turn.bytes = size ? (uint64_t)-1 >> (BLOCK - 8 * size) : 0;
    return turn;
}

/* The columns of 64 hands that stand in rows, NO_CARD in those that a hand doesn't have. */
LANES_CODE void LANES(columns_of_rows)(const LANES(Turn) *turn, const uint8_t *hands, int size, __m512i *columns) {
    const __m512i none = _mm512_set1_epi8(NO_CARD);
    __m512i r[8], s[8], t[8];
    int i;
    for (i = 0; i < 8; i++) {
        __m512i rows = _mm512_maskz_loadu_epi8(turn->bytes, hands + 8 * size * i);
        r[i] = _mm512_mask_permutexvar_epi8(none, turn->held, turn->places, rows);
    }
    for (i = 0; i < 8; i += 2) {
        s[i] = _mm512_unpacklo_epi64(r[i], r[i + 1]);       /* columns 0 2 4 6, two groups of 8 hands each */
        s[i + 1] = _mm512_unpackhi_epi64(r[i], r[i + 1]);   /* columns 1 3 5 7 */
    }
    for (i = 0; i < 2; i++) {
        t[i] = _mm512_shuffle_i64x2(s[i], s[i + 2], 0x88);          /* lanes 0 2 of both */
        t[i + 2] = _mm512_shuffle_i64x2(s[i], s[i + 2], 0xDD);      /* lanes 1 3 */
        t[i + 4] = _mm512_shuffle_i64x2(s[i + 4], s[i + 6], 0x88);
        t[i + 6] = _mm512_shuffle_i64x2(s[i + 4], s[i + 6], 0xDD);
    }
    for (i = 0; i < 2; i++) {
        columns[i] = _mm512_shuffle_i64x2(t[i], t[i + 4], 0x88);
        columns[i + 4] = _mm512_shuffle_i64x2(t[i], t[i + 4], 0xDD);
        columns[i + 2] = _mm512_shuffle_i64x2(t[i + 2], t[i + 6], 0x88);
        if (i == 0)
            columns[i + 6] = _mm512_shuffle_i64x2(t[i + 2], t[i + 6], 0xDD);
    }
}

/* Bit n for the nth of 64 hands, from lanes in the order in which bytes are unpacked to them. */
static uint64_t LANES(in_order)(__mmask32 first, __mmask32 second) {
    uint64_t bits = 0;
    int i;
    for (i = 0; i < 4; i++)
        bits |= (uint64_t)(first >> (8 * i) & 0xFF) << (16 * i) | (uint64_t)(second >> (8 * i) & 0xFF) << (16 * i + 8);
    return bits;
}

/* What the cards of 64 hands stand for, a byte a hand. */
LANES_CODE void LANES(look_up)(const LaneTables *tables, const __m512i *columns, __m512i *planes) {
    int plane, column;
    for (plane = 0; plane < PLANES; plane++) {
        __m512i first = _mm512_load_si512(tables->planes[plane]);
        __m512i second = _mm512_load_si512(tables->planes[plane] + 64);
        __m512i sum = _mm512_setzero_si512();
        for (column = 0; column < MAX_SIZE; column++) {
            __m512i found = _mm512_permutex2var_epi8(first, columns[column], second);
            sum = plane < JOKER_PLANE ? _mm512_or_si512(sum, found) : _mm512_add_epi8(sum, found);
        }
        planes[plane] = sum;
    }
}

/* Half of the planes' hands as lanes: in each 128 bits the lower or the upper eight bytes. */
LANES_CODE LANES(Hands) LANES(unpack)(const __m512i *planes, int upper) {
    const __m512i zero = _mm512_setzero_si512();
    LANES(Hands) x;
    int family;
    for (family = 0; family <= FAMILIES; family++) {
        __m512i low = planes[2 * family], high = planes[2 * family + 1];
        V ranks = (V)(upper ? _mm512_unpackhi_epi8(low, high) : _mm512_unpacklo_epi8(low, high));
        *(family < FAMILIES ? &x.family[family] : &x.atouts) = ranks;
        *(family < FAMILIES ? &x.counts[family] : &x.atout_count) = COUNT(ranks);
    }
    x.jokers = (V)(upper ? _mm512_unpackhi_epi8(planes[JOKER_PLANE], zero)
                         : _mm512_unpacklo_epi8(planes[JOKER_PLANE], zero));
    return x;
}

/* A card that comes twice or that there isn't leaves a hand too small. */
LANES_CODE M LANES(is_odd)(const LANES(Hands) *x, int size) {
    V cards = x->counts[0] + x->counts[1] + x->counts[2] + x->counts[3] + x->atout_count + x->jokers;
    return MORE(ALL(size), cards) | MORE(x->jokers, ALL(6));
}

/* Both halves of the strengths of both halves of the hands, in order. */
LANES_CODE void LANES(join)(const LANES(Strengths) *half, uint32_t *out) {
    __m512i s[4], t[4];
    int i;
    for (i = 0; i < 2; i++) {
        s[2 * i] = _mm512_unpacklo_epi16((__m512i)half[i].low, (__m512i)half[i].high);
        s[2 * i + 1] = _mm512_unpackhi_epi16((__m512i)half[i].low, (__m512i)half[i].high);
    }
    for (i = 0; i < 2; i++) {
        t[i] = _mm512_shuffle_i64x2(s[2 * i], s[2 * i + 1], 0x44);      /* the lower 128 bits twice of both */
        t[i + 2] = _mm512_shuffle_i64x2(s[2 * i], s[2 * i + 1], 0xEE);  /* and the upper */
    }
    for (i = 0; i < 2; i++) {
        _mm512_storeu_si512(out + 32 * i, _mm512_shuffle_i64x2(t[2 * i], t[2 * i + 1], 0x88));
        _mm512_storeu_si512(out + 32 * i + 16, _mm512_shuffle_i64x2(t[2 * i], t[2 * i + 1], 0xDD));
    }
}

LANES_CODE void LANES(block)(
    const ShowdownLanes *o, int wild, int size, const __m512i *columns, uint32_t *out, uint64_t *rare, uint64_t *suspect
) {
    __m512i planes[PLANES], unknown = columns[0];
    LANES(Strengths) half[2];
    M odd[2];
    int column, i;
    /* Ids from 128 on stand for others in the tables. */
    for (column = 1; column < MAX_SIZE; column++)
        unknown = _mm512_or_si512(unknown, columns[column]);
    LANES(look_up)(o->tables, columns, planes);
    for (i = 0; i < 2; i++) {
        LANES(Hands) x = LANES(unpack)(planes, i);
        odd[i] = LANES(is_odd)(&x, size);
        half[i] = LANES(strengths)(o, wild, size, &x);
    }
    LANES(join)(half, out);
    *suspect = _mm512_movepi8_mask(unknown);
    if (odd[0] | odd[1])
        *suspect |= LANES(in_order)(odd[0], odd[1]);
    *rare = half[0].left_out | half[1].left_out ? LANES(in_order)(half[0].left_out, half[1].left_out) : 0;
}

LANES_CODE void LANES(blocks)(
    const ShowdownLanes *o, int wild, const uint8_t *hands, ptrdiff_t row, ptrdiff_t column, int size, size_t blocks,
    uint32_t *out, uint64_t *rare, uint64_t *suspect
) {
    const LANES(Turn) turn = LANES(turn)(size);
    __m512i columns[8];
    size_t i;
    int c;
    for (i = 0; i < blocks; i++) {
        if (column == 1) {
            LANES(columns_of_rows)(&turn, hands + (ptrdiff_t)(i * BLOCK) * row, size, columns);
        } else {
            for (c = 0; c < MAX_SIZE; c++)
                columns[c] = c < size ? _mm512_loadu_si512(hands + i * BLOCK + c * column) : _mm512_set1_epi8(NO_CARD);
        }
        LANES(block)(o, wild, size, columns, out + i * BLOCK, rare + i, suspect + i);
    }
}

__attribute__((target("avx512f,avx512bw,avx512vl,avx512vbmi,avx512bitalg,gfni")))
static void LANES(kernel)(
    const ShowdownLanes *o, const uint8_t *hands, ptrdiff_t row, ptrdiff_t column, int size, size_t blocks,
    uint32_t *out, uint64_t *rare, uint64_t *suspect
) {
    if (o->jokers_wild)
        LANES(blocks)(o, 1, hands, row, column, size, blocks, out, rare, suspect);
    else
        LANES(blocks)(o, 0, hands, row, column, size, blocks, out, rare, suspect);
}

#include "lanes_end.h"
