"""The random part of setting up a position: the words of a game's generator, and a shuffle with them."""

from libc.stdint cimport uint8_t, uint64_t

from .bits cimport DECK_SIZE
from .deal cimport shuffle
from .rng cimport CARD_STREAM, Rng, seed_rng


def seed_words(uint64_t seed, uint64_t index):
    """The four words of the generator that shuffles the cards of a game."""
    cdef Rng rng
    seed_rng(&rng, seed, index, CARD_STREAM)
    return [rng.words[i] for i in range(4)]


def place_unplaced(words, cards):
    """The cards shuffled, and the words of the generator afterwards."""
    cdef Rng rng
    cdef uint8_t ids[DECK_SIZE]
    cdef int count = len(cards)
    for i in range(4):
        rng.words[i] = words[i]
    for i in range(count):
        ids[i] = cards[i]
    shuffle(&rng, ids, count)
    return [ids[i] for i in range(count)], [rng.words[i] for i in range(4)]
