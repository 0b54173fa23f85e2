"""Actions as codes and texts, and which are refused."""


import numpy as np
import pytest
from situations import SPARE, SPARE_RUN, A, B, deck_of, editions, situation

from athanor import ActionError, Game
from athanor._core.actions import split

GAMES = [Game(A, players=4), Game(B, players=4)]
games = pytest.mark.parametrize("game", GAMES, ids=["A", "B"])

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


@pytest.mark.parametrize("text", ["force 1", "follow 1", "force 12", "follow 36"])
def test_the_parts_of_a_stake(text):
    assert "{} {}".format(*split(Game(B, players=4).action_id(text))) == text
