"""R25: the bank is finite in edition B, and in A gains come from an unlimited supply."""

import pytest
from situations import SPARE, A, B, deck_of, new_game, situation

OWN = "run 4 4s 5s 6s"


@pytest.mark.parametrize("players", [2, 4, 7])
def test_b_s_bank_starts_with_the_stones_of_all_players_once_more(players):
    assert new_game(B, players=players, seed=1).bank == 9 * players
    assert new_game(B.replace(starting_stones=20), players=players, seed=1).bank == 20 * players


def test_a_s_supply_has_no_bottom():
    assert new_game(A, seed=1).bank is None
    assert situation(A, SPARE).to_position()["bank"] is None


@pytest.mark.parametrize("bank", [0, 1, 36, 1000])
def test_bank(bank):
    assert new_game(B.replace(bank=bank), deck=deck_of("4s 5s 6s")).bank == bank
    assert new_game(A.replace(bank=bank), deck=deck_of("4s 5s 6s")).bank == bank


def test_bank_none_pays_for_ever():
    table = situation(B.replace(bank=None), f"3s 7s {SPARE}", melds=[OWN], stones=[5, 5])
    table.play("add m0 3s low", "add m0 7s high")
    assert table.stones == (6, 5)
    assert table.bank is None


@pytest.mark.parametrize(("bank", "gain"), [(0, 0), (1, 1), (2, 2), (3, 3), (9, 3)])
def test_a_lay_is_paid_as_far_as_a_finite_bank_reaches(bank, gain):
    table = situation(A.replace(bank=bank), f"3a 4a 5s {SPARE}", stones=[5, 5]).play("run 3 3a 4a 5s")
    assert (table.stones, table.bank) == ((5 + gain, 5), bank - gain)


def test_a_completion_is_paid_as_far_as_a_finite_bank_reaches():
    table = situation(A.replace(bank=0), f"7s {SPARE}", melds=[OWN], stones=[5, 5]).play("add m0 7s high")
    assert (table.stones, table.bank) == ((5, 5), 0)


def test_the_bank_is_not_refilled_by_a_deal():
    table = situation(B, "2s", melds=["set As Ah Ac"], phase="force", bank=7).play("force 1", "fold")
    assert table.deal == 2
    assert table.bank == 7


def test_an_empty_bank_leaves_the_game_going():
    table = situation(B, f"3s 7s {SPARE}", melds=[OWN], bank=0, stones=[5, 5]).play("add m0 3s low", "add m0 7s high")
    assert table.allows("end")


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_no_gain_passes_the_most_stones_there_are(missing):
    rules = A.replace(meld_stones=2)
    table = situation(rules, f"4s 5s 6s {SPARE}", stones=[10**9 - 7 - missing, 4], pot=3)
    assert table.state.best_turn().stones == missing
    table.play("run 4 4s 5s 6s")
    assert table.stones == (10**9 - 7, 4)
    assert table.state.game.state_from_bytes(bytes(table.state)) == table.state
