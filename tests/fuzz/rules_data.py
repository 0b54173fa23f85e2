"""Rules from any dict, text or option: refused, or rules by which games can be played."""

from __future__ import annotations

from typing import Any

from athanor import Game, Rules
from athanor.rules import options

from .judge import plays_on, tried
from .source import Source


def changes(source: Source) -> dict[str, Any]:
    names = [*options(), "edition"]
    chosen: dict[str, Any] = {}
    for _ in range(source.number(0, 4)):
        option = options()[name := source.choice(names)]
        value = source.junk() if source.one_in(3) else source.choice((*option.choices, option.low, option.high))
        chosen[name] = value
    return chosen


def toml(source: Source) -> str:
    lines = source.rules().to_toml().splitlines()
    for _ in range(source.number(0, 3)):
        where = source.number(0, len(lines) - 1)
        lines[where] = lines[where][: source.number(0, 30)] + source.text()
    return "\n".join(lines)


def run(source: Source) -> None:
    kind = source.number(0, 3)
    if kind == 0:
        rules = tried(lambda: Rules.from_dict(source.junk()))
    elif kind == 1:
        rules = tried(lambda: Rules.from_dict({"edition": source.choice(("A", "B")), **changes(source)}))
    elif kind == 2:
        rules = tried(lambda: Rules.from_toml(toml(source)))
    else:
        rules = tried(lambda: source.rules().replace(**changes(source)))
    if rules is None:
        return
    assert Rules.from_dict(rules.to_dict()) == rules
    assert Rules.from_toml(rules.to_toml()) == rules
    game = tried(lambda: Game(rules, source.number(2, 8), 30))
    if game is not None:
        plays_on(source, source.walked(game.new_state(source.number(0, 255)), 25))
