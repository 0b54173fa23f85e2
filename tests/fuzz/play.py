"""Sequences of actions, legal and not: what is refused changes nothing."""

from athanor import State

from .judge import plays_on, tried
from .source import Source

LONGEST = 60


def refused_or_legal(source: Source, state: State) -> None:
    """Any action at all: carried out if it is a legal one, else refused with the state as it was."""
    before, legal, events = bytes(state), state.legal_actions(), len(state.events)
    given = source.text() if source.one_in(2) else source.junk()
    tried(lambda: state.apply(given))
    code = tried(lambda: state.game.action_id(given))
    if code not in legal:
        assert bytes(state) == before
        assert state.legal_actions() == legal
        assert len(state.events) == events


def run(source: Source) -> None:
    game = source.game()
    deck = source.junk() if source.one_in(10) else None
    state = tried(lambda: game.new_state(source.number(0, 255), source.junk() if source.one_in(10) else 0, deck))
    if state is None:
        return
    history = state.copy()
    actions = []
    for _ in range(source.number(0, LONGEST)):
        if source.one_in(4):
            refused_or_legal(source, copy := state.copy())
            assert copy.game is game
        if state.is_terminal or source.is_empty:
            break
        action = source.choice(state.legal_actions())
        state.apply(action if source.one_in(2) else game.action_text(action))
        actions.append(action)
    for action in actions:
        history.apply(action)
    assert history == state
    assert history.events == state.events
    for call in (state.hand, state.kept, state.observation):
        tried(lambda call=call: call(source.junk()))
    tried(lambda: state.resample(source.junk(), source.junk()))
    plays_on(source, state)
