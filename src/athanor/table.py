"""Melds on the table as Python sees them, and their text."""

from __future__ import annotations

from dataclasses import dataclass

from .cards import FIRST_ATOUT, FIRST_JOKER, RANKS, Card, CardSet, parse_cards
from .errors import AthanorError, PositionError
from .rules import Rules

RUN, SET = 0, 1
KINDS = ("run", "set")
ATOUT_FAMILY = 4
OPEN_FAMILY = 7
JOKER = Card(FIRST_JOKER)


@dataclass(frozen=True)
class Meld:
    """A meld on the table.

    ``owner`` is the seat that laid it, ``kind`` "run" or "set", ``low`` the lowest place of a run (1 = As low,
    15 = As high) or the rank of a set, ``slots`` the cards as they lie: by place, or by id with the Jokers last.
    """

    owner: int
    kind: str
    low: int
    slots: tuple[Card, ...]

    @property
    def cards(self) -> CardSet:
        """The cards as a set."""
        return CardSet(self.slots)

    def __str__(self) -> str:
        cards = " ".join(map(str, self.slots))
        return f"run {self.low} {cards}" if self.kind == "run" else f"set {cards}"


#: owner, kind, family, low, size, naturals, Atouts, Jokers: a meld as the core holds it.
CoreMeld = tuple[int, int, int, int, int, int, int, int]


def meld_from_core(parts: CoreMeld) -> Meld:
    owner, kind, family, low, size, naturals, atouts, jokers = parts
    if kind == RUN:
        return Meld(owner, "run", low, tuple(_run_card(family, p, atouts, jokers) for p in range(low, low + size)))
    cards = [Card(f * 14 + low - 1) for f in range(4) if naturals >> f & 1]
    cards += [Card(FIRST_ATOUT + low - 1)] * bool(atouts) + [JOKER] * jokers
    return Meld(owner, "set", low, tuple(cards))


def _run_card(family: int, place: int, atouts: int, jokers: int) -> Card:
    rank_index = (place - 1) % len(RANKS)
    if jokers >> (place - 1) & 1:
        return JOKER
    if atouts >> (place - 1) & 1:
        return Card(FIRST_ATOUT + rank_index)
    return Card(family * 14 + rank_index)


def meld_to_core(owner: int, text: str, rules: Rules) -> CoreMeld:
    """Read a meld such as ``run 3 3s JK 5s`` or ``set 6h 6d JK``; PositionError if it can't lie on the table."""
    kind, *words = text.split() or [""]
    try:
        if kind == "run" and words and words[0].isascii() and words[0].isdecimal() and len(words[0]) < 3:
            return _run_to_core(owner, int(words[0]), parse_cards(" ".join(words[1:])), rules)
        if kind == "set":
            return _set_to_core(owner, parse_cards(" ".join(words)), rules)
        raise PositionError("a meld is written like run 3 3s JK 5s or set 6h 6d JK")
    except AthanorError as error:
        raise PositionError(f"melds: {text[:60]!r} can't lie on the table: {error}") from None


def _run_to_core(owner: int, low: int, cards: list[Card], rules: Rules) -> CoreMeld:
    first, last = (1 if rules.ace_low else 2), (15 if rules.ace_high else 14)
    if not 3 <= len(cards) <= 14:
        raise PositionError("a run has 3 to 14 cards")
    if low < first or low + len(cards) - 1 > last:
        raise PositionError(f"a run lies within the places {first} to {last}")
    families = {card.family for card in cards if not card.is_joker and not card.is_atout}
    atouts = jokers = 0
    for place, card in enumerate(cards, low):
        rank = (place - 1) % 14 + 1
        if card.is_joker:
            jokers |= 1 << (place - 1)
        elif card.rank != rank:
            raise PositionError(f"{card} can't lie at place {place}")
        elif card.is_atout:
            atouts |= 1 << (place - 1)
    if len(families) > 1 or (families and atouts and rules.atouts_in_melds == "own_family"):
        raise PositionError("a run is of one family")
    if len(cards) - jokers.bit_count() < rules.min_real_cards:
        raise PositionError(f"a meld holds {rules.min_real_cards} or more cards that are no Jokers")
    wild_family = ATOUT_FAMILY if rules.atouts_in_melds == "own_family" else OPEN_FAMILY
    family = "shdc".index(families.pop() or "") if families else wild_family
    return owner, RUN, family, low, len(cards), 0, atouts, jokers


def _set_to_core(owner: int, cards: list[Card], rules: Rules) -> CoreMeld:
    real = [card for card in cards if not card.is_joker]
    if not 3 <= len(cards) <= 5:
        raise PositionError("a set has 3 to 5 cards")
    if len(real) < rules.min_real_cards:
        raise PositionError(f"a meld holds {rules.min_real_cards} or more cards that are no Jokers")
    if len({card.rank for card in real}) > 1:
        raise PositionError("a set is of one rank")
    naturals = sum(1 << "shdc".index(card.family or "") for card in real if not card.is_atout)
    atouts = sum(card.is_atout for card in real)
    return owner, SET, 0, real[0].rank or 0, len(cards), naturals, atouts, len(cards) - len(real)
