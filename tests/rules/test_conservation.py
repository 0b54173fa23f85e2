"""What must always hold, in random legal games of both editions under random options."""

import json
from random import Random

import pytest
from hypothesis import event, example, given, settings
from hypothesis import strategies as st
from situations import DECK, A, B, every_card

from athanor import ActionError, Game
from athanor.rules import DECK_SIZE, FOUR_SIZE, MAX_PLAYERS

WHOLE_DECK = sorted(DECK)
GARBAGE = [
    "",
    "end end",
    "run 1",
    "add m99 5s high",
    "take m0 5s",
    "force 0",
    "discard 5x",
    "keep",
    "follow -1",
    "\x00",
]

CHANGES = {
    "first_seat": st.integers(0, MAX_PLAYERS - 1),
    "starting_stones": st.integers(1, 30),
    "ante": st.integers(0, 4),
    "ante_every": st.sampled_from(["deal", "round"]),
    "hand_size": st.integers(1, 14),
    "hand_limit": st.one_of(st.none(), st.integers(1, 12)),
    "exhausted": st.sampled_from(["showdown", "void"]),
    "ace_low": st.booleans(),
    "ace_high": st.booleans(),
    "atouts_in_melds": st.sampled_from(["any_family", "own_family"]),
    "min_real_cards": st.integers(1, 3),
    "turn_order": st.sampled_from(["steps", "free"]),
    "first_run_required": st.booleans(),
    "meld_stones": st.integers(0, 3),
    "atout_stones": st.integers(0, 3),
    "completions_per_turn": st.one_of(st.none(), st.integers(0, 4)),
    "completion_stones": st.integers(0, 3),
    "pair_stones": st.integers(0, 3),
    "take": st.sampled_from(["steal", "recover"]),
    "bank": st.one_of(st.none(), st.just("matched"), st.integers(0, 40)),
    "qualifying_melds": st.integers(0, 3),
    "qualifying_points": st.integers(0, 60),
    "points_count": st.sampled_from(["own_melds", "cards_laid"]),
    "stake_limit": st.sampled_from(["melds", "stones"]),
    "follow": st.sampled_from(["exact", "at_least"]),
    "atouts_at_showdown": st.sampled_from(["any_family", "own_family"]),
    "royal": st.sampled_from(["T-V-D-R-A", "V-C-D-R-A", "both"]),
    "jokers_at_showdown": st.sampled_from(["wild", "dead"]),
    "atout_breaks_ties": st.booleans(),
    "target_stones": st.one_of(st.none(), st.integers(1, 40)),
}


