"""Rules: every option is validated, replaceable, and survives dict and TOML."""

import dataclasses
import pickle

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, AthanorError, Rules, RulesError
from athanor.rules import check_name, edition, options

EDITIONS = [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE]

# Every option that the rulings name, with values it takes and values it doesn't.
TAKES = {
    "players": ([2, 3, 4, 5, 6, 7], [1, 0, -1, 9, 2.0, "4", None, True]),
    "first_seat": ([0, 3], [-1, 8, None, False]),
    "starting_stones": ([1, 9, 10, 100], [0, -5, 101, 10**30, "ten", 9.5]),
    "ante": ([0, 1, 10], [-1, 11, None]),
    "ante_every": (["deal", "round"], ["turn", "", None, 1]),
    "hand_size": ([1, 5, 9, 17], [0, -9, 36, None]),
    "hand_limit": ([1, 9, 70, None], [0, 71, -1, "none", 9.0]),
    "exhausted": (["showdown", "void"], ["draw", None, 0]),
    "ace_low": ([True, False], [1, 0, "yes", None]),
    "ace_high": ([True, False], [1, 0, "yes", None]),
    "atouts_in_melds": (["any_family", "own_family"], ["wild", None, True]),
    "atouts_at_showdown": (["any_family", "own_family"], ["wild", None, True]),
    "min_real_cards": ([1, 2, 3], [0, 4, None, True]),
    "turn_order": (["steps", "free"], ["any", None]),
    "first_run_required": ([True, False], [1, "run", None]),
    "meld_stones": ([0, 1, 10], [-1, 11, None]),
    "atout_stones": ([0, 1, 10], [-1, 11, None]),
    "completions_per_turn": ([0, 1, 70, None], [-1, 71, "none"]),
    "completion_stones": ([0, 1, 10], [-1, 11, None]),
    "pair_stones": ([0, 1, 10], [-1, 11, None]),
    "take": (["steal"], ["rob", None]),
    "bank": ([0, 36, 1000, "matched", None], [-1, 1001, "full", 3.5]),
    "qualifying_melds": ([0, 1, 23], [-1, 24, None]),
    "qualifying_points": ([0, 33, 1000], [-1, 1001, None]),
    "points_count": (["own_melds", "cards_laid"], ["mine", None]),
    "stake_limit": (["melds", "stones"], ["none", None, 3]),
    "follow": (["exact", "at_least"], ["more", None]),
    "royal": (["T-V-D-R-A", "V-C-D-R-A", "both"], ["V-D-R-A-T", None]),
    "jokers_at_showdown": (["wild", "dead"], ["alive", None]),
    "atout_breaks_ties": ([True, False], [1, None]),
    "target_stones": ([1, 20, 10_000, None], [0, -1, 10_001]),
    "edition": (["esprit-critique", "four-alchimique"], ["third", None, 1]),
}
GOOD = [(name, value) for name, (good, _) in TAKES.items() for value in good]
BAD = [(name, value) for name, (_, bad) in TAKES.items() for value in bad]


def test_every_option_is_tried_here():
    assert set(TAKES) == set(options()) == {field.name for field in dataclasses.fields(Rules)}


@pytest.mark.parametrize(("name", "value"), GOOD)
def test_an_option_takes(name, value):
    assert getattr(ESPRIT_CRITIQUE.replace(**{name: value}), name) == value


@pytest.mark.parametrize(("name", "value"), BAD)
def test_an_option_refuses_and_the_message_names_it(name, value):
    with pytest.raises(RulesError, match=f"^{name} can't be ") as caught:
        ESPRIT_CRITIQUE.replace(**{name: value})
    assert "\n" not in str(caught.value)


def test_the_message_says_what_would_be_right():
    with pytest.raises(RulesError, match="ante can't be -1: it is a whole number from 0 to 10"):
        ESPRIT_CRITIQUE.replace(ante=-1)
    with pytest.raises(RulesError, match="follow can't be 'more': it is exact or at_least"):
        ESPRIT_CRITIQUE.replace(follow="more")
    with pytest.raises(RulesError, match=r"bank can't be 'full': .* or matched or none"):
        ESPRIT_CRITIQUE.replace(bank="full")


