"""The meld search against slower answers, and what must hold of each plan."""

import random
from importlib.util import find_spec

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.melds import ORDERS, brute_force, figures, integer_program, laid_column
from oracles.random_hands import EDITIONS, POOLS, draw_hand, draw_rules

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, ArgumentError, Card, CardError, CardSet
from athanor.melds import OBJECTIVES, all_melds, best_melds

needs_scipy = pytest.mark.skipif(find_spec("scipy") is None, reason="scipy is not installed")

SEEDS = st.integers(0, 2**32)

def check_plan(hand, rules, plan, opened):
    """The plan is what it says: its cards come from the hand, its melds and actions are legal, its figures
    right.
    """
    laid = [card for meld in plan.melds for card in meld.cards]
    assert CardSet([*laid, *plan.left]) == hand
    columns = [laid_column(meld, rules) for meld in plan.melds]
    found = figures(columns, rules)
    assert (plan.points, plan.stones) == (found["points"], found["stones"])
    assert plan.value == found[plan.objective]
    if rules.completions_per_turn is not None:
        assert sum(column.added for column in columns) <= rules.completions_per_turn
    if rules.first_run_required and not opened and plan.melds:
        assert plan.melds[0].kind == "run"
    assert replay(plan.actions) == [(meld.kind, meld.low, sorted(meld.cards)) for meld in plan.melds]


def replay(actions):
    """The melds that the action texts lay."""
    table = []
    for action in actions:
        word, *rest = action.split()
        if word == "run":
            assert len(rest) == 4
            table.append(["run", int(rest[0]), [Card(text) for text in rest[1:]]])
        elif word == "set":
            assert len(rest) == 3
            cards = [Card(text) for text in rest]
            assert cards == sorted(cards)
            table.append(["set", next(card.rank for card in cards if card.rank), cards])
        else:
            assert word == "add"
            meld = table[int(rest[0].removeprefix("m"))]
            meld[2].append(Card(rest[1]))
            meld[1] -= rest[2:] == ["low"]
            assert len(rest) == (3 if meld[0] == "run" else 2)
    return [(kind, low, sorted(cards)) for kind, low, cards in table]


@pytest.mark.parametrize("seed", range(8))
def test_small_hands_equal_brute_force(seed):
    rng = random.Random(seed)
    for _ in range(110):
        size = rng.randint(0, 9)
        jokers = min(size, rng.choice([0, 0, 1, 2, 3, 4]))
        hand = draw_hand(rng, size, jokers, rng.choice(list(POOLS)))
        rules, opened = draw_rules(rng), rng.random() < 0.5
        best = brute_force(hand, rules, opened)
        for objective in OBJECTIVES:
            plan = best_melds(hand, rules, objective, opened)
            check_plan(hand, rules, plan, opened)
            found = {"points": plan.points, "stones": plan.stones, "cards": len(hand) - len(plan.left)}
            got = (*(found[name] for name in ORDERS[objective]), plan.left.jokers)
            assert got == best[objective], (hand, rules)


@needs_scipy
@pytest.mark.parametrize(("size", "jokers"), [(12, 3), (16, 1), (16, 5), (22, 2), (30, 0), (24, 1)])
def test_larger_hands_equal_the_integer_program(size, jokers):
    rng = random.Random(size * 10 + jokers)
    for turn in range(3):
        hand = draw_hand(rng, size, jokers)
        rules = EDITIONS[turn] if turn < 2 else draw_rules(rng)
        opened = rng.random() < 0.5
        for objective in OBJECTIVES:
            plan = best_melds(hand, rules, objective, opened)
            check_plan(hand, rules, plan, opened)
            assert plan.value == integer_program(hand, rules, objective, opened), (hand, rules, objective)


@needs_scipy
@pytest.mark.parametrize("pool", sorted(POOLS))
def test_dense_hands_equal_the_integer_program(pool):
    rng = random.Random(pool)
    for _ in range(8):
        hand = draw_hand(rng, rng.randint(12, 18), rng.randint(2, 5), pool)
        rules, opened = draw_rules(rng), rng.random() < 0.5
        rules = rules.replace(completions_per_turn=min(rules.completions_per_turn or 1, 2))
        for objective in OBJECTIVES:
            plan = best_melds(hand, rules, objective, opened)
            check_plan(hand, rules, plan, opened)
            assert plan.value == integer_program(hand, rules, objective, opened), (hand, rules, objective)


