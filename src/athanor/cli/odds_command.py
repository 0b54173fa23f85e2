"""``athanor odds``: how often each category comes."""

from __future__ import annotations

from pathlib import Path

import click

from .asked import asked_rules, edition_option, json_option, set_option
from .output import print_json, print_tables


@click.command()
@edition_option
@click.option("--cards", type=int, default=7, show_default=True, help="Cards of a hand: 5, 6 or 7.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw the chances into this file, .svg or .png.")
@set_option
@json_option
def odds(
    editions: str | None,
    cards: int,
    plot: Path | None,
    changes: tuple[tuple[str, object], ...],
    as_json: bool,
) -> None:
    """How often each category comes among all hands of the deck, and what is more frequent than it should be."""
    from athanor.odds import category_odds

    all_rules = asked_rules(editions, changes)
    if plot is not None:
        from athanor.plots import check_plot

        check_plot(plot)
    found = [category_odds(rules, cards) for rules in all_rules]
    if plot is not None:
        from athanor.plots import plot_odds

        plot_odds(found, plot)
    if as_json:
        print_json([result.to_dict() for result in found], editions)
    else:
        print_tables(*(result.table() for result in found))
