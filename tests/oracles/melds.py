"""Slow and obvious answers to what a hand can lay: by trying every set of melds, and by an integer program.

Both start from columns: every meld that could lie on the table after one turn, with what laying it uses and
brings. They are read off R5-R8, R15, R16 and R20, and share nothing with the search that they check.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations

import numpy as np

FAMILIES = "shdc"
RANKS = "A23456789TVCDR"
JOKER = "JK"
INFEASIBLE = 2  # of HiGHS


@dataclass(frozen=True)
class Column:
    """A meld of the table: its reals as texts, its Jokers, and what it is worth."""

    kind: str
    reals: frozenset[str]
    jokers: int
    points: int
    atouts: int     # the most among three cards that could have created it

    @property
    def size(self):
        return len(self.reals) + self.jokers

    @property
    def added(self):
        return self.size - 3


def points_of(place):
    if place in (1, 15):
        return 11
    return place if place <= 10 else 10


def rank_text(place):
    return RANKS[(place - 1) % 14]


def creation_atouts(cards, windows, least_real):
    """The most Atouts of a window that could be created; None if none could."""
    fits = [w for w in windows if sum(cards[i] != JOKER for i in w) >= least_real]
    return max((sum(cards[i].endswith("a") for i in w) for w in fits), default=None)


def run_columns(hand, jokers, rules):
    mixed = rules.atouts_in_melds == "any_family"
    places = range(1 if rules.ace_low else 2, 16 if rules.ace_high else 15)
    best = {}
    for family in FAMILIES if mixed else FAMILIES + "a":
        for low in places:
            grown = [()]
            for place in range(low, min(places[-1], low + 13) + 1):
                names = {family, "a"} if mixed else {family}
                here = [*sorted(hand & {rank_text(place) + name for name in names}), JOKER]
                grown = [(*cards, card) for cards in grown for card in here]
                grown = [cards for cards in grown if cards.count(JOKER) <= jokers]
                for cards in grown:
                    size = len(cards)
                    if size < 3:
                        continue
                    if rules.completions_per_turn is not None and size - 3 > rules.completions_per_turn:
                        continue
                    windows = [(i, i + 1, i + 2) for i in range(size - 2)]
                    atouts = creation_atouts(cards, windows, rules.min_real_cards)
                    if atouts is None:
                        continue
                    points = sum(points_of(low + i) for i in range(size))
                    key = (frozenset(c for c in cards if c != JOKER), cards.count(JOKER))
                    best.setdefault(key, set()).add((points, atouts))
    return [Column("run", *cards, *worth) for cards, ways in best.items() for worth in ways]


def set_columns(hand, jokers, rules):
    columns = []
    for place in range(2, 16):
        reals = [rank_text(place) + f for f in FAMILIES + "a" if rank_text(place) + f in hand]
        for size in range(1, len(reals) + 1):
            for some in combinations(reals, size):
                for n in range(max(0, 3 - size), min(jokers, 5 - size) + 1):
                    cards = some + (JOKER,) * n
                    if rules.completions_per_turn is not None and len(cards) - 3 > rules.completions_per_turn:
                        continue
                    windows = list(combinations(range(len(cards)), 3))
                    atouts = creation_atouts(cards, windows, rules.min_real_cards)
                    if atouts is not None:
                        points = len(cards) * points_of(place)
                        columns.append(Column("set", frozenset(some), n, points, atouts))
    return columns


def columns_of(cards, rules):
    texts = [str(card) for card in cards]
    hand, jokers = {t for t in texts if t != JOKER}, texts.count(JOKER)
    return hand, jokers, run_columns(hand, jokers, rules) + set_columns(hand, jokers, rules)


def figures(columns, rules):
    """Points, stones and cards of some melds laid in one turn."""
    added = sum(c.added for c in columns)
    stones = (
        rules.meld_stones * len(columns)
        + rules.atout_stones * sum(c.atouts for c in columns)
        + rules.completion_stones * added
        + rules.pair_stones * (added // 2)
    )
    return {"points": sum(c.points for c in columns), "stones": stones, "cards": sum(c.size for c in columns)}


def laid_column(meld, rules):
    """A meld of a plan as a column; AssertionError if it is none of R5-R8, or was not created as it says."""
    cards = [str(card) for card in meld.cards]
    reals = [card for card in cards if card != JOKER]
    created = [str(card) for card in meld.created]
    added = [str(card) for card, _ in meld.added]
    assert sorted(created + added) == sorted(cards)
    assert len(created) == 3
    assert sum(card != JOKER for card in created) >= rules.min_real_cards
    if meld.kind == "set":
        assert len(cards) <= 5
        assert {card[0] for card in reals} == {RANKS[meld.low - 1]}
        points = len(cards) * points_of(meld.low)
    else:
        places = range(meld.low, meld.low + len(cards))
        assert len(cards) <= 14
        assert places[0] >= (1 if rules.ace_low else 2)
        assert places[-1] <= (15 if rules.ace_high else 14)
        assert all(card in (JOKER, rank_text(p) + card[1]) for p, card in zip(places, cards, strict=True))
        families = {card[1] for card in reals}
        if rules.atouts_in_melds == "any_family":
            families -= {"a"}
        assert len(families) <= 1
        below = [end for _, end in meld.added].count("low")
        assert created == cards[below:below + 3]
        points = sum(map(points_of, places))
    atouts = sum(card.endswith("a") for card in created)
    return Column(meld.kind, frozenset(reals), len(cards) - len(reals), points, atouts)


ORDERS = {
    "points": ("points", "stones"),
    "stones": ("stones", "points"),
    "cards": ("cards", "points"),
}


def brute_force(cards, rules, opened=True):
    """For each objective the best (objective, tie-break, Jokers left), by trying every set of disjoint melds.
    """
    hand, jokers, columns = columns_of(cards, rules)
    by_real = defaultdict(list)
    for column in columns:
        by_real[min(column.reals)].append(column)
    order = sorted(hand)
    best = dict.fromkeys(ORDERS, (0, 0, jokers))

    def consider(chosen, left):
        limit = rules.completions_per_turn
        if limit is not None and sum(c.added for c in chosen) > limit:
            return
        if chosen and rules.first_run_required and not opened and all(c.kind == "set" for c in chosen):
            return
        found = figures(chosen, rules)
        for objective, names in ORDERS.items():
            best[objective] = max(best[objective], (*(found[name] for name in names), left))

    def search(i, used, chosen, left):
        if i == len(order):
            consider(chosen, left)
            return
        search(i + 1, used, chosen, left)
        if order[i] in used:
            return
        for column in by_real[order[i]]:
            if column.jokers <= left and not column.reals & used:
                search(i + 1, used | column.reals, [*chosen, column], left - column.jokers)

    search(0, frozenset(), [], jokers)
    return best


def integer_program(cards, rules, objective, opened=True, least_melds=0):
    """The most of the objective, by HiGHS: whether each column is laid, and how many pairs are paid.

    -1 if no plan has so many melds.
    """
    from scipy.optimize import LinearConstraint, milp
    from scipy.sparse import csr_matrix

    hand, jokers, columns = columns_of(cards, rules)
    if not columns:
        return -1 if least_melds else 0
    reals = sorted(hand)
    row = {text: i for i, text in enumerate(reals)}
    joker_row, added_row, run_row, pair_row, count_row = range(len(reals), len(reals) + 5)
    limit = rules.completions_per_turn
    n = len(columns)
    entries = defaultdict(float)
    for j, column in enumerate(columns):
        for text in column.reals:
            entries[row[text], j] = 1
        entries[joker_row, j] = column.jokers
        entries[added_row, j] = column.added
        # A set asks for a run: sets - 25 runs <= 0.
        entries[run_row, j] = 1 if column.kind == "set" else -25
        entries[pair_row, j] = -column.added / 2
        entries[count_row, j] = -1
    entries[pair_row, n] = 1
    gains = [
        {
            "points": c.points,
            "cards": c.size,
            "stones": rules.meld_stones + rules.atout_stones * c.atouts + rules.completion_stones * c.added,
        }[objective]
        for c in columns
    ]
    pair_gain = rules.pair_stones if objective == "stones" else 0
    asks_run = rules.first_run_required and not opened
    most_added, most_sets = np.inf if limit is None else limit, 0 if asks_run else np.inf
    upper = [1.0] * len(reals) + [jokers, most_added, most_sets, 0, -least_melds]
    where = tuple(zip(*entries, strict=True))
    matrix = csr_matrix((list(entries.values()), where), shape=(len(reals) + 5, n + 1))
    result = milp(
        -np.array([*gains, pair_gain], dtype=float),
        integrality=np.ones(n + 1),
        bounds=(0, np.array([jokers + 1.0] * n + [40])),
        constraints=LinearConstraint(matrix, -np.inf, upper),
        options={"mip_rel_gap": 0},
    )
    if result.status == INFEASIBLE:
        return -1
    assert result.success, result.message
    return round(-result.fun)
