"""``athanor equity``: who wins how often."""

from __future__ import annotations

import click

from .asked import asked_rules, board_option, dead_option, edition_option, json_option, set_option
from .output import print_json, print_tables

UNKNOWN_HAND = "?"


@click.command()
@click.argument("hands", nargs=-1, required=True)
@board_option
@dead_option
@click.option("--unknown", default="pair", show_default=True, help="What ? is: a random pair, or the best of a hand.")
@click.option("--samples", type=int, help="Random deals to draw.  [default: every deal, if they are not too many]")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random deals.")
@click.option("--pot", type=int, help="Stones in the pot, to be shared in whole stones.")
@edition_option
@set_option
@json_option
def equity(
    hands: tuple[str, ...],
    board: str,
    dead: str,
    unknown: str,
    samples: int | None,
    seed: int,
    pot: int | None,
    editions: str | None,
    changes: tuple[tuple[str, object], ...],
    as_json: bool,
) -> None:
    """How often each of the HANDS wins, such as "Rs 4a" "Th Ch"; ? is a hand that isn't known."""
    from athanor.equity import equity as chances

    known = [None if hand.strip() == UNKNOWN_HAND else hand for hand in hands]
    found = [
        chances(known, board, rules=rules, dead=dead, unknown=unknown, samples=samples, seed=seed, pot=pot)
        for rules in asked_rules(editions, changes)
    ]
    if as_json:
        print_json([result.to_dict() for result in found], editions)
    else:
        print_tables(*(result.table() for result in found))
