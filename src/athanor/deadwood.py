"""Deadwood, as in gin and other rummy games: the least points that natural cards leave once melds are laid."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from ._core import gin as _core
from .arrays import check_array, check_threads, first_wrong_row, out_for
from .cards import DECK_SIZE, FIRST_ATOUT, RANKS, Card, CardSet, CardsLike
from .checks import check_int, shown
from .errors import ArgumentError, CardError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

#: Of the As, 2 to 10, Valet, Cavalier, Dame and Roi.
GIN_POINTS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 10)

#: The points of all natural cards together must fit into 32 bits with a sign.
MOST_POINTS = ((1 << 31) - 1) // FIRST_ATOUT

_CAVALIER = RANKS.index("C") + 1
_WORDS = 2


def deadwood(
    cards: CardsLike,
    points: Iterable[int] = GIN_POINTS,
    *,
    ace_low: bool = True,
    ace_high: bool = False,
    cavaliers: bool = True,
) -> int:
    """The least points left in a hand of natural cards once melds that share no card are laid; exact for any hand.

    A meld is a run, three or more consecutive cards of one family, or a set, three or four cards of one rank.
    ``points`` has 14 numbers, one a rank from the As on; by default those of gin: As 1, 2 to 10 their number, V C D R
    10. ``ace_low`` and ``ace_high`` let the As stand below the 2 and above the Roi; no run goes on around it.
    ``cavaliers=False`` is a deck of 52 cards: the Dame follows the Valet.

    >>> deadwood("3s 4s 5s 5h 5d Rc")
    17
    >>> deadwood("Vs Ds Rs As", ace_high=True, cavaliers=False)
    0

    Raises CardError for cards that can't be together, an Atout, a Joker, or a Cavalier that the deck lacks;
    ArgumentError for other points or options.
    """
    rule_set = _checked_rule_set(points, ace_low, ace_high, cavaliers)
    hand = CardSet(cards)
    naturals, wilds = hand.words
    if wilds or not cavaliers:
        _check_all_in_deck(hand, cavaliers)
    return _core.deadwood(rule_set, naturals)


def deadwood_many(
    hands: NDArray[np.uint64],
    points: Iterable[int] = GIN_POINTS,
    *,
    ace_low: bool = True,
    ace_high: bool = False,
    cavaliers: bool = True,
    out: NDArray[np.int32] | None = None,
    threads: int = 1,
) -> NDArray[np.int32]:
    """The deadwood of many hands, by the rules of ``deadwood``.

    ``hands`` is a uint64 array of shape (N, 2), the ``words`` of a CardSet in each row, in any memory order, read-only
    too. The result is int32 of shape (N,): ``out`` if given. ``threads`` share the rows; more than one pays from some
    hundred thousand rows on.

    >>> import numpy as np
    >>> hands = [CardSet("3s 4s 5s 5h 5d Rc"), CardSet("7s 7h 7d 7c")]
    >>> deadwood_many(np.array([hand.words for hand in hands], np.uint64)).tolist()
    [17, 0]

    Raises ArgumentError for a wrong dtype or shape, other points or options or a wrong number of threads; CardError
    for a row with an Atout, a Joker, a Cavalier that the deck lacks, or a bit of no card; ``out`` may be half filled.
    """
    import numpy as np

    check_array("hands", hands, np.dtype(np.uint64))
    if hands.ndim != 2 or hands.shape[1] != _WORDS:
        raise ArgumentError(f"hands has the shape {hands.shape}: it must be (N, {_WORDS}), a CardSet's words a row")
    if not hands.flags.aligned:
        raise ArgumentError("hands is not aligned in memory: give a copy of it")
    rule_set = _checked_rule_set(points, ace_low, ace_high, cavaliers)
    check_threads(threads)
    counts = out_for(hands, out, np.dtype(np.int32), "count")

    def count_share(first: int, end: int) -> int:
        return _core.deadwood_many(rule_set, hands[first:end], counts[first:end])

    wrong = first_wrong_row(len(hands), threads, count_share)
    if wrong is not None:
        naturals, wilds = hands[wrong].tolist()
        raise CardError(f"row {wrong} of hands is no hand: {_what_is_wrong(naturals, wilds, cavaliers)}")
    return counts


def _checked_rule_set(points: Iterable[int], ace_low: bool, ace_high: bool, cavaliers: bool) -> _core.GinRuleSet:
    for name, value in (("ace_low", ace_low), ("ace_high", ace_high), ("cavaliers", cavaliers)):
        if not isinstance(value, bool):
            raise ArgumentError(f"{name} can't be {shown(value)}: it is True or False")
    by_rank = points if points is GIN_POINTS else _checked_points(points)
    return _rule_set(by_rank, ace_low, ace_high, cavaliers)


@lru_cache(maxsize=64)
def _rule_set(points: tuple[int, ...], ace_low: bool, ace_high: bool, cavaliers: bool) -> _core.GinRuleSet:
    """Kept, since its tables take longer to make than a hand to count."""
    return _core.GinRuleSet(points, ace_low, ace_high, cavaliers)


def _checked_points(points: Iterable[int]) -> tuple[int, ...]:
    try:
        listed = [] if isinstance(points, (Mapping, Set)) else list(islice(points, len(RANKS) + 1))
    except TypeError:
        listed = []
    if len(listed) != len(RANKS):
        raise ArgumentError(f"points can't be {shown(points)}: they are {len(RANKS)} numbers, by rank from the As on")
    return tuple(
        check_int(f"points of {rank}", number, 0, MOST_POINTS) for rank, number in zip(RANKS, listed, strict=True)
    )


def _check_all_in_deck(hand: CardSet, cavaliers: bool) -> None:
    for card in hand:
        why = _why_not_in_deck(card, cavaliers)
        if why:
            raise CardError(why)


def _why_not_in_deck(card: Card, cavaliers: bool) -> str:
    if card.is_joker or card.is_atout:
        return f"{card} is {'a Joker' if card.is_joker else 'an Atout'}: deadwood is counted of natural cards only"
    if card.rank == _CAVALIER and not cavaliers:
        return f"{card} is a Cavalier: cavaliers=False is a deck of 52 cards, without them"
    return ""


def _what_is_wrong(naturals: int, wilds: int, cavaliers: bool) -> str:
    if naturals >> FIRST_ATOUT or wilds >> (DECK_SIZE - FIRST_ATOUT):
        return "it has bits of no card; a row is the words of a CardSet"
    return next(filter(None, (_why_not_in_deck(card, cavaliers) for card in CardSet.from_words(naturals, wilds))))
