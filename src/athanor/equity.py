"""Who wins a showdown how often: exact or by sampling, and which two cards to keep (R26 to R33)."""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from ._core.equity import count_winners
from ._core.unknown import KINDS, compare_keeps, enumerate_winners, sample_winners
from .cards import DECK_SIZE, FIRST_ATOUT, FIRST_JOKER, Card, CardSet, CardsLike, parse_cards
from .checks import check_int, check_seed, shown
from .errors import ArgumentError, CardError
from .rules import FOUR_SIZE, MAX_PLAYERS, Rules, check_rules

if TYPE_CHECKING:
    from rich.table import Table

KEPT_CARDS = 2
SEEN_CARDS = 3
#: Deals up to which every one is looked at where a pair is unknown; for known hands there are never so many.
ENUMERATION_LIMIT = 20_000_000
DEFAULT_SAMPLES = 100_000
DEFAULT_KEEP_SAMPLES = 10_000
MOST_SAMPLES = 1_000_000_000_000
UNKNOWN = ("pair", "hand")

_JOKER_SHIFT = FIRST_JOKER - FIRST_ATOUT


class PlayerEquity(NamedTuple):
    """What one player may expect: chances to win alone and to tie for the best hand, and the share of the pot.

    ``share`` divides the pot equally (R33); ``stones`` are whole stones of the pot given, None without one. The errors
    are standard errors, 0 where the result is exact.
    """

    win: float
    tie: float
    share: float
    win_error: float
    tie_error: float
    share_error: float
    stones: float | None


@dataclass(frozen=True)
class Equity:
    """The result of ``equity``. ``counts[mask]`` is the number of deals that the players of the mask win together."""

    rules: Rules
    hands: tuple[CardSet | None, ...]
    board: tuple[Card, ...]
    unknown: str
    exact: bool
    pot: int | None
    counts: tuple[int, ...]

    @property
    def deals(self) -> int:
        """Deals looked at: all there are, or the samples."""
        return sum(self.counts)

    @property
    def players(self) -> tuple[PlayerEquity, ...]:
        return tuple(self._player(player) for player in range(len(self.hands)))

    def _player(self, player: int) -> PlayerEquity:
        sharers = [0] * (len(self.hands) + 1)
        for mask, count in enumerate(self.counts):
            if mask >> player & 1:
                sharers[mask.bit_count()] += count
        wins, ties = sharers[1], sum(sharers[2:])
        share, share_error = _share(sharers, self.deals)
        return PlayerEquity(
            wins / self.deals,
            ties / self.deals,
            share,
            0.0 if self.exact else _error(wins, self.deals),
            0.0 if self.exact else _error(ties, self.deals),
            0.0 if self.exact else share_error,
            None if self.pot is None else _stones(sharers, self.pot) / self.deals,
        )

    @property
    def stones_left(self) -> float | None:
        """Stones of the pot that can't be divided and stay in the centre, in the mean (R33)."""
        if self.pot is None:
            return None
        left = sum(self.pot % mask.bit_count() * count for mask, count in enumerate(self.counts) if mask)
        return left / self.deals

    def to_dict(self) -> dict[str, Any]:
        """Everything by name, as JSON can hold it."""
        return {
            "edition": self.rules.edition,
            "board": [str(card) for card in self.board],
            "exact": self.exact,
            "deals": self.deals,
            "pot": self.pot,
            "stones_left": self.stones_left,
            "players": [
                {"hand": f"random {self.unknown}" if hand is None else str(hand)} | player._asdict()
                for hand, player in zip(self.hands, self.players, strict=True)
            ],
        }

    def table(self) -> Table:
        """A table that rich prints."""
        from .tables import equity_table

        return equity_table(self)


