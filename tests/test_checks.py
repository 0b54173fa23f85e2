"""Values that no message can hold, and whole numbers of every kind."""

import numpy as np
import pytest

from athanor import (
    ESPRIT_CRITIQUE,
    FOUR_ALCHIMIQUE,
    AthanorError,
    Card,
    CardSet,
    Game,
    Rules,
    RulesError,
    all_melds,
    best_melds,
    evaluate,
    evaluate_many,
    simulate,
    strength,
)
from athanor.checks import SHOWN_LENGTH, shown, told, whole

HUGE = 10**5000


class Nameless:
    def __repr__(self):
        raise RuntimeError("no name")

    def __index__(self):
        raise RuntimeError("no number")


WRONG = [HUGE, -HUGE, Nameless(), "x" * 10**6, b"5s", None, float("nan"), np.array([0.5, 2]), [[]], {"5s": 1}]


@pytest.mark.parametrize("value", WRONG, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize(
    "call",
    [
        Card,
        CardSet,
        CardSet.from_mask,
        Card.from_id,
        lambda value: Game(ESPRIT_CRITIQUE, players=3.5 if value is None else value),
        lambda value: Game(ESPRIT_CRITIQUE, max_turns=value),
        lambda value: Game(value),
        lambda value: Game(ESPRIT_CRITIQUE).new_state(seed=value),
        lambda value: Game(ESPRIT_CRITIQUE).new_state(deck=value if value is not None else 3),
        lambda value: Game(ESPRIT_CRITIQUE).new_state(position=value if value is not None else 3),
        lambda value: Game(ESPRIT_CRITIQUE).new_state().apply(value),
        lambda value: Game(ESPRIT_CRITIQUE).action_text(value),
        lambda value: Game(ESPRIT_CRITIQUE).new_state().hand(value),
        lambda value: ESPRIT_CRITIQUE.replace(ante=value),
        lambda value: evaluate("5s", value),
        lambda value: evaluate(value, ESPRIT_CRITIQUE),
        lambda value: evaluate_many(value, ESPRIT_CRITIQUE),
        lambda value: evaluate_many(np.zeros((1, 2), np.uint8), value),
        lambda value: strength((4, 5), value),
        lambda value: all_melds("5s", value),
        lambda value: best_melds(value, ESPRIT_CRITIQUE),
        lambda value: best_melds("5s", ESPRIT_CRITIQUE, value),
        lambda value: simulate(ESPRIT_CRITIQUE, games=value),
        lambda value: simulate(ESPRIT_CRITIQUE, value if value is not None else 3),
        Rules.from_dict,
        Rules.from_toml,
    ],
)
def test_a_wrong_value_is_one_short_line(call, value):
    with pytest.raises(AthanorError) as caught:
        call(value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 1000


def test_numpy_integers_are_whole_numbers():
    for kind in (np.uint8, np.int64, np.uint64):
        assert whole(kind(5)) == 5
        assert kind(5) in CardSet("6s")
        assert Card(kind(4)) == Card("5s")
        assert Game(ESPRIT_CRITIQUE, players=kind(3)).players == 3
    results = simulate(ESPRIT_CRITIQUE, games=np.uint8(200), seed=np.int64(1), threads=np.uint8(1))
    assert results == simulate(ESPRIT_CRITIQUE, games=200, seed=1)
    assert type(results.seed) is int


@pytest.mark.parametrize("value", [True, "5", 5.0, None, np.array([5]), np.float64(5)])
def test_other_things_are_no_whole_numbers(value):
    assert whole(value) is None


def test_what_is_shown_is_short_and_on_one_line():
    assert shown("a\nb") == repr("a\nb")
    assert len(shown("x" * 1000)) == SHOWN_LENGTH + 3
    assert shown(HUGE) == "a int"
    assert shown(Nameless()) == "a Nameless"


def test_an_error_is_told_on_one_line():
    class MuteError(Exception):
        def __str__(self):
            raise RuntimeError("no words")

    assert told(ValueError("a\n  b")) == "ValueError: a b"
    assert told(StopIteration()) == "StopIteration"
    assert told(MuteError()) == "MuteError"
    assert told(RulesError("an option")) == "an option"


def test_strengths_are_not_written_over_the_hands():
    memory = np.zeros(28, np.uint8)
    hands = memory.reshape(4, 7)
    with pytest.raises(AthanorError, match="out lies in the memory of hands"):
        evaluate_many(hands, ESPRIT_CRITIQUE, out=memory[:16].view(np.uint32), validate=False)


def test_strengths_are_not_written_across_words():
    out = np.zeros(17, np.uint8)[1:].view(np.uint32)
    with pytest.raises(AthanorError, match="out must be a writable, aligned array"):
        evaluate_many(np.zeros((4, 1), np.uint8), ESPRIT_CRITIQUE, out=out)


def test_options_have_names():
    with pytest.raises(RulesError, match="no option is named 1"):
        Rules.from_dict({"edition": "A", 1: 2})
    assert Rules.from_dict({"edition": "B", "ante": 2}) == FOUR_ALCHIMIQUE.replace(ante=2)


def test_card_sets_stay_as_they_are():
    hand = CardSet("5s 6s")
    hand.__init__("7s")
    assert hand == CardSet("5s 6s")
