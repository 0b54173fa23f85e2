"""The command line, run as a user runs it."""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import athanor
from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, CardSet, best_melds
from athanor.cli import main
from athanor.rules import options

needs_dask = pytest.mark.skipif(find_spec("distributed") is None, reason="distributed is not installed")


def run(capsys, *words):
    code = main(words)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_simulate_plays_both_editions(capsys):
    code, out, err = run(capsys, "simulate", "--games", "20")
    assert code == 0
    assert err == ""
    assert "esprit-critique" in out
    assert "four-alchimique" in out


def test_simulate_prints_json(capsys):
    code, out, _ = run(capsys, "simulate", "--games", "10", "--edition", "B", "--json", "--players", "3")
    document = json.loads(out)
    assert code == 0
    assert document["edition"] == "four-alchimique"
    assert document["players"] == 3
    assert document["interrupted"] is False
    code, out, _ = run(capsys, "simulate", "--games", "10", "--json")
    assert [document["edition"] for document in json.loads(out)] == ["esprit-critique", "four-alchimique"]


def test_simulate_changes_options(capsys):
    code, out, _ = run(
        capsys, "simulate", "--games", "5", "--edition", "four-alchimique", "--json",
        "--set", "qualifying_points=40", "--set", "bank=none", "--set", "atout_breaks_ties=false",
    )  # fmt: skip
    rules = json.loads(out)["rules"]
    assert code == 0
    assert (rules["qualifying_points"], rules["bank"], rules["atout_breaks_ties"]) == (40, None, False)


def test_the_same_seed_prints_the_same(capsys):
    words = ("simulate", "--games", "30", "--seed", "9", "--json")
    assert run(capsys, *words) == run(capsys, *words, "--threads", "2")


def test_eval_names_the_hand_as_the_booklet_does(capsys):
    code, out, _ = run(capsys, "eval", "Rs", "Rh", "Rd", "6s 6h")
    assert code == 0
    assert "Full, Rois par les 6" in out
    code, out, _ = run(capsys, "eval", "Vs Ds Rs As 3h Cs 4d", "--json", "--edition", "B")
    assert json.loads(out)["category"] == "royal_flush"


def test_melds_shows_the_plan(capsys):
    code, out, _ = run(capsys, "melds", "4s 5s JK 6h 6d 6a", "--edition", "four-alchimique", "--json")
    assert code == 0
    assert json.loads(out)["points"] == 33
    code, out, _ = run(capsys, "melds", "4s", "5s", "6s", "2h")
    assert code == 0
    assert "2h" in out


TABLE = "run 4 4s JK 6s; 1: set 9h 9d 9s"


def test_melds_with_a_table_shows_the_best_turn(capsys):
    code, out, _ = run(capsys, "melds", "5s 7s Rh 9c 9a JK", "--table", TABLE)
    assert code == 0
    for words in ("m1  seat 1  set 9h 9d 9s", "set 9c 9a JK", "add m0 7s high", "take m0 5s JK"):
        assert words in out
    code, out, _ = run(capsys, "melds", "5s 7s", "--table", TABLE, "--json")
    expected = [
        best_melds("5s 7s", rules, table=[{"owner": 0, "meld": "run 4 4s JK 6s"}, {"owner": 1, "meld": "set 9h 9d 9s"}])
        for rules in (ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE)
    ]
    assert [(plan["actions"], plan["value"]) for plan in json.loads(out)] == [
        (list(plan.actions), plan.value) for plan in expected
    ]


def test_the_melds_of_a_table_are_the_movers_where_no_seat_is_named(capsys):
    words = ("melds", "7s 8s", "--edition", "B", "--json", "--objective", "stones")
    _, own, _ = run(capsys, *words, "--table", "run 4 4s 5s 6s", "--seat", "2")
    _, others, _ = run(capsys, *words, "--table", "1: run 4 4s 5s 6s", "--seat", "2")
    assert (json.loads(own)["points"], json.loads(others)["points"]) == (15, 0)
    code, out, _ = run(capsys, "melds", "7s 8s 9s", "--table", "", "--edition", "A")
    assert code == 0
    assert "run 7 7s 8s 9s" in out