def equity(
    hands: Sequence[CardsLike | None],
    board: CardsLike = "",
    *,
    rules: Rules,
    dead: CardsLike = "",
    unknown: str = "pair",
    samples: int | None = None,
    seed: int = 0,
    limit: int = ENUMERATION_LIMIT,
    pot: int | None = None,
) -> Equity:
    """How often each of 2 to 8 players wins the showdown, over all cards that may still come.

    ``hands`` are the cards kept, two a player, fewer if a player has no more; None is a hand that isn't known: with
    ``unknown="pair"`` a random pair, with ``unknown="hand"`` the pair of a random whole hand, of ``rules.hand_size``
    cards, that is worth most with the first three cards of the board. ``board`` holds the 0 to 5 cards known, in their
    order; ``dead`` cards are out of the deck.

    The result is exact for known hands, and for random pairs up to ``limit`` deals. Else ``samples`` deals are drawn by
    ``seed``, 100,000 if it is None; give it to sample in any case. ``pot`` counts whole stones (R33).

    >>> from athanor import ESPRIT_CRITIQUE
    >>> result = equity(["Rs 4a", "Th Ch"], board="2s 6s Vh", rules=ESPRIT_CRITIQUE)
    >>> result.exact, result.deals, [round(player.share, 3) for player in result.players]
    (True, 2346, [0.865, 0.135])

    Raises CardError for cards that can't be there together, among them a Joker kept where Jokers are dead (R27), and
    ArgumentError for other arguments.
    """
    checked = _checked(rules)
    kept = _hands(hands, checked)
    kinds = bytes(KINDS["known"] if hand is not None else _kind(unknown) for hand in kept)
    table = _table({f"hand {i}": hand for i, hand in enumerate(kept) if hand is not None}, board, dead, checked)
    deals = table.deals(kinds, checked.hand_size)
    seed = check_seed(seed)
    limit = check_int("limit", limit, 0, MOST_SAMPLES)
    if samples is not None:
        samples = check_int("samples", samples, 1, MOST_SAMPLES)
    elif any(kinds) and (deals is None or deals > limit):
        samples = DEFAULT_SAMPLES
    if pot is not None:
        pot = check_int("pot", pot, 0, MOST_SAMPLES)
    counts = _count(checked, kept, kinds, table, samples, seed)
    return Equity(checked, tuple(kept), table.board, unknown, samples is None, pot, tuple(counts))


def _count(
    rules: Rules, kept: list[CardSet | None], kinds: bytes, table: _Table, samples: int | None, seed: int
) -> list[int]:
    """Deals won by each set of players: of samples, of all with random pairs, or of all boards."""
    core = rules.rule_set()
    rows = _rows([_words(hand or (), table.board) for hand in kept])
    deck, keepable, missing = table.deck, table.keepable, table.missing
    if samples is not None:
        seen, unseen = table.seen
        return sample_winners(
            core, rows, kinds, rules.hand_size, seen, unseen, deck, keepable, missing, samples, seed
        )
    if any(kinds):
        return enumerate_winners(core, rows, kinds, array("Q", _words(table.board)), deck, keepable, missing)
    return count_winners(core, rows, array("Q", _words(map(Card, deck))), missing)


class Keep(NamedTuple):
    """What keeping these cards is worth, see ``best_keep``; ``share_error`` is a standard error."""

    cards: CardSet
    win: float
    tie: float
    share: float
    share_error: float


