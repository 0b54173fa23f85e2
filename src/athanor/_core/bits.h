/* Bit counts and scans, one spelling per compiler: Cython can't name the intrinsics. */
#ifndef ATHANOR_BITS_H
#define ATHANOR_BITS_H

#include <stdint.h>

#if defined(_MSC_VER) && !defined(__clang__)
#if !defined(_WIN64)
#error "athanor needs 64-bit Windows: this compiler has no scans of 64 bits for 32-bit machines."
#endif
#include <intrin.h>
#define ATHANOR_INLINE static __forceinline

/* The low word of a product of two words; the high one goes to *high. */
ATHANOR_INLINE uint64_t multiply(uint64_t a, uint64_t b, uint64_t *high) {
#if defined(_M_X64)
    return _umul128(a, b, high);
#else
    *high = __umulh(a, b);
    return a * b;
#endif
}

/* Index of the lowest set bit; x must not be 0. */
ATHANOR_INLINE int lsb(uint64_t x) {
    unsigned long index;
    _BitScanForward64(&index, x);
    return (int)index;
}

/* Index of the highest set bit; x must not be 0. */
ATHANOR_INLINE int msb(uint64_t x) {
    unsigned long index;
    _BitScanReverse64(&index, x);
    return (int)index;
}

#else
#define ATHANOR_INLINE static inline

/* The low word of a product of two words; the high one goes to *high. */
ATHANOR_INLINE uint64_t multiply(uint64_t a, uint64_t b, uint64_t *high) {
#if defined(__SIZEOF_INT128__)
    unsigned __int128 product = (unsigned __int128)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
#else
    uint64_t low = (a & 0xFFFFFFFFu) * (b & 0xFFFFFFFFu);
    uint64_t left = (a >> 32) * (b & 0xFFFFFFFFu) + (low >> 32);
    uint64_t right = (a & 0xFFFFFFFFu) * (b >> 32) + (left & 0xFFFFFFFFu);
    *high = (a >> 32) * (b >> 32) + (left >> 32) + (right >> 32);
    return a * b;
#endif
}

/* Index of the lowest set bit; x must not be 0. */
ATHANOR_INLINE int lsb(uint64_t x) { return __builtin_ctzll(x); }

/* Index of the highest set bit; x must not be 0. */
ATHANOR_INLINE int msb(uint64_t x) { return 63 - __builtin_clzll(x); }

#endif

/* Begin to bring the line of memory at an address near; nothing where it isn't said how. The empty instruction is there
   since gcc drops calls of what only prefetches, as without effect. */
ATHANOR_INLINE void fetch(const void *address) {
#if defined(__GNUC__)
    __builtin_prefetch(address);
    __asm__ volatile("" : : "r"(address));
#else
    (void)address;
#endif
}

#if defined(_M_X64) && !defined(__clang__)
#define POPCOUNT(x) ((int)__popcnt64(x))
#elif defined(__POPCNT__) || defined(__aarch64__) || defined(__wasm__)
#define POPCOUNT(x) __builtin_popcountll(x)
#endif

#if defined(POPCOUNT)

ATHANOR_INLINE int popcount(uint64_t x) { return POPCOUNT(x); }

/* The bits of two words together. */
ATHANOR_INLINE int popcount_both(uint64_t x, uint64_t y) { return popcount(x) + popcount(y); }

#else

/* The baseline has no instruction for it, and the builtin would then call a library function. */
ATHANOR_INLINE int popcount(uint64_t x) {
    x -= (x >> 1) & 0x5555555555555555ULL;
    x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
    x = (x + (x >> 4)) & 0x0F0F0F0F0F0F0F0FULL;
    return (int)((x * 0x0101010101010101ULL) >> 56);
}

/* The bits of two words together: the sums of four bits of each still fit into four bits. */
ATHANOR_INLINE int popcount_both(uint64_t x, uint64_t y) {
    x -= (x >> 1) & 0x5555555555555555ULL;
    y -= (y >> 1) & 0x5555555555555555ULL;
    x = (x & 0x3333333333333333ULL) + ((x >> 2) & 0x3333333333333333ULL);
    x += (y & 0x3333333333333333ULL) + ((y >> 2) & 0x3333333333333333ULL);
    x = (x & 0x0F0F0F0F0F0F0F0FULL) + ((x >> 4) & 0x0F0F0F0F0F0F0F0FULL);
    return (int)((x * 0x0101010101010101ULL) >> 56);
}

#endif

/* Whether this processor has the instruction that popcount was compiled to. */
ATHANOR_INLINE int counts_bits(void) {
#if defined(_M_X64) && !defined(__clang__)
    int words[4];
    __cpuid(words, 1);
    return words[2] >> 23 & 1;
#elif defined(__POPCNT__)
    return __builtin_cpu_supports("popcnt") != 0;
#else
    return 1;
#endif
}

#endif