@pytest.mark.parametrize(("name", "nearest"), [("antes", "ante"), ("hand_limits", "hand_limit"), ("Royal", "royal")])
def test_an_unknown_option_is_refused_with_the_nearest(name, nearest):
    with pytest.raises(RulesError, match=f"no option is named '{name}': did you mean {nearest}"):
        ESPRIT_CRITIQUE.replace(**{name: 1})


def test_an_unknown_option_far_from_all_gets_the_list():
    with pytest.raises(RulesError, match=r"the options are edition, players, .*target_stones"):
        check_name("zzz")


def test_recovering_needs_a_free_order():
    with pytest.raises(RulesError, match="take can't be 'recover' while turn_order is 'steps'"):
        ESPRIT_CRITIQUE.replace(take="recover")
    assert ESPRIT_CRITIQUE.replace(take="recover", turn_order="free").take == "recover"


@pytest.mark.parametrize(("hand_size", "most"), [(5, 8), (9, 7), (10, 7), (11, 6), (35, 2)])
def test_r11_as_many_players_as_the_cards_allow(hand_size, most):
    rules = FOUR_ALCHIMIQUE.replace(hand_size=hand_size, players=2)
    assert rules.replace(players=most).players == most
    with pytest.raises(RulesError, match="players can't be "):
        rules.replace(players=most + 1)


def test_the_first_seat_is_one_of_the_players():
    with pytest.raises(RulesError, match="first_seat can't be 3: 3 players sit at seats 0 to 2"):
        ESPRIT_CRITIQUE.replace(players=3, first_seat=3)


def test_replace_leaves_the_original():
    changed = ESPRIT_CRITIQUE.replace(ante=2)
    assert (ESPRIT_CRITIQUE.ante, changed.ante) == (1, 2)
    assert changed != ESPRIT_CRITIQUE
    assert changed.replace(ante=1) == ESPRIT_CRITIQUE


def test_rules_are_frozen_and_hashable():
    with pytest.raises(dataclasses.FrozenInstanceError):
        ESPRIT_CRITIQUE.ante = 2
    assert len({ESPRIT_CRITIQUE, ESPRIT_CRITIQUE.replace(), FOUR_ALCHIMIQUE}) == 2


@given(st.sampled_from(EDITIONS), st.sampled_from(GOOD))
def test_rules_survive_dict_toml_and_pickle(rules, change):
    name, value = change
    assume(change != ("turn_order", "steps") or rules.take != "recover")
    rules = rules.replace(players=2, first_seat=0).replace(**{name: value} if name != "first_seat" else {})
    assert Rules.from_dict(rules.to_dict()) == rules
    assert Rules.from_toml(rules.to_toml()) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules


@pytest.mark.parametrize("rules", EDITIONS)
def test_the_dict_holds_every_option(rules):
    assert list(rules.to_dict()) == list(options())


def test_missing_options_are_as_in_the_edition():
    assert Rules.from_dict({"edition": "four-alchimique", "ante": 2}) == FOUR_ALCHIMIQUE.replace(ante=2)
    assert Rules.from_toml('edition = "esprit-critique"\nhand_limit = 9') == ESPRIT_CRITIQUE.replace(hand_limit=9)


def test_toml_writes_none_as_a_text():
    assert 'bank = "none"\n' in ESPRIT_CRITIQUE.to_toml()
    assert Rules.from_toml(ESPRIT_CRITIQUE.to_toml()).bank is None


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "no edition is named None"),
        (
            {"edition": "third"},
            "no edition is named 'third': the editions are esprit-critique and four-alchimique",
        ),
        ({"edition": "esprit-critique", "antes": 1}, "did you mean ante"),
        ({"edition": "esprit-critique", "ante": "1"}, "ante can't be '1'"),
        ([("edition", "esprit-critique")], "expected options by name"),
        (None, "expected options by name"),
    ],
)
def test_a_wrong_dict_is_refused(data, message):
    with pytest.raises(RulesError, match=message):
        Rules.from_dict(data)


