"""Category counts against closed enumeration, golden numbers and samples; the odds made of them."""

from __future__ import annotations

import json
import random
from math import comb, sqrt

import numpy as np
import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, ArgumentError, Rules, category_counts, evaluate_many
from athanor._core import poker as core
from athanor._core.ranks import bag, union
from athanor.odds import Odds, category_odds
from athanor.poker import Category

EDITIONS = [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE]
each_edition = pytest.mark.parametrize("rules", EDITIONS, ids=["A", "B"])
OTHER_RULES = ESPRIT_CRITIQUE.replace(atouts_at_showdown="own_family", ace_high=False, royal="both")

# From core.count_categories(rules.rule_set(), cards), which evaluates every hand: a minute or more for seven cards.
EVERY_HAND = {
    (ESPRIT_CRITIQUE, 6): [
        38814480, 76504620, 13885872, 28194724, 9683220, 37164869, 4377100, 6432354, 3004805, 556896,
    ],
    (ESPRIT_CRITIQUE, 7): [
        166207440, 465885360, 198746460, 205022820, 138070680, 680525110, 122763504, 113526956, 78986190, 16454880,
    ],
    (FOUR_ALCHIMIQUE, 6): [84981401, 88133552, 17245956, 6421940, 1685100, 18674622, 1210300, 174944, 82600, 8525],
    (FOUR_ALCHIMIQUE, 7): [
        501898040, 793405500, 290302652, 79572560, 39370920, 436083355, 38547600, 4035640, 2686698, 286435,
    ],
    (OTHER_RULES, 7): [
        239887200, 700345800, 267426400, 368453400, 249110600, 80512365, 123812400, 133226240, 18757885, 4657110,
    ],
}  # fmt: skip


@pytest.mark.parametrize(("rules", "cards"), EVERY_HAND, ids=["A-6", "A-7", "B-6", "B-7", "other-7"])
def test_counts_are_those_of_every_hand_evaluated(rules: Rules, cards: int) -> None:
    counts = category_counts(rules, cards)
    assert list(counts) == list(Category)
    assert list(counts.values()) == EVERY_HAND[rules, cards]
    assert sum(counts.values()) == comb(76, cards)


@pytest.mark.parametrize("seed", range(5))
def test_counts_of_five_cards_under_any_options(seed: int) -> None:
    rng = random.Random(seed)
    rules = rng.choice(EDITIONS).replace(
        ace_low=rng.random() < 0.5,
        ace_high=rng.random() < 0.5,
        royal=rng.choice(["T-V-D-R-A", "V-C-D-R-A", "both"]),
        jokers_at_showdown=rng.choice(["wild", "dead"]),
        atouts_at_showdown=rng.choice(["any_family", "own_family"]),
    )
    assert list(category_counts(rules, 5).values()) == core.count_categories(rules.rule_set(), 5)


@pytest.mark.parametrize("cards", [5, 6, 7])
@each_edition
def test_a_sample_of_hands_has_the_categories_as_often(rules: Rules, cards: int) -> None:
    rows = 100_000
    deck = np.tile(np.arange(76, dtype=np.uint8), (rows, 1))
    hands = np.ascontiguousarray(np.random.default_rng(cards).permuted(deck, axis=1)[:, :cards])
    codes = evaluate_many(hands, rules) >> 28
    found = np.bincount(codes - (codes > 5), minlength=10)
    for category, count in category_counts(rules, cards).items():
        chance = count / comb(76, cards)
        assert abs(found[category] / rows - chance) < 4.5 * sqrt(chance / rows)


def test_what_does_not_matter_at_the_showdown_shares_the_counts() -> None:
    counts = category_counts(FOUR_ALCHIMIQUE, 5)
    counts[Category.PAIR] = 0
    other = category_counts(FOUR_ALCHIMIQUE.replace(players=3, atout_breaks_ties=False), 5)
    assert other == category_counts(FOUR_ALCHIMIQUE, 5) != counts


@pytest.mark.parametrize("cards", [4, 8, 5.0, "7", True, None])
def test_other_numbers_of_cards_are_refused(cards: object) -> None:
    with pytest.raises(ArgumentError, match=r"cards can't be .*: it is a whole number from 5 to 7"):
        category_counts(ESPRIT_CRITIQUE, cards)  # type: ignore[arg-type]


def test_what_is_no_rules_is_refused() -> None:
    with pytest.raises(ArgumentError, match=r"rules must be Rules, such as athanor.ESPRIT_CRITIQUE, not 'A'"):
        category_counts("A")  # type: ignore[arg-type]


def test_categories_more_frequent_than_what_they_beat_are_named() -> None:
    odds = category_odds(FOUR_ALCHIMIQUE, 5)
    assert odds.swapped == {Category.FLUSH: (Category.STRAIGHT, Category.THREE_OF_A_KIND)}
    assert odds.sentence == "More frequent than what they beat: Couleur than Suite and Brelan."
    assert odds.chance(Category.ROYAL_FLUSH) == 125 / 18_474_840
    assert "Carré than Full;" in category_odds(ESPRIT_CRITIQUE, 5).sentence


def test_where_rarity_follows_the_ranking_the_sentence_says_so() -> None:
    falling = Odds(ESPRIT_CRITIQUE, 5, {category: 100 - category for category in Category})
    assert falling.swapped == {}
    assert falling.sentence == "Ranking and rarity agree."


@each_edition
def test_odds_as_json(rules: Rules) -> None:
    document = json.loads(json.dumps(category_odds(rules, 5).to_dict()))
    assert document["edition"] == rules.edition
    assert (document["cards"], document["hands"]) == (5, 18_474_840)
    assert sum(entry["count"] for entry in document["categories"].values()) == 18_474_840
    assert sum(entry["chance"] for entry in document["categories"].values()) == pytest.approx(1)
    assert document["categories"]["flush"]["more_frequent_than"][0] == "straight"


def test_bags_are_numbered_by_size_each_once() -> None:
    bags = [tuple(bag(number)) for number in range(11628)]
    assert len(set(bags)) == len(bags)
    assert [len(ranks) for ranks in bags] == sorted(len(ranks) for ranks in bags)
    assert all(list(ranks) == sorted(ranks) for ranks in bags)


def test_a_union_holds_the_ranks_of_both_bags() -> None:
    rng = random.Random(4)
    for _ in range(3000):
        size = rng.randrange(6)
        other_size = rng.randrange(6 - size)
        first = [0, 1, 15, 120, 680, 3060, 11628]
        one = rng.randrange(first[size], first[size + 1])
        other = rng.randrange(first[other_size], first[other_size + 1])
        assert bag(union(one, other)) == sorted(bag(one) + bag(other))
