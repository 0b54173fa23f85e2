"""The evaluator: its answers against the oracle and against counts, its arrays, its errors."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations_with_replacement, pairwise, permutations
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import poker as oracle

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, ArgumentError, Card, CardError, CardSet, Rules
from athanor._core import poker as core
from athanor.poker import Category, HandRank, evaluate, evaluate_many

EDITIONS = [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE]
OPTIONS = {
    "ace_low": [True, False],
    "ace_high": [True, False],
    "royal": ["T-V-D-R-A", "V-C-D-R-A", "both"],
    "jokers_at_showdown": ["wild", "dead"],
    "atouts_at_showdown": ["any_family", "own_family"],
    "atout_breaks_ties": [True, False],
}
each_edition = pytest.mark.parametrize("rules", EDITIONS, ids=["A", "B"])


def random_rules(rng: random.Random) -> Rules:
    return rng.choice(EDITIONS).replace(**{name: rng.choice(values) for name, values in OPTIONS.items()})


def any_cards(rng: random.Random) -> list[int]:
    return list(range(76))


def wild_cards(rng: random.Random) -> list[int]:
    return [*range(56, 76), *rng.sample(range(56), 6)]


def jokers(rng: random.Random) -> list[int]:
    return [*range(70, 76), *rng.sample(range(70), 6)]


def one_family(rng: random.Random) -> list[int]:
    family = rng.randrange(4)
    return [*range(family * 14, family * 14 + 14), *range(56, 70), *range(70, 70 + rng.randrange(4))]


def few_ranks(rng: random.Random) -> list[int]:
    ranks = rng.sample(range(14), 3)
    return [*(card for card in range(70) if card % 14 in ranks), *range(70, 70 + rng.randrange(3))]


def neighbours(rng: random.Random) -> list[int]:
    low = rng.randrange(14)
    ranks = [(low + i) % 14 for i in range(6)]
    cards = [card for card in range(70) if card % 14 in ranks and card // 14 in (1, 2, 4)]
    return [*cards, *range(70, 70 + rng.randrange(3))]


def court(rng: random.Random) -> list[int]:
    cards = [card for card in range(70) if card % 14 in (0, 9, 10, 11, 12, 13) and card // 14 in (0, 3, 4)]
    return [*cards, *range(70, 70 + rng.randrange(3))]


def draw(rng: random.Random, pool: Callable[[random.Random], list[int]]) -> CardSet:
    """Mostly seven cards, all shorter hands too."""
    return CardSet(rng.sample(pool(rng), rng.choice([0, 1, 2, 3, 4, 5, 6, 6, 7, 7, 7, 7, 7, 7])))


POOLS = [any_cards, wild_cards, jokers, one_family, few_ranks, neighbours, court]


def check_against_oracle(hands: list[CardSet], rules: Rules) -> None:
    """Strengths and worths put the hands into the same order with the same ties."""
    judged = sorted((oracle.worth(hand, rules), evaluate(hand, rules).strength, str(hand)) for hand in hands)
    for worth, strength, hand in judged:
        assert HandRank(strength, CardSet(), rules).category == worth[0], f"{hand}: category"
        assert strength & 1 == worth[2], f"{hand}: Atout"
    for (worth, strength, hand), (better, stronger, other) in pairwise(judged):
        assert (strength == stronger) == (worth == better), f"{hand} and {other}: equal?"
        assert strength <= stronger, f"{hand} must not beat {other}"


@pytest.mark.parametrize("pool", POOLS)
@each_edition
def test_the_editions_agree_with_the_oracle(rules: Rules, pool: Callable[[random.Random], list[int]]) -> None:
    rng = random.Random(f"{rules.edition} {pool.__name__}")
    check_against_oracle([draw(rng, pool) for _ in range(1200)], rules)


@pytest.mark.parametrize("seed", range(24))
def test_any_options_agree_with_the_oracle(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(4):
        rules = random_rules(rng)
        check_against_oracle([draw(rng, rng.choice(POOLS)) for _ in range(100)], rules)


def best(readings: Iterator[tuple[tuple[int, ...], bool]], rules: Rules) -> tuple[int, tuple[int, ...]]:
    lines = (rules.ace_low, rules.ace_high, rules.royal)
    return max(oracle.worth_as_read(*reading, *lines) for reading in readings)


def test_the_oracle_s_short_cut_is_the_literal_reading() -> None:
    rng = random.Random(5)
    for _ in range(60):
        rules = random_rules(rng)
        pool = [*rng.sample(range(70), 4), *range(56, 60), 70, 71]
        five = [Card(card) for card in rng.sample(pool, rng.choice([3, 4, 5, 5, 5]))]
        if sum(card.is_joker for card in five) == 2:
            five = [card for card in five if not card.is_atout]
        assert best(oracle.readings(five, rules), rules) == best(oracle.literal_readings(five, rules), rules)


# Five cards of 76, counted without looking at one hand.

FIVE_IN_A_ROW = 11  # A-5 to V-A
SUITED = 4 * (2**5 - 1) + 1  # five ranks in one family or its Atouts: four times, all Atouts once


def counts_without_jokers(printed_royal: bool) -> list[int]:
    """Fives of the 70 naturals and Atouts by category, in closed form."""
    rank_sets = comb(14, 5)
    paired_flush = 14 * comb(13, 3) * 4 * 2**3  # natural and Atout of one rank, three more of that family
    doubly_paired_flush = comb(14, 2) * 12 * 4 * 2
    straight_flushes = FIVE_IN_A_ROW if printed_royal else FIVE_IN_A_ROW - 1
    return [
        (rank_sets - FIVE_IN_A_ROW) * (5**5 - SUITED),
        14 * comb(5, 2) * comb(13, 3) * 5**3 - paired_flush,
        comb(14, 2) * comb(5, 2) ** 2 * 12 * 5 - doubly_paired_flush,
        14 * comb(5, 3) * comb(13, 2) * 5**2,
        FIVE_IN_A_ROW * (5**5 - SUITED),
        (rank_sets - straight_flushes - 1) * SUITED + paired_flush + doubly_paired_flush,
        14 * comb(5, 3) * 13 * comb(5, 2),
        14 * comb(5, 4) * 13 * 5 + 14 * comb(5, 5),
        straight_flushes * SUITED,
        SUITED,
    ]


def counts_with_dead_jokers(used: int) -> list[int]:
    """One to four of the 70 other cards: no five of anything is left (R31)."""
    pairs, trips = 14 * comb(5, 2), 14 * comb(5, 3)
    counts = [0] * 10
    counts[Category.HIGH_CARD] = comb(14, used) * 5**used
    counts[Category.PAIR] = pairs * comb(13, used - 2) * 5 ** (used - 2) if used >= 2 else 0
    counts[Category.TWO_PAIR] = comb(14, 2) * comb(5, 2) ** 2 if used == 4 else 0
    counts[Category.THREE_OF_A_KIND] = trips * (13 * 5) ** (used - 3) if used >= 3 else 0
    counts[Category.FOUR_OF_A_KIND] = 14 * comb(5, 4) if used == 4 else 0
    return counts


def test_categories_of_five_cards_with_dead_jokers_in_closed_form() -> None:
    expected = counts_without_jokers(printed_royal=False)
    for jokers in range(1, 5):
        some = counts_with_dead_jokers(5 - jokers)
        expected = [total + comb(6, jokers) * count for total, count in zip(expected, some, strict=True)]
    expected[Category.HIGH_CARD] += comb(6, 5)
    assert sum(expected) == comb(76, 5) == 18_474_840
    assert core.count_categories(FOUR_ALCHIMIQUE.rule_set(), 5) == expected


def straights_and_royals(rules: Rules) -> tuple[list[set[int]], list[set[int]]]:
    """The straights and the royals as sets of ranks."""
    straights = [set(range(low, low + 5)) for low in range(2, 11)]
    straights += [{1, 2, 3, 4, 5}] if rules.ace_low else []
    straights += [{11, 12, 13, 14, 1}] if rules.ace_high else []
    royals = [{10, 11, 13, 14, 1}] if rules.royal != "V-C-D-R-A" else []
    royals += [{11, 12, 13, 14, 1}] if rules.royal != "T-V-D-R-A" and rules.ace_high else []
    return straights, royals


def category_by_ranks(times: Counter[int], jokers: int, suited: bool, rules: Rules) -> Category:
    """The category of five cards from how often each rank comes, with Jokers as what is needed."""
    straights, royals = straights_and_royals(rules)
    distinct = max(times.values(), default=1) == 1
    alike = max(times.values(), default=0) + jokers
    straight = distinct and any(set(times) <= line for line in straights)
    if suited and distinct and any(set(times) <= line for line in royals):
        return Category.ROYAL_FLUSH
    if suited and straight:
        return Category.STRAIGHT_FLUSH
    if alike >= 4:
        return Category.FOUR_OF_A_KIND
    if len(times) <= 2:
        return Category.FULL_HOUSE
    if suited:
        return Category.FLUSH
    if straight:
        return Category.STRAIGHT
    if alike == 3:
        return Category.THREE_OF_A_KIND
    if len(times) + jokers == 3:
        return Category.TWO_PAIR
    return Category.PAIR if alike == 2 else Category.HIGH_CARD


def suited_ways(times: Counter[int], rules: Rules) -> int:
    """How many choices of cards for these ranks are of one family."""
    if not times:
        return 1
    if rules.atouts_at_showdown == "own_family":
        return 5 if max(times.values()) == 1 else 0
    if max(times.values()) > 2:
        return 0
    in_one_family = prod(2 if n == 1 else 1 for n in times.values())
    return 4 * in_one_family - 3 * (max(times.values()) == 1)


def counts_by_ranks(rules: Rules) -> list[int]:
    """Fives with wild Jokers by number of Jokers and by ranks, each with the ways to choose its cards."""
    counts = [0] * 10
    for jokers in range(6):
        for ranks in combinations_with_replacement(range(1, 15), 5 - jokers):
            times = Counter(ranks)
            ways = prod(comb(5, n) for n in times.values()) * comb(6, jokers)
            suited = suited_ways(times, rules) * comb(6, jokers)
            counts[category_by_ranks(times, jokers, True, rules)] += suited
            counts[category_by_ranks(times, jokers, False, rules)] += ways - suited
    return counts


@pytest.mark.parametrize(
    "changes",
    [{}, {"atouts_at_showdown": "own_family"}, {"royal": "both", "ace_low": False}, {"ace_high": False}],
    ids=str,
)
def test_categories_of_five_cards_with_wild_jokers_by_ranks(changes: dict[str, object]) -> None:
    rules = ESPRIT_CRITIQUE.replace(**changes)
    expected = counts_by_ranks(rules)
    assert sum(expected) == comb(76, 5)
    assert core.count_categories(rules.rule_set(), 5) == expected


def test_the_two_ways_to_count_agree_where_no_joker_is_held() -> None:
    by_ranks = Counter[Category]()
    for ranks in combinations_with_replacement(range(1, 15), 5):
        times = Counter(ranks)
        if max(times.values()) <= 5:
            suited = suited_ways(times, ESPRIT_CRITIQUE)
            by_ranks[category_by_ranks(times, 0, True, ESPRIT_CRITIQUE)] += suited
            by_ranks[category_by_ranks(times, 0, False, ESPRIT_CRITIQUE)] += (
                prod(comb(5, n) for n in times.values()) - suited
            )
    assert [by_ranks[category] for category in Category] == counts_without_jokers(printed_royal=True)


# Properties of any hand under any options.

hand_ids = st.sets(st.integers(0, 75), max_size=7).map(lambda ids: CardSet(sorted(ids)))
all_rules = st.builds(
    lambda edition, changes: edition.replace(**changes),
    st.sampled_from(EDITIONS),
    st.fixed_dictionaries({name: st.sampled_from(values) for name, values in OPTIONS.items()}),
)


@given(hand=hand_ids, rules=all_rules, data=st.data())
def test_a_card_more_never_harms(hand: CardSet, rules: Rules, data: st.DataObject) -> None:
    fewer = CardSet(data.draw(st.sets(st.sampled_from(sorted(hand)))) if hand else ())
    assert evaluate(fewer, rules) <= evaluate(hand, rules)


@given(hand=hand_ids, rules=all_rules, families=st.sampled_from(list(permutations(range(4)))))
def test_families_do_not_rank(hand: CardSet, rules: Rules, families: tuple[int, ...]) -> None:
    moved = [card if card >= 56 else families[card // 14] * 14 + card % 14 for card in hand.ids]
    assert evaluate(moved, rules) == evaluate(hand, rules)


@given(hand=hand_ids, rules=all_rules)
def test_the_five_shown_are_worth_the_hand(hand: CardSet, rules: Rules) -> None:
    rank = evaluate(hand, rules)
    usable = len(hand) if rules.jokers_at_showdown == "wild" else len(hand) - hand.jokers
    assert len(rank.five) == min(5, usable)
    assert set(rank.five) <= set(hand)
    assert evaluate(rank.five, rules) == rank


@given(hand=hand_ids, rules=all_rules)
def test_what_the_five_stand_for_shows_the_category(hand: CardSet, rules: Rules) -> None:
    rank = evaluate(hand, rules)
    ranks = tuple(sorted(card.rank for card in rank.stands_for))
    suited = len(ranks) == 5 and len({card.family for card in rank.stands_for}) == 1
    meant = oracle.worth_as_read(ranks, suited, rules.ace_low, rules.ace_high, rules.royal)
    assert meant == oracle.worth(hand, rules)[:2]
    for card, other in zip(rank.five, rank.stands_for, strict=True):
        assert card.is_joker or (card.is_atout and card.rank == other.rank) or card == other


@given(hand=hand_ids, rules=all_rules)
def test_the_atout_that_breaks_a_tie_is_among_the_five(hand: CardSet, rules: Rules) -> None:
    rank = evaluate(hand, rules)
    assert rank.has_atout == any(card.is_atout for card in rank.five)
    assert rank.strength & 1 == (rank.has_atout and rules.atout_breaks_ties)


@settings(max_examples=50)
@given(hands=st.lists(hand_ids, min_size=3, max_size=3), rules=all_rules)
def test_hands_are_in_one_order(hands: list[CardSet], rules: Rules) -> None:
    a, b, c = sorted(evaluate(hand, rules) for hand in hands)
    assert a <= b <= c
    assert c >= b >= a
    assert (a < c) == (a != c) == (c > a) == (hash(a) != hash(c))
    assert (a < b) != (a == b)


# Arrays.


def random_hands(rows: int, columns: int, seed: int = 3) -> np.ndarray:
    deck = np.random.default_rng(seed).permuted(np.tile(np.arange(76, dtype=np.uint8), (rows, 1)), axis=1)
    return np.ascontiguousarray(deck[:, :columns])


@pytest.mark.parametrize("columns", range(8))
@each_edition
def test_rows_are_worth_what_single_hands_are(rules: Rules, columns: int) -> None:
    hands = random_hands(300, columns)
    expected = [evaluate(row.tolist(), rules).strength for row in hands]
    strengths = evaluate_many(hands, rules)
    assert strengths.dtype == np.uint32
    assert strengths.tolist() == expected


def test_any_layout_of_the_array_gives_the_same() -> None:
    hands = random_hands(200, 7)
    expected = evaluate_many(hands, FOUR_ALCHIMIQUE)
    locked = hands.copy()
    locked.flags.writeable = False
    spread = np.zeros((400, 14), np.uint8)
    spread[::2, ::2] = hands
    for same in (np.asfortranarray(hands), locked, spread[::2, ::2], hands[::-1][::-1], hands[:, ::-1]):
        assert np.array_equal(evaluate_many(same, FOUR_ALCHIMIQUE), expected)


def test_results_go_into_out_where_given() -> None:
    hands = random_hands(50, 7)
    out = np.zeros((50, 2), np.uint32)[:, 0]
    assert evaluate_many(hands, ESPRIT_CRITIQUE, out=out) is out
    assert np.array_equal(out, evaluate_many(hands, ESPRIT_CRITIQUE))


def test_empty_arrays_give_empty_results() -> None:
    assert evaluate_many(np.empty((0, 7), np.uint8), ESPRIT_CRITIQUE).shape == (0,)
    assert evaluate_many(np.empty((0, 0), np.uint8), ESPRIT_CRITIQUE).shape == (0,)
    assert evaluate_many(np.empty((3, 0), np.uint8), ESPRIT_CRITIQUE).tolist() == [0, 0, 0]


def test_every_joker_id_is_a_joker() -> None:
    hands = np.array([[70, 70, 0], [74, 75, 0], [70, 71, 0]], np.uint8)
    assert len(set(evaluate_many(hands, ESPRIT_CRITIQUE).tolist())) == 1
    assert evaluate_many(hands, ESPRIT_CRITIQUE)[0] == evaluate("JK JK As", ESPRIT_CRITIQUE).strength


@pytest.mark.parametrize(
    ("hands", "words"),
    [
        ([[0, 1, 2]], "must be a numpy array of uint8, not list"),
        (np.zeros((2, 3), np.int64), "dtype int64: it must be uint8"),
        (np.zeros((2, 3), np.int8), "dtype int8: it must be uint8"),
        (np.zeros(3, np.uint8), r"shape \(3,\): it must be \(N, k\)"),
        (np.zeros((2, 2, 2), np.uint8), r"shape \(2, 2, 2\): it must be"),
        (np.zeros((2, 8), np.uint8), r"shape \(2, 8\): it must be \(N, k\), k at most 7"),
    ],
)
def test_arrays_that_hold_no_hands_are_refused(hands: np.ndarray, words: str) -> None:
    with pytest.raises(ArgumentError, match=words):
        evaluate_many(hands, ESPRIT_CRITIQUE)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ([0, 76, 2], "row 1 of hands is no hand: no card has the id 76"),
        ([0, 255, 2], "row 1 of hands is no hand: no card has the id 255"),
        ([5, 8, 5], "row 1 of hands is no hand: 6s comes twice"),
        ([60, 8, 60], "row 1 of hands is no hand: 5a comes twice"),
    ],
)
def test_rows_that_are_no_hand_are_named(row: list[int], words: str) -> None:
    with pytest.raises(CardError, match=words):
        evaluate_many(np.array([[0, 1, 2], row, row], np.uint8), ESPRIT_CRITIQUE)


def test_seven_jokers_in_a_row_are_refused() -> None:
    with pytest.raises(CardError, match="row 0 of hands is no hand: seven Jokers"):
        evaluate_many(np.full((1, 7), 70, np.uint8), ESPRIT_CRITIQUE)


@pytest.mark.parametrize(
    "out", [np.zeros(3, np.uint32), np.zeros((2, 1), np.uint32), np.broadcast_to(np.uint32(0), (2,))]
)
def test_an_out_of_the_wrong_shape_or_read_only_is_refused(out: np.ndarray) -> None:
    with pytest.raises(ArgumentError, match=r"out must be a writable, aligned array of the shape \(2,\)"):
        evaluate_many(random_hands(2, 7), ESPRIT_CRITIQUE, out=out)


@pytest.mark.parametrize("dtype", ["int64", "float32", ">u4"])
def test_an_out_of_the_wrong_dtype_is_refused(dtype: str) -> None:
    with pytest.raises(ArgumentError, match="out has the dtype"):
        evaluate_many(random_hands(2, 7), ESPRIT_CRITIQUE, out=np.zeros(2, dtype))


def test_unchecked_rows_of_any_bytes_give_some_number() -> None:
    anything = np.random.default_rng(9).integers(0, 256, (2000, 7)).astype(np.uint8)
    for rules in EDITIONS:
        strengths = evaluate_many(anything, rules, validate=False)
        assert HandRank(int(strengths.max()), CardSet(), rules).category <= Category.ROYAL_FLUSH


# One hand.


def test_hands_come_as_text_sets_cards_or_ids() -> None:
    expected = evaluate("5s 6s JK", ESPRIT_CRITIQUE)
    for same in (CardSet("5s 6s JK"), [Card("JK"), Card("6s"), Card("5s")], (4, 5, 70), ["5s", 5, 75]):
        assert evaluate(same, ESPRIT_CRITIQUE) == expected


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("As 2s 3s 4s 5s 6s 7s 8s", "8 cards: a hand at the showdown has 7 at most"),
        ("As As", "As comes twice"),
        ("As 1s", "unknown card '1s'"),
        ([0, 76], "no card has the id 76"),
        ("JK " * 7, "seven Jokers"),
        (None, "expected cards"),
    ],
)
def test_what_is_no_hand_is_refused(cards: object, words: str) -> None:
    with pytest.raises(CardError, match=words):
        evaluate(cards, ESPRIT_CRITIQUE)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("Ts Vs Ds Rs As", "Quinte Flush Royale"),
        ("6s 7s 8s 9s Ts", "Quinte Flush, hauteur 10"),
        ("Cs Ch Cd Ca 2s", "Carré, Cavaliers"),
        ("Rs Rh Rd 6s 6h", "Full, Rois par les 6"),
        ("Ds 9s 8s 4s 2s", "Couleur, hauteur Dame"),
        ("As 2s 3s 4s 5h", "Suite, hauteur 5"),
        ("As Ah Ad 4s 5h", "Brelan, As"),
        ("Rs Rh 6d 6s 5h", "Double Paire, Rois et 6"),
        ("Vs Vh 6d 3s 5h", "Paire, Valets"),
        ("Rs 9h 6d 3s 5h", "Carte Haute, Roi"),
        ("As 9h 6d 3s 8h", "Carte Haute, As"),
        ("", "Carte Haute"),
    ],
)
def test_hands_read_as_in_the_booklet(cards: str, words: str) -> None:
    assert str(evaluate(cards, ESPRIT_CRITIQUE)) == words


@pytest.mark.parametrize(
    ("cards", "words", "meant"),
    [
        ("JK JK JK JK JK", "Quinte Flush Royale", "As Rs Ds Vs Ts"),
        ("Ts Va JK Rs As", "Quinte Flush Royale", "As Rs Ds Vs Ts"),
        ("6s 7a JK 9s Ts", "Quinte Flush, hauteur 10", "Ts 9s 8s 7s 6s"),
        ("Rs Ra JK Rh 2c", "Carré, Rois", "Ra Rs Rh Rd 2c"),
        ("Rs Rh JK 6d 6s", "Full, Rois par les 6", "Rs Rh Rd 6s 6d"),
        ("As 9s 4a JK 2s", "Couleur, hauteur As", "As As 9s 4s 2s"),
        ("4s 5h JK 7a 8c", "Suite, hauteur 8", "8c 7a 6s 5h 4s"),
        ("JK JK As 9d 3c 2h", "Suite, hauteur 5", "5s 4s 3c 2h As"),
        ("JK JK 5s", "Brelan, 5", "5s 5h 5d"),
        ("6s 6h 4a 4d 9c", "Double Paire, 6 et 4", "6s 6h 4a 4d 9c"),
        ("JK 9s 5h 3d 2c", "Paire, 9", "9s 9h 5h 3d 2c"),
        ("JK", "Carte Haute, As", "As"),
    ],
)
def test_hands_with_wild_cards_read_as_what_they_stand_for(cards: str, words: str, meant: str) -> None:
    hand = evaluate(cards, ESPRIT_CRITIQUE)
    assert str(hand) == words
    assert " ".join(map(str, hand.stands_for)) == meant


def test_a_hand_shows_itself() -> None:
    hand = evaluate("2s 6s 9s Vh Dh Rs 4a", FOUR_ALCHIMIQUE)
    assert repr(hand) == "<HandRank Couleur, hauteur Roi: Rs 9s 6s 4a 2s>"
    assert [str(card) for card in hand.stands_for] == ["Rs", "9s", "6s", "4s", "2s"]
    assert hand.category is Category.FLUSH
    assert hand.category.label == "Couleur"
    assert hand.has_atout


def test_a_hand_rank_compares_with_hand_ranks_only() -> None:
    hand = evaluate("As", ESPRIT_CRITIQUE)
    assert hand != hand.strength
    assert isinstance(hand, HandRank)
    for compare in (hand.__lt__, hand.__le__, hand.__gt__, hand.__ge__):
        assert compare(hand.strength) is NotImplemented


def test_evaluating_one_hand_needs_no_numpy() -> None:
    code = "import sys, athanor.poker; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
