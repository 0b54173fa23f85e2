"""What a run measured, as a table for a terminal, JSON, a Markdown page and a picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from html import escape
from importlib.metadata import version
from itertools import groupby
from pathlib import Path
from typing import Any

from rich.console import Group
from rich.table import Table
from rich.text import Text

from athanor.errors import ArgumentError

from .suite import OURSELVES, Compared, Measured, Report, Rival, rows

PREFIXES = ((1e9, "G"), (1e6, "M"), (1e3, "k"))

WIDTH = 920
LEFT = 270
RIGHT = 110
BAR = 13
PITCH = 17
GAP = 12
TOP = 64
OUR_COLOUR = "#b4531a"
THEIR_COLOUR = "#8d99a6"
INK = "#222222"
FAINT = "#dddddd"


def short(rate: float) -> str:
    """Three digits: 12.3 M."""
    for size, prefix in PREFIXES:
        if rate >= size:
            return f"{_three_digits(rate / size)} {prefix}"
    return _three_digits(rate)


def rate_text(rate: float, unit: str) -> str:
    return f"{short(rate)} {unit}"


def _three_digits(number: float) -> str:
    if number >= 100:
        return f"{number:,.0f}"
    if number >= 10:
        return f"{number:.1f}"
    return f"{number:.2f}" if number >= 0.1 else f"{number:.2g}"


def version_of(rival: Rival) -> str:
    return "" if rival.peer == OURSELVES else version(rival.peer)


def to_dict(report: Report) -> dict[str, Any]:
    """Everything by name, as JSON can hold it. Rates are units of work a second, one a turn."""
    return {
        "machine": report.machine,
        "seconds_per_turn": report.effort.seconds,
        "turns": report.effort.repeats,
        "rows": [
            {
                "layer": measured.row.layer,
                "name": measured.row.name,
                "unit": measured.row.unit,
                "what": measured.row.what,
                "rate": measured.rate,
                "rates": measured.rates,
                "compared": [_compared_dict(compared) for compared in measured.compared],
            }
            for measured in report.measured
        ],
        "missing": report.missing,
        "notes": report.notes,
    }


def _compared_dict(compared: Compared) -> dict[str, Any]:
    return {
        "peer": compared.rival.peer,
        "version": version_of(compared.rival),
        "label": compared.rival.label,
        "what": compared.rival.what,
        "rate": compared.rate,
        "rates": compared.rates,
        "ratio": compared.ratio,
    }


def table(report: Report) -> Group:
    """For rich to print."""
    found = Table(title=headline(report), title_justify="left", box=None, pad_edge=False)
    found.add_column("", style="cyan")
    found.add_column("compared with")
    found.add_column("rate", justify="right")
    found.add_column("athanor is", justify="right")
    for measured in report.measured:
        found.add_row(measured.row.name, "", rate_text(measured.rate, measured.row.unit), style="bold")
        for compared in measured.compared:
            rate = rate_text(compared.rate, measured.row.unit)
            found.add_row("", compared.rival.label, rate, f"{_three_digits(compared.ratio)} times as fast")
    return Group(found, *(Text(line, "yellow") for line in left_out(report)))


def headline(report: Report) -> str:
    machine = report.machine
    return f"athanor {machine['athanor']}, {machine['processor']}, {machine['python']}, {machine['date'][:10]}"


def left_out(report: Report) -> list[str]:
    """A line for each peer that is missing, and for what else wasn't measured."""
    missing = [f"{peer}: {why}" for peer, why in report.missing.items()]
    if missing:
        missing.append("pip install 'athanor-cards[peers]' installs the peers")
    return missing + report.notes


def markdown(report: Report) -> str:
    """A page of its own: the machine, the figures, and what each row compares."""
    names = {measured.row.name for measured in report.measured}
    compared = what_is_compared(names.__contains__)
    return "\n".join(
        [f"# {headline(report)}", "", *figures(report), "", "## What each row compares", "", *compared, ""]
    )


def figures(report: Report) -> Iterator[str]:
    """The lines of a Markdown table, with the machine above it and what was left out below."""
    machine, effort = report.machine, report.effort
    yield (
        f"Measured on {machine['date']}, {machine['processor']} ({machine['machine']}), {machine['system']}, "
        f"{machine['python']}, numpy {machine['numpy']}, core built by {machine['compiler']}. Medians of "
        f"{effort.repeats} turns of some {effort.seconds:g} s; all those of a row take turns, and a ratio is the "
        "median of those within a turn."
    )
    yield ""
    yield "| layer | measured | rate | compared with | its rate | athanor is |"
    yield "|---|---|---|---|---|---|"
    for measured in report.measured:
        row = measured.row
        cells = [row.layer, row.name, rate_text(measured.rate, row.unit)]
        for compared in measured.compared:
            rival = compared.rival
            label = f"{rival.label} ({version_of(rival)})" if rival.peer != OURSELVES else rival.label
            ratio = f"{_three_digits(compared.ratio)} times as fast"
            yield f"| {' | '.join([*cells, label, rate_text(compared.rate, row.unit), ratio])} |"
            cells = ["", "", ""]
        if not measured.compared:
            yield f"| {' | '.join(cells)} | | | |"
    if left_out(report):
        yield ""
        yield from (f"- {line}" for line in left_out(report))


