"""athanor odds, equity and keep, run as a user runs them."""

import json
import sys
from pathlib import Path

import pytest

from athanor.cli import main


def run(capsys, *words):
    code = main(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_odds_prints_both_editions(capsys):
    code, out, err = run(capsys, "odds", "--cards", "5")
    assert (code, err) == (0, "")
    assert "esprit-critique" in out
    assert "Quinte Flush Royale" in out
    assert "9,286" in out
    assert "147,799" in out
    assert "More frequent than what they beat: Couleur than Suite and Brelan." in out


@pytest.mark.parametrize("words", [["odds"], ["odds", "--cards", "5"]], ids=" ".join)
def test_the_page_shows_what_odds_prints(capsys, words):
    page = (Path(__file__).resolve().parents[1] / "docs" / "odds.md").read_text(encoding="utf-8")
    _, out, _ = run(capsys, *words)
    assert "\n".join(line.rstrip() for line in out.strip().splitlines()) in page


def test_odds_prints_json_of_changed_rules(capsys):
    code, out, _ = run(capsys, "odds", "--cards", "5", "--json", "--edition", "B", "--set", "ace_high=false")
    document = json.loads(out)
    assert code == 0
    assert document["rules"]["ace_high"] is False
    assert document["hands"] == 18_474_840
    code, out, _ = run(capsys, "odds", "--cards", "5", "--json")
    assert [document["edition"] for document in json.loads(out)] == ["esprit-critique", "four-alchimique"]


@pytest.mark.parametrize(("suffix", "start"), [("svg", b"<?xml"), ("png", b"\x89PNG")])
@pytest.mark.filterwarnings("default")
def test_odds_draws_a_picture(capsys, tmp_path, suffix, start):
    pytest.importorskip("matplotlib")
    picture = tmp_path / f"odds.{suffix}"
    code, out, _ = run(capsys, "odds", "--cards", "5", "--plot", str(picture))
    assert code == 0
    assert "Couleur" in out
    assert picture.read_bytes().startswith(start)


def test_without_matplotlib_one_line_says_what_to_install(capsys, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    code, out, err = run(capsys, "odds", "--cards", "5", "--plot", str(tmp_path / "odds.svg"))
    assert (code, out) == (2, "")
    assert err == "athanor: drawing needs matplotlib: pip install 'athanor-cards[plot]'\n"


def test_equity_prints_what_each_hand_wins(capsys):
    code, out, err = run(capsys, "equity", "Rs 4a", "Th Ch", "--board", "2s 6s Vh", "--pot", "5")
    assert (code, err) == (0, "")
    assert "all 2,346 deals" in out
    assert "86.53 %" in out
    assert "of 5 stones" in out
    assert "88.45 %" in out


def test_equity_samples_unknown_hands(capsys):
    words = ("equity", "Rs 4a", "?", "--edition", "B", "--samples", "500", "--unknown", "hand", "--seed", "4", "--json")
    code, out, _ = run(capsys, *words)
    document = json.loads(out)
    assert code == 0
    assert (document["exact"], document["deals"]) == (False, 500)
    assert document["players"][1]["hand"] == "random hand"
    assert document["players"][1]["share_error"] > 0
    assert run(capsys, *words) == (0, out, "")
    code, out, _ = run(capsys, *words[:-1])
    assert "500 random deals" in out
    assert "±" in out


def test_keep_ranks_the_pairs(capsys):
    words = ("keep", "Rs", "Rh", "6d 2c 3h", "--board", "6s 2h Rd", "--samples", "500")
    code, out, err = run(capsys, *words)
    assert (code, err) == (0, "")
    assert "Rs Rh" in out
    code, out, _ = run(capsys, *words, "--json", "--edition", "A", "--opponents", "3")
    document = json.loads(out)
    assert len(document["keeps"]) == 10
    assert document["keeps"][0]["cards"] == "Rs Rh"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["odds", "--cards", "4"], "cards can't be 4"),
        (["odds", "--edition", "C"], "no edition is named 'C'"),
        (["odds", "--plot", "odds.gif"], "can't draw 'odds.gif': name a file that ends in .svg or .png"),
        (["equity"], "HANDS"),
        (["equity", "Rs 4a"], "players can't be 1"),
        (["equity", "Rs 4a", "Rs 5h"], "Rs is in hand 0 and in hand 1"),
        (["equity", "Rs 4a", "JK 5h", "--edition", "B"], "hand 1 holds a Joker"),
        (["equity", "Rs 4a", "?", "--unknown", "all"], "unknown can't be 'all'"),
        (["equity", "Rs 4a", "?", "--samples", "0"], "samples can't be 0"),
        (["equity", "Rs 4a", "5h 6h", "--pot", "-1"], "pot can't be -1"),
        (["keep", "5x"], "hand: unknown card '5x'"),
        (["keep", "5s 6s", "--opponents", "9"], "opponents can't be 9"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(capsys, words, message):
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith("athanor: ")
    assert err.count("\n") == 1
    assert message in err
