"""Many games: what is counted, that it never depends on threads, and what a user gets wrong."""

import copy
import dataclasses
import io
import json
import pickle
import threading
import time

import pytest
from oracles.rng import Rng

import athanor
from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, ArgumentError, Game, RulesError, simulate
from athanor._core.batch import Batch
from athanor._core.bots import BOT_CODES
from athanor.results import DEAL_ENDS, mean_and_half_width, wilson

EDITIONS = [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE]
both_editions = pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.edition)


def run(rules, players, bots, seed, first, last, slices=10_000, max_turns=10_000):
    batch = Batch(rules.rule_set(players, max_turns), [BOT_CODES[bot] for bot in bots], seed, first, last)
    while batch.run(slices):
        pass
    return batch


@both_editions
@pytest.mark.parametrize("bot", BOT_CODES)
def test_every_game_is_won_or_truncated(rules, bot):
    results = simulate(rules, bot, games=60, players=3, max_turns=200)
    assert results.games == 60
    assert sum(results.wins) + results.truncated == 60


@both_editions
def test_threads_change_nothing(rules):
    alone = simulate(rules, ["greedy", "random"], games=97, seed=5)
    for threads in (2, 7):
        assert simulate(rules, ["greedy", "random"], games=97, seed=5, threads=threads).counts == alone.counts


@both_editions
def test_chunks_and_slices_change_nothing(rules):
    whole = run(rules, 4, ["random"] * 4, 3, 0, 40)
    parts = [run(rules, 4, ["random"] * 4, 3, first, last, slices=7) for first, last in [(0, 1), (1, 25), (25, 40)]]
    assert whole.signature == sum(part.signature for part in parts) % 2**64
    assert whole.counts()["turns"] == sum(part.counts()["turns"] for part in parts)


@both_editions
def test_another_seed_gives_other_games(rules):
    assert run(rules, 2, ["random"] * 2, 1, 0, 5).signature != run(rules, 2, ["random"] * 2, 2, 0, 5).signature


@both_editions
def test_game_i_of_simulate_is_game_i_of_new_state(rules):
    """The same choices through Python, drawn from the slow generator by seat, give the same counts."""
    results = simulate(rules, "random", games=25, players=3, seed=11)
    states = [random_game(rules, 3, 11, index) for index in range(25)]
    assert results.wins == tuple(sum(state.winner == seat for state in states) for seat in range(3))
    assert results.counts["turns"] == sum(state.turn for state in states)
    assert results.counts["deals"] == sum(state.deal for state in states)
    assert results.decisions == sum(not automatic for state in states for _, _, automatic in state.events)


def random_game(rules, players, seed, index):
    state = Game(rules, players=players).new_state(seed=seed, index=index)
    streams = [Rng.seeded(seed, index, 1 + seat) for seat in range(players)]
    while not state.is_terminal:
        legal = state.core_actions()
        state.apply(legal[streams[state.current_player].below(len(legal))])
    return state


@both_editions
def test_each_deal_ends_in_one_way(rules):
    results = simulate(rules, "random", games=30, players=2, seed=4)
    ends = sum(results.counts["deal_ends"])
    assert ends == results.counts["deals"] - results.truncated
    assert sum(results.counts["categories"]) == (
        results.counts["deal_ends"][DEAL_ENDS.index("forced and followed")]
        + results.counts["deal_ends"][DEAL_ENDS.index("exhausted")]
    )


def test_greedy_beats_random_in_both_editions():
    for rules in EDITIONS:
        results = simulate(rules, ["greedy", "random"], games=400, players=2)
        assert results.wins_by_bot["greedy"] > 4 * results.wins_by_bot["random"]


def test_stones_come_from_the_sources_of_the_edition():
    assert simulate(ESPRIT_CRITIQUE, games=50).counts["gains"][2:] == [0, 0]
    assert simulate(FOUR_ALCHIMIQUE, games=50).counts["gains"][:2] == [0, 0]


def test_void_deals_are_counted():
    rules = FOUR_ALCHIMIQUE.replace(exhausted="void", qualifying_points=1000, hand_limit=None)
    results = simulate(rules, games=5, max_turns=200)
    assert results.counts["deal_ends"][DEAL_ENDS.index("void")] > 0
    assert results.truncated == 5


