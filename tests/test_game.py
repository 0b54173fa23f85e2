"""Game and State: actions as codes and texts, decks, positions, copies, equality and errors."""

import copy
import json
import pickle

import numpy as np
import pytest
from situations import SPARE, SPARE_RUN, A, B, deck_of, editions, every_card, new_game, situation

from athanor import ActionError, AthanorError, Card, Game, PositionError

GAMES = [Game(A, players=4), Game(B, players=4)]
games = pytest.mark.parametrize("game", GAMES, ids=["A", "B"])

# Actions.


@games
def test_every_code_has_one_text_and_every_text_its_code(game):
    texts = [game.action_text(code) for code in range(game.num_actions)]
    assert len(set(texts)) == game.num_actions
    assert [game.action_id(text) for text in texts] == list(range(game.num_actions))


@games
def test_texts_are_of_the_forms_promised(game):
    verbs = {game.action_text(code).split()[0] for code in range(game.num_actions)}
    assert verbs == {"run", "set", "add", "take", "end", "discard", "force", "pass", "follow", "fold", "keep"}


@games
@pytest.mark.parametrize(
    "text",
    [
        "run 3 JK 4s 5s",
        "run 1 As 2s 3s",
        "run 13 Ds Rs As",
        "run 5 5a 6a 7a",
        "run 5 JK JK 7a",
        "set 6h 6d 6a",
        "set 6s JK JK",
        "add m0 7s high",
        "add m22 JK low",
        "add m3 6c",
        "add m3 JK",
        "take m3 5s JK",
        "take m3 5s 5a",
        "take m3 5a JK",
        "end",
        "discard 9d",
        "discard JK",
        "force 1",
        "pass",
        "follow 2",
        "fold",
        "keep 5s",
        "keep JK",
    ],
)
def test_a_canonical_text_stays_itself(game, text):
    assert game.action_text(game.action_id(text)) == text


@games
@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("discard 10d", "discard Td"),
        ("discard 5S", "discard 5s"),
        ("discard 5♠", "discard 5s"),
        ("keep jk", "keep JK"),
        ("run 4 4S 5♠ jk", "run 4 4s 5s JK"),
        ("run 9 9h 10h VH", "run 9 9h Th Vh"),
        ("set 6a 6d 6h", "set 6h 6d 6a"),
        ("set JK 6h JK", "set 6h JK JK"),
        ("  add   m3 10s  high ", "add m3 Ts high"),
        ("take m3 10s jk", "take m3 Ts JK"),
    ],
)
def test_cards_may_be_spelt_as_in_r2(game, text, canonical):
    assert game.action_text(game.action_id(text)) == canonical


def test_apply_takes_any_spelling():
    table = situation(B, f"9h Th Vh {SPARE}").play("run 9 9h 10h VH")
    assert str(table.melds[0]) == "run 9 9h Th Vh"


@games
@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "dance",
        "run",
        "run 3",
        "run 4s 5s 6s",
        "run x 4s 5s 6s",
        "run 4 4s 5s",
        "run 4 4s 5s 6s 7s",
        "run 4 4s 5h 6s",
        "run 4 4s 6s 5s",
        "run 0 JK As 2s",
        "run 14 Rs As 2s",
        "run 99999999999999999999 4s 5s 6s",
        "run -4 4s 5s 6s",
        "run 4 JK JK JK",
        "set 6h 6d",
        "set 6h 6d 7c",
        "set 6h 6h 6d",
        "set 6h 6d 6c 6a",
        "set JK JK JK",
        "set",
        "add",
        "add m0",
        "add m0 high",
        "add 7s high",
        "add m99 7s high",
        "add m-1 7s high",
        "add mx 7s high",
        "add m0 7s middle",
        "add m0 7x high",
        "add m0 7s high low",
        "take",
        "take m0 5s",
        "take m0 5s 6s",
        "take m0 5s 6a",
        "take m0 JK 5s",
        "take m0 JK JK",
        "take m0 5a 5a",
        "end now",
        "discard",
        "discard 5x",
        "discard 5s 6s",
        "force",
        "force 0",
        "force -1",
        "force x",
        "force 1.5",
        "force 1000000000000000000000",
        "follow",
        "follow 0",
        "fold 1",
        "pass 1",
        "keep",
        "keep 15s",
        "5s",
        "\N{SNOWMAN}",
        "end\x00",
        "x" * 100_000,
    ],
)
def test_a_text_that_is_no_action_is_refused(game, text):
    with pytest.raises(ActionError) as caught:
        game.action_id(text)
    message = str(caught.value)
    assert "\n" not in message
    assert len(message) < 400


