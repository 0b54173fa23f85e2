"""Deadwood against counting by hand, trying everything, integer programs and OpenSpiel; and what is refused."""

import random
from itertools import combinations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.deadwood import counter, integer_program, order_of_ranks

from athanor import ArgumentError, CardError, CardSet, deadwood, deadwood_many
from athanor.deadwood import GIN_POINTS, MOST_POINTS

NO_TWO_ALIKE = (17, 3, 0, 29, 5, 101, 7, 11, 2, 13, 19, 23, 31, 37)
OPTIONS = [
    {"ace_low": low, "ace_high": high, "cavaliers": cavaliers}
    for low, high, cavaliers in product((False, True), repeat=3)
]
SMALL_DECKS = {
    "three ranks": (4, (4, 5, 6)),
    "four ranks": (3, (2, 3, 4, 5)),
    "from the As": (3, (1, 2, 3, 4)),
    "to the As": (3, (1, 11, 13, 14)),
    "both ends": (2, (1, 2, 3, 13, 14)),
    "a long family": (1, tuple(range(1, 13))),
    "around the gap": (2, (10, 11, 12, 13, 14)),
}
POOLS = {
    "any": range(56),
    "low": [i for i in range(56) if i % 14 < 5],
    "high": [i for i in range(56) if i % 14 > 8 or i % 14 == 0],
    "both ends": [i for i in range(56) if i % 14 in (0, 1, 2, 3, 11, 12, 13)],
    "two families": range(28),
}
CAVALIER = 12


def options_text(options):
    return " ".join(name for name, value in options.items() if value) or "none"


all_options = pytest.mark.parametrize("options", OPTIONS, ids=options_text)


def by_rank(points):
    return dict(enumerate(points, 1))


