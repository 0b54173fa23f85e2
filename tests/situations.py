"""Short, readable setups: every card that a test doesn't name lies in the pile, or where ``rest`` says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, ActionError, Card, Game, Rules

A, B = ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE
editions = pytest.mark.parametrize("rules", [A, B], ids=["A", "B"])

DECK = [str(Card(i)) for i in range(76)]

# A run that keeps a turn open where nothing else could be played, and that no other test card joins.
SPARE = "Vd Cd Dd"
SPARE_RUN = "run 11 Vd Cd Dd"

# A board of no pair, no four to a flush and no straight to come, for tests that don't care.
PLAIN_FOUR = "2c 4h 7d 9c Th"


@dataclass
class Table:
    """A state, with its actions as texts."""

    game: Game
    state: Any

    def __getattr__(self, name: str) -> Any:
        return getattr(self.state, name)

    def legal(self, verb: str = "") -> list[str]:
        """The texts of the legal actions that begin so."""
        texts = map(self.game.action_text, self.state.legal_actions())
        return [text for text in texts if text.startswith(verb)]

    def allows(self, action: str) -> bool:
        return action in self.legal()

    def play(self, *actions: str) -> Table:
        for action in actions:
            self.state.apply(action)
        return self

    def after(self, *actions: str) -> Table:
        """A copy of the table after these actions."""
        return Table(self.game, self.state.copy()).play(*actions)

    def refuses(self, action: str | int) -> bool:
        """Whether the action raises ActionError and changes nothing; any other outcome fails at once."""
        before = self.state.copy()
        with pytest.raises(ActionError) as caught:
            self.state.apply(action)
        assert "\n" not in str(caught.value)
        assert self.state == before
        assert action not in self.legal()
        return True

    def texts(self, seat: int | str | None = "any") -> list[str]:
        """The texts of the events so far, of one seat or of all."""
        return [text for who, text, _ in self.state.events if seat in ("any", who)]

    def happened(self, seat: int | None, text: str, automatic: bool) -> bool:
        return (seat, text, automatic) in [tuple(event) for event in self.state.events]


def situation(
    rules: Rules,
    hand: str = "",
    *,
    players: int = 2,
    mover: int = 0,
    hands: Mapping[int, str] | None = None,
    melds: Iterable[str | tuple[int, str]] = (),
    four: str | None = None,
    top: str = "",
    discards: str = "",
    rest: str | int = "pile",
    max_turns: int = 10_000,
    stays: bool = True,
    **position: Any,
) -> Table:
    """The table in the middle of the mover's turn, the draw done.

    ``melds`` are the mover's, or (owner, text); ``top`` is what will be drawn next. The cards not named go
    below it, or to the discards or a seat's hand where ``rest`` says so. ``stays=False`` is for a mover
    without a choice, for whom the engine plays on at once; other keys are those of a position.
    """
    owned = [(mover, meld) if isinstance(meld, str) else meld for meld in melds]
    held = [[] for _ in range(players)]
    for seat, cards in {**(hands or {}), mover: hand}.items():
        held[seat] = cards.split()
    piles = {"pile": top.split(), "discards": discards.split()}
    named = [card for cards in [*held, *piles.values()] for card in cards]
    named += [card for _, meld in owned for card in meld_cards(meld)]
    named += [card for cards in position.get("kept", ()) for card in cards.split()]
    left = unplaced(named + (four or "").split())
    if four is None:
        four, left = choose_four(left)
    (held[rest] if isinstance(rest, int) else piles[rest]).extend(left)
    game = Game(rules, players=players, max_turns=max_turns)
    state = game.new_state(
        position={
            "current_player": mover,
            "hands": [" ".join(cards) for cards in held],
            "melds": [{"owner": owner, "meld": meld} for owner, meld in owned],
            "four": four,
            **{name: " ".join(cards) for name, cards in piles.items()},
            **position,
        }
    )
    if stays:
        assert (state.current_player, state.phase) == (mover, position.get("phase", "play"))
    return Table(game, state)


def meld_cards(meld: str) -> list[str]:
    words = meld.split()
    return words[2:] if words[0] == "run" else words[1:]


def unplaced(named: list[str]) -> list[str]:
    """The cards not named, strewn so that neighbours in the pile don't make melds."""
    count = Counter(named)
    left = []
    for card in (DECK[i * 31 % 76] for i in range(76)):
        if count[card]:
            count[card] -= 1
        else:
            left.append(card)
    assert not +count, f"no such cards in the deck: {+count}"
    return left


def choose_four(left: list[str]) -> tuple[str, list[str]]:
    plain = [card for card in PLAIN_FOUR.split() if card in left]
    others = [card for card in left if card != "JK" and card not in plain]
    four = (plain + others)[:5]
    return " ".join(four), [card for card in left if card == "JK" or card not in four]


def new_game(rules: Rules, players: int = 2, **where: Any) -> Table:
    """The first decision of a game from the deal."""
    game = Game(rules, players=players)
    return Table(game, game.new_state(**where))


def deck_of(*cards: str) -> list[int]:
    """A whole deck that begins with these cards, the others strewn after them."""
    named = " ".join(cards).split()
    jokers = iter(range(70, 76))
    return [next(jokers) if card == "JK" else Card(card).id for card in named + unplaced(named)]


def every_card(state: Any) -> list[str]:
    """Every card on the table, in the hands and in the piles, sorted."""
    places = [state.four, state.pile, state.discards]
    places += [meld.slots for meld in state.melds]
    places += [state.hand(seat) for seat in range(len(state.stones))]
    places += [state.kept(seat) for seat in range(len(state.stones))]
    return sorted(str(card) for cards in places for card in cards)
