"""Cards as plain texts: the vocabulary of the slow reference."""

from __future__ import annotations

from collections.abc import Iterable

RANKS = "A23456789TVCDR"
NATURAL_FAMILIES = "shdc"
ATOUT_FAMILY = "a"
FAMILIES = NATURAL_FAMILIES + ATOUT_FAMILY
JOKER = "JK"
DECK = [rank + family for family in FAMILIES for rank in RANKS] + [JOKER] * 6
CARD_ID = {card: DECK.index(card) for card in DECK}

LOW_AS_PLACE = 1
HIGH_AS_PLACE = 15


def rank_of(card: str) -> int:
    return RANKS.index(card[0]) + 1


def is_natural(card: str) -> bool:
    return card[1] in NATURAL_FAMILIES


def is_atout(card: str) -> bool:
    return card[1] == ATOUT_FAMILY


def rank_at(place: int) -> int:
    """Place 15 is the high As (R3)."""
    return 1 if place == HIGH_AS_PLACE else place


def card_of(rank: int, family: str) -> str:
    return RANKS[rank - 1] + family


def points_of(rank: int) -> int:
    """R23: As 11, faces 10."""
    return 11 if rank == 1 else min(rank, 10)


def in_order(cards: Iterable[str]) -> tuple[str, ...]:
    """Ascending ids, Jokers last."""
    return tuple(sorted(cards, key=CARD_ID.__getitem__))


def without(cards: Iterable[str], *gone: str) -> tuple[str, ...]:
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def spelled(cards: Iterable[str]) -> str:
    return " ".join(cards)
