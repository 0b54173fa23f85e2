"""The best melds of any hand: they are made of its cards, and the rules let them be laid."""

from athanor import Game, all_melds, best_melds

from .judge import tried
from .source import Source

MOST_CARDS = 16


def run(source: Source) -> None:
    rules, hand = source.rules(), source.hand(MOST_CARDS)
    objective = source.choice(("points", "stones", "cards")) if not source.one_in(20) else source.junk()
    given = source.junk() if source.one_in(20) else hand
    plan = tried(lambda: best_melds(given, rules, objective, source.one_in(2)))
    found = tried(lambda: all_melds(given, rules))
    if plan is None or found is None or given is not hand:
        return
    laid = [card for meld in plan.melds for card in meld.cards]
    assert len(laid) + len(plan.left) == len(hand)
    assert str(plan)
    assert all(Game(rules).action_text(Game(rules).action_id(meld.action)) == meld.action for meld in found)