def test_a_turn_that_was_not_searched_whole_says_so(capsys):
    from athanor.tables import turns_table
    from athanor.turns import TurnPlan

    plan = TurnPlan("points", ("add m0 7s high",), 1, 7, 1, CardSet(""), exact=False)
    assert "there may be a better one" in str([*turns_table([ESPRIT_CRITIQUE], [plan]).columns[3].cells])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["eval", "5x"], "unknown card '5x'"),
        (["eval", "5s 5s"], "5s comes twice"),
        (["eval", "JK JK JK JK JK JK JK"], "seven Jokers"),
        (["eval", "2s 3s 4s 5s 6s 7s 8s 9s"], "7"),
        (["melds", "zz"], "unknown card 'zz'"),
        (["melds", "2s", "--objective", "gold"], "gold"),
        (["melds", "2s", "--objective", "gold", "--table", ""], "gold"),
        (["melds", "2s", "--seat", "1"], "name its melds with --table"),
        (["melds", "2s", "--table", "x: set 9h 9d 9c"], "'x' is no seat"),
        (["melds", "2s", "--table", "9: set 9h 9d 9c"], "owner can't be 9"),
        (["melds", "2s", "--table", "9" * 5000 + ": set 9h 9d 9c"], "is no seat"),
        (["melds", "2s", "--table", "set 9h 9d"], "a set has 3 to 5 cards"),
        (["melds", "2s", "--table", "9h 9d 9c"], "a meld is written like"),
        (["melds", "9h", "--table", "set 9h 9d 9c"], "9h comes twice"),
        (["melds", "2s", "--table", TABLE, "--seat", "7", "--set", "players=2"], "with players=2 it is a whole number"),
        (["simulate", "--games", "-5"], "games can't be -5"),
        (["simulate", "--games", "many"], "many"),
        (["simulate", "--games", "9" * 30], "games"),
        (["simulate", "--players", "1"], "players can't be 1"),
        (["simulate", "--players", "8"], "players can't be 8"),
        (["simulate", "--bots", "clever"], "no bot is named 'clever'"),
        (["simulate", "--bots", ""], "no bot is named ''"),
        (["simulate", "--seed", "-1"], "seed can't be -1"),
        (["simulate", "--threads", "0"], "threads can't be 0"),
        (["simulate", "--max-turns", "0"], "max_turns can't be 0"),
        (["simulate", "--edition", "C"], "no edition is named 'C'"),
        (["simulate", "--set", "hand_size"], "option=value"),
        (["simulate", "--set", "hand_sise=3"], "did you mean hand_size?"),
        (["simulate", "--set", "hand_size=many"], "hand_size can't be 'many'"),
        (["simulate", "--set", "exhausted=never"], "showdown or void"),
        (["simulate", "--sed", "1"], "--sed"),
        (["simulate", "--edition", "A", "--set", "edition=four-alchimique"], "--edition"),
        (["simulate", "--save", "rows.npz"], "--edition"),
        (["simulate", "--edition", "A", "--save", "rows.txt"], "the suffixes are .npz, .csv, .parquet"),
        (["simulate", "--edition", "A", "--save", "/nowhere/at/all/rows.csv"], "there is no folder"),
        (["simulate", "--set", "ante=" + "9" * 5000], "ante can't be"),
        (["fly"], "fly"),
        (["eval"], "CARDS"),
        pytest.param(["simulate", "--dask", "tcp://127.0.0.1:1"], "no Dask cluster answers", marks=needs_dask),
    ],
)
def test_a_mistake_is_one_line_and_exit_code_2(capsys, words, message):
    code, out, err = run(capsys, *words)
    assert code == 2
    assert out == ""
    assert err.startswith("athanor: ")
    assert err.count("\n") == 1
    assert message in err


def test_help(capsys):
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert "simulate" in out