def test_the_message_quotes_the_text_and_shows_how_actions_are_written():
    with pytest.raises(ActionError, match=r"'dance' is no action.*run 3 JK 4s 5s.*keep 5s"):
        GAMES[0].action_id("dance")
    with pytest.raises(ActionError, match="unknown card '5x'"):
        GAMES[0].action_id("discard 5x")


@games
@pytest.mark.parametrize("code", [-1, 10**30, 1.5, None, True, b"end", [1], "numactions"])
def test_a_number_that_is_no_code_is_refused(game, code):
    code = game.num_actions if code == "numactions" else code
    with pytest.raises(ActionError):
        game.action_text(code)
    state = game.new_state(seed=1)
    before = state.copy()
    with pytest.raises(ActionError):
        state.apply(code)
    assert state == before


@games
def test_whole_numbers_of_numpy_are_codes(game):
    code = game.action_id("end")
    assert game.action_text(np.int64(code)) == "end"
    state = game.new_state(deck=deck_of("4s 5s 6s"))
    state.apply(np.int32(code))
    assert (0, "end", False) in state.events


def test_an_action_that_is_not_legal_is_named_with_those_that_are():
    table = situation(A, SPARE)
    with pytest.raises(ActionError, match=f"'discard 5s' is not legal now: legal are .*{SPARE_RUN}"):
        table.state.apply("discard 5s")


@editions
def test_legal_actions_are_ascending_codes(rules):
    table = situation(rules, f"4s 5s 6s JK {SPARE}", melds=["run 8 8h 9h Th"])
    legal = table.state.legal_actions()
    assert all(type(code) is int for code in legal)
    assert legal == sorted(set(legal))
    assert legal[-1] < table.game.num_actions


# Games and new states.


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


# Decks.


def test_a_deck_may_be_ids_cards_or_texts():
    ids = deck_of("4s 5s 6s")
    states = [
        Game(A).new_state(deck=deck) for deck in (ids, [Card(i) for i in ids], [str(Card(i)) for i in ids])
    ]
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


# Positions.

KEYS = [
    "phase",
    "current_player",
    "hands",
    "kept",
    "melds",
    "four",
    "pile",
    "discards",
    "stones",
    "pot",
    "bank",
    "in",
    "antes",
    "opener",
    "deal",
    "turn",
    "final_turns",
    "step",
    "completions",
    "added",
    "owed",
    "points",
    "forcer",
    "stake",
    "participants",
    "first_keeper",
    "rng",
    "winner",
    "truncated",
]


@editions
def test_a_position_has_every_key_and_goes_through_json(rules):
    state = new_game(rules, players=3, seed=2).state
    position = state.to_position()
    assert set(position) == set(KEYS)
    assert Game(rules, players=3).new_state(position=json.loads(json.dumps(position))) == state


@editions
def test_a_position_takes_any_subset_of_keys(rules):
    table = situation(rules, f"4s 5s 6s {SPARE}", melds=[(1, "run 8 8h 9h JK")], stones=[4, 5], pot=3)
    position = table.to_position()
    defaults = Game(rules, players=2).new_state(position={"hands": ["4s 5s 6s", "4h 5h 6h"]}).to_position()
    for key in KEYS:
        if key not in ("hands", "melds", "four", "pile", "discards") and position[key] == defaults[key]:
            del position[key]
    assert len(position) < len(KEYS)
    assert table.game.new_state(position=position) == table.state


@editions
def test_the_defaults_of_a_position(rules):
    state = Game(rules, players=2).new_state(position={"hands": ["4s 5s 6s", "4h 5h 6h"]})
    position = state.to_position()
    expected = {
        "phase": "play",
        "current_player": 0,
        "hands": ["4s 5s 6s", "4h 5h 6h"],
        "kept": ["", ""],
        "melds": [],
        "discards": "",
        "stones": [rules.starting_stones] * 2,
        "pot": 0,
        "bank": None if rules is A else 18,
        "in": [0, 1],
        "antes": [0, 0],
        "opener": 0,
        "deal": 1,
        "turn": 1,
        "final_turns": None,
        "step": "lay",
        "completions": 0,
        "added": [0, 0],
        "owed": "",
        "points": [0, 0],
        "forcer": None,
        "stake": 0,
        "participants": [],
        "winner": None,
        "truncated": False,
    }
    assert {key: position[key] for key in expected} == expected
    assert len(position["four"].split()) == 5
    assert len(position["pile"].split()) == 76 - 6 - 5
    assert len(every_card(state)) == 76


