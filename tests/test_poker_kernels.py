"""Arrays of hands: each kernel that the machine has gives what single hands give, whatever the layout."""

from __future__ import annotations

import pickle
import random
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise

import numpy as np
import pytest
from oracles import poker as oracle

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, ArgumentError, Card, CardError, Rules, strength
from athanor._core.poker_arrays import KERNEL_NAMES, evaluate_many, kernels
from athanor.poker import Category, HandRank, evaluate
from athanor.poker import evaluate_many as checked_evaluate_many

FIRST_JOKER = 70
EDITIONS = [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE]
OPTIONS = {
    "ace_low": [True, False],
    "ace_high": [True, False],
    "royal": ["T-V-D-R-A", "V-C-D-R-A", "both"],
    "jokers_at_showdown": ["wild", "dead"],
    "atouts_at_showdown": ["any_family", "any_family", "any_family", "own_family"],
    "atout_breaks_ties": [True, False],
}
SIZES = [0, 1, 15, 16, 17, 63, 64, 65, 1000, 1023, 1024, 1025, 1100]

# Cards to draw from: any, mostly wild, mostly Jokers, one family, few ranks, neighbours.
POOLS = [
    list(range(76)),
    [*range(56, 76), *range(6)],
    [*range(70, 76), *range(0, 28, 3), *range(56, 60)],
    [*range(14), *range(56, 73)],
    [*(card for card in range(70) if card % 14 in (2, 7, 11)), 70, 71],
    [*range(9, 14), 0, *range(23, 28), 14, *range(65, 70), 56, 70, 71],
]

each_kernel = pytest.mark.parametrize("kernel", kernels())
each_edition = pytest.mark.parametrize("rules", EDITIONS, ids=["A", "B"])


def random_rules(rng: random.Random) -> Rules:
    return rng.choice(EDITIONS).replace(**{name: rng.choice(values) for name, values in OPTIONS.items()})


def hands_from(pool: list[int], rows: int, columns: int, seed: int) -> np.ndarray:
    order = np.random.default_rng(seed).random((rows, len(pool))).argpartition(columns - 1 if columns else 0)
    return np.array(pool, np.uint8)[order[:, :columns]]


def run(kernel: str, hands: np.ndarray, rules: Rules, validate: bool = True) -> np.ndarray:
    out = np.full(len(hands), 0xDEADBEEF, np.uint32)
    assert evaluate_many(rules.core, hands, out, validate, kernel) == -1
    return out


def test_the_kernels_start_with_the_scalar_one() -> None:
    assert kernels()[0] == "scalar"
    assert [name for name in KERNEL_NAMES if name in kernels()] == kernels()


@pytest.mark.parametrize("columns", [5, 7])
@each_edition
@each_kernel
def test_unchecked_rows_may_name_each_joker_by_the_first_one(kernel: str, rules: Rules, columns: int) -> None:
    """So the bots deal what they imagine."""
    hands = hands_from(POOLS[1], 16_000, columns, columns)
    alike = np.minimum(hands, FIRST_JOKER)
    assert np.array_equal(run(kernel, alike, rules, validate=False), run("scalar", hands, rules))


@pytest.mark.parametrize("pool", range(len(POOLS)))
@each_edition
@each_kernel
def test_a_kernel_gives_what_the_scalar_one_does(kernel: str, rules: Rules, pool: int) -> None:
    """With four kernels some million hands."""
    hands = hands_from(POOLS[pool], 64_000 if pool == 0 else 16_000, 7, pool)
    assert np.array_equal(run(kernel, hands, rules), run("scalar", hands, rules))


@pytest.mark.parametrize("seed", range(40))
@each_kernel
def test_any_options_and_sizes_of_hands_give_the_same(kernel: str, seed: int) -> None:
    rng = random.Random(seed)
    rules = random_rules(rng)
    for columns in range(8):
        hands = hands_from(rng.choice(POOLS), 500, columns, seed)
        assert np.array_equal(run(kernel, hands, rules), run("scalar", hands, rules)), columns


@each_edition
@each_kernel
def test_a_kernel_gives_what_single_hands_are_worth(kernel: str, rules: Rules) -> None:
    hands = np.concatenate([hands_from(pool, 128, 7, 1) for pool in POOLS])
    expected = [evaluate(row, rules).strength for row in hands.tolist()]
    assert run(kernel, hands, rules).tolist() == expected


