"""R3-R5, R7: which melds can be laid from a hand, on the table of either edition."""

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from situations import DECK, SPARE, SPARE_RUN, A, B, editions, situation

PLACES = "A23456789TVCDRA"  # the rank at places 1 to 15
RANKS = PLACES[:14]


def lays(table):
    return {text for text in table.legal() if text.startswith(("run", "set"))}


@pytest.mark.parametrize("family", "shdca")
@pytest.mark.parametrize("place", range(1, 14))
@editions
def test_three_cards_in_a_row_of_one_family_are_a_run(rules, place, family):
    cards = " ".join(PLACES[place - 1 + i] + family for i in range(3))
    table = situation(rules, cards)
    assert lays(table) == {f"run {place} {cards}"}


@pytest.mark.parametrize("rank", RANKS)
def test_three_cards_of_one_rank_and_three_families_are_a_set(rank):
    table = situation(A, " ".join(rank + family for family in "shdca"))
    combos = combinations("shdca", 3)
    assert lays(table) == {"set " + " ".join(rank + family for family in combo) for combo in combos}


@pytest.mark.parametrize(
    "cards",
    [
        "5s 6h 7s",  # two families
        "5s 6s 8s",  # not in a row
        "5s 5h 6d",  # not one rank
        "Rs As 2s",  # the As joins one end only (R3)
        "Ds Rs 2s",
        "As 2s Ts",
        "5s 6s",
        "JK JK JK",  # a meld holds a card that is no Joker (R7)
        "5s JK",
        "Vs Ds Rs",  # the Cavalier stands between Valet and Dame
    ],
)
@editions
def test_nothing_else_is_a_meld(rules, cards):
    table = situation(rules, cards, stays=False)
    assert table.happened(0, "end", True)


@pytest.mark.parametrize(
    "text",
    [
        "run 5 5s 6s",
        "run 5 5s 6s 7s 8s",
        "set 5s 5h 5d 5c",
        "set 5s 5h",
        "run 14 Rs As 2s",
        "run 0 As 2s 3s",
        "run 6 5s 6s 7s",
        "run 5 7s 6s 5s",
    ],
)
@editions
def test_a_meld_is_laid_as_exactly_three_cards_at_its_place(rules, text):
    table = situation(rules, "5s 6s 7s 8s 5h 5d 5c Rs As 2s 3s", melds=["run 8 8h 9h Th"])
    assert table.refuses(text)


def test_cards_that_are_not_in_the_hand_are_not_laid():
    table = situation(A, f"5s 6s {SPARE}", hands={1: "7s"})
    assert table.refuses("run 5 5s 6s 7s")


@editions
def test_the_cards_leave_the_hand_for_the_table(rules):
    table = situation(rules, f"5s 6s 7s {SPARE}").play("run 5 5s 6s 7s")
    assert str(table.hand(0)) == "Vd Cd Dd"
    meld = table.melds[0]
    assert (meld.owner, meld.kind, meld.low, str(meld.cards)) == (0, "run", 5, "5s 6s 7s")
    assert str(meld) == "run 5 5s 6s 7s"


def test_a_set_lies_in_id_order_with_jokers_last():
    table = situation(A, f"6a JK 6d {SPARE}").play("set 6d 6a JK")
    meld = table.melds[0]
    assert (meld.kind, meld.low, str(meld)) == ("set", 6, "set 6d 6a JK")
    assert [str(card) for card in meld.slots] == ["6d", "6a", "JK"]


@editions
def test_r3_the_as_is_low_or_high(rules):
    assert lays(situation(rules, "As 2s 3s")) == {"run 1 As 2s 3s"}
    assert lays(situation(rules, "Ds Rs As")) == {"run 13 Ds Rs As"}


