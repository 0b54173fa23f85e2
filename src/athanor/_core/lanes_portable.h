/* 8 lanes of 128 bits in the compiler's own vectors: for any processor, with what its baseline has. */
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#define LANES(name) portable_##name
#define LANES_CODE __attribute__((always_inline)) static inline

typedef uint16_t LANES(V) __attribute__((vector_size(16)));
typedef int16_t LANES(Signed) __attribute__((vector_size(16)));

#define V portable_V
#define M portable_V
#define ALL(x) ((V){0} + (uint16_t)(x))
#define NONE ALL(0)
#define SOME(v) MORE(v, ALL(0))
#define MORE(v, w) ((M)((portable_Signed)(v) > (portable_Signed)(w)))
#define PICK(m, v, w) (((m) & (v)) | (~(m) & (w)))
#define ONLY(m, v) ((m) & (v))
#define ANY(m) portable_any(m)
#define MAYBE(m) ANY(m)
#define LANES_OF(m) (m)
#define XOR3(a, b, c) ((a) ^ (b) ^ (c))
#define MAJORITY(a, b, c) (((a) & (b)) | ((c) & ((a) ^ (b))))
#define MAX(v, w) portable_greater(v, w)
#define RAISE(v, m, x) MAX(v, (m) & ALL(x))
#define COUNT(v) portable_count(v)

LANES_CODE int LANES(any)(V lanes) {
#if defined(__SSE2__)
    return _mm_movemask_epi8(_mm_cmpeq_epi16((__m128i)lanes, _mm_setzero_si128())) != 0xFFFF;
#else
    uint64_t halves[2];
    memcpy(halves, &lanes, sizeof lanes);
    return (halves[0] | halves[1]) != 0;
#endif
}

LANES_CODE V LANES(greater)(V v, V w) {
#if defined(__SSE2__)
    return (V)_mm_max_epi16((__m128i)v, (__m128i)w);
#else
    M more = MORE(v, w);
    return PICK(more, v, w);
#endif
}

LANES_CODE V LANES(count)(V v) {
    v -= v >> 1 & ALL(0x5555);
    v = (v & ALL(0x3333)) + (v >> 2 & ALL(0x3333));
    v = (v + (v >> 4)) & ALL(0x0F0F);
    return (v + (v >> 8)) & ALL(0x1F);
}

/* Each bit of a byte twice as high, once in an odd place and twice in the even one below it. */
LANES_CODE V LANES(spread_bytes)(V once, V twice) {
    once = (once | once << 4) & ALL(0x0F0F);
    twice = (twice | twice << 4) & ALL(0x0F0F);
    once = (once | once << 2) & ALL(0x3333);
    twice = (twice | twice << 2) & ALL(0x3333);
    once = (once | once << 1) & ALL(0x5555);
    twice = (twice | twice << 1) & ALL(0x5555);
    return once << 1 | twice;
}

LANES_CODE void LANES(spread)(V once, V twice, V *high, V *low) {
    *low = LANES(spread_bytes)(once & ALL(0xFF), twice & ALL(0xFF));
    *high = LANES(spread_bytes)(once >> 8, twice >> 8);
}

#include "lanes.h"

/* 8 rows of 8 lanes become 8 columns. */
LANES_CODE void LANES(turn)(const V *rows, V *columns) {
#if defined(__SSE2__)
    __m128i a[8], b[8];
    int i;
    for (i = 0; i < 4; i++) {
        a[2 * i] = _mm_unpacklo_epi16((__m128i)rows[i], (__m128i)rows[i + 4]);
        a[2 * i + 1] = _mm_unpackhi_epi16((__m128i)rows[i], (__m128i)rows[i + 4]);
    }
    for (i = 0; i < 4; i++) {
        b[2 * i] = _mm_unpacklo_epi16(a[i], a[i + 4]);
        b[2 * i + 1] = _mm_unpackhi_epi16(a[i], a[i + 4]);
    }
    for (i = 0; i < 4; i++) {
        columns[2 * i] = (V)_mm_unpacklo_epi16(b[i], b[i + 4]);
        columns[2 * i + 1] = (V)_mm_unpackhi_epi16(b[i], b[i + 4]);
    }
#else
    int i, j;
    for (i = 0; i < 8; i++)
        for (j = 0; j < 8; j++)
            columns[i][j] = rows[j][i];
#endif
}

