"""Pictures, drawn with matplotlib, which nothing else needs: ``pip install "athanor-cards[plot]"``."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from .errors import ArgumentError
from .odds import Odds
from .poker import Category

FORMATS = (".svg", ".png")
SIZE_INCHES = (8.0, 4.5)
BAR_SPACE = 0.8


def check_plot(path: Path) -> Any:
    """The module that draws; ArgumentError if the file is of no kind that it draws, or if there is no matplotlib."""
    if path.suffix.lower() not in FORMATS:
        raise ArgumentError(f"can't draw {path.name!r}: name a file that ends in {' or '.join(FORMATS)}")
    try:
        return import_module("matplotlib.figure")
    except ImportError:
        raise ArgumentError("drawing needs matplotlib: pip install 'athanor-cards[plot]'") from None


def plot_odds(all_odds: Sequence[Odds], path: Path) -> None:
    """Draw the chance of each category as bars, one colour for each rules, into a .svg or .png file."""
    figure = check_plot(path).Figure(figsize=SIZE_INCHES, layout="constrained")
    axes = figure.add_subplot()
    height = BAR_SPACE / len(all_odds)
    for number, odds in enumerate(all_odds):
        places = [category - BAR_SPACE / 2 + (number + 0.5) * height for category in Category]
        bars = axes.barh(places, [100 * odds.chance(c) for c in Category], height, label=odds.rules.edition)
        axes.bar_label(bars, [f" {100 * odds.chance(c):.2g} %" for c in Category], fontsize=8)
    axes.set_yticks(list(Category), [category.label for category in Category])
    axes.set_xscale("log")
    axes.margins(x=0.15)
    axes.set_xlabel(f"chance among all hands of {all_odds[0].cards} cards, %")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path)
