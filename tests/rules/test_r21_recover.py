"""R21: what is recovered is laid again in the turn, so recovering is legal only while that is possible."""

import pytest
from situations import SPARE, SPARE_RUN, B, situation

SPADES = [rank + "s" for rank in "A23456789TVCDR"]
FULL_RUN = "run 1 " + " ".join("JK" if card == "5s" else card for card in SPADES)
FULL_SET = "set 6s 6h 6d 6c JK"
JOKER_RUN = "run 4 4s JK 6s"
ATOUT_RUN = "run 4 4s 5a 6s"
OPEN = "run 8 8h 9h Th"

NO_ADDS = B.replace(completions_per_turn=0)
ONE_ADD = B.replace(completions_per_turn=1)


def can(action, hand, melds, rules=B, **position):
    """Whether the action is legal; the turn of a mover who can only end it is over at once."""
    table = situation(rules, hand, melds=melds, stays=False, **position)
    if table.happened(0, "end", True):
        return False
    assert (table.current_player, table.phase, table.texts(0)) == (0, "play", [])
    return table.allows(action)


# A Joker that was taken fits any meld with room.


@pytest.mark.parametrize("melds", [[JOKER_RUN], [(1, JOKER_RUN), "set 9s 9h 9d 9c JK"]])
def test_a_joker_may_go_back_to_the_same_run_at_another_place(melds):
    assert can("take m0 5s JK", "5s", melds)


def test_a_joker_may_go_back_to_the_same_set():
    table = situation(B, "9d 2c 3d", melds=["set 9s 9h JK"]).play("take m0 9d JK")
    assert str(table.melds[0]) == "set 9s 9h 9d JK"
    assert table.happened(0, "add m0 JK", True)


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        ("6a", False),
        ("6a 8d 9d", True),
        ("6a 8d Td", True),
        ("6a 8d Vd", False),
        ("6a 8d 9h", False),
        ("6a 8d 8h", True),
        ("6a 8d", False),
        ("6a JK", False),
        ("6a 8d JK", True),
        ("6a 8a", False),
        ("6a 8a 9d", True),
        ("6a Rs As", True),
        ("6a 2s As", True),
    ],
)
@pytest.mark.parametrize("full", [FULL_SET])
def test_where_all_melds_are_full_a_joker_needs_a_new_one(hand, legal, full):
    assert can("take m0 6a JK", hand, [full]) is legal


def test_one_meld_with_room_is_enough():
    for owner in (0, 1):
        assert can("take m0 6a JK", "6a", [FULL_SET, (owner, OPEN)])


@pytest.mark.parametrize(("hand", "legal"), [("5s", False), ("5s 8d 9d", True), ("5s 8d", False)])
def test_a_full_run_has_no_other_place(hand, legal):
    assert can("take m0 5s JK", hand, [FULL_RUN]) is legal


def test_a_new_meld_for_the_joker_obeys_the_options_of_melds():
    assert can("take m0 6a JK", "6a Rs As", [FULL_SET], B.replace(ace_high=False)) is False
    assert can("take m0 6a JK", "6a 2s As", [FULL_SET], B.replace(ace_low=False)) is False
    assert can("take m0 6a JK", "6a 8d 9d", [FULL_SET], B.replace(min_real_cards=2)) is True
    assert can("take m0 6a JK", "6a 8d 9d", [FULL_SET], B.replace(min_real_cards=3)) is False
    assert can("take m0 6a JK", "6a 8d JK", [FULL_SET], B.replace(min_real_cards=2)) is False


# An Atout that was taken fits only where its rank does.


@pytest.mark.parametrize(
    ("hand", "legal"),
    [
        ("5s", False),
        ("5s 6h 7h", True),
        ("5s 3h 4h", True),
        ("5s 4h 6h", True),
        ("5s 4h 6d", False),
        ("5s 5h 5d", True),
        ("5s 5h JK", True),
        ("5s 6h JK", True),
        ("5s JK JK", True),
        ("5s JK 9d", False),
        ("5s 5h 9d", False),
        ("5s 6a 7a", True),
        ("5s 6h 7d", False),
    ],
)
def test_an_atout_needs_a_meld_of_its_rank(hand, legal):
    assert can("take m0 5s 5a", hand, [ATOUT_RUN]) is legal


