"""The options that several commands have, and the rules that they ask for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click

from athanor.rules import EDITIONS, Rules, check_name, edition


class OptionChange(click.ParamType):  # type: ignore[type-arg]
    """``option=value`` for one option of Rules."""

    name = "option=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, object]:
        if isinstance(value, tuple):
            return value
        name, equals, word = str(value).partition("=")
        if not equals:
            self.fail(f"{value!r} is no change of an option: write option=value, such as qualifying_points=40")
        return name, check_name(name).parse(word)


def asked_rules(
    named: str | None, changes: Sequence[tuple[str, object]], players: int | None = None
) -> list[Rules]:
    """The rules of the edition named, or of both, with the options changed; players are one of them."""
    asked = dict(changes)
    if "edition" in asked:
        raise click.UsageError("the edition is named with --edition, and --set changes its options")
    if players is not None:
        asked["players"] = players
    return [edition(name).replace(**asked) for name in (EDITIONS if named is None else [named])]


edition_option = click.option(
    "--edition", "editions", metavar="NAME", help=f"Rules to start from: {' or '.join(EDITIONS)} (or A, B)."
)
set_option = click.option(
    "--set", "changes", multiple=True, type=OptionChange(), help="Change an option, see athanor rules; may be repeated."
)
board_option = click.option("--board", default="", help="Cards of the Four that are known, in their order.")
dead_option = click.option("--dead", default="", help="Cards known to be out of the deck.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")
