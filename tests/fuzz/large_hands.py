"""The best melds of hands up to the whole deck: searched or refused, and no worse with a card more."""

from __future__ import annotations

from athanor import CardSet, best_melds, can_qualify

from .judge import tried
from .source import Source

WHOLE_DECK = CardSet(range(76))
# Hands above these take up to a second: few are searched, and none of them twice.
MOST_CARDS = 30
MOST_MISSING = 40


def run(source: Source) -> None:
    rules, opened = source.rules(), source.one_in(2)
    hand = WHOLE_DECK - source.hand(MOST_MISSING) if source.one_in(40) else source.hand(MOST_CARDS)
    objective = source.choice(("points", "stones", "cards"))
    plan = tried(lambda: best_melds(hand, rules, objective, opened))
    tried(lambda: can_qualify(hand, rules, opened=opened))
    if plan is None:
        return
    assert sum(len(meld.cards) for meld in plan.melds) + len(plan.left) == len(hand)
    if not 0 < len(hand) <= MOST_CARDS:
        return
    fewer = hand - CardSet([source.choice(list(hand))])
    less = tried(lambda: best_melds(fewer, rules, objective, opened))
    assert less is None or less.value <= plan.value
