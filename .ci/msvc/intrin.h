/* Stands for MSVC's <intrin.h>, so that another compiler can read what is written for MSVC. */
#include <stdint.h>

#define __forceinline inline

static inline uint64_t _umul128(uint64_t a, uint64_t b, uint64_t *high) {
    unsigned __int128 product = (unsigned __int128)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
}

static inline uint64_t __umulh(uint64_t a, uint64_t b) { return (uint64_t)((unsigned __int128)a * b >> 64); }

static inline unsigned char _BitScanForward64(unsigned long *index, uint64_t x) {
    *index = (unsigned long)__builtin_ctzll(x);
    return x != 0;
}

static inline unsigned char _BitScanReverse64(unsigned long *index, uint64_t x) {
    *index = 63 - (unsigned long)__builtin_clzll(x);
    return x != 0;
}

static inline uint64_t __popcnt64(uint64_t x) { return (uint64_t)__builtin_popcountll(x); }

static inline void __cpuid(int words[4], int leaf) { words[2] = leaf << 23; }
