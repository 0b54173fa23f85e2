"""R31: Jokers at the showdown, any card in A and dead in B."""

from __future__ import annotations

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE
from athanor.poker import Category, evaluate


@pytest.mark.parametrize(
    ("cards", "same_as"),
    [
        ("JK", "As"),
        ("JK JK", "As Ah"),
        ("JK JK JK", "As Ah Ad"),
        ("JK JK JK JK", "As Ah Ad Ac"),
        ("JK JK JK JK JK", "Ts Vs Ds Rs As"),
        ("JK JK JK JK JK JK", "Ts Vs Ds Rs As"),
        ("JK JK JK JK JK JK 2s", "Ts Vs Ds Rs As"),
        ("JK JK JK JK 2s", "2s 3s 4s 5s 6s"),
        ("JK JK JK JK Rs", "Ts Vs Ds Rs As"),
        ("JK JK JK 2s 9h", "9s 9h 9d 9c 2s"),
        ("JK JK JK 2s 2h", "2s 2h 2d 2c As"),
        ("JK JK Ts Dh 2d", "Ds Dh Dd Ts 2d"),
        ("JK 9s", "9s 9h"),
        ("JK 9s 8h 2d", "9s 9d 8h 2d"),
        ("JK Rs Rh 6d 6a", "Rs Rh Rd 6d 6a"),
        ("JK Rs 9s 6s 3s", "As Rs 9s 6s 3s"),
        ("JK JK Rs 9s 3s", "Aa As Rs 9s 3s"),
        ("JK 5h 6d 8c 9s", "5h 6d 7s 8c 9s"),
        ("JK Vh Cd Dc Rs", "Vh Cd Dc Rs As"),
        ("JK 2h 3d 4c 5s", "2h 3d 4c 5s 6h"),
        ("JK As 2h 3d 4c", "As 2h 3d 4c 5s"),
    ],
)
def test_in_a_a_joker_is_any_card(cards: str, same_as: str) -> None:
    assert evaluate(cards, ESPRIT_CRITIQUE) == evaluate(same_as, ESPRIT_CRITIQUE)


def test_in_a_a_joker_may_be_a_copy_of_a_card_present() -> None:
    copies = evaluate("As JK Rs 9s 3s", ESPRIT_CRITIQUE)
    assert copies == evaluate("As Aa Rs 9s 3s", ESPRIT_CRITIQUE)
    assert evaluate("As Ah Ad Ac Aa JK Rs", ESPRIT_CRITIQUE) == evaluate("As Ah Ad Ac Aa", ESPRIT_CRITIQUE)


def test_in_a_what_a_joker_stands_for_is_told() -> None:
    hand = evaluate("Rs Rh JK 6d 6a", ESPRIT_CRITIQUE)
    assert " ".join(map(str, hand.five)) == "Rs Rh JK 6a 6d"
    assert " ".join(map(str, hand.stands_for)) == "Rs Rh Rd 6a 6d"


def test_in_b_the_hand_is_made_of_what_remains() -> None:
    for cards in ("Rs", "Rs Rh", "As 2h 3d 4c 5s", "Rs Ds 9s 5s 2s 2h"):
        assert evaluate(f"{cards} JK", FOUR_ALCHIMIQUE) == evaluate(cards, FOUR_ALCHIMIQUE)


def test_in_b_fewer_than_five_cards_lose_to_any_kicker() -> None:
    short = evaluate("Rs Rh Dd 9c JK JK JK", FOUR_ALCHIMIQUE)
    assert len(short.five) == 4
    assert short < evaluate("Rd Rc Dh 9s 2h JK JK", FOUR_ALCHIMIQUE)
    assert short == evaluate("Rd Rc Dh 9s", FOUR_ALCHIMIQUE)


def test_in_b_jokers_alone_are_nothing() -> None:
    hand = evaluate("JK JK JK JK JK JK", FOUR_ALCHIMIQUE)
    assert hand.category is Category.HIGH_CARD
    assert hand.five == ()
    assert hand < evaluate("2s", FOUR_ALCHIMIQUE)


def test_the_option_changes_the_jokers_alone() -> None:
    dead = ESPRIT_CRITIQUE.replace(jokers_at_showdown="dead")
    wild = FOUR_ALCHIMIQUE.replace(jokers_at_showdown="wild")
    assert evaluate("JK Rs Rh Rd", dead).category is Category.THREE_OF_A_KIND
    assert evaluate("JK Rs Rh Rd", wild).category is Category.FOUR_OF_A_KIND
