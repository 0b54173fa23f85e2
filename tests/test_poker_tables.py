"""The evaluator's tables, rebuilt from what their entries mean."""

from __future__ import annotations

import pytest

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
