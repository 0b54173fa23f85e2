"""Situations as dicts that JSON can hold: written from a state, and read and checked for a new one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ._core.positions import place_unplaced, seed_words
from .cards import DECK_SIZE, FIRST_ATOUT, FIRST_JOKER, CardLike, CardSet, parse_cards
from .checks import shown
from .errors import CardError, PositionError
from .rules import FOUR_SIZE, Rules
from .table import CoreMeld, meld_from_core, meld_to_core

if TYPE_CHECKING:
    from .game import Game

PHASES = ("play", "discard", "force", "answer", "keep", "over")
STEPS = ("lay", "complete", "take")
NOBODY = -1
MOST_STONES = 1_000_000_000
MOST_COUNT = 1_000_000_000
MOST_MELDS = 23
# Each card added leaves a hand, so that this holds all turn long for what was added with what is in hands.
MOST_ADDED_AND_IN_HANDS = 2 * DECK_SIZE
KEPT_CARDS = 2

# What only the rules engine can tell of a position.
IMPOSSIBLE = {
    "owed": "owed: these cards can't all be laid again this turn",
    "kept": "kept: nobody is left to keep a card, so the Four is over",
}

# What can be wrong with a state packed into bytes, by the codes of _core/sane.pxd.
FAULTS = (
    "",
    "bytes: they are no state of this version of athanor: give what bytes(state) gave",
    "bytes: they are of a game with other rules, players or max_turns",
    "bytes: they are not as long as what they say that they hold",
    "cards: each of the 76 lies in one place, and the Jokers of a hand are its lowest ones",
    "melds: one of them can't lie on the table",
    "stones: there are fewer than none, more than 1,000,000,000, or other antes, stakes or banks than the rules allow",
    "points: they aren't those of the melds on the table",
    "turn: turns, deals, steps, cards added and final turns must be within the game",
    "players: who is in, who acts, who opened, who forced or who takes part don't fit together",
    "winner, truncated: a game that is over was either won or cut, and no other was",
    "phase: it doesn't fit the cards in hand, the stake, the forcer or those who take part",
    "discards: by these rules nobody discards",
    "kept: cards are kept after all have answered, at most 2 each, and somebody still keeps one",
    "owed: what is owed is in the hand of the player to act and can be laid again this turn",
    "rng: the words of the generator are not all 0",
)

Position = Mapping[str, Any]


def read_deck(deck: Sequence[CardLike] | str) -> bytes:
    """The 76 cards of a deck as ids, every Joker as the first; PositionError if it isn't a whole deck."""
    try:
        cards = parse_cards(deck)
    except CardError as error:
        raise PositionError(f"deck: {error}") from None
    if len(cards) != DECK_SIZE:
        raise PositionError(f"deck: {len(cards)} cards: a deck has all {DECK_SIZE}")
    return bytes(min(card.id, FIRST_JOKER) for card in cards)


def write_position(game: Game, parts: dict[str, Any]) -> dict[str, Any]:
    """Every key of the position that ``read_position`` takes."""
    over = parts["phase"] == PHASES.index("over")
    participants = _seats(parts["participants"], game.players)
    return {
        "phase": PHASES[parts["phase"]],
        "current_player": None if over else parts["current"],
        "hands": [str(CardSet.from_words(*words)) for words in parts["hands"]],
        "kept": [str(CardSet.from_words(*words)) for words in parts["kept"]],
        "melds": [{"owner": meld[0], "meld": str(meld_from_core(meld))} for meld in parts["melds"]],
        "four": _texts(parts["four"]),
        "pile": _texts(parts["pile"]),
        "discards": _texts(parts["discards"]),
        "stones": parts["stones"],
        "pot": parts["pot"],
        "bank": None if parts["bank"] == NOBODY else parts["bank"],
        "in": _seats(parts["players_in"], game.players),
        "antes": parts["antes"],
        "opener": parts["opener"],
        "deal": parts["deal"],
        "turn": parts["turn"],
        "final_turns": parts["final_turns"] or None,
        "step": STEPS[parts["step"]],
        "completions": parts["completions"],
        "added": parts["added"],
        "owed": str(_owed_cards(parts["owed_atouts"], parts["owed_jokers"])),
        "points": parts["points"],
        "forcer": _seat_or_none(parts["forcer"]),
        "stake": parts["stake"],
        "participants": participants,
        "first_keeper": parts["first_keeper"] if participants else None,
        "rng": parts["rng"],
        "winner": _seat_or_none(parts["winner"]),
        "truncated": parts["truncated"],
    }


