"""Counting every hand of the deck, exact equity of known hands, and the best keep, on one thread.

Run with ``pytest -n 0 bench/bench_odds.py``. Core calls are timed without the checks and texts around them.
"""

from __future__ import annotations

from array import array
from typing import Any

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, CardSet, Rules, best_keep, equity
from athanor._core.equity import count_winners
from athanor._core.odds import count_categories

each_edition = pytest.mark.parametrize("rules", [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE], ids=["A", "B"])
each_duel = pytest.mark.parametrize(
    "hands", [("As Rs", "Ds 5h"), ("Rs 4a", "Th Ch"), ("4a 5a", "9s 9h")], ids=["naturals", "one-atout", "two-atouts"]
)
FACE_UP = {"nothing": "2c 6h 9d", "a-flush": "2s 6s 8s"}
each_board = pytest.mark.parametrize("board", FACE_UP.values(), ids=FACE_UP)


@each_edition
def test_count_every_seven_cards(benchmark: Any, rules: Rules) -> None:
    benchmark.pedantic(count_categories, (rules.rule_set(), 7), rounds=3)


def core_arguments(hands: tuple[str, ...], board: str) -> tuple[memoryview, array[int], int]:
    """What count_winners takes; none of the cards may be a Joker."""
    rows = [CardSet(f"{hand} {board}") for hand in hands]
    deck = CardSet(range(76)) - CardSet([card for row in map(set, rows) for card in row if card not in CardSet(board)])
    flat = array("Q", [word for row in rows for word in row.words])
    words = memoryview(flat).cast("B").cast("Q", (len(rows), 2))
    return words, array("Q", (deck - CardSet(board)).words), 5 - len(CardSet(board))


@each_duel
@each_edition
def test_duel_over_all_boards(benchmark: Any, rules: Rules, hands: tuple[str, ...]) -> None:
    """13,991,544 boards."""
    benchmark(equity, hands, rules=rules)


@each_board
@each_duel
@each_edition
def test_duel_in_the_core_with_three_cards_up(benchmark: Any, rules: Rules, hands: tuple[str, ...], board: str) -> None:
    """2,346 boards."""
    benchmark(count_winners, rules.rule_set(), *core_arguments(hands, board))


@each_edition
def test_duel_with_three_cards_up(benchmark: Any, rules: Rules) -> None:
    benchmark(equity, ("Rs 4a", "Th Ch"), "2s 6s 9d", rules=rules)


@each_edition
def test_random_pair_with_three_cards_up(benchmark: Any, rules: Rules) -> None:
    """Some five million deals, each looked at."""
    benchmark.pedantic(equity, (["Rs 4a", None], "2s 6s 9d"), {"rules": rules}, rounds=3)


@each_edition
def test_best_keep_of_ten_cards(benchmark: Any, rules: Rules) -> None:
    """2,500 deals: a standard error of one percent at most for each of the 45 pairs."""
    hand = "Rs Rh 6d 2c 3h 4a 5a Vd 9c 9s"
    keeps = benchmark(best_keep, hand, "6s 2h Rd", rules=rules, samples=2500)
    assert max(keep.share_error for keep in keeps) <= 0.01
