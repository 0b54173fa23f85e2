"""Poker hands of the Four: the best five of up to seven cards, under any rules (R28 to R32)."""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

from ._core import poker as _core
from ._core import poker_arrays as _arrays
from ._core.poker import strength_of_ids as _strength_of_ids
from .arrays import check_array, check_threads, first_wrong_row, out_for
from .cards import FAMILIES, RANKS, Card, CardSet, CardsLike, parse_cards
from .errors import ArgumentError, CardError
from .rules import Rules, check_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# Each card played with the card that it stands for.
_Play: TypeAlias = tuple[tuple[Card, Card], ...]

MAX_CARDS = 7

# The parts of a strength, as _core/poker.pxd tells.
_CODE_SHIFT = 28
_FLUSH_CODE = 5
_MAIN_SHIFT = 15
_MAIN_MASK = (1 << 13) - 1
_OTHERS_SHIFT = 1
_OTHERS_MASK = (1 << 14) - 1
_FLUSH_BEST = range(26, 29)
_BEST_RANK = 13

_AS_HIGH = 15
_SHOWN = 5
_ROYALS = {"T-V-D-R-A": (15, 14, 13, 11, 10), "V-C-D-R-A": (15, 14, 13, 12, 11)}

_NAMES = ("As", *map(str, range(2, 11)), "Valet", "Cavalier", "Dame", "Roi")
_COURT = frozenset(("Valet", "Cavalier", "Dame", "Roi"))


