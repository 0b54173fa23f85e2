"""Bots that choose in many games at once, as learned policies do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from ._core.batch import Batch, Views
from .arrays import one_a_game
from .checks import check_int, check_word, told
from .errors import ActionError, ArgumentError, BotError
from .game import Game, State

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_AT_ONCE = 1 << 16
DTYPES = ("uint8", "float32")
MASKS = ("bytes", "bits")
MOST_STRETCHES = 10


@dataclass(frozen=True, eq=False)
class BatchBot:
    """A bot of one's own that is asked in up to ``batch_size`` games at once, for ``simulate``.

    ``policy(observations, legal_mask)`` returns an integer array (n,): for each row the code of a legal action.

    ``observations``
        uint8 (n, layout.size), what the player to act in each game may know, see ``Game.observation_layout``; with
        ``dtype="float32"`` the same as numbers from 0 to 1.
    ``legal_mask``
        int8 (n, num_actions), 1 for each legal action; with ``mask="bits"`` the same as bits, uint8 (n, (num_actions +
        7) // 8), which ``np.unpackbits(..., bitorder="little")`` undoes. It can only be read.

    With ``draws=True`` the policy gets a third array, float64 (n,): a random number from 0 to 1, 1 excluded, of the
    seat's own in each game, for policies that choose at random.

    The arrays are written anew for the next call: copy what you keep. With ``threads`` the policy is called from
    several at once. How many games share a call, and which, depends on ``batch_size``, threads and executor; results
    don't, where a row's action depends on that row alone.

    >>> from athanor import ESPRIT_CRITIQUE, BatchBot, simulate
    >>> bot = BatchBot(lambda observations, legal_mask: legal_mask.argmax(axis=1), batch_size=64)
    >>> simulate(ESPRIT_CRITIQUE, [bot, "greedy"], players=2, games=20).games
    20

    Raises ArgumentError for arguments out of range.
    """

    policy: Callable[..., Any]
    batch_size: int = 1024
    dtype: str = "uint8"
    mask: str = "bytes"
    draws: bool = False

    def __post_init__(self) -> None:
        if not callable(self.policy):
            raise ArgumentError(f"policy must be callable, not a {type(self.policy).__name__}")
        check_int("batch_size", self.batch_size, 1, MOST_AT_ONCE)
        check_word("dtype", self.dtype, DTYPES)
        check_word("mask", self.mask, MASKS)

    @property
    def name(self) -> str:
        """What the policy calls itself."""
        return str(getattr(self.policy, "__name__", type(self.policy).__name__))


class Asker:
    """Asks a bot in the games of a batch that wait for it; ``code`` is the bot's there."""

    def __init__(self, bot: BatchBot, code: int, batch: Batch, game: Game, seed: int) -> None:
        self.bot = bot
        self.code = code
        self.batch = batch
        self.game = game
        self.seed = seed
        self.arrays = _arrays(bot, game, batch.tables)
        self.views = Views(game.rule_set, batch.tables, game.num_actions, self.arrays)
        for name in self.arrays.keys() & {"legal_mask", "legal_bits"}:
            self.arrays[name].flags.writeable = False

    def ask(self) -> None:
        """One action in each game that waits; what goes wrong names the games, so that they can be played again."""
        count = self.batch.show_rows(self.code, self.views)
        if count == 0:
            return
        try:
            actions = one_a_game("actions", self.bot.policy(*self._shown(count)), int, count)
        except Exception as error:
            games = [self.batch.game_index(table) for table in self.views.shown(count)]
            raise BotError(
                f"bot {self.bot.name} failed in {_ranges(games)} of seed {self.seed}: {told(error)}"
            ) from error
        wrong = self.batch.answer_rows(self.views, actions)
        if wrong >= 0:
            self._refuse(self.views.shown(count)[wrong], int(actions[wrong]))

    def _shown(self, count: int) -> Iterator[NDArray[Any]]:
        observations, *others = (array[:count] for array in self.arrays.values())
        layout = self.game.observation_layout
        yield observations if self.bot.dtype == "uint8" else layout.to_float(observations)
        yield from others

    def _refuse(self, table: int, action: int) -> None:
        state = self.batch.show(table, self.game, State.__new__(State))
        try:
            state.check_legal(action)
        except ActionError as error:
            raise BotError(
                f"bot {self.bot.name} at seat {state.current_player} failed in game {self.batch.game_index(table)} of"
                f" seed {self.seed}: {error}"
            ) from error


def _arrays(bot: BatchBot, game: Game, rows: int) -> dict[str, NDArray[Any]]:
    """The arrays of a bot, in the order in which its policy takes them."""
    import numpy as np

    arrays: dict[str, NDArray[Any]] = {"observations": np.zeros((rows, game.observation_layout.size), np.uint8)}
    if bot.mask == "bytes":
        arrays["legal_mask"] = np.zeros((rows, game.num_actions), np.int8)
    else:
        arrays["legal_bits"] = np.zeros((rows, (game.num_actions + 7) // 8), np.uint8)
    if bot.draws:
        arrays["draws"] = np.zeros(rows, np.float64)
    return arrays


def _ranges(games: Sequence[int]) -> str:
    """Games as text: game 5; games 1-3, 7; the first ones where they lie scattered."""
    stretches = [
        [game for _, game in stretch]
        for _, stretch in groupby(enumerate(sorted(games)), key=lambda numbered: numbered[1] - numbered[0])
    ]
    shown = stretches[:MOST_STRETCHES]
    told = ", ".join(f"{first}-{last[-1]}" if last else str(first) for first, *last in shown)
    more = len(games) - sum(map(len, shown))
    return f"{'game' if len(games) == 1 else 'games'} {told}{f' and {more} more' if more else ''}"
