"""Melds on the table and what a player may do with them (R5-R10, R15-R21), slow and obvious."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, product
from typing import NamedTuple

from athanor import Rules

from .words import (
    ATOUT_FAMILY,
    FAMILIES,
    HIGH_AS_PLACE,
    JOKER,
    LOW_AS_PLACE,
    NATURAL_FAMILIES,
    card_of,
    in_order,
    is_atout,
    is_natural,
    points_of,
    rank_at,
    rank_of,
    without,
)

NEW_MELD_SIZE = 3
MOST_IN_RUN = 14
MOST_IN_SET = 5


class SearchLimitError(Exception):
    """The search for what is owed met more situations than it was allowed to."""


class Meld(NamedTuple):
    """``low`` is the place of a run's first card, or the rank of a set; a run's cards are in place order."""

    owner: int
    kind: str
    low: int
    cards: tuple[str, ...]

    @classmethod
    def from_text(cls, owner: int, text: str) -> Meld:
        kind, *words = text.split()
        if kind == "run":
            return cls(owner, kind, int(words[0]), tuple(words[1:]))
        return cls(owner, kind, rank_of(words[0]), in_order(words))

    def __str__(self) -> str:
        cards = " ".join(self.cards)
        return f"run {self.low} {cards}" if self.kind == "run" else f"set {cards}"

    @property
    def points(self) -> int:
        """R23: a wild card counts as what it stands for."""
        if self.kind == "set":
            return len(self.cards) * points_of(self.low)
        return sum(points_of(rank_at(self.low + i)) for i in range(len(self.cards)))


class Situation(NamedTuple):
    """All that decides what the mover may play."""

    mover: int
    hand: tuple[str, ...]
    melds: tuple[Meld, ...]
    owed: tuple[str, ...]
    completions: int
    step: str

    def lay(self, cards: Iterable[str]) -> Situation:
        """These cards leave the hand, and pay what was owed of them (R21)."""
        owed = Counter(self.owed) - Counter(cards)
        return self._replace(hand=without(self.hand, *cards), owed=in_order(owed.elements()))

    def with_meld(self, index: int, meld: Meld) -> Situation:
        return self._replace(melds=(*self.melds[:index], meld, *self.melds[index + 1 :]))


class Table:
    """The rules about melds. ``most_searched`` bounds one search for what is owed."""

    def __init__(self, rules: Rules, most_searched: int | None = None) -> None:
        self.rules = rules
        self.most_searched = most_searched
        self.settled: dict[object, bool] = {}
        self.searched = 0

    @property
    def wild_atouts(self) -> bool:
        return self.rules.atouts_in_melds == "any_family"

    @property
    def places(self) -> range:
        """R3: the places of runs, the two ends being those of the As."""
        lowest = LOW_AS_PLACE if self.rules.ace_low else LOW_AS_PLACE + 1
        highest = HIGH_AS_PLACE if self.rules.ace_high else HIGH_AS_PLACE - 1
        return range(lowest, highest + 1)

    def fitting(self, place: int, family: str | None) -> list[str]:
        """The cards that may lie at that place of a run of that family; None: no family yet (R4, R7, R8)."""
        rank = rank_at(place)
        if not self.wild_atouts:
            assert family is not None
            return [card_of(rank, family), JOKER]
        families = NATURAL_FAMILIES if family is None else family
        return [*(card_of(rank, f) for f in families), card_of(rank, ATOUT_FAMILY), JOKER]

    def family(self, run: Meld) -> str | None:
        """R8: the first natural gives a run its family; where Atouts aren't wild, so does an Atout."""
        for card in run.cards:
            if is_natural(card) or (is_atout(card) and not self.wild_atouts):
                return card[1]
        return None

    # New melds (R5, R7)

    def new_runs(self, hand: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
        found: set[tuple[int, tuple[str, ...]]] = set()
        for family in NATURAL_FAMILIES if self.wild_atouts else FAMILIES:
            for low in self.places[: -NEW_MELD_SIZE + 1]:
                places = range(low, low + NEW_MELD_SIZE)
                options = [[card for card in self.fitting(place, family) if card in hand] for place in places]
                found.update((low, cards) for cards in product(*options) if self.can_be_new(hand, cards))
        yield from sorted(found)

    def new_sets(self, hand: tuple[str, ...]) -> Iterator[tuple[int, tuple[str, ...]]]:
        jokers = [JOKER] * hand.count(JOKER)
        for rank in range(1, 15):
            real = [card_of(rank, family) for family in FAMILIES if card_of(rank, family) in hand]
            for cards in sorted(set(combinations(real + jokers, NEW_MELD_SIZE))):
                if self.can_be_new(hand, cards):
                    yield rank, in_order(cards)

    def can_be_new(self, hand: tuple[str, ...], cards: tuple[str, ...]) -> bool:
        """The hand has Jokers enough, and enough of the cards are no Jokers (R7)."""
        jokers = cards.count(JOKER)
        return jokers <= hand.count(JOKER) and NEW_MELD_SIZE - jokers >= self.rules.min_real_cards

    def lays(self, s: Situation) -> Iterator[tuple[str, Situation]]:
        new = [Meld(s.mover, "run", low, cards) for low, cards in self.new_runs(s.hand)]
        if self.may_do_all(s):
            new += [Meld(s.mover, "set", rank, cards) for rank, cards in self.new_sets(s.hand)]
        for meld in new:
            yield str(meld), s.lay(meld.cards)._replace(melds=(*s.melds, meld))

    def may_do_all(self, s: Situation) -> bool:
        """R19: until a player has laid a run in this deal, nothing else may be laid, added or taken."""
        return not self.rules.first_run_required or any(meld.owner == s.mover for meld in s.melds)

    # Additions (R6, R16)

    def adds(self, s: Situation) -> Iterator[tuple[str, Situation]]:
        step = "complete" if self.rules.turn_order == "steps" else s.step
        for index, meld in enumerate(s.melds):
            for card, end, grown in self.grown(s.hand, meld):
                after = s.lay([card]).with_meld(index, grown)
                text = f"add m{index} {card} {end}".rstrip()
                yield text, after._replace(completions=s.completions + 1, step=step)

    def grown(self, hand: tuple[str, ...], meld: Meld) -> Iterator[tuple[str, str, Meld]]:
        """Each card of the hand that the meld takes, the end of a run it goes to, and the meld then."""
        if meld.kind == "set":
            if len(meld.cards) < MOST_IN_SET:
                for card in sorted({card for card in hand if card == JOKER or rank_of(card) == meld.low}):
                    yield card, "", meld._replace(cards=in_order((*meld.cards, card)))
            return
        if len(meld.cards) == MOST_IN_RUN:
            return
        family = self.family(meld)
        below, above = meld.low - 1, meld.low + len(meld.cards)
        if below in self.places:
            for card in self.fitting(below, family):
                if card in hand:
                    yield card, "low", meld._replace(low=below, cards=(card, *meld.cards))
        if above in self.places:
            for card in self.fitting(above, family):
                if card in hand:
                    yield card, "high", meld._replace(cards=(*meld.cards, card))

    # Taking wild cards by their right card (R10, R17, R21)

    def takes(self, s: Situation) -> Iterator[tuple[str, Situation]]:
        step = "take" if self.rules.turn_order == "steps" else s.step
        for index, meld in enumerate(s.melds):
            for card, wild, changed in self.replacements(meld):
                # R21: what is owed must be laid, and a replacing card is not laid.
                if card not in s.hand or card in s.owed:
                    continue
                owed = in_order((*s.owed, wild)) if self.rules.take == "recover" else s.owed
                hand = in_order((*without(s.hand, card), wild))
                after = s.with_meld(index, changed)._replace(hand=hand, owed=owed, step=step)
                yield f"take m{index} {card} {wild}", after

    def takable(self, card: str) -> bool:
        if is_atout(card):
            return self.rules.take == "recover" and self.wild_atouts
        return card == JOKER

    def replacements(self, meld: Meld) -> Iterator[tuple[str, str, Meld]]:
        """Right card, the wild card it replaces, and the meld then."""
        if meld.kind == "set":
            for wild in sorted({card for card in meld.cards if self.takable(card)}):
                for card in self.right_in_set(meld, wild):
                    yield card, wild, meld._replace(cards=in_order((*without(meld.cards, wild), card)))
            return
        for i, wild in enumerate(meld.cards):
            if self.takable(wild):
                for card in self.right_in_run(meld, meld.low + i, wild):
                    yield card, wild, meld._replace(cards=(*meld.cards[:i], card, *meld.cards[i + 1 :]))

    def right_in_run(self, run: Meld, place: int, wild: str) -> list[str]:
        rank, family = rank_at(place), self.family(run)
        if family is not None:
            return [card_of(rank, family)]
        naturals = [card_of(rank, f) for f in NATURAL_FAMILIES]
        return [*naturals, card_of(rank, ATOUT_FAMILY)] if wild == JOKER else naturals

    def right_in_set(self, meld: Meld, wild: str) -> list[str]:
        missing = [f for f in FAMILIES if card_of(meld.low, f) not in meld.cards]
        naturals = [f for f in missing if f != ATOUT_FAMILY]
        atout_is_right = wild == JOKER and (not naturals or not self.wild_atouts)
        return [card_of(meld.low, f) for f in missing if f != ATOUT_FAMILY or atout_is_right]

    # A turn's plays (R15-R17, R19, R21)

    def plays(self, s: Situation) -> dict[str, Situation]:
        """Every play by its text, with what it leads to, whether or not what is owed can then be laid."""
        most = self.rules.completions_per_turn
        found: dict[str, Situation] = {}
        if s.step == "lay":
            found.update(self.lays(s))
        if not self.may_do_all(s):
            return found
        if s.step in ("lay", "complete") and (most is None or s.completions < most):
            found.update(self.adds(s))
        found.update(self.takes(s))
        return found

    def legal_plays(self, s: Situation) -> dict[str, Situation]:
        """R21: a play is legal if all that is owed can still be laid after it."""
        self.searched = 0
        return {text: after for text, after in self.plays(s).items() if self.can_settle(after)}

    def can_settle(self, s: Situation) -> bool:
        """Whether some sequence of plays lays all that is owed, by trying every one.

        It ends: each play shrinks the hand or, a take, its naturals, or leaves these and shrinks its Atouts.
        """
        if not s.owed:
            return True
        # Who owns a meld, and its number, change nothing for a player who has taken a card, so may do all.
        completions = s.completions if self.rules.completions_per_turn is not None else None
        key = (s.hand, tuple(sorted(meld[1:] for meld in s.melds)), s.owed, completions, s.step)
        if key not in self.settled:
            self.searched += 1
            if self.most_searched is not None and self.searched > self.most_searched:
                raise SearchLimitError
            nearest_first = sorted(self.plays(s).values(), key=lambda after: len(after.owed))
            self.settled[key] = any(self.can_settle(after) for after in nearest_first)
        return self.settled[key]
