"""The best turn of any situation or table: it plays as it says, and planning changes nothing."""

from __future__ import annotations

from typing import Any

from turn_plans import check_plan

from athanor import best_melds
from athanor.melds import OBJECTIVES

from .judge import tried
from .source import Source

STEPS_TO_A_PLAY = 20
MOST_CARDS = 12


def keeps_its_word(source: Source, objective: Any) -> None:
    state = source.state()
    for _ in range(STEPS_TO_A_PLAY):
        if state.is_terminal or state.phase == "play":
            break
        state.apply(source.choice(state.legal_actions()))
    before = bytes(state)
    plan = tried(lambda: state.best_turn(objective))
    assert bytes(state) == before
    if plan is not None:
        check_plan(state, plan)


def plans_for_a_table(source: Source, objective: Any) -> None:
    rules = source.rules()
    table: Any = source.walked(source.game().new_state(seed=source.number(0, 255)), source.number(0, 30)).melds
    if source.one_in(4):
        table = source.junk()
    elif source.one_in(2):
        table = [{"owner": meld.owner if not source.one_in(9) else source.junk(), "meld": str(meld)} for meld in table]
    hand, seat = source.hand(MOST_CARDS), source.number(0, 8)
    tried(lambda: best_melds(hand, rules, objective, source.one_in(2), table=table, seat=seat))


def run(source: Source) -> None:
    objective = source.choice(OBJECTIVES) if not source.one_in(20) else source.junk()
    if source.one_in(3):
        plans_for_a_table(source, objective)
    else:
        keeps_its_word(source, objective)
