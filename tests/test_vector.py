"""Vectors of games: each row is what a State played alone says, for any mode, mask and number of threads."""

import pickle
import subprocess
import sys
from copy import copy as shallow
from copy import deepcopy
from random import Random

import numpy as np
import pytest
from situations import A, B, editions

from athanor import ActionError, ArgumentError, Game, RulesError, VectorEnv
from athanor import vector as vector_module

ENVS, PLAYERS, STEPS = 6, 3, 250
MODES = ("next_step", "same_step", "off")
MASKS = ("bytes", "bits", "list")

modes = pytest.mark.parametrize("autoreset", MODES)


def vector(rules=A, **options):
    return VectorEnv(rules, **{"players": PLAYERS, "num_envs": ENVS, "seed": 5, "max_turns": 12, **options})


def legal_sets(env):
    """The legal actions of each game, whatever the form in which they are told."""
    if env.legal_mask is not None:
        return [np.flatnonzero(row).tolist() for row in env.legal_mask]
    if env.legal_bits is not None:
        bits = np.unpackbits(env.legal_bits, axis=1, bitorder="little")
        return [np.flatnonzero(row).tolist() for row in bits]
    return [sorted(row[:count].tolist()) for row, count in zip(env.legal_actions, env.legal_count, strict=True)]


def random_actions(rng, env):
    return np.array([rng.choice(legal) if legal else rng.randrange(-5, 100) for legal in legal_sets(env)])


class Alone:
    """One environment as it should be: a State, played on its own."""

    def __init__(self, env, i, autoreset):
        self.env, self.i, self.autoreset, self.index = env, i, autoreset, i
        self.begin()

    def begin(self):
        """The next game in which somebody has a choice."""
        self.state = self.env.game.new_state(5, self.index)
        while self.state.is_terminal:
            self.index += ENVS
            self.state = self.env.game.new_state(5, self.index)
        self.rewards, self.terminated, self.truncated = [0.0] * PLAYERS, False, False

    def step(self, action):
        """The observation with which the game ended, if it did and another took its place."""
        if self.state.is_terminal:
            self.rewards = [0.0] * PLAYERS
            if self.autoreset == "next_step":
                self.index += ENVS
                self.begin()
            return None
        self.state.apply(int(action))
        ended = self.state
        outcome = self.state.returns(), self.state.is_terminal and not self.state.truncated, self.state.truncated
        if ended.is_terminal and self.autoreset == "same_step":
            self.index += ENVS
            self.begin()
        self.rewards, self.terminated, self.truncated = outcome
        return ended.observation(0) if ended.is_terminal else None

    def check(self):
        env, i, state = self.env, self.i, self.state
        seat = state.current_player
        assert env.current_player[i] == (-1 if seat is None else seat)
        assert np.array_equal(env.observations[i], state.observation(seat or 0))
        assert legal_sets(env)[i] == state.legal_actions()
        assert env.rewards[i].tolist() == pytest.approx(self.rewards)
        assert (env.terminated[i], env.truncated[i]) == (self.terminated, self.truncated)
        assert env.game_of(i) == (5, self.index)
        assert env.state(i) == state


@editions
@modes
@pytest.mark.parametrize("mask", MASKS)
def test_every_row_is_a_game_played_alone(rules, autoreset, mask):
    env = vector(rules, autoreset=autoreset, mask=mask)
    alone = [Alone(env, i, autoreset) for i in range(ENVS)]
    rng, ended = Random(1), 0
    for _ in range(STEPS):
        for one in alone:
            one.check()
        actions = random_actions(rng, env)
        env.step(actions)
        for one, action in zip(alone, actions, strict=True):
            final = one.step(action)
            ended += final is not None
            if final is not None and autoreset == "same_step":
                assert np.array_equal(env.final_observations[one.i], final)
    assert ended >= ENVS


def test_games_that_are_won_pay_the_winner():
    env = vector(A, num_envs=200, max_turns=10_000)
    rng = Random(2)
    for _ in range(300):
        env.step(random_actions(rng, env))
        won = env.terminated
        assert (env.rewards[won].max(axis=1) == 1).all()
        assert np.allclose(env.rewards[won].sum(axis=1), 0)
        assert not env.rewards[~won].any()
        if won.any():
            return
    pytest.fail("no game was won")


def play(env, steps, seed=3):
    """All arrays after each of some random steps."""
    rng, seen = Random(seed), []
    for _ in range(steps):
        env.step(random_actions(rng, env))
        seen.append([legal_sets(env), env.observations.copy(), env.rewards.copy(), env.truncated.copy()])
    return seen