@pytest.mark.parametrize(
    ("meld", "legal"),
    [
        ("run 6 6h 7h 8h", True),
        ("run 2 2h 3h 4h", True),
        ("run 6 6a 7a JK", True),
        ("run 7 7h 8h 9h", False),
        ("run 4 4h JK 6h", False),
        ("set 5h 5d 5c", True),
        ("set 5h 5d JK", True),
        ("set 5h 5d 5c JK", True),
        ("set 5h 5d JK JK JK", False),
        ("set 6h 6d 6c", False),
    ],
)
@pytest.mark.parametrize("owner", [0, 1])
def test_an_atout_may_extend_a_standing_meld(meld, owner, legal):
    assert can("take m0 5s 5a", "5s", [ATOUT_RUN, (owner, meld)]) is legal


@pytest.mark.parametrize(
    ("meld", "legal"), [("set 5s 5h 5a", True), ("set 5s 5h 5a JK", True), ("set 5s 5a JK JK JK", False)]
)
def test_an_atout_may_go_back_to_the_same_set_while_it_has_room(meld, legal):
    assert can("take m0 5d 5a", "5d", [meld]) is legal


def test_an_atout_of_a_full_set_has_no_way_back():
    meld = "set 5s 5h 5d 5a JK"
    assert can("take m0 5c 5a", "5c", [meld, OPEN]) is False
    assert can("take m0 5c JK", "5c", [meld, OPEN]) is True
    assert can("take m0 5c JK", "5c", [meld]) is False
    assert can("take m0 5c 5a", "5c 6h 7h", [meld]) is True


def test_taking_a_joker_of_a_full_set_makes_no_room_for_its_atout():
    assert can("take m0 5h 5a", "5h 5d", ["set 5s 5a JK JK JK"]) is False


# The As at both ends.


@pytest.mark.parametrize(
    ("meld", "other", "change", "legal"),
    [
        ("run 1 Aa 2s 3s", "run 12 Ch Dh Rh", {}, True),
        ("run 1 Aa 2s 3s", "run 12 Ch Dh Rh", {"ace_high": False}, False),
        ("run 1 Aa 2s 3s", "run 2 2h 3h 4h", {}, True),
        ("run 13 Ds Rs Aa", "run 2 2h 3h 4h", {}, True),
        ("run 13 Ds Rs Aa", "run 2 2h 3h 4h", {"ace_low": False}, False),
        ("run 13 Ds Rs Aa", "run 12 Ch Dh Rh", {}, True),
        ("run 1 Aa 2s 3s", "run 3 3h 4h 5h", {}, False),
        ("run 1 Aa 2s 3s", "run 1 Ah 2h 3h", {}, False),
    ],
)
def test_the_atout_of_the_as_fits_at_either_end(meld, other, change, legal):
    assert can("take m0 As Aa", "As", [meld, other], B.replace(**change)) is legal


def test_the_atout_of_the_as_has_the_choice_of_ends():
    hearts = "run 2 " + " ".join(rank + "h" for rank in "23456789TVCDR")
    table = situation(B, "As 9d", melds=["run 1 Aa 2s 3s", hearts]).play("take m0 As Aa")
    assert sorted(table.legal()) == ["add m1 Aa high", "add m1 Aa low"]


def test_an_as_at_one_end_of_13_leaves_no_other_place():
    thirteen = "run 1 Aa " + " ".join(SPADES[1:13])
    assert can("take m0 As Aa", "As", [thirteen]) is False


# What stands between the taking and the laying.


def test_a_card_of_the_hand_may_make_the_way():
    melds = ["run 7 7s 8a 9s", "run 4 4h 5h 6h"]
    assert can("take m0 8s 8a", "8s 7h", melds)
    assert can("take m0 8s 8a", "8s 7d", melds) is False
    table = situation(B, "8s 7h 2c 3d", melds=melds).play("take m0 8s 8a")
    assert table.texts(0) == ["take m0 8s 8a", "add m1 7h high", "add m1 8a high", "end"]
    assert table.happened(0, "add m1 7h high", True)


@pytest.mark.parametrize(
    ("hand", "legal"), [("8s 5h 6d 7h", False), ("8s 5d 6d 7d", True), ("8s 5h 6h 7d", False)]
)
def test_r8_the_way_along_an_open_run_is_of_one_family(hand, legal):
    assert can("take m0 8s 8a", hand, ["run 7 7s 8a 9s", "run 2 2a 3a 4a"]) is legal


@pytest.mark.parametrize(
    ("most", "used", "legal"), [(2, 0, True), (1, 0, False), (2, 1, False), (3, 1, True), (None, 9, True)]
)
def test_completions_per_turn_counts_every_card_on_the_way(most, used, legal):
    rules = B.replace(completions_per_turn=most)
    melds = ["run 7 7s 8a 9s", "run 4 4h 5h 6h"]
    assert can("take m0 8s 8a", "8s 7h 2c", melds, rules, completions=used) is legal