def _texts(ids: list[int]) -> str:
    return " ".join(map(str, parse_cards(ids)))


def _seats(mask: int, players: int) -> list[int]:
    return [seat for seat in range(players) if mask >> seat & 1]


def _seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _owed_cards(atouts: int, jokers: int) -> CardSet:
    return CardSet.from_words(0, atouts | ((1 << jokers) - 1) << (FIRST_JOKER - FIRST_ATOUT))


def read_position(game: Game, position: Position, seed: int, index: int) -> dict[str, Any]:
    """The parts that the core loads, checked; PositionError names the first field that is wrong."""
    return _Reader(game, position).read(seed, index)


class _Reader:
    """One position being read: each method checks one field and says what would be right."""

    def __init__(self, game: Game, position: Position) -> None:
        if not isinstance(position, Mapping):
            raise PositionError(f"position: expected a dict such as State.to_position gives, not {shown(position)}")
        self.rules: Rules = game.rules
        self.players = game.players
        self.bank = game.rule_set.bank
        self.max_stake = game.rule_set.max_stake
        self.max_turns = game.max_turns
        self.position = position
        for key in position:
            if key not in FIELDS:
                raise PositionError(f"{shown(key)} is no field of a position: the fields are {', '.join(FIELDS)}")

    def read(self, seed: int, index: int) -> dict[str, Any]:
        players = self.players
        phase = self.word("phase", PHASES, "play")
        melds = self.melds()
        hands = self.card_sets("hands")
        in_hands = sum(word.bit_count() for words in hands for word in words)
        most_added = max(DECK_SIZE, MOST_ADDED_AND_IN_HANDS - in_hands)
        parts: dict[str, Any] = {
            "phase": PHASES.index(phase),
            "current": 0 if phase == "over" else self.seat("current_player", 0),
            "hands": hands,
            "kept": self.card_sets("kept"),
            "melds": melds,
            "discards": self.cards("discards"),
            "stones": self.counts("stones", MOST_STONES, [self.rules.starting_stones] * players),
            "antes": self.counts("antes", MOST_STONES, [0] * players),
            "added": self.counts("added", most_added, [0] * players),
            "pot": self.count("pot", 0, MOST_STONES, 0),
            "bank": self.read_bank(),
            "stake": self.count("stake", 0, self.max_stake, 0),
            "turn": self.count("turn", 1, min(self.max_turns, MOST_COUNT), 1),
            "deal": self.count("deal", 1, MOST_COUNT, 1),
            "completions": self.count("completions", 0, most_added, 0),
            "step": STEPS.index(self.word("step", self.steps(), "lay")),
            "final_turns": self.count("final_turns", 1, players, 0, none=0),
            "players_in": self.mask("in", range(players)),
            "participants": self.mask("participants", ()),
            "opener": self.seat("opener", self.rules.first_seat),
            "forcer": self.seat("forcer", NOBODY, none=True),
            "winner": self.seat("winner", NOBODY, none=True),
            "truncated": self.flag("truncated"),
            "rng": self.rng(seed, index),
        }
        first_keeper = self.seat("first_keeper", max(parts["forcer"], 0), none=True)
        parts["first_keeper"] = max(first_keeper, 0) if parts["participants"] else 0
        parts["owed_atouts"], parts["owed_jokers"] = self.owed(parts)
        parts["points"] = self.points(melds)
        self.check_stones(parts)
        self.check_stages(parts, phase)
        self.place_cards(parts)
        return parts

    # Fields of one kind.

    def fail(self, key: str, right: str) -> PositionError:
        return PositionError(f"{key}: {shown(self.position[key])} is wrong: {right}")

    def word(self, key: str, words: tuple[str, ...], default: str) -> str:
        value = self.position.get(key, default)
        if not isinstance(value, str) or value not in words:
            raise self.fail(key, f"it is one of {' '.join(words)}")
        return value

    def count(self, key: str, low: int, high: int, default: int, none: int | None = None) -> int:
        value = self.position.get(key, default)
        if key not in self.position:
            return default
        if value is None and none is not None:
            return none
        if type(value) is not int or not low <= value <= high:
            raise self.fail(key, f"it is a whole number from {low} to {high}")
        return value

    def seat(self, key: str, default: int, none: bool = False) -> int:
        return self.count(key, 0, self.players - 1, default, NOBODY if none else None)

    def flag(self, key: str) -> bool:
        value = self.position.get(key, False)
        if not isinstance(value, bool):
            raise self.fail(key, "it is true or false")
        return value

    def items(self, key: str, what: str, length: int | None = None) -> list[Any]:
        value = self.position[key]
        if not isinstance(value, (list, tuple)) or (length is not None and len(value) != length):
            raise self.fail(key, f"it is a list of {what}")
        return list(value)

    def counts(self, key: str, high: int, default: list[int]) -> list[int]:
        if key not in self.position:
            return default
        right = f"{self.players} whole numbers from 0 to {high}"
        values = self.items(key, right, self.players)
        if not all(type(value) is int and 0 <= value <= high for value in values):
            raise self.fail(key, f"it is a list of {right}")
        return values

    def mask(self, key: str, default: Sequence[int]) -> int:
        seats = self.items(key, "seats") if key in self.position else list(default)
        if not all(type(seat) is int and 0 <= seat < self.players for seat in seats) or len(set(seats)) < len(seats):
            raise self.fail(key, f"it is a list of different seats from 0 to {self.players - 1}")
        return sum(1 << seat for seat in seats)

    def cards(self, key: str) -> list[int]:
        return self.card_ids(key, self.position.get(key, ""))

    def card_ids(self, key: str, value: Any) -> list[int]:
        try:
            if not isinstance(value, str):
                raise CardError("cards are a text such as '5s 6s JK'")
            return [min(card.id, FIRST_JOKER) for card in parse_cards(value)]
        except CardError as error:
            raise PositionError(f"{key}: {error}") from None

    def card_sets(self, key: str) -> list[tuple[int, int]]:
        if key not in self.position:
            return [(0, 0)] * self.players
        texts = self.items(key, f"{self.players} texts of cards", self.players)
        for text in texts:
            self.card_ids(key, text)
        return [CardSet(text).words for text in texts]

    # Fields with rules of their own.

    def steps(self) -> tuple[str, ...]:
        """The steps of a turn; where plays come in any order there is only the first."""
        return STEPS if self.rules.turn_order == "steps" else STEPS[:1]

    def melds(self) -> list[CoreMeld]:
        if "melds" not in self.position:
            return []
        right = 'dicts such as {"owner": 0, "meld": "run 3 3s JK 5s"}'
        melds = []
        for item in self.items("melds", right):
            if not isinstance(item, Mapping) or set(item) != {"owner", "meld"} or not isinstance(item["meld"], str):
                raise self.fail("melds", f"it is a list of {right}")
            owner = item["owner"]
            if type(owner) is not int or not 0 <= owner < self.players:
                raise self.fail("melds", f"an owner is a seat from 0 to {self.players - 1}")
            melds.append(meld_to_core(owner, item["meld"], self.rules))
        if len(melds) > MOST_MELDS:
            raise PositionError(f"melds: {len(melds)} melds: {DECK_SIZE} cards make {MOST_MELDS} at most")
        return melds

    def read_bank(self) -> int:
        if self.bank == NOBODY:
            if self.position.get("bank") is not None:
                raise self.fail("bank", "it is null: by these rules the supply has no bottom")
            return NOBODY
        return self.count("bank", 0, MOST_STONES, self.bank)

    def owed(self, parts: dict[str, Any]) -> tuple[int, int]:
        ids = self.cards("owed")
        jokers = sum(card == FIRST_JOKER for card in ids)
        atouts = [card for card in ids if FIRST_ATOUT <= card < FIRST_JOKER]
        if not ids:
            return 0, 0
        if len(atouts) + jokers < len(ids):
            raise self.fail("owed", "only Atouts and Jokers are taken")
        if self.rules.take != "recover" or parts["phase"] != PHASES.index("play"):
            raise self.fail("owed", "nothing is owed outside the play of a turn with take = recover")
        if atouts and self.rules.atouts_in_melds == "own_family":
            raise self.fail("owed", "nobody takes an Atout back where atouts_in_melds = own_family")
        if self.rules.first_run_required and parts["current"] not in [meld[0] for meld in parts["melds"]]:
            raise self.fail("owed", "nobody takes a card before they have laid a run in this deal")
        held = CardSet.from_words(*parts["hands"][parts["current"]])
        if not CardSet(" ".join(map(str, parse_cards(ids)))) <= held:
            raise self.fail("owed", "what is owed is in the hand of the player to act")
        return sum(1 << (card - FIRST_ATOUT) for card in atouts), jokers

    def points(self, melds: list[CoreMeld]) -> list[int]:
        points = [0] * self.players
        for meld in melds:
            points[meld[0]] += meld_points(meld)
        given = self.counts("points", MOST_COUNT, points)
        if self.rules.points_count == "own_melds" and given != points:
            raise self.fail("points", f"the melds on the table make {points}")
        return given

    def rng(self, seed: int, index: int) -> list[int]:
        if "rng" not in self.position:
            return seed_words(seed, index)
        words = self.items("rng", "4 whole numbers below 2**64", 4)
        if not all(type(word) is int and 0 <= word < 1 << 64 for word in words) or not any(words):
            raise self.fail("rng", "it is a list of 4 whole numbers below 2**64, not all 0")
        return words

    def check_stones(self, parts: dict[str, Any]) -> None:
        """No sum of stones may pass what the core can count."""
        total = sum(parts["stones"]) + parts["pot"] + max(parts["bank"], 0)
        if total > MOST_STONES:
            raise PositionError(f"stones, pot, bank: {total} stones in all: there are {MOST_STONES} at most")

    def check_stages(self, parts: dict[str, Any], phase: str) -> None:
        """Whether who is in, who takes part and who acts fit together."""
        players_in, participants = parts["players_in"], parts["participants"]
        if self.rules.hand_limit is None and parts["discards"]:
            raise PositionError("discards: by these rules nobody discards")
        if phase == "over":
            self.check_over(parts)
            return
        if self.rules.turn_order == "free" and parts["step"]:
            raise PositionError("step: by these rules a turn has no steps, and the step is lay")
        if self.rules.turn_order == "steps" and parts["completions"] and not parts["step"]:
            raise PositionError("step: once a card has been added, laying is past")
        if self.rules.completions_per_turn is not None and parts["completions"] > self.rules.completions_per_turn:
            raise PositionError(f"completions: a player adds {self.rules.completions_per_turn} cards a turn at most")
        if players_in.bit_count() < 2:
            raise PositionError("in: fewer than two players are left, so the phase is over")
        if parts["winner"] != NOBODY or parts["truncated"]:
            raise PositionError("winner, truncated: there is neither before the phase is over")
        if not players_in >> parts["opener"] & 1:
            raise PositionError(f"opener: seat {parts['opener']} is out: who opened this deal is still in")
        if not players_in >> parts["current"] & 1:
            raise PositionError(f"current_player: seat {parts['current']} is out: the players in are"
                                f" {_seats(players_in, self.players)}")
        if parts["final_turns"] > players_in.bit_count():
            raise PositionError("final_turns: each player still in has one at most")
        if sum(parts["antes"]) > parts["pot"]:
            raise PositionError("antes: what was paid in this deal lies in the pot, and more than the pot was paid")
        for seat in _seats(~players_in, self.players):
            if any(parts["hands"][seat]) or parts["stones"][seat]:
                raise PositionError(f"hands, stones: seat {seat} is out and has neither cards nor stones")
        if participants & ~players_in:
            raise PositionError("participants: only players still in can take part in the Four")
        _STAGE_CHECKS.get(phase, _check_before_four)(self, parts)

    def check_over(self, parts: dict[str, Any]) -> None:
        if (parts["winner"] == NOBODY) != parts["truncated"]:
            raise PositionError("winner, truncated: a game that is over was either won or cut")
        if parts["winner"] != NOBODY and not parts["players_in"] >> parts["winner"] & 1:
            raise PositionError(f"winner: seat {parts['winner']} is out")

    def place_cards(self, parts: dict[str, Any]) -> None:
        """See that no card lies twice, and shuffle those not placed into the Four and the pile."""
        four, pile = self.cards("four"), self.cards("pile")
        if "four" in self.position and len(four) != FOUR_SIZE:
            raise PositionError(f"four: {len(four)} cards: the Four has {FOUR_SIZE}")
        missing = self.unplaced(parts, four + pile)
        if "four" not in self.position and len(missing) < FOUR_SIZE:
            raise PositionError(f"four: {len(missing)} cards are left for it: it needs {FOUR_SIZE}")
        shuffled, parts["rng"] = place_unplaced(parts["rng"], missing)
        if "four" not in self.position:
            four, shuffled = shuffled[:FOUR_SIZE], shuffled[FOUR_SIZE:]
        if "pile" not in self.position:
            pile, shuffled = shuffled, []
        if shuffled:
            names = " ".join(map(str, parse_cards(sorted(shuffled))))
            raise PositionError(f"pile: {len(shuffled)} cards lie nowhere: {names}; without pile they are shuffled in")
        parts["four"], parts["pile"] = four, pile

    def unplaced(self, parts: dict[str, Any], others: list[int]) -> list[int]:
        ids = list(others) + parts["discards"]
        for words in parts["hands"] + parts["kept"]:
            ids += CardSet.from_words(*words).ids
        for meld in parts["melds"]:
            ids += [card.id for card in meld_from_core(meld).slots]
        try:
            placed = {card.id for card in parse_cards([min(card, FIRST_JOKER) for card in ids])}
        except CardError as error:
            raise PositionError(f"position: {error}") from None
        return [min(card, FIRST_JOKER) for card in range(DECK_SIZE) if card not in placed]


