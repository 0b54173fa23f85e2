"""Plans of whole turns, played on the state they are for."""

from __future__ import annotations

from athanor import State, TurnPlan


def play_plan(state: State, plan: TurnPlan) -> State:
    """Play every action of a plan; what a state plays by itself must be the plan's next action."""
    state = state.copy()
    seat, before = state.current_player, len(state.events)
    for number, action in enumerate(plan.actions):
        played = [text for who, text, _ in state.events[before:] if who == seat]
        if len(played) <= number:
            state.apply(action)
            played = [text for who, text, _ in state.events[before:] if who == seat]
        assert played[number] == action
    return state


def check_plan(state: State, plan: TurnPlan) -> None:
    seat, turn = state.current_player, state.turn
    after = play_plan(state, plan)
    if (after.turn, after.phase, after.deal) == (turn, "play", state.deal):
        assert after.stones[seat] - state.stones[seat] == plan.stones
        assert after.points[seat] - state.points[seat] == plan.points
        assert after.hand(seat) == plan.left
        assert after.to_position()["owed"] == ""
    assert len(state.hand(seat)) - len(plan.left) == plan.cards
