"""How often each category comes among all hands of the deck, and where rarity and ranking disagree (R28 to R31)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from ._core.odds import count_categories
from .checks import check_int
from .poker import MAX_CARDS, Category
from .rules import Rules, check_rules

if TYPE_CHECKING:
    from rich.console import Group

FEWEST_CARDS = 5

# All that the worth of a hand depends on: rules alike in these share their counts.
_SHOWDOWN_OPTIONS = ("ace_low", "ace_high", "atouts_at_showdown", "royal", "jokers_at_showdown")


def category_counts(rules: Rules, cards: int = MAX_CARDS) -> dict[Category, int]:
    """How many hands of 5, 6 or 7 cards of the deck have each category, from the weakest to the strongest. Exact.

    The six Jokers are told apart here, so that 7 cards make C(76, 7) = 2,186,189,400 hands. Takes a few seconds for
    seven cards; the counts are remembered.

    >>> from athanor import FOUR_ALCHIMIQUE
    >>> counts = category_counts(FOUR_ALCHIMIQUE, cards=5)
    >>> sum(counts.values()), counts[Category.ROYAL_FLUSH]
    (18474840, 125)

    Raises ArgumentError for another number of cards, or for what is no Rules.
    """
    check_rules(rules)
    size = check_int("cards", cards, FEWEST_CARDS, MAX_CARDS)
    options = tuple((name, getattr(rules, name)) for name in _SHOWDOWN_OPTIONS)
    return dict(zip(Category, _counts(rules.edition, options, size), strict=True))


@lru_cache(maxsize=64)
def _counts(edition: str, options: tuple[tuple[str, Any], ...], size: int) -> tuple[int, ...]:
    from .rules import EDITIONS

    return tuple(count_categories(EDITIONS[edition].replace(**dict(options)).rule_set(), size))


@dataclass(frozen=True)
class Odds:
    """The categories of all hands of so many cards, see ``category_odds``."""

    rules: Rules
    cards: int
    counts: dict[Category, int]

    @property
    def hands(self) -> int:
        """All hands."""
        return sum(self.counts.values())

    def chance(self, category: Category) -> float:
        """The share of all hands that have the category."""
        return self.counts[category] / self.hands

    @property
    def swapped(self) -> dict[Category, tuple[Category, ...]]:
        """Each category that is more frequent than some it beats, with those, the strongest first."""
        found = {
            strong: tuple(weak for weak in reversed(Category) if weak < strong and count > self.counts[weak])
            for strong, count in reversed(self.counts.items())
        }
        return {strong: weaker for strong, weaker in found.items() if weaker}

    @property
    def sentence(self) -> str:
        """Which pairs of categories rarity would swap."""
        if not self.swapped:
            return "Ranking and rarity agree."
        pairs = [f"{strong.label} than {_listed(weaker)}" for strong, weaker in self.swapped.items()]
        return f"More frequent than what they beat: {'; '.join(pairs)}."

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, as JSON can hold it."""
        return {
            "edition": self.rules.edition,
            "rules": self.rules.to_dict(),
            "cards": self.cards,
            "hands": self.hands,
            "categories": {
                category.name.lower(): {
                    "label": category.label,
                    "count": count,
                    "chance": self.chance(category),
                    "more_frequent_than": [weak.name.lower() for weak in self.swapped.get(category, ())],
                }
                for category, count in self.counts.items()
            },
            "swapped": self.sentence,
        }

    def table(self) -> Group:
        """A table that rich prints."""
        from .tables import odds_table

        return odds_table(self)


def category_odds(rules: Rules, cards: int = MAX_CARDS) -> Odds:
    """The same counts with their chances, tables and what the ranking makes of them.

    >>> from athanor import FOUR_ALCHIMIQUE
    >>> from athanor import FOUR_ALCHIMIQUE
    >>> category_odds(FOUR_ALCHIMIQUE, cards=5).sentence
    'More frequent than what they beat: Couleur than Suite and Brelan.'
    """
    return Odds(rules, cards, category_counts(rules, cards))


def _listed(categories: tuple[Category, ...]) -> str:
    *others, last = [category.label for category in categories]
    return f"{', '.join(others)} and {last}" if others else last
