"""Arrays of hands against the same questions asked hand by hand."""

import random
import signal
import threading
from collections import Counter

import numpy as np
import pytest
from oracles.melds import columns_of, integer_program

from athanor import (
    ESPRIT_CRITIQUE,
    FOUR_ALCHIMIQUE,
    ArgumentError,
    CardError,
    CardSet,
    Game,
    all_melds,
    all_melds_many,
    best_melds,
    best_melds_many,
    can_qualify,
    can_qualify_many,
)
from athanor.arrays import first_wrong_row
from athanor.melds import OBJECTIVES

EDITIONS = (ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE)
FUNCTIONS = (best_melds_many, can_qualify_many, all_melds_many)
CHANGED = FOUR_ALCHIMIQUE.replace(
    atouts_in_melds="own_family", min_real_cards=2, completions_per_turn=2, meld_stones=2, atout_stones=3
)


def draw_hands(seed, count, sizes=(0, 12)):
    rng = random.Random(seed)
    hands = []
    for _ in range(count):
        ids = rng.sample(range(76), rng.randint(*sizes))
        hands.append(CardSet([i for i in ids if i < 70] + [*range(70, 70 + sum(i >= 70 for i in ids))]))
    return hands


def hand_of(size, seed):
    return CardSet([*random.Random(seed).sample(range(70), size - 6), *range(70, 76)])


def words_of(hands):
    return np.array([hand.words for hand in hands], np.uint64).reshape(-1, 2)


@pytest.mark.parametrize("opened", [False, True])
@pytest.mark.parametrize("objective", OBJECTIVES)
@pytest.mark.parametrize("rules", [*EDITIONS, CHANGED])
def test_values_are_those_of_single_hands(rules, objective, opened):
    hands = draw_hands(1, 150) + draw_hands(2, 4, (16, 24))
    values = best_melds_many(words_of(hands), rules, objective, opened=opened)
    assert values.dtype == np.int32
    assert values.tolist() == [best_melds(hand, rules, objective, opened).value for hand in hands]


def test_every_hand_of_a_small_deck_of_melds():
    """All 2 ** 9 hands of three families' ranks 5 to 7, with no Joker and with one, against brute force."""
    from oracles.melds import brute_force

    cards = [14 * family + rank for family in (0, 1, 4) for rank in (4, 5, 6)]
    subsets = [[card for i, card in enumerate(cards) if (mask >> i) & 1] for mask in range(1 << len(cards))]
    hands = [CardSet([*subset, *jokers]) for subset in subsets for jokers in ((), (70,))]
    for rules in EDITIONS:
        best = [brute_force(hand, rules, opened=False) for hand in hands]
        for objective in OBJECTIVES:
            values = best_melds_many(words_of(hands), rules, objective).tolist()
            assert values == [found[objective][0] for found in best]


@pytest.mark.parametrize("threads", [2, 7])
@pytest.mark.parametrize("call", FUNCTIONS)
def test_threads_change_nothing(call, threads):
    hands = words_of(draw_hands(3, 300) * 50)
    alone, shared = call(hands, ESPRIT_CRITIQUE), call(hands, ESPRIT_CRITIQUE, threads=threads)
    if not isinstance(alone, tuple):
        alone, shared = (alone,), (shared,)
    assert all(np.array_equal(one, other) for one, other in zip(alone, shared, strict=True))


@pytest.mark.parametrize("rules", [*EDITIONS, CHANGED])
def test_all_melds_are_those_of_single_hands(rules):
    hands = draw_hands(4, 120)
    starts, actions = all_melds_many(words_of(hands), rules)
    game = Game(rules)
    for i, hand in enumerate(hands):
        found = {game.action_text(action) for action in actions[starts[i]:starts[i + 1]].tolist()}
        assert found == {meld.action for meld in all_melds(hand, rules)}
        assert len(found) == starts[i + 1] - starts[i]


