"""Measure everything and write it into docs/benchmarks.md, from "A run" on, with docs/benchmarks.svg as its picture."""

import sys
from pathlib import Path

from athanor.bench.reports import figures, headline, svg, what_is_compared
from athanor.bench.suite import run_suite

PAGE = Path(__file__).with_name("benchmarks.md")
PICTURE = Path(__file__).with_name("benchmarks.svg")
HEADING = "## A run\n"


def main() -> None:
    report = run_suite(quick="--quick" in sys.argv[1:], report=print)
    PICTURE.write_text(svg(report), encoding="utf-8")
    before, _, _ = PAGE.read_text(encoding="utf-8").partition(HEADING)
    picture = f"![{headline(report)}: rates of athanor and of others as bars]({PICTURE.name})"
    run = [HEADING, picture, "", *figures(report), "", "## What each row compares", "", *what_is_compared(), ""]
    PAGE.write_text(before + "\n".join(run), encoding="utf-8")
    print(f"wrote {PAGE} and {PICTURE}")


if __name__ == "__main__":
    main()
