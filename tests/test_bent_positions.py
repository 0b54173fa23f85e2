"""No position, however bent, crashes, breaks what must always hold, or is refused in more than a line."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from situations import DECK, A, B, every_card

from athanor import Game, PositionError

WHOLE_DECK = sorted(DECK)
VALUES = [None, 0, 1, 2, 5, 70, 255, 256, 5000, 65_535, 2**31, -1, True, "", "JK", "5a", "4s 5s", [], [0], [1, 0], {}]


def somewhere(game, rng):
    """A position of a random game."""
    state = game.new_state(seed=rng.getrandbits(32))
    for _ in range(rng.randrange(40)):
        if not state.is_terminal:
            state.apply(rng.choice(state.legal_actions()))
    return state.to_position()


def bent(value, rng):
    """Another value for a field, or another entry in its list."""
    if isinstance(value, list) and value and rng.random() < 0.6:
        entries = list(value)
        entries[rng.randrange(len(entries))] = rng.choice([*VALUES, *value])
        return entries
    if isinstance(value, str) and rng.random() < 0.5:
        return rng.choice([" ".join(value.split()[1:]), value + " JK", "force", "answer", "keep", "complete", "take"])
    return rng.choice(VALUES)


@settings(max_examples=150)
@given(st.sampled_from([A, B, A.replace(exhausted="void"), B.replace(ante_every="round")]), st.integers(0, 2**32))
def test_a_bent_position_is_refused_or_plays_on(rules, seed):
    rng = Random(seed)
    game = Game(rules, players=rng.randint(2, 7), max_turns=40)
    position = somewhere(game, rng)
    for key in rng.sample(sorted(position), rng.randint(1, 2)):
        position[key] = bent(position[key], rng)
    if rng.random() < 0.3:
        position.pop("pile", None)
    state, refusal = load(game, position)
    assert "\n" not in refusal
    if state is not None:
        plays_on(game, state, rng)


def load(game, position):
    """The state and no refusal, or no state and the refusal."""
    try:
        return game.new_state(position=position), ""
    except PositionError as error:
        return None, str(error)


def plays_on(game, state, rng):
    assert game.new_state(position=state.to_position()) == state
    for _ in range(30):
        assert every_card(state) == WHOLE_DECK
        assert min(state.stones) >= 0
        assert state.pot >= 0
        if state.is_terminal:
            return
        legal = state.legal_actions()
        assert len(legal) >= 2
        assert 0 <= legal[0] <= legal[-1] < game.num_actions
        state.apply(rng.choice(legal))


@pytest.mark.parametrize("rules", [A, B], ids=["A", "B"])
def test_a_first_keeper_is_of_no_account_before_the_four(rules):
    game = Game(rules, players=3)
    hands = ["4s 5s 6s", "4h 5h 6h", ""]
    state = game.new_state(position={"hands": hands, "first_keeper": 2})
    assert state == game.new_state(position={"hands": hands})
    assert state.to_position()["first_keeper"] is None
