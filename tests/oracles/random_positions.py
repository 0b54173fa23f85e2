"""Random middles of a deal: wild cards on the table, and their right cards in the mover's hand."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from athanor import Rules

from .table import MOST_IN_RUN, MOST_IN_SET, NEW_MELD_SIZE, Meld, Table
from .words import DECK, FAMILIES, JOKER, card_of, in_order, is_natural, spelled, without

FOUR_SIZE = 5
MOST_MELDS = 5
RIGHT_CARD_HELD = 0.7
NEIGHBOUR_HELD = 0.15
NATURALS_WANTED = 0.5
JOKERS_WANTED = 0.15
OPEN_RUN = 0.2
EXHAUSTED = 0.2


def nasty_position(
    rng: Random, rules: Rules, players: int, hand_size: int, most_melds: int = MOST_MELDS
) -> dict[str, Any]:
    """A full position in which seat ``current_player`` is about to play up to ``hand_size`` cards."""
    mover = rng.randrange(players)
    stock = list(DECK)
    tried = [random_run(rng, rules, stock, mover)]
    for _ in range(rng.randint(1, most_melds - 1)):
        make = rng.choice((random_run, random_run, random_set))
        tried.append(make(rng, rules, stock, rng.randrange(players)))
    melds = [meld for meld in tried if meld is not None]
    rng.shuffle(melds)
    hand = useful_hand(rng, rules, melds, stock, hand_size)
    rng.shuffle(stock)
    take = dealer(stock)
    hands = [hand if seat == mover else take(rng.randint(0, 4)) for seat in range(players)]
    four = take(FOUR_SIZE)
    discards = take(rng.randint(0, len(stock) - 1)) if rules.hand_limit is not None else []
    antes = [1] * players
    return {
        "phase": "play",
        "current_player": mover,
        "hands": [spelled(in_order(cards)) for cards in hands],
        "kept": [""] * players,
        "melds": [{"owner": meld.owner, "meld": str(meld)} for meld in melds],
        "four": spelled(four),
        "pile": spelled(stock),
        "discards": spelled(discards),
        "stones": [rng.randint(0, rules.starting_stones - 1) + (seat == mover) for seat in range(players)],
        "pot": sum(antes) + rng.randint(0, 2),
        "bank": None if rules.bank is None else rng.randint(0, 6),
        "in": list(range(players)),
        "antes": antes,
        "opener": rng.randrange(players),
        "deal": 1,
        "turn": rng.randint(1, 9),
        "final_turns": rng.randint(1, players) if rng.random() < EXHAUSTED else None,
        "step": "lay",
        "completions": 0,
        "added": [0] * players,
        "owed": "",
        "points": [sum(meld.points for meld in melds if meld.owner == seat) for seat in range(players)],
        "forcer": None,
        "stake": 0,
        "participants": [],
        "first_keeper": None,
        "rng": [rng.getrandbits(64) for _ in range(4)],
        "winner": None,
        "truncated": False,
    }


def dealer(stock: list[str]) -> Callable[[int], list[str]]:
    def take(count: int) -> list[str]:
        dealt, stock[:] = stock[:count], stock[count:]
        return dealt

    return take


def random_run(rng: Random, rules: Rules, stock: list[str], owner: int) -> Meld | None:
    """A run of what the stock still holds; None if the place tried leaves no real card to begin with."""
    table = Table(rules)
    family = rng.choice(FAMILIES if not table.wild_atouts else FAMILIES[:-1])
    places = table.places
    length = rng.choice((3, 3, 3, 4, 4, 5, 6, 9, MOST_IN_RUN))
    length = min(length, len(places), MOST_IN_RUN)
    low = rng.choice(places[: len(places) - length + 1])
    is_open = table.wild_atouts and rng.random() < OPEN_RUN
    cards: list[str] = []
    for place in range(low, low + length):
        options = [card for card in table.fitting(place, family) if card in stock]
        if is_open:
            options = [card for card in options if not is_natural(card)]
        if not options:
            break
        card = pick(rng, options)
        stock.remove(card)
        cards.append(card)
    return checked(rules, Meld(owner, "run", low, tuple(cards)), stock)


def pick(rng: Random, options: list[str]) -> str:
    """A natural or an Atout rather than a Joker: a Joker taken is too easily laid again."""
    chance = rng.random()
    if chance < NATURALS_WANTED:
        return options[0]
    real = [card for card in options if card != JOKER]
    return real[-1] if real and chance < 1 - JOKERS_WANTED else options[-1]


def random_set(rng: Random, rules: Rules, stock: list[str], owner: int) -> Meld | None:
    rank = rng.randint(1, 14)
    jokers = [JOKER] * min(rng.choice((0, 0, 1, 2)), stock.count(JOKER))
    options = [card for card in stock if card in [card_of(rank, f) for f in FAMILIES]] + jokers
    cards = rng.sample(options, min(len(options), rng.randint(NEW_MELD_SIZE, MOST_IN_SET)))
    for card in cards:
        stock.remove(card)
    return checked(rules, Meld(owner, "set", rank, in_order(cards)), stock)


def checked(rules: Rules, meld: Meld, stock: list[str]) -> Meld | None:
    """The meld if it could be there; else its cards go back."""
    real = len(meld.cards) - meld.cards.count(JOKER)
    if len(meld.cards) >= NEW_MELD_SIZE and real >= rules.min_real_cards:
        return meld
    stock.extend(meld.cards)
    return None


def useful_hand(rng: Random, rules: Rules, melds: list[Meld], stock: list[str], size: int) -> list[str]:
    """Right cards of the wild cards on the table, then neighbours of what lies there, then anything."""
    table = Table(rules)
    right = [card for meld in melds for card, _, _ in table.replacements(meld)]
    near = [card for meld in melds for card, _, _ in table.grown(tuple(stock), meld)]
    wanted = [card for card in rng.sample(right, len(right)) if rng.random() < RIGHT_CARD_HELD]
    wanted += [card for card in rng.sample(near, len(near)) if rng.random() < NEIGHBOUR_HELD]
    hand: list[str] = []
    for card in [*wanted, *rng.sample(stock, size)]:
        if len(hand) < size and card in stock:
            stock[:] = without(stock, card)
            hand.append(card)
    return hand
