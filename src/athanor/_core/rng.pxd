"""Random numbers: xoshiro256++ seeded by SplitMix64, both in the public domain (prng.di.unimi.it).

A generator is named by (seed, game index, stream) alone, so a game is the same on any thread or machine.
"""

from libc.stdint cimport uint32_t, uint64_t

cdef struct Rng:
    uint64_t words[4]

# Stream 0 shuffles a game's cards; the bot of seat p draws from stream 1 + p, so that it can't disturb them. What
# else needs chance draws from streams beyond the seats.
cdef enum:
    CARD_STREAM = 0
    SEAT_STREAM = 1
    WORLD_STREAM = 9            # imagined cards
    SUBSTITUTE_STREAM = 10      # actions in place of illegal ones


cdef inline uint64_t splitmix64(uint64_t* state) noexcept nogil:
    cdef uint64_t z
    state[0] += <uint64_t>0x9E3779B97F4A7C15
    z = state[0]
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)


cdef inline uint64_t rotate_left(uint64_t x, int k) noexcept nogil:
    return (x << k) | (x >> (64 - k))


cdef inline void seed_rng(Rng* rng, uint64_t seed, uint64_t index, uint64_t stream) noexcept nogil:
    """Hash the three names in turn: each step is a bijection, so games of one seed never collide."""
    cdef uint64_t state = seed
    cdef int i
    state = splitmix64(&state) ^ index
    state = splitmix64(&state) ^ stream
    for i in range(4):
        rng.words[i] = splitmix64(&state)


cdef inline uint64_t next_u64(Rng* rng) noexcept nogil:
    cdef uint64_t* s = rng.words
    cdef uint64_t result = rotate_left(s[0] + s[3], 23) + s[0]
    cdef uint64_t t = s[1] << 17
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= t
    s[3] = rotate_left(s[3], 45)
    return result


cdef inline uint32_t below(Rng* rng, uint32_t n) noexcept nogil:
    """Uniform in 0..n-1 by multiplication and rejection (Lemire, arXiv 1805.10941); n must not be 0."""
    cdef uint64_t product = (next_u64(rng) >> 32) * n
    cdef uint32_t threshold
    if <uint32_t>product < n:
        threshold = <uint32_t>(-n) % n
        while <uint32_t>product < threshold:
            product = (next_u64(rng) >> 32) * n
    return <uint32_t>(product >> 32)


# Whether places below count, count - 1, ... that came of one word with such a rest must be drawn again.
cdef bint is_biased(uint64_t rest, int count, int wanted) noexcept nogil
