"""Bots that are asked in many games at once: the games that they would play one by one, and clear errors."""

import re
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest
from oracles.rng import Rng

from athanor import (
    ESPRIT_CRITIQUE,
    FOUR_ALCHIMIQUE,
    ArgumentError,
    BatchBot,
    BotError,
    Game,
    SimulationInterrupted,
    simulate,
)
from athanor._core.batch import ROW_BYTES, Batch, Views
from athanor._core.bots import BOT_CODES
from athanor.simulate import GAMES_PER_TABLE, _stretches

EDITIONS = [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE]
both_editions = pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.edition)
# Hands so large that many a choice has more legal actions than a row remembers.
HOARD = ESPRIT_CRITIQUE.replace(hand_size=30, players=2)
ARGUMENTS = {"games": 40, "players": 3, "seed": 6, "rows": True, "max_turns": 300}


def number_of(row):
    """A number in which each entry of an observation counts."""
    return int(np.dot(row.astype(np.int64), np.arange(1, len(row) + 1) ** 2))


def by_number(observations, legal_mask):
    """A legal action for each row that hangs on all that is seen and all that is legal."""
    rows = zip(observations, legal_mask, strict=True)
    return np.array([np.flatnonzero(legal)[number_of(row) % int(legal.sum())] for row, legal in rows])


def one_by_one(state):
    """The same for a state."""
    (action,) = by_number(state.observation(state.current_player)[None], state.legal_mask()[None])
    return int(action)


def by_bits(observations, legal_bits):
    legal_mask = np.unpackbits(legal_bits, axis=1, bitorder="little")
    return by_number(observations, legal_mask)


def by_floats(observations, legal_mask):
    rows = zip(observations, legal_mask, strict=True)
    return [np.flatnonzero(legal)[int(row.sum() * 1000) % legal.sum()] for row, legal in rows]


def by_floats_one_by_one(state):
    rows = state.observation(state.current_player, dtype="float32")[None]
    return int(by_floats(rows, state.legal_mask()[None])[0])


def first_legal(observations, legal_mask):
    return legal_mask.argmax(axis=1)


def same(results, others):
    return results.counts == others.counts and results.row_bytes == others.row_bytes


@pytest.mark.parametrize("batch_size", [1, 7, 1000])
@pytest.mark.parametrize("rules", [*EDITIONS, HOARD], ids=["A", "B", "hoard"])
def test_games_are_those_of_a_bot_asked_one_by_one(rules, batch_size):
    arguments = ARGUMENTS | {"players": 2}
    together = simulate(rules, BatchBot(by_number, batch_size), **arguments)
    assert same(together, simulate(rules, one_by_one, **arguments))


def test_many_choices_are_cleared_from_the_masks():
    most = []

    def policy(observations, legal_mask):
        most.append(int(legal_mask.sum(axis=1).max()))
        return first_legal(observations, legal_mask)

    simulate(HOARD, BatchBot(policy, 3), games=6, players=2)
    assert min(most) < 66 < max(most)


@both_editions
@pytest.mark.parametrize("threads", [1, 3])
def test_all_kinds_of_bots_share_a_table(rules, threads):
    bots = [BatchBot(by_number, 5), "greedy", one_by_one]
    alone = simulate(rules, [one_by_one, "greedy", one_by_one], **ARGUMENTS)
    assert same(simulate(rules, bots, threads=threads, **ARGUMENTS), alone)


@both_editions
def test_bits_and_floats_say_the_same(rules):
    bots = [BatchBot(by_bits, 16, mask="bits"), BatchBot(by_floats, 9, dtype="float32"), "random"]
    assert same(
        simulate(rules, bots, **ARGUMENTS), simulate(rules, [one_by_one, by_floats_one_by_one, "random"], **ARGUMENTS)
    )


def test_batch_bots_travel_to_processes():
    bots = [BatchBot(by_number, 8), "greedy"]
    with ProcessPoolExecutor(2) as executor:
        elsewhere = simulate(FOUR_ALCHIMIQUE, bots, executor=executor, **ARGUMENTS)
    assert same(elsewhere, simulate(FOUR_ALCHIMIQUE, bots, **ARGUMENTS))


class DrawsOneByOne:
    """Chooses by the slow generator what ``by_draws`` chooses by the draws it is given."""

    def __init__(self, seed):
        self.seed = seed
        self.game = -1
        self.streams = []

    def __call__(self, state):
        if all(automatic for _, _, automatic in state.events):
            self.game += 1
            self.streams = [Rng.seeded(self.seed, self.game, 1 + seat) for seat in range(state.game.players)]
        legal = state.legal_actions()
        return legal[int((self.streams[state.current_player].next_u64() >> 11) / 2**53 * len(legal))]


def by_draws(observations, legal_mask, draws):
    assert draws.dtype == np.float64
    return [np.flatnonzero(legal)[int(draw * legal.sum())] for legal, draw in zip(legal_mask, draws, strict=True)]