def test_the_version_is_said_without_the_data_of_an_installation(capsys, monkeypatch):
    monkeypatch.setattr("importlib.metadata.version", lambda name: pytest.fail(f"{name} is looked up"))
    code, out, _ = run(capsys, "--version")
    assert (code, out) == (0, f"athanor, version {athanor.__version__}\n")


def shell(command):
    if sys.platform == "win32":
        pytest.skip("the command is written for a POSIX shell")
    return subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=120, check=False)


ATHANOR = f"{sys.executable} -c 'import sys; from athanor.cli import main; sys.exit(main())'"


def test_a_closed_reader_is_no_traceback():
    done = shell(f"{ATHANOR} simulate --games 10 | head -1; {ATHANOR} simulate --games 10 --json | head -1")
    assert "Traceback" not in done.stderr
    assert done.stdout.startswith("esprit-critique")


def test_tables_for_a_closed_reader_end_in_the_code_of_a_broken_pipe():
    done = shell(f"({ATHANOR} rules; echo $? >&2) | true")
    assert done.stderr == "141\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_is_one_line():
    done = shell(f"{ATHANOR} simulate --games 10 > /dev/full")
    assert done.returncode == 1
    assert done.stderr == "athanor: can't write the output: No space left on device\n"


def test_players_is_a_change_of_the_rules(capsys):
    words = ("simulate", "--edition", "A", "--games", "2", "--players", "2", "--set", "hand_size=35", "--json")
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert json.loads(out)["rules"]["players"] == 2


def test_signs_that_an_output_lacks_are_replaced():
    done = shell(f"PYTHONIOENCODING=ascii {ATHANOR} eval As Ah Ac Ad")
    assert done.returncode == 0
    assert "Carr?" in done.stdout


def test_closed_errors_are_no_failure():
    done = shell(f"{ATHANOR} simulate --games 3 --edition A 2>&-")
    assert done.returncode == 0
    assert "esprit-critique" in done.stdout


def test_save_writes_the_rows(capsys, tmp_path):
    code, out, _ = run(capsys, "simulate", "--edition", "A", "--games", "7", "--save", str(tmp_path / "rows.csv"))
    assert code == 0
    assert "Wins" in out
    assert len((tmp_path / "rows.csv").read_text().splitlines()) == 8


def test_rules_lists_every_option(capsys):
    code, out, _ = run(capsys, "rules")
    assert code == 0
    assert all(name in out for name in options())
    code, out, _ = run(capsys, "rules", "--edition", "B", "--set", "ante=3", "--json")
    assert json.loads(out)["ante"] == 3


def test_without_a_command_the_help_is_shown(capsys):
    code, out, err = run(capsys)
    assert (code, err) == (0, "")
    assert "simulate" in out


def test_python_m_athanor():
    done = shell(f"{sys.executable} -m athanor --version")
    assert done.stdout.startswith("athanor")


def test_closed_output_is_no_traceback():
    done = shell(f"{ATHANOR} simulate --games 10 >&-")
    assert done.returncode == 0
    assert done.stderr == ""


# A job in the background of a shell is started with SIGINT ignored.
SAYS_WHEN_GAMES_ARE_PLAYED = """
import signal, sys
from athanor.chunks import Collector
from athanor.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
add = Collector.add
def first_add(*played):
    Collector.add = add
    add(*played)
    print("played", file=sys.stderr, flush=True)
Collector.add = first_add
sys.exit(main())
"""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to one process")
def test_ctrl_c_prints_the_results_so_far():
    words = ["simulate", "--games", "1000000000", "--edition", "A", "--json"]
    command = [sys.executable, "-c", SAYS_WHEN_GAMES_ARE_PLAYED, *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr.readline() == "played\n"
    process.send_signal(2)
    out, err = process.communicate(timeout=60)
    document = json.loads(out)
    assert process.returncode == 130
    assert document["interrupted"] is True
    assert 0 < document["games"] < 10**9
    assert "Traceback" not in err
