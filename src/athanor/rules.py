"""Every option of the game as one frozen value, and the two editions as such values.

Each field names its ruling; docs/rules.md tells what each ruling says.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from ._core.rules import RuleSet
from .checks import check_int, shown
from .errors import ArgumentError, RulesError

DECK_SIZE = 76
FOUR_SIZE = 5
MAX_PLAYERS = 8
MAX_TURNS = 10_000
MOST_TURNS = 1_000_000_000


@dataclass(frozen=True)
class Option:
    """What one option may hold: a range of whole numbers, some texts, None; and where it comes from."""

    ruling: str
    doc: str
    low: int | None = None
    high: int | None = None
    choices: tuple[object, ...] = ()

    def accepts(self, value: object) -> bool:
        if type(value) is int:
            return self.low is not None and self.high is not None and self.low <= value <= self.high
        return any(value is choice or (isinstance(value, str) and value == choice) for choice in self.choices)

    def __str__(self) -> str:
        words = [text(choice) for choice in self.choices]
        if self.low is not None:
            words.insert(0, f"a whole number from {self.low} to {self.high}")
        return " or ".join(words)

    def parse(self, word: str) -> object:
        """The value that a word on the command line means; the word itself if it means none."""
        for choice in self.choices:
            if word.lower() == text(choice).lower():
                return choice
        try:
            return int(word)
        except ValueError:
            return word


def text(value: object) -> str:
    """An option's value as it is written in TOML and on the command line; None is ``none``."""
    return str(value).lower() if value is None or isinstance(value, bool) else str(value)


def _count(low: int, high: int, ruling: str, doc: str, *others: object) -> Any:
    return field(metadata={"option": Option(ruling, doc, low, high, others)})


def _choice(ruling: str, doc: str, *choices: object) -> Any:
    return field(metadata={"option": Option(ruling, doc, choices=choices)})


def _switch(ruling: str, doc: str) -> Any:
    return _choice(ruling, doc, True, False)


class _WithCore:
    """What the core reads, made once for all calls that take rules; no option and no part of equality."""

    core: RuleSet


