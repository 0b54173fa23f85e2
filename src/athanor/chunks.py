"""A stretch of games of one seed as a task: it can be sent anywhere, and played twice gives the same result twice."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from ._core.batch import ROW_BYTES, Batch
from ._core.bots import BOT_CODES, EXTERNAL_CODE
from .batch_bots import Asker, BatchBot
from .checks import told
from .errors import BotError
from .game import Game, State
from .results import Counts, Results, add_counts
from .rules import Rules

# Time between two looks at the progress bar and Ctrl-C; decisions cost from a hundred nanoseconds to milliseconds.
SLICE_SECONDS = 0.05
FIRST_SLICE = 1000
MOST_SLICE = 1_000_000

#: A bot of one's own: the state at which its seat is to act, to a legal action or its text.
PythonBot: TypeAlias = Callable[[State], "int | str"]
Bot: TypeAlias = str | PythonBot | BatchBot


@dataclass(frozen=True)
class Chunk:
    """Games ``first`` to ``last`` - 1 of a seed."""

    rules: Rules
    bots: tuple[Bot, ...]
    max_turns: int
    seed: int
    first: int
    last: int
    with_rows: bool


@dataclass(frozen=True)
class Played:
    """What a chunk counted, over the games that were finished, and their rows if asked for."""

    first: int
    counts: Counts
    rows: bytes
    interrupted: bool


class Watch:
    """Told of the games finished, and tells chunks being played when to stop."""

    def __init__(self, report: Callable[[int], None]) -> None:
        self.stop = threading.Event()
        self.report = report


class Collector:
    """Adds up what chunks counted, in any order, in memory that doesn't grow but for the rows."""

    def __init__(self, rules: Rules, bots: tuple[Bot, ...], games_asked: int, seed: int, with_rows: bool) -> None:
        self.rules = rules
        self.bots = tuple(map(bot_name, bots))
        self.games_asked = games_asked
        self.seed = seed
        self.counts = add_counts(len(bots), [])
        self.rows: dict[int, bytes] | None = {} if with_rows else None

    @property
    def games(self) -> int:
        return int(self.counts["games"])

    def add(self, played: Played) -> None:
        self.counts = add_counts(len(self.bots), [self.counts, played.counts])
        if self.rows is not None:
            self.rows[played.first] = played.rows

    def results(self) -> Results:
        rows = None if self.rows is None else b"".join(self.rows[first] for first in sorted(self.rows))
        return Results(self.rules, self.bots, self.games_asked, self.seed, self.counts, rows)


def bot_name(bot: Bot) -> str:
    """The name of a built-in bot, or what a bot of one's own calls itself."""
    if isinstance(bot, BatchBot):
        return bot.name
    return bot if isinstance(bot, str) else str(getattr(bot, "__name__", type(bot).__name__))


def batch_bots(bots: tuple[Bot, ...]) -> tuple[BatchBot, ...]:
    """The different batch bots among them."""
    return tuple(dict.fromkeys(bot for bot in bots if isinstance(bot, BatchBot)))


def games_at_once(bots: tuple[Bot, ...]) -> int:
    """How many games are played side by side: as many as each batch bot can be asked in."""
    return min((bot.batch_size for bot in batch_bots(bots)), default=1)


def play_chunk(chunk: Chunk, watch: Watch | None = None) -> Played:
    """Play the games of a chunk; a watch may stop it early, after a finished game."""
    players = len(chunk.bots)
    asked_at_once = batch_bots(chunk.bots)
    codes = [_code(bot, asked_at_once) for bot in chunk.bots]
    games = chunk.last - chunk.first
    room = bytearray(ROW_BYTES * games) if chunk.with_rows else None
    rule_set = chunk.rules.rule_set(players, chunk.max_turns)
    tables = min(games_at_once(chunk.bots), games)
    batch = Batch(rule_set, codes, chunk.seed, chunk.first, chunk.last, room, signature=False, tables=tables)
    game = Game(chunk.rules, players, chunk.max_turns)
    askers = [Asker(bot, _code(bot, asked_at_once), batch, game, chunk.seed) for bot in asked_at_once]
    slice_size = FIRST_SLICE
    told = 0
    going = True
    interrupted = False
    try:
        while going and not (watch and watch.stop.is_set()):
            started = time.perf_counter()
            going = batch.run(slice_size)
            elapsed = time.perf_counter() - started
            if batch.settled:
                for table in batch.waiting(EXTERNAL_CODE):
                    _ask(batch, table, game, chunk)
                for asker in askers:
                    asker.ask()
            else:
                slice_size = max(1, min(MOST_SLICE, int(slice_size * min(2.0, SLICE_SECONDS / max(elapsed, 1e-9)))))
            if watch and batch.finished > told:
                watch.report(batch.finished - told)
                told = batch.finished
    except KeyboardInterrupt:
        interrupted = True
    rows = b"" if room is None else b"".join(room[ROW_BYTES * i : ROW_BYTES * (i + 1)] for i in batch.finished_games)
    return Played(chunk.first, batch.counts(), rows, interrupted)


def _code(bot: Bot, asked_at_once: tuple[BatchBot, ...]) -> int:
    """The bot's number in the core; those outside are told apart where they are asked in many games at once."""
    if isinstance(bot, str):
        return BOT_CODES[bot]
    return EXTERNAL_CODE + 1 + asked_at_once.index(bot) if isinstance(bot, BatchBot) else EXTERNAL_CODE


def _ask(batch: Batch, table: int, game: Game, chunk: Chunk) -> None:
    """Let the bot of one's own choose; what goes wrong names the game, so that it can be played again."""
    state = batch.show(table, game, State.__new__(State))
    seat = state.current_player
    assert seat is not None
    bot = chunk.bots[seat]
    assert not isinstance(bot, (str, BatchBot))
    try:
        action = bot(state.copy())
        batch.answer(table, state.check_legal(action))
    except Exception as error:
        raise BotError(
            f"bot {bot_name(bot)} at seat {seat} failed in game {batch.game_index(table)} of seed {chunk.seed}:"
            f" {told(error)}"
        ) from error