def test_unplaced_cards_are_shuffled_by_the_seed():
    game = Game(A, players=2)
    position = {"hands": ["4s 5s 6s", ""]}
    states = [game.new_state(seed=seed, position=position) for seed in (1, 1, 2)]
    assert states[0] == states[1]
    assert states[0].four != states[2].four
    assert states[0].pile != states[2].pile


def test_the_engine_plays_on_at_once_for_a_player_without_a_choice():
    table = situation(A, "4s 5h", hands={1: "4d 5d 6d"}, stays=False)
    assert table.happened(0, "end", True)
    assert table.current_player == 1


FULL = {"hands": ["4s 5s 6s", "4h 5h 6h"]}

# Each field wrong in its way: the position's change and a word of the message beside the name of the field.
WRONG = [
    ("phase", "think", "play"),
    ("phase", 1, "play"),
    ("phase", None, "play"),
    ("current_player", 2, "0 to 1"),
    ("current_player", -1, "0 to 1"),
    ("current_player", "0", "0 to 1"),
    ("current_player", 1.0, "0 to 1"),
    ("current_player", True, "0 to 1"),
    ("current_player", None, "0 to 1"),
    ("hands", ["4s"], "2"),
    ("hands", ["4s", "", ""], "2"),
    ("hands", "4s", "2"),
    ("hands", [["4s"], []], "text"),
    ("hands", ["4s", None], "text"),
    ("hands", ["4x", ""], "4x"),
    ("hands", ["4s 4s", ""], "4s comes twice"),
    ("hands", ["JK " * 7, ""], "seven Jokers"),
    ("kept", ["4d"], "2"),
    ("kept", ["4d", ""], "before all have answered"),
    ("kept", ["4x", ""], "4x"),
    ("melds", {}, "list"),
    ("melds", "run 4 4d 5d 6d", "list"),
    ("melds", ["run 4 4d 5d 6d"], "owner"),
    ("melds", [{"meld": "run 4 4d 5d 6d"}], "owner"),
    ("melds", [{"owner": 0}], "meld"),
    ("melds", [{"owner": 2, "meld": "run 4 4d 5d 6d"}], "0 to 1"),
    ("melds", [{"owner": None, "meld": "run 4 4d 5d 6d"}], "0 to 1"),
    ("melds", [{"owner": 0, "meld": "run 4 4d 5d 6d", "kind": "run"}], "owner"),
    *(
        ("melds", [{"owner": 0, "meld": meld}], "can't lie on the table")
        for meld in (
            "",
            "run",
            "row 4 4d 5d 6d",
            "run 4 4d 5d",
            "run 4d 5d 6d",
            "run 4 4d 5c 6d",
            "run 4 4d 6d 7d",
            "run 5 4d 5d 6d",
            "run 0 Ad 2d 3d",
            "run 14 Rd Ad 2d",
            "run 4 JK JK JK",
            "run 4 4d 5d 6x",
            "run 1 " + " ".join(rank + "d" for rank in "A23456789TVCDR") + " JK",
            "run 1 JK 2d 3d 4d 5d 6d 7d 8d 9d Td Vd Cd Dd Rd Ad",
            "set 6d 6c",
            "set 6d 6c 7a",
            "set 6d 6d 6c",
            "set JK JK JK",
            "set 6s 6d 6c 6a JK JK",
        )
    ),
    ("four", "4d", "5"),
    ("four", "4d 5d 6d 7d 8d 9d", "5"),
    ("four", ["4d", "5d", "6d", "7d", "8d"], "text"),
    ("four", "4d 5d 6d 7d 8x", "8x"),
    ("pile", "4d 5d", "nowhere"),
    ("pile", "4x", "4x"),
    ("pile", 5, "text"),
    ("discards", "4x", "4x"),
    ("discards", None, "text"),
    ("stones", [5], "2"),
    ("stones", 5, "2"),
    ("stones", [5, -1], "from 0"),
    ("stones", [5, 1.5], "from 0"),
    ("stones", [5, "5"], "from 0"),
    ("stones", [True, 5], "from 0"),
    ("stones", [5, 10**30], "from 0"),
    ("pot", -1, "from 0"),
    ("pot", None, "from 0"),
    ("pot", 10**30, "from 0"),
    ("pot", "3", "from 0"),
    ("bank", -1, ""),
    ("bank", 1.5, ""),
    ("bank", "matched", ""),
    ("in", [0], "two players"),
    ("in", [], "two players"),
    ("in", [0, 2], "0 to 1"),
    ("in", [0, 0], "different"),
    ("in", 2, "list"),
    ("antes", [1], "2"),
    ("antes", [-1, 0], "from 0"),
    ("opener", 2, "0 to 1"),
    ("opener", None, "0 to 1"),
    ("deal", 0, "from 1"),
    ("deal", -1, "from 1"),
    ("deal", "1", "from 1"),
    ("turn", 0, "from 1"),
    ("turn", 10_001, "to 10000"),
    ("turn", None, "from 1"),
    ("final_turns", 0, "from 1"),
    ("final_turns", 3, "to 2"),
    ("final_turns", "1", "from 1"),
    ("step", "end", "lay"),
    ("step", 0, "lay"),
    ("completions", -1, "from 0"),
    ("completions", 10**30, "from 0"),
    ("added", [1], "2"),
    ("added", [1, -1], "from 0"),
    ("owed", "4s", ""),
    ("owed", "4x", "4x"),
    ("owed", "4a", ""),
    ("owed", 5, "text"),
    ("points", [1, 0], "[0, 0]"),
    ("points", [0], "2"),
    ("points", [0, -1], "from 0"),
    ("forcer", 0, "before the Four"),
    ("forcer", 2, "0 to 1"),
    ("stake", 1, "before the Four"),
    ("stake", -1, "from 0"),
    ("participants", [0], "before the Four"),
    ("participants", [2], "0 to 1"),
    ("participants", 0, "list"),
    ("first_keeper", 2, "0 to 1"),
    ("first_keeper", "0", "0 to 1"),
    ("rng", [1, 2, 3], "4"),
    ("rng", [0, 0, 0, 0], "0"),
    ("rng", [1, 2, 3, 2**64], "2**64"),
    ("rng", [1, 2, 3, -1], "2**64"),
    ("rng", "1234", "4"),
    ("winner", 0, "over"),
    ("winner", 2, "0 to 1"),
    ("truncated", True, "over"),
    ("truncated", 1, "true"),
    ("truncated", None, "true"),
]


