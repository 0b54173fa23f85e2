"""R21: whether all that is owed can be laid, against the reference that tries every play."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from oracles.random_positions import nasty_position
from oracles.table import MOST_IN_RUN, MOST_IN_SET, Meld, SearchLimitError, Situation, Table
from oracles.words import JOKER, RANKS, in_order, is_atout

import athanor
from athanor import FOUR_ALCHIMIQUE, PositionError

SEEDS = 8
POSITIONS = 40
ONLY_FULL = 0.4
MOST_OWED = 4
#: Situations that the reference may look at for one question; beyond, the position is left out.
MOST_SEARCHED = 2000

ATOUTS = [f"{rank}a" for rank in RANKS]
NATURALS = [f"{rank}{family}" for rank in RANKS for family in "shdc"]

PLAIN = FOUR_ALCHIMIQUE.replace(players=2, hand_limit=None, first_run_required=False)
CHANGES: dict[str, dict[str, Any]] = {
    "plain": {},
    "no As low": {"ace_low": False},
    "no As high": {"ace_high": False},
    "few completions": {"completions_per_turn": 2},
    "two real cards": {"min_real_cards": 2},
    "own family": {"atouts_in_melds": "own_family"},
}


def indebted_position(rng: Random, rules: athanor.Rules) -> dict[str, Any]:
    """Some wild cards of the mover's hand are owed; there are few melds, or many, or only full ones."""
    position = nasty_position(rng, rules, 2, rng.randint(2, 9), most_melds=rng.choice((2, 5, 12)))
    if rng.random() < ONLY_FULL:
        position |= with_full_melds(position)
    hand = position["hands"][position["current_player"]].split()
    wild = [card for card in hand if card == JOKER or (is_atout(card) and rules.atouts_in_melds == "any_family")]
    owed = rng.sample(wild, rng.randint(min(1, len(wild)), min(MOST_OWED, len(wild))))
    return position | {"owed": " ".join(in_order(owed))}


def with_full_melds(position: dict[str, Any]) -> dict[str, Any]:
    """What changes if the other melds go under the pile: then a Joker has no room."""
    kept, gone = [], []
    for entry in position["melds"]:
        meld = Meld.from_text(entry["owner"], entry["meld"])
        full = len(meld.cards) == (MOST_IN_RUN if meld.kind == "run" else MOST_IN_SET)
        (kept if full else gone).append(meld)
    cards = [card for meld in gone for card in meld.cards]
    return {
        "melds": [{"owner": meld.owner, "meld": str(meld)} for meld in kept],
        "pile": " ".join([position["pile"], *cards]).strip(),
        "points": [sum(meld.points for meld in kept if meld.owner == seat) for seat in range(2)],
    }


def situation_of(position: dict[str, Any]) -> Situation:
    mover = position["current_player"]
    melds = tuple(Meld.from_text(meld["owner"], meld["meld"]) for meld in position["melds"])
    hand, owed = position["hands"][mover].split(), position["owed"].split()
    return Situation(mover, in_order(hand), melds, in_order(owed), position["completions"], position["step"])


def check(game: athanor.Game, position: dict[str, Any], table: Table) -> bool:
    """Whether what is owed can be laid; the engine says so too, and which plays leave it so."""
    situation = situation_of(position)
    table.searched = 0
    if not table.can_settle(situation):
        with pytest.raises(PositionError, match="can't all be laid again"):
            game.new_state(position=position)
        return False
    legal = sorted(table.legal_plays(situation))
    state = game.new_state(position=position)
    if len(legal) > 1:
        assert sorted(map(game.action_text, state.legal_actions())) == legal
    return True


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_r21_what_is_owed_can_be_laid_or_not(seed: int, change: dict[str, Any]) -> None:
    rng = Random(seed)
    rules = PLAIN.replace(**change)
    game, table = athanor.Game(rules), Table(rules, MOST_SEARCHED)
    answers = set()
    for _ in range(POSITIONS):
        position = indebted_position(rng, rules)
        if not position["owed"]:
            continue
        try:
            answers.add(check(game, position, table))
        except SearchLimitError:
            continue
    assert answers


@pytest.mark.parametrize("seed", range(SEEDS))
def test_r21_many_debts_in_a_large_hand_end_in_a_way_or_are_refused(seed: int) -> None:
    """Far more ways than can be tried: what is allowed never leads to a situation without a legal play."""
    rng = Random(seed)
    game = athanor.Game(PLAIN)
    allowed = 0
    for _ in range(POSITIONS):
        owed = rng.sample(ATOUTS, rng.randint(8, 13))
        naturals = rng.sample(NATURALS, rng.randint(14, 30))
        try:
            state = game.new_state(position={"hands": [" ".join(owed + naturals), ""], "owed": " ".join(owed)})
        except PositionError:
            continue
        allowed += 1
        while state.phase == "play" and state.current_player == 0:
            state.apply(rng.choice(state.legal_actions()))
    assert allowed


@pytest.mark.parametrize(("owed", "fits"), [(4, True), (5, False)])
def test_r21_an_as_that_is_in_no_run_makes_room_for_four_jokers(owed: int, fits: bool) -> None:
    game = athanor.Game(PLAIN.replace(ace_low=False, ace_high=False), players=2)
    melds = [{"owner": 0, "meld": "run 2 2s 3s 4s 5s 6s 7s 8s 9s Ts Vs Cs Ds Rs"}]
    jokers = " ".join([JOKER] * owed)
    position = {"hands": [f"As {jokers}", ""], "melds": melds, "owed": jokers}
    if fits:
        assert game.new_state(position=position).events[0][1] == "set As JK JK"
        return
    with pytest.raises(PositionError, match="can't all be laid again"):
        game.new_state(position=position)


def test_r21_a_take_is_offered_where_a_standing_run_could_be_reached_in_very_many_ways() -> None:
    runs = ["run 1 JK JK 3a", "run 1 Ac JK JK 4a 5a JK 7a JK 9a Tc Va Ca Da Ra"]
    melds = [{"owner": 0, "meld": run} for run in runs]
    hand = "Ah 2h 3h 2c 3c 4c 5c 7c 8c 9c Vc Rc"
    game = athanor.Game(PLAIN.replace(ace_high=False), players=2)
    state = game.new_state(position={"hands": [hand, ""], "melds": melds})
    assert "take m1 Rc Ra" in map(game.action_text, state.legal_actions())
