/* Strengths of many hands at once, with the best instructions that the machine has.
 *
 * A kernel takes blocks of 64 hands, as rows or as columns of card ids, and needs no other memory than a few
 * kilobytes of tables. For each block it also tells which hands it leaves to others: those with more Jokers
 * than its lanes know, and those that may be no hand at all.
 */
#ifndef ATHANOR_KERNELS_H
#define ATHANOR_KERNELS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__GNUC__)
#define ATHANOR_ALIGNED __attribute__((aligned(64)))
#else
#define ATHANOR_ALIGNED
#endif

enum {
    BLOCK = 64,             /* hands */
    MAX_SIZE = 7,           /* cards of a hand */
    NO_CARD = 127,          /* an id that adds nothing */
    BEST_PLACE = 14,        /* the bit of the best rank */
    HIGH_CODE_SHIFT = 12,   /* the code of a category in the upper half of a strength */
    CODE_OF_FLUSH = 5,
    FAMILIES = 4,
    PLANES = 11,
    JOKER_PLANE = 10,
    BYTE_IDS = 256
};

/* What card ids stand for, one of these for each order of the ranks. */
typedef struct {
    /* A byte for each id below 128: the low and the high half of its rank in each family, Atouts last; Jokers. */
    uint8_t planes[PLANES][128] ATHANOR_ALIGNED;
    /* For each byte the same as one row of lanes: families, Atouts, Jokers, five counts of 3 bits, 1 if unknown. */
    uint16_t words[BYTE_IDS][8] ATHANOR_ALIGNED;
    /* The low and the high half of a rank by its number, the As first. */
    uint8_t ranks[2][16] ATHANOR_ALIGNED;
} LaneTables;

/* The rules of the showdown as the kernels use them. */
typedef struct {
    const LaneTables *tables;
    uint16_t straights;         /* the lowest ranks that five in a row may have */
    uint16_t royal_top;         /* the highest rank of a straight flush that is royal */
    uint16_t printed;           /* the ranks of 10 V D R As where that is royal */
    int jokers_wild;
    int atout_breaks_ties;
} ShowdownLanes;

/* Hands stand `row` bytes apart and their cards `column` bytes; one of the two is 1. */
typedef void (*Kernel)(
    const ShowdownLanes *o, const uint8_t *hands, ptrdiff_t row, ptrdiff_t column, int size, size_t blocks,
    uint32_t *out, uint64_t *rare, uint64_t *suspect
);

#if defined(__GNUC__)
#define ATHANOR_VECTORS 1
#include "lanes_portable.h"
#if defined(__x86_64__)
#include "lanes_avx2.h"
#include "lanes_avx512.h"
#endif
#endif

enum { SCALAR, PORTABLE, AVX2, AVX512, KERNELS };

/* The kernel of that number, NULL if this machine or compiler can't run it or if it is the scalar one. */
static Kernel kernel_of(int number) {
#ifdef ATHANOR_VECTORS
    if (number == PORTABLE)
        return portable_kernel;
#if defined(__x86_64__)
    if (number == AVX2 && __builtin_cpu_supports("avx2"))
        return avx2_kernel;
    if (number == AVX512 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
        && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512bitalg")
        && __builtin_cpu_supports("gfni"))
        return avx512_kernel;
#endif
#endif
    (void)number;
    return NULL;
}

#endif