def assert_same(some, others):
    for one, other in zip(some, others, strict=True):
        assert one[0] == other[0]
        assert all(np.array_equal(a, b) for a, b in zip(one[1:], other[1:], strict=True))


@pytest.mark.parametrize("threads", [2, 7])
def test_threads_change_nothing(threads):
    with vector(B, num_envs=23) as one, vector(B, num_envs=23, threads=threads) as many:
        assert_same(play(one, 100), play(many, 100))


def test_threads_count_illegal_actions_together():
    with vector(B, num_envs=23, threads=7, illegal="random") as env:
        env.step(np.full(23, -1))
        assert env.illegal_total == 23
        env.close()
        env.step(np.full(23, -1))
        assert env.illegal_total == 46


def test_masks_of_more_actions_than_a_game_remembers():
    """Hands of 35 cards: some lists are longer than 320, of which the first 319 and the last are listed."""
    rules = A.replace(hand_size=35, players=2)
    envs = [vector(rules, players=2, num_envs=120, mask=mask) for mask in MASKS]
    rng, longest = Random(4), 0
    for _ in range(12):
        by_bytes, by_bits, listed = (legal_sets(env) for env in envs)
        assert by_bytes == by_bits == [env.legal_actions() for env in map(envs[0].state, range(120))]
        for i, legal in enumerate(by_bytes):
            assert len(listed[i]) == min(len(legal), 320)
            assert set(listed[i]) <= set(legal)
            assert (0 in legal) == (0 in listed[i])
            longest = max(longest, len(legal))
        actions = random_actions(rng, envs[0])
        for env in envs:
            env.step(actions)
    assert longest > 320


# Seeds and resets.


def test_an_environment_plays_the_games_of_its_own_stream():
    env = vector(seed=9, autoreset="off")
    assert [env.game_of(i) for i in range(ENVS)] == [(9, i) for i in range(ENVS)]
    env.reset()
    assert [env.game_of(i) for i in range(ENVS)] == [(9, i) for i in range(ENVS)]
    env.step(random_actions(Random(1), env))
    env.reset()
    assert [env.game_of(i) for i in range(ENVS)] == [(9, i + ENVS) for i in range(ENVS)]
    env.reset(seed=2**64 - 1)
    assert [env.game_of(i) for i in range(ENVS)] == [(2**64 - 1, i) for i in range(ENVS)]
    assert env.state(3) == env.game.new_state(2**64 - 1, 3)


def test_a_masked_reset_leaves_the_others():
    env = vector()
    env.step(random_actions(Random(1), env))
    before = [env.state(i) for i in range(ENVS)]
    chosen = np.array([True, False, True, False, False, True])
    env.reset(mask=chosen)
    for i in range(ENVS):
        assert env.state(i) == (env.game.new_state(5, i + ENVS) if chosen[i] else before[i])
    env.reset(seed=8, mask=chosen.tolist())
    for i in range(ENVS):
        assert env.state(i) == (env.game.new_state(8, i) if chosen[i] else before[i])
        assert legal_sets(env)[i] == env.state(i).legal_actions()


def test_a_reset_clears_the_outcome():
    env = vector(autoreset="off", max_turns=1)
    rng = Random(1)
    while not env.truncated.all():
        env.step(random_actions(rng, env))
    assert not any(legal_sets(env))
    env.reset()
    assert not env.truncated.any()
    assert all(legal_sets(env))


# Illegal actions.


def everything(env):
    return [array.copy() for array in env._arrays.values()], [env.state(i) for i in range(ENVS)]


@pytest.mark.parametrize("bad", [-1, 3, 10**6, 2**40, -(2**62)])
def test_an_illegal_action_raises_and_changes_nothing(bad):
    env = vector()
    assert 3 not in legal_sets(env)[4]
    actions = random_actions(Random(1), env)
    actions[4] = bad
    before = everything(env)
    with pytest.raises(ActionError, match=r"^environment 4, game 4 of seed 5: ") as caught:
        env.step(actions)
    assert "\n" not in str(caught.value)
    after = everything(env)
    assert all(np.array_equal(a, b) for a, b in zip(before[0], after[0], strict=True))
    assert before[1] == after[1]


