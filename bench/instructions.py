"""Instructions that each layer of the core takes, counted by callgrind: they repeat exactly where seconds don't.

``python bench/instructions.py`` compares them with bench/instructions.json and exits 1 if one has grown by more than
5 %; ``--store`` stores them there. Only the core is counted, between entering it from Python and leaving it.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

STORED = Path(__file__).with_name("instructions.json")
ALLOWED = 1.05
NO_VALGRIND = 2

SEED = 1
PLAYERS = 4
HANDS = 2000
MELD_HANDS = 200
MELD_CARDS = 10
SHOWDOWN_CARDS = 7
GAMES = {"random": 100, "greedy": 3}
GAMES_FROM_PYTHON = 5
ENVS = 64
STEPS = 100

SYMBOL = "__pyx_pw_7athanor_5_core_{}*"


@dataclass(frozen=True)
class Workload:
    """Work of a number of units, and the functions of the core in which its instructions are counted."""

    unit: str
    functions: tuple[str, ...]
    work: Callable[[], int]


def hands(number: int, cards: int) -> list[list[int]]:
    rng = random.Random(SEED)
    return [rng.sample(range(76), cards) for _ in range(number)]


def evaluate_each(edition: str) -> int:
    from athanor.poker import strength
    from athanor.rules import EDITIONS

    for hand in hands(HANDS, SHOWDOWN_CARDS):
        strength(tuple(hand), EDITIONS[edition])
    return HANDS


def evaluate_array(edition: str) -> int:
    """By the portable kernel, so that the count doesn't hang on what the processor can do."""
    import numpy as np

    from athanor._core.poker_arrays import evaluate_many
    from athanor.rules import EDITIONS

    ids = np.array(hands(HANDS, SHOWDOWN_CARDS), np.uint8)
    evaluate_many(EDITIONS[edition].rule_set(), ids, np.empty(HANDS, np.uint32), True, "portable")
    return HANDS


def plan_melds(edition: str) -> int:
    from athanor.cards import CardSet
    from athanor.melds import best_melds
    from athanor.rules import EDITIONS

    for hand in hands(MELD_HANDS, MELD_CARDS):
        best_melds(CardSet(hand), EDITIONS[edition])
    return MELD_HANDS


def count_deadwood() -> int:
    """Hands of the deck without Cavaliers."""
    import numpy as np

    from athanor import deadwood_many

    rng, deck = random.Random(SEED), [card for card in range(56) if card % 14 != 11]
    rows = [(sum(1 << card for card in rng.sample(deck, MELD_CARDS)), 0) for _ in range(HANDS)]
    deadwood_many(np.array(rows, np.uint64), cavaliers=False)
    return HANDS


def play_games(edition: str, bot: str) -> int:
    from athanor.rules import EDITIONS
    from athanor.simulate import simulate

    return simulate(EDITIONS[edition], bot, GAMES[bot], players=PLAYERS, seed=SEED).decisions


def play_from_python(edition: str) -> int:
    from athanor.game import Game
    from athanor.rules import EDITIONS

    game, rng, actions = Game(EDITIONS[edition], PLAYERS), random.Random(SEED), 0
    for seed in range(GAMES_FROM_PYTHON):
        state = game.new_state(seed)
        while not state.is_terminal:
            state.apply(rng.choice(state.legal_actions()))
            actions += 1
    return actions


def step_vector(edition: str) -> int:
    """Each game plays the first of its legal actions."""
    from athanor.rules import EDITIONS
    from athanor.vector import VectorEnv

    env = VectorEnv(EDITIONS[edition], PLAYERS, ENVS, seed=SEED, mask="list")
    for _ in range(STEPS):
        env.step(env.legal_actions[:, 0])
    return ENVS * STEPS


A, B = "esprit-critique", "four-alchimique"

