"""One row a game: what it holds, and files of it."""

import csv

import numpy as np
import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, ArgumentError, Game, simulate

BOTS = ["greedy", "random", "random"]
RESULTS = simulate(FOUR_ALCHIMIQUE, BOTS, games=50, players=3, seed=2, max_turns=150, rows=True)
ROWS = RESULTS.to_numpy()


def test_rows_add_up_to_the_counts():
    assert ROWS["index"].tolist() == list(range(50))
    assert [int((ROWS["winner"] == seat).sum()) for seat in range(3)] == list(RESULTS.wins)
    assert int(ROWS["truncated"].sum()) == RESULTS.truncated
    for name in ("decisions", "turns", "deals"):
        assert int(ROWS[name].sum()) == RESULTS.counts[name]


def test_a_game_is_won_or_truncated():
    assert ((ROWS["winner"] >= 0) != ROWS["truncated"]).all()


def test_stones_are_those_at_the_end():
    rows = simulate(FOUR_ALCHIMIQUE, games=20, players=2, rows=True).to_numpy()
    assert rows["stones"].shape == (20, 2)
    assert (rows["stones"] >= 0).all()
    assert (rows["stones"].sum(axis=1) <= 36).all()
    for row in rows:
        assert row["stones"][row["winner"]] > 0


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_rows_are_in_order_for_any_number_of_threads(threads):
    results = simulate(ESPRIT_CRITIQUE, games=101, rows=True, threads=threads)
    assert (results.to_numpy() == simulate(ESPRIT_CRITIQUE, games=101, rows=True).to_numpy()).all()


def test_no_rows_unless_asked_for():
    with pytest.raises(ArgumentError, match="rows=True"):
        simulate(ESPRIT_CRITIQUE, games=2).to_numpy()


def test_no_games_no_rows():
    assert len(simulate(ESPRIT_CRITIQUE, games=0, rows=True).to_numpy()) == 0


def test_save_npz(tmp_path):
    RESULTS.save(tmp_path / "rows.npz")
    assert (np.load(tmp_path / "rows.npz")["rows"] == ROWS).all()


def test_save_csv(tmp_path):
    RESULTS.save(tmp_path / "rows.csv")
    with (tmp_path / "rows.csv").open(newline="") as stream:
        lines = list(csv.DictReader(stream))
    assert [int(line["turns"]) for line in lines] == ROWS["turns"].tolist()
    assert [int(line["stones_2"]) for line in lines] == ROWS["stones"][:, 2].tolist()


def test_save_parquet(tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    RESULTS.save(str(tmp_path / "rows.parquet"))
    table = parquet.read_table(tmp_path / "rows.parquet").to_pydict()
    assert table["winner"] == ROWS["winner"].tolist()
    assert table["stones_0"] == ROWS["stones"][:, 0].tolist()


@pytest.mark.parametrize("path", [None, 3, b"rows.csv"])
def test_a_path_is_a_text_or_a_path(path):
    with pytest.raises(ArgumentError, match="a file is named by"):
        RESULTS.save(path)


@pytest.mark.parametrize("name", ["rows.xls", "rows", ".npz.zip"])
def test_another_suffix_is_refused(tmp_path, name):
    with pytest.raises(ArgumentError, match=r"the suffixes are \.npz, \.csv, \.parquet"):
        RESULTS.save(tmp_path / name)


def test_a_missing_folder_is_named(tmp_path):
    with pytest.raises(ArgumentError, match="there is no folder"):
        RESULTS.save(tmp_path / "nowhere" / "rows.csv")


def test_a_file_that_is_a_folder_is_an_os_error(tmp_path):
    (tmp_path / "rows.csv").mkdir()
    with pytest.raises(OSError, match="directory"):
        RESULTS.save(tmp_path / "rows.csv")


def test_a_row_names_a_game_that_can_be_played_again():
    """The deal of a row's game is that of new_state with the same seed and index."""
    game = Game(FOUR_ALCHIMIQUE, players=3)
    assert len({str(game.new_state(seed=2, index=int(index)).hand(0)) for index in ROWS["index"]}) == 50