def meld_points(meld: CoreMeld) -> int:
    """Points of a meld by the ranks its cards stand for (R23)."""
    _, kind, _, low, size, *_ = meld
    ranks = [(low + i - 1) % 14 + 1 if kind == 0 else low for i in range(size)]
    return sum(11 if rank == 1 else min(rank, 10) for rank in ranks)


def _check_before_four(reader: _Reader, parts: dict[str, Any]) -> None:
    if parts["forcer"] != NOBODY or parts["participants"] or parts["stake"]:
        raise PositionError("forcer, participants, stake: there are none before the Four is forced")
    _check_nothing_kept(parts)


def _check_nothing_kept(parts: dict[str, Any]) -> None:
    if any(naturals or wilds for naturals, wilds in parts["kept"]):
        raise PositionError("kept: nothing is kept before all have answered")


def _check_discard(reader: _Reader, parts: dict[str, Any]) -> None:
    _check_before_four(reader, parts)
    limit = reader.rules.hand_limit
    if limit is None:
        raise PositionError("phase: by these rules nobody discards")
    held = sum(word.bit_count() for word in parts["hands"][parts["current"]])
    if held <= limit:
        raise PositionError(f"phase: {held} cards in hand: nobody discards with {limit} or fewer")


def _check_answer(reader: _Reader, parts: dict[str, Any]) -> None:
    forcer = parts["forcer"]
    _check_nothing_kept(parts)
    if forcer == NOBODY or not parts["participants"] >> forcer & 1:
        raise PositionError("forcer: while answers are given the forcer is one of the participants")
    if parts["current"] == forcer:
        raise PositionError("current_player: the forcer doesn't answer")
    if parts["stake"] < 1:
        raise PositionError("stake: the stake to answer is at least 1")
    seat = parts["current"]
    while seat != forcer:
        if parts["participants"] >> seat & 1:
            raise PositionError(f"participants: seat {seat} has yet to answer")
        seat = (seat + 1) % reader.players
    parts["first_keeper"] = forcer


