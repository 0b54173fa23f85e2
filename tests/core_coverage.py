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

CORE = Path("src/athanor/_core")
SUFFIXES = (".pyx", ".pxd")


def code_lines(build: Path) -> set[tuple[str, int]]:
    """The lines that Cython made code of: it names each in a comment, and what gcov counts beside is its own."""
    named = re.compile(r'^ */\* "(.*)":(\d+)$', re.MULTILINE)
    sources = [path.read_text(encoding="utf-8") for path in build.rglob("*.c")]
    return {(Path(name).name, int(number)) for text in sources for name, number in named.findall(text)}


def counts_of(build: Path) -> dict[str, Counter[int]]:
    """How often each line of each source of the core was run, added up over the modules it is compiled into."""
    lines: dict[str, Counter[int]] = defaultdict(Counter)
    code = code_lines(build)
    with tempfile.TemporaryDirectory() as folder:
        for data in build.rglob("*.gcda"):
            subprocess.run(["gcov", "--json-format", str(data.resolve())], cwd=folder, check=True, capture_output=True)
            for report in Path(folder).glob("*.gcov.json.gz"):
                add_report(lines, code, json.loads(gzip.decompress(report.read_bytes())))
                report.unlink()
    return lines


def add_report(lines: dict[str, Counter[int]], code: set[tuple[str, int]], report: dict[str, Any]) -> None:
    for source in report["files"]:
        name = Path(source["file"]).name
        if not name.endswith(SUFFIXES) or not (CORE / name).exists():
            continue
        for line in source["lines"]:
            if (name, line["line_number"]) in code:
                lines[name][line["line_number"]] += line["count"]


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