def best_keep(
    hand: CardsLike,
    board: CardsLike = "",
    opponents: int = 1,
    *,
    rules: Rules,
    dead: CardsLike = "",
    unknown: str = "hand",
    samples: int = DEFAULT_KEEP_SAMPLES,
    seed: int = 0,
) -> tuple[Keep, ...]:
    """Every two cards that a hand may keep for the Four, the best first, with the share of the pot each wins.

    The opponents hold random hands, see ``unknown`` in ``equity``; ``board`` holds the cards known, most often the
    three that lie face up. All pairs meet the same ``samples`` random deals, so they compare better than their errors
    say.

    >>> from athanor import FOUR_ALCHIMIQUE
    >>> keeps = best_keep("Rs Rh 6d 2c 3h", board="6s 2h Rd", rules=FOUR_ALCHIMIQUE, samples=2000)
    >>> len(keeps), str(keeps[0].cards)
    (10, 'Rs Rh')

    Raises CardError for cards that can't be there together, and ArgumentError for other arguments.
    """
    checked = _checked(rules)
    others = check_int("opponents", opponents, 1, MAX_PLAYERS - 1)
    samples = check_int("samples", samples, 1, MOST_SAMPLES)
    seed = check_seed(seed)
    cards = _parse("hand", hand)
    table = _table({"hand": cards}, board, dead, checked)
    kinds = bytes([_kind(unknown)] * others)
    table.deals(kinds, checked.hand_size)
    keeps = _keeps(cards, checked)
    counts = _rows([[0] * MAX_PLAYERS] * len(keeps))
    seen, unseen = table.seen
    compare_keeps(
        checked.rule_set(),
        _rows([_words(keep, table.board) for keep in keeps]),
        _rows([_words(table.board)] * others),
        kinds,
        checked.hand_size,
        seen,
        unseen,
        table.deck,
        table.keepable,
        table.missing,
        samples,
        seed,
        counts,
    )
    found = [
        _keep(keep, [counts[i, n] for n in range(MAX_PLAYERS)], samples) for i, keep in enumerate(keeps)
    ]
    return tuple(sorted(found, key=lambda keep: -keep.share))


def _keep(cards: CardSet, ties: list[int], samples: int) -> Keep:
    sharers = [0, *ties]
    share, error = _share(sharers, samples)
    return Keep(cards, sharers[1] / samples, sum(sharers[2:]) / samples, share, error)


def _keeps(hand: CardSet, rules: Rules) -> list[CardSet]:
    """Every two cards that may be kept, or all there are; Jokers are alike (R27)."""
    usable = [card for card in hand if not card.is_joker or _jokers_kept(rules)]
    pairs = [CardSet(map(str, pair)) for pair in combinations(usable, min(KEPT_CARDS, len(usable)))]
    return list(dict.fromkeys(pairs))


@dataclass(frozen=True)
class _Table:
    """The board as far as it is known; the ids of the cards that may still come, and how many may be kept.

    Jokers are the last of them, so those that may be kept are the first.
    """

    board: tuple[Card, ...]
    deck: bytes
    keepable: int

    @property
    def missing(self) -> int:
        return FOUR_SIZE - len(self.board)

    @property
    def seen(self) -> tuple[array[int], int]:
        """The cards that players see before they keep theirs, as words, and how many of them aren't known yet."""
        seen = self.board[:SEEN_CARDS]
        return array("Q", _words(seen)), SEEN_CARDS - len(seen)

    def deals(self, kinds: bytes, hand_size: int) -> int | None:
        """How many deals there are, None with whole hands; CardError if the cards don't suffice for one."""
        hands = kinds.count(KINDS["hand"])
        pairs = kinds.count(KINDS["pair"])
        left = len(self.deck) - pairs * KEPT_CARDS
        if left < self.missing + hands * hand_size or self.keepable < pairs * KEPT_CARDS:
            raise CardError(f"{len(self.deck)} cards are left in the deck: too few for the players and the board")
        if hands:
            return None
        kept = (math.comb(self.keepable - i * KEPT_CARDS, KEPT_CARDS) for i in range(pairs))
        return math.comb(left, self.missing) * math.prod(kept)