def test_without_completions_only_a_new_meld_pays():
    assert can("take m0 5s JK", "5s", [JOKER_RUN], NO_ADDS) is False
    assert can("take m0 5s JK", "5s 8d 9d", [JOKER_RUN], NO_ADDS) is True
    assert can("take m0 5s JK", "5s 8d 9d", [f"{JOKER_RUN} 7s"], NO_ADDS.replace(min_real_cards=3)) is False
    assert can("take m0 5d 5a", "5d", ["set 5s 5h 5a"], NO_ADDS) is False
    assert can("take m0 5s JK", "5s", [JOKER_RUN], ONE_ADD, completions=1) is False
    assert can("take m0 5s JK", "5s", [JOKER_RUN], ONE_ADD) is True


def test_replacing_is_no_completion():
    table = situation(ONE_ADD, f"5s {SPARE}", melds=[JOKER_RUN]).play("take m0 5s JK", "add m0 JK high")
    assert table.to_position()["completions"] == 1


def test_one_completion_pays_one_joker():
    melds = [JOKER_RUN, "set 9s 9h JK"]
    table = situation(ONE_ADD, "5s 9d", melds=melds).play("take m0 5s JK")
    assert sorted(table.legal()) == ["add m0 JK high", "add m0 JK low", "add m1 JK"]
    assert table.refuses("take m1 9d JK")


def test_two_jokers_may_share_one_new_meld():
    melds = [JOKER_RUN, "set 9s 9h JK"]
    table = situation(ONE_ADD, "5s 9d 2d", melds=melds).play("take m0 5s JK")
    assert table.allows("take m1 9d JK")
    table.play("take m1 9d JK")
    assert table.to_position()["owed"] == "JK JK"
    assert sorted(table.legal()) == ["run 1 JK 2d JK", "run 2 2d JK JK", "set 2d JK JK"]


# Chains: a recovery that another one pays.

CHAIN = [ATOUT_RUN, "set 9s 9h JK"]


def test_a_further_recovery_may_bring_what_is_missing():
    assert can("take m0 5s 5a", "5s 9d 6h", CHAIN)


@pytest.mark.parametrize("hand", ["5s 6h", "5s 9d", "5s 9d 8h", "5s 9a 6h"])
def test_without_it_the_first_is_not_legal(hand):
    assert can("take m0 5s 5a", hand, CHAIN) is False


def test_a_chain_is_played_to_its_end():
    table = situation(B, "5s 9d 6h 2c", melds=CHAIN).play("take m0 5s 5a")
    assert table.happened(0, "take m1 9d JK", True)
    assert table.to_position()["owed"] == "5a JK"
    assert sorted(table.legal()) == ["run 4 JK 5a 6h", "run 5 5a 6h JK"]


def test_the_card_that_the_chain_needs_is_not_spent_otherwise():
    table = situation(B, "5s 9d 6h 3s 2c", melds=CHAIN).play("take m0 5s 5a")
    assert sorted(table.legal()) == ["add m0 3s low", "take m1 9d JK"]
    assert table.refuses("add m1 9d")


TWO_ATOUTS = [ATOUT_RUN, "run 5 5h 6a 7h"]


@pytest.mark.parametrize(
    ("hand", "legal"), [("5s 6h", False), ("5s 6h 7d", True), ("5s 6h 4d", True), ("5s 6h JK", True)]
)
def test_two_atouts_may_lie_in_one_new_run(hand, legal):
    assert can("take m0 5s 5a", hand, TWO_ATOUTS) is legal
    assert can("take m1 6h 6a", hand, TWO_ATOUTS) is legal


def test_three_recoveries_may_make_one_meld():
    melds = [*TWO_ATOUTS, "set 9s 9h JK"]
    assert can("take m0 5s 5a", "5s 6h", melds) is False
    assert can("take m0 5s 5a", "5s 9d", melds) is False
    table = situation(B, "5s 6h 9d 2c", melds=melds).play("take m0 5s 5a", "take m1 6h 6a")
    assert table.happened(0, "take m2 9d JK", True)
    assert sorted(table.legal()) == ["run 4 JK 5a 6a", "run 5 5a 6a JK"]


# While something is owed.


def test_the_turn_can_not_end_while_one_is_owed():
    table = situation(B, f"5s {SPARE}", melds=[JOKER_RUN]).play("take m0 5s JK")
    assert table.to_position()["owed"] == "JK"
    assert table.refuses("end")
    assert table.play("add m0 JK high").allows("end")
    assert table.to_position()["owed"] == ""


def test_a_new_meld_pays_too():
    table = situation(B, f"5s 9d Td {SPARE}", melds=[JOKER_RUN]).play("take m0 5s JK", "run 8 JK 9d Td")
    assert table.allows("end")


