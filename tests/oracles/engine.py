"""The whole game (R11-R35), slow and obvious: cards are texts, hands and melds are tuples of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from athanor import Rules

from .rng import Rng
from .showdown import strength
from .table import Meld, Situation, Table
from .words import CARD_ID, DECK, JOKER, in_order, is_atout, spelled, without

FOUR_SIZE = 5
MOST_STAKED = 2000
KEPT = 2

Event = tuple[int | None, str, bool]
#: (rules, cards) -> something that compares as the hands do and has a ``category``.
StrengthOf = Callable[[Rules, Sequence[str]], Any]


class OracleState:
    """A game between two decisions; the names are those of the position it writes."""

    def __init__(
        self,
        rules: Rules,
        players: int,
        max_turns: int,
        strength_of: StrengthOf = strength,
        most_searched: int | None = None,
    ) -> None:
        self.rules = rules
        self.players = players
        self.max_turns = max_turns
        self.strength_of = strength_of
        self.table = Table(rules, most_searched)
        self.events: list[Event] = []

        self.phase = "play"
        self.current_player: int | None = None
        self.stones = [rules.starting_stones] * players
        self.pot = 0
        self.bank = sum(self.stones) if isinstance(rules.bank, str) else rules.bank
        self.seats_in = list(range(players))
        self.opener = rules.first_seat
        self.deal = 0
        self.turn = 0
        self.winner: int | None = None
        self.truncated = False
        self.rng = Rng.seeded(0, 0)
        self.clear_deal()
        self.clear_turn()

    def clear_deal(self) -> None:
        self.hands: list[tuple[str, ...]] = [()] * self.players
        self.kept: list[tuple[str, ...]] = [()] * self.players
        self.melds: tuple[Meld, ...] = ()
        self.four: list[str] = []
        self.pile: list[str] = []
        self.discards: list[str] = []
        self.antes = [0] * self.players
        self.points_laid = [0] * self.players
        self.final_turns: int | None = None
        self.forcer: int | None = None
        self.stake = 0
        self.participants: list[int] = []
        self.first_keeper: int | None = None

    def clear_turn(self) -> None:
        self.step = "lay"
        self.completions = 0
        self.added = [0] * self.players
        self.owed: tuple[str, ...] = ()
        self.table.settled.clear()

    # Making states

    @classmethod
    def new(
        cls,
        rules: Rules,
        players: int,
        max_turns: int,
        seed: int = 0,
        index: int = 0,
        deck: Sequence[int] | None = None,
        **kwargs: Any,
    ) -> OracleState:
        state = cls(rules, players, max_turns, **kwargs)
        state.rng = Rng.seeded(seed, index)
        state.open_deal(rules.first_seat, None if deck is None else [DECK[i] for i in deck])
        state.play_forced()
        return state

    @classmethod
    def from_position(
        cls, rules: Rules, players: int, max_turns: int, position: Mapping[str, Any], **kwargs: Any
    ) -> OracleState:
        """A full position, as ``to_position`` writes it."""
        state = cls(rules, players, max_turns, **kwargs)
        state.phase = position["phase"]
        state.current_player = position["current_player"]
        state.hands = [in_order(text.split()) for text in position["hands"]]
        state.kept = [in_order(text.split()) for text in position["kept"]]
        state.melds = tuple(Meld.from_text(meld["owner"], meld["meld"]) for meld in position["melds"])
        state.four = position["four"].split()
        state.pile = position["pile"].split()
        state.discards = position["discards"].split()
        state.stones = list(position["stones"])
        state.pot = position["pot"]
        state.bank = position["bank"]
        state.seats_in = list(position["in"])
        state.antes = list(position["antes"])
        state.opener = position["opener"]
        state.deal = position["deal"]
        state.turn = position["turn"]
        state.final_turns = position["final_turns"]
        state.step = position["step"]
        state.completions = position["completions"]
        state.added = list(position["added"])
        state.owed = in_order(position["owed"].split())
        state.points_laid = list(position["points"])
        state.forcer = position["forcer"]
        state.stake = position["stake"]
        state.participants = list(position["participants"])
        state.first_keeper = position["first_keeper"]
        state.rng = Rng(position["rng"])
        state.winner = position["winner"]
        state.truncated = position["truncated"]
        state.play_forced()
        return state

    def to_position(self) -> dict[str, Any]:
        return {
            "phase": self.phase,
            "current_player": self.current_player,
            "hands": [spelled(hand) for hand in self.hands],
            "kept": [spelled(cards) for cards in self.kept],
            "melds": [{"owner": meld.owner, "meld": str(meld)} for meld in self.melds],
            "four": spelled(self.four),
            "pile": spelled(self.pile),
            "discards": spelled(self.discards),
            "stones": list(self.stones),
            "pot": self.pot,
            "bank": self.bank,
            "in": list(self.seats_in),
            "antes": list(self.antes),
            "opener": self.opener,
            "deal": self.deal,
            "turn": self.turn,
            "final_turns": self.final_turns or None,
            "step": self.step,
            "completions": self.completions,
            "added": list(self.added),
            "owed": spelled(self.owed),
            "points": [self.points(seat) for seat in range(self.players)],
            "forcer": self.forcer,
            "stake": self.stake,
            "participants": list(self.participants),
            "first_keeper": self.first_keeper,
            "rng": list(self.rng.words),
            "winner": self.winner,
            "truncated": self.truncated,
        }

    # Decisions

    def legal_actions(self) -> list[str]:
        return sorted(self.choices())

    def choices(self) -> Iterable[str]:
        if self.phase == "over":
            return []
        seat = self.mover
        match self.phase:
            case "play":
                plays = list(self.table.legal_plays(self.situation()))
                return plays if self.owed else [*plays, "end"]
            case "discard":
                return {f"discard {card}" for card in self.hands[seat]}
            case "force":
                return ["pass", *(f"force {stake}" for stake in self.stakes(seat))]
            case "answer":
                return ["fold", *(f"follow {stake}" for stake in self.follows(seat))]
            case _:
                return {f"keep {card}" for card in self.keepable(seat)}

    def apply(self, text: str) -> None:
        """Plays a legal action, and every single choice that follows."""
        if text not in self.choices():
            raise ValueError(f"{text!r} is not legal now")
        self.play(text, automatic=False)
        self.play_forced()

    def play_forced(self) -> None:
        while len(legal := self.legal_actions()) == 1:
            self.play(legal[0], automatic=True)

    def play(self, text: str, automatic: bool) -> None:
        self.events.append((self.current_player, text, automatic))
        word, *words = text.split()
        match word:
            case "run" | "set" | "add" | "take":
                self.play_cards(text)
            case "end":
                self.after_play()
            case "discard":
                self.discard(words[0])
            case "pass":
                self.next_turn()
            case "force":
                self.force(int(words[0]))
            case "follow":
                self.follow(int(words[0]))
            case "fold":
                self.next_answer()
            case "keep":
                self.keep(words[0])

    @property
    def mover(self) -> int:
        assert self.current_player is not None
        return self.current_player

    def next_in(self, seat: int) -> int:
        """The next seat clockwise that is still in."""
        seat = (seat + 1) % self.players
        while seat not in self.seats_in:
            seat = (seat + 1) % self.players
        return seat

    # A deal (R11-R14)

    def open_deal(self, opener: int, deck: list[str] | None = None) -> None:
        if self.turn == self.max_turns:
            self.end_game(winner=None, truncated=True)
            return
        self.clear_deal()
        self.deal += 1
        self.opener = opener
        self.pay_antes()
        self.events.append((None, "deal", True))
        cards = self.rng.shuffled(DECK) if deck is None else list(deck)
        seat = opener
        for _ in self.seats_in:
            self.hands[seat] = in_order(cards[: self.rules.hand_size])
            cards = cards[self.rules.hand_size :]
            seat = self.next_in(seat)
        self.four, self.pile = cards[:FOUR_SIZE], cards[FOUR_SIZE:]
        self.open_turn(opener)

    def pay_antes(self) -> None:
        """R12: who has less than the ante pays what is left."""
        for seat in self.seats_in:
            paid = min(self.rules.ante, self.stones[seat])
            self.stones[seat] -= paid
            self.pot += paid
            self.antes[seat] += paid

    def next_turn(self) -> None:
        seat = self.next_in(self.mover)
        if self.final_turns is not None:
            self.final_turns -= 1
            if self.final_turns == 0:
                self.open_exhausted(first_keeper=seat)
                return
        if self.turn == self.max_turns:
            self.end_game(winner=None, truncated=True)
            return
        # R12: in rounds, all ante again when the turn comes back to the opener.
        if self.rules.ante_every == "round" and seat == self.opener:
            self.pay_antes()
        self.open_turn(seat)

    def open_turn(self, seat: int) -> None:
        self.clear_turn()
        self.turn += 1
        self.phase = "play"
        self.current_player = seat
        if self.final_turns is None:
            self.draw(seat)

    def draw(self, seat: int) -> None:
        """R13; and R14: the first draw that finds nothing leaves each player one turn."""
        if not self.pile and self.discards and self.rules.hand_limit is not None:
            self.pile = self.rng.shuffled(self.discards)
            self.discards = []
            self.events.append((None, "shuffle", True))
        if not self.pile:
            self.final_turns = len(self.seats_in)
            return
        self.hands[seat] = in_order([*self.hands[seat], self.pile.pop(0)])
        self.events.append((seat, "draw", True))

    def open_exhausted(self, first_keeper: int) -> None:
        """R14: nobody has forced, so the Four opens by itself, or the deal is void."""
        if self.rules.exhausted == "showdown":
            self.participants = list(self.seats_in)
            self.open_keeping(first_keeper)
            return
        for seat, paid in enumerate(self.antes):
            self.pot -= paid
            self.stones[seat] += paid
        self.antes = [0] * self.players
        self.open_deal(self.next_in(self.opener))

    # A turn (R15-R23)

    def situation(self) -> Situation:
        hand = self.hands[self.mover]
        return Situation(self.mover, hand, self.melds, self.owed, self.completions, self.step)

    def play_cards(self, text: str) -> None:
        seat = self.mover
        before, after = self.melds, self.table.plays(self.situation())[text]
        self.hands[seat], self.melds, self.owed = after.hand, after.melds, after.owed
        self.completions, self.step = after.completions, after.step
        word, *words = text.split()
        if word in ("run", "set"):
            self.gain_for_meld(self.melds[-1])
        if word == "add":
            index = int(words[0][1:])
            self.gain_for_card(before[index], self.melds[index])

    def gain_for_meld(self, meld: Meld) -> None:
        """R15."""
        self.points_laid[meld.owner] += meld.points
        atouts = sum(is_atout(card) for card in meld.cards)
        self.gain(self.rules.meld_stones + atouts * self.rules.atout_stones)

    def gain_for_card(self, before: Meld, after: Meld) -> None:
        """R16; and R20: each second card on one owner's melds pays, from the bank or from that owner."""
        owner = before.owner
        self.points_laid[self.mover] += after.points - before.points
        self.gain(self.rules.completion_stones)
        self.added[owner] += 1
        if self.added[owner] % 2 == 1:
            return
        if owner == self.mover:
            self.gain(self.rules.pair_stones)
            return
        paid = min(self.rules.pair_stones, self.stones[owner])
        self.stones[owner] -= paid
        self.stones[self.mover] += paid

    def gain(self, stones: int) -> None:
        """R25: from the bank, as far as it reaches; None has no bottom."""
        if self.bank is not None:
            stones = min(stones, self.bank)
            self.bank -= stones
        self.stones[self.mover] += stones

    def after_play(self) -> None:
        """R22, then R18 and R24."""
        limit = self.rules.hand_limit
        if limit is not None and len(self.hands[self.mover]) > limit:
            self.phase = "discard"
            return
        if self.stakes(self.mover):
            self.phase = "force"
            return
        self.next_turn()

    def discard(self, card: str) -> None:
        self.hands[self.mover] = without(self.hands[self.mover], card)
        self.discards.append(card)
        self.after_play()

    def points(self, seat: int) -> int:
        """R23."""
        if self.rules.points_count == "cards_laid":
            return self.points_laid[seat]
        return sum(meld.points for meld in self.melds if meld.owner == seat)

    # Forcing and answering (R18, R24, R26)

    def stakes(self, seat: int) -> range:
        """What the player may stake to force; empty when not qualified."""
        melds = sum(meld.owner == seat for meld in self.melds)
        if melds < self.rules.qualifying_melds or self.points(seat) < self.rules.qualifying_points:
            return range(0)
        most = min(self.stones[seat], MOST_STAKED)
        return range(1, 1 + (min(most, melds) if self.rules.stake_limit == "melds" else most))

    def follows(self, seat: int) -> range:
        most = min(self.stones[seat], MOST_STAKED)
        return range(self.stake, 1 + (min(most, self.stake) if self.rules.follow == "exact" else most))

    def force(self, stake: int) -> None:
        self.forcer = self.first_keeper = self.mover
        self.stake = stake
        self.phase = "answer"
        self.follow(stake)

    def follow(self, stake: int) -> None:
        self.stones[self.mover] -= stake
        self.pot += stake
        self.participants = sorted([*self.participants, self.mover])
        self.next_answer()

    def next_answer(self) -> None:
        self.current_player = self.next_in(self.mover)
        if self.current_player != self.forcer:
            return
        if self.participants == [self.forcer]:
            self.stones[self.forcer] += self.pot
            self.pot = 0
            self.after_four(winners=[self.forcer])
            return
        self.open_keeping(self.forcer)

    # The Four (R27, R28, R33)

    def open_keeping(self, first_keeper: int) -> None:
        self.phase = "keep"
        self.first_keeper = first_keeper
        self.next_keep(first_keeper)

    def next_keep(self, seat: int) -> None:
        """That seat, or the next clockwise, keeps if it can; the Four opens after the last."""
        for i in range(self.players):
            self.current_player = (seat + i) % self.players
            if self.current_player in self.participants and self.keepable(self.current_player):
                return
        self.show()

    def keepable(self, seat: int) -> Sequence[str]:
        """R27. The second card kept never has a lower id than the first: each pair is kept in one way."""
        kept, jokers_too = self.kept[seat], self.rules.jokers_at_showdown == "wild"
        cards = [card for card in self.hands[seat] if card != JOKER or jokers_too]
        if len(kept) == KEPT:
            return []
        if kept:
            return [card for card in cards if CARD_ID[card] >= CARD_ID[kept[0]]]
        return cards if len(cards) == 1 else cards[:-1]

    def keep(self, card: str) -> None:
        seat = self.mover
        self.hands[seat] = without(self.hands[seat], card)
        self.kept[seat] = (*self.kept[seat], card)
        self.next_keep(seat)

    def show(self) -> None:
        """R28; and R33: what can't be shared equally stays in the centre."""
        shown = {}
        for seat in self.participants:
            shown[seat] = self.strength_of(self.rules, [*self.kept[seat], *self.four])
        best = max(shown.values())
        winners = [seat for seat in self.participants if shown[seat] == best]
        share = self.pot // len(winners)
        for seat in winners:
            self.stones[seat] += share
        self.pot -= share * len(winners)
        hands = ", ".join(f"{seat} {shown[seat].category}" for seat in self.participants)
        paid = f"wins {share}" if len(winners) == 1 else f"share {share} each"
        self.events.append((None, f"showdown {hands}: {spelled(map(str, winners))} {paid}", True))
        self.after_four(winners)

    # Ends (R34, R35)

    def after_four(self, winners: list[int]) -> None:
        target = self.rules.target_stones
        if target is not None and len(winners) == 1 and self.stones[winners[0]] >= target:
            self.end_game(winner=winners[0])
            return
        self.seats_in = [seat for seat in self.seats_in if self.stones[seat] > 0]
        if len(self.seats_in) <= 1:
            self.end_game(winner=self.seats_in[0] if self.seats_in else None)
            return
        self.open_deal(self.next_in(self.opener))

    def end_game(self, winner: int | None, truncated: bool = False) -> None:
        self.phase = "over"
        self.current_player = None
        self.winner = winner
        self.truncated = truncated