@editions
def test_r3_the_low_as_may_be_turned_off(rules):
    table = situation(rules.replace(ace_low=False), f"As 2s 3s JK {SPARE}")
    assert not table.legal("run 1 ")
    assert table.refuses("run 1 As 2s 3s")
    assert table.refuses("run 1 JK 2s 3s")
    assert situation(rules.replace(ace_low=False), "Ds Rs As").allows("run 13 Ds Rs As")


@editions
def test_r3_the_high_as_may_be_turned_off(rules):
    table = situation(rules.replace(ace_high=False), f"Ds Rs As JK {SPARE}")
    assert table.refuses("run 13 Ds Rs As")
    assert table.refuses("run 13 Ds Rs JK")
    assert situation(rules.replace(ace_high=False), "As 2s 3s").allows("run 1 As 2s 3s")


@pytest.mark.parametrize("cards", ["4s 5a 6s", "4a 5a 6s", "4a 5s 6a", "4a 5a 6a"])
@editions
def test_r4_an_atout_replaces_any_family_in_a_run(rules, cards):
    assert lays(situation(rules, cards)) == {f"run 4 {cards}"}


@editions
def test_r4_an_atout_keeps_its_rank(rules):
    table = situation(rules, f"4s 7a 6s {SPARE}")
    assert lays(table) == {SPARE_RUN}


@editions
def test_r4_own_family_atouts_run_only_among_themselves(rules):
    rules = rules.replace(atouts_in_melds="own_family")
    table = situation(rules, f"4s 5a 6s 4a 6a {SPARE}")
    assert lays(table) == {"run 4 4a 5a 6a", SPARE_RUN}
    assert lays(situation(rules, "4a 5s JK 6a")) >= {"run 4 4a JK 6a"}
    assert situation(rules, "4a 5s JK 6a").refuses("run 4 4a 5s JK")


def test_r4_own_family_atouts_are_the_fifth_family_of_a_set():
    table = situation(A.replace(atouts_in_melds="own_family"), "4s 4h 4a")
    assert lays(table) == {"set 4s 4h 4a"}


def every_lay(hand, rules):
    """Each meld of three that the hand can lay, by trying every card at every place."""
    cards = hand.split()
    texts = set()
    for place in range(1, 14):
        if (place == 1 and not rules.ace_low) or (place == 13 and not rules.ace_high):
            continue
        for family in "shdca":
            wild = "" if rules.atouts_in_melds == "own_family" else "a"
            places = [
                {PLACES[place - 1 + i] + f for f in (family, *wild)} & set(cards) | {"JK"} & set(cards)
                for i in range(3)
            ]
            texts |= {f"run {place} " + " ".join(run) for run in product(*places) if lawful(run, cards, rules)}
    for rank in RANKS:
        slots = [rank + family for family in "shdca" if rank + family in cards] + ["JK"] * min(3, cards.count("JK"))
        texts |= {"set " + " ".join(found) for found in combinations(slots, 3) if lawful(found, cards, rules)}
    return texts


def lawful(meld, cards, rules):
    jokers = meld.count("JK")
    return jokers <= cards.count("JK") and 3 - jokers >= rules.min_real_cards


@settings(max_examples=150)
@given(
    st.permutations(DECK),
    st.integers(3, 14),
    st.integers(1, 3),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["any_family", "own_family"]),
)
def test_the_lays_of_a_hand_are_those_of_an_obvious_search(deck, size, real, low, high, atouts):
    rules = A.replace(min_real_cards=real, ace_low=low, ace_high=high, atouts_in_melds=atouts)
    hand = " ".join(deck[:size])
    table = situation(rules, hand, stays=False)
    expected = every_lay(hand, rules)
    assert expected == lays(table) if expected else table.happened(0, "end", True)


def test_b_lays_runs_first_and_sets_then():
    hand = "4s 5s 6s 6h 6d"
    assert lays(situation(B, hand)) == {"run 4 4s 5s 6s"}
    assert lays(situation(B, hand, melds=["run 8 8h 9h Th"])) == {"run 4 4s 5s 6s", "set 6s 6h 6d"}