@both_editions
@pytest.mark.parametrize("batch_size", [1, 6, 64])
def test_draws_are_the_seats_own(rules, batch_size):
    drawn = simulate(rules, BatchBot(by_draws, batch_size, draws=True), **ARGUMENTS)
    assert same(drawn, simulate(rules, DrawsOneByOne(ARGUMENTS["seed"]), **ARGUMENTS))


@both_editions
def test_many_tables_change_nothing(rules):
    def play(tables, slices):
        batch = Batch(rules.rule_set(3, 200), [BOT_CODES["random"]] * 3, 4, 0, 50, tables=tables)
        while batch.run(slices):
            pass
        return batch.signature, batch.counts()

    assert play(1, 100_000) == play(7, 13) == play(60, 1000)


def test_a_game_with_more_events_than_the_log_holds_counts_them_all():
    nobody_forces = FOUR_ALCHIMIQUE.replace(qualifying_melds=23)

    def play(slices):
        batch = Batch(nobody_forces.rule_set(3, 5000), [BOT_CODES["random"]] * 3, 4, 0, 1)
        while batch.run(slices):
            pass
        return batch.signature, batch.counts()

    whole = play(1_000_000)
    assert whole == play(50)
    assert whole[1]["turns"] == 5000


def test_a_game_that_is_over_before_any_choice_counts():
    rows = simulate(ESPRIT_CRITIQUE, games=200, players=2, seed=1, max_turns=1, rows=True).to_numpy()
    game = Game(ESPRIT_CRITIQUE, players=2, max_turns=1)
    over = [game.new_state(seed=1, index=index).is_terminal for index in range(200)]
    assert any(over)
    assert (rows["decisions"] == 0).tolist() == over
    assert rows["truncated"][over].all()


def test_room_that_is_too_small_is_refused():
    rules, bots = FOUR_ALCHIMIQUE.rule_set(2, 100), [BOT_CODES["random"]] * 2
    with pytest.raises(ValueError, match="too little room"):
        Batch(rules, bots, 0, 0, 2, bytearray(2 * ROW_BYTES - 1))
    with pytest.raises(ValueError, match="too few rows"):
        Batch(rules, bots, 0, 0, 2, tables=2).show_rows(0, Views(rules, 1, 100, {}))
    with pytest.raises(ValueError, match="draws has not the right size"):
        Views(rules, 2, 100, {"draws": np.empty(1)})


def test_a_greedy_bot_plays_a_hand_too_large_to_search():
    counts = simulate(HOARD, ["greedy", "random"], games=20, players=2, seed=3).counts
    assert counts["games"] == 20
    assert sum(counts["gains"]) > 0


