"""``athanor eval``: the best poker hand."""

from __future__ import annotations

import click

from .asked import asked_rules, edition_option, json_option, set_option
from .output import print_json, print_tables


@click.command("eval")
@click.argument("cards", nargs=-1, required=True)
@edition_option
@set_option
@json_option
def evaluate(
    cards: tuple[str, ...], editions: str | None, changes: tuple[tuple[str, object], ...], as_json: bool
) -> None:
    """The best poker hand of up to seven CARDS, such as "Vs Ds Rs As 3h Cs 4d"."""
    from athanor.poker import evaluate as best_hand

    all_rules = asked_rules(editions, changes)
    hands = [best_hand(" ".join(cards), rules) for rules in all_rules]
    if as_json:
        documents = [
            {
                "edition": rules.edition,
                "hand": str(hand),
                "category": hand.category.name.lower(),
                "five": [str(card) for card in hand.five],
                "has_atout": hand.has_atout,
                "strength": hand.strength,
            }
            for rules, hand in zip(all_rules, hands, strict=True)
        ]
        print_json(documents, editions)
        return
    from athanor.tables import hand_table

    print_tables(hand_table(all_rules, hands))
