"""The evaluator's tables, rebuilt from what their entries mean."""

from __future__ import annotations

import pytest

from athanor._core.poker_arrays import lane_tables
from athanor._core.poker_tables import spread_entry, straight_entry

MASKS = range(1 << 14)
PRINTED, COURT, NEVER = {10, 11, 13, 14, 15}, {11, 12, 13, 14, 15}, 7


def values(mask: int, as_high: bool) -> list[int]:
    """The values that a mask holds, the highest first."""
    weakest = 2 if as_high else 1
    return [bit + weakest for bit in reversed(range(14)) if mask >> bit & 1]


def test_spread_puts_each_bit_in_a_place_twice_as_high() -> None:
    for mask in MASKS:
        assert spread_entry(mask) == sum(1 << 2 * bit for bit in range(14) if mask >> bit & 1)


@pytest.mark.parametrize("ace_low", [False, True])
@pytest.mark.parametrize("ace_high", [False, True])
def test_straight_holds_the_best_for_each_number_of_wild_cards(ace_low: bool, ace_high: bool) -> None:
    tops = [5] * ace_low + list(range(6, 15)) + [15] * ace_high
    lines = {top: set(range(top - 4, top + 1)) for top in tops}
    for mask in MASKS:
        held = set(values(mask, ace_high or not ace_low))
        held |= {1, 15} if held & {1, 15} else set()
        entry = straight_entry(ace_low, ace_high, mask)
        for wild in range(6):
            best = max((top for top, line in lines.items() if len(line - held) <= wild), default=0)
            assert entry >> 4 * wild & 15 == best
        assert entry >> 24 & 7 == len(PRINTED - held)
        assert entry >> 27 & 7 == (len(COURT - held) if ace_high else NEVER)


def lane_of(card: int, as_above: bool) -> list[int]:
    """Families and Atouts: the rank's bit, in order of strength from bit 1 on."""
    rank = card % 14
    place = (rank or 14) if as_above else rank + 1
    return [1 << place if card // 14 == family else 0 for family in range(5)]


@pytest.mark.parametrize("as_above", [False, True])
def test_lanes_hold_each_card_in_one_place(as_above: bool) -> None:
    for card in range(256):
        ranks = lane_of(card, as_above) if card < 70 else [0] * 5
        joker = int(70 <= card < 76)
        count = 1 << 3 * (card // 14) if card < 70 else 0
        planes = [byte for rank in ranks for byte in (rank & 255, rank >> 8)] + [joker] if card < 128 else []
        assert lane_tables(as_above, card) == (planes, [*ranks, joker, count, int(card > 75)])
