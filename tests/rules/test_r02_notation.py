"""R2: a card is a rank and a family in two characters, a Joker is JK."""

import pytest

from athanor import Card, CardError, CardSet

RANKS = "A23456789TVCDR"
SYMBOLS = {"s": "♠♤", "h": "♥♡", "d": "♦♢", "c": "♣♧"}


@pytest.mark.parametrize("family", "shdca")
@pytest.mark.parametrize("rank", RANKS)
def test_rank_then_family(rank, family):
    card = Card(rank + family)
    assert str(card) == rank + family
    assert (card.rank, card.family) == (RANKS.index(rank) + 1, family)


def test_jk_is_a_joker():
    joker = Card("JK")
    assert str(joker) == "JK"
    assert joker.is_joker
    assert joker.rank is None
    assert joker.family is None


@pytest.mark.parametrize("family", "shdca")
def test_ten_may_be_written_out(family):
    assert Card("10" + family) is Card("T" + family)


@pytest.mark.parametrize("family", "shdca")
def test_any_case_of_the_family(family):
    assert Card("R" + family.upper()) is Card("R" + family)


@pytest.mark.parametrize(("family", "symbol"), [(f, s) for f, both in SYMBOLS.items() for s in both])
def test_symbols_of_the_four_suits(family, symbol):
    assert Card("7" + symbol) is Card("7" + family)
    assert Card("10" + symbol) is Card("T" + family)


def test_spaces_around_a_card_are_ignored():
    assert Card(" 5s ") is Card("5s")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "5",
        "s",
        "s5",
        "1s",
        "0s",
        "11s",
        "15s",
        "14s",
        "Js",
        "Qs",
        "Ks",
        "5x",
        "5ss",
        "5 s",
        "TTs",
        "J",
        "JKK",
        "JK1",
        "-5s",
    ],
)
def test_anything_else_names_no_card(text):
    with pytest.raises(CardError):
        Card(text)


def test_the_message_quotes_the_text_and_says_what_a_card_is():
    with pytest.raises(CardError, match=r"unknown card '5x'.*such as 5s, Ta or Rh, or JK"):
        Card("5x")


def test_the_message_cuts_a_long_text_short():
    with pytest.raises(CardError) as caught:
        Card("spades" * 1000)
    assert len(str(caught.value)) < 200


def test_cards_in_a_row_are_parted_by_spaces_or_commas():
    assert CardSet("5s 6s,7s, JK") == CardSet(["5s", "6s", "7s", "JK"])


def test_a_set_is_written_in_id_order_with_jokers_last():
    assert str(CardSet("JK Ta 6d 5s JK Rh")) == "5s Rh 6d Ta JK JK"


def test_every_card_reads_back_as_itself():
    assert [Card(str(Card(i))).id for i in range(70)] == list(range(70))
    assert {str(Card(i)) for i in range(70, 76)} == {"JK"}