LANES_CODE void LANES(join)(V high, V low, uint32_t *out) {
#if defined(__SSE2__)
    _mm_storeu_si128((__m128i *)out, _mm_unpacklo_epi16((__m128i)low, (__m128i)high));
    _mm_storeu_si128((__m128i *)(out + 4), _mm_unpackhi_epi16((__m128i)low, (__m128i)high));
#else
    int i;
    for (i = 0; i < 8; i++)
        out[i] = (uint32_t)high[i] << 16 | low[i];
#endif
}

LANES_CODE uint64_t LANES(bits)(M lanes) {
    uint64_t bits = 0;
    int i;
    for (i = 0; i < 8; i++)
        bits |= (uint64_t)(lanes[i] & 1) << i;
    return bits;
}

/* Eight hands by the sums of their cards' words: a card that comes twice carries, and leaves fewer bits. */
LANES_CODE void LANES(eight)(
    const ShowdownLanes *o, int wild, const uint8_t *hands, ptrdiff_t row, ptrdiff_t column, int size,
    uint32_t *out, uint64_t *rare, uint64_t *suspect
) {
    V rows[8], columns[8], counts, sum, carry, more, cards, odd;
    LANES(Hands) x;
    LANES(Strengths) found;
    int i, c;
    for (i = 0; i < 8; i++) {
        const uint8_t *hand = hands + i * row;
        V sums = ALL(0);
        for (c = 0; c < size; c++) {
            V word;
            memcpy(&word, o->tables->words[hand[c * column]], sizeof word);
            sums += word;
        }
        rows[i] = sums;
    }
    LANES(turn)(rows, columns);
    counts = columns[6];
    for (c = 0; c < FAMILIES; c++) {
        x.family[c] = columns[c];
        x.counts[c] = counts >> ALL(3 * c) & ALL(7);
    }
    x.atouts = columns[4];
    x.atout_count = counts >> 12;
    x.jokers = columns[5];
    found = LANES(strengths)(o, wild, size, &x);
    LANES(join)(found.high, found.low, out);

    sum = XOR3(columns[0], columns[1], columns[2]);
    carry = MAJORITY(columns[0], columns[1], columns[2]);
    more = MAJORITY(sum, columns[3], columns[4]);
    sum = XOR3(sum, columns[3], columns[4]);
    cards = COUNT(carry) + COUNT(more);
    cards = cards + cards + COUNT(sum) + x.jokers;
    odd = columns[7] | (cards ^ ALL(size)) | MORE(x.jokers, ALL(6));
    *rare = ANY(found.left_out) ? LANES(bits)(found.left_out) : 0;
    *suspect = ANY(odd) ? 0xFF : 0;
}

LANES_CODE void LANES(blocks)(
    const ShowdownLanes *o, int wild, const uint8_t *hands, ptrdiff_t row, ptrdiff_t column, int size, size_t blocks,
    uint32_t *out, uint64_t *rare, uint64_t *suspect
) {
    size_t i;
    int group;
    for (i = 0; i < blocks; i++) {
        rare[i] = suspect[i] = 0;
        for (group = 0; group < BLOCK; group += 8) {
            uint64_t few, odd;
            LANES(eight)(o, wild, hands + group * row, row, column, size, out + group, &few, &odd);
            rare[i] |= few << group;
            suspect[i] |= odd << group;
        }
        hands += BLOCK * row;
        out += BLOCK;
    }
}

static void LANES(kernel)(
    const ShowdownLanes *o, const uint8_t *hands, ptrdiff_t row, ptrdiff_t column, int size, size_t blocks,
    uint32_t *out, uint64_t *rare, uint64_t *suspect
) {
    if (o->jokers_wild && size == MAX_SIZE && column == 1)
        LANES(blocks)(o, 1, hands, MAX_SIZE, 1, MAX_SIZE, blocks, out, rare, suspect);
    else if (!o->jokers_wild && size == MAX_SIZE && column == 1)
        LANES(blocks)(o, 0, hands, MAX_SIZE, 1, MAX_SIZE, blocks, out, rare, suspect);
    else if (o->jokers_wild)
        LANES(blocks)(o, 1, hands, row, column, size, blocks, out, rare, suspect);
    else
        LANES(blocks)(o, 0, hands, row, column, size, blocks, out, rare, suspect);
}

#include "lanes_end.h"
