"""The engine against the slow reference, in lock-step: the same choices, situations and events."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from oracles.engine import OracleState
from oracles.random_play import random_action
from oracles.random_positions import nasty_position
from oracles.random_rules import random_rules
from oracles.table import SearchLimitError

import athanor
from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE

GAMES = 160
NASTY_POSITIONS = 200
MAX_TURNS = (5, 20, 60)
#: Situations that the reference may look at to tell which plays are legal; beyond, a game is left there.
MOST_SEARCHED = 1500


def differences(state: Any, oracle: OracleState) -> dict[str, tuple[Any, Any]]:
    """The keys of the position that differ: what the engine says, and what the reference says."""
    ours, theirs = json.loads(json.dumps(state.to_position())), oracle.to_position()
    return {
        key: (ours.get(key, "missing"), theirs.get(key, "missing"))
        for key in ours.keys() | theirs.keys()
        if ours.get(key, "missing") != theirs.get(key, "missing")
    }


def check_agreement(game: Any, state: Any, oracle: OracleState) -> list[str]:
    """The legal actions, if all that both say of the situation is the same."""
    assert differences(state, oracle) == {}
    texts = [game.action_text(action) for action in state.legal_actions()]
    legal = oracle.legal_actions()
    extra, missing = sorted(set(texts) - set(legal)), sorted(set(legal) - set(texts))
    assert (extra, missing) == ([], []), f"extra, missing actions in {oracle.to_position()}"
    assert len(texts) == len(set(texts))
    assert state.phase == oracle.phase
    assert state.current_player == oracle.current_player
    return legal


def check_end(state: Any, oracle: OracleState) -> None:
    assert [tuple(event) for event in state.events] == oracle.events
    assert (state.winner, state.truncated) == (oracle.winner, oracle.truncated)
    assert state.is_terminal == (oracle.phase == "over")


def play_in_step(rng: Random, game: Any, state: Any, oracle: OracleState) -> None:
    """Random play to the end of the game, or to where the reference would search too long."""
    try:
        while legal := check_agreement(game, state, oracle):
            text = random_action(rng, legal)
            oracle.apply(text)
            state.apply(text if rng.random() < 0.5 else game.action_id(text))
    except SearchLimitError:
        return
    check_end(state, oracle)


def rules_for(seed: int, rng: Random, changed: float = 0.15) -> tuple[athanor.Rules, int]:
    """Every fourth time an edition as it is."""
    if seed % 4:
        return random_rules(rng, changed)
    return rng.choice((ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE)), rng.randint(2, 7)


@pytest.mark.parametrize("seed", range(GAMES))
def test_whole_games(seed: int) -> None:
    rng = Random(seed)
    rules, players = rules_for(seed, rng)
    index, max_turns = rng.getrandbits(64), rng.choice(MAX_TURNS)
    deck = rng.sample(range(76), 76) if seed % 3 == 0 else None
    game = athanor.Game(rules, players=players, max_turns=max_turns)
    oracle = OracleState.new(
        rules, players, max_turns, seed=seed, index=index, deck=deck, most_searched=MOST_SEARCHED
    )
    play_in_step(rng, game, game.new_state(seed=seed, index=index, deck=deck), oracle)


@pytest.mark.parametrize("seed", range(NASTY_POSITIONS))
def test_r21_nasty_positions(seed: int) -> None:
    """Wild cards on the table, their right cards in hand: which may be recovered, and what is legal then."""
    rng = Random(seed)
    rules, players = rules_for(seed, rng, changed=0.3)
    if rng.random() < 0.5:
        rules = rules.replace(take="recover", turn_order="free", hand_limit=9)
    if rng.random() < 0.3:
        rules = rules.replace(
            atouts_in_melds="any_family", completions_per_turn=None, pair_stones=rng.randint(1, 3)
        )
    if rng.random() < 0.3:
        rules = rules.replace(ante_every="round", exhausted=rng.choice(("showdown", "void")))
    position = nasty_position(rng, rules, players, hand_size=rng.randint(3, 8))
    last_turn = position["turn"] + rng.randint(1, players)
    game = athanor.Game(rules, players=players, max_turns=last_turn)
    try:
        oracle = OracleState.from_position(rules, players, last_turn, position, most_searched=MOST_SEARCHED)
    except SearchLimitError:
        pytest.skip("too many ways to lay what is owed")
    play_in_step(rng, game, game.new_state(position=position), oracle)


@pytest.mark.parametrize("seed", range(20))
def test_positions_of_the_reference_play_on(seed: int) -> None:
    """A game stopped anywhere, in any phase, goes on in the engine from the position alone."""
    rng = Random(seed)
    rules, players = rules_for(seed, rng)
    max_turns = rng.choice(MAX_TURNS)
    oracle = OracleState.new(rules, players, max_turns, seed=seed, most_searched=MOST_SEARCHED)
    game = athanor.Game(rules, players=players, max_turns=max_turns)
    try:
        for _ in range(rng.randrange(60)):
            if oracle.phase != "over":
                oracle.apply(random_action(rng, oracle.legal_actions()))
        position = oracle.to_position()
        oracle = OracleState.from_position(rules, players, max_turns, position, most_searched=MOST_SEARCHED)
    except SearchLimitError:
        pytest.skip("too many ways to lay what is owed")
    play_in_step(rng, game, game.new_state(position=position), oracle)
