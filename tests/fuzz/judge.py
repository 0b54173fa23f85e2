"""What every call must keep to: a result or a clear error, and nothing changed by what was refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TypeVar

from athanor import AthanorError, Card, State

from .source import Source

T = TypeVar("T")

LONGEST_MESSAGE = 1000
WHOLE_DECK = Counter(str(Card(number)) for number in range(76))
STEPS = 12


def tried(call: Callable[[], T], *documented: type[Exception]) -> T | None:
    """What the call gives, or None where it raised an error of athanor's or a documented one, on one short line."""
    try:
        return call()
    except (AthanorError, *documented) as error:
        message = str(error)
        assert message
        assert len(message.splitlines()) == 1, message
        assert len(message) < LONGEST_MESSAGE, message
        return None


def cards_of(state: State) -> Counter[str]:
    """Every card that lies anywhere."""
    position = state.to_position()
    texts = [position["four"], position["pile"], position["discards"], *position["hands"], *position["kept"]]
    texts += [meld["meld"].removeprefix("run").removeprefix("set") for meld in position["melds"]]
    return Counter(word for text in texts for word in text.split() if not word.isdecimal())


def plays_on(source: Source, state: State) -> None:
    """A state that was let in is one: what it holds agrees, and each way of writing it brings it back."""
    game = state.game
    assert game.new_state(position=state.to_position()) == state
    assert game.state_from_bytes(bytes(state)) == state
    assert cards_of(state) == WHOLE_DECK
    for _ in range(STEPS):
        assert min(state.stones) >= 0
        assert state.pot >= 0
        legal = state.legal_actions()
        if state.is_terminal:
            assert not legal
            break
        assert len(legal) >= 2
        assert legal == sorted(set(legal))
        assert legal[-1] < game.num_actions
        state.apply(source.choice(legal))
    assert cards_of(state) == WHOLE_DECK
    state.observation(source.number(0, game.players - 1))
    state.resample(source.number(0, game.players - 1), 1)