@pytest.mark.parametrize(
    ("document", "message"),
    [
        ("edition = ", "not TOML"),
        ("ante = 1", "no edition is named None"),
        ('edition = "esprit-critique"\nante = 1.5', "ante can't be 1.5"),
        ('edition = "esprit-critique"\n[ante]\nevery = 1', "ante can't be"),
    ],
)
def test_wrong_toml_is_refused(document, message):
    with pytest.raises(RulesError, match=message) as caught:
        Rules.from_toml(document)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("A", ESPRIT_CRITIQUE),
        ("b", FOUR_ALCHIMIQUE),
        ("esprit-critique", ESPRIT_CRITIQUE),
        ("Four-Alchimique", FOUR_ALCHIMIQUE),
    ],
)
def test_an_edition_goes_by_its_name_or_letter(name, rules):
    assert edition(name) is rules


@pytest.mark.parametrize("name", ["C", "", None, 0, []])
def test_other_editions_do_not_exist(name):
    with pytest.raises(RulesError, match="no edition is named"):
        edition(name)


@pytest.mark.parametrize(
    ("name", "word", "value"),
    [
        ("ante", "2", 2),
        ("hand_limit", "none", None),
        ("ace_low", "False", False),
        ("bank", "matched", "matched"),
        ("bank", "36", 36),
        ("royal", "t-v-d-r-a", "T-V-D-R-A"),
        ("ante", "two", "two"),
    ],
)
def test_an_option_reads_a_word_of_the_command_line(name, word, value):
    assert options()[name].parse(word) == value


def test_rules_errors_are_athanor_errors_and_value_errors():
    assert issubclass(RulesError, AthanorError)
    assert issubclass(RulesError, ValueError)


EDITION_VALUES = [
    ("R11", "first_seat", 0, 0),
    ("R12", "starting_stones", 10, 9),
    ("R12", "ante", 1, 1),
    ("R12", "ante_every", "deal", "deal"),
    ("R12", "hand_size", 5, 9),
    ("R22", "hand_limit", None, 9),
    ("R14", "exhausted", "showdown", "showdown"),
    ("R3", "ace_low", True, True),
    ("R3", "ace_high", True, True),
    ("R4", "atouts_in_melds", "any_family", "any_family"),
    ("R4", "atouts_at_showdown", "any_family", "any_family"),
    ("R7", "min_real_cards", 1, 1),
    ("R15", "turn_order", "steps", "free"),
    ("R19", "first_run_required", False, True),
    ("R15", "meld_stones", 1, 0),
    ("R15", "atout_stones", 1, 0),
    ("R16", "completions_per_turn", 1, None),
    ("R16", "completion_stones", 1, 0),
    ("R20", "pair_stones", 0, 1),
    ("R17", "take", "steal", "recover"),
    ("R25", "bank", None, "matched"),
    ("R18", "qualifying_melds", 1, 0),
    ("R23", "qualifying_points", 0, 33),
    ("R23", "points_count", "own_melds", "own_melds"),
    ("R18", "stake_limit", "melds", "stones"),
    ("R24", "follow", "exact", "at_least"),
    ("R29", "royal", "T-V-D-R-A", "V-C-D-R-A"),
    ("R31", "jokers_at_showdown", "wild", "dead"),
    ("R32", "atout_breaks_ties", False, True),
    ("R34", "target_stones", 20, None),
]


@pytest.mark.parametrize(("ruling", "name", "in_a", "in_b"), EDITION_VALUES)
def test_the_editions_are_as_ruled(ruling, name, in_a, in_b):
    assert (getattr(ESPRIT_CRITIQUE, name), getattr(FOUR_ALCHIMIQUE, name)) == (in_a, in_b), ruling
