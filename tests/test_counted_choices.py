"""What is chosen by its number without a list is what the list holds at that place."""

from random import Random

import pytest
from random_states import random_states, walk

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, Game

GAMES = 25
STATES = 400


@pytest.mark.parametrize("rules", [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE], ids=lambda rules: rules.edition)
def test_at_every_choice_of_games(rules):
    rng, phases = Random(4), set()
    for seed in range(GAMES):
        state = Game(rules, players=rng.randint(2, 7)).new_state(seed=seed)
        while not state.is_terminal:
            assert state.counted_actions() == state.core_actions()
            phases.add(state.phase)
            walk(rng, state, 1)
    assert phases >= {"play", "force", "answer", "keep"}


def test_under_random_rules():
    phases = set()
    for state in random_states(STATES, seed=7):
        assert state.counted_actions() == state.core_actions()
        assert sorted(state.counted_actions()) == state.legal_actions()
        phases.add(state.phase)
    assert phases == {"play", "discard", "force", "answer", "keep", "over"}
