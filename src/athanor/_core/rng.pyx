"""The rare end of drawing places, and the generators' outputs for Python, to be held against published ones."""


cdef bint is_biased(uint64_t rest, int count, int wanted) noexcept nogil:
    cdef uint64_t product = 1
    cdef int i
    for i in range(wanted):
        product *= <uint64_t>(count - i)
    return rest < product and rest < (0 - product) % product


def xoshiro_outputs(words, int count):
    """The next outputs of xoshiro256++ from a state of four words."""
    cdef Rng rng
    for i in range(4):
        rng.words[i] = words[i]
    return [next_u64(&rng) for _ in range(count)]


def splitmix_outputs(uint64_t seed, int count):
    """The first outputs of SplitMix64."""
    cdef uint64_t state = seed
    return [splitmix64(&state) for _ in range(count)]


def bounded_outputs(uint64_t seed, uint64_t index, uint64_t stream, uint32_t n, int count):
    """Draws below n from the generator of a game and stream."""
    cdef Rng rng
    seed_rng(&rng, seed, index, stream)
    return [below(&rng, n) for _ in range(count)]
