"""The script that measures the meld search: what it writes, never how long it took."""

import importlib.util
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).resolve().parents[1] / "bench" / "meld_times.py"

if not SCRIPT.exists():
    pytest.skip("the benchmarks are not here", allow_module_level=True)
SPEC = importlib.util.spec_from_file_location("meld_times", SCRIPT)
meld_times = importlib.util.module_from_spec(SPEC)
sys.modules["meld_times"] = meld_times
SPEC.loader.exec_module(meld_times)


def test_the_page_and_the_picture_are_written(tmp_path):
    pytest.importorskip("matplotlib")
    meld_times.main(["--seconds", "0", "--sizes", "5", "8", "--folder", str(tmp_path)])
    page = (tmp_path / "melds.md").read_text(encoding="utf-8")
    assert page.count("\n| 8 | ") == 4
    assert "(melds.svg)" in page
    assert "<svg" in (tmp_path / "melds.svg").read_text(encoding="utf-8")


def test_hands_have_the_cards_asked_for_and_are_the_same_each_time():
    hands = list(meld_times.random_hands(12, 4))
    assert {(len(hand), hand.jokers) for hand in hands} == {(12, 4)}
    assert hands == list(meld_times.random_hands(12, 4))


def test_a_point_tells_of_refused_hands():
    point = meld_times.Point("plan", "four-alchimique", 6, 70, (0.5, 1.5), 1)
    assert meld_times.cell(point) == "1 s (1.49 s, 1 of 2 refused)"
    assert meld_times.cell(None) == "-"


@pytest.mark.parametrize(("seconds", "words"), [(2.5, "2.5 s"), (0.0123, "12.3 ms"), (4.2e-6, "4.2 µs")])
def test_seconds_in_words(seconds, words):
    assert meld_times.in_words(seconds) == words