def qualifies_by_brute_force(hand, rules):
    """R18, R23: whether disjoint columns have points and melds enough."""
    _, jokers, columns = columns_of(hand, rules)

    def search(i, used, left, melds, points, run):
        limit_met = melds >= rules.qualifying_melds and points >= rules.qualifying_points
        if limit_met and (run or not melds or not rules.first_run_required):
            return True
        return any(
            search(k + 1, used | c.reals, left - c.jokers, melds + 1, points + c.points, run or c.kind == "run")
            for k, c in enumerate(columns[i:], i)
            if not used & c.reals and c.jokers <= left
        )

    return search(0, frozenset(), jokers, 0, 0, False)


@pytest.mark.parametrize(
    "rules",
    [
        ESPRIT_CRITIQUE.replace(completions_per_turn=0),
        FOUR_ALCHIMIQUE,
        FOUR_ALCHIMIQUE.replace(qualifying_melds=2, qualifying_points=20),
        FOUR_ALCHIMIQUE.replace(qualifying_melds=1, first_run_required=False),
    ],
)
def test_r23_qualifying_equals_brute_force(rules):
    hands = draw_hands(5, 60, (6, 9))
    expected = [qualifies_by_brute_force(hand, rules) for hand in hands]
    assert can_qualify_many(words_of(hands), rules).tolist() == expected
    assert [can_qualify(hand, rules) for hand in hands] == expected
    assert any(expected)


def test_r18_one_meld_qualifies_in_edition_a():
    assert can_qualify("2s 2h 2d", ESPRIT_CRITIQUE)
    assert not can_qualify("2s 2h 3d", ESPRIT_CRITIQUE)


def test_r19_a_set_alone_qualifies_only_who_has_opened():
    assert not can_qualify("Rs Rh Rd Ra", FOUR_ALCHIMIQUE)
    assert can_qualify("Rs Rh Rd Ra", FOUR_ALCHIMIQUE, opened=True)


def test_large_hands_and_none():
    hands = draw_hands(6, 3, (30, 36))
    values = best_melds_many(words_of(hands), FOUR_ALCHIMIQUE)
    assert values.tolist() == [best_melds(hand, FOUR_ALCHIMIQUE).value for hand in hands]
    for call in FUNCTIONS:
        call(np.empty((0, 2), np.uint64), FOUR_ALCHIMIQUE)


def test_any_memory_order_and_any_jokers():
    hands = draw_hands(7, 50)
    words = words_of(hands)
    expected = best_melds_many(words, ESPRIT_CRITIQUE).tolist()
    assert best_melds_many(np.asfortranarray(words), ESPRIT_CRITIQUE).tolist() == expected
    assert best_melds_many(words[::-1], ESPRIT_CRITIQUE).tolist() == expected[::-1]
    words.flags.writeable = False
    assert best_melds_many(words, ESPRIT_CRITIQUE).tolist() == expected
    high_joker = np.array([[0b110000, 1 << 19]], np.uint64)
    assert best_melds_many(high_joker, FOUR_ALCHIMIQUE).tolist() == [18]


@pytest.mark.parametrize("call", FUNCTIONS)
def test_errors_name_what_is_wrong(call):
    words = words_of(draw_hands(8, 5))
    for wrong, message in [
        ([[1, 2]], "numpy array"),
        (words.astype(np.int64), "int64"),
        (words[:, :1], r"\(5, 1\)"),
        (words[0], r"\(2,\)"),
    ]:
        with pytest.raises(ArgumentError, match=message):
            call(wrong, ESPRIT_CRITIQUE)
    for threads in (0, 257, "2"):
        with pytest.raises(ArgumentError, match="threads"):
            call(words, ESPRIT_CRITIQUE, threads=threads)
    for column, bit in ((0, 56), (1, 20), (1, 63)):
        wrong = words.copy()
        wrong[3, column] |= np.uint64(1 << bit)
        with pytest.raises(CardError, match="row 3 of hands"):
            call(wrong, ESPRIT_CRITIQUE)
    unaligned = np.frombuffer(bytes(33), np.uint8)[1:].view(np.uint64).reshape(2, 2)
    with pytest.raises(ArgumentError, match="aligned"):
        call(unaligned, ESPRIT_CRITIQUE)


def test_melds_that_no_hand_has_cards_for_can_not_qualify():
    rules = FOUR_ALCHIMIQUE.replace(qualifying_melds=13)
    assert not can_qualify([*range(20), *range(60, 76)], rules)


