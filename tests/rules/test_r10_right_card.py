"""R10: the right card of every wild card on the table, for stealing (R17) and recovering (R21) alike."""

import pytest
from situations import A, B, editions, situation

# (meld, cards in hand, takes that the right card allows)
CASES = [
    ("run 4 4s JK 6s", "5s 5d 5c 5a", {"5s JK"}),
    ("run 4 JK 5s 6s", "4s 7s 4a", {"4s JK"}),
    ("run 4 4s 5s JK", "6s 3s 6a", {"6s JK"}),
    ("run 4 JK 5s JK", "4s 6s 5d", {"4s JK", "6s JK"}),
    ("run 4 4s 5a 6s", "5s 5d 5c", {"5s 5a"}),
    ("run 4 4s 5a JK", "5s 6s 6a", {"5s 5a", "6s JK"}),
    ("run 1 JK 2s 3s", "As Ad Aa", {"As JK"}),
    ("run 13 Ds Rs JK", "As Ad Aa", {"As JK"}),
    ("run 5 5a JK 7a", "6s 6d 6c 6a", {"6s JK", "6d JK", "6c JK", "6a JK"}),
    ("run 5 5a 6a 7a", "5s 6d 7c", {"5s 5a", "6d 6a", "7c 7a"}),
    ("run 5 5a 6a JK", "7s 7a 5d", {"7s JK", "7a JK", "5d 5a"}),
    ("set 6s 6c JK", "6d 6a 6h", {"6d JK", "6h JK"}),
    ("set 6s JK JK", "6d 6a", {"6d JK"}),
    ("set 6s 6h 6d JK", "6c 6a", {"6c JK"}),
    ("set 6s 6h 6d 6c JK", "6a", {"6a JK"}),
    ("set 6s 6d 6a", "6c 6h", {"6c 6a", "6h 6a"}),
    ("set 6d 6a JK", "6s 6c", {"6s 6a", "6s JK", "6c 6a", "6c JK"}),
    ("set 6a JK JK", "6s 6c", {"6s 6a", "6s JK", "6c 6a", "6c JK"}),
    ("set 6s 6h 6d 6c 6a", "JK", set()),
    ("set 6s 6h 6d 6a JK", "6c", {"6c 6a", "6c JK"}),
    ("run 4 4s JK 6s", "JK", set()),
    ("set 6s 6d JK", "JK", set()),
]
CASE_IDS = [meld for meld, _, _ in CASES]

# The mover's melds where 5a, 6a, 7a and any Joker can be laid again.
HOMES = ["run 2 2h 3h 4h", "run 7 7h 8h 9h", "run 8 8d 9d Td"]

OWN_FAMILY = [
    ("run 5 5a JK 7a", "6s 6d 6a", {"6a JK"}),
    ("run 5 5a 6a 7a", "5s 6d 7c", set()),
    ("set 6s 6d JK", "6c 6a", {"6c JK", "6a JK"}),
    ("set 6s 6d 6a", "6c 6h", set()),
    ("run 4 4s JK 6s", "5s 5a", {"5s JK"}),
]


def takes(table):
    return {text.removeprefix("take m0 ") for text in table.legal("take m0")}


@pytest.mark.parametrize(("meld", "hand", "right"), CASES, ids=CASE_IDS)
def test_stealing_takes_jokers_only(meld, hand, right):
    table = situation(A, f"{hand} Vd Cd Dd", melds=[meld])
    assert takes(table) == {take for take in right if take.endswith("JK")}


@pytest.mark.parametrize(("meld", "hand", "right"), CASES, ids=CASE_IDS)
def test_recovering_takes_atouts_and_jokers(meld, hand, right):
    table = situation(B, f"{hand} Vd Cd Dd", melds=[meld, *HOMES])
    assert takes(table) == right


@pytest.mark.parametrize(("meld", "hand", "right"), OWN_FAMILY, ids=[meld for meld, _, _ in OWN_FAMILY])
@editions
def test_own_family_atouts_are_right_cards_and_never_taken(rules, meld, hand, right):
    rules = rules.replace(atouts_in_melds="own_family")
    table = situation(rules, f"{hand} Vd Cd Dd", melds=[meld, *HOMES])
    assert takes(table) == right


@pytest.mark.parametrize("owner", [0, 1])
@editions
def test_wild_cards_are_taken_from_anyone_s_meld(rules, owner):
    table = situation(rules, "5s Vd Cd Dd", melds=[(owner, "run 4 4s JK 6s"), (0, "run 8 8h 9h Th")])
    assert takes(table) == {"5s JK"}


@editions
def test_the_right_card_lies_where_the_wild_card_lay(rules):
    table = situation(rules, "5s Vd Cd Dd", melds=["run 4 4s JK 6s", "run 8 8h 9h Th"]).play("take m0 5s JK")
    assert str(table.melds[0]) == "run 4 4s 5s 6s"
    assert [str(card) for card in table.melds[0].slots] == ["4s", "5s", "6s"]
    assert table.hand(0).jokers == 1


def test_of_two_jokers_in_a_run_the_card_finds_its_place():
    table = situation(B, "6s Vd Cd Dd", melds=["run 4 JK 5s JK"]).play("take m0 6s JK")
    assert str(table.melds[0]) == "run 4 JK 5s 6s"


def test_in_a_set_the_card_joins_and_one_wild_card_goes():
    table = situation(B, "6c Vd Cd Dd", melds=["set 6s JK JK"]).play("take m0 6c JK")
    assert str(table.melds[0]) == "set 6s 6c JK"


@pytest.mark.parametrize(
    "action",
    [
        "take m0 5s 5a",
        "take m0 5s 4s",
        "take m0 5s 6s",
        "take m1 5s JK",
        "take m9 5s JK",
        "take m0 5s",
        "take m0 JK 5s",
    ],
)
@editions
def test_only_a_wild_card_that_lies_there_is_taken(rules, action):
    table = situation(rules, "5s Vd Cd Dd", melds=["run 4 4s JK 6s", "run 8 8h 9h Th"])
    assert table.refuses(action)
