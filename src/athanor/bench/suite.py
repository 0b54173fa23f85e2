"""What is compared with what, and the run that measures it."""

from __future__ import annotations

import platform
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

import athanor
from athanor.cards import FIRST_ATOUT
from athanor.errors import ArgumentError
from athanor.rules import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE

from . import peers, workloads
from .timing import Run, median_ratio, rates_in_turns

LAYERS = ("poker", "melds", "state", "simulate", "vector")
OURSELVES = "athanor"

Build = Callable[[], Run]


@dataclass(frozen=True)
class Effort:
    """How long each of those compared runs in its turn, and how many turns it gets."""

    seconds: float
    repeats: int


FULL = Effort(0.15, 7)
QUICK = Effort(0.005, 3)


@dataclass(frozen=True)
class Rival:
    """Somebody that a row is compared with: a peer's distribution, or athanor itself in another way."""

    peer: str
    label: str
    what: str
    build: Build


@dataclass(frozen=True)
class Row:
    """One measurement of athanor in units of work a second, and those that it is compared with."""

    layer: str
    name: str
    unit: str
    what: str
    build: Build
    rivals: tuple[Rival, ...] = ()


@dataclass(frozen=True)
class Compared:
    """What a rival reached; the ratio is how many times as fast athanor was in the same turns."""

    rival: Rival
    rates: list[float]
    ratio: float

    @property
    def rate(self) -> float:
        return median(self.rates)


@dataclass(frozen=True)
class Measured:
    """What a row reached."""

    row: Row
    rates: list[float]
    compared: list[Compared]

    @property
    def rate(self) -> float:
        """Units a second, the median of all turns."""
        return median(self.rates)


@dataclass(frozen=True)
class Report:
    """All that a run measured. ``missing`` tells of peers by name, ``notes`` of what else was left out."""

    machine: dict[str, Any]
    effort: Effort
    measured: list[Measured] = field(default_factory=list)
    missing: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def rows() -> tuple[Row, ...]:
    """Everything that can be measured."""
    return tuple(row for rows_of in (_poker, _melds, _states, _simulations, _vectors) for row in rows_of())


def run_suite(
    only: Sequence[str] = (), *, quick: bool = False, report: Callable[[str], None] = lambda name: None
) -> Report:
    """Measure every row, or those of some layers; ``report`` is told the name of each before it begins.

    Peers that aren't installed, and what fails in those that are, stand in the result. Raises ArgumentError for an
    unknown layer.
    """
    for layer in only:
        if layer not in LAYERS:
            raise ArgumentError(f"no layer is named {layer!r:.60}: the layers are {', '.join(LAYERS)}")
    done = Report(machine(), QUICK if quick else FULL)
    for row in rows():
        if only and row.layer not in only:
            continue
        report(row.name)
        done.measured.append(_measure(row, done, quick))
    return done


def _measure(row: Row, done: Report, quick: bool) -> Measured:
    runs, rivals = [row.build()], []
    for rival in row.rivals:
        run = _run_of(rival, row, done, quick)
        if run is not None:
            runs.append(run)
            rivals.append(rival)
    with peers.hushed():
        ours, *theirs = rates_in_turns(runs, done.effort.seconds, done.effort.repeats)
    compared = [Compared(rival, rates, median_ratio(ours, rates)) for rival, rates in zip(rivals, theirs, strict=True)]
    return Measured(row, ours, compared)


def _run_of(rival: Rival, row: Row, done: Report, quick: bool) -> Run | None:
    """A rival made ready and tried once; None, and a word in the report, where it can't be measured."""
    if rival.peer != OURSELVES:
        if quick and rival.peer in peers.SLOW:
            _note_once(done, f"{rival.peer}: left out of a quick run, it compiles for many seconds first")
            return None
        missing = peers.why_missing(rival.peer)
        if missing is not None:
            done.missing[rival.peer] = missing
            return None
    try:
        with peers.hushed():
            run = rival.build()
            run(1)
    except Exception as error:
        done.notes.append(f"{row.name}: {rival.label} failed ({type(error).__name__}: {error})")
        return None
    return run