WORKLOADS = {
    "evaluate one hand, B": Workload("hand", ("5poker_*strength_of_ids",), lambda: evaluate_each(B)),
    "evaluate an array, B": Workload("hand", ("12poker_arrays_*evaluate_many",), lambda: evaluate_array(B)),
    "best melds, A": Workload("hand", ("5melds_*best_plan",), lambda: plan_melds(A)),
    "best melds, B": Workload("hand", ("5melds_*best_plan",), lambda: plan_melds(B)),
    "deadwood of an array": Workload("hand", ("3gin_*deadwood_many",), count_deadwood),
    "simulate random, A": Workload("decision", ("5batch_5Batch_*run",), lambda: play_games(A, "random")),
    "simulate random, B": Workload("decision", ("5batch_5Batch_*run",), lambda: play_games(B, "random")),
    "simulate greedy, A": Workload("decision", ("5batch_5Batch_*run",), lambda: play_games(A, "greedy")),
    "simulate greedy, B": Workload("decision", ("5batch_5Batch_*run",), lambda: play_games(B, "greedy")),
    "a state from Python, B": Workload(
        "action",
        ("6handle_11StateHandle_*legal_actions", "6handle_11StateHandle_*apply"),
        lambda: play_from_python(B),
    ),
    "a vector with observations, B": Workload("step", ("6vector_4Envs_*step",), lambda: step_vector(B)),
}


def count(name: str, folder: Path) -> float:
    """Instructions a unit of one workload, run by itself under callgrind."""
    counts = folder / "callgrind.out"
    toggles = [f"--toggle-collect={SYMBOL.format(function)}" for function in WORKLOADS[name].functions]
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={counts}", *toggles]
    done = subprocess.run(
        [*command, sys.executable, __file__, "--work", name],
        env=os.environ | {"PYTHONHASHSEED": "0"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise SystemExit(f"{name} failed under valgrind:\n{done.stderr}")
    return total_of(counts.read_text(encoding="utf-8")) / int(done.stdout)


def total_of(callgrind: str) -> int:
    """The instructions that a file of callgrind sums up."""
    found = re.search(r"^(?:totals|summary): (\d+)", callgrind, re.MULTILINE)
    if found is None or found[1] == "0":
        raise SystemExit("callgrind counted nothing: the core has no function of the names asked for, or no symbols")
    return int(found[1])


def built_with() -> dict[str, str]:
    """What the counts hang on, beside the sources."""
    from athanor.bench.suite import compiler

    valgrind = subprocess.run(["valgrind", "--version"], capture_output=True, text=True, check=True)
    return {
        "compiler": compiler(),
        "machine": platform.machine(),
        "python": ".".join(platform.python_version_tuple()[:2]),
        "valgrind": valgrind.stdout.strip(),
    }


def differences(stored: dict[str, str], here: dict[str, str]) -> list[str]:
    """A line for each thing that the stored counts were made with and these were not."""
    return [
        f"{name}: stored with {stored.get(name, 'unknown')}, now {value}"
        for name, value in here.items()
        if stored.get(name) != value
    ]


def compare(stored: dict[str, float], counts: dict[str, float]) -> tuple[list[str], bool]:
    """A line for each workload, and whether none has become worse by more than is allowed."""
    lines, good = [], True
    for name, value in counts.items():
        if name not in stored:
            lines.append(f"{name}: {value:,.1f}, not stored yet")
            continue
        change = value / stored[name] - 1
        worse = value > ALLOWED * stored[name]
        good = good and not worse
        lines.append(f"{name}: {value:,.1f}, stored {stored[name]:,.1f}, {change:+.1%}{'  WORSE' if worse else ''}")
    lines += [f"{name}: stored, but counted no more" for name in stored if name not in counts]
    return lines, good


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--store", action="store_true", help="store the counts instead of comparing them")
    parser.add_argument("--work", choices=WORKLOADS, help="only do a workload and print its units, without counting")
    options = parser.parse_args(arguments)
    if options.work is not None:
        print(WORKLOADS[options.work].work())
        return 0
    if shutil.which("valgrind") is None:
        print("valgrind is missing: install it, for example with apt-get install valgrind", file=sys.stderr)
        return NO_VALGRIND
    with tempfile.TemporaryDirectory() as folder:
        counts = {name: round(count(name, Path(folder)), 1) for name in WORKLOADS}
    document: dict[str, Any] = {
        "built_with": built_with(),
        "instructions_per": {name: workload.unit for name, workload in WORKLOADS.items()},
        "counts": counts,
    }
    if options.store:
        STORED.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
        print(f"stored {len(counts)} counts in {STORED}")
        return 0
    stored = json.loads(STORED.read_text(encoding="utf-8"))
    lines, good = compare(stored["counts"], counts)
    print("\n".join(lines))
    for line in differences(stored["built_with"], document["built_with"]):
        print(f"not the same, so counts may differ for no fault of a change: {line}")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