def as_oracle_reads(hand):
    return frozenset((card.id // 14, card.rank) for card in hand)


def words_of(hands):
    return np.array([hand.words for hand in hands], np.uint64).reshape(-1, 2)


def random_hands(rng, count, most, pool, cavaliers=True):
    ids = [i for i in POOLS[pool] if cavaliers or i % 14 + 1 != CAVALIER]
    return [CardSet(rng.sample(ids, rng.randint(0, min(most, len(ids))))) for _ in range(count)]


@pytest.mark.parametrize(
    ("cards", "left"),
    [
        ("", 0),
        ("As", 1),
        ("Rs", 10),
        ("As 2s", 3),
        ("As 2s 3s", 0),
        ("As 2s 4s", 7),
        ("As 2h 3s", 6),
        ("5s 5h 5d", 0),
        ("5s 5h 5d 5c", 0),
        ("5s 5h", 10),
        ("3s 4s 5s 5h 5d", 7),
        ("3s 4s 5s 6s 5h 5d", 10),
        ("3s 4s 5s 6s 7s 5h 5d", 10),
        ("2s 3s 4s 5s 5h 5d", 0),
        ("3s 4s 5s 5h 5d 5c", 0),
        ("As 2s 3s Ah Ad", 2),
        ("Rs Ds Cs Rh Rd Ch Cd", 10),
        ("4s 5s 6s 4h 5h 6h 4d 5d 6d 7s", 0),
        ("7s 8s 9s Vs Cs Ds", 0),
        ("9s Vs Cs", 29),
        ("Cs Ds Rs As", 1),
        ("Rs As 2s", 13),
    ],
)
def test_counted_by_hand(cards, left):
    assert deadwood(cards) == left


def test_the_as_above_the_roi():
    assert deadwood("Ds Rs As", ace_high=True) == 0
    assert deadwood("Ds Rs As 2s", ace_high=True) == 2
    assert deadwood("As 2s 3s", ace_low=False) == 6
    assert deadwood("As 2s 3s", ace_low=False, ace_high=True) == 6
    assert deadwood("As Ah Ad", ace_low=False) == 0


def test_one_as_is_at_one_end_only():
    assert deadwood("As 2s 3s Ds Rs", ace_high=True) == 5
    assert deadwood("As 2s 3s Cs Ds Rs", ace_high=True) == 0
    assert deadwood("As 2s 3s 4s Ds Rs", ace_high=True) == 0
    assert deadwood("As 2s 3s Ds Rs Ah Ad", ace_high=True) == 7
    assert deadwood("As 2s 3s Ds Rs Ah Ad Ac", ace_high=True) == 5
    assert deadwood("As 2s 3s Ds Rs", (1, 50, 50, *GIN_POINTS[3:]), ace_high=True) == 20


def test_without_cavaliers_the_dame_follows_the_valet():
    assert deadwood("Vs Ds Rs") == 30
    assert deadwood("Vs Ds Rs", cavaliers=False) == 0
    assert deadwood("Ts Vs Ds", cavaliers=False) == 0
    assert deadwood("9s Ts Ds", cavaliers=False) == 29


def test_points_go_by_rank():
    for rank in range(14):
        points = [0] * 14
        points[rank] = 7
        assert deadwood([rank], points) == 7
        assert deadwood([rank], points, cavaliers=rank == 11) == 7
        assert deadwood([(rank + 1) % 14], points) == 0


def test_points_can_be_any_numbers_of_a_list_an_array_or_a_generator():
    assert deadwood("3s 9h", np.arange(14)) == deadwood("3s 9h", list(range(14))) == 10
    assert deadwood("3s 9h", (rank for rank in range(14))) == 10


def test_the_most_points_fit():
    hand = CardSet(range(56))
    alone = CardSet("As 2h 3s 4h 6s 7h 8d 9s Ts Vd Dd")
    most = [MOST_POINTS] * 14
    assert deadwood(hand, most) == 0
    assert deadwood(alone, most) == 11 * MOST_POINTS
    assert deadwood_many(words_of([hand, alone]), most).tolist() == [0, 11 * MOST_POINTS]
    assert 56 * MOST_POINTS < 2**31


@all_options
@pytest.mark.parametrize("name", SMALL_DECKS)
def test_every_hand_of_a_small_deck(name, options):
    families, ranks = SMALL_DECKS[name]
    deck = [(f, rank) for f in range(families) for rank in ranks if options["cavaliers"] or rank != CAVALIER]
    chosen = [hand for size in range(len(deck) + 1) for hand in combinations(deck, size)]
    hands = words_of([CardSet([14 * family + rank - 1 for family, rank in hand]) for hand in chosen])
    for points in (GIN_POINTS, NO_TWO_ALIKE):
        least = counter(deck, order_of_ranks(**options), by_rank(points))
        expected = [least(frozenset(hand)) for hand in chosen]
        assert deadwood_many(hands, points, **options).tolist() == expected


@all_options
@pytest.mark.parametrize("pool", POOLS)
def test_random_hands_equal_trying_everything(pool, options):
    rng = random.Random(pool)
    for hand in random_hands(rng, 60, 14, pool, options["cavaliers"]):
        points = rng.choice([GIN_POINTS, NO_TWO_ALIKE, [rng.randint(0, 9) for _ in range(14)]])
        held = as_oracle_reads(hand)
        least = counter(held, order_of_ranks(**options), by_rank(points))
        assert deadwood(hand, points, **options) == least(held), hand


@all_options
def test_large_hands_equal_the_integer_program(options):
    rng = random.Random(5)
    for size in (18, 22, 26, 30, 34, 40, 48, 52):
        ids = [i for i in range(56) if options["cavaliers"] or i % 14 + 1 != CAVALIER]
        hand = CardSet(rng.sample(ids, size))
        points = [rng.randint(0, 20) for _ in range(14)]
        expected = integer_program(as_oracle_reads(hand), order_of_ranks(**options), by_rank(points))
        assert deadwood(hand, points, **options) == expected, hand


def test_equal_to_open_spiel():
    utils = pytest.importorskip("pyspiel").gin_rummy.GinRummyUtils(13, 4, 10)
    rng = random.Random(20)
    theirs = [rng.sample(range(52), 10) for _ in range(20_000)]
    rank_of = [rank for rank in range(14) if rank + 1 != CAVALIER]
    hands = [CardSet([card // 13 * 14 + rank_of[card % 13] for card in hand]) for hand in theirs]
    expected = [utils.min_deadwood(hand) for hand in theirs]
    assert deadwood_many(words_of(hands), cavaliers=False).tolist() == expected


HANDS = st.sets(st.integers(0, 55), max_size=56).map(CardSet)
FLAGS = st.sampled_from([options for options in OPTIONS if options["cavaliers"]])
POINTS = st.lists(st.integers(0, 1000), min_size=14, max_size=14)


@given(HANDS, POINTS, FLAGS)
def test_families_don_t_matter(hand, points, options):
    turned = CardSet([(card.id + 14) % 56 for card in hand])
    assert deadwood(turned, points, **options) == deadwood(hand, points, **options)


@given(HANDS, st.integers(0, 55), POINTS, FLAGS)
def test_one_more_card_adds_at_most_its_points(hand, card, points, options):
    more = hand | CardSet([card])
    assert deadwood(more, points, **options) <= deadwood(hand, points, **options) + points[card % 14]


@given(HANDS, POINTS)
def test_an_as_at_both_ends_is_no_worse_than_at_one(hand, points):
    either = deadwood(hand, points, ace_low=True, ace_high=True)
    low, high = deadwood(hand, points), deadwood(hand, points, ace_low=False, ace_high=True)
    assert either <= min(low, high)
    assert max(low, high) <= deadwood(hand, points, ace_low=False)


@given(st.lists(HANDS, max_size=20), FLAGS)
def test_rows_are_counted_as_hands(hands, options):
    assert deadwood_many(words_of(hands), **options).tolist() == [deadwood(hand, **options) for hand in hands]


def test_arrays_of_any_layout():
    hands = words_of(random_hands(random.Random(1), 50, 14, "low"))
    expected = deadwood_many(hands)
    frozen = hands.copy()
    frozen.flags.writeable = False
    wide = np.zeros((100, 6), np.uint64)
    wide[::2, ::3] = hands
    for given_hands in (np.asfortranarray(hands), frozen, wide[::2, ::3], hands[::-1][::-1]):
        assert np.array_equal(deadwood_many(given_hands), expected)
    assert np.array_equal(deadwood_many(hands[::-1]), expected[::-1])
    out = np.zeros(100, np.int32)
    assert deadwood_many(hands, out=out[::2]).base is out
    assert np.array_equal(out[::2], expected)
    assert not out[1::2].any()
    assert deadwood_many(np.zeros((0, 2), np.uint64)).shape == (0,)


def test_threads_count_as_one():
    rng = np.random.default_rng(3)
    hands = np.zeros((70_000, 2), np.uint64)
    for _ in range(10):
        hands[:, 0] |= np.uint64(1) << rng.integers(0, 56, 70_000, dtype=np.uint64)
    expected = deadwood_many(hands)
    assert np.array_equal(deadwood_many(hands, threads=3), expected)
    hands[[40_000, 69_000], 1] = 1
    with pytest.raises(CardError, match="row 40000 of hands is no hand: Aa is an Atout"):
        deadwood_many(hands, threads=4)


@pytest.mark.parametrize(
    ("cards", "options", "message"),
    [
        ("3s Ta", {}, "Ta is an Atout: deadwood is counted of natural cards only"),
        ("3s JK", {}, "JK is a Joker: deadwood is counted of natural cards only"),
        ("3s Cd", {"cavaliers": False}, "Cd is a Cavalier: cavaliers=False is a deck of 52 cards, without them"),
        ("3s 3s", {}, "3s comes twice"),
        ("3x", {}, "unknown card '3x'"),
    ],
)
def test_cards_that_can_t_be_counted(cards, options, message):
    with pytest.raises(CardError, match=message):
        deadwood(cards, **options)


@pytest.mark.parametrize(
    ("row", "options", "message"),
    [
        ((0, 1 << 9), {}, "Ta is an Atout"),
        ((0, 1 << 19), {}, "JK is a Joker"),
        ((1 << 39, 0), {"cavaliers": False}, "Cd is a Cavalier"),
        ((1 << 56, 0), {}, "it has bits of no card; a row is the words of a CardSet"),
        ((0, 1 << 20), {}, "it has bits of no card; a row is the words of a CardSet"),
        ((1 << 63 | 7, 1 << 63), {}, "it has bits of no card; a row is the words of a CardSet"),
    ],
)
def test_rows_that_are_no_hands(row, options, message):
    hands = np.array([(7, 0), (0, 0), row, (7, 0)], np.uint64)
    with pytest.raises(CardError, match=f"row 2 of hands is no hand: {message}"):
        deadwood_many(hands, **options)


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([1] * 13, r"points can't be \[1, .*\]: they are 14 numbers, by rank from the As on"),
        ([1] * 15, "they are 14 numbers"),
        (7, "points can't be 7: they are 14 numbers"),
        (dict.fromkeys(range(14), 1), "they are 14 numbers"),
        (set(range(14)), "they are 14 numbers"),
        ([*[1] * 13, -1], "points of R can't be -1: it is a whole number from 0 to"),
        ([1.5] * 14, "points of A can't be 1.5"),
        ([True] * 14, "points of A can't be True"),
        ("11111111111111", "points of A can't be '1'"),
        ([MOST_POINTS + 1] * 14, f"it is a whole number from 0 to {MOST_POINTS}"),
    ],
)
def test_points_that_are_none(points, message):
    for call in (lambda: deadwood("3s", points), lambda: deadwood_many(np.zeros((1, 2), np.uint64), points)):
        with pytest.raises(ArgumentError, match=message):
            call()


@pytest.mark.parametrize("name", ["ace_low", "ace_high", "cavaliers"])
def test_options_are_true_or_false(name):
    with pytest.raises(ArgumentError, match=f"{name} can't be 'no': it is True or False"):
        deadwood("3s", **{name: "no"})


@pytest.mark.parametrize(
    ("hands", "options", "message"),
    [
        ([[1, 0]], {}, "hands must be a numpy array of uint64, not list"),
        (np.zeros((3, 2), np.int64), {}, "hands has the dtype int64: it must be uint64"),
        (np.zeros((3, 2), ">u8"), {}, "hands has the dtype >u8: it must be uint64"),
        (np.zeros((3, 3), np.uint64), {}, r"hands has the shape \(3, 3\): it must be \(N, 2\)"),
        (np.zeros(2, np.uint64), {}, r"hands has the shape \(2,\)"),
        (np.zeros(33, np.uint8)[1:].view(np.uint64).reshape(2, 2), {}, "hands is not aligned"),
        (np.zeros((3, 2), np.uint64), {"out": np.zeros(2, np.int32)}, r"aligned array of the shape \(3,\), one count"),
        (np.zeros((3, 2), np.uint64), {"out": np.zeros(3, np.int64)}, "out has the dtype int64: it must be int32"),
        (np.zeros((3, 2), np.uint64), {"threads": 0}, "threads can't be 0"),
    ],
)
def test_arrays_that_can_t_be_counted(hands, options, message):
    with pytest.raises(ArgumentError, match=message):
        deadwood_many(hands, **options)


def test_out_lies_elsewhere():
    hands = np.zeros((4, 2), np.uint64)
    with pytest.raises(ArgumentError, match="out lies in the memory of hands"):
        deadwood_many(hands, out=hands.view(np.int32)[:, 0])