@st.composite
def games(draw, edition):
    """A game of the edition with some options changed; half of them without any change."""
    changes = draw(st.one_of(st.just({}), st.fixed_dictionaries({}, optional=CHANGES)))
    hand_size = changes.get("hand_size", edition.hand_size)
    players = draw(st.integers(2, min(MAX_PLAYERS, (DECK_SIZE - FOUR_SIZE) // hand_size)))
    changes["first_seat"] = changes.get("first_seat", 0) % players
    if changes.get("take", edition.take) == "recover":
        changes["turn_order"] = "free"
    return Game(edition.replace(players=players, **changes), max_turns=draw(st.integers(1, 60)))


def check_cards(state):
    assert every_card(state) == WHOLE_DECK


class Ledger:
    """What the stones of a game must add up to: the start and, where the supply has no bottom, the gains."""

    def __init__(self, game):
        self.rules = game.rules
        self.read = 0
        self.total = game.players * game.rules.starting_stones
        if game.rules.bank is not None:
            self.total += self.total if game.rules.bank == "matched" else game.rules.bank
        self.owners = []
        self.added = {}

    def follow(self, state):
        """Read the events since the last time, and compare."""
        events = state.events
        for seat, text, _ in events[self.read :]:
            self.total += self.gain(seat, text) if self.rules.bank is None else 0
        self.read = len(events)
        assert min(state.stones) >= 0
        assert state.pot >= 0
        assert (state.bank is None) == (self.rules.bank is None)
        assert sum(state.stones) + state.pot + (state.bank or 0) == self.total

    def gain(self, seat, text):
        word, *words = text.split()
        if text == "deal":
            self.owners = []
        if text == "end":
            self.added = {}
        if word in ("run", "set"):
            self.owners.append(seat)
            atouts = sum(card.endswith("a") for card in words)
            return self.rules.meld_stones + atouts * self.rules.atout_stones
        if word != "add":
            return 0
        owner = self.owners[int(words[0][1:])]
        self.added[owner] = self.added.get(owner, 0) + 1
        pair = owner == seat and self.added[owner] % 2 == 0
        return self.rules.completion_stones + (self.rules.pair_stones if pair else 0)


def check_refusals(game, state, legal, rng):
    before = state.copy()
    codes = [rng.randrange(game.num_actions) for _ in range(6)]
    neighbours = [code + step for code in legal[:2] for step in (-1, 1)]
    for action in [*codes, *neighbours, -1, game.num_actions, 10**20, rng.choice(GARBAGE)]:
        if action not in legal:
            with pytest.raises(ActionError):
                state.apply(action)
    for code in codes:
        if code not in legal:
            with pytest.raises(ActionError):
                state.apply(game.action_text(code))
    assert state == before
    assert state.to_position() == before.to_position()


def check_legal(game, state, rng):
    legal = state.legal_actions()
    assert len(legal) >= 2
    assert legal == sorted(set(legal))
    for action in rng.sample(legal, min(4, len(legal))):
        twin = state.copy()
        twin.apply(action)
        check_cards(twin)
        assert twin.is_terminal or len(twin.legal_actions()) >= 2
        assert (state.current_player, game.action_text(action), False) in twin.events[len(state.events) :]
    return legal


def pick(game, legal, rng):
    """A verb first, then one of its actions, so that rare verbs are played often."""
    verbs = sorted({game.action_text(action).split()[0] for action in legal})
    verb = rng.choice(verbs)
    return rng.choice([action for action in legal if game.action_text(action).startswith(verb)])


def play(game, seed, rng):
    """Play to the end, checking on the way; the actions played."""
    state = game.new_state(seed=seed)
    ledger = Ledger(game)
    twins = []
    actions = []
    while not state.is_terminal:
        check_cards(state)
        ledger.follow(state)
        legal = check_legal(game, state, rng)
        if rng.random() < 0.3:
            check_refusals(game, state, legal, rng)
        if rng.random() < 0.1:
            position = json.loads(json.dumps(state.to_position()))
            twins = [state.copy(), game.new_state(seed=99, position=position)]
        for twin in twins:
            assert twin == state
            assert twin.legal_actions() == legal
        actions.append(pick(game, legal, rng))
        for one in (state, *twins):
            one.apply(actions[-1])
    for twin in twins:
        assert twin == state
    check_cards(state)
    ledger.follow(state)
    check_end(game, state)
    return state, actions


def check_end(game, state):
    assert (state.phase, state.current_player, state.legal_actions()) == ("over", None, [])
    assert state.truncated is (state.winner is None)
    assert state.turn <= game.max_turns
    if state.truncated:
        assert state.turn == game.max_turns
        assert state.returns() == [0.0] * game.players
    else:
        assert state.stones[state.winner] > 0
        assert sum(state.returns()) == pytest.approx(0)
    assert game.new_state(position=state.to_position()) == state
    with pytest.raises(ActionError):
        state.apply("end")


def check_game(game, seed):
    final, actions = play(game, seed, Random(seed))
    again = game.new_state(seed=seed)
    for action in actions:
        again.apply(action)
    assert again == final
    assert again.events == final.events
    event("truncated" if final.truncated else "won")


seeds = st.integers(0, 2**32)


@settings(max_examples=60)
@given(games(A), seeds)
@example(Game(A, players=8, max_turns=200), 1)
@example(Game(A, players=2, max_turns=200), 2)
def test_a_holds_in_random_games(game, seed):
    check_game(game, seed)


@settings(max_examples=60)
@given(games(B), seeds)
@example(Game(B, players=7, max_turns=100), 1)
@example(Game(B, players=2, max_turns=200), 2)
def test_b_holds_in_random_games(game, seed):
    check_game(game, seed)
