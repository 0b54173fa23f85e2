"""The best five of a hand (R28-R32), slow and obvious: every five, and all that a Joker could usefully be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement
from typing import NamedTuple

from athanor import Rules

from .words import JOKER, is_atout, is_natural, rank_at, rank_of

CATEGORIES = (
    "high_card",
    "pair",
    "two_pair",
    "three_of_a_kind",
    "straight",
    "flush",
    "full_house",
    "four_of_a_kind",
    "straight_flush",
    "royal_flush",
)
AS = 1
ROYALS = {"T-V-D-R-A": {10, 11, 13, 14, AS}, "V-C-D-R-A": {11, 12, 13, 14, AS}}
ROI_VALUE = 14
HIGH_AS_VALUE = 15

Found = tuple[str, list[int]]


class Strength(NamedTuple):
    """Hands compare by ``order`` alone: equal orders have equal categories."""

    order: tuple[int, ...]
    category: str


def strength(rules: Rules, cards: Sequence[str]) -> Strength:
    """The strength of the best five; with fewer cards, of all of them (R31)."""
    alive = [card for card in cards if card != JOKER or rules.jokers_at_showdown == "wild"]
    return max(strength_of_five(rules, five) for five in combinations(alive, min(5, len(alive))))


def strength_of_five(rules: Rules, five: Sequence[str]) -> Strength:
    # R31: a missing kicker loses to any card, so it counts 0.
    best = max(
        (CATEGORIES.index(category), *values, *[0] * (5 - len(values)))
        for category, values in readings(rules, five)
    )
    has_atout = rules.atout_breaks_ties and any(is_atout(card) for card in five)
    return Strength((*best, int(has_atout)), CATEGORIES[best[0]])


def value_of(rules: Rules, rank: int) -> int:
    """R3: the As is 15 as a kicker, unless it can only be 1."""
    only_low = rules.ace_low and not rules.ace_high
    return HIGH_AS_VALUE if rank == AS and not only_low else rank


def readings(rules: Rules, five: Sequence[str]) -> Iterator[Found]:
    """What the cards may be read as, with the values that decide within the category.

    A Joker is any card, also a copy of one present (R31): of any value, and of any family.
    """
    real = [card for card in five if card != JOKER]
    jokers = len(five) - len(real)
    values = [value_of(rules, rank_of(card)) for card in real]
    best_value = max(ROI_VALUE, value_of(rules, AS))
    yield from groups(values, jokers, best_value)
    if len(five) < 5:
        return
    flush = of_one_family(rules, real)
    if flush:
        yield "flush", sorted([*values, *[best_value] * jokers], reverse=True)
    ranks = [rank_of(card) for card in real]
    for low in straights(rules):
        if part_of(ranks, {rank_at(place) for place in range(low, low + 5)}):
            yield "straight_flush" if flush else "straight", [low + 4]
    if flush and any(part_of(ranks, royal) for royal in royals(rules)):
        yield "royal_flush", []


def groups(values: list[int], jokers: int, best_value: int) -> Iterator[Found]:
    """Equal values. A Joker matches a card or is the best kicker: as anything else it would be worth less."""
    for copies in combinations_with_replacement(sorted({*values, best_value}), jokers):
        counts = Counter([*values, *copies])
        by_size = sorted(counts, key=lambda value: (counts[value], value), reverse=True)
        match [counts[value] for value in by_size]:
            case [5]:
                # R30: five of one value are four whose kicker is the fifth.
                yield "four_of_a_kind", by_size * 2
            case [4, *_]:
                yield "four_of_a_kind", by_size
            case [3, 2]:
                yield "full_house", by_size
            case [3, *_]:
                yield "three_of_a_kind", by_size
            case [2, 2, *_]:
                yield "two_pair", by_size
            case [2, *_]:
                yield "pair", by_size
            case _:
                yield "high_card", by_size


def of_one_family(rules: Rules, real: Sequence[str]) -> bool:
    """R4: an Atout is of any family, or of its own."""
    own = rules.atouts_at_showdown == "own_family"
    return len({card[1] for card in real if own or is_natural(card)}) <= 1


def straights(rules: Rules) -> range:
    """The lowest place of each straight (R28): from A-5 to V-A, as far as the As may be 1 or 15 (R3)."""
    return range(1 if rules.ace_low else 2, 12 if rules.ace_high else 11)


def royals(rules: Rules) -> list[set[int]]:
    """R29. V-C-D-R-A needs a high As; T-V-D-R-A is no straight and goes as printed."""
    names = ROYALS if rules.royal == "both" else [rules.royal]
    return [ROYALS[name] for name in names if name == "T-V-D-R-A" or rules.ace_high]


def part_of(ranks: list[int], wanted: set[int]) -> bool:
    return len(set(ranks)) == len(ranks) and set(ranks) <= wanted