def test_a_policy_gets_what_it_asks_for():
    game = Game(FOUR_ALCHIMIQUE, players=3)
    shapes = []

    def policy(observations, legal_mask, *draws):
        assert not legal_mask.flags.writeable
        assert len(observations) == len(legal_mask)
        shapes.append((observations.shape, observations.dtype, legal_mask.shape[1], legal_mask.dtype, len(draws)))
        if legal_mask.shape[1] < game.num_actions:
            legal_mask = np.unpackbits(legal_mask, axis=1, bitorder="little")
        return legal_mask.argmax(axis=1).astype(np.uint16)

    bots = [BatchBot(policy, 4), BatchBot(policy, 6, dtype="float32", mask="bits", draws=True), "random"]
    simulate(FOUR_ALCHIMIQUE, bots, **ARGUMENTS)
    assert max(shape[0] for shape, *_ in shapes) == 4
    assert {(shape[1], *others) for shape, *others in shapes} == {
        (game.observation_layout.size, np.dtype(np.uint8), game.num_actions, np.dtype(np.int8), 0),
        (game.observation_layout.size, np.dtype(np.float32), (game.num_actions + 7) // 8, np.dtype(np.uint8), 1),
    }


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_in_a_policy_names_the_games(threads):
    def clumsy(observations, legal_mask):
        raise ZeroDivisionError("oops")

    with pytest.raises(
        BotError, match=r"^bot clumsy failed in games? [\d, -]+ of seed 77: ZeroDivisionError: oops$"
    ) as caught:
        simulate(FOUR_ALCHIMIQUE, ["random", BatchBot(clumsy, 5)], games=50, seed=77, threads=threads)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


def test_an_error_of_several_lines_is_told_on_one():
    def wordy(observations, legal_mask):
        raise ValueError("one\ntwo")

    with pytest.raises(BotError, match=r"bot wordy failed in games 0-2 of seed 1: ValueError: one two$"):
        simulate(ESPRIT_CRITIQUE, BatchBot(wordy), games=3)


def test_the_games_of_an_error_are_told_as_ranges():
    def clumsy(observations, legal_mask):
        if len(observations) == 3:
            raise ZeroDivisionError
        return first_legal(observations, legal_mask)

    with pytest.raises(BotError, match="bot clumsy failed in games 0-2 of seed 1: "):
        simulate(ESPRIT_CRITIQUE, BatchBot(clumsy, 3), games=3)


def test_of_many_scattered_games_the_first_are_told():
    calls = []

    def tired(observations, legal_mask):
        calls.append(len(observations))
        if len(calls) > 600:
            raise ZeroDivisionError
        return first_legal(observations, legal_mask)

    with pytest.raises(BotError) as caught:
        simulate(FOUR_ALCHIMIQUE, [BatchBot(tired, 256), "random"], games=3000)
    first, more = re.search(r"failed in games ([-\d, ]+) and (\d+) more of seed 1: ", str(caught.value)).groups()
    told = [[int(number) for number in stretch.split("-")] for stretch in first.split(",")]
    assert len(told) == 10
    assert sum(stretch[-1] - stretch[0] + 1 for stretch in told) + int(more) == calls[-1]


WRONG = {
    "None": (lambda n: None, r"an array of integers of shape \(5,\), not of object and shape \(\)"),
    "floats": (lambda n: np.zeros(n), r"not of float64 and shape \(5,\)"),
    "bools": (lambda n: np.zeros(n, bool), r"not of bool and shape \(5,\)"),
    "too few": (lambda n: np.zeros(n - 1, int), r"of shape \(5,\), not of int64 and shape \(4,\)"),
    "a column": (lambda n: np.zeros((n, 1), int), r"and shape \(5, 1\)"),
    "ragged": (lambda n: [[1], [1, 2]], r"of shape \(5,\), not \[\[1\], \[1, 2\]\]"),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_arrays_are_refused(name):
    answer, why = WRONG[name]

    def wrong(observations, legal_mask):
        return answer(len(observations))

    with pytest.raises(BotError, match=f"bot wrong failed in games 0-4 of seed 1: actions must be .*{why}"):
        simulate(ESPRIT_CRITIQUE, BatchBot(wrong, 5), games=5)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        (-1, "no action has the code -1"),
        (10**6, "no action has the code 1000000"),
        (60_000, "no action has the code 60000"),
        (2, "'fold' is not legal now: legal are "),
    ],
)
def test_an_illegal_action_names_its_game_and_seat(action, why):
    def fourth_wrong(observations, legal_mask):
        actions = first_legal(observations, legal_mask)
        actions[3] = action
        return actions

    with pytest.raises(BotError, match=f"bot fourth_wrong at seat 0 failed in game 3 of seed 9: {why}"):
        simulate(ESPRIT_CRITIQUE, BatchBot(fourth_wrong, 5), games=5, seed=9)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_inside_a_policy_keeps_the_games_finished(threads):
    calls = []

    def tired(observations, legal_mask):
        calls.append(1)
        if len(calls) > 400:
            raise KeyboardInterrupt
        return first_legal(observations, legal_mask)

    with pytest.raises(SimulationInterrupted, match=r"interrupted after \d+ of 1000 games of seed 5") as stop:
        simulate(ESPRIT_CRITIQUE, [BatchBot(tired, 20), "random"], games=1000, seed=5, threads=threads, rows=True)
    results = stop.value.results
    rows = results.to_numpy()
    assert 0 < results.games == len(rows) < 1000
    assert rows["decisions"].sum() == results.decisions
    whole = simulate(ESPRIT_CRITIQUE, [BatchBot(first_legal, 20), "random"], games=1000, seed=5, rows=True).to_numpy()
    assert (whole[rows["index"]] == rows).all()


def test_results_name_the_policy():
    class Sage:
        def __call__(self, observations, legal_mask):
            return first_legal(observations, legal_mask)

    results = simulate(ESPRIT_CRITIQUE, [BatchBot(first_legal), BatchBot(Sage()), "random"], games=3, players=3)
    assert results.bots == ("first_legal", "Sage", "random")


def test_no_games_ask_nobody():
    assert simulate(ESPRIT_CRITIQUE, BatchBot(lambda *arrays: 1 / 0), games=0).games == 0


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"policy": 5}, "policy must be callable, not a int"),
        ({"batch_size": 0}, "batch_size can't be 0"),
        ({"batch_size": 2.5}, "batch_size can't be 2.5"),
        ({"dtype": "float64"}, "dtype can't be 'float64': it is one of uint8, float32"),
        ({"mask": "list"}, "mask can't be 'list': it is one of bytes, bits"),
    ],
)
def test_what_a_batch_bot_can_be(arguments, why):
    with pytest.raises(ArgumentError, match=why):
        BatchBot(**{"policy": first_legal} | arguments)


def test_chunks_keep_many_tables_busy():
    assert list(_stretches(1000, 2, 1)) == [(first, min(first + 63, 1000)) for first in range(0, 1000, 63)]
    assert [last - first for first, last in _stretches(10_000, 2, GAMES_PER_TABLE * 256)] == [2048] * 4 + [1808]
    assert [last - first for first, last in _stretches(1000, 2, GAMES_PER_TABLE * 256)] == [500, 500]