def test_an_unknown_objective_is_named():
    with pytest.raises(ArgumentError, match="no objective is named 'money'"):
        best_melds_many(words_of(draw_hands(9, 2)), ESPRIT_CRITIQUE, "money")


def test_a_hand_that_can_not_be_decided_is_named_as_it_was_given():
    rules, cards = FOUR_ALCHIMIQUE.replace(qualifying_melds=8, qualifying_points=185), hand_of(25, 562749)
    with pytest.raises(ArgumentError, match="these 25 cards have too many plans"):
        can_qualify(cards, rules)
    with pytest.raises(ArgumentError, match="the 25 cards of row 0 of hands have too many plans"):
        can_qualify_many(words_of([cards]), rules)


def test_r18_more_melds_than_the_plan_with_the_most_points_has():
    pytest.importorskip("scipy")
    counting = {"meld_stones": 1, "atout_stones": 0, "completion_stones": 0, "pair_stones": 0}
    rng = random.Random(18)
    answers = Counter()
    for seed in range(24):
        hand, rules = hand_of(rng.randint(18, 25), seed), rng.choice([*EDITIONS, CHANGED])
        few = len(best_melds(hand, rules).melds)
        many = best_melds(hand, rules.replace(**counting), "stones").value
        if few == many:
            continue
        asked = rules.replace(qualifying_melds=rng.randint(few + 1, many + 1))
        cards = [str(card) for card in hand]
        most = integer_program(cards, rules, "points", opened=False, least_melds=asked.qualifying_melds)
        for points in (0, max(most - 30, 0), most + 1):
            try:
                answer = can_qualify(hand, asked.replace(qualifying_points=points))
            except ArgumentError:
                answers["none"] += 1
                continue
            assert answer == (most >= points), (str(hand), asked, points)
            answers[answer] += 1
    assert min(answers[True], answers[False]) >= 3
    assert answers["none"] < answers[True]


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.edition)
def test_enough_points_are_those_that_the_best_melds_reach(rules):
    """R23, for hands of which whole melds seldom show it: just what the best plan brings, and one point more."""
    for seed in range(12):
        hand = hand_of(18 + seed, seed)
        best = best_melds(hand, rules, "points")
        for points, enough in ((best.value, True), (best.value + 1, False), (best.value // 2, True)):
            asked = rules.replace(qualifying_points=points, qualifying_melds=1)
            assert can_qualify(hand, asked) == (enough and best.value > 0), (str(hand), points)


# Searches of seconds: that hand can lay 399 points, and 400 aren't refuted by a bound.
OVER_ITS_BEST = ESPRIT_CRITIQUE.replace(qualifying_points=400)
LONG_SEARCHES = {
    "best_melds": lambda: best_melds(hand_of(52, 877), FOUR_ALCHIMIQUE, "stones"),
    "best_melds_many": lambda: best_melds_many(words_of([hand_of(52, 877)]), FOUR_ALCHIMIQUE, "stones"),
    "can_qualify": lambda: can_qualify(hand_of(51, 650), OVER_ITS_BEST),
    "can_qualify_many": lambda: can_qualify_many(words_of([hand_of(51, 650)]), OVER_ITS_BEST),
}


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="the system has no such timer")
@pytest.mark.parametrize("name", LONG_SEARCHES)
def test_a_long_search_hears_an_interrupt(name):
    heard = 0

    def handler(number, frame):
        """Signals that come while nobody listens are heard as one."""
        nonlocal heard
        heard += 1
        if heard == 3:
            raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.02, 0.02)
        with pytest.raises(KeyboardInterrupt):
            LONG_SEARCHES[name]()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert best_melds("4s 5s JK 6h", FOUR_ALCHIMIQUE).value == 15


def test_when_one_thread_is_interrupted_the_others_end_after_their_call():
    rows = 1 << 24
    calls = []
    interrupted = threading.Event()

    def fill(first, end):
        calls.append((first, end))
        if first == 0:
            interrupted.set()
            raise KeyboardInterrupt
        interrupted.wait()
        return -1

    with pytest.raises(KeyboardInterrupt):
        first_wrong_row(rows, 2, fill, call_rows=10)
    assert all(first < end <= first + 10 for first, end in calls)
    assert max(end for _, end in calls) < rows
