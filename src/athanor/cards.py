"""Cards and sets of cards, and their notation (R1, R2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from typing import Any, Self, TypeAlias, Union

from .checks import shown, whole
from .errors import CardError

DECK_SIZE = 76
RANKS = "A23456789TVCDR"
FAMILIES = "shdca"
JOKER = "JK"
FIRST_ATOUT = 56
FIRST_JOKER = 70
FAMILY_SYMBOLS = {"♠": "s", "♤": "s", "♥": "h", "♡": "h", "♦": "d", "♢": "d", "♣": "c", "♧": "c"}

_ALL_CARDS = (1 << DECK_SIZE) - 1


class Card:
    """One of the 76 cards: immutable, ordered by id, one object per id.

    ``id`` is ``family * 14 + rank - 1`` for the families s h d c a, and 70 to 75 for the Jokers (R1).

    >>> Card("5s").id, Card("10h"), Card("JK").is_joker
    (4, Card('Th'), True)

    Raises CardError for a text that names no card (R2).
    """

    __slots__ = ("_id",)

    _id: int

    def __new__(cls, card: CardLike) -> Card:
        if isinstance(card, Card):
            return card
        if isinstance(card, str):
            return _parse_card(card)
        return cls.from_id(card)

    @staticmethod
    def from_id(card_id: int) -> Card:
        """The card with that id, 0 to 75."""
        number = whole(card_id)
        if number is None or not 0 <= number < DECK_SIZE:
            raise CardError(f"no card has the id {shown(card_id)}: ids are whole numbers, 0 to {DECK_SIZE - 1}")
        return _CARDS[number]

    @property
    def id(self) -> int:
        """Number of the card, 0 to 75."""
        return self._id

    @property
    def rank(self) -> int | None:
        """1 (As) to 14 (Roi); None for a Joker."""
        return None if self.is_joker else self._id % 14 + 1

    @property
    def family(self) -> str | None:
        """One of ``s h d c``, ``a`` for an Atout, None for a Joker."""
        return None if self.is_joker else FAMILIES[self._id // 14]

    @property
    def is_atout(self) -> bool:
        return FIRST_ATOUT <= self._id < FIRST_JOKER

    @property
    def is_joker(self) -> bool:
        return self._id >= FIRST_JOKER

    def __str__(self) -> str:
        return JOKER if self.is_joker else RANKS[self._id % 14] + FAMILIES[self._id // 14]

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"

    def __lt__(self, other: object) -> bool:
        return self._id < other._id if isinstance(other, Card) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self._id <= other._id if isinstance(other, Card) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self._id > other._id if isinstance(other, Card) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self._id >= other._id if isinstance(other, Card) else NotImplemented

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a Card can't be changed")

    def __reduce__(self) -> tuple[Any, ...]:
        return (Card.from_id, (self._id,))


CardLike: TypeAlias = Card | str | int
CardsLike: TypeAlias = Union["CardSet", str, Iterable[CardLike]]


def _make_card(card_id: int) -> Card:
    card = object.__new__(Card)
    object.__setattr__(card, "_id", card_id)
    return card


_CARDS = tuple(_make_card(i) for i in range(DECK_SIZE))
_BY_TEXT = {str(card): card for card in reversed(_CARDS)}
_BITS = {str(card): 1 << card.id for card in _CARDS[:FIRST_JOKER]}


def _parse_card(text: str) -> Card:
    word = text.strip()
    if word.upper() == JOKER:
        return _CARDS[FIRST_JOKER]
    rank, family = word[:-1], word[-1:]
    rank = "T" if rank == "10" else rank
    family = FAMILY_SYMBOLS.get(family, family.lower())
    card = _BY_TEXT.get(rank + family)
    if card is None:
        shown = text if len(text) <= 20 else text[:20] + "..."
        raise CardError(
            f"unknown card {shown!r}: a card is a rank of {' '.join(RANKS)} and a family of"
            f" {' '.join(FAMILIES)}, such as 5s, Ta or Rh, or JK"
        )
    return card


def parse_cards(cards: CardsLike) -> list[Card]:
    """Cards in the order given; Jokers are numbered as they come, so that ``JK JK`` are two.

    Takes a text with spaces or commas between the cards, a CardSet, or any iterable of cards, texts or ids.
    Raises CardError for an unknown card, a card that comes twice, or a seventh Joker.
    """
    if isinstance(cards, str):
        found = [_parse_card(word) for word in cards.replace(",", " ").split()]
    else:
        found = [Card(card) for card in _listed(cards)]
    return _number_jokers(found)


def _listed(cards: object) -> list[Any]:
    try:
        if not isinstance(cards, (bytes, bytearray, Mapping)):
            return list(cards)  # type: ignore[call-overload, no-any-return]
    except TypeError:
        pass
    raise CardError(f"expected cards, as a text such as '5s 6s JK' or a list of cards, not {shown(cards)}")


def _number_jokers(found: list[Card]) -> list[Card]:
    seen: set[Card] = set()
    jokers = 0
    numbered = []
    for card in found:
        if card.is_joker:
            if FIRST_JOKER + jokers == DECK_SIZE:
                raise CardError("seven Jokers or more: the deck holds 6")
            numbered.append(_CARDS[FIRST_JOKER + jokers])
            jokers += 1
            continue
        if card in seen:
            raise CardError(f"{card} comes twice: the deck holds one")
        seen.add(card)
        numbered.append(card)
    return numbered


def _mask_of_text(text: str) -> int | None:
    """The mask of cards written as ``str`` writes them, which is quick; None if it takes more to read them."""
    mask = 0
    for word in text.split():
        bit = _BITS.get(word, 0)
        if word == JOKER:
            taken = mask | (1 << FIRST_JOKER) - 1
            bit = ~taken & taken + 1
        if not bit or mask & bit:
            return None
        mask |= bit
    return mask if mask <= _ALL_CARDS else None


class CardSet(Set[Card]):
    """An immutable, hashable set of cards, held as one 76-bit mask: bit i is the card with id i.

    ``str()`` gives the notation back. Jokers are alike: sets built from text or by the engine hold the
    lowest ids.

    >>> hand = CardSet("5s 6s JK JK")
    >>> len(hand), "6s" in hand, str(hand - CardSet("5s")), hand.jokers
    (4, True, '6s JK JK', 2)
    """

    __slots__ = ("_mask",)

    _mask: int

    def __new__(cls, cards: CardsLike = ()) -> Self:
        if type(cards) is cls:
            return cards
        mask = None
        if isinstance(cards, CardSet):
            mask = cards._mask
        elif isinstance(cards, str):
            mask = _mask_of_text(cards)
        if mask is None:
            mask = sum(1 << card.id for card in parse_cards(cards))
        return cls.from_mask(mask)

    @classmethod
    def from_mask(cls, mask: int) -> Self:
        """The set whose card with id i is bit i of the mask."""
        number = whole(mask)
        if number is None or not 0 <= number <= _ALL_CARDS:
            raise CardError(
                f"{shown(mask)} is no mask of cards: a mask is a whole number from 0 to 2**{DECK_SIZE} - 1"
            )
        cards = object.__new__(cls)
        object.__setattr__(cards, "_mask", number)
        return cards

    @classmethod
    def from_words(cls, naturals: int, wilds: int) -> Self:
        """The set of two machine words, see ``words``."""
        return cls.from_mask(naturals | wilds << FIRST_ATOUT)

    @property
    def mask(self) -> int:
        """The set as an int: bit i is the card with id i."""
        return self._mask

    @property
    def words(self) -> tuple[int, int]:
        """The naturals (bit = id, 56 bits) and the wild cards (bit = id - 56, 20 bits) as two words."""
        return self._mask & ((1 << FIRST_ATOUT) - 1), self._mask >> FIRST_ATOUT

    @property
    def jokers(self) -> int:
        """How many Jokers the set holds."""
        return (self._mask >> FIRST_JOKER).bit_count()

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids in ascending order."""
        return tuple(card.id for card in self)

    @classmethod
    def _from_iterable(cls, it: Iterable[Any]) -> CardSet:  # type: ignore[override]
        # Set algebra keeps exact ids: renumbering Jokers here would break a - b being disjoint from b.
        mask = 0
        for card in it:
            mask |= 1 << Card(card).id
        return cls.from_mask(mask)

    def __contains__(self, card: object) -> bool:
        if not isinstance(card, (Card, str)) and whole(card) is None:
            return False
        return bool(self._mask >> Card(card).id & 1)  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Card]:
        mask = self._mask
        while mask:
            low = mask & -mask
            yield _CARDS[low.bit_length() - 1]
            mask ^= low

    def __len__(self) -> int:
        return self._mask.bit_count()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, CardSet):
            return self._mask == other._mask
        return super().__eq__(other)

    def __hash__(self) -> int:
        return self._hash()

    def __str__(self) -> str:
        return " ".join(map(str, self))

    def __repr__(self) -> str:
        return f"CardSet({str(self)!r})"

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a CardSet can't be changed")

    def __reduce__(self) -> tuple[Any, ...]:
        return (CardSet.from_mask, (self._mask,))