def _check_keep(reader: _Reader, parts: dict[str, Any]) -> None:
    participants = parts["participants"]
    if participants.bit_count() < 2:
        raise PositionError("participants: cards are kept by two players or more")
    if parts["forcer"] != NOBODY and not participants >> parts["forcer"] & 1:
        raise PositionError("forcer: the forcer is one of the participants")
    for key, part in (("current_player", "current"), ("first_keeper", "first_keeper")):
        if not participants >> parts[part] & 1:
            raise PositionError(f"{key}: seat {parts[part]} takes no part in the Four")
    for seat, (naturals, wilds) in enumerate(parts["kept"]):
        if (naturals or wilds) and not participants >> seat & 1:
            raise PositionError(f"kept: seat {seat} takes no part in the Four and keeps nothing")
        if reader.rules.jokers_at_showdown == "dead" and CardSet.from_words(naturals, wilds).jokers:
            raise PositionError(f"kept: seat {seat} can't keep a Joker: by these rules Jokers are dead")
        if naturals.bit_count() + wilds.bit_count() > KEPT_CARDS:
            raise PositionError(f"kept: seat {seat} has kept more than {KEPT_CARDS} cards")


_STAGE_CHECKS: dict[str, Callable[[_Reader, dict[str, Any]], None]] = {
    "discard": _check_discard,
    "answer": _check_answer,
    "keep": _check_keep,
}

FIELDS = (
    "phase", "current_player", "hands", "kept", "melds", "four", "pile", "discards", "stones", "pot", "bank", "in",
    "antes", "opener", "deal", "turn", "final_turns", "step", "completions", "added", "owed", "points", "forcer",
    "stake", "participants", "first_keeper", "rng", "winner", "truncated",
)  # fmt: skip
