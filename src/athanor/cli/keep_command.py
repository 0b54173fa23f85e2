"""``athanor keep``: which two cards to keep for the Four."""

from __future__ import annotations

import click

from .asked import asked_rules, board_option, dead_option, edition_option, json_option, set_option
from .output import print_json, print_tables


@click.command()
@click.argument("cards", nargs=-1, required=True)
@board_option
@dead_option
@click.option("--opponents", type=int, default=1, show_default=True, help="Opponents with random hands, 1 to 7.")
@click.option("--samples", type=int, default=10_000, show_default=True, help="Random deals to draw.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random deals.")
@edition_option
@set_option
@json_option
def keep(
    cards: tuple[str, ...],
    board: str,
    dead: str,
    opponents: int,
    samples: int,
    seed: int,
    editions: str | None,
    changes: tuple[tuple[str, object], ...],
    as_json: bool,
) -> None:
    """Which two CARDS of a hand to keep for the Four, the best first, such as 5s Rh Rd 2c 9c --board "2s 6s 9s"."""
    from athanor.equity import best_keep

    all_rules = asked_rules(editions, changes)
    found = [
        best_keep(" ".join(cards), board, opponents, rules=rules, dead=dead, samples=samples, seed=seed)
        for rules in all_rules
    ]
    if as_json:
        documents = [
            {"edition": rules.edition, "keeps": [kept._asdict() | {"cards": str(kept.cards)} for kept in keeps]}
            for rules, keeps in zip(all_rules, found, strict=True)
        ]
        print_json(documents, editions)
        return
    from athanor.tables import keeps_table

    print_tables(*(keeps_table(rules, keeps) for rules, keeps in zip(all_rules, found, strict=True)))
