"""Which lines of the core the tests reach: python tests/core_coverage.py build/coverage [FILE ...]

Reads what gcov counted in a build with ATHANOR_BUILD=coverage; of the files named, every line not reached.
"""

from __future__ import annotations

import gzip
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

CORE = Path(__file__).parents[1] / "src/athanor/_core"
MARK = re.compile(r'^ */\* "(?:.*/)?(\w+\.p(?:yx|xd))":(\d+)$')
FUNCTION_ENDS = ("}", "  /* function exit code */")

Line = tuple[str, int]


def origins(generated: Path) -> dict[int, Line]:
    """The line of the core that each line of C carries out, by the comments that Cython puts before its code.

    What follows the last line of a function is Cython's own and no line's.
    """
    found: dict[int, Line] = {}
    here: Line | None = None
    for number, text in enumerate(generated.read_text(encoding="utf-8").splitlines(), 1):
        if mark := MARK.match(text):
            here = (mark[1], int(mark[2]))
        elif text in FUNCTION_ENDS:
            here = None
        if here and (CORE / here[0]).exists():
            found[number] = here
    return found


def counts_of(build: Path) -> dict[str, Counter[int]]:
    """How often each line of each source of the core was run, added up over the modules it is compiled into."""
    lines: dict[str, Counter[int]] = defaultdict(Counter)
    generated = {path.name: path for path in build.rglob("*.c")}
    with tempfile.TemporaryDirectory() as folder:
        for data in build.rglob("*.gcda"):
            subprocess.run(["gcov", "--json-format", str(data.resolve())], cwd=folder, check=True, capture_output=True)
            for report in Path(folder).glob("*.gcov.json.gz"):
                for source in json.loads(gzip.decompress(report.read_bytes()))["files"]:
                    if (path := generated.get(Path(source["file"]).name)) is not None:
                        add_counts(lines, origins(path), source["lines"])
                report.unlink()
    return lines


def add_counts(lines: dict[str, Counter[int]], origin: dict[int, Line], counted: list[dict[str, Any]]) -> None:
    for line in counted:
        if line["line_number"] in origin:
            name, number = origin[line["line_number"]]
            lines[name][number] += line["count"]


def main(build: Path, shown: set[str]) -> int:
    lines = counts_of(build)
    if not lines:
        print(f"{build} holds no counts: run the tests on a build with ATHANOR_BUILD=coverage first")
        return 1
    for name in sorted(lines):
        source = (CORE / name).read_text(encoding="utf-8").splitlines()
        missed = [number for number, count in sorted(lines[name].items()) if count == 0]
        reached = 1 - len(missed) / len(lines[name])
        print(f"{name:20} {len(lines[name]):5} lines {len(missed):4} missed {reached:8.1%}")
        for number in missed if not shown or name in shown else ():
            print(f"    {number:4}  {source[number - 1].strip()}")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), set(sys.argv[2:])))