class Category(IntEnum):
    """What a hand is called, from the weakest to the strongest (R28)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    @property
    def label(self) -> str:
        """The name in the booklets."""
        return _LABELS[self]


# How often each main rank is shown, and the others.
_TIMES = {
    Category.HIGH_CARD: (0, 1),
    Category.PAIR: (2, 1),
    Category.TWO_PAIR: (2, 1),
    Category.THREE_OF_A_KIND: (3, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
}

_LABELS = (
    "Carte Haute",
    "Paire",
    "Double Paire",
    "Brelan",
    "Suite",
    "Couleur",
    "Full",
    "Carré",
    "Quinte Flush",
    "Quinte Flush Royale",
)


class HandRank:
    """What a hand is worth. Ordered, hashable; of equal hands neither is greater, whatever their families.

    Compare hands of the same rules only. ``str()`` reads as in the booklets.

    >>> from athanor import ESPRIT_CRITIQUE
    >>> hand = evaluate("Rs Rh 6d 6a JK 2c 9s", ESPRIT_CRITIQUE)
    >>> str(hand), hand.category.name
    ('Full, Rois par les 6', 'FULL_HOUSE')
    >>> " ".join(map(str, hand.five)), " ".join(map(str, hand.stands_for))
    ('Rs Rh JK 6a 6d', 'Rs Rh Rd 6a 6d')
    """

    __slots__ = ("_cards", "_played", "_rules", "_strength")

    _cards: CardSet
    _played: _Play | None
    _rules: Rules
    _strength: int

    def __init__(self, strength: int, cards: CardSet, rules: Rules) -> None:
        self._strength = strength
        self._cards = cards
        self._rules = rules
        self._played = None

    @property
    def strength(self) -> int:
        """The worth as one number, as in ``evaluate_many``: greater wins, equal ties."""
        return self._strength

    @property
    def category(self) -> Category:
        code = self._strength >> _CODE_SHIFT
        return Category(code - (code > _FLUSH_CODE))

    @property
    def five(self) -> tuple[Card, ...]:
        """The cards played, at most five, those that decide first; an Atout wherever it can be one (R32)."""
        return tuple(card for card, _ in self._play())

    @property
    def stands_for(self) -> tuple[Card, ...]:
        """What each card of ``five`` stands for: itself, or what a Joker or an Atout replaces."""
        return tuple(meant for _, meant in self._play())

    @property
    def has_atout(self) -> bool:
        """Whether the five hold an Atout, or equally good ones could; a Joker is none (R32)."""
        return any(card.is_atout for card in self.five)

    def _play(self) -> _Play:
        if self._played is None:
            plays = list(_plays(self.category, self._values(), self._cards, self._rules))
            self._played = max(plays, key=lambda play: any(card.is_atout for card, _ in play))
        return self._played

    def _values(self) -> tuple[int, ...]:
        weakest = 2 if self._rules.ace_high or not self._rules.ace_low else 1
        return tuple(_values(self._strength, self.category, weakest))

    def __str__(self) -> str:
        detail = _detail(self.category, self._values())
        return f"{self.category.label}, {detail}" if detail else self.category.label

    def __repr__(self) -> str:
        return f"<HandRank {self}: {' '.join(map(str, self.five))}>"

    def __eq__(self, other: object) -> bool:
        return self._strength == other._strength if isinstance(other, HandRank) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._strength < other._strength if isinstance(other, HandRank) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self._strength <= other._strength if isinstance(other, HandRank) else NotImplemented

    def __gt__(self, other: object) -> bool:
        return self._strength > other._strength if isinstance(other, HandRank) else NotImplemented

    def __ge__(self, other: object) -> bool:
        return self._strength >= other._strength if isinstance(other, HandRank) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._strength)


def evaluate(cards: CardsLike, rules: Rules) -> HandRank:
    """The best five of up to seven cards; of fewer than five, all of them (R28, R31).

    >>> from athanor import FOUR_ALCHIMIQUE
    >>> evaluate("2s 6s 9s Vh Dh Rs 4a", FOUR_ALCHIMIQUE) > evaluate("2s 6s 9s Vh Dh Th Ch", FOUR_ALCHIMIQUE)
    True

    Raises CardError for more than seven cards, unknown cards or a card that comes twice.
    """
    hand = CardSet(cards)
    if len(hand) > MAX_CARDS:
        raise CardError(f"{len(hand)} cards: a hand at the showdown has {MAX_CARDS} at most")
    return HandRank(_core.strength(check_rules(rules).core, *hand.words), hand, rules)


def strength(cards: CardsLike, rules: Rules) -> int:
    """The worth of one hand as a number, as in ``evaluate_many``; fastest for a tuple of card ids.

    >>> from athanor import FOUR_ALCHIMIQUE
    >>> strength((13, 27, 41), FOUR_ALCHIMIQUE) > strength((13, 27, 40), FOUR_ALCHIMIQUE)
    True

    Raises CardError for more than seven cards, unknown cards or a card that comes twice.
    """
    try:
        core = rules.core
    except AttributeError:
        core = check_rules(rules).core
    found = _strength_of_ids(core, cards)
    return found if found >= 0 else evaluate(cards, rules).strength


def evaluate_many(
    hands: NDArray[np.uint8],
    rules: Rules,
    *,
    validate: bool = True,
    out: NDArray[np.uint32] | None = None,
    threads: int = 1,
) -> NDArray[np.uint32]:
    """Strengths of many hands: greater wins, equal ties.

    ``hands`` is a uint8 array of shape (N, k), k from 0 to 7 card ids a row, in any memory order, read-only
    too; any id from 70 to 75 is a Joker. It is read where it stands, fastest where rows or columns have no gaps.
    The result is uint32 of shape (N,): ``out`` if given. ``threads`` share the rows; more than one pays from
    some hundred thousand rows on. ``validate=False`` skips the check of the cards: a row that is no hand then
    gives some number.

    >>> import numpy as np
    >>> from athanor import FOUR_ALCHIMIQUE
    >>> evaluate_many(np.array([[0, 13, 27], [0, 14, 27]], np.uint8), FOUR_ALCHIMIQUE).argmax()
    np.int64(1)

    Raises ArgumentError for a wrong dtype or shape or number of threads, CardError for a row with an unknown
    card, one that comes twice or a seventh Joker.
    """
    import numpy as np

    check_array("hands", hands, np.dtype(np.uint8))
    if hands.ndim != 2 or hands.shape[1] > MAX_CARDS:
        raise ArgumentError(f"hands has the shape {hands.shape}: it must be (N, k), k at most {MAX_CARDS}")
    check_rules(rules)
    check_threads(threads)
    strengths = out_for(hands, out, np.dtype(np.uint32), "strength")

    def evaluate_share(first: int, end: int) -> int:
        return _arrays.evaluate_many(rules.core, hands[first:end], strengths[first:end], bool(validate))

    wrong = first_wrong_row(len(hands), threads, evaluate_share)
    if wrong is not None:
        raise CardError(f"row {wrong} of hands is no hand: {_what_is_wrong(hands[wrong].tolist())}")
    return strengths


def _what_is_wrong(ids: list[int]) -> str:
    try:
        parse_cards(ids)
    except CardError as error:
        return str(error)
    raise AssertionError(f"the core refused {ids}")


def _values(strength: int, category: Category, weakest: int) -> list[int]:
    """The values of the cards as played, those that decide first; of a royal none, all are equal."""
    if category is Category.ROYAL_FLUSH:
        return []
    if category is Category.FLUSH:
        return [rank + weakest for rank in _flush_ranks(strength - (_FLUSH_CODE << _CODE_SHIFT))]
    main = _ranks((strength >> _MAIN_SHIFT & _MAIN_MASK) << 1)
    if len(main) < (2 if category is Category.TWO_PAIR else category is not Category.HIGH_CARD):
        main.append(0)
    if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        return [main[0] + weakest - i for i in range(_SHOWN)]
    times, times_others = _TIMES[category]
    others = _ranks(strength >> _OTHERS_SHIFT & _OTHERS_MASK)
    return [rank + weakest for rank in main for _ in range(times)] + [
        rank + weakest for rank in others for _ in range(times_others)
    ]


def _ranks(mask: int) -> list[int]:
    return [rank for rank in reversed(range(mask.bit_length())) if mask >> rank & 1]


def _flush_ranks(held: int) -> list[int]:
    ranks = [_BEST_RANK for bit in _FLUSH_BEST if held >> bit & 1]
    for rank in range(_BEST_RANK - 1, 0, -1):
        ranks += [rank] * (held >> 2 * rank & 3).bit_count()
    return ranks + [0] * (_SHOWN - len(ranks))


def _plays(category: Category, values: tuple[int, ...], cards: CardSet, rules: Rules) -> Iterator[_Play]:
    """Each way to show these values: the cards played with what each stands for. At least one comes."""
    lines = _royals(rules) if category is Category.ROYAL_FLUSH else [values]
    of_one_family = category in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH)
    own_family = rules.atouts_at_showdown == "own_family"
    families = FAMILIES if own_family else FAMILIES[:-1]
    for line in lines:
        for family in families if of_one_family else (None,):
            play = _play(line, _usable(cards, family, own_family, rules), family)
            if play is not None:
                yield play


def _usable(cards: CardSet, family: str | None, own_family: bool, rules: Rules) -> list[Card]:
    """The cards that may be played for a family, Atouts before naturals before Jokers; None: for any."""
    usable = []
    for card in cards:
        if card.is_joker:
            fits = rules.jokers_at_showdown == "wild"
        elif card.is_atout and not own_family:
            fits = True
        else:
            fits = family in (None, card.family)
        if fits:
            usable.append(card)
    return sorted(usable, key=lambda card: (card.is_joker, not card.is_atout, card.id))


def _royals(rules: Rules) -> list[tuple[int, ...]]:
    """The values of each royal there is; V C D R As needs an As that counts 15 (R3, R29)."""
    names = [name for name in _ROYALS if rules.royal in (name, "both")]
    return [_ROYALS[name] for name in names if rules.ace_high or name == "T-V-D-R-A"]


def _play(line: tuple[int, ...], usable: list[Card], family: str | None) -> _Play | None:
    """Take the first card that can show each value in turn; None if one is missing."""
    played: list[tuple[Card, Card]] = []
    for value in line:
        rank = _rank(value)
        card = next((card for card in usable if card.is_joker or card.rank == rank), None)
        if card is None:
            return None
        usable.remove(card)
        seen = [*usable, *(other for pair in played for other in pair)]
        played.append((card, _meaning(card, rank, family, seen)))
    return tuple(played)


def _meaning(card: Card, rank: int, family: str | None, seen: list[Card]) -> Card:
    """The card of the hand's family if it has one; else a Joker is a card not in sight, if one is left."""
    if family is not None:
        return Card(RANKS[rank - 1] + family)
    if not card.is_joker:
        return card
    choices = [Card(RANKS[rank - 1] + other) for other in FAMILIES]
    return next((choice for choice in choices if choice not in seen), choices[0])


def _rank(value: int) -> int:
    return 1 if value == _AS_HIGH else value


def _name(value: int) -> str:
    return _NAMES[_rank(value) - 1]


def _plural(value: int) -> str:
    name = _name(value)
    return name + "s" if name in _COURT else name


def _detail(category: Category, values: tuple[int, ...]) -> str:
    """What tells this hand from others of its category, kickers apart."""
    if not values:
        return ""
    if category in (Category.STRAIGHT_FLUSH, Category.STRAIGHT, Category.FLUSH):
        return f"hauteur {_name(values[0])}"
    if category is Category.FULL_HOUSE:
        return f"{_plural(values[0])} par les {_plural(values[-1])}"
    if category is Category.TWO_PAIR:
        return f"{_plural(values[0])} et {_plural(values[2])}"
    if category is Category.HIGH_CARD:
        return _name(values[0])
    return _plural(values[0])
