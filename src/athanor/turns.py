"""The best whole turn: lays, cards added to any meld, and wild cards taken (R15-R17, R19-R21)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ._core.turns import best_actions
from .actions import action_text
from .cards import CardSet
from .checks import shown, whole
from .errors import ArgumentError, AthanorError, CardError, PositionError
from .melds import check_objective, too_many_plans
from .rules import MAX_PLAYERS, Rules
from .table import CoreMeld, Meld, meld_from_core, meld_to_core

if TYPE_CHECKING:
    from ._core.rules import RuleSet

MOST_MELDS = 23


@dataclass(frozen=True)
class TurnPlan:
    """The best whole turn of a player, see ``State.best_turn``.

    ``actions`` are the texts to play one after the other, without the ``end``. ``stones`` and ``points`` (R23)
    are what the mover gains by them, ``cards`` how many cards fewer the hand holds, ``left`` those that stay.
    ``exact`` is False if the turn was too large to search whole: there may be a better one. A state plays an action
    that is the only legal one by itself, and its ``events`` tell.
    """

    objective: str
    actions: tuple[str, ...]
    stones: int
    points: int
    cards: int
    left: CardSet
    exact: bool

    @property
    def value(self) -> int:
        """What the objective counts."""
        return {"points": self.points, "stones": self.stones, "cards": self.cards}[self.objective]

    def __str__(self) -> str:
        actions = "; ".join(self.actions) or "nothing"
        return f"{actions} ({self.points} points, {self.stones} stones; left: {self.left or 'nothing'})"


def best_turn_of(rule_set: RuleSet, parts: Mapping[str, Any], objective: str, opened: bool) -> TurnPlan:
    """The best turn from these parts of a state, as ``State.parts`` names them."""
    number = check_objective(objective)
    hand = CardSet.from_words(*parts["hands"][parts["current"]])
    try:
        actions, stones, points, words, exact = best_actions(rule_set, dict(parts), opened, number)
    except OverflowError:
        raise too_many_plans(f"these {len(hand)} cards") from None
    left = CardSet.from_words(*words)
    texts = tuple(map(action_text, actions))
    return TurnPlan(objective, texts, stones, points, len(hand) - len(left), left, exact)


def best_turn_at(
    hand: CardSet, rules: Rules, objective: str, opened: bool, table: object, seat: object
) -> TurnPlan:
    """The best turn with these melds on the table, at its beginning; everybody has the stones of a start."""
    mover = _seat("seat", seat, rules, ArgumentError)
    melds = read_table(table, rules)
    check_cards(hand, melds)
    rule_set = rules.rule_set()
    parts = {
        "current": mover,
        "hands": [hand.words if other == mover else (0, 0) for other in range(MAX_PLAYERS)],
        "melds": melds,
        "stones": [rules.starting_stones] * MAX_PLAYERS,
        "bank": rule_set.bank,
        "pot": 0,
        "added": [0] * MAX_PLAYERS,
        "completions": 0,
        "step": 0,
        "owed_atouts": 0,
        "owed_jokers": 0,
    }
    return best_turn_of(rule_set, parts, objective, opened or any(meld[0] == mover for meld in melds))


def read_table(table: object, rules: Rules) -> list[CoreMeld]:
    """Melds as ``state.melds`` or a position holds them; PositionError names what is wrong."""
    right = 'melds such as state.melds holds, or dicts such as {"owner": 0, "meld": "run 3 3s JK 5s"}'
    if isinstance(table, (str, bytes, Mapping)) or not isinstance(table, Iterable):
        raise PositionError(f"table can't be {shown(table)}: it is an iterable of {right}")
    melds = [_read_meld(item, rules, right) for item in table]
    if len(melds) > MOST_MELDS:
        raise PositionError(f"table: {len(melds)} melds: 76 cards make {MOST_MELDS} at most")
    return melds


def _read_meld(item: object, rules: Rules, right: str) -> CoreMeld:
    if isinstance(item, Meld):
        return meld_to_core(_owner(item.owner, rules), str(item), rules)
    if not isinstance(item, Mapping) or set(item) != {"owner", "meld"} or not isinstance(item["meld"], str):
        raise PositionError(f"table: {shown(item)} is no meld: it holds {right}")
    return meld_to_core(_owner(item["owner"], rules), item["meld"], rules)


def _owner(owner: object, rules: Rules) -> int:
    return _seat("table: owner", owner, rules, PositionError)


def _seat(name: str, value: object, rules: Rules, error: type[AthanorError]) -> int:
    """A seat of the table that the rules' option ``players`` sets."""
    seat = whole(value)
    if seat is None or not 0 <= seat < rules.players:
        raise error(
            f"{name} can't be {shown(value)}: with players={rules.players} it is a whole number from 0 to"
            f" {rules.players - 1}"
        )
    return seat


def check_cards(hand: CardSet, melds: list[CoreMeld]) -> None:
    """See that no card lies twice; PositionError names the first that does."""
    cards = [*hand, *(card for meld in melds for card in meld_from_core(meld).slots)]
    named: list[Any] = [card for card in cards if not card.is_joker]
    try:
        CardSet(" ".join(map(str, [*named, *["JK"] * (len(cards) - len(named))])))
    except CardError as error:
        raise PositionError(f"hand and table: {error}") from None