def test_other_cards_may_be_laid_before():
    table = situation(B, f"5s {SPARE}", melds=[JOKER_RUN]).play("take m0 5s JK", SPARE_RUN)
    assert table.to_position()["owed"] == "JK"
    assert not table.allows("end")


def test_any_joker_pays_an_owed_joker():
    table = situation(B, f"5s JK {SPARE}", melds=[JOKER_RUN]).play("take m0 5s JK")
    assert (table.hand(0).jokers, table.to_position()["owed"]) == (2, "JK")
    table.play("add m0 JK high")
    assert (table.hand(0).jokers, table.to_position()["owed"]) == (1, "")
    assert table.allows("end")


def test_each_owed_joker_needs_one_joker_laid():
    melds = ["run 4 4s JK JK", OPEN]
    table = situation(B, f"5s 6s {SPARE}", melds=melds).play("take m0 5s JK", "take m0 6s JK")
    assert table.to_position()["owed"] == "JK JK"
    table.play("add m1 JK high")
    assert table.to_position()["owed"] == "JK"
    assert table.refuses("end")
    assert table.play("add m1 JK low").allows("end")


def test_an_owed_atout_is_paid_by_itself_alone():
    table = situation(B, f"5s JK {SPARE}", melds=[ATOUT_RUN, "run 6 6h 7h 8h"]).play("take m0 5s 5a")
    table.play("add m1 JK high")
    assert table.to_position()["owed"] == "5a"
    assert table.refuses("end")
    assert table.play("add m1 5a low").allows("end")


def test_what_would_leave_it_unpaid_is_not_legal():
    melds = [ATOUT_RUN, "run 3 3h 4h 5h"]
    assert can("add m1 6h high", "5s 6h 7h", melds)
    table = situation(B, f"5s 6h 7h {SPARE}", melds=melds).play("take m0 5s 5a")
    assert table.refuses("add m1 6h high")
    assert table.allows("run 5 5a 6h 7h")


def test_taking_the_only_place_is_not_legal():
    table = situation(B, f"5s 5h {SPARE}", melds=[ATOUT_RUN, "run 6 6h 7h 8h"]).play("take m0 5s 5a")
    assert table.refuses("add m1 5h low")
    assert {"add m1 5a low", SPARE_RUN} == set(table.legal())


def test_an_owed_atout_is_no_right_card():
    melds = [ATOUT_RUN, "run 4 4a JK 6a"]
    assert can("take m1 5s JK", "5s", melds)
    assert can("take m0 5s 5a", "5s", melds) is False
    table = situation(B, f"5s 6h 7h {SPARE}", melds=melds).play("take m0 5s 5a")
    assert table.refuses("take m1 5a JK")


def test_an_owed_atout_is_no_right_card_even_where_it_could_be_taken_back():
    melds = [ATOUT_RUN, "run 4 4a JK 6a"]
    table = situation(B, f"5s 5h 6h 7h {SPARE}", melds=melds).play("take m0 5s 5a")
    assert table.refuses("take m1 5a JK")
    assert table.allows("take m1 5h JK")


def test_a_position_may_be_in_the_middle_of_owing():
    table = situation(B, f"5a 6h 7h {SPARE}", melds=[JOKER_RUN], owed="5a")
    assert table.refuses("end")
    assert sorted(table.legal()) == [SPARE_RUN, "run 5 5a 6h 7h"]


def test_recovering_is_never_compulsory():
    table = situation(B, "5s 9c", melds=[JOKER_RUN])
    assert table.allows("end")


def test_the_last_card_of_a_hand_may_be_the_right_card():
    table = situation(B, "5s", melds=[JOKER_RUN]).play("take m0 5s JK")
    assert (table.current_player, str(table.hand(0))) == (0, "JK")
    table.play("add m0 JK low")
    assert str(table.melds[0]) == "run 3 JK 4s 5s 6s"
    assert table.happened(0, "end", True)


def test_r19_recovering_needs_a_run_of_one_s_own():
    assert can("take m0 5s JK", "5s 9d", [(1, JOKER_RUN)]) is False
    assert can("take m0 5s JK", "5s 9d", [(1, JOKER_RUN)], B.replace(first_run_required=False)) is True


def test_own_family_atouts_are_not_recovered():
    rules = B.replace(atouts_in_melds="own_family")
    assert can("take m0 5d 5a", "5d 6h 7h", ["set 5s 5h 5a"], rules) is False
    assert can("take m0 6a JK", "6a", ["run 5 5a JK 7a"], rules) is True
