"""``athanor melds``: the best melds of a hand, or the best whole turn at a table."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import click

from .asked import asked_rules, edition_option, json_option, set_option
from .output import print_json, print_tables

if TYPE_CHECKING:
    from athanor.melds import MeldPlan
    from athanor.rules import Rules
    from athanor.turns import TurnPlan

MOST_SHOWN = 60
SEAT = re.compile("[0-9]{1,9}")


@click.command()
@click.argument("cards", nargs=-1, required=True)
@click.option("--objective", default="points", show_default=True, help="What to make most of: points, stones, cards.")
@click.option(
    "--table", metavar="MELDS",
    help="Plan the whole turn with these melds on the table, such as \"run 4 4s JK 6s; 1: set 9h 9d 9c\": each after"
    " the seat of its owner, or else the mover's own.",
)
@click.option("--seat", type=int, help="The mover's seat, with --table.  [default: 0]")
@edition_option
@set_option
@json_option
def melds(
    cards: tuple[str, ...],
    objective: str,
    table: str | None,
    seat: int | None,
    editions: str | None,
    changes: tuple[tuple[str, object], ...],
    as_json: bool,
) -> None:
    """The best melds that a hand of CARDS can lay, such as "4s 5s JK 6h 6d 6a"; with --table the best whole turn."""
    all_rules = asked_rules(editions, changes)
    hand = " ".join(cards)
    if table is not None:
        _print_turns(hand, all_rules, objective, asked_table(table, seat or 0), seat or 0, editions, as_json)
    elif seat is not None:
        raise click.UsageError("--seat says whose turn it is at a table: name its melds with --table")
    else:
        _print_plans(hand, all_rules, objective, editions, as_json)


def asked_table(text: str, mover: int) -> list[dict[str, object]]:
    """The melds of ``--table``, as best_melds takes them."""
    table: list[dict[str, object]] = []
    for item in filter(str.strip, text.split(";")):
        seat, colon, meld = item.rpartition(":")
        if colon and not SEAT.fullmatch(seat.strip()):
            named = repr(seat.strip()[:MOST_SHOWN])
            raise click.UsageError(f"{named} is no seat: write the owner's before a meld, as in 1: set 9h 9d 9c")
        table.append({"owner": int(seat) if colon else mover, "meld": meld.strip()})
    return table


def _figures(rules: Rules, objective: str, plan: MeldPlan | TurnPlan) -> dict[str, object]:
    return {
        "edition": rules.edition,
        "objective": objective,
        "value": plan.value,
        "points": plan.points,
        "stones": plan.stones,
    }


def _print_plans(
    hand: str, all_rules: list[Rules], objective: str, edition_named: str | None, as_json: bool
) -> None:
    from athanor.melds import best_melds

    plans = [best_melds(hand, rules, objective) for rules in all_rules]
    if as_json:
        documents = [
            {
                **_figures(rules, objective, plan),
                "melds": [str(meld) for meld in plan.melds],
                "left": str(plan.left),
                "actions": list(plan.actions),
            }
            for rules, plan in zip(all_rules, plans, strict=True)
        ]
        print_json(documents, edition_named)
        return
    from athanor.tables import plans_table

    print_tables(plans_table(all_rules, plans))


def _print_turns(
    hand: str,
    all_rules: list[Rules],
    objective: str,
    table: list[dict[str, object]],
    seat: int,
    edition_named: str | None,
    as_json: bool,
) -> None:
    from athanor.melds import best_melds

    plans = [best_melds(hand, rules, objective, table=table, seat=seat) for rules in all_rules]
    if as_json:
        documents = [
            {
                **_figures(rules, objective, plan),
                "cards": plan.cards,
                "exact": plan.exact,
                "left": str(plan.left),
                "actions": list(plan.actions),
            }
            for rules, plan in zip(all_rules, plans, strict=True)
        ]
        print_json(documents, edition_named)
        return
    from athanor.tables import melds_table, turns_table

    print_tables(*([melds_table(table)] if table else []), turns_table(all_rules, plans))