def refused(rules, position, field, word, players=2):
    with pytest.raises(PositionError) as caught:
        Game(rules, players=players).new_state(position=position)
    message = str(caught.value)
    assert "\n" not in message
    assert field in message
    assert word in message


@pytest.mark.parametrize(("field", "value", "word"), WRONG)
@editions
def test_a_wrong_field_is_named(rules, field, value, word):
    refused(rules, {**FULL, field: value}, field, word)


@pytest.mark.parametrize("position", [5, "hands", [], [("phase", "play")], object()])
def test_a_position_is_a_dict(position):
    refused(A, position, "position", "dict")


@pytest.mark.parametrize("key", ["hand", "Hands", "seed", 5, None])
def test_an_unknown_key_is_named(key):
    refused(A, {**FULL, key: 1}, repr(key), "the fields are phase")


@pytest.mark.parametrize(
    ("change", "card"),
    [
        ({"hands": ["4s", "4s"]}, "4s"),
        ({"hands": ["4s", ""], "four": "4s 5s 6s 7s 8s"}, "4s"),
        ({"hands": ["4s", ""], "melds": [{"owner": 1, "meld": "run 4 4s 5s 6s"}]}, "4s"),
        ({"hands": ["JK JK JK JK", "JK JK JK"]}, "seven Jokers"),
        (
            {"hands": ["JK JK JK JK", "JK JK"], "melds": [{"owner": 1, "meld": "run 4 4s JK 6s"}]},
            "seven Jokers",
        ),
    ],
)
@editions
def test_no_card_lies_twice(rules, change, card):
    refused(rules, change, "", card)


def test_b_no_card_lies_in_two_piles():
    refused(B, {"hands": ["4s", ""], "discards": "4s"}, "", "4s")
    refused(B, {"hands": ["", ""], "discards": "4s", "four": "4s 5s 6s 7s 8s"}, "", "4s")


def test_a_pile_that_is_given_is_the_whole_pile():
    refused(A, {**FULL, "pile": ""}, "pile", "nowhere")


