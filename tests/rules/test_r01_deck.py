"""R1: 76 cards are in play, and the six Jokers can't be told apart."""

from collections import Counter

from situations import A, editions, every_card, new_game, situation

from athanor import Card


@editions
def test_a_deal_holds_the_76_cards(rules):
    cards = Counter(every_card(new_game(rules, players=4, seed=3).state))
    assert cards.pop("JK") == 6
    assert set(cards.values()) == {1}
    assert set(cards) == {rank + family for rank in "A23456789TVCDR" for family in "shdca"}


@editions
def test_four_families_of_14_ranks_14_atouts_and_six_jokers(rules):
    families = Counter(Card(text).family for text in every_card(new_game(rules, seed=1).state))
    assert families == {"s": 14, "h": 14, "d": 14, "c": 14, "a": 14, None: 6}


def test_jokers_are_alike():
    table = situation(A, "4s 5s JK JK")
    assert len(table.legal()) == len(set(table.legal()))
    assert sorted(table.legal("run 3")) == ["run 3 JK 4s 5s", "run 3 JK 4s JK", "run 3 JK JK 5s"]


def test_it_does_not_matter_which_joker_moves():
    one = situation(A, "4s 5s JK 9d", hands={1: "JK"}).play("run 4 4s 5s JK")
    other = situation(A, "JK 9d 4s 5s", hands={1: "JK"}).play("run 4 4s 5s JK")
    assert one.state == other.state
