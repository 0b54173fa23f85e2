"""Games and their states: what a program plays with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from . import actions, positions
from ._core.actions import FIRST_STAKE_ACTION
from ._core.handle import StateHandle
from ._core.rules import RuleSet
from .cards import Card, CardLike, CardSet
from .checks import check_int, check_seed, shown, whole
from .errors import ActionError, ArgumentError, PositionError
from .history import Event, event_texts
from .observation import ObservationLayout, layout_for
from .rules import MAX_TURNS, MOST_TURNS, Rules, check_rules
from .table import Meld, meld_from_core
from .turns import TurnPlan, best_turn_of

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt



class Game:
    """A game's rules, number of players and length: what all its states share.

    ``players`` is 2 to 8, as the cards allow (R11); a game is cut after ``max_turns`` turns (R35).

    >>> from athanor import ESPRIT_CRITIQUE, Game
    >>> state = Game(ESPRIT_CRITIQUE, players=2).new_state(seed=7)
    >>> state.phase, len(state.legal_actions()) >= 2
    ('play', True)
    """

    __slots__ = ("max_turns", "players", "rule_set", "rules")

    rules: Rules
    players: int
    max_turns: int
    rule_set: RuleSet

    def __init__(self, rules: Rules, players: int | None = None, max_turns: int = MAX_TURNS) -> None:
        self.rules = check_rules(rules)
        self.players = rules.check_players(rules.players if players is None else players)
        self.max_turns = check_int("max_turns", max_turns, 1, MOST_TURNS)
        self.rule_set = rules.rule_set(self.players, self.max_turns)

    @property
    def num_actions(self) -> int:
        """How many action codes there are; legal actions are below it."""
        return FIRST_STAKE_ACTION + 2 * self.rule_set.max_stake

    def new_state(
        self,
        seed: int = 0,
        index: int = 0,
        deck: Sequence[CardLike] | str | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> State:
        """A new game, at its first real choice.

        ``seed`` and ``index`` (0 to 2**64 - 1) name the game: it is the same wherever it is played. ``deck`` orders the
        76 cards of the first deal: the opener's hand, each next one clockwise, the Four, the pile. ``position`` sets up
        any situation, see ``State.to_position``; what it leaves out is as at the start of a deal, unplaced cards are
        shuffled by the seed. Raises PositionError.
        """
        check_seed(seed, error=PositionError)
        check_seed(index, "index", PositionError)
        state = State.__new__(State)
        if position is None:
            ids = None if deck is None else positions.read_deck(deck)
            state._begin(self, self.rule_set, seed, index, ids)
            return state
        if deck is not None:
            raise PositionError("deck and position exclude each other: give one of them")
        wrong = state._load(self, self.rule_set, positions.read_position(self, position, seed, index))
        if wrong is not None:
            raise PositionError(positions.IMPOSSIBLE[wrong])
        return state

    def state_from_bytes(self, data: bytes | bytearray | memoryview) -> State:
        """The state that ``bytes(state)`` was made of, without its history.

        The bytes may come from anybody: PositionError says what is wrong with them, if anything is.
        """
        if not isinstance(data, bytes):
            data = _as_bytes(data)
        state = State.__new__(State)
        fault = state._load_bytes(self, self.rule_set, data)
        if fault:
            raise PositionError(positions.FAULTS[fault])
        return state

    @property
    def observation_layout(self) -> ObservationLayout:
        """What lies where in ``State.observation``."""
        return layout_for(self.players)

    def action_text(self, action: int) -> str:
        """The text of an action code, such as ``run 3 JK 4s 5s``; ActionError if there is no such code."""
        code = action if type(action) is int else whole(action)
        if code is None or not 0 <= code < self.num_actions:
            raise ActionError(f"no action has the code {shown(action)}: codes are from 0 to {self.num_actions - 1}")
        return actions.action_text(code)

    def action_id(self, action: str | int) -> int:
        """The code of an action text, however its cards are spelt; ActionError if there is none."""
        if not isinstance(action, str):
            self.action_text(action)
            return int(action)
        code = actions.action_id(action)
        if code >= self.num_actions:
            raise ActionError(f"{shown(action)} is no action of this game: no stake is above {self.rule_set.max_stake}")
        return code

    def refusal(self, action: int, legal: list[int]) -> str:
        """Why an action can't be played now, and which can."""
        name = self.action_text(action)
        if not legal:
            return f"{name!r} is not legal: the game is over"
        some = ", ".join(map(self.action_text, legal[:12]))
        return f"{name!r} is not legal now: legal are {some}" + (", ..." if len(legal) > 12 else "")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.rules, self.players, self.max_turns) == (other.rules, other.players, other.max_turns)

    def __hash__(self) -> int:
        return hash((self.rules, self.players, self.max_turns))

    def __repr__(self) -> str:
        return f"Game({self.rules.edition}, players={self.players}, max_turns={self.max_turns})"

    def __reduce__(self) -> tuple[Any, ...]:
        return (Game, (self.rules, self.players, self.max_turns))


