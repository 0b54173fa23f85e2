"""Game and State: new games, decks, copies, equality and errors."""

import copy
import pickle

import pytest
from situations import SPARE, A, B, deck_of, editions, new_game, situation

from athanor import AthanorError, Card, Game, PositionError


def test_a_game_tells_what_it_is():
    game = Game(B, players=3, max_turns=50)
    assert (game.rules, game.players, game.max_turns) == (B, 3, 50)


@pytest.mark.parametrize("rules", [None, "A", {"edition": "esprit-critique"}])
def test_a_game_needs_rules(rules):
    with pytest.raises(AthanorError, match="rules"):
        Game(rules)


@pytest.mark.parametrize("players", [1, 9, -1, 2.0, "4", True])
def test_a_game_needs_a_number_of_players(players):
    with pytest.raises(AthanorError, match="players"):
        Game(A, players=players)


@editions
def test_the_same_seed_and_index_give_the_same_game(rules):
    game = Game(rules, players=4)
    assert game.new_state(seed=7, index=3) == game.new_state(seed=7, index=3)
    assert game.new_state(seed=7) == game.new_state(seed=7, index=0)
    others = [
        game.new_state(seed=8, index=3),
        game.new_state(seed=7, index=4),
        game.new_state(seed=3, index=7),
    ]
    assert all(game.new_state(seed=7, index=3) != other for other in others)


@pytest.mark.parametrize("name", ["seed", "index"])
@pytest.mark.parametrize("value", [-1, 2**64, 1.5, "7", None, True])
def test_seed_and_index_are_words(name, value):
    with pytest.raises(AthanorError, match=name):
        Game(A).new_state(**{name: value})


def test_the_greatest_seed_is_taken():
    Game(A).new_state(seed=2**64 - 1, index=2**64 - 1)


@editions
def test_a_new_game_begins_at_a_real_choice(rules):
    game = Game(rules, players=5)
    states = [game.new_state(seed=seed) for seed in range(40)]
    assert all(len(state.legal_actions()) >= 2 for state in states)
    # Some openers have nothing to play and no choice: their turn is over.
    openings = [state.events[2] for state in states if len(state.events) > 2]
    assert openings
    assert {(text, automatic) for _, text, automatic in openings} == {("end", True)}


# Decks.


def test_a_deck_may_be_ids_cards_or_texts():
    ids = deck_of("4s 5s 6s")
    states = [Game(A).new_state(deck=deck) for deck in (ids, [Card(i) for i in ids], [str(Card(i)) for i in ids])]
    assert states[0] == states[1] == states[2]


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (list(range(75)), "75"),
        (list(range(77)), "76"),
        ([], "0"),
        ([*range(75), 0], "As"),
        (list(range(70)) + [70] * 5 + [0], "As"),
        (list(range(69)) + [70] * 7, "seven Jokers"),
        ([*range(75), -1], "-1"),
        ([*range(75), 99], "99"),
        ([*range(75), 75.0], "75.0"),
        ([*range(75), None], "None"),
        ([*range(75), "5x"], "5x"),
        (5, "5"),
        ("5s", "1"),
    ],
)
@editions
def test_a_deck_is_the_76_cards(rules, deck, message):
    with pytest.raises(PositionError, match=f"deck.*{message}") as caught:
        Game(rules).new_state(deck=deck)
    assert "\n" not in str(caught.value)


def test_a_deck_and_a_position_exclude_each_other():
    with pytest.raises(PositionError, match="deck and position"):
        Game(A).new_state(deck=deck_of("4s"), position={})


def test_jokers_of_a_deck_are_alike():
    ids = deck_of("4s 5s JK JK")
    swapped = [{70: 71, 71: 70}.get(i, i) for i in ids]
    assert Game(A).new_state(deck=ids) == Game(A).new_state(deck=swapped)


# Copies and equality.


@editions
def test_a_copy_is_independent(rules):
    table = situation(rules, f"4s 5s 6s {SPARE}")
    twin = table.state.copy()
    assert twin == table.state
    before = twin.to_position()
    table.play("run 4 4s 5s 6s")
    assert twin != table.state
    assert twin.to_position() == before
    twin.apply("run 4 4s 5s 6s")
    assert twin == table.state


def test_a_copy_has_its_own_events():
    table = situation(A, f"4s 5s 6s {SPARE}")
    twin = table.state.copy()
    table.play("run 4 4s 5s 6s")
    assert twin.events == []
    assert table.state.events == [(0, "run 4 4s 5s 6s", False)]


@editions
def test_copy_and_pickle_modules_give_equal_states(rules):
    state = new_game(rules, seed=5).state
    assert copy.copy(state) == state
    assert copy.deepcopy(state) == state
    assert pickle.loads(pickle.dumps(state)) == state


def test_what_a_state_shows_is_no_handle_on_it():
    state = situation(A, f"4s 5s 6s {SPARE}").state
    before = state.copy()
    position = state.to_position()
    position["hands"][0] = "As"
    position["stones"][0] = 99
    state.legal_actions().clear()
    state.events.append("x")
    assert state == before
    assert state.to_position() == before.to_position()


def test_states_compare_situations_not_histories():
    one = situation(A, f"4s 5s 6s 6h 6d 6a {SPARE}", melds=[]).play("run 4 4s 5s 6s")
    other = situation(A, f"4s 5s 6s 6h 6d 6a {SPARE}").play("run 4 4s 5s 6s")
    again = one.game.new_state(position=one.to_position())
    assert one.state == other.state == again
    assert again.events == []
    assert one.state.events != []


def test_states_of_other_games_differ():
    position = situation(A, SPARE).to_position()
    games = [
        Game(A, players=2),
        Game(A.replace(target_stones=30), players=2),
        Game(A, players=2, max_turns=9),
    ]
    one, rules, turns = (game.new_state(position=position) for game in games)
    assert one != rules
    assert one != turns
    assert one != "state"


def test_every_part_of_the_situation_counts():
    base = situation(B, SPARE, hands={1: "4s 5s"}, melds=["run 4 4h 5h 6h"])
    position = base.to_position()
    changes = {
        "stones": [8, 9],
        "pot": 5,
        "bank": 3,
        "turn": 4,
        "deal": 2,
        "opener": 1,
        "added": [1, 0],
        "completions": 1,
        "antes": [1, 1],
        "rng": [1, 2, 3, 4],
        "discards": position["pile"].split()[0],
    }
    for key, value in changes.items():
        changed = {**position, key: value}
        if key == "discards":
            changed["pile"] = " ".join(position["pile"].split()[1:])
        if key == "antes":
            changed["pot"] = 2
        assert base.game.new_state(position=changed) != base.state, key


@pytest.mark.parametrize("seat", [-1, 2, 8, 10**30, None, "0", 1.0])
def test_a_seat_is_one_of_the_players(seat):
    state = situation(A, SPARE).state
    for read in (state.hand, state.kept):
        with pytest.raises(AthanorError, match="player"):
            read(seat)