@each_edition
@each_kernel
def test_a_kernel_puts_hands_in_the_oracle_s_order(kernel: str, rules: Rules) -> None:
    hands = np.concatenate([hands_from(pool, 64, 7, 2) for pool in POOLS])
    worths = [oracle.worth(map(Card, row), rules) for row in hands.tolist()]
    judged = sorted(zip(worths, run(kernel, hands, rules).tolist(), strict=True))
    for (worth, strong), (better, stronger) in pairwise(judged):
        assert (strong == stronger) == (worth == better)
        assert strong <= stronger


@pytest.mark.parametrize("rows", SIZES)
@each_kernel
def test_any_number_of_rows_in_any_layout(kernel: str, rows: int) -> None:
    for columns in (7, 5, 1):
        hands = hands_from(POOLS[0], rows, columns, rows)
        for rules in EDITIONS:
            expected = run("scalar", hands, rules)
            for name, same in layouts(hands).items():
                assert np.array_equal(run(kernel, same, rules), expected), name


def layouts(hands: np.ndarray) -> dict[str, np.ndarray]:
    """The same hands in other places of memory."""
    rows, columns = hands.shape
    locked = hands.copy()
    locked.flags.writeable = False
    spread = np.zeros((2 * rows, 3 * columns), np.uint8)
    spread[::2, ::3] = hands
    wide = np.zeros((rows, columns + 2), np.uint8)
    wide[:, 1:-1] = hands
    shifted = np.zeros(rows * columns + 1, np.uint8)[1:].reshape(rows, columns)
    shifted[:] = hands
    return {
        "rows": hands,
        "columns": np.asfortranarray(hands),
        "read-only": locked,
        "every second": spread[::2, ::3],
        "part of each row": wide[:, 1:-1],
        "part of each column": np.asfortranarray(np.concatenate([hands, hands]))[:rows],
        "backwards": np.ascontiguousarray(hands[::-1])[::-1],
        "columns backwards": np.ascontiguousarray(hands[:, ::-1])[:, ::-1],
        "odd address": shifted,
    }


@each_kernel
def test_columns_may_share_their_memory(kernel: str) -> None:
    ids = np.arange(70, dtype=np.uint8).repeat(40)
    rows = np.lib.stride_tricks.as_strided(ids, (1000, 5), (1, 41), writeable=False)
    assert np.array_equal(run(kernel, rows, ESPRIT_CRITIQUE), run("scalar", rows.copy(), ESPRIT_CRITIQUE))


@each_kernel
def test_an_out_with_gaps_is_filled_and_nothing_else(kernel: str) -> None:
    hands = hands_from(POOLS[0], 200, 7, 5)
    wide = np.zeros((202, 3), np.uint32)
    assert evaluate_many(ESPRIT_CRITIQUE.core, hands, wide[1:-1, 1], True, kernel) == -1
    assert np.array_equal(wide[1:-1, 1], run("scalar", hands, ESPRIT_CRITIQUE))
    wide[1:-1, 1] = 0
    assert not wide.any()


@pytest.mark.parametrize(
    "odd",
    [
        [0, 76, 2, 3, 4, 5, 6],
        [0, 255, 2, 3, 4, 5, 6],
        [0, 128, 2, 3, 4, 5, 6],
        [5, 8, 5, 20, 30, 40, 50],
        [60, 8, 60, 20, 30, 40, 50],
        [70] * 7,
    ],
)
@pytest.mark.parametrize("row", [0, 1, 63, 64, 100, 1023, 1029])
@each_edition
@each_kernel
def test_the_first_row_that_is_no_hand_is_found(kernel: str, rules: Rules, row: int, odd: list[int]) -> None:
    hands = hands_from(POOLS[0], 1030, 7, 6)
    hands[[row, 1029]] = odd
    out = np.empty(len(hands), np.uint32)
    for same in (hands, np.asfortranarray(hands)):
        assert evaluate_many(rules.core, same, out, True, kernel) == row


@each_kernel
def test_a_short_hand_with_a_card_twice_is_found(kernel: str) -> None:
    for columns in range(2, 8):
        hands = hands_from(POOLS[0], 100, columns, 7)
        hands[70, :] = hands[70, 0] % 70
        assert evaluate_many(ESPRIT_CRITIQUE.core, hands, np.empty(100, np.uint32), True, kernel) == 70


