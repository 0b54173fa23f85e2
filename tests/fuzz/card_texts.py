"""Cards and sets of cards from any text or value, and hands made of them."""

from athanor import Card, CardSet, evaluate, strength

from .judge import tried
from .source import Source


def run(source: Source) -> None:
    given = source.text() if source.one_in(2) else source.junk()
    card = tried(lambda: Card(given))
    assert card is None or Card(str(card)).id <= card.id
    tried(lambda: Card.from_id(given))
    tried(lambda: CardSet.from_mask(given))
    cards = tried(lambda: CardSet(given))
    if cards is None:
        return
    again = CardSet(str(cards))
    assert str(again) == str(cards)
    assert len(again) == len(cards)
    tried(lambda: given in cards, TypeError)
    other = source.hand(10)
    assert len(cards | other) + len(cards & other) == len(cards) + len(other)
    rules = source.rules()
    hand = tried(lambda: evaluate(given, rules))
    assert (hand is None) == (len(cards) > 7)
    assert tried(lambda: strength(given, rules)) == (hand and hand.strength)
    if hand is not None:
        assert len(hand.five) == len(hand.stands_for) <= 5
        assert str(hand)
