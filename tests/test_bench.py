"""The benchmark: what it measures, says and writes; and the comparison of instruction counts. No time is asserted."""

import importlib.util
import itertools
import json
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from athanor.bench import peers, suite, timing
from athanor.bench.reports import figures, left_out, markdown, svg, to_dict, what_is_compared, write
from athanor.cli import main

ROOT = Path(__file__).resolve().parents[1]
QUICKEST = suite.Effort(1e-6, 3)
MISSING = "not installed (in this test)"


def load_instructions():
    spec = importlib.util.spec_from_file_location("instructions", ROOT / "bench" / "instructions.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


instructions = load_instructions()


@pytest.fixture(autouse=True)
def quick(monkeypatch):
    monkeypatch.setattr(suite, "QUICK", QUICKEST)


@pytest.fixture
def no_peers(monkeypatch):
    monkeypatch.setattr(peers, "why_missing", lambda peer: MISSING)


def run(capsys, *words):
    code = main(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def rival(label, run, peer="eval7"):
    return suite.Rival(peer, label, f"What {label} does.", lambda: run)


def one_row(monkeypatch, *rivals):
    row = suite.Row("poker", "the row", "things/s", "What it does.", lambda: steady(8.0), tuple(rivals))
    monkeypatch.setattr(suite, "rows", lambda: (row,))
    monkeypatch.setattr("athanor.bench.reports.rows", lambda: (row,))
    monkeypatch.setattr("athanor.bench.reports.version", lambda peer: "9.9")


def steady(rate):
    """A run that is exactly so fast."""
    return lambda rounds: (rounds, rounds / rate)


def test_json_is_complete(capsys, no_peers):
    code, out, _ = run(capsys, "bench", "--quick", "--json")
    document = json.loads(out)
    assert code == 0
    assert set(document["machine"]) >= {"date", "processor", "machine", "system", "python", "compiler", "athanor"}
    assert all(document["machine"].values())
    measured = {row["name"]: row for row in document["rows"]}
    assert list(measured) == [row.name for row in suite.rows()]
    for row in document["rows"]:
        assert row["unit"].endswith("/s")
        assert row["what"]
        assert len(row["rates"]) == QUICKEST.repeats
        assert min(row["rates"]) <= row["rate"] <= max(row["rates"])
    one_thread = measured["simulate on 2 threads, B"]["compared"][0]
    assert one_thread["peer"] == suite.OURSELVES
    assert one_thread["ratio"] > 0


def test_missing_peers_are_said_and_no_failure(capsys, no_peers):
    code, out, _ = run(capsys, "bench", "--quick", "--only", "poker")
    assert code == 0
    for peer in ("eval7", "phevaluator", "treys", "pokerkit"):
        assert f"{peer}: {MISSING}" in out
    assert "athanor-cards[peers]" in out


def test_a_peer_that_is_not_there_is_missing(monkeypatch):
    monkeypatch.setitem(peers.PEERS, "no-such-peer", ("no_such_module",))
    assert peers.why_missing("no-such-peer").startswith("not installed (")


def test_a_peer_that_breaks_on_import_is_missing(monkeypatch, tmp_path):
    (tmp_path / "broken_peer.py").write_text("1 / 0")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(peers.PEERS, "broken-peer", ("broken_peer",))
    assert peers.why_missing("broken-peer") == "can't be imported (ZeroDivisionError: division by zero)"


@pytest.mark.parametrize("row", suite.rows(), ids=lambda row: row.name)
def test_every_peer_that_is_installed_can_be_measured(row):
    for rival in row.rivals:
        if rival.peer in peers.SLOW or rival.peer == suite.OURSELVES or peers.why_missing(rival.peer):
            continue
        with peers.hushed():
            units, seconds = rival.build()(1)
        assert units > 0
        assert seconds > 0


def test_ratios_and_medians(monkeypatch):
    monkeypatch.setattr(peers, "why_missing", lambda peer: None)
    one_row(monkeypatch, rival("slow one", steady(2.0)), rival("fast one", steady(16.0)))
    (measured,) = suite.run_suite(quick=True).measured
    assert measured.rate == pytest.approx(8)
    assert [compared.rival.label for compared in measured.compared] == ["slow one", "fast one"]
    assert [compared.ratio for compared in measured.compared] == pytest.approx([4, 0.5])


def test_those_compared_take_turns():
    order = []

    def named(name):
        def run(rounds):
            order.append(name)
            return rounds, 1.0

        return run

    timing.rates_in_turns([named("a"), named("b")], 0.1, 3)
    assert "".join(order) == "ab" + 3 * "ab"


def test_a_ratio_is_taken_within_turns():
    assert timing.median_ratio([10, 20, 30], [1, 2, 30]) == 10


def test_rounds_grow_until_they_take_long_enough():
    assert timing.rounds_for(steady(1000.0), 0.5) >= 500


def test_runs_count_their_units():
    seen = []
    assert timing.calls(lambda: None, 5)(3)[0] == 15
    assert timing.counted(itertools.count(1).__next__)(3)[0] == 6
    assert timing.each(lambda *given: seen.append(given), [(1, 2), (3, 4)])(2)[0] == 4
    assert seen == 2 * [(1, 2), (3, 4)]


def test_a_failing_peer_is_noted(monkeypatch):
    def fail(rounds):
        raise AttributeError("no such function")

    monkeypatch.setattr(peers, "why_missing", lambda peer: None)
    one_row(monkeypatch, rival("changed one", fail), rival("good one", steady(1.0)))
    report = suite.run_suite(quick=True)
    assert report.notes == ["the row: changed one failed (AttributeError: no such function)"]
    assert [compared.rival.label for compared in report.measured[0].compared] == ["good one"]


def test_a_quick_run_leaves_out_what_compiles(monkeypatch):
    monkeypatch.setattr(peers, "why_missing", lambda peer: None)
    one_row(monkeypatch, rival("pgx leduc", steady(1.0), "pgx"))
    assert suite.run_suite(quick=True).notes == ["pgx: left out of a quick run, it compiles for many seconds first"]


def test_report_files(capsys, no_peers, tmp_path):
    page, picture = tmp_path / "run.md", tmp_path / "run.svg"
    files = ("--report", str(page), "--report", str(picture))
    code, _, _ = run(capsys, "bench", "--quick", "--only", "state", "--only", "melds", *files)
    assert code == 0
    text = page.read_text(encoding="utf-8")
    assert "| state | copy |" in text
    assert "- **best melds, A**: " in text
    assert "**simulate random, A**" not in text
    drawing = ElementTree.parse(picture).getroot()
    assert drawing.tag.endswith("svg")
    assert "best melds, A" in "".join(drawing.itertext())


def test_pages_and_pictures_show_rates_and_ratios(monkeypatch, tmp_path):
    monkeypatch.setattr(peers, "why_missing", lambda peer: None)
    one_row(monkeypatch, rival("<slow> & old", steady(0.002)))
    report = suite.run_suite(quick=True)
    row = "| poker | the row | 8.00 things/s | <slow> & old (9.9) | 0.002 things/s | 4,000 times as fast |"
    assert row in list(figures(report))
    assert "  - <slow> & old: What <slow> & old does." in markdown(report)
    texts = "".join(ElementTree.fromstring(svg(report)).itertext())
    assert "<slow> & old" in texts
    assert "8.00 things/s" in texts
    assert "4,000 ×" in texts
    assert to_dict(report)["rows"][0]["compared"][0]["version"] == "9.9"
    write(report, tmp_path / "run.svg")
    assert (tmp_path / "run.svg").read_text(encoding="utf-8") == svg(report)
    assert left_out(report) == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--only", "chess"], "no layer is named 'chess'"),
        (["--report", "run.pdf"], "run.pdf: its suffix must be .md or .svg"),
        (["--report", "no/such/folder/run.md"], "there is no folder no/such/folder"),
        (["--quickly"], "--quickly"),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(capsys, words, message):
    code, out, err = run(capsys, "bench", *words)
    assert code == 2
    assert out == ""
    assert err.startswith("athanor: ")
    assert err.count("\n") == 1
    assert message in err


def test_the_page_says_what_each_row_compares():
    page = (ROOT / "docs" / "benchmarks.md").read_text(encoding="utf-8")
    assert "\n".join(what_is_compared()) in page


def test_more_than_five_percent_more_instructions_is_worse():
    stored = {"evaluate": 1000.0, "melds": 200.0}
    assert instructions.compare(stored, {"evaluate": 1050.0, "melds": 100.0})[1]
    lines, good = instructions.compare(stored, {"evaluate": 1050.1, "melds": 200.0})
    assert not good
    assert lines[0] == "evaluate: 1,050.1, stored 1,000.0, +5.0%  WORSE"
    assert lines[1] == "melds: 200.0, stored 200.0, +0.0%"


def test_counts_on_one_side_only_are_said_and_not_worse():
    lines, good = instructions.compare({"old": 5.0}, {"new": 7.0})
    assert good
    assert lines == ["new: 7.0, not stored yet", "old: stored, but counted no more"]


def test_another_compiler_is_said():
    stored = {"compiler": "GCC 12", "machine": "x86_64"}
    assert instructions.differences(stored, {"compiler": "GCC 13", "machine": "x86_64"}) == [
        "compiler: stored with GCC 12, now GCC 13"
    ]
    assert instructions.differences(stored, dict(stored)) == []


def test_the_sum_of_callgrind_is_read():
    assert instructions.total_of("events: Ir\nfn=(1)\n3 4\ntotals: 1234\n") == 1234
    with pytest.raises(SystemExit, match="counted nothing"):
        instructions.total_of("events: Ir\ntotals: 0\n")


def test_without_valgrind_it_says_so(monkeypatch, capsys):
    monkeypatch.setattr(instructions.shutil, "which", lambda name: None)
    assert instructions.main([]) == instructions.NO_VALGRIND
    assert "valgrind is missing" in capsys.readouterr().err


def test_a_count_is_stored_of_every_workload():
    stored = json.loads(instructions.STORED.read_text(encoding="utf-8"))
    assert stored["counts"].keys() == instructions.WORKLOADS.keys()
    assert stored["built_with"].keys() == {"compiler", "machine", "python", "valgrind"}


@pytest.mark.parametrize("name", [name for name in instructions.WORKLOADS if "greedy" not in name])
def test_workloads_of_the_counts_do_their_work(name):
    assert instructions.WORKLOADS[name].work() > 0
