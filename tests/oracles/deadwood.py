"""Deadwood by trying everything: cards are (family, rank) with the As as rank 1, points a dict by rank."""

from functools import cache

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_matrix


def order_of_ranks(ace_low, ace_high, cavaliers):
    """The ranks that follow each other in a run, the As at each end where it may stand."""
    court = [11, 12, 13, 14] if cavaliers else [11, 13, 14]
    return ([1] if ace_low else []) + list(range(2, 11)) + court + ([1] if ace_high else [])


def all_melds(cards, order):
    """Every run and every set of these cards, of any length."""
    melds = set()
    for family in {family for family, _ in cards}:
        for first in range(len(order)):
            for end in range(first + 3, len(order) + 1):
                run = {(family, rank) for rank in order[first:end]}
                if len(run) == end - first and run <= cards:
                    melds.add(frozenset(run))
    for rank in {rank for _, rank in cards}:
        four = frozenset(card for card in cards if card[1] == rank)
        if len(four) >= 3:
            melds.add(four)
        if len(four) == 4:
            melds |= {four - {card} for card in four}
    return melds


def counter(deck, order, points):
    """A function that counts any hand of the deck: the first card is left, or lies in one of its melds."""
    melds = all_melds(frozenset(deck), order)
    melds_of = {card: [meld for meld in melds if card in meld] for card in deck}

    @cache
    def least(hand):
        if not hand:
            return 0
        card = min(hand)
        left = points[card[1]] + least(hand - {card})
        return min([left, *(least(hand - meld) for meld in melds_of[card] if meld <= hand)])

    return least


def integer_program(hand, order, points):
    """The same for large hands: which melds are laid, each card at most once."""
    melds = sorted(all_melds(frozenset(hand), order), key=sorted)
    total = sum(points[rank] for _, rank in hand)
    if not melds:
        return total
    row = {card: i for i, card in enumerate(sorted(hand))}
    entries = [(row[card], column) for column, meld in enumerate(melds) for card in meld]
    matrix = csr_matrix((np.ones(len(entries)), tuple(zip(*entries, strict=True))), shape=(len(row), len(melds)))
    worth = np.array([sum(points[rank] for _, rank in meld) for meld in melds], dtype=float)
    found = milp(
        -worth, integrality=np.ones(len(melds)), bounds=Bounds(0, 1),
        constraints=LinearConstraint(matrix, -np.inf, 1), options={"mip_rel_gap": 0},
    )  # fmt: skip
    assert found.success, found.message
    return total + round(found.fun)
