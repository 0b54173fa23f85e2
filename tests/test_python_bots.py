"""Bots of one's own at the table with built-in ones."""

from itertools import pairwise

import pytest
from oracles.rng import Rng

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, BotError, Game, SimulationInterrupted, simulate

both_editions = pytest.mark.parametrize("rules", [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE], ids=lambda rules: rules.edition)


class RandomTwin:
    """The random bot in Python, from the slow generator: games with it must be games with "random"."""

    def __init__(self, seed):
        self.seed = seed
        self.game = -1
        self.streams = []

    def __call__(self, state):
        legal = state.core_actions()
        if not any(not automatic for _, _, automatic in state.events):
            self.game += 1
            self.streams = [Rng.seeded(self.seed, self.game, 1 + seat) for seat in range(state.game.players)]
        return legal[self.streams[state.current_player].below(len(legal))]


@both_editions
def test_a_python_random_bot_plays_the_games_of_the_built_in_one(rules):
    twin = simulate(rules, RandomTwin(6), games=12, players=3, seed=6, rows=True)
    random = simulate(rules, "random", games=12, players=3, seed=6, rows=True)
    assert twin.counts == random.counts
    assert (twin.to_numpy() == random.to_numpy()).all()
    assert twin.bots == ("RandomTwin",) * 3


@both_editions
def test_bots_see_the_whole_game_so_far(rules):
    seen = []

    def watcher(state):
        seen.append([text for _, text, _ in state.events])
        return state.legal_actions()[-1]

    results = simulate(rules, [watcher, "random"], games=2, players=2, seed=3)
    assert results.games == 2
    assert all(events[0] == "deal" for events in seen)
    for before, after in pairwise(seen):
        assert after[: len(before)] == before or len(after) < len(before)


def test_a_bot_may_answer_with_a_text_and_keep_the_state():
    kept = []

    def talker(state):
        kept.append(state)
        return state.game.action_text(state.legal_actions()[0])

    simulate(ESPRIT_CRITIQUE, [talker, "greedy"], games=3, players=2)
    assert len({state.turn for state in kept}) > 1


def test_what_a_bot_does_to_its_state_changes_nothing():
    def meddler(state):
        first = state.legal_actions()[0]
        while not state.is_terminal:
            state.apply(state.legal_actions()[0])
        return first

    def first(state):
        return state.legal_actions()[0]

    meddled = simulate(ESPRIT_CRITIQUE, [meddler, "random"], games=5)
    assert meddled.counts == simulate(ESPRIT_CRITIQUE, [first, "random"], games=5).counts


@pytest.mark.parametrize("threads", [1, 2])
def test_an_error_in_a_bot_names_the_game(threads):
    def clumsy(state):
        if state.turn > 8:
            raise ZeroDivisionError("oops")
        return state.legal_actions()[0]

    with pytest.raises(BotError) as caught:
        simulate(FOUR_ALCHIMIQUE, ["random", clumsy], games=5, seed=77, threads=threads)
    assert "bot clumsy at seat" in str(caught.value)
    assert "of seed 77: ZeroDivisionError: oops" in str(caught.value)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


@pytest.mark.parametrize("answer", [-1, 10**9, "fly", None, 3.5, "discard 5s"])
def test_an_illegal_answer_names_the_bot_and_the_game(answer):
    with pytest.raises(BotError, match=r"bot <lambda> at seat \d failed in game 0 of seed 1"):
        simulate(ESPRIT_CRITIQUE, lambda state: answer, games=5)


def test_ctrl_c_inside_a_bot_keeps_the_games_finished():
    calls = []

    def tired(state):
        calls.append(1)
        if len(calls) > 3000:
            raise KeyboardInterrupt
        return state.legal_actions()[-1]

    with pytest.raises(SimulationInterrupted) as stop:
        simulate(ESPRIT_CRITIQUE, tired, games=1000)
    assert 0 < stop.value.results.games < 1000


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_is_never_swallowed(threads):
    def interrupted(state):
        raise KeyboardInterrupt

    with pytest.raises(SimulationInterrupted):
        simulate(ESPRIT_CRITIQUE, interrupted, games=20, threads=threads)


def test_the_named_game_can_be_played_again():
    hands = []

    def picky(state):
        if state.current_player == 1:
            hands.append(state.hand(1))
        return state.legal_actions()[0]

    simulate(ESPRIT_CRITIQUE, picky, games=1, players=2, seed=5)
    state = Game(ESPRIT_CRITIQUE, players=2).new_state(seed=5, index=0)
    while state.current_player != 1:
        state.apply(state.legal_actions()[0])
    assert state.hand(1) == hands[0]