def _table(hands: dict[str, CardSet], board: CardsLike, dead: CardsLike, rules: Rules) -> _Table:
    """What is left once hands, board and dead cards are taken out; CardError if a card is in two places."""
    on_board = _parse_in_order("board", board)
    if len(on_board) > FOUR_SIZE:
        raise CardError(f"board holds {len(on_board)} cards: the Four has {FOUR_SIZE}")
    places = {**hands, "board": CardSet(on_board), "dead": _parse("dead", dead)}
    where: dict[Card, str] = {}
    for place, cards in places.items():
        for card in cards:
            if not card.is_joker and where.setdefault(card, place) != place:
                raise CardError(f"{card} is in {where[card]} and in {place}: the deck holds one")
    jokers = sum(cards.jokers for cards in places.values())
    if jokers > DECK_SIZE - FIRST_JOKER:
        raise CardError(f"{jokers} Jokers are named: the deck holds {DECK_SIZE - FIRST_JOKER}")
    naturals = [i for i in range(FIRST_JOKER) if Card(i) not in where]
    deck = bytes(naturals + list(range(FIRST_JOKER + jokers, DECK_SIZE)))
    return _Table(on_board, deck, len(deck) if _jokers_kept(rules) else len(naturals))


def _hands(hands: Sequence[CardsLike | None], rules: Rules) -> list[CardSet | None]:
    if isinstance(hands, (str, CardSet)) or not isinstance(hands, Iterable):
        raise ArgumentError(f"hands must be a list with one hand a player, such as ['Rs 4a', None], not {shown(hands)}")
    kept = [None if hand is None else _parse(f"hand {i}", hand) for i, hand in enumerate(hands)]
    check_int("players", len(kept), 2, MAX_PLAYERS)
    for i, hand in enumerate(kept):
        if hand is not None and len(hand) > KEPT_CARDS:
            raise CardError(f"hand {i} holds {len(hand)} cards: {KEPT_CARDS} are kept at most")
        if hand is not None and hand.jokers and not _jokers_kept(rules):
            raise CardError(f"hand {i} holds a Joker: where Jokers are dead at the showdown none is kept")
    return kept


def _checked(rules: Rules) -> Rules:
    check_rules(rules)
    return rules


def _kind(unknown: str) -> int:
    if unknown not in UNKNOWN:
        raise ArgumentError(f"unknown can't be {shown(unknown)}: it is {' or '.join(UNKNOWN)}")
    return KINDS[unknown]


def _jokers_kept(rules: Rules) -> bool:
    return rules.jokers_at_showdown == "wild"


def _parse_in_order(name: str, cards: CardsLike) -> tuple[Card, ...]:
    try:
        return tuple(parse_cards(cards))
    except CardError as error:
        raise CardError(f"{name}: {error}") from None


def _parse(name: str, cards: CardsLike) -> CardSet:
    return CardSet(_parse_in_order(name, cards))


def _words(*sets: Iterable[Card]) -> tuple[int, int]:
    """The cards of all the sets as the core's two words: n Jokers are the n lowest."""
    cards = [card for cards in sets for card in cards]
    mask = sum(1 << card.id for card in cards if not card.is_joker)
    jokers = sum(card.is_joker for card in cards)
    naturals, atouts = CardSet.from_mask(mask).words
    return naturals, atouts | ((1 << jokers) - 1) << _JOKER_SHIFT


def _rows(rows: Sequence[Sequence[int]]) -> memoryview:
    """Rows of numbers as an array of 64-bit words that the core reads."""
    flat = array("Q", [word for row in rows for word in row])
    return memoryview(flat).cast("B").cast("Q", (len(rows), len(rows[0])))


def _share(sharers: Sequence[int], deals: int) -> tuple[float, float]:
    """The mean share of the pot and its standard error; sharers[n]: deals in which the player is one of n to share."""
    mean = sum(count / n for n, count in enumerate(sharers) if n) / deals
    squares = sum(count / (n * n) for n, count in enumerate(sharers) if n) / deals
    return mean, math.sqrt(max(0.0, squares - mean * mean) / deals)


def _error(count: int, deals: int) -> float:
    """The standard error of a share of deals."""
    return math.sqrt(count * (deals - count) / deals) / deals


def _stones(sharers: Sequence[int], pot: int) -> int:
    return sum(count * (pot // n) for n, count in enumerate(sharers) if n)