@each_edition
@each_kernel
def test_unchecked_rows_of_any_bytes_give_some_number(kernel: str, rules: Rules) -> None:
    anything = np.random.default_rng(9).integers(0, 256, (2000, 7)).astype(np.uint8)
    strengths = run(kernel, anything, rules, validate=False)
    assert HandRank(int(strengths.max()), evaluate((), rules).five, rules).category <= Category.ROYAL_FLUSH


@each_edition
@each_kernel
def test_rows_that_are_hands_are_right_among_others_that_are_none(kernel: str, rules: Rules) -> None:
    hands = hands_from(POOLS[0], 1000, 7, 8)
    mixed = hands.copy()
    mixed[::3] = 255
    strengths = run(kernel, mixed, rules, validate=False)
    there = np.arange(1000) % 3 != 0
    assert np.array_equal(strengths[there], run("scalar", hands, rules)[there])


# Threads.


@pytest.mark.parametrize("threads", [2, 3, 7])
def test_threads_share_the_rows(threads: int) -> None:
    hands = hands_from(POOLS[0], 100_003, 7, 10)
    expected = checked_evaluate_many(hands, FOUR_ALCHIMIQUE)
    assert np.array_equal(checked_evaluate_many(hands, FOUR_ALCHIMIQUE, threads=threads), expected)
    hands[[60_000, 90_000]] = 0
    with pytest.raises(CardError, match="row 60000 of hands is no hand: As comes twice"):
        checked_evaluate_many(hands, FOUR_ALCHIMIQUE, threads=threads)


def test_calls_with_other_rules_may_run_at_once() -> None:
    hands = hands_from(POOLS[0], 20_000, 7, 11)
    rules = [random_rules(random.Random(seed)) for seed in range(16)]
    expected = [checked_evaluate_many(hands, some).tobytes() for some in rules]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda some: checked_evaluate_many(hands, some).tobytes(), rules))
    assert found == expected


@pytest.mark.parametrize("threads", [0, -1, 257, 1.5, "2", None, True])
def test_a_wrong_number_of_threads_is_refused(threads: object) -> None:
    with pytest.raises(ArgumentError, match=r"threads can't be .*: it is a whole number from 1 to 256"):
        checked_evaluate_many(hands_from(POOLS[0], 3, 7, 1), ESPRIT_CRITIQUE, threads=threads)  # type: ignore[arg-type]


# One hand by its ids.


@each_edition
def test_the_strength_of_ids_is_that_of_the_hand(rules: Rules) -> None:
    for pool in POOLS:
        for columns in range(8):
            for row in hands_from(pool, 5, columns, columns).tolist():
                assert strength(tuple(row), rules) == evaluate(row, rules).strength


@pytest.mark.parametrize("same", ["As 2s JK", [0, 1, 75], (Card("As"), 1, 70), np.array([0, 1, 70], np.uint8)])
def test_the_strength_of_cards_in_any_form(same: object) -> None:
    assert strength(same, ESPRIT_CRITIQUE) == strength((0, 1, 70), ESPRIT_CRITIQUE)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ((0, 76), "no card has the id 76"),
        ((0, -1), "no card has the id -1"),
        ((0, 2**70), f"no card has the id {2**70}"),
        ((0, True), "no card has the id True"),
        ((5, 5), "6s comes twice"),
        ((70,) * 7, "seven Jokers"),
        (tuple(range(8)), "8 cards: a hand at the showdown has 7 at most"),
        (None, "expected cards"),
    ],
)
def test_what_is_no_hand_has_no_strength(cards: object, words: str) -> None:
    with pytest.raises(CardError, match=words):
        strength(cards, ESPRIT_CRITIQUE)  # type: ignore[arg-type]


def test_rules_keep_what_the_core_reads_to_themselves() -> None:
    copied = pickle.loads(pickle.dumps(ESPRIT_CRITIQUE))
    assert copied == ESPRIT_CRITIQUE
    assert hash(copied) == hash(ESPRIT_CRITIQUE)
    assert copied.core is not ESPRIT_CRITIQUE.core
    assert strength((0, 1, 2), copied) == strength((0, 1, 2), ESPRIT_CRITIQUE)
    assert "core" not in ESPRIT_CRITIQUE.to_dict()
