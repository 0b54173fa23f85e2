"""``athanor rules``: the options of the rules."""

from __future__ import annotations

import click

from .asked import asked_rules, edition_option, json_option, set_option
from .output import print_json, print_tables


@click.command("rules")
@edition_option
@set_option
@json_option
def list_rules(editions: str | None, changes: tuple[tuple[str, object], ...], as_json: bool) -> None:
    """Every option of the rules, what it may be, and what it is in each edition."""
    all_rules = asked_rules(editions, changes)
    if as_json:
        print_json([rules.to_dict() for rules in all_rules], editions)
        return
    from athanor.tables import options_table

    print_tables(options_table(all_rules))
