"""What a hand is worth, straight from R28 to R32: every five of the cards, every reading of the wild ones.

A worth is ``(category, values, has_atout)`` and compares as hands do: category 0 to 9, the values of the five
cards as they count, then whether they hold an Atout where that breaks ties.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, product

from athanor import Card, Rules

HIGH, PAIR, TWO_PAIR, TRIPS, STRAIGHT, FLUSH, FULL, QUADS, STRAIGHT_FLUSH, ROYAL = range(10)

ALL_RANKS = range(1, 15)
ROYALS = {"T-V-D-R-A": {10, 11, 13, 14, 1}, "V-C-D-R-A": {11, 12, 13, 14, 1}}
PATTERNS = {
    QUADS: [(5,), (4, 1), (4,)],
    FULL: [(3, 2)],
    TRIPS: [(3, 1, 1), (3, 1), (3,)],
    TWO_PAIR: [(2, 2, 1), (2, 2)],
    PAIR: [(2, 1, 1, 1), (2, 1, 1), (2, 1), (2,)],
    HIGH: [(1, 1, 1, 1, 1), (1, 1, 1, 1), (1, 1, 1), (1, 1), (1,), ()],
}

Worth = tuple[int, tuple[int, ...], bool]


def worth(cards: Iterable[Card], rules: Rules) -> Worth:
    """The best of every five cards that may be used; of fewer cards, all of them. Jokers are alike (R1)."""
    usable = [Card("JK") if card.is_joker else card for card in cards]
    if rules.jokers_at_showdown == "dead":
        usable = [card for card in usable if not card.is_joker]
    return max(worth_of_five(five, rules) for five in set(combinations(usable, min(5, len(usable)))))


def worth_of_five(five: Sequence[Card], rules: Rules) -> Worth:
    has_atout = rules.atout_breaks_ties and any(card.is_atout for card in five)
    lines = (rules.ace_low, rules.ace_high, rules.royal)
    return max((*worth_as_read(ranks, suited, *lines), has_atout) for ranks, suited in readings(five, rules))


def readings(five: Sequence[Card], rules: Rules) -> Iterator[tuple[tuple[int, ...], bool]]:
    """The ranks that the cards may have, with whether they may be of one family at the same time.

    The families of a hand matter in one way only: five cards of one family, or not. A Joker can be of any
    family and never stands in the way, so only its rank is varied; it may repeat a card that is there.
    """
    real = [card for card in five if not card.is_joker]
    one_family = len(five) == 5 and any(all(fits(card, family, rules) for card in real) for family in "shdca")
    fixed = [card.rank for card in real]
    for free in combinations_with_replacement(ALL_RANKS, len(five) - len(real)):
        yield tuple(sorted([*fixed, *free])), one_family


def fits(card: Card, family: str, rules: Rules) -> bool:
    return card.family == family or (card.is_atout and rules.atouts_at_showdown == "any_family")


def literal_readings(five: Sequence[Card], rules: Rules) -> Iterator[tuple[tuple[int, ...], bool]]:
    """The same without thought: each Joker is each of the 70 other cards, each Atout is of each family."""
    choices = []
    for card in five:
        shown = [Card(i) for i in range(70)] if card.is_joker else [card]
        choices.append([(c.rank, family) for c in shown for family in "shdca" if fits(c, family, rules)])
    for reading in product(*choices):
        families = {family for _, family in reading}
        yield tuple(sorted(rank for rank, _ in reading)), len(five) == 5 and len(families) == 1


@cache
def worth_as_read(
    ranks: tuple[int, ...], one_family: bool, ace_low: bool, ace_high: bool, royal: str
) -> tuple[int, tuple[int, ...]]:
    """Category and values of up to five cards whose ranks and families are settled."""
    as_value = 15 if ace_high or not ace_low else 1
    values = sorted((as_value if rank == 1 else rank for rank in ranks), reverse=True)
    straight = straight_top(ranks, ace_low, ace_high)
    if one_family and is_royal(ranks, ace_high, royal):
        return ROYAL, ()
    if one_family and straight:
        return STRAIGHT_FLUSH, (straight,)
    candidates = [by_frequency(values)]
    if one_family:
        candidates.append((FLUSH, tuple(values)))
    if straight:
        candidates.append((STRAIGHT, (straight,)))
    return max(candidates)


def by_frequency(values: list[int]) -> tuple[int, tuple[int, ...]]:
    """Carré, Full, Brelan, pairs or Carte Haute: the values that come most often count first."""
    groups = sorted(((times, value) for value, times in Counter(values).items()), reverse=True)
    pattern = tuple(times for times, _ in groups)
    category = next(category for category in PATTERNS if pattern in PATTERNS[category])
    return category, tuple(value for times, value in groups for _ in range(times))


def is_royal(ranks: tuple[int, ...], ace_high: bool, royal: str) -> bool:
    """The printed royal needs no As that counts 15; V-C-D-R-A does (R3, R29)."""
    named = [name for name in ROYALS if royal in (name, "both") and set(ranks) == ROYALS[name]]
    return "T-V-D-R-A" in named or ("V-C-D-R-A" in named and ace_high)


def straight_top(ranks: tuple[int, ...], ace_low: bool, ace_high: bool) -> int:
    """The top value of five cards in a row, 0 if they are not; the As is 1 or 15 (R3)."""
    readings = [sorted(ranks)] if 1 not in ranks else []
    if 1 in ranks and ace_low:
        readings.append(sorted(ranks))
    if 1 in ranks and ace_high:
        readings.append(sorted(15 if rank == 1 else rank for rank in ranks))
    return max((r[-1] for r in readings if len(r) == 5 and r == list(range(r[0], r[0] + 5))), default=0)
