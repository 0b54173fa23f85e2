"""Many games at once, a step in each, in numpy arrays that are written in place."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from math import prod
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from ._core.vector import AUTORESETS, ENV_BYTES, MOST_LISTED, Envs
from .arrays import one_a_game
from .checks import check_int, check_seed, check_word
from .errors import ActionError, ArgumentError
from .game import Game, State
from .observation import ObservationLayout
from .rules import MAX_TURNS, Rules

MOST_ENVS = 1 << 24
MOST_THREADS = 256
MASKS = ("bytes", "bits", "list", "none")
ILLEGAL = ("raise", "random")

Array = npt.NDArray[Any]
Info = dict[str, Array]
Step = tuple[Array | None, Array, Array, Array, Info]
Shapes = dict[str, tuple[tuple[int, ...], type]]


class VectorEnv:
    """``num_envs`` games of the same rules, played side by side for learning agents.

    The arrays below have one row for each game. They are the same objects for ever, written in place by ``reset`` and
    ``step``; with ``copy=True`` those two return copies instead. Players are seats, numbered from 0.

    ``observations``
        uint8 (num_envs, layout.size): what the player to act may know, see ``layout``; seat 0's view once a game is
        over. None with ``observations=False``, which is faster.
    ``legal_mask``, ``legal_bits``, or ``legal_actions`` and ``legal_count``
        The legal actions in the form that ``mask`` chooses: "bytes" is an int8 mask (num_envs, num_actions); "bits" the
        same as bits, uint8 (num_envs, (num_actions + 7) // 8), which ``np.unpackbits(..., bitorder="little")`` undoes;
        "list" lists them, uint16 (num_envs, 320) and uint16 (num_envs,), in any order: what lies beyond the count means
        nothing, and of more than 320 the first 319 and the last are listed. With "none" nobody is told. The masks can
        only be read. No action is legal in a game that is over.
    ``current_player``
        int8 (num_envs,): the seat to act, -1 once the game is over.
    ``rewards``
        float32 (num_envs, players): of the step that ends a game 1 for the winner and -1/(players-1) for the others;
        of all other steps 0, as also where the game was cut.
    ``terminated``, ``truncated``
        bool (num_envs,): whether the game was won, or cut after ``max_turns`` turns (R35).
    ``illegal``
        bool (num_envs,), with ``illegal="random"``: where the last step's action was illegal and a random legal one
        was played; ``illegal_total`` counts them. With "raise" ActionError is raised before anything changes.
    ``final_observations``
        uint8, with ``autoreset="same_step"``: how a game looked to seat 0 when it ended, where that was the last step.

    ``autoreset`` says when the next game follows one that ended: with the "next_step", whose action is ignored; in the
    "same_step", so that all arrays but the rewards and flags tell of the new game; or, "off", not before ``reset``:
    until then a step leaves the game as it is. Game k of environment i is the game that ``Game.new_state(seed, i + k *
    num_envs)`` deals, whatever happens in the others and for any number of ``threads``; games that end before anybody
    has a choice are passed over.

    Raises ArgumentError and RulesError for arguments out of range, MemoryError if the arrays don't fit into memory.

    >>> import numpy as np
    >>> from athanor import ESPRIT_CRITIQUE, VectorEnv
    >>> env = VectorEnv(ESPRIT_CRITIQUE, players=2, num_envs=3, seed=7)
    >>> observations, info = env.reset()
    >>> observations, rewards, terminated, truncated, info = env.step(info["legal_mask"].argmax(axis=1))
    >>> rewards.shape, terminated.any()
    ((3, 2), np.False_)
    """

    def __init__(
        self,
        rules: Rules,
        players: int | None = None,
        num_envs: int = 1,
        *,
        seed: int = 0,
        threads: int = 1,
        max_turns: int = MAX_TURNS,
        observations: bool = True,
        mask: str = "bytes",
        autoreset: str = "next_step",
        illegal: str = "raise",
        copy: bool = False,
    ) -> None:
        self.game = Game(rules, players, max_turns)
        self.num_envs = check_int("num_envs", num_envs, 1, MOST_ENVS)
        self.threads = check_int("threads", threads, 1, MOST_THREADS)
        check_seed(seed)
        check_word("mask", mask, MASKS)
        check_word("illegal", illegal, ILLEGAL)
        check_word("autoreset", autoreset, tuple(AUTORESETS))
        self.copy = bool(copy)
        self.illegal_total = 0
        shapes = self._shapes(bool(observations), mask, autoreset, illegal)
        _check_memory(self.num_envs * ENV_BYTES, shapes)
        self._arrays: Info = {name: np.zeros(shape, dtype) for name, (shape, dtype) in shapes.items()}
        self._envs = Envs(
            self.game.rule_set, self.num_envs, self.game.num_actions, AUTORESETS[autoreset], self._arrays
        )
        for name in ("legal_mask", "legal_bits"):
            if name in self._arrays:
                self._arrays[name].flags.writeable = False
        self.observations = self._arrays.get("observations")
        self.final_observations = self._arrays.get("final_observations")
        self.legal_mask = self._arrays.get("legal_mask")
        self.legal_bits = self._arrays.get("legal_bits")
        self.legal_actions = self._arrays.get("legal_actions")
        self.legal_count = self._arrays.get("legal_count")
        self.current_player = self._arrays["current_player"]
        self.rewards = self._arrays["rewards"]
        self.terminated = self._arrays["terminated"]
        self.truncated = self._arrays["truncated"]
        self.illegal = self._arrays.get("illegal")
        told = ("current_player", "legal_mask", "legal_bits", "legal_actions", "legal_count", "illegal")
        self._info = {name: self._arrays[name] for name in (*told, "final_observations") if name in self._arrays}
        self._raises = illegal == "raise"
        self._actions = np.zeros(self.num_envs, np.int64)
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.reset(seed)

    def _shapes(self, observations: bool, mask: str, autoreset: str, illegal: str) -> Shapes:
        """Shape and kind of each array that is wanted."""
        n, actions = self.num_envs, self.game.num_actions
        masks: dict[str, Shapes] = {
            "bytes": {"legal_mask": ((n, actions), np.int8)},
            "bits": {"legal_bits": ((n, (actions + 7) // 8), np.uint8)},
            "list": {"legal_actions": ((n, MOST_LISTED), np.uint16), "legal_count": ((n,), np.uint16)},
            "none": {},
        }
        shapes: Shapes = {
            "current_player": ((n,), np.int8),
            "rewards": ((n, self.game.players), np.float32),
            "terminated": ((n,), np.bool_),
            "truncated": ((n,), np.bool_),
            **masks[mask],
        }
        if observations:
            shapes["observations"] = ((n, self.layout.size), np.uint8)
        if observations and autoreset == "same_step":
            shapes["final_observations"] = ((n, self.layout.size), np.uint8)
        if illegal == "random":
            shapes["illegal"] = ((n,), np.bool_)
        return shapes

    @property
    def layout(self) -> ObservationLayout:
        """What lies where in a row of ``observations``."""
        return self.game.observation_layout

    @property
    def num_actions(self) -> int:
        """How many action codes there are."""
        return self.game.num_actions

    def reset(self, seed: int | None = None, mask: object = None) -> tuple[Array | None, Info]:
        """Begin a new game in every environment, or in those where ``mask``, bool (num_envs,), is true.

        With a ``seed`` environment i gets game i of that seed; without, the next game of its own, unless no step was
        taken yet in the one it has. Returns observations and info: ``current_player`` and the legal actions.
        """
        number = None if seed is None else check_seed(seed)
        chosen = None if mask is None else one_a_game("mask", mask, bool, self.num_envs).view(np.uint8)
        with self._alone():
            self._share(lambda first, last: self._envs.reset(chosen, number, first, last))
        if self.copy:
            return _copy(self.observations), _copies(self._info)
        return self.observations, dict(self._info)

    def step(self, actions: object) -> Step:
        """Play one action in each game: an integer array (num_envs,) of codes, any value where the game is over.

        Returns observations, rewards, terminated, truncated and info: ``current_player``, the legal actions, and
        ``illegal`` and ``final_observations`` where they are kept. Raises ActionError for an illegal action and
        ArgumentError for an array of another shape or kind, and then nothing has changed.
        """
        given = one_a_game("actions", actions, int, self.num_envs)
        with self._alone():
            # A copy of the actions: nobody can change it between the check and the step.
            np.copyto(self._actions, given)
            if self._raises:
                self._refuse_illegal()
            self._share(self._step)
        if self.copy:
            return (
                _copy(self.observations),
                self.rewards.copy(),
                self.terminated.copy(),
                self.truncated.copy(),
                _copies(self._info),
            )
        return self.observations, self.rewards, self.terminated, self.truncated, dict(self._info)

    def state(self, i: int) -> State:
        """A copy of the situation of environment i, as a State of its own; its ``events`` begin there."""
        number = check_int("i", i, 0, self.num_envs - 1)
        state = State.__new__(State)
        with self._alone():
            self._envs.copy_into(number, state, self.game)
        return state

    def game_of(self, i: int) -> tuple[int, int]:
        """Seed and index of the game of environment i: ``Game.new_state`` deals it again."""
        return self._envs.game_of(check_int("i", i, 0, self.num_envs - 1))

    def close(self) -> None:
        """End the threads; they would end with the program too."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"VectorEnv({self.game!r}, num_envs={self.num_envs}, threads={self.threads})"

    def __reduce__(self) -> NoReturn:
        raise TypeError("a VectorEnv can't be copied or pickled: make another, and its games are those of its seed")

    def _alone(self) -> threading.Lock:
        """The lock of the games; ArgumentError if another thread plays in them just now."""
        if self._lock.locked():
            raise ArgumentError("another thread is using this VectorEnv: give each thread its own")
        return self._lock

    def _step(self, first: int, last: int) -> int:
        return self._envs.step(self._actions, first, last)

    def _share(self, play: Callable[[int, int], int | None]) -> None:
        """Play a range of the games in each thread."""
        if self._pool is None:
            self.illegal_total += play(0, self.num_envs) or 0
            return
        edges = [self.num_envs * part // self.threads for part in range(self.threads + 1)]
        self.illegal_total += sum(count or 0 for count in self._pool.map(play, edges[:-1], edges[1:]))

    def _refuse_illegal(self) -> None:
        i = self._envs.first_illegal(self._actions)
        if i < 0:
            return
        state = State.__new__(State)
        self._envs.copy_into(i, state, self.game)
        seed, index = self._envs.game_of(i)
        action = int(self._actions[i])
        where = f"environment {i}, game {index} of seed {seed}: "
        if not 0 <= action < self.game.num_actions:
            raise ActionError(f"{where}no action has the code {action}: codes are from 0 to {self.num_actions - 1}")
        raise ActionError(where + self.game.refusal(action, state.legal_actions()))


def _check_memory(games: int, shapes: Shapes) -> None:
    """Refuse what the machine can't hold: the system would grant it and kill the program that uses it."""
    sizes = {name: prod(shape) * np.dtype(kind).itemsize for name, (shape, kind) in shapes.items()}
    need = games + sum(sizes.values())
    there = _memory()
    if there is None or need <= there:
        return
    largest = max(sizes, key=lambda name: sizes[name])
    raise MemoryError(
        f"these environments need {need / 1e9:.1f} GB, {sizes[largest] / 1e9:.1f} of them for {largest}; the machine"
        f" has {there / 1e9:.1f} GB: take fewer, another mask, or no observations"
    )


def _memory() -> int | None:
    """Bytes of memory of the machine; None where the system doesn't say."""
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (AttributeError, OSError, ValueError):
        return None


def _copy(array: Array | None) -> Array | None:
    return None if array is None else array.copy()


def _copies(arrays: Info) -> Info:
    return {name: array.copy() for name, array in arrays.items()}