def _note_once(done: Report, note: str) -> None:
    if note not in done.notes:
        done.notes.append(note)


def machine() -> dict[str, Any]:
    """What the figures were measured on, and when."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "processor": processor(),
        "machine": platform.machine(),
        "system": f"{platform.system()} {platform.release()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": compiler(),
        "athanor": athanor.__version__,
        "numpy": version("numpy"),
    }


def processor() -> str:
    """The processor's name as the system tells it."""
    cpuinfo = Path("/proc/cpuinfo")
    if cpuinfo.exists():
        found = re.search(r"^model name\s*: (.+)$", cpuinfo.read_text(errors="replace"), re.MULTILINE)
        if found:
            return found[1]
    return platform.processor() or "unknown"


def compiler() -> str:
    """The compiler that the core was built with, as it signed its work."""
    from athanor._core import batch

    signature = re.search(rb"GCC: \([^)\0]*\) [\d.]+|clang version [\d.]+", Path(str(batch.__file__)).read_bytes())
    return signature[0].decode() if signature else "unknown"


def _poker() -> Iterator[Row]:
    with_cards_ready = (
        Rival("eval7", "eval7", "evaluate of seven of its Card objects, of 52 cards.", peers.eval7_cards),
        Rival(
            "phevaluator",
            "phevaluator",
            "evaluate_cards of seven card numbers, of 52 cards.",
            peers.phevaluator_cards,
        ),
        Rival("treys", "treys", "Evaluator.evaluate of seven of its card numbers, of 52.", peers.treys_cards),
    )
    yield Row(
        "poker",
        "one hand as a number",
        "hands/s",
        "strength of seven card numbers of the 76 cards with Atouts and Jokers, by a Python call.",
        workloads.strengths,
        with_cards_ready,
    )
    yield Row(
        "poker",
        "one hand with its name",
        "hands/s",
        "evaluate of seven of the 76 cards as a CardSet: a HandRank that can tell its category and its five cards.",
        workloads.evaluate_sets,
        with_cards_ready,
    )
    yield Row(
        "poker",
        "one hand from text",
        "hands/s",
        "evaluate of a text of seven of the 76 cards, such as 2s 6s 9s Vh Dh Rs 4a.",
        workloads.evaluate_texts,
        (
            Rival("eval7", "eval7", "The text split, a Card made of each word, then evaluate.", peers.eval7_texts),
            Rival("phevaluator", "phevaluator", "The text split, then evaluate_cards.", peers.phevaluator_texts),
            Rival("treys", "treys", "The text split, Card.new of each word, then evaluate.", peers.treys_texts),
            Rival("pokerkit", "pokerkit", "StandardHighHand.from_game of the text.", peers.pokerkit_texts),
        ),
    )
    yield Row(
        "poker",
        "an array of hands",
        "hands/s",
        f"evaluate_many of {workloads.ROWS:,} hands of seven of the 76 cards in a uint8 array, checked, into an array.",
        workloads.evaluate_array,
        (
            Rival("eval7", "eval7", "It takes no arrays: a Python loop over hands ready made.", peers.eval7_cards),
            Rival(
                "phevaluator",
                "phevaluator",
                "It takes no arrays: a Python loop over hands ready made.",
                peers.phevaluator_cards,
            ),
        ),
    )