def test_an_illegal_action_can_become_a_random_legal_one():
    env, again = (vector(B, illegal="random", max_turns=10_000) for _ in range(2))
    rng, wanted, taken = Random(1), 0, set()
    for _ in range(60):
        actions = random_actions(rng, env)
        bad = np.array([rng.random() < 0.5 for _ in range(ENVS)])
        actions[bad] = -7
        before = [env.state(i) for i in range(ENVS)]
        env.step(actions)
        again.step(actions)
        running = np.array([not state.is_terminal for state in before])
        assert np.array_equal(env.illegal, bad & running)
        wanted += int((bad & running).sum())
        assert env.illegal_total == wanted
        for i, state in enumerate(before):
            now = [state.copy() for _ in state.legal_actions()]
            for copy, action in zip(now, state.legal_actions(), strict=True):
                copy.apply(action)
            if bad[i] and running[i]:
                assert env.state(i) in now
                taken.add(now.index(env.state(i)))
        assert [env.state(i) for i in range(ENVS)] == [again.state(i) for i in range(ENVS)]
    assert len(taken) > 3


# Arrays.


def test_arrays_are_written_in_place():
    env = vector()
    observations, info = env.reset()
    got, rewards, terminated, truncated, later = env.step(random_actions(Random(1), env))
    assert got is observations is env.observations
    assert rewards is env.rewards
    assert terminated is env.terminated
    assert truncated is env.truncated
    assert info.keys() == later.keys() == {"current_player", "legal_mask"}
    assert all(info[name] is later[name] is getattr(env, name) for name in info)


def test_copies_stay_as_they_were():
    env = vector(copy=True, autoreset="same_step", illegal="random")
    first, info = env.reset()
    mask, shown = info["legal_mask"], env.observations.copy()
    assert mask is not env.legal_mask
    second = env.step(random_actions(Random(1), env))
    assert np.array_equal(first, shown)
    assert not np.array_equal(mask, env.legal_mask)
    assert np.array_equal(second[0], env.observations)
    assert second[4].keys() == {"current_player", "legal_mask", "illegal", "final_observations"}
    for array in [*second[:4], *second[4].values()]:
        assert not any(np.shares_memory(array, own) for own in env._arrays.values())


def test_kinds_and_shapes():
    env = vector(mask="list", illegal="random", autoreset="same_step")
    kinds = {name: (array.dtype.name, array.shape) for name, array in env._arrays.items()}
    assert kinds == {
        "observations": ("uint8", (ENVS, env.layout.size)),
        "final_observations": ("uint8", (ENVS, env.layout.size)),
        "legal_actions": ("uint16", (ENVS, 320)),
        "legal_count": ("uint16", (ENVS,)),
        "current_player": ("int8", (ENVS,)),
        "rewards": ("float32", (ENVS, PLAYERS)),
        "terminated": ("bool", (ENVS,)),
        "truncated": ("bool", (ENVS,)),
        "illegal": ("bool", (ENVS,)),
    }
    assert all(array.flags.c_contiguous for array in env._arrays.values())
    bits = vector(mask="bits").legal_bits
    assert (bits.dtype, bits.shape) == (np.uint8, (ENVS, (env.num_actions + 7) // 8))
    assert vector().legal_mask.dtype == np.int8


def test_what_is_not_wanted_is_not_there():
    env = vector(observations=False, mask="none", autoreset="same_step")
    assert env.observations is env.final_observations is env.legal_mask is env.legal_bits is env.legal_actions is None
    assert env.step([env.state(i).legal_actions()[0] for i in range(ENVS)])[0] is None
    assert vector(observations=False, copy=True).reset()[0] is None


@pytest.mark.parametrize("mask", ["bytes", "bits"])
def test_masks_can_only_be_read(mask):
    """Of them only what changes is written, so that what others wrote would stay."""
    env = vector(mask=mask)
    array = env.legal_mask if mask == "bytes" else env.legal_bits
    with pytest.raises(ValueError, match="read-only"):
        array[0, 0] = 1
    env.observations[:] = 7
    env.step(random_actions(Random(1), env))
    assert np.array_equal(env.observations[0], env.state(0).observation(env.current_player[0]))


# Arguments.


@pytest.mark.parametrize(
    "convert",
    [
        np.int16,
        np.uint16,
        np.int32,
        np.uint64,
        np.ndarray.tolist,
        lambda actions: np.repeat(actions, 2)[::2],
        lambda actions: actions.astype(">i4"),
        lambda actions: (actions.setflags(write=False), actions)[1],
    ],
    ids=["int16", "uint16", "int32", "uint64", "list", "strided", "swapped", "read-only"],
)
def test_actions_of_any_integer_kind(convert):
    env, other = vector(), vector()
    actions = random_actions(Random(1), env)
    other.step(actions.copy())
    env.step(convert(actions))
    assert [env.state(i) for i in range(ENVS)] == [other.state(i) for i in range(ENVS)]


@pytest.mark.parametrize(
    "actions",
    [
        np.zeros(ENVS),
        np.zeros(ENVS, bool),
        np.zeros(ENVS - 1, int),
        np.zeros(ENVS + 1, int),
        np.zeros((ENVS, 1), int),
        0,
        [],
        None,
        ["end"] * ENVS,
    ],
)
def test_actions_of_another_shape_or_kind(actions):
    with pytest.raises(ArgumentError, match=rf"actions must be an array of integers of shape \({ENVS},\), not of "):
        vector().step(actions)


class NoArray:
    def __array__(self, *args, **options):
        raise RuntimeError("no array")


@pytest.mark.parametrize("values", [[[1], 2], [[]] * 2 + [3], NoArray()])
def test_what_has_no_shape_is_no_array(values):
    env = vector()
    for call in (env.step, lambda given: env.reset(mask=given)):
        with pytest.raises(ArgumentError, match=rf"of shape \({ENVS},\), not "):
            call(values)


@pytest.mark.parametrize("mask", [np.ones(ENVS), np.ones(ENVS - 1, bool), True, [1] * ENVS])
def test_masks_of_another_shape_or_kind(mask):
    with pytest.raises(ArgumentError, match=rf"mask must be an array of bools of shape \({ENVS},\), not of "):
        vector().reset(mask=mask)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ({"num_envs": 0}, "num_envs can't be 0: it is a whole number from 1 to"),
        ({"num_envs": -1}, "num_envs can't be -1"),
        ({"num_envs": 1.0}, "num_envs can't be 1.0"),
        ({"threads": 0}, "threads can't be 0"),
        ({"seed": -1}, "seed can't be -1"),
        ({"max_turns": 0}, "max_turns can't be 0"),
        ({"mask": "all"}, "mask can't be 'all': it is one of bytes, bits, list, none"),
        ({"mask": None}, "mask can't be None"),
        ({"autoreset": True}, "autoreset can't be True: it is one of next_step, same_step, off"),
        ({"illegal": "ignore"}, "illegal can't be 'ignore': it is one of raise, random"),
    ],
)
def test_wrong_options(options, says):
    with pytest.raises(ArgumentError, match=says):
        vector(**options)