@needs_scipy
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("rules", [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE.replace(completions_per_turn=2)])
def test_forty_cards_with_six_jokers_equal_the_integer_program(rules, objective):
    for seed in range(2):
        hand = draw_hand(random.Random(seed), 40, 6)
        plan = best_melds(hand, rules, objective)
        check_plan(hand, rules, plan, False)
        assert plan.value == integer_program(hand, rules, objective, opened=False)


ODD_RULES = {
    "own family, every gain": {
        "atouts_in_melds": "own_family", "completions_per_turn": 5, "meld_stones": 2, "atout_stones": 1,
        "completion_stones": 1, "pair_stones": 2,
    },
    "two reals, no As low": {
        "min_real_cards": 2, "ace_low": False, "completions_per_turn": 2, "meld_stones": 1, "atout_stones": 2,
    },
    "three reals, no As high": {"min_real_cards": 3, "ace_high": False, "completions_per_turn": 1, "pair_stones": 2},
    "no As in runs, a run first": {
        "ace_low": False, "ace_high": False, "completions_per_turn": 1, "first_run_required": True,
    },
}  # fmt: skip


@needs_scipy
@pytest.mark.parametrize("name", ODD_RULES)
def test_forty_cards_with_six_jokers_equal_the_integer_program_under_odd_rules(name):
    for number, objective in enumerate(OBJECTIVES):
        rules = EDITIONS[number % 2].replace(**ODD_RULES[name])
        hand = draw_hand(random.Random(name + objective), 40, 6)
        plan = best_melds(hand, rules, objective)
        check_plan(hand, rules, plan, False)
        assert plan.value == integer_program(hand, rules, objective, opened=False)


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(0, 40), st.integers(0, 6), st.sampled_from(sorted(POOLS)), st.booleans())
def test_every_plan_is_what_it_says(seed, size, jokers, pool, opened):
    rng = random.Random(seed)
    size = max(size if pool == "any" else size // 2, jokers)
    hand, rules = draw_hand(rng, size, jokers, pool), draw_rules(rng)
    objective = rng.choice(OBJECTIVES)
    check_plan(hand, rules, best_melds(hand, rules, objective, opened), opened)


@settings(max_examples=40, deadline=None)
@given(SEEDS, st.integers(3, 14), st.integers(0, 4))
def test_one_more_card_never_lowers_a_value(seed, size, jokers):
    rng = random.Random(seed)
    hand, rules = draw_hand(rng, max(size, jokers), jokers), draw_rules(rng)
    fewer = CardSet(list(hand)[1:])
    for objective in OBJECTIVES:
        assert best_melds(fewer, rules, objective).value <= best_melds(hand, rules, objective).value


@settings(max_examples=60, deadline=None)
@given(SEEDS, st.integers(3, 12), st.integers(0, 4), st.sampled_from(sorted(POOLS)))
def test_all_melds_are_the_plans_of_their_cards(seed, size, jokers, pool):
    rng = random.Random(seed)
    hand, rules = draw_hand(rng, max(size, jokers), jokers, pool), draw_rules(rng)
    melds = all_melds(hand, rules)
    assert len({str(meld) for meld in melds}) == len(melds)
    for meld in melds:
        laid_column(meld, rules)
        assert best_melds(meld.cards, rules, "points", opened=True).value >= meld.points
    any_run = any(meld.kind == "run" for meld in melds) or not rules.first_run_required
    assert bool(best_melds(hand, rules, "cards").melds) == bool(melds and any_run)


def test_the_same_hand_gives_the_same_plan():
    rng = random.Random(3)
    for size, jokers in ((10, 2), (24, 6), (40, 4)):
        hand = draw_hand(rng, size, jokers)
        cards = [str(card) for card in hand]
        plans = {str(best_melds(hand, FOUR_ALCHIMIQUE))}
        for _ in range(3):
            rng.shuffle(cards)
            plans.add(str(best_melds(cards, FOUR_ALCHIMIQUE)))
        assert len(plans) == 1


def test_ties_go_to_the_other_figure():
    three = ESPRIT_CRITIQUE.replace(completions_per_turn=0)
    assert best_melds("3s 4s 5s 5a JK", three, "cards").points == 15
    assert best_melds("4s 5s 6s 4a", three).stones == 2
    assert best_melds("3s 4s 5s JK", three, "cards").left == CardSet("3s")


def test_equal_plans_leave_the_joker():
    one_meld = ESPRIT_CRITIQUE.replace(completions_per_turn=0)
    assert str(best_melds("Ts Vs Cs JK", one_meld).left) == "JK"
    assert str(best_melds("Cs Ds Rs JK", one_meld).left) == "Cs"


@pytest.mark.parametrize("rules", EDITIONS)
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("cards", ["", "5s", "JK JK JK JK JK JK", "4s 5s 7s 8h 9h", "5s 5h"])
def test_nothing_to_lay(rules, objective, cards):
    plan = best_melds(cards, rules, objective)
    assert (plan.melds, plan.actions, plan.value, plan.points, plan.stones) == ((), (), 0, 0, 0)
    assert plan.left == CardSet(cards)
    assert all_melds(cards, rules) == ()


def test_texts():
    plan = best_melds("3s 4s 5s 6s JK 6h 6d 6a", FOUR_ALCHIMIQUE, "cards")
    assert len(plan.left) == 0
    assert plan.actions[0].startswith("run ")
    single = best_melds("4s 5s 6s 7s", FOUR_ALCHIMIQUE)
    assert str(single.melds[0]) == "run 4 4s 5s 6s 7s"
    assert single.actions == ("run 4 4s 5s 6s", "add m0 7s high")
    assert str(single) == "run 4 4s 5s 6s 7s (22 points, 0 stones; left: nothing)"
    assert str(best_melds("", FOUR_ALCHIMIQUE)) == "nothing (0 points, 0 stones; left: nothing)"


def test_cards_are_added_below_where_an_atout_above_is_paid():
    plan = best_melds("3s 4s 5s 6a", ESPRIT_CRITIQUE, "stones")
    assert plan.actions == ("run 4 4s 5s 6a", "add m0 3s low")
    assert plan.value == 3


def test_jokers_are_alike_whatever_their_numbers():
    high = CardSet.from_mask(1 << 74 | 1 << 75 | 1 << 4)
    assert best_melds([70, 71, 4], FOUR_ALCHIMIQUE) == best_melds(high, FOUR_ALCHIMIQUE)


@pytest.mark.parametrize("call", [best_melds, all_melds])
@pytest.mark.parametrize(
    ("cards", "message"),
    [
        ("5s 5s", "5s comes twice"),
        ("5x", "unknown card '5x'"),
        ("JK " * 7, "seven Jokers"),
        ([76], "76"),
        ([-1], "-1"),
        (5, "expected cards"),
    ],
)
def test_bad_cards(call, cards, message):
    with pytest.raises(CardError, match=message) as caught:
        call(cards, FOUR_ALCHIMIQUE)
    assert "\n" not in str(caught.value)


def test_r3_without_an_as_a_run_of_13_has_no_place_for_a_joker():
    rules = FOUR_ALCHIMIQUE.replace(ace_low=False, ace_high=False)
    spades = "2s 3s 4s 5s 6s 7s 8s 9s Ts Vs Cs Ds Rs"
    assert best_melds(spades, rules, "points").value == 94
    with_joker = best_melds(f"{spades} JK", rules, "points")
    assert with_joker.value == 94 + 10
    assert len(with_joker.melds) > 1


@pytest.mark.parametrize("objective", ["score", "", None, 1, ["points"]])
def test_an_unknown_objective_is_told_the_three(objective):
    with pytest.raises(ArgumentError, match="points, stones, cards"):
        best_melds("5s", FOUR_ALCHIMIQUE, objective)


@pytest.mark.parametrize("rules", [None, "B", {}])
def test_rules_must_be_rules(rules):
    with pytest.raises(ArgumentError, match="rules must be Rules"):
        best_melds("5s 6s 7s", rules)
    with pytest.raises(ArgumentError, match="rules must be Rules"):
        all_melds("5s 6s 7s", rules)
