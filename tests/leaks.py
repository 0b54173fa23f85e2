"""Whether memory stays flat: python tests/leaks.py --games 1000000

Plays games of both editions, and makes and drops every public object, in rounds; after the first rounds resident
memory and what Python has allocated may no longer grow. Linux.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tracemalloc
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from athanor import (
    ESPRIT_CRITIQUE,
    FOUR_ALCHIMIQUE,
    CardSet,
    Game,
    PositionError,
    Rules,
    VectorEnv,
    all_melds,
    best_keep,
    best_melds,
    deadwood,
    deadwood_many,
    equity,
    evaluate,
    evaluate_many,
    simulate,
)

ROUNDS = 10
WARM_ROUNDS = 3
OBJECTS = 300
MOST_KB = 1024              # what an allocator may still add to its pools
HAND = "4s 5s JK 6h 6d 6a Vs Ds"
HANDS = np.tile(np.arange(7, dtype=np.uint8), (100, 1))
WORDS = np.array([CardSet("4s 5s 6s 6h 6d").words] * 100, np.uint64)
GAME = Game(FOUR_ALCHIMIQUE, players=3)


def play_a_state() -> None:
    state = GAME.new_state(1)
    for _ in range(20):
        if not state.is_terminal:
            state.apply(state.legal_actions()[0])
    copies = [state.copy(), GAME.state_from_bytes(bytes(state)), GAME.new_state(position=state.to_position())]
    for copy in copies:
        copy.resample(0, 1).observation(0)
        copy.legal_mask()
    assert state.events


def be_refused() -> None:
    try:
        GAME.new_state(position={"hands": ["4s 4s", "", ""]})
    except PositionError:
        return


def step_a_vector() -> None:
    env = VectorEnv(ESPRIT_CRITIQUE, 2, 8, illegal="random", autoreset="same_step")
    for _ in range(5):
        env.step(np.zeros(8, int))
    env.state(0)


def make_rules() -> None:
    rules = Rules.from_toml(FOUR_ALCHIMIQUE.replace(ante=2).to_toml())
    rules.rule_set(2, 77)


OBJECT_MAKERS: dict[str, Callable[[], object]] = {
    "states": play_a_state,
    "refusals": be_refused,
    "vectors": step_a_vector,
    "rules": make_rules,
    "card sets": lambda: CardSet(HAND) | CardSet("9s"),
    "hands": lambda: str(evaluate(HAND[:14], ESPRIT_CRITIQUE)),
    "arrays": lambda: evaluate_many(HANDS, FOUR_ALCHIMIQUE),
    "best melds": lambda: best_melds(HAND, ESPRIT_CRITIQUE),
    "all melds": lambda: all_melds(HAND, ESPRIT_CRITIQUE),
    "deadwood": lambda: deadwood("4s 5s 6s 6h 6d", [1] * 14),
    "deadwood of arrays": lambda: deadwood_many(WORDS),
    "equities": lambda: equity(["Rs 4a", None], "2s 6s Vh 3h", rules=ESPRIT_CRITIQUE, samples=50),
    "keeps": lambda: best_keep("Rs Rh 6d", "6s 2h Rd", rules=FOUR_ALCHIMIQUE, samples=20),
    "a bot's games": lambda: simulate(FOUR_ALCHIMIQUE, lambda state: state.legal_actions()[0], 1, max_turns=20),
}


def resident_kb() -> int:
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def growth(name: str, work: Callable[[], object]) -> bool:
    """Do the work in rounds and print what memory did; whether it stayed flat."""
    sizes = []
    for number in range(ROUNDS):
        if number == WARM_ROUNDS:
            gc.collect()
            tracemalloc.start()
        work()
        gc.collect()
        sizes.append(resident_kb() if number >= WARM_ROUNDS else 0)
        if number == WARM_ROUNDS:
            traced = tracemalloc.get_traced_memory()[0]
    more = tracemalloc.get_traced_memory()[0] - traced
    tracemalloc.stop()
    grown = sizes[-1] - sizes[WARM_ROUNDS]
    flat = grown <= MOST_KB and more <= MOST_KB * 64
    print(f"{name:24} resident {sizes[WARM_ROUNDS]:7} to {sizes[-1]:7} kB, Python's own {more:+7} bytes", flush=True)
    return flat


def many(make: Callable[[], object]) -> None:
    for _ in range(OBJECTS):
        make()


def main(games: int) -> int:
    share = games // ROUNDS
    works: dict[str, Callable[[], object]] = {
        f"{games} games, {rules.edition[:4]}": partial(simulate, rules, ["random", "greedy"], share, players=2)
        for rules in (ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE)
    }
    works |= {f"{ROUNDS * OBJECTS} {name}": partial(many, make) for name, make in OBJECT_MAKERS.items()}
    growing = [name for name, work in works.items() if not growth(name, work)]
    print(f"growing: {', '.join(growing) or 'nothing'}")
    return 1 if growing else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1_000_000, help="of each edition")
    sys.exit(main(parser.parse_args().games))
