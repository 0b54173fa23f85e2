"""Showdowns in which not every hand is known: random pairs, and random hands that keep their best pair."""

from libc.stdint cimport uint8_t

from .bits cimport DECK_SIZE, Cards
from .equity cimport Showdown
from .rules cimport MAX_PLAYERS

cdef enum:
    KNOWN                   # the player's cards are known
    PAIR                    # two random cards of those that may be kept (R27)
    HAND                    # a random hand, of which the pair is kept that is best with the cards seen

cdef struct Unknown:
    Showdown known          # cards: of a player who isn't known, the board alone
    uint8_t kinds[MAX_PLAYERS]
    int hand_size
    Cards seen              # the first three cards of the board, or as many of them as are known
    int unseen              # how many of the three are not
    uint8_t deck[DECK_SIZE]  # ids of the cards that may come, Jokers last
    int deck_size
    int keepable            # how many of them may be kept
