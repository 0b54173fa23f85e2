"""Card and CardSet: ids, order, immutability, set algebra, masks and errors."""

import copy
import pickle
import re
from collections.abc import Set

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from athanor import AthanorError, Card, CardError, CardSet
from athanor.cards import parse_cards

ids = st.integers(0, 75)
masks = st.integers(0, 2**76 - 1)


@pytest.mark.parametrize(
    ("text", "number"),
    [("As", 0), ("Rs", 13), ("Ah", 14), ("5d", 32), ("Rc", 55), ("Aa", 56), ("Ra", 69), ("JK", 70)],
)
def test_id_is_family_times_14_plus_rank_less_one(text, number):
    assert Card(text).id == number


def test_one_object_per_card():
    assert Card("5s") is Card(4) is Card(Card("5s"))


def test_whole_numbers_of_numpy_are_ids():
    assert Card(np.uint8(4)) is Card("5s")


@pytest.mark.parametrize("number", [-1, 76, 10**30, 4.0, None, True, b"5s", [4]])
def test_what_is_no_id_is_refused(number):
    with pytest.raises(CardError, match="0 to 75"):
        Card.from_id(number)


def test_atouts_and_jokers_say_what_they_are():
    assert [Card(i).is_atout for i in (55, 56, 69, 70)] == [False, True, True, False]
    assert [Card(i).is_joker for i in (55, 56, 69, 70, 75)] == [False, False, False, True, True]


@given(ids, ids)
def test_cards_are_ordered_by_id(a, b):
    assert (Card(a) < Card(b)) == (a < b)
    assert (Card(a) <= Card(b)) == (a <= b)
    assert (Card(a) > Card(b)) == (a > b)
    assert (Card(a) >= Card(b)) == (a >= b)
    assert (Card(a) == Card(b)) == (a == b)


def test_a_card_is_ordered_only_among_cards():
    with pytest.raises(TypeError):
        _ = Card("5s") < 5


def test_a_card_can_not_be_changed():
    with pytest.raises(AttributeError):
        Card("5s").rank = 6
    with pytest.raises(AttributeError):
        Card("5s").note = "mine"


def test_a_card_stays_itself_through_pickle_and_copy():
    card = Card("5s")
    assert pickle.loads(pickle.dumps(card)) is card
    assert copy.deepcopy(card) is card


def test_repr_builds_the_card_again():
    assert repr(Card("10h")) == "Card('Th')"
    assert eval(repr(Card("10h"))) is Card("Th")


@pytest.mark.parametrize("cards", ["5s 6s JK", ["5s", "6s", "JK"], (4, 5, 70), [Card("5s"), Card("6s"), Card("JK")]])
def test_a_set_is_built_from_texts_ids_or_cards(cards):
    assert CardSet(cards).ids == (4, 5, 70)


def test_a_set_is_built_from_a_set_or_nothing():
    assert CardSet(CardSet("5s")) == CardSet("5s")
    assert len(CardSet()) == len(CardSet("")) == 0


def test_jokers_are_numbered_from_the_lowest():
    assert CardSet("JK 5s JK").ids == (4, 70, 71)
    assert CardSet([75, 72]).ids == (70, 71)
    assert CardSet("JK 5s JK").jokers == 2


@given(st.lists(st.sampled_from(["5s", "As", "10h", "tH", "R♦", "Ca", "JK", "jk", "6x", ",", "5s,6s"]), max_size=9))
def test_a_text_is_the_set_of_the_cards_that_are_read_from_it(words):
    """However they are written, and with the same error."""
    text = " ".join(words)
    try:
        cards = parse_cards(text)
    except CardError as error:
        with pytest.raises(CardError, match=f"^{re.escape(str(error))}$"):
            CardSet(text)
    else:
        assert CardSet(text).ids == tuple(sorted(card.id for card in cards))


@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("5s 6s 5s", "5s comes twice"),
        ([4, "5s"], "5s comes twice"),
        ("JK " * 7, "seven Jokers"),
        ("5s 6x", "unknown card '6x'"),
        ([5.5], "5.5"),
        ([76], "76"),
        (5, "expected cards"),
        (None, "expected cards"),
    ],
)
def test_cards_that_can_not_be_together_are_refused(cards, message):
    with pytest.raises(CardError, match=message) as caught:
        CardSet(cards)
    assert "\n" not in str(caught.value)


def test_card_errors_are_athanor_errors_and_value_errors():
    assert issubclass(CardError, AthanorError)
    assert issubclass(CardError, ValueError)


def test_a_set_is_a_collections_set():
    assert isinstance(CardSet("5s"), Set)


def test_membership_takes_cards_texts_and_ids():
    hand = CardSet("5s JK")
    assert Card("5s") in hand
    assert "5s" in hand
    assert 4 in hand
    assert "JK" in hand
    assert "6s" not in hand
    assert None not in hand


@given(masks, masks)
def test_algebra_is_that_of_the_masks(a, b):
    one, other = CardSet.from_mask(a), CardSet.from_mask(b)
    assert (one & other).mask == a & b
    assert (one | other).mask == a | b
    assert (one - other).mask == a & ~b
    assert (one ^ other).mask == a ^ b
    assert (one <= other) == (a & ~b == 0)
    assert one.isdisjoint(other) == (a & b == 0)


@given(masks)
def test_iteration_is_in_id_order(mask):
    cards = CardSet.from_mask(mask)
    assert [card.id for card in cards] == [i for i in range(76) if mask >> i & 1] == list(cards.ids)
    assert len(cards) == mask.bit_count()


@given(masks)
def test_words_are_the_naturals_and_the_wild_cards(mask):
    cards = CardSet.from_mask(mask)
    naturals, wilds = cards.words
    assert (naturals, wilds) == (mask % 2**56, mask >> 56)
    assert CardSet.from_words(naturals, wilds) == cards


@given(masks)
def test_a_set_from_text_holds_the_lowest_jokers(mask):
    cards = CardSet.from_mask(mask)
    again = CardSet(str(cards))
    assert str(again) == str(cards)
    assert again.jokers == cards.jokers
    assert again.words[1] >> 14 == 2**cards.jokers - 1


@given(masks)
def test_equal_sets_hash_alike_and_equal_a_frozenset_of_the_cards(mask):
    cards = CardSet.from_mask(mask)
    assert hash(cards) == hash(CardSet.from_mask(mask)) == hash(frozenset(cards))
    assert cards == frozenset(cards)


@pytest.mark.parametrize("mask", [-1, 2**76, 1.0, "5s", None, True])
def test_what_is_no_mask_is_refused(mask):
    with pytest.raises(CardError, match="mask"):
        CardSet.from_mask(mask)


def test_a_set_can_not_be_changed():
    hand = CardSet("5s")
    with pytest.raises(AttributeError):
        hand.mask = 0
    with pytest.raises(AttributeError):
        hand.note = "mine"


def test_a_set_survives_pickle_and_repr():
    hand = CardSet("5s JK JK")
    assert pickle.loads(pickle.dumps(hand)) == hand
    assert eval(repr(hand)) == hand
