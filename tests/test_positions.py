"""Positions: set up, written, read again, and refused field by field."""

import json

import pytest
from situations import SPARE, A, B, editions, every_card, new_game, situation

from athanor import ActionError, AthanorError, Game, PositionError

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


@editions
def test_stones_have_an_end_that_no_sum_passes(rules):
    game = Game(rules, players=3)
    rich = {"hands": ["4s 5s 6s", "", ""], "stones": [0, 0, 10**9 - 40], "pot": 7}
    state = game.new_state(position=rich)
    assert state.stones[2] == 10**9 - 40
    assert game.new_state(position=state.to_position()) == state == game.state_from_bytes(bytes(state))
    for more in ({"pot": 41}, {"stones": [41, 0, 10**9 - 40]}, {"stones": [10**9] * 3}):
        with pytest.raises(PositionError, match="stones in all: there are 1000000000 at most"):
            game.new_state(position={**rich, **more})


def test_what_was_added_has_the_same_end_in_a_position_as_in_bytes():
    game = Game(B, players=2)
    most = {"hands": ["4s 5s 6s", "9s"], "added": [0, 148], "completions": 148}
    state = game.new_state(position=most)
    assert state.to_position()["added"] == [0, 148]
    assert game.new_state(position=state.to_position()) == state == game.state_from_bytes(bytes(state))
    for field, value in (("added", [0, 149]), ("completions", 149)):
        with pytest.raises(PositionError, match=f"^{field}: "):
            game.new_state(position=most | {field: value})


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


def test_r21_what_is_owed_can_be_laid_again():
    melds = [{"owner": 0, "meld": "run 3 3s 4s 5s"}]
    Game(B, players=2).new_state(position={"hands": ["6a Rd", ""], "melds": melds, "owed": "6a"})
    refused(B, {"hands": ["9a Rd", ""], "melds": melds, "owed": "9a"}, "owed", "can't all be laid again")


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
        (A, {"completions": 2, "step": "complete"}, "completions"),
        (A, {"completions": 1}, "step"),
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
        ({"in": [0, 1], "opener": 2}, "opener"),
        ({**KEEP, "in": [0, 1], "participants": [0, 1], "kept": ["", "", "2d"]}, "kept"),
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
    refused(rules, {"hands": ["4s 5s 6s", "4h 5h 6h", ""], "stones": [5, 5, 0], **change}, field, "", players=3)


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