def test_no_games_is_an_empty_result():
    results = simulate(ESPRIT_CRITIQUE, games=0)
    assert results.wins == (0, 0, 0, 0)
    assert json.loads(json.dumps(results.to_dict()))["turns_per_game"]["mean"] is None
    assert results.table()


@both_editions
def test_results_go_to_json_and_to_tables(rules):
    from rich.console import Console

    results = simulate(rules, ["greedy", "random"], games=30)
    document = json.loads(json.dumps(results.to_dict()))
    assert document["games"] == 30
    assert document["wins_by_bot"]["greedy"]["count"] + document["wins_by_bot"]["random"]["count"] == 30
    assert sum(seat["count"] for seat in document["wins_by_seat"]) == 30
    screen = io.StringIO()
    Console(width=110, file=screen).print(results.table())
    text = screen.getvalue()
    for word in ("all greedy", "95 % interval", "forced and followed", "Quinte Flush Royale", "truncated", "new melds"):
        assert word in text


def test_bots_are_repeated_over_the_seats():
    assert simulate(ESPRIT_CRITIQUE, ["greedy", "random"], games=1, players=5).bots == (
        "greedy", "random", "greedy", "random", "greedy",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"games": -1}, "games can't be -1"),
        ({"games": 10**13}, "games"),
        ({"games": 1.5}, "games can't be 1.5"),
        ({"games": True}, "games can't be True"),
        ({"seed": -1}, "seed"),
        ({"seed": 2**64}, "seed"),
        ({"threads": 0}, "threads"),
        ({"threads": 10**6}, "threads"),
        ({"max_turns": 0}, "max_turns"),
        ({"max_turns": 2**40}, "max_turns"),
        ({"bots": "clever"}, "no bot is named 'clever': the bots are random, greedy"),
        ({"bots": []}, "bots"),
        ({"bots": 3}, "bots"),
        ({"bots": ["random"] * 5}, "5 bots for 4 players"),
        ({"bots": [None]}, "no bot is named None"),
    ],
)
def test_wrong_arguments_are_named(arguments, words):
    with pytest.raises(ArgumentError) as error:
        simulate(ESPRIT_CRITIQUE, **arguments)
    assert words in str(error.value)
    assert "\n" not in str(error.value)


def test_wrong_rules_and_players_are_named():
    with pytest.raises(ArgumentError, match="rules must be Rules"):
        simulate("esprit-critique")
    with pytest.raises(RulesError, match="players can't be 8"):
        simulate(FOUR_ALCHIMIQUE, players=8)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_gives_the_results_so_far(threads, monkeypatch):
    """Ctrl-C raises where the main thread next looks: after the first slice of games."""
    import _thread

    timer = threading.Timer(0.3, _thread.interrupt_main)
    timer.start()
    started = time.monotonic()
    with pytest.raises(athanor.SimulationInterrupted) as stop:
        simulate(FOUR_ALCHIMIQUE, games=100_000_000, threads=threads)
    timer.join()
    assert isinstance(stop.value, KeyboardInterrupt)
    assert 0 < stop.value.results.games < 100_000_000
    assert time.monotonic() - started < 60


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_what_was_interrupted_can_be_copied_and_pickled(again):
    stop = athanor.SimulationInterrupted(simulate(ESPRIT_CRITIQUE, games=3))
    assert again(stop).results == stop.results
    assert str(again(stop)) == "interrupted after 3 of 3 games of seed 1"


def test_results_are_frozen():
    results = simulate(ESPRIT_CRITIQUE, games=1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        results.seed = 3


def test_wilson_interval_equals_the_textbook():
    """10 of 100: 0.0552 to 0.1744 (Wilson, 1927)."""
    low, high = wilson(10, 100)
    assert (round(low, 4), round(high, 4)) == (0.0552, 0.1744)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 10)[0] == 0.0
    assert wilson(10, 10)[1] == pytest.approx(1.0)


def test_mean_interval_equals_the_formula():
    """1, 2, 3, 4: mean 2.5, sample deviation 1.29099."""
    mean, half = mean_and_half_width(10, 30, 4)
    assert mean == 2.5
    assert half == pytest.approx(1.959964 * 1.2909944 / 2)
