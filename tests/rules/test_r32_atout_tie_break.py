"""R32: of hands equal in full, one with an Atout among its five wins in B."""

from __future__ import annotations

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE
from athanor.poker import evaluate


def test_in_b_an_atout_among_the_five_wins() -> None:
    assert evaluate("Ra Rh 9d 5c 2s", FOUR_ALCHIMIQUE) > evaluate("Rs Rd 9h 5d 2c", FOUR_ALCHIMIQUE)


def test_in_a_there_is_no_such_rule() -> None:
    assert evaluate("Ra Rh 9d 5c 2s", ESPRIT_CRITIQUE) == evaluate("Rs Rd 9h 5d 2c", ESPRIT_CRITIQUE)


def test_an_atout_never_outweighs_a_kicker() -> None:
    assert evaluate("Ra Rh 9d 5c 2s", FOUR_ALCHIMIQUE) < evaluate("Rs Rd 9h 5d 3c", FOUR_ALCHIMIQUE)


def test_of_equally_good_fives_one_with_an_atout_is_taken() -> None:
    hand = evaluate("Rs Rh 9d 9a 9s 5c 5d", FOUR_ALCHIMIQUE)
    assert hand.has_atout
    assert hand == evaluate("Rd Rc 9a 9c 9h", FOUR_ALCHIMIQUE)
    assert evaluate("As Rs 9s 8s 6s 6a", FOUR_ALCHIMIQUE).has_atout


def test_an_atout_outside_the_five_counts_for_nothing() -> None:
    assert evaluate("As Rh 9d 8c 7s 2a", FOUR_ALCHIMIQUE) == evaluate("Ah Rs 9c 8d 7h", FOUR_ALCHIMIQUE)
    assert not evaluate("As Rh 9d 8c 7s 2a", FOUR_ALCHIMIQUE).has_atout


def test_an_atout_may_be_any_of_the_five() -> None:
    plain = evaluate("9s 9h 6d 6c 2s", FOUR_ALCHIMIQUE)
    for cards in ("9a 9h 6d 6c 2s", "9s 9h 6a 6c 2s", "9s 9h 6d 6c 2a"):
        assert evaluate(cards, FOUR_ALCHIMIQUE) > plain


def test_the_number_of_atouts_does_not_count() -> None:
    assert evaluate("Ra 9a 8a 5c 2s", FOUR_ALCHIMIQUE) == evaluate("Ra 9h 8d 5c 2s", FOUR_ALCHIMIQUE)


def test_atouts_of_the_board_count() -> None:
    board = "Ra Vh 9d 5c 2s"
    assert evaluate(f"{board} As 3d", FOUR_ALCHIMIQUE) == evaluate(f"{board} Aa 3h", FOUR_ALCHIMIQUE)


def test_a_low_as_counts_in_a_straight() -> None:
    assert evaluate("Aa 2h 3d 4c 5s", FOUR_ALCHIMIQUE) > evaluate("As 2h 3d 4c 5s", FOUR_ALCHIMIQUE)


def test_a_joker_is_no_atout_whatever_it_stands_for() -> None:
    rules = FOUR_ALCHIMIQUE.replace(jokers_at_showdown="wild")
    assert evaluate("Rs Rh JK 9d 2c", rules) == evaluate("Rs Rh Rd 9d 2c", rules)
    assert evaluate("Rs Rh JK 9d 2a 3s", rules) < evaluate("Rs Rh JK 9a 2c 3s", rules)
    assert not evaluate("JK JK JK JK JK", rules).has_atout
    assert evaluate("JK JK JK JK JK Va 2s", rules) > evaluate("JK JK JK JK JK", rules)


def test_the_option_may_be_turned_off() -> None:
    rules = FOUR_ALCHIMIQUE.replace(atout_breaks_ties=False)
    assert evaluate("Ra Rh 9d 5c 2s", rules) == evaluate("Rs Rd 9h 5d 2c", rules)
