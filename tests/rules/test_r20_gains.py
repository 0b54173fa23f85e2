"""R20: every second card that a player adds in one turn to melds of the same owner pays one stone."""

import pytest
from situations import SPARE, SPARE_RUN, B, situation

OWN = (0, "run 4 4s 5s 6s")
OWN_SET = (0, "set 9s 9h 9d")
THEIRS = (1, "run 4 4h 5h 6h")
THIRD = (2, "run 4 4d 5d 6d")


def turn(hand, melds, *actions, stones=(5, 5), bank=10, **more):
    """Stones and bank after these actions of seat 0."""
    table = situation(B, f"{hand} 2c", melds=melds, stones=list(stones), bank=bank, players=len(stones), **more)
    table.play(*actions)
    return table.stones, table.bank


def test_creating_pays_nothing():
    assert turn("3a 4a 5s", [], "run 3 3a 4a 5s") == ((5, 5), 10)
    assert turn("6h 6d 6a", [OWN], "set 6h 6d 6a") == ((5, 5), 10)


def test_a_single_card_is_legal_and_pays_nothing():
    assert turn("7s", [OWN], "add m0 7s high") == ((5, 5), 10)
    assert turn("7h", [OWN, THEIRS], "add m1 7h high") == ((5, 5), 10)


def test_a_pair_on_one_s_own_meld_pays_from_the_bank():
    assert turn("3s 7s", [OWN], "add m0 3s low", "add m0 7s high") == ((6, 5), 9)


def test_a_pair_over_two_of_one_s_own_melds_pays_too():
    assert turn("7s 9c", [OWN, OWN_SET], "add m0 7s high", "add m1 9c") == ((6, 5), 9)


@pytest.mark.parametrize(("cards", "gain"), [(1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3)])
def test_every_second_card_pays(cards, gain):
    added = ["7s", "8s", "9s", "Ts", "Vs", "Cs"][:cards]
    adds = [f"add m0 {card} high" for card in added]
    assert turn(" ".join(added), [OWN], *adds) == ((5 + gain, 5), 10 - gain)


def test_a_pair_on_another_s_melds_pays_from_that_owner():
    assert turn("3h 7h", [OWN, THEIRS], "add m1 3h low", "add m1 7h high") == ((6, 4), 10)


def test_one_card_each_on_two_owners_is_no_pair():
    assert turn("7s 7h", [OWN, THEIRS], "add m0 7s high", "add m1 7h high") == ((5, 5), 10)
    melds = [OWN, THEIRS, THIRD]
    assert turn("7h 7d", melds, "add m1 7h high", "add m2 7d high", stones=(5, 5, 5)) == ((5, 5, 5), 10)


def test_cards_are_counted_by_owner_whatever_lies_between():
    adds = ["add m0 7s high", "add m1 7h high", "add m0 8s high", "add m1 8h high"]
    assert turn("7s 8s 7h 8h", [OWN, THEIRS], *adds) == ((5 + 1 + 1, 4), 9)


def test_each_owner_pays_for_their_own():
    adds = ["add m1 7h high", "add m1 8h high", "add m2 7d high", "add m2 8d high"]
    assert turn("7h 8h 7d 8d", [OWN, THEIRS, THIRD], *adds, stones=(5, 5, 5)) == ((7, 4, 4), 10)


def test_an_owner_without_stones_pays_nothing():
    assert turn("3h 7h", [OWN, THEIRS], "add m1 3h low", "add m1 7h high", stones=(5, 0)) == ((5, 0), 10)


def test_an_owner_without_stones_stays_in():
    table = situation(B, "3h 7h 2c", melds=[OWN, THEIRS], stones=[5, 1]).play("add m1 3h low", "add m1 7h high")
    assert (table.stones, table.players_in) == ((6, 0), (0, 1))


def test_an_empty_bank_pays_nothing():
    assert turn("3s 7s", [OWN], "add m0 3s low", "add m0 7s high", bank=0) == ((5, 5), 0)