@dataclass(frozen=True, kw_only=True)
class Rules(_WithCore):
    """The rules of a game. Take an edition and change what you like with ``replace``.

    >>> from athanor import FOUR_ALCHIMIQUE
    >>> FOUR_ALCHIMIQUE.replace(qualifying_points=40).qualifying_points
    40

    Raises RulesError for an unknown option or a value that it can't take.
    """

    edition: str = _choice(
        "", "the booklet that these rules started from", "esprit-critique", "four-alchimique"
    )

    players: int = _count(2, MAX_PLAYERS, "R11", "players, where a game doesn't say")
    first_seat: int = _count(0, MAX_PLAYERS - 1, "R11", "the seat that opens the first deal")
    starting_stones: int = _count(1, 100, "R12", "stones of each player at the start")
    ante: int = _count(0, 10, "R12", "stones each player puts into the pot; who has fewer puts what is left")
    ante_every: str = _choice(
        "R12", "when antes are paid: each deal, or each round of turns too", "deal", "round"
    )
    hand_size: int = _count(1, 35, "R12", "cards dealt to each player")
    hand_limit: int | None = _count(
        1, 70, "R22", "cards a hand is discarded down to; none: no discards", None
    )
    exhausted: str = _choice("R14", "what ends a deal that ran out of cards", "showdown", "void")

    ace_low: bool = _switch("R3", "the As is 1 in runs and straights")
    ace_high: bool = _switch("R3", "the As is 15 in runs and straights")
    atouts_in_melds: str = _choice(
        "R4", "Atouts replace any family in melds, or are a fifth", "any_family", "own_family"
    )
    min_real_cards: int = _count(1, 3, "R7", "cards of a new meld that are no Jokers")

    turn_order: str = _choice("R15-R19", "lay, complete, take in that order; or freely", "steps", "free")
    first_run_required: bool = _switch("R19", "a player's first lay in a deal is a run")
    meld_stones: int = _count(0, 10, "R15", "stones for a new meld")
    atout_stones: int = _count(0, 10, "R15", "stones for each Atout in a new meld")
    completions_per_turn: int | None = _count(0, 70, "R16", "cards a player may add to melds in a turn", None)
    completion_stones: int = _count(0, 10, "R16", "stones for each card added")
    pair_stones: int = _count(
        0, 10, "R20", "stones for each second card added to one owner's melds in a turn"
    )
    take: str = _choice(
        "R17, R21", "steal Jokers, or recover wild cards that must be laid again", "steal", "recover"
    )
    bank: int | str | None = _count(
        0,
        1000,
        "R25",
        "stones that gains are paid from; matched: as many as the players start with",
        "matched",
        None,
    )

    qualifying_melds: int = _count(0, 23, "R18", "melds a player must have laid in the deal to force")
    qualifying_points: int = _count(0, 1000, "R23", "points of melds a player needs to force")
    points_count: str = _choice(
        "R23", "whose cards count: in own melds, or laid anywhere", "own_melds", "cards_laid"
    )
    stake_limit: str = _choice("R18, R24", "the most that may be staked", "melds", "stones")
    follow: str = _choice("R18, R24", "what a follower stakes", "exact", "at_least")

    atouts_at_showdown: str = _choice(
        "R4", "Atouts replace any family at the showdown, or are a fifth", "any_family", "own_family"
    )
    royal: str = _choice("R29", "the ranks of the Quinte Flush Royale", "T-V-D-R-A", "V-C-D-R-A", "both")
    jokers_at_showdown: str = _choice(
        "R31", "Jokers stand for any card, or are dead and not kept", "wild", "dead"
    )
    atout_breaks_ties: bool = _switch("R32", "of equal hands, one with an Atout wins")
    target_stones: int | None = _count(1, 10_000, "R34", "stones that win after a Four won alone", None)

    def __post_init__(self) -> None:
        for name, option in options().items():
            value = getattr(self, name)
            if not option.accepts(value):
                raise RulesError(f"{name} can't be {shown(value)}: it is {option}")
        self.check_players(self.players)
        if self.take == "recover" and self.turn_order == "steps":
            raise RulesError(
                "take can't be 'recover' while turn_order is 'steps': what is recovered must be laid again,"
                " and laying comes first"
            )
        object.__setattr__(self, "core", RuleSet(self, self.players, MAX_TURNS))

    def check_players(self, number: object) -> int:
        """The number of players if these rules can seat them; RulesError if not."""
        players = check_int("players", number, 2, MAX_PLAYERS, RulesError)
        most = (DECK_SIZE - FOUR_SIZE) // self.hand_size
        if players > most:
            raise RulesError(
                f"players can't be {players}: {DECK_SIZE} cards give {self.hand_size} each to {most} at most,"
                " beside the Four"
            )
        if self.first_seat >= players:
            raise RulesError(
                f"first_seat can't be {self.first_seat}: {players} players sit at seats 0 to {players - 1}"
            )
        return players

    def replace(self, **changes: Any) -> Rules:
        """These rules with some options changed; all are checked anew."""
        for name in changes:
            check_name(name)
        return dataclasses.replace(self, **changes)

    def to_dict(self) -> dict[str, Any]:
        """Every option by name, for JSON or ``from_dict``."""
        return dataclasses.asdict(self)

    @staticmethod
    def from_dict(data: Mapping[str, Any]) -> Rules:
        """Rules from options by name; what is missing is as in the ``edition`` named, which must be there."""
        if not isinstance(data, Mapping):
            raise RulesError(f"expected options by name, not {shown(data)}")
        base = edition(data.get("edition"))
        return base.replace(**{check_key(name): value for name, value in data.items() if name != "edition"})

    def to_toml(self) -> str:
        """One ``option = value`` a line; None is written "none", which TOML has no word for."""
        return "".join(f"{name} = {_toml_value(value)}\n" for name, value in self.to_dict().items())

    @staticmethod
    def from_toml(document: str) -> Rules:
        """Rules from TOML as ``to_toml`` writes it; options left out are as in the edition."""
        import tomllib

        try:
            data = tomllib.loads(document)
        except (tomllib.TOMLDecodeError, ValueError, TypeError, AttributeError, RecursionError) as error:
            raise RulesError(f"not TOML: {error}") from None
        return Rules.from_dict({name: None if value == "none" else value for name, value in data.items()})

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles hold the options only; what the core reads is made anew."""
        return Rules.from_dict, ({name: getattr(self, name) for name in options()},)

    def rule_set(self, players: int | None = None, max_turns: int = MAX_TURNS) -> RuleSet:
        """These rules as the core reads them."""
        return _rule_set(self, self.players if players is None else players, max_turns)


def _toml_value(value: object) -> str:
    return text(value) if isinstance(value, (bool, int)) else f'"{text(value)}"'


@lru_cache(maxsize=256)
def _rule_set(rules: Rules, players: int, max_turns: int) -> RuleSet:
    return RuleSet(rules, players, max_turns)


@lru_cache(maxsize=1)
def options() -> dict[str, Option]:
    """Every option of Rules by name."""
    return {f.name: f.metadata["option"] for f in dataclasses.fields(Rules)}


def check_rules(rules: object) -> Rules:
    """The rules, if that is what they are; ArgumentError if not."""
    if not isinstance(rules, Rules):
        raise ArgumentError(f"rules must be Rules, such as athanor.ESPRIT_CRITIQUE, not {shown(rules)}")
    return rules


def check_key(name: object) -> str:
    if not isinstance(name, str):
        raise RulesError(f"no option is named {shown(name)}: options have names such as qualifying_points")
    return name


def check_name(name: str) -> Option:
    """The option of that name; RulesError names the nearest one if there is none."""
    import difflib

    option = options().get(name)
    if option is None:
        near = difflib.get_close_matches(str(name), options(), n=1, cutoff=0.5)
        hint = f"did you mean {near[0]}?" if near else f"the options are {', '.join(options())}"
        raise RulesError(f"no option is named {shown(name)}: {hint}")
    return option


#: Edition A, *Le Jeu de l'Esprit Critique*.
ESPRIT_CRITIQUE = Rules(
    edition="esprit-critique",
    players=4,
    first_seat=0,
    starting_stones=10,
    ante=1,
    ante_every="deal",
    hand_size=5,
    hand_limit=None,
    exhausted="showdown",
    ace_low=True,
    ace_high=True,
    atouts_in_melds="any_family",
    min_real_cards=1,
    turn_order="steps",
    first_run_required=False,
    meld_stones=1,
    atout_stones=1,
    completions_per_turn=1,
    completion_stones=1,
    pair_stones=0,
    take="steal",
    bank=None,
    qualifying_melds=1,
    qualifying_points=0,
    points_count="own_melds",
    stake_limit="melds",
    follow="exact",
    atouts_at_showdown="any_family",
    royal="T-V-D-R-A",
    jokers_at_showdown="wild",
    atout_breaks_ties=False,
    target_stones=20,
)

#: Edition B, *Le Four Alchimique*.
FOUR_ALCHIMIQUE = Rules(
    edition="four-alchimique",
    players=4,
    first_seat=0,
    starting_stones=9,
    ante=1,
    ante_every="deal",
    hand_size=9,
    hand_limit=9,
    exhausted="showdown",
    ace_low=True,
    ace_high=True,
    atouts_in_melds="any_family",
    min_real_cards=1,
    turn_order="free",
    first_run_required=True,
    meld_stones=0,
    atout_stones=0,
    completions_per_turn=None,
    completion_stones=0,
    pair_stones=1,
    take="recover",
    bank="matched",
    qualifying_melds=0,
    qualifying_points=33,
    points_count="own_melds",
    stake_limit="stones",
    follow="at_least",
    atouts_at_showdown="any_family",
    royal="V-C-D-R-A",
    jokers_at_showdown="dead",
    atout_breaks_ties=True,
    target_stones=None,
)

EDITIONS = {rules.edition: rules for rules in (ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE)}


def edition(name: object) -> Rules:
    """The edition of that name, or its letter in the rulings, A or B."""
    letters = dict(zip("AB", EDITIONS.values(), strict=True))
    if isinstance(name, str):
        found = EDITIONS.get(name.lower()) or letters.get(name.upper())
        if found is not None:
            return found
    raise RulesError(f"no edition is named {shown(name)}: the editions are {' and '.join(EDITIONS)}")