def test_wrong_rules_players_and_environments():
    with pytest.raises(ArgumentError, match="rules must be Rules"):
        VectorEnv("A")
    with pytest.raises(RulesError, match="players can't be 9"):
        VectorEnv(A, 9)
    for i in (ENVS, -1, None):
        with pytest.raises(ArgumentError, match="i can't be"):
            vector().state(i)
        with pytest.raises(ArgumentError, match="i can't be"):
            vector().game_of(i)
    for seed in (-1, 2**64):
        with pytest.raises(ArgumentError, match="seed can't be"):
            vector().reset(seed)


def test_more_environments_than_the_memory_holds(monkeypatch):
    monkeypatch.setattr(vector_module, "_memory", lambda: 8_000_000_000)
    with pytest.raises(MemoryError, match=r"need 11\.\d GB, 9\.\d of them for legal_mask; the machine has 8\.0 GB"):
        VectorEnv(B, num_envs=1_000_000)


def test_many_environments():
    env = VectorEnv(B, num_envs=20_000, mask="list", observations=False)
    env.step(env.legal_actions[:, 0])
    assert env.state(19_999) != env.game.new_state(0, 19_999)


def test_two_threads_never_play_at_once():
    env = vector()
    with env._alone(), pytest.raises(ArgumentError, match="another thread is using this VectorEnv"):
        env.step(np.zeros(ENVS, int))
    env.step(random_actions(Random(1), env))


def test_importing_athanor_needs_no_numpy():
    code = "import sys, athanor; 'VectorEnv' in dir(athanor); sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    with pytest.raises(AttributeError, match="no attribute 'VectorEnvs'"):
        __import__("athanor").VectorEnvs  # noqa: B018


def test_a_state_of_an_environment_goes_its_own_way():
    env = vector()
    state, before = env.state(2), env.state(2)
    assert state.game == Game(A, PLAYERS, 12)
    state.apply(state.legal_actions()[0])
    assert env.state(2) == before
    assert before.events == []


@pytest.mark.parametrize("again", [shallow, deepcopy, pickle.dumps])
def test_a_vector_is_neither_copied_nor_pickled(again):
    with pytest.raises(TypeError, match="a VectorEnv can't be copied or pickled"):
        again(vector())
