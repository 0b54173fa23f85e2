"""The best melds of any hand: they are made of its cards, and the rules let them be laid."""

import numpy as np

from athanor import Game, all_melds, best_melds
from athanor._core.meld_arrays import best_values

from .judge import tried
from .source import Source

MOST_CARDS = 16
OBJECTIVES = ("points", "stones", "cards")


def run(source: Source) -> None:
    rules, hand = source.rules(), source.hand(MOST_CARDS)
    objective = source.choice(OBJECTIVES) if not source.one_in(20) else source.junk()
    given = source.junk() if source.one_in(20) else hand
    opened = source.one_in(2)
    plan = tried(lambda: best_melds(given, rules, objective, opened))
    found = tried(lambda: all_melds(given, rules))
    if plan is None or found is None or given is not hand:
        return
    laid = [card for meld in plan.melds for card in meld.cards]
    assert len(laid) + len(plan.left) == len(hand)
    assert str(plan)
    values = np.zeros(1, np.int32)
    words = np.array([hand.words], np.uint64)
    assert best_values(rules.rule_set(), words, OBJECTIVES.index(plan.objective), opened, values) == -1
    assert values.tolist() == [plan.value]
    assert all(Game(rules).action_text(Game(rules).action_id(meld.action)) == meld.action for meld in found)