@pytest.mark.parametrize(
    ("rules", "change", "field"),
    [
        (A, {"discards": "4d"}, "discards"),
        (A, {"owed": "JK", "hands": ["JK 4s 5s", ""]}, "owed"),
        (A, {"phase": "discard", "hands": ["4s 5s 6s 7s 8s 9s Ts Vs Cs Ds", ""]}, "phase"),
        (A, {"bank": 5}, "bank"),
        (B, {"bank": None}, "bank"),
        (B, {"phase": "discard"}, "phase"),
        (B, {"hands": ["4a 9d 2c", ""], "owed": "4a"}, "owed"),
        (B, {"hands": ["JK 9d 2c", ""], "owed": "JK JK"}, "owed"),
        (B, {"hands": ["JK 9d 2c", ""], "owed": "JK", "melds": [{"owner": 1, "meld": "run 3 3s 4s 5s"}]}, "before"),
        (
            B.replace(atouts_in_melds="own_family"),
            {"hands": ["6a 9d 2c", ""], "owed": "6a", "melds": [{"owner": 0, "meld": "run 3 3a 4a 5a"}]},
            "takes an Atout back",
        ),
        (B, {"step": "take"}, "step"),
        (B, {"antes": [2, 2], "pot": 3}, "antes"),
        (A, {"antes": [1, 1]}, "antes"),
    ],
)
def test_what_the_rules_exclude(rules, change, field):
    refused(rules, {**FULL, **change}, field, "")


ANSWER = {"phase": "answer", "current_player": 1, "forcer": 0, "stake": 1, "participants": [0]}
KEEP = {"phase": "keep", "current_player": 0, "forcer": 0, "stake": 1, "participants": [0, 1]}


@pytest.mark.parametrize(
    ("stage", "change", "field"),
    [
        (ANSWER, {"forcer": None}, "forcer"),
        (ANSWER, {"stake": 0}, "stake"),
        (ANSWER, {"stake": 2001}, "stake"),
        (ANSWER, {"participants": []}, "participants"),
        (ANSWER, {"participants": [0, 1]}, "participants"),
        (ANSWER, {"participants": [1]}, "participants"),
        (ANSWER, {"current_player": 0}, "current_player"),
        (ANSWER, {"kept": ["4d", ""]}, "kept"),
        (KEEP, {"participants": [0]}, "participants"),
        (KEEP, {"participants": []}, "participants"),
        (KEEP, {"kept": ["4d 5d 6d", ""]}, "kept"),
        (KEEP, {"kept": ["4d 5d", "7d 8d"]}, "kept"),
    ],
)
@editions
def test_the_stages_of_the_four_fit_together(rules, stage, change, field):
    Game(rules, players=2).new_state(position={**FULL, **stage})
    refused(rules, {**FULL, **stage, **change}, field, "")


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"in": [0, 2], "current_player": 1}, "current_player"),
        ({"in": [0, 2], "final_turns": 3}, "final_turns"),
        ({"in": [0, 1], **ANSWER, "participants": [0, 2]}, "participants"),
        ({**KEEP, "participants": [0, 1], "current_player": 2}, "current_player"),
        ({**KEEP, "participants": [0, 1], "forcer": 2}, "forcer"),
        ({**KEEP, "forcer": None, "participants": [0, 1], "first_keeper": 2}, "first_keeper"),
        ({"in": [0, 1], "hands": ["4s", "4h", "4d"]}, "hands"),
        ({"in": [0, 1], "stones": [5, 5, 5]}, "stones"),
    ],
)
@editions
def test_who_is_out_takes_no_part(rules, change, field):
    refused(
        rules, {"hands": ["4s 5s 6s", "4h 5h 6h", ""], "stones": [5, 5, 0], **change}, field, "", players=3
    )


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"winner": 1, "truncated": True},
        {"winner": 2, "in": [0, 1]},
    ],
)
def test_a_game_that_is_over_was_won_or_cut(change):
    position = {"phase": "over", "current_player": None, **change}
    with pytest.raises(PositionError, match="winner"):
        Game(A, players=3).new_state(position=position)


def test_a_position_may_be_over():
    game = Game(A, players=2)
    won = game.new_state(position={"phase": "over", "current_player": None, "winner": 1})
    cut = game.new_state(position={"phase": "over", "current_player": None, "truncated": True})
    assert (won.is_terminal, won.winner, won.truncated) == (True, 1, False)
    assert (cut.is_terminal, cut.winner, cut.truncated) == (True, None, True)
    assert won.returns() == [-1.0, 1.0]


def test_position_errors_are_athanor_errors_and_value_errors():
    assert issubclass(PositionError, AthanorError)
    assert issubclass(PositionError, ValueError)
    assert issubclass(ActionError, AthanorError)
    assert issubclass(ActionError, ValueError)