def _melds() -> Iterator[Row]:
    rivals = (
        Rival(
            "open_spiel",
            "OpenSpiel gin rummy",
            "GinRummyUtils.best_meld_group, C++, of ten of 52 cards: no wild cards.",
            peers.spiel_melds,
        ),
        Rival(
            "rlcard",
            "RLCard gin rummy",
            "melding.get_best_meld_clusters, Python, of ten of 52 cards: no wild cards.",
            peers.rlcard_melds,
        ),
    )
    yield Row(
        "melds",
        "best melds, no wild cards",
        "hands/s",
        "best_melds of ten of the 56 natural cards as a CardSet, by points, exact; edition B.",
        partial(workloads.melds_of_ten, FOUR_ALCHIMIQUE, FIRST_ATOUT),
        rivals,
    )
    for letter, rules in (("A", ESPRIT_CRITIQUE), ("B", FOUR_ALCHIMIQUE)):
        yield Row(
            "melds",
            f"best melds, {letter}",
            "hands/s",
            f"best_melds of ten of the 76 cards as a CardSet, by points, exact, with Atouts and Jokers; {letter}.",
            partial(workloads.melds_of_ten, rules),
            rivals,
        )
    yield Row(
        "melds",
        "deadwood of gin hands, an array",
        "hands/s",
        f"deadwood_many of {workloads.ROWS:,} hands of ten of the 52 cards without Cavaliers in a uint64 array, "
        "checked, into an array.",
        workloads.deadwood_array,
        (
            Rival(
                "open_spiel",
                "OpenSpiel gin rummy",
                "GinRummyUtils.min_deadwood, C++. It takes no arrays: a Python call for each hand.",
                peers.spiel_deadwood,
            ),
            Rival(
                "rlcard",
                "RLCard gin rummy",
                "melding.get_best_meld_clusters, Python, which lists every best choice of melds, for each hand.",
                peers.rlcard_melds,
            ),
        ),
    )


def _states() -> Iterator[Row]:
    yield Row(
        "state",
        "new state",
        "states/s",
        "Game.new_state of a seed for four players: shuffled, dealt, the first choices listed; edition B.",
        partial(workloads.new_state, FOUR_ALCHIMIQUE),
        (
            Rival(
                "open_spiel",
                "OpenSpiel hearts",
                "new_initial_state and, from Python, the chance actions that deal.",
                partial(peers.spiel_new_state, "hearts"),
            ),
            Rival("rlcard", "RLCard gin rummy", "env.reset: shuffled and dealt.", peers.rlcard_new_state),
        ),
    )
    yield Row(
        "state",
        "copy",
        "copies/s",
        f"State.copy after {workloads.MIDGAME} actions of a game of four; B.",
        partial(workloads.copy, FOUR_ALCHIMIQUE),
        tuple(
            Rival(
                "open_spiel",
                f"OpenSpiel {name.replace('_', ' ')}",
                f"State.clone after {workloads.MIDGAME} actions.",
                partial(peers.spiel_copy, name),
            )
            for name in ("hearts", "gin_rummy")
        ),
    )
    yield Row(
        "state",
        "another world",
        "states/s",
        f"State.resample after {workloads.MIDGAME} actions of a game of four: all unseen cards dealt anew; B.",
        partial(workloads.resample, FOUR_ALCHIMIQUE),
        tuple(
            Rival(
                "open_spiel",
                f"OpenSpiel {name.replace('_', ' ')}",
                f"State.resample_from_infostate after {workloads.MIDGAME} actions.",
                partial(peers.spiel_resample, name),
            )
            for name in ("hearts", "gin_rummy")
        ),
    )
    yield Row(
        "state",
        "to bytes and back",
        "states/s",
        f"bytes(state), then Game.state_from_bytes, checked, after {workloads.MIDGAME} actions of a game of four; B.",
        partial(workloads.bytes_and_back, FOUR_ALCHIMIQUE),
        tuple(
            Rival(
                "open_spiel",
                f"OpenSpiel {name.replace('_', ' ')}",
                f"State.serialize, then Game.deserialize_state, after {workloads.MIDGAME} actions.",
                partial(peers.spiel_bytes_and_back, name),
            )
            for name in ("hearts", "gin_rummy")
        ),
    )
    rivals = (
        *(
            Rival(
                "open_spiel",
                f"OpenSpiel {name.replace('_', ' ')}",
                "legal_actions, random.choice, apply_action, and chance actions from Python; forced actions count too.",
                partial(peers.spiel_from_python, name),
            )
            for name in ("hearts", "crazy_eights", "gin_rummy", "leduc_poker")
        ),
        Rival(
            "rlcard",
            "RLCard gin rummy",
            "random.choice of the legal actions that env.step returns, observations too.",
            peers.rlcard_from_python,
        ),
        Rival(
            "pettingzoo",
            "PettingZoo leduc hold'em",
            "agent_iter, last, a random action of the mask, step.",
            peers.pettingzoo_from_python,
        ),
    )
    for letter, rules in (("A", ESPRIT_CRITIQUE), ("B", FOUR_ALCHIMIQUE)):
        yield Row(
            "state",
            f"one state from Python, {letter}",
            "actions/s",
            "Games of four to the end, new_state included: legal_actions, random.choice and apply for each action; "
            f"only real choices count; edition {letter}.",
            partial(workloads.play_from_python, rules),
            rivals,
        )