def test_a_pair_that_found_nothing_is_used_up():
    adds = ["add m1 7h high", "add m1 8h high", "add m1 9h high"]
    table = situation(B, f"7h 8h 9h {SPARE}", melds=[OWN, THEIRS], stones=[5, 0], bank=10).play(*adds)
    assert table.stones == (5, 0)
    assert table.to_position()["added"] == [0, 3]
    four = situation(B, "7h 8h 9h Th 2c", melds=[OWN, THEIRS], stones=[5, 1], bank=10)
    four.play(*adds, "add m1 Th high")
    assert four.stones == (6, 0)


def test_one_stone_left_pays_one_of_two_pairs():
    adds = [f"add m0 {card} high" for card in ("7s", "8s", "9s", "Ts")]
    assert turn("7s 8s 9s Ts", [OWN], *adds, bank=1) == ((6, 5), 0)


def test_a_replacing_card_does_not_count():
    melds = [(0, "run 4 4s JK 6s")]
    adds = ["take m0 5s JK", "add m0 JK high"]
    assert turn("5s", melds, *adds) == ((5, 5), 10)
    assert turn("5s 8s", melds, *adds, "add m0 8s high") == ((6, 5), 9)


def test_a_recovered_card_counts_when_it_is_added():
    melds = [OWN, (1, "run 4 4h JK 6h")]
    assert turn("5h 7h", melds, "take m1 5h JK", "add m1 7h high", "add m1 JK high") == ((6, 4), 10)


def test_cards_of_a_new_meld_do_not_count():
    assert turn(f"{SPARE} 7s", [OWN], SPARE_RUN, "add m0 7s high") == ((5, 5), 10)


def test_cards_on_a_meld_laid_this_turn_count():
    assert turn(f"{SPARE} Rd Ad", [], SPARE_RUN, "add m0 Rd high", "add m0 Ad high") == ((6, 5), 9)


def test_a_turn_does_not_carry_into_the_next():
    table = situation(B, "7s 8s 2c", melds=[OWN], hands={1: "4d 5d 6d"}, bank=10, stones=[5, 5])
    table.play("add m0 7s high", "end", "end")
    assert table.current_player == 0
    assert table.play("add m0 8s high").stones == (5, 5)


def test_another_s_turn_counts_anew():
    melds = [OWN, THEIRS]
    table = situation(B, "7s 2c", melds=melds, hands={1: "8s 9d 9c 9a"}, bank=10, stones=[5, 5]).play("add m0 7s high")
    assert table.current_player == 1
    assert table.play("add m0 8s high").stones == (5, 5)


def test_a_position_says_what_was_added_this_turn():
    assert turn("7s", [OWN], "add m0 7s high", added=[1, 0]) == ((6, 5), 9)
    assert turn("7s", [OWN], "add m0 7s high", added=[2, 0]) == ((5, 5), 10)
    assert turn("7s", [OWN], "add m0 7s high", added=[0, 1]) == ((5, 5), 10)
    assert turn("7h", [OWN, THEIRS], "add m1 7h high", added=[0, 3]) == ((6, 4), 10)


@pytest.mark.parametrize("card", ["7a", "JK"])
def test_wild_cards_count_like_any_other(card):
    assert turn(f"3s {card}", [OWN], "add m0 3s low", f"add m0 {card} high") == ((6, 5), 9)


def test_pair_stones_are_paid_as_far_as_there_are_any():
    rules = B.replace(pair_stones=3)
    own = situation(rules, "3s 7s 2c", melds=[OWN], stones=[5, 5], bank=2).play("add m0 3s low", "add m0 7s high")
    assert (own.stones, own.bank) == ((7, 5), 0)
    other = situation(rules, "3h 7h 2c", melds=[OWN, THEIRS], stones=[5, 2], bank=9)
    other.play("add m1 3h low", "add m1 7h high")
    assert (other.stones, other.bank) == ((7, 0), 9)


def test_completion_and_pair_stones_add_up():
    rules = B.replace(completion_stones=1, pair_stones=1)
    table = situation(rules, "3h 7h 2c", melds=[OWN, THEIRS], stones=[5, 5], bank=9)
    table.play("add m1 3h low", "add m1 7h high")
    assert (table.stones, table.bank) == ((5 + 2 + 1, 4), 7)
