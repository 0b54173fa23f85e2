"""Equity: exact against every board evaluated, sampled against exact, unknown hands against their definition."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from oracles import poker as oracle

from athanor import (
    ESPRIT_CRITIQUE,
    FOUR_ALCHIMIQUE,
    ArgumentError,
    Card,
    CardError,
    CardSet,
    Rules,
    best_keep,
    equity,
    evaluate,
    evaluate_many,
)

EDITIONS = [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE]
each_edition = pytest.mark.parametrize("rules", EDITIONS, ids=["A", "B"])
OPTIONS = {
    "ace_low": [True, False],
    "ace_high": [True, False],
    "royal": ["T-V-D-R-A", "V-C-D-R-A", "both"],
    "jokers_at_showdown": ["wild", "dead"],
    "atouts_at_showdown": ["any_family", "own_family"],
    "atout_breaks_ties": [True, False],
}
WITHIN = 4.5  # standard errors


def random_rules(rng: random.Random) -> Rules:
    edition = rng.choice(EDITIONS)
    return edition if rng.random() < 0.3 else edition.replace(**{name: rng.choice(v) for name, v in OPTIONS.items()})


def left_in_deck(*places: list[int]) -> list[int]:
    return [card for card in range(76) if all(card not in place for place in places)]


def count_every_board(hands: list[list[int]], board: list[int], deck: list[int], rules: Rules) -> list[int]:
    """Boards won by each set of players, from the array evaluator."""
    missing = 5 - len(board)
    more = np.array(list(combinations(deck, missing)), np.uint8)
    strengths = np.array([
        evaluate_many(np.hstack([np.tile(np.array(hand + board, np.uint8), (len(more), 1)), more]), rules)
        for hand in hands
    ])  # fmt: skip
    won = (strengths == strengths.max(axis=0)) * (1 << np.arange(len(hands)))[:, None]
    return np.bincount(won.sum(axis=0), minlength=1 << len(hands)).tolist()


def any_cards(rng: random.Random) -> list[int]:
    return list(range(76))


def wild_cards(rng: random.Random) -> list[int]:
    return [*range(56, 76), *rng.sample(range(56), 12)]


def one_family(rng: random.Random) -> list[int]:
    return [*range(14), *range(56, 76), 20, 21, 35]


def court(rng: random.Random) -> list[int]:
    return [card for card in range(74) if card % 14 in (0, 9, 10, 11, 12, 13) or card >= 70]


# Exact.


@pytest.mark.parametrize("pool", [any_cards, wild_cards, one_family, court])
@pytest.mark.parametrize("seed", range(6))
def test_known_hands_are_counted_as_if_every_board_were_looked_at(seed: int, pool: object) -> None:
    rng = random.Random(f"{seed} {pool.__name__}")  # type: ignore[attr-defined]
    for known in (0, 1, 2, 3, 3, 3, 4, 5):
        rules = random_rules(rng)
        players = rng.choice([2, 2, 3, 4])
        cards = pool(rng)  # type: ignore[operator]
        if rules.jokers_at_showdown == "dead":
            cards = [card for card in cards if card < 70]
        drawn = rng.sample(cards, 2 * players + known)
        hands = [drawn[2 * i : 2 * i + 2] for i in range(players)]
        hands[0] = hands[0][: rng.choice([0, 1, 2, 2, 2, 2])]
        board = drawn[2 * players :]
        deck = left_in_deck(*hands, board)
        dead = rng.sample(deck, max(0, len(deck) - {0: 16, 1: 18, 2: 24}.get(known, 70)))
        deck = left_in_deck(*hands, board, dead)
        found = equity(hands, board, rules=rules, dead=dead)
        assert found.exact
        assert list(found.counts) == count_every_board(hands, board, deck, rules), f"{hands} {board} {dead} {rules}"


@each_edition
def test_exact_equity_agrees_with_the_oracle(rules: Rules) -> None:
    hands, board = [CardSet("Rs 4a"), CardSet("Th Ch"), CardSet("As 5h")], CardSet("2s 6s 9s 4h")
    won = Counter[int]()
    for card in left_in_deck(*(list(cards.ids) for cards in (*hands, board))):
        worths = [oracle.worth([*hand, *board, Card(card)], rules) for hand in hands]
        won[sum(1 << i for i, worth in enumerate(worths) if worth == max(worths))] += 1
    assert equity(hands, board, rules=rules).counts == tuple(won[mask] for mask in range(8))


# From evaluate_many on an array of all 13,991,544 boards.
EVERY_BOARD = [
    (ESPRIT_CRITIQUE, ["Rs 4a", "Th Ch"], (0, 8446643, 5352778, 192123)),
    (ESPRIT_CRITIQUE, ["4a 5a", "9s 9h"], (0, 8450166, 5394580, 146798)),
    (FOUR_ALCHIMIQUE, ["Rs 4a", "Th Ch"], (0, 8866608, 5058691, 66245)),
    (FOUR_ALCHIMIQUE, ["4a 5a", "9s 9h"], (0, 7721275, 6218541, 51728)),
]


@pytest.mark.parametrize(("rules", "hands", "counts"), EVERY_BOARD, ids=lambda value: str(value)[:20])
def test_all_boards_of_two_hands(rules: Rules, hands: list[str], counts: tuple[int, ...]) -> None:
    found = equity(hands, rules=rules)
    assert found.deals == 13_991_544
    assert found.counts == counts


WORKED_CASES = [
    ("As 7s", "Th 7c", "Vs Ch Dd Rc 2s", 0b01, 0b01),
    ("Ah 7s", "2h 3s", "Ts Vh Dd Rc 2s", 0b10, 0b10),
    ("Ts 4c", "Cs 4d", "Vs Ds Rs As 3h", 0b01, 0b10),
    ("Rs 4a", "Th Ch", "2s 6s 9s Vh Dh", 0b01, 0b01),
    ("As 3s", "Rs Ds", "9s 9a 6s 2h Rd", 0b01, 0b01),
    ("Rh 2d", "Ra 3d", "Ts Vh Cd Dc 5s", 0b11, 0b10),
    ("Ra 4s", "Rh 4d", "As Ah 8d 5c 2s", 0b11, 0b01),
    ("8c 9d", "Rh Rd", "JK 5s 6h 7d Rs", 0b10, 0b01),
    ("5a Ta", "Ts 2h", "6s 7s 8s 9s Rh", 0b11, 0b01),
    ("Va 3h", "Vs 4h", "Cs Ds Rs As 2h", 0b11, 0b01),
    ("3a Vs", "Va 4h", "Cs Ds Rs As 2h", 0b11, 0b10),
]


@pytest.mark.parametrize(("one", "other", "board", "in_a", "in_b"), WORKED_CASES)
def test_r28_to_r32_on_a_whole_board(one: str, other: str, board: str, in_a: int, in_b: int) -> None:
    for rules, winners in ((ESPRIT_CRITIQUE, in_a), (FOUR_ALCHIMIQUE, in_b)):
        found = equity([one, other], board, rules=rules)
        assert found.deals == 1
        assert found.counts[winners] == 1


@each_edition
def test_hands_that_differ_by_families_alone_share_equally(rules: Rules) -> None:
    one, other = equity(["As 9s", "Ah 9h"], rules=rules).players
    assert one == other
    assert one.share == pytest.approx(0.5)
    assert one.share_error == 0
    assert one.win + one.tie / 2 == pytest.approx(one.share)


@each_edition
def test_shares_sum_to_one_and_eight_may_play(rules: Rules) -> None:
    hands = ["As Ah", "2s 3s", "Rh Rd", "4a 5c", "Ts Tc", "7d 8d", "Va 2c", "9h Cs"]
    for board in ("", "6s 6h 9d"):
        found = equity(hands, board, rules=rules)
        assert sum(player.share for player in found.players) == pytest.approx(1)
        assert found.exact


def test_r33_indivisible_stones_stay_in_the_centre() -> None:
    board = "Ts Vs Ds Rs As"
    found = equity(["2h 3h", "4d 5d"], board, rules=ESPRIT_CRITIQUE, pot=7)
    assert [player.stones for player in found.players] == [3, 3]
    assert found.stones_left == 1
    assert found.players[0].share == 0.5
    assert equity(["2h 3h", "4d 5d"], board, rules=ESPRIT_CRITIQUE).players[0].stones is None


def test_jokers_are_alike_wherever_they_are() -> None:
    found = equity(["JK 4s", "JK 5h"], "JK 7d 8c", rules=ESPRIT_CRITIQUE)
    other = equity([[72, 3], [75, 18]], [70, 34, 49], rules=ESPRIT_CRITIQUE)
    assert found.counts == other.counts
    assert found.deals == 2346


# Sampled.


def assert_near(sampled: object, exact: object) -> None:
    for one, other in zip(sampled.players, exact.players, strict=True):  # type: ignore[attr-defined]
        for name in ("win", "tie", "share"):
            error = max(getattr(one, f"{name}_error"), 1e-4)
            assert abs(getattr(one, name) - getattr(other, name)) < WITHIN * error, name


@pytest.mark.parametrize("board", ["", "2s", "2s 6s", "2s 6s 9h", "2s 6s 9h JK", "2s 6s 9h JK 5c"])
@each_edition
def test_samples_come_near_the_exact_result(rules: Rules, board: str) -> None:
    hands = ["Rs 4a", "Th Ch", "As 2h"]
    sampled = equity(hands, board, rules=rules, samples=20_000, seed=3)
    assert not sampled.exact
    assert sampled.deals == 20_000
    assert_near(sampled, equity(hands, board, rules=rules))


@each_edition
def test_a_seed_gives_the_same_samples_again(rules: Rules) -> None:
    def sample(seed: int, samples: int = 3000) -> tuple[int, ...]:
        return equity(["Rs 4a", None], rules=rules, samples=samples, seed=seed).counts

    assert sample(1) == sample(1)
    assert sample(1) != sample(2)
    first, more = sample(1), sample(1, 4096)
    assert all(few <= many for few, many in zip(first, more, strict=True))


def count_random_pairs(hands: list[str | None], board: str, dead: list[int], rules: Rules) -> Counter[int]:
    """Deals of random pairs and boards won by each set of players, straight from R27."""
    known = [None if hand is None else list(CardSet(hand).ids) for hand in hands]
    lying = list(CardSet(board).ids)
    deck = left_in_deck(*(hand for hand in known if hand is not None), lying, dead)
    counts = Counter[int]()
    for more in combinations(deck, 5 - len(lying)):
        left = [card for card in deck if card not in more]
        if rules.jokers_at_showdown == "dead":
            left = [card for card in left if card < 70]
        strengths = {pair: evaluate([*pair, *lying, *more], rules).strength for pair in combinations(left, 2)}
        for pair in strengths:
            for other in strengths if known.count(None) == 2 else [None]:
                if other is not None and set(pair) & set(other):
                    continue
                dealt = iter([pair, other])
                shown = [
                    strengths[next(dealt)] if hand is None else evaluate([*hand, *lying, *more], rules).strength
                    for hand in known
                ]
                counts[sum(1 << i for i, strength in enumerate(shown) if strength == max(shown))] += 1
    return counts


@pytest.mark.parametrize(("hands", "left"), [(["Rs 4a", None], 20), ([None, "Rs 4a", None], 9)], ids=str)
@each_edition
def test_random_pairs_are_enumerated(rules: Rules, hands: list[str | None], left: int) -> None:
    board = "2s 6s 9h 9d"
    cards = [*range(70, 76), *random.Random(left).sample(range(70), 70)]
    free = [card for card in cards if card not in CardSet("Rs 4a 2s 6s 9h 9d").ids]
    dead = free[3:6] + free[left + 3 :]
    found = equity(hands, board, rules=rules, dead=dead)
    assert found.exact
    counts = count_random_pairs(hands, board, dead, rules)
    assert found.counts == tuple(counts[mask] for mask in range(1 << len(hands)))
    assert_near(equity(hands, board, rules=rules, dead=dead, samples=20_000, seed=2), found)


def test_above_the_limit_random_pairs_are_sampled() -> None:
    hands = ["Rs 4a", None]
    board = "2s 6s 9h Vd"
    exact = equity(hands, board, rules=FOUR_ALCHIMIQUE)
    sampled = equity(hands, board, rules=FOUR_ALCHIMIQUE, limit=exact.deals - 1)
    assert exact.exact
    assert not sampled.exact
    assert sampled.deals == 100_000
    assert_near(sampled, exact)
    assert not equity(hands, rules=FOUR_ALCHIMIQUE, samples=10).exact


def pair_kept(hand: tuple[int, ...], seen: list[int], rules: Rules) -> tuple[int, ...]:
    """The pair that is worth most with the cards seen."""
    usable = [card for card in hand if card < 70 or rules.jokers_at_showdown == "wild"]
    pairs = list(combinations(usable, min(2, len(usable))))
    return max(pairs, key=lambda pair: evaluate([*pair, *seen], rules))


@each_edition
def test_random_hands_keep_their_best_pair(rules: Rules) -> None:
    rules = rules.replace(hand_size=4)
    board = list(CardSet("2s 6s 9h 9d").ids)
    free = [5 + 14, 60, 70, 12, 33, 58, 8 + 42]
    dead = left_in_deck(free, board, [13, 59])
    counts = Counter[int]()
    for hand in combinations(free, 4):
        for last in set(free) - set(hand):
            shown = [
                evaluate([*pair, *board, last], rules) for pair in ([13, 59], pair_kept(hand, board[:3], rules))
            ]
            counts[sum(1 << i for i in range(2) if shown[i] == max(shown))] += 1
    total = sum(counts.values())
    found = equity([[13, 59], None], board, rules=rules, dead=dead, unknown="hand", samples=20_000)
    assert found.players[0].win == pytest.approx(counts[1] / total, abs=0.02)
    assert found.players[1].win == pytest.approx(counts[2] / total, abs=0.02)


def test_a_whole_hand_beats_a_random_pair() -> None:
    for rules in EDITIONS:
        pair = equity(["9s 9h", None], "2s 6d Rh", rules=rules, samples=5000).players[1]
        hand = equity(["9s 9h", None], "2s 6d Rh", rules=rules, samples=5000, unknown="hand").players[1]
        assert hand.share > pair.share + 10 * pair.share_error


def test_r27_a_hand_of_dead_jokers_keeps_fewer_cards() -> None:
    rules = FOUR_ALCHIMIQUE.replace(hand_size=3)
    dead = left_in_deck([70, 71, 72, 73, 74, 75, 30], list(CardSet("As Ah 2c 3d 9s 5h 5d").ids))
    found = equity(["As Ah", None], "2c 3d 9s 5h 5d", rules=rules, dead=dead, unknown="hand", samples=500)
    assert found.players[0].win == 1


# The best keep.


@each_edition
def test_each_keep_is_worth_its_equity(rules: Rules) -> None:
    hand, board = CardSet("Rs 4a 9c Th 2d"), "2s 6s 9h 9d"
    keeps = best_keep(hand, board, rules=rules, unknown="pair", samples=20_000)
    assert len(keeps) == 10
    assert [keep.share for keep in keeps] == sorted((keep.share for keep in keeps), reverse=True)
    for keep in keeps:
        exact = equity([keep.cards, None], board, rules=rules, dead=hand - keep.cards).players[0]
        assert abs(keep.share - exact.share) < WITHIN * keep.share_error + 1e-4
        assert abs(keep.win - exact.win) < WITHIN * keep.share_error + 1e-4
        assert abs(keep.tie - exact.tie) < WITHIN * keep.share_error + 1e-4


@each_edition
def test_keeps_against_hands_are_sampled_as_equity_samples_them(rules: Rules) -> None:
    hand = CardSet("Rs Rh 6d 2c 3h")
    for keep in best_keep(hand, "6s 2h Rd", 2, rules=rules, samples=4000, seed=5):
        found = equity(
            [None, None, keep.cards], "6s 2h Rd", rules=rules, dead=hand - keep.cards, unknown="hand", samples=4000,
            seed=5,
        )  # fmt: skip
        assert keep.share == pytest.approx(found.players[2].share)
        assert keep.share_error == pytest.approx(found.players[2].share_error)


def test_r27_jokers_are_kept_where_they_are_wild() -> None:
    hand = "JK JK 5s 9h"
    wild = [str(keep.cards) for keep in best_keep(hand, rules=ESPRIT_CRITIQUE, samples=100)]
    dead = [str(keep.cards) for keep in best_keep(hand, rules=FOUR_ALCHIMIQUE, samples=100)]
    assert sorted(wild) == ["5s 9h", "5s JK", "9h JK", "JK JK"]
    assert dead == ["5s 9h"]
    assert wild[0] == "JK JK"


def test_r27_who_has_fewer_than_two_keeps_them() -> None:
    assert [str(keep.cards) for keep in best_keep("5s JK", rules=FOUR_ALCHIMIQUE, samples=10)] == ["5s"]
    assert [str(keep.cards) for keep in best_keep("", rules=FOUR_ALCHIMIQUE, samples=10)] == [""]


# Mistakes.

A, B = ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE


@pytest.mark.parametrize(
    ("hands", "options", "error", "words"),
    [
        (["Rs 4a", "Rs 5h"], {}, CardError, "Rs is in hand 0 and in hand 1"),
        (["Rs 4a", "5h 6h"], {"board": "2s 4a"}, CardError, "4a is in hand 0 and in board"),
        (["Rs 4a", "5h 6h"], {"board": "2s", "dead": "2s"}, CardError, "2s is in board and in dead"),
        (["Rs Rs", "5h 6h"], {}, CardError, "hand 0: Rs comes twice"),
        (["Rs 4a", "5h 6x"], {}, CardError, "hand 1: unknown card '6x'"),
        (["Rs 4a", "5h 6h"], {"board": "zz"}, CardError, "board: unknown card 'zz'"),
        (["Rs 4a", "5h 6h"], {"dead": 7}, CardError, "dead: expected cards"),
        (["Rs 4a", "5h 6h"], {"board": "2s 3s 4s 5s 6s 7s"}, CardError, "board holds 6 cards: the Four has 5"),
        (["Rs 4a", "5h 6h 7h"], {}, CardError, "hand 1 holds 3 cards: 2 are kept at most"),
        (["Rs 4a", 5], {}, CardError, "hand 1: expected cards"),
        (["JK 4a", "5h 6h"], {"rules": B}, CardError, "hand 0 holds a Joker: where Jokers are dead"),
        (["JK JK", "JK JK"], {"board": "JK JK JK"}, CardError, "7 Jokers are named: the deck holds 6"),
        (["Rs 4a", "5h 6h"], {"dead": range(14, 68)}, CardError, "5h is in hand 1 and in dead"),
        (["Rs 4a", "5s 6s"], {"dead": range(14, 57)}, None, ""),
        (["Rs 4a", None], {"dead": range(14, 56), "unknown": "hand", "rules": A.replace(hand_size=35, players=2)},
         CardError, "cards are left in the deck: too few"),
        (["Rs 4a"], {}, ArgumentError, "players can't be 1: it is a whole number from 2 to 8"),
        ([None] * 9, {}, ArgumentError, "players can't be 9"),
        ("Rs 4a", {}, ArgumentError, "hands must be a list with one hand a player"),
        (None, {}, ArgumentError, "hands must be a list with one hand a player"),
        (["Rs 4a", None], {"rules": "A"}, ArgumentError, "rules must be Rules"),
        (["Rs 4a", None], {"unknown": "range"}, ArgumentError, "unknown can't be 'range': it is pair or hand"),
        (["Rs 4a", None], {"samples": 0}, ArgumentError, "samples can't be 0"),
        (["Rs 4a", None], {"samples": 1.5}, ArgumentError, "samples can't be 1.5"),
        (["Rs 4a", None], {"seed": -1}, ArgumentError, "seed can't be -1"),
        (["Rs 4a", None], {"limit": -1}, ArgumentError, "limit can't be -1"),
        (["Rs 4a", "5h 6h"], {"pot": -1}, ArgumentError, "pot can't be -1"),
    ],
)  # fmt: skip
def test_mistakes_are_named(hands: object, options: dict[str, object], error: type | None, words: str) -> None:
    if error is None:
        assert equity(hands, **{"rules": A} | options).exact  # type: ignore[arg-type]
        return
    with pytest.raises(error, match=words):
        equity(hands, **{"rules": A} | options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"hand": "5s 5s"}, CardError, "hand: 5s comes twice"),
        ({"board": "Rs"}, CardError, "Rs is in hand and in board"),
        ({"board": "2s 3s 4s 5s 6s 7s"}, CardError, "board holds 6 cards"),
        ({"opponents": 0}, ArgumentError, "opponents can't be 0: it is a whole number from 1 to 7"),
        ({"opponents": 8}, ArgumentError, "opponents can't be 8"),
        ({"samples": 0}, ArgumentError, "samples can't be 0"),
        ({"unknown": None}, ArgumentError, "unknown can't be None"),
        ({"rules": None}, ArgumentError, "rules must be Rules"),
        ({"hand": range(60)}, CardError, "cards are left in the deck: too few"),
    ],
)
def test_mistakes_about_a_keep_are_named(options: dict[str, object], error: type, words: str) -> None:
    arguments = {"hand": "Rs 4a 5h", "rules": A.replace(hand_size=12)} | options
    with pytest.raises(error, match=words):
        best_keep(**arguments)  # type: ignore[arg-type]


@each_edition
def test_a_result_as_json(rules: Rules) -> None:
    document = json.loads(json.dumps(equity(["Rs 4a", None], "2s 6s 9h Vd 2c", rules=rules, pot=5).to_dict()))
    assert document["board"] == ["2s", "6s", "9h", "Vd", "2c"]
    assert [player["hand"] for player in document["players"]] == ["Rs 4a", "random pair"]
    assert document["exact"] is True
    assert sum(player["stones"] for player in document["players"]) + document["stones_left"] == pytest.approx(5)