def what_is_compared(wanted: Callable[[str], bool] = lambda row_name: True) -> Iterator[str]:
    """A Markdown list: each row's sentence, and below it those of its rivals, where no earlier row has the same."""
    told: dict[tuple[tuple[str, str], ...], str] = {}
    for row in rows():
        if not wanted(row.name):
            continue
        yield f"- **{row.name}**: {row.what}"
        whats = tuple((rival.label, rival.what) for rival in row.rivals)
        if whats and whats in told:
            yield f"  - The others as in {told[whats]}."
            continue
        told[whats] = row.name
        for what, same in groupby(row.rivals, key=lambda rival: rival.what):
            yield f"  - {', '.join(rival.label for rival in same)}: {what}"


def svg(report: Report) -> str:
    """Bars on a logarithmic scale, those of one row together."""
    rates = [rate for measured in report.measured for rate, _, _ in _bars(measured)]
    if not rates:
        raise ArgumentError("nothing was measured: there is nothing to draw")
    low, high = math.floor(math.log10(min(rates))), math.ceil(math.log10(max(rates)))
    high = max(high, low + 1)

    def across(rate: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (math.log10(rate) - low) / (high - low)

    drawn: list[str] = []
    y = TOP
    for measured in report.measured:
        y += GAP
        for rate, label, ratio in _bars(measured):
            drawn += _bar(across(rate), y, _told(rate, measured.row.unit, ratio), label, ratio is None)
            y += PITCH
    height = y + GAP
    ticks = [_tick(across(10.0**power), power, height) for power in range(low, high + 1)]
    return "\n".join([*_frame(report, height), *ticks, *drawn, "</svg>", ""])


def _bars(measured: Measured) -> Iterator[tuple[float, str, float | None]]:
    """Rate, label and ratio of each bar; athanor's own first, without a ratio."""
    yield measured.rate, measured.row.name, None
    for compared in measured.compared:
        yield compared.rate, compared.rival.label, compared.ratio


def _frame(report: Report, height: int) -> Iterator[str]:
    yield (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" '
        f'font-family="system-ui, sans-serif" font-size="12" fill="{INK}">'
    )
    yield f"<title>{escape(headline(report))}</title>"
    yield f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>'
    yield f'<text x="16" y="22" font-size="15" font-weight="bold">{escape(headline(report))}</text>'
    yield (
        '<text x="16" y="42">Units of work a second, on a logarithmic scale: '
        f'<tspan fill="{OUR_COLOUR}">athanor</tspan>, and others doing what comes closest, '
        "with how many times as fast athanor is.</text>"
    )


def _tick(x: float, power: int, height: int) -> str:
    return (
        f'<path d="M{x:.1f} {TOP}V{height - GAP}" stroke="{FAINT}"/>'
        f'<text x="{x:.1f}" y="{TOP - 4}" font-size="10" text-anchor="middle">{_tick_text(power)}</text>'
    )


def _tick_text(power: int) -> str:
    return short(10.0**power).replace(".00", "").replace(".0", "")


def _told(rate: float, unit: str, ratio: float | None) -> str:
    return rate_text(rate, unit) if ratio is None else f"{short(rate)}, {_three_digits(ratio)} ×"


def _bar(end: float, y: int, told: str, label: str, ours: bool) -> Iterator[str]:
    colour, weight = (OUR_COLOUR, "bold") if ours else (THEIR_COLOUR, "normal")
    middle = y + BAR - 3
    yield (
        f'<text x="{LEFT - 8}" y="{middle}" text-anchor="end" font-weight="{weight}">{escape(label)}</text>'
        f'<rect x="{LEFT}" y="{y}" width="{max(end - LEFT, 1):.1f}" height="{BAR}" fill="{colour}"/>'
    )
    yield f'<text x="{end + 5:.1f}" y="{middle}" font-size="11">{escape(told)}</text>'


WRITERS: dict[str, Callable[[Report], str]] = {".md": markdown, ".svg": svg}


def check_path(path: Path) -> Path:
    """The path if a report can be written there, as far as can be told before measuring."""
    if path.suffix not in WRITERS:
        raise ArgumentError(f"can't write a report to {path.name}: its suffix must be {' or '.join(WRITERS)}")
    if not path.absolute().parent.is_dir():
        raise ArgumentError(f"can't write {path}: there is no folder {path.parent}")
    return path


def write(report: Report, path: Path) -> None:
    """Write the page or the picture, by the suffix."""
    path.write_text(WRITERS[path.suffix](report), encoding="utf-8")
