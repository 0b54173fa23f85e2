"""Fuzz one target or all: python tests/fuzz/run.py [TARGET ...] --seconds 60

atheris steers by coverage, of the core too in its own build, see CONTRIBUTING.md. Without atheris inputs are drawn
and changed at random. Inputs that found something new are kept in build/fuzz/corpus, faults in build/fuzz/faults.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from random import Random

TESTS = Path(__file__).parent.parent
CORPUS = Path("build/fuzz/corpus")
FAULTS = Path("build/fuzz/faults")
TARGETS = (
    "action_texts", "batch_policies", "best_turns", "card_texts", "command_lines", "deadwood_hands", "hand_arrays",
    "hands_to_lay", "large_hands", "play", "positions", "rows_to_lay", "rules_data", "showdowns", "simulations",
    "state_bytes", "vector_steps",
)  # fmt: skip
LONGEST_INPUT = 512
HANGS_SECONDS = 60
MEMORY_MB = 4096


def target_of(name: str) -> Callable[[bytes], None]:
    """What a target does with the bytes of an input."""
    from fuzz.source import Source

    run = importlib.import_module(f"fuzz.{name}").run
    return lambda data: run(Source(data))


def inputs(seed: int) -> Iterator[bytes]:
    """Random bytes, each once more with some of them changed; the same for the same seed, for ever."""
    rng = Random(seed)
    while True:
        data = bytearray(rng.randbytes(rng.randrange(1, LONGEST_INPUT)))
        yield bytes(data)
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.choice((0, 1, 255, rng.randrange(256)))
        yield bytes(data)


def fuzz_by_chance(name: str, seconds: float) -> None:
    target, end, count = target_of(name), time.monotonic() + seconds, 0
    for data in inputs(time.time_ns()):
        if time.monotonic() > end:
            break
        count += 1
        try:
            target(data)
        except BaseException:
            FAULTS.mkdir(parents=True, exist_ok=True)
            (FAULTS / f"{name}-{count}").write_bytes(data)
            raise
    print(f"{name}: {count} inputs in {seconds:.0f} s, without coverage", flush=True)


def fuzz_with_atheris(name: str, seconds: float) -> None:
    import atheris

    with atheris.instrument_imports(include=["athanor"]):
        target = target_of(name)
    for folder in (CORPUS / name, FAULTS):
        folder.mkdir(parents=True, exist_ok=True)
    arguments = [
        name, str(CORPUS / name), f"-max_total_time={int(seconds)}", f"-max_len={LONGEST_INPUT}",
        f"-artifact_prefix={FAULTS}/{name}-", f"-timeout={HANGS_SECONDS}", f"-rss_limit_mb={MEMORY_MB}",
        "-print_final_stats=1", "-verbosity=0",
    ]  # fmt: skip
    atheris.Setup(arguments, target)
    atheris.Fuzz()


def run_same(names: list[str], count: int) -> int:
    for name in names:
        target = target_of(name)
        for data in islice(inputs(seed=2026), count):
            target(data)
    return 0


def fuzz_all(names: list[str], seconds: float) -> int:
    """Each target in a process of its own: a crash of one ends no other."""
    command = [sys.executable, __file__, "--alone", "--seconds", str(seconds)]
    failed = [name for name in names if subprocess.run([*command, name], check=False).returncode]
    print(f"{len(names)} targets, {seconds:.0f} s each; faults in: {', '.join(failed) or 'none'}")
    return 1 if failed else 0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", help=f"of {', '.join(TARGETS)}; all without any")
    parser.add_argument("--seconds", type=float, default=60, help="for each target")
    parser.add_argument("--alone", action="store_true", help="the one target in this process")
    parser.add_argument("--input", type=Path, help="run the one target on this file only")
    parser.add_argument("--inputs", type=int, help="run each target on so many inputs, the same every time")
    asked = parser.parse_args()
    names = asked.targets or list(TARGETS)
    unknown = sorted(set(names) - set(TARGETS))
    if unknown:
        parser.error(f"no target is named {', '.join(unknown)}: they are {', '.join(TARGETS)}")
    sys.path.insert(0, str(TESTS))
    if asked.input:
        target_of(names[0])(asked.input.read_bytes())
        return 0
    if asked.inputs:
        return run_same(names, asked.inputs)
    if not asked.alone:
        return fuzz_all(names, asked.seconds)
    has_atheris = importlib.util.find_spec("atheris") is not None
    (fuzz_with_atheris if has_atheris else fuzz_by_chance)(names[0], asked.seconds)
    return 0


if __name__ == "__main__":
    os.environ.setdefault("PYTHONHASHSEED", "0")
    sys.exit(main())