class State(StateHandle):
    """One situation of a game, always at a real choice or over; made by ``Game.new_state``.

    ``legal_actions()`` lists the codes that ``apply`` takes; ``apply`` takes their text too. ``copy()`` is independent.
    Two states are equal if they are the same situation of the same game, whatever led to it. Threads may share one:
    each action is legal where it falls, or refused.
    """

    __slots__ = ()

    def __init__(self) -> None:
        raise ArgumentError("states are made by Game.new_state")

    @property
    def current_player(self) -> int | None:
        """The seat to act; None once the game is over."""
        return None if self.is_terminal else self.seat

    @property
    def phase(self) -> str:
        """What is being chosen: "play" "discard" "force" "answer" "keep", or "over"."""
        return positions.PHASES[self.phase_code]

    @property
    def winner(self) -> int | None:
        """The seat that won; None while the game goes on or if it was cut."""
        return _seat(self.parts()["winner"])

    def returns(self) -> list[float]:
        """Per seat 1 for the winner and -1/(players-1) for the others; 0 while the game goes on or if it was cut."""
        winner, players = self.winner, self.game.players
        if winner is None:
            return [0.0] * players
        return [1.0 if seat == winner else -1.0 / (players - 1) for seat in range(players)]

    def hand(self, player: int) -> CardSet:
        """The cards in a player's hand, without those kept for the Four."""
        return CardSet.from_words(*self.parts()["hands"][self._check_seat(player)])

    def kept(self, player: int) -> CardSet:
        """The cards a player has kept for the Four so far (R27)."""
        return CardSet.from_words(*self.parts()["kept"][self._check_seat(player)])

    @property
    def melds(self) -> tuple[Meld, ...]:
        """The melds on the table in the order laid, m0 first."""
        return tuple(map(meld_from_core, self.parts()["melds"]))

    @property
    def four(self) -> tuple[Card, ...]:
        """The five cards of the Four; the first three lie face up."""
        return _cards(self.parts()["four"])

    @property
    def pile(self) -> tuple[Card, ...]:
        """The pile in drawing order, next first."""
        return _cards(self.parts()["pile"])

    @property
    def discards(self) -> tuple[Card, ...]:
        """The discards, oldest first (R22)."""
        return _cards(self.parts()["discards"])

    @property
    def stones(self) -> tuple[int, ...]:
        """Each player's stones."""
        return tuple(self.parts()["stones"])

    @property
    def points(self) -> tuple[int, ...]:
        """Each player's points towards forcing the Four (R23)."""
        return tuple(self.parts()["points"])

    @property
    def pot(self) -> int:
        """Stones in the centre."""
        return int(self.parts()["pot"])

    @property
    def bank(self) -> int | None:
        """Stones left to pay gains from; None where the supply has no bottom (R25)."""
        bank = int(self.parts()["bank"])
        return None if bank < 0 else bank

    @property
    def turn(self) -> int:
        """Turns begun."""
        return int(self.parts()["turn"])

    @property
    def deal(self) -> int:
        """Deals begun."""
        return int(self.parts()["deal"])

    @property
    def opener(self) -> int:
        """The seat that opened this deal."""
        return int(self.parts()["opener"])

    @property
    def players_in(self) -> tuple[int, ...]:
        """The seats still in the game."""
        mask = self.parts()["players_in"]
        return tuple(seat for seat in range(self.game.players) if mask >> seat & 1)

    @property
    def events(self) -> list[Event]:
        """(seat or None, text, automatic) of all that happened: actions, "draw", "deal", "shuffle", "showdown ...".

        They begin with the game, or with the position that the state was made from.
        """
        return event_texts(self.game, self.core_events())

    def legal_mask(self) -> npt.NDArray[np.int8]:
        """A new array, int8 of shape (game.num_actions,): 1 for each legal action, 0 for all others."""
        import numpy as np

        mask = np.zeros(self.game.num_actions, np.int8)
        self.mask_into(mask)
        return mask

    @overload
    def observation(self, player: int, dtype: Literal["uint8"] = "uint8") -> npt.NDArray[np.uint8]: ...
    @overload
    def observation(self, player: int, dtype: Literal["float32"]) -> npt.NDArray[np.float32]: ...
    def observation(self, player: int, dtype: str = "uint8") -> npt.NDArray[Any]:
        """What a player may know, a new array of shape (game.observation_layout.size,).

        ``game.observation_layout`` says what lies where; with dtype "float32" every entry is scaled to 0 to 1.
        The player to act can tell all their legal actions from it.
        """
        import numpy as np

        if dtype not in ("uint8", "float32"):
            raise ArgumentError(f"dtype can't be {shown(dtype)}: it is 'uint8' or 'float32'")
        seat = self._check_seat(player)
        layout: ObservationLayout = self.game.observation_layout
        row = np.empty(layout.size, np.uint8)
        self.observe_into(seat, row)
        return row if dtype == "uint8" else layout.to_float(row)

    def best_turn(self, objective: str = "stones") -> TurnPlan:
        """The best that the mover can still do before ending the turn's play: lays, cards added, wild cards taken.

        The objectives are those of ``best_melds``: ``"stones"``, ``"points"`` (of R23, that the mover gains) and
        ``"cards"`` (by which the hand shrinks), with the same order among equals: points after stones and cards, stones
        after points, then more Jokers in the hand at the end. Exact where the plan says so: in all but large hands with
        many wild cards, which take some seconds and 100 MB, and where rules pay for Atouts in new melds and let them be
        taken again. Where the steps are ordered and only melds and single cards are paid, as in
        *Le Jeu de l'Esprit Critique*, the Jokers are no promise: as many are stolen as the plan's lays allow, while
        lays that are equal otherwise might allow more.

        >>> from athanor import FOUR_ALCHIMIQUE, Game
        >>> melds = [{"owner": 0, "meld": "run 4 4s JK 6s"}, {"owner": 1, "meld": "set 9h 9d 9c"}]
        >>> state = Game(FOUR_ALCHIMIQUE, players=2).new_state(position={"hands": ["5s 7s Rh 2c", ""], "melds": melds})
        >>> plan = state.best_turn()
        >>> plan.actions, plan.stones, plan.points
        (('take m0 5s JK', 'add m0 7s high', 'add m0 JK high'), 1, 15)

        Raises ArgumentError for an unknown objective, or outside a turn's play.
        """
        if self.phase != "play":
            raise ArgumentError(f"in the phase {self.phase!r} no cards are played: only a phase 'play' is planned")
        parts = self.parts()
        opened = any(meld[0] == parts["current"] for meld in parts["melds"])
        return best_turn_of(self.rule_set, parts, objective, opened)

    def resample(self, player: int, seed: int) -> State:
        """A state that the player can't tell from this one, the same for the same ``seed`` (0 to 2**64 - 1).

        The cards that the player doesn't see are dealt anew: other hands, what others have kept, the hidden cards of
        the Four, the pile. All worlds that agree with what the player sees are equally likely: nothing is read into
        the others' choices. Nobody has kept what can't be kept (R27), a mover holds what they owe (R21), and whoever
        is asked has a choice. Its ``events`` begin anew.
        """
        return self.resampled(self._check_seat(player), check_seed(seed))

    def __bytes__(self) -> bytes:
        """The situation, some 400 bytes that ``Game.state_from_bytes`` takes back on any machine."""
        return self.packed()

    def to_position(self) -> dict[str, Any]:
        """The situation as a dict that JSON can hold and ``Game.new_state(position=...)`` takes back."""
        return positions.write_position(self.game, self.parts())

    def _check_seat(self, player: int) -> int:
        return check_int("player", player, 0, self.game.players - 1)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, State):
            return NotImplemented
        return bool(self.game == other.game and self.parts() == other.parts())

    __hash__ = None  # type: ignore[assignment]

    def __copy__(self) -> State:
        return self.copy()

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        return (_restore, (self.game, self.to_position()))

    def __repr__(self) -> str:
        who = "over" if self.is_terminal else f"{self.phase}, player {self.current_player}"
        return f"<State of {self.game!r}: {who}, deal {self.deal}, turn {self.turn}>"


def _as_bytes(data: object) -> bytes:
    try:
        return bytes(memoryview(data))  # type: ignore[arg-type]
    except TypeError:
        raise PositionError(f"expected bytes such as bytes(state) gives, not {shown(data)}") from None


def _restore(game: Game, position: dict[str, Any]) -> State:
    return game.new_state(position=position)


def _cards(ids: list[int]) -> tuple[Card, ...]:
    return tuple(map(Card.from_id, ids))


def _seat(number: int) -> int | None:
    return None if number < 0 else number