def _simulations() -> Iterator[Row]:
    rivals = (
        *(
            Rival(
                "open_spiel",
                f"OpenSpiel {name.replace('_', ' ')} in C++",
                "Random games from one deal to the end, no dealing, without Python: the rollouts of an MCTSBot that "
                "makes one simulation; actions counted by their mean from Python, forced ones too.",
                partial(peers.spiel_in_cpp, name),
            )
            for name in ("hearts", "crazy_eights", "gin_rummy")
        ),
        *(
            Rival(
                "pgx",
                f"pgx {name.replace('_', ' ')}",
                f"{peers.PGX_ENVS} games side by side, random choices and steps in one compiled loop, on as many cores "
                "as JAX takes.",
                partial(peers.pgx_rollouts, name),
            )
            for name in ("leduc_holdem", "kuhn_poker")
        ),
    )
    for letter, rules in (("A", ESPRIT_CRITIQUE), ("B", FOUR_ALCHIMIQUE)):
        for bot in ("random", "greedy"):
            yield Row(
                "simulate",
                f"simulate {bot}, {letter}",
                "decisions/s",
                f"simulate on one thread, four {bot} bots, games to the end, their counts included; only real choices "
                f"count; edition {letter}.",
                partial(workloads.simulation, rules, bot),
                rivals if bot == "random" else (),
            )
        yield Row(
            "simulate",
            f"simulate a batch policy, {letter}",
            "decisions/s",
            f"simulate on one thread, {workloads.POLICY_GAMES:,} games of at most {workloads.POLICY_TURNS} turns, four "
            "seats of one BatchBot that takes the first legal action, 1024 games at once with observations and masks "
            f"as bits; edition {letter}.",
            partial(workloads.batch_policy, rules),
            (
                Rival(
                    OURSELVES,
                    "athanor, one state at a time",
                    "The same by a callable that is given each State.",
                    partial(workloads.state_policy, rules),
                ),
            ),
        )
        yield Row(
            "simulate",
            f"simulate on 2 threads, {letter}",
            "decisions/s",
            f"simulate on two threads, twice as many games, four random bots, edition {letter}.",
            partial(workloads.simulation, rules, "random", 2),
            (
                Rival(
                    OURSELVES,
                    "athanor on 1 thread",
                    "The same on one thread.",
                    partial(workloads.simulation, rules, "random"),
                ),
            ),
        )


def _vectors() -> Iterator[Row]:
    rivals = tuple(
        Rival(
            "pgx",
            f"pgx {name.replace('_', ' ')}",
            f"A compiled step of {peers.PGX_ENVS} games with autoreset, observations and masks, on as many cores as "
            "JAX takes; choosing is not timed.",
            partial(peers.pgx_steps, name),
        )
        for name in ("leduc_holdem", "kuhn_poker")
    )
    for letter, rules in (("A", ESPRIT_CRITIQUE), ("B", FOUR_ALCHIMIQUE)):
        yield Row(
            "vector",
            f"vector with actions listed, {letter}",
            "steps/s",
            f'VectorEnv.step of {workloads.ENVS} games of four on one thread with autoreset, mask="list", no '
            f"observations; choosing random legal actions with numpy is not timed; edition {letter}.",
            partial(workloads.vector_listed, rules),
            rivals,
        )
        yield Row(
            "vector",
            f"vector with observations, {letter}",
            "steps/s",
            f"The same with observations and int8 masks of all actions; edition {letter}.",
            partial(workloads.vector_masked, rules),
            rivals,
        )
