"""What a hand can lay: every new meld, and the best set of melds of one turn (R5-R8, R15, R16, R19, R20)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, overload

from ._core.actions import split
from ._core.lay import meld_actions
from ._core.melds import best_plan
from .cards import FAMILIES, FIRST_JOKER, RANKS, Card, CardSet, CardsLike
from .checks import shown
from .errors import ArgumentError
from .rules import Rules, check_rules

if TYPE_CHECKING:
    from .table import Meld
    from .turns import TurnPlan

OBJECTIVES = ("points", "stones", "cards")
CREATION = 3
LAST_PLACE = 15
AS_POINTS = 11
COURT_POINTS = 10
OPEN_FAMILY = ""

_NO_JOKERS = (1 << FIRST_JOKER) - 1


@dataclass(frozen=True)
class PlannedMeld:
    """A meld as it would be laid: three cards created together, then the others added one by one.

    ``low`` is the place of a run's first card (1 is the As below the 2, 15 the As above the Roi) or the rank
    of a set. ``cards`` are in place order, those of a set in id order with the Jokers last. ``meanings``
    tells of each card what could stand in its place: of a wild card its right cards (R10), of any other
    nothing but itself. ``added`` holds each added card with the end it goes to, ``"low"``, ``"high"`` or, on
    a set, ``""``.
    """

    kind: str
    low: int
    cards: tuple[Card, ...]
    meanings: tuple[CardSet, ...]
    created: tuple[Card, ...]
    added: tuple[tuple[Card, str], ...] = ()

    @property
    def points(self) -> int:
        """The value of all its cards (R23)."""
        if self.kind == "set":
            return len(self.cards) * _place_points(self.low)
        return sum(_place_points(self.low + i) for i in range(len(self.cards)))

    @property
    def action(self) -> str:
        """The action that creates it."""
        if self.kind == "set":
            return _meld_text("set", None, self.created)
        lower = sum(end == "low" for _, end in self.added)
        return _meld_text("run", self.low + lower, self.created)

    def __str__(self) -> str:
        return _meld_text(self.kind, self.low if self.kind == "run" else None, self.cards)


@dataclass(frozen=True)
class MeldPlan:
    """The best melds of a hand, see ``best_melds``.

    ``value`` is what the objective counts; ``points`` are of R23 and ``stones`` what laying the plan pays.
    ``left`` are the cards that stay in the hand, ``actions`` the texts that lay the plan where no meld lies
    yet.
    """

    objective: str
    melds: tuple[PlannedMeld, ...]
    value: int
    points: int
    stones: int
    left: CardSet

    @property
    def actions(self) -> tuple[str, ...]:
        """Runs, then sets, then the cards added to them."""
        adds = [
            f"add m{number} {card} {end}".rstrip()
            for number, meld in enumerate(self.melds)
            for card, end in meld.added
        ]
        return (*(meld.action for meld in self.melds), *adds)

    def __str__(self) -> str:
        melds = "; ".join(map(str, self.melds)) or "nothing"
        return f"{melds} ({self.points} points, {self.stones} stones; left: {self.left or 'nothing'})"


@overload
def best_melds(
    cards: CardsLike, rules: Rules, objective: str = "points", opened: bool = False, table: None = None, seat: int = 0
) -> MeldPlan: ...
@overload
def best_melds(
    cards: CardsLike,
    rules: Rules,
    objective: str = "points",
    opened: bool = False,
    *,
    table: Iterable[Meld | Mapping[str, Any]],
    seat: int = 0,
) -> TurnPlan: ...
def best_melds(
    cards: CardsLike,
    rules: Rules,
    objective: str = "points",
    opened: bool = False,
    table: Iterable[Meld | Mapping[str, Any]] | None = None,
    seat: int = 0,
) -> MeldPlan | TurnPlan:
    """The best melds that a hand can lay in one turn, with no other meld on the table. Exact.

    The objectives: ``"points"`` (R23), ``"stones"`` (what the rules pay for new melds, their Atouts and the
    cards added, from a full bank) and ``"cards"`` (the number of cards laid). Of plans with equal points the
    one with more stones is better, of those with equal stones or cards the one with more points; then the one
    that leaves more Jokers in the hand. Beyond that the same hand always gives the same plan. No plan adds
    more cards to melds than ``completions_per_turn`` lets one turn add (R16), whatever the objective.
    ``opened`` says that the player has laid a meld in this deal already, so that R19 asks for no run.

    >>> from athanor import ESPRIT_CRITIQUE
    >>> plan = best_melds("4s 5s JK 6h 6d 6c", ESPRIT_CRITIQUE)
    >>> plan.actions, plan.value, plan.stones
    (('run 4 4s 5s JK', 'set 6h 6d 6c'), 33, 2)

    With ``table``, the melds in front of everybody as ``state.melds`` or a position hold them, it plans the whole
    turn of the player at ``seat``, as at its beginning and with the stones and the bank of a game's start: cards added
    to any meld and wild cards taken too. ``State.best_turn`` says what it promises, and knows the stones. Seats are
    those of the rules' option ``players``.

    >>> table = [{"owner": 1, "meld": "run 4 4s JK 6s"}]
    >>> best_melds("5s 9h 9d 9c 7s", ESPRIT_CRITIQUE, "stones", table=table).actions
    ('set 9h 9d 9c', 'add m0 7s high', 'take m0 5s JK')

    Where a large hand has millions of plans that are equal in the objective, the one returned is best by the
    objective but not always by what breaks ties. It holds up to 130 MB meanwhile; a hand of 20 cards a few.

    Raises CardError for cards that can't be one hand, ArgumentError for an unknown objective, or for a hand,
    of some 40 cards with many Jokers at least, that has too many plans to search, or for a seat that the table
    doesn't have; PositionError for melds that can't lie on the table, or cards that lie twice.
    """
    number = check_objective(objective)
    hand = lowest_jokers(cards)
    rule_set = check_rules(rules).core
    if table is not None:
        from .turns import best_turn_at

        return best_turn_at(hand, rules, objective, bool(opened), table, seat)
    try:
        value, found = best_plan(*hand.words, rule_set, number, bool(opened))
    except OverflowError:
        raise too_many_plans(f"these {len(hand)} cards") from None
    melds = [
        _planned(rules, is_set, low, created, tuple(map(Card, ids)))
        for is_set, low, created, ids in found
    ]
    melds.sort(key=_laying_order)
    points = sum(meld.points for meld in melds)
    return MeldPlan(objective, tuple(melds), value, points, _stones(rules, melds), _left(hand, melds))


def too_many_plans(cards: str) -> ArgumentError:
    return ArgumentError(f"{cards} have too many plans to search: take fewer")


def check_objective(objective: object) -> int:
    """The number of an objective; ArgumentError if there is none of that name."""
    if not isinstance(objective, str) or objective not in OBJECTIVES:
        raise ArgumentError(f"no objective is named {shown(objective)}: they are {', '.join(OBJECTIVES)}")
    return OBJECTIVES.index(objective)


def all_melds(cards: CardsLike, rules: Rules) -> tuple[PlannedMeld, ...]:
    """Every new meld of three cards that the hand could lay, once each: runs by place, then sets by rank,
    then by card.

    Jokers are alike, and a run of Atouts and Jokers only has no family (R8), so each of those is one meld.
    R19's first run is not asked for.

    >>> from athanor import FOUR_ALCHIMIQUE
    >>> [str(meld) for meld in all_melds("5s 6s JK", FOUR_ALCHIMIQUE)]
    ['run 4 JK 5s 6s', 'run 5 5s 6s JK']

    Raises CardError for cards that can't be one hand.
    """
    hand = lowest_jokers(cards)
    found = meld_actions(check_rules(rules).core, *hand.words)
    return tuple(sorted((_new_meld(rules, action) for action in found), key=_laying_order))


def _new_meld(rules: Rules, action: int) -> PlannedMeld:
    kind, low, ids = split(action)
    return _planned(rules, kind == "set", low, 0, tuple(map(Card.from_id, ids)))


def lowest_jokers(cards: CardsLike) -> CardSet:
    """The cards as a set with the lowest Jokers."""
    hand = CardSet(cards)
    jokers = hand.mask >> FIRST_JOKER
    return hand if jokers & (jokers + 1) == 0 else _with_jokers(hand.mask, hand.jokers)


def _with_jokers(mask: int, jokers: int) -> CardSet:
    return CardSet.from_mask(mask & _NO_JOKERS | ((1 << jokers) - 1) << FIRST_JOKER)


def _left(hand: CardSet, melds: list[PlannedMeld]) -> CardSet:
    mask, jokers = hand.mask, hand.jokers
    for meld in melds:
        for card in meld.cards:
            jokers -= card.is_joker
            mask &= ~(1 << card.id)
    return _with_jokers(mask, jokers)


def _stones(rules: Rules, melds: list[PlannedMeld]) -> int:
    """What laying the melds pays from a full bank (R15, R16, R20)."""
    added = sum(len(meld.added) for meld in melds)
    atouts = sum(card.is_atout for meld in melds for card in meld.created)
    return (
        rules.meld_stones * len(melds)
        + rules.atout_stones * atouts
        + rules.completion_stones * added
        + rules.pair_stones * (added // 2)
    )


def _place_points(place: int) -> int:
    """R23: the As counts 11 at either end."""
    return AS_POINTS if place in (1, LAST_PLACE) else min(place, COURT_POINTS)


def _place_rank(place: int) -> int:
    return 1 if place == LAST_PLACE else place


def _of_families(rank: int, families: Iterable[str]) -> CardSet:
    return CardSet.from_mask(sum(1 << FAMILIES.index(family) * len(RANKS) + rank - 1 for family in families))


def _only(card: Card) -> CardSet:
    return CardSet.from_mask(1 << card.id)


def _meld_text(kind: str, low: int | None, cards: tuple[Card, ...]) -> str:
    return " ".join([kind, *([] if low is None else [str(low)]), *map(str, cards)])


def _laying_order(meld: PlannedMeld) -> tuple[bool, int, list[int]]:
    return meld.kind == "set", meld.low, [card.id for card in meld.cards]


def _planned(rules: Rules, is_set: bool, low: int, created: int, cards: tuple[Card, ...]) -> PlannedMeld:
    if is_set:
        return _planned_set(rules, low, cards)
    above = created + CREATION
    added = [(card, "low") for card in reversed(cards[:created])] + [(card, "high") for card in cards[above:]]
    meanings = _run_meanings(rules, low, cards)
    return PlannedMeld("run", low, cards, meanings, cards[created:above], tuple(added))


def _planned_set(rules: Rules, rank: int, cards: tuple[Card, ...]) -> PlannedMeld:
    """The first three create it: an Atout among them is paid (R15)."""
    created = tuple(sorted(cards[:CREATION]))
    added = tuple((card, "") for card in cards[CREATION:])
    cards = tuple(sorted(cards))
    return PlannedMeld("set", rank, cards, _set_meanings(rules, rank, cards), created, added)


def _run_meanings(rules: Rules, low: int, cards: tuple[Card, ...]) -> tuple[CardSet, ...]:
    """R8, R10: the place's card of the run's family; with no family yet, that rank of any."""
    own_family = rules.atouts_in_melds == "own_family"
    families = {card.family for card in cards if card.family and (own_family or not card.is_atout)}
    meanings = []
    for place, card in enumerate(cards, low):
        if not card.is_joker and (own_family or not card.is_atout):
            meanings.append(_only(card))
            continue
        right = families or (FAMILIES if card.is_joker else FAMILIES[:-1])
        meanings.append(_of_families(_place_rank(place), right))
    return tuple(meanings)


def _set_meanings(rules: Rules, rank: int, cards: tuple[Card, ...]) -> tuple[CardSet, ...]:
    """R10: the naturals that are missing, then for a Joker the Atout; as a fifth family the Atout is missing
    like them.
    """
    own_family = rules.atouts_in_melds == "own_family"
    candidates = FAMILIES if own_family else FAMILIES[:-1]
    held = {card.family for card in cards}
    missing = _of_families(rank, (family for family in candidates if family not in held))
    meanings = []
    for card in cards:
        if card.is_joker:
            meanings.append(missing or _of_families(rank, "a"))
        elif card.is_atout and not own_family:
            meanings.append(missing)
        else:
            meanings.append(_only(card))
    return tuple(meanings)
