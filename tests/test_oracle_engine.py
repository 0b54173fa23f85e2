"""The slow reference of the whole game, by itself: what must always hold, and the worked cases."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from oracles.engine import OracleState
from oracles.random_play import random_action
from oracles.random_positions import nasty_position
from oracles.random_rules import random_rules
from oracles.rng import Rng, splitmix64
from oracles.showdown import strength
from oracles.table import Meld, SearchLimitError, Situation, Table
from oracles.words import CARD_ID, DECK, in_order, spelled

from athanor import ESPRIT_CRITIQUE as A
from athanor import FOUR_ALCHIMIQUE as B
from athanor import Rules

MAX_TURNS = 40
MOST_SEARCHED = 2000


# Random numbers


def test_xoshiro_published_vector() -> None:
    rng = Rng([1, 2, 3, 4])
    assert [rng.next_u64() for _ in range(10)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]


def test_splitmix_published_vector() -> None:
    state, drawn = 1234567, []
    for _ in range(5):
        state, number = splitmix64(state)
        drawn.append(number)
    assert drawn == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


def test_below_rejects_what_would_bias() -> None:
    """Without rejection, multiples of 3 would come twice as often as the others."""
    rng = Rng.seeded(5, 0)
    residues = Counter(rng.below(3 << 30) % 3 for _ in range(30_000))
    assert all(9_500 < residues[residue] < 10_500 for residue in range(3))


def test_seeds_indices_and_streams_differ() -> None:
    names = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0)]
    assert len({tuple(Rng.seeded(*name).words) for name in names}) == len(names)


# What must always hold


def cards_of(position: dict[str, Any]) -> list[str]:
    words: list[str] = []
    for field in ("hands", "kept"):
        words += spelled(position[field]).split()
    for meld in position["melds"]:
        words += Meld.from_text(0, meld["meld"]).cards
    for field in ("four", "pile", "discards"):
        words += position[field].split()
    return words


def all_stones(state: OracleState) -> int:
    return sum(state.stones) + state.pot + (state.bank or 0)


def check_situation(state: OracleState) -> None:
    position = state.to_position()
    assert sorted(cards_of(position)) == sorted(DECK)
    assert min(state.stones) >= 0
    assert state.pot >= 0
    assert (state.bank or 0) >= 0
    legal = state.legal_actions()
    if state.phase == "over":
        assert legal == []
        return
    assert len(legal) == len(set(legal)) >= 2
    assert state.current_player in state.seats_in


def gains_of(rules: Rules, state: OracleState) -> int:
    """Stones from an unlimited supply, told from the events of a game in which pairs pay nothing."""
    assert rules.pair_stones == 0
    gained = 0
    for _, text, _ in state.events:
        word, *words = text.split()
        if word in ("run", "set"):
            gained += rules.meld_stones + rules.atout_stones * sum(card[1:] == "a" for card in words)
        if word == "add":
            gained += rules.completion_stones
    return gained


@pytest.mark.parametrize("seed", range(50))
def test_random_games(seed: int) -> None:
    rng = Random(seed)
    rules, players = (rng.choice((A, B)), 4) if seed < 10 else random_rules(rng)
    state = OracleState.new(rules, players, MAX_TURNS, seed=seed, most_searched=MOST_SEARCHED)
    stones = all_stones(state)
    try:
        while state.phase != "over":
            check_situation(state)
            state.apply(random_action(rng, state.legal_actions()))
            if state.bank is not None:
                assert all_stones(state) == stones
            elif rules.pair_stones == 0:
                assert all_stones(state) == players * rules.starting_stones + gains_of(rules, state)
    except SearchLimitError:
        pytest.skip("too many ways to lay what is owed")
    check_situation(state)
    assert state.truncated == (state.winner is None)
    assert state.turn <= MAX_TURNS
    if state.truncated:
        assert state.turn == MAX_TURNS


@pytest.mark.parametrize("seed", range(25))
def test_round_trip_plays_on_identically(seed: int) -> None:
    rng = Random(seed)
    rules, players = random_rules(rng)
    state = OracleState.new(rules, players, MAX_TURNS, seed=seed, most_searched=MOST_SEARCHED)
    try:
        for _ in range(rng.randrange(40)):
            if state.phase != "over":
                state.apply(random_action(rng, state.legal_actions()))
        known = len(state.events)
        again = OracleState.from_position(rules, players, MAX_TURNS, state.to_position())
        while state.phase != "over":
            assert again.legal_actions() == state.legal_actions()
            action = random_action(rng, state.legal_actions())
            state.apply(action)
            again.apply(action)
            assert again.to_position() == state.to_position()
    except SearchLimitError:
        pytest.skip("too many ways to lay what is owed")
    assert again.events == state.events[known:]


@pytest.mark.parametrize("seed", range(40))
def test_r21_nasty_positions_have_no_dead_end(seed: int) -> None:
    rng = Random(seed)
    position = nasty_position(rng, B, 3, hand_size=7)
    assert sorted(cards_of(position)) == sorted(DECK)
    state = OracleState.from_position(B, 3, MAX_TURNS, position, most_searched=MOST_SEARCHED)
    turn = state.turn
    while state.phase == "play" and state.turn == turn:
        check_situation(state)
        assert ("end" in state.legal_actions()) == (not state.owed)
        state.apply(random_action(rng, state.legal_actions()))


def test_same_seed_same_game_and_an_illegal_action_changes_nothing() -> None:
    states = [OracleState.new(B, 5, MAX_TURNS, seed=3, index=index) for index in (1, 1, 2)]
    assert states[0].to_position() == states[1].to_position() != states[2].to_position()
    with pytest.raises(ValueError, match="not legal"):
        states[0].apply("force 1")
    assert states[0].to_position() == states[1].to_position()


# Situations made by hand


FOUR = "2h 9d Vc 7a Rd"


def middle(rules: Rules, hand: str, melds: list[tuple[int, str]], **changes: Any) -> OracleState:
    """Seat 0 of three is to play, the others have a run to lay; cards not named are the pile, Jokers last."""
    table = [Meld.from_text(owner, text) for owner, text in melds]
    hands = [hand, *changes.pop("other_hands", ["8c 9c Tc", "4c 5c 6c"])]
    four = changes.pop("four", FOUR)
    placed = Counter([*spelled(hands).split(), *four.split(), *changes.get("discards", "").split()])
    for meld in table:
        placed.update(meld.cards)
    pile = in_order((Counter(DECK) - placed).elements())
    position = {
        "phase": "play",
        "current_player": 0,
        "hands": hands,
        "kept": [""] * 3,
        "melds": [{"owner": meld.owner, "meld": str(meld)} for meld in table],
        "four": four,
        "pile": spelled(pile),
        "discards": "",
        "stones": [9, 9, 9],
        "pot": 3,
        "bank": None if rules.bank is None else 27,
        "in": [0, 1, 2],
        "antes": [1, 1, 1],
        "opener": 0,
        "deal": 1,
        "turn": 1,
        "final_turns": None,
        "step": "lay",
        "completions": 0,
        "added": [0, 0, 0],
        "owed": "",
        "points": [sum(meld.points for meld in table if meld.owner == seat) for seat in range(3)],
        "forcer": None,
        "stake": 0,
        "participants": [],
        "first_keeper": None,
        "rng": [1, 2, 3, 4],
        "winner": None,
        "truncated": False,
    }
    return OracleState.from_position(rules, 3, 100, position | changes)


def plays(rules: Rules, hand: str, *melds: str, owner: int = 0, **changes: Any) -> list[str]:
    """The legal plays of seat 0 with that hand; the melds on the table belong to ``owner``."""
    table = tuple(Meld.from_text(owner, text) for text in melds)
    situation = Situation(0, in_order(hand.split()), table, (), 0, "lay")._replace(**changes)
    return sorted(Table(rules).legal_plays(situation))


OWN_RUN = "run 11 Vh Ch Dh"


def test_r7_two_jokers_make_three_runs_or_a_set() -> None:
    assert plays(A, "5s JK JK") == ["run 3 JK JK 5s", "run 4 JK 5s JK", "run 5 5s JK JK", "set 5s JK JK"]
    assert plays(A, "4s 5s JK") == ["run 3 JK 4s 5s", "run 4 4s 5s JK"]
    assert plays(A, "JK JK JK") == []
    assert plays(A.replace(min_real_cards=2), "5s JK JK") == []


def test_r3_the_as_at_either_end_and_never_at_both() -> None:
    assert plays(A, "As 2s 3s") == ["run 1 As 2s 3s"]
    assert plays(A, "Ds Rs As") == ["run 13 Ds Rs As"]
    assert plays(A, "Rs As 2s") == []
    assert plays(A.replace(ace_low=False), "As 2s 3s") == []
    assert plays(A.replace(ace_high=False), "Ds Rs As") == []
    assert plays(A.replace(ace_low=False, ace_high=False), "As Ah Ac") == ["set As Ah Ac"]


def test_r6_a_run_holds_fourteen_and_a_set_five() -> None:
    long_run = "run 1 As 2s 3s 4s 5s 6s 7s 8s 9s Ts Vs Cs Ds Rs"
    assert plays(A, "JK Aa", long_run) == []
    assert plays(A, "JK Ra", long_run[: -len(" Rs")]) == ["add m0 JK high", "add m0 Ra high"]
    found = plays(A, "6c 6a JK", "set 6s 6h 6d JK", step="complete")
    assert found == ["add m0 6a", "add m0 6c", "add m0 JK", "take m0 6c JK"]
    assert plays(A, "6c JK", "set 6s 6h 6d 6a JK") == ["take m0 6c JK"]


def test_r4_atouts_stand_in_or_are_a_fifth_family() -> None:
    assert plays(A, "3a 4a 5s") == ["run 3 3a 4a 5s"]
    assert plays(A, "3h 4a 5s") == []
    own = A.replace(atouts_in_melds="own_family")
    assert plays(own, "3a 4a 5s") == []
    assert plays(own, "3a 4a 5a") == ["run 3 3a 4a 5a"]
    assert plays(own, "6a 8a", "run 5 5a JK 7a") == ["add m0 8a high", "take m0 6a JK"]
    assert plays(own, "6s 8s", "run 5 5a JK 7a") == []
    assert plays(own, "6a 6s", "set 6h 6d JK") == [
        "add m0 6a",
        "add m0 6s",
        "take m0 6a JK",
        "take m0 6s JK",
    ]


def test_r8_the_first_natural_fixes_an_open_family() -> None:
    assert plays(A, "6s 6h", "run 3 3a JK 5a") == ["add m0 6h high", "add m0 6s high"]
    assert plays(A, "7s 7h", "run 3 3a JK 5a 6h") == ["add m0 7h high"]


def test_r10_right_cards() -> None:
    takes = {
        ("5s 5a 5h", "run 4 4s JK 6s"): ["5s JK"],
        ("5s 5a", "run 4 4a JK 6a"): ["5a JK", "5s JK"],
        ("5s 6h 5a", "run 5 5a JK 7a"): ["5s 5a", "6h JK"],
        ("6s 6c", "set 6h 6d 6a"): ["6c 6a", "6s 6a"],
        ("6a 6c", "set 6s 6h 6d JK"): ["6c JK"],
        ("6a", "set 6s 6h 6d 6c JK"): ["6a JK"],
        ("6s JK", "set 6h 6d 6c 6a JK"): ["6s 6a", "6s JK"],
        ("As", "run 13 Ds Rs JK"): ["As JK"],
    }
    for (hand, meld), expected in takes.items():
        found = Table(B).plays(Situation(0, in_order(hand.split()), (Meld.from_text(0, meld),), (), 0, "lay"))
        assert sorted(text for text in found if text.startswith("take")) == [f"take m0 {e}" for e in expected]


def test_r15_lays_pay_a_stone_and_one_for_each_atout() -> None:
    for rules, stones in ((A, 12), (B, 9)):
        state = middle(rules, "3a 4a 5s Rc", [])
        state.apply("run 3 3a 4a 5s")
        assert state.stones[0] == stones
        assert state.points(0) == 12


def test_r16_a_completes_once_and_then_lays_no_more() -> None:
    state = middle(A, "3s 7s 9h 9s 9a Rc", [(1, "run 4 4s 5s 6s")])
    state.apply("add m0 3s low")
    assert state.stones == [10, 9, 9]
    assert (state.phase, state.current_player) == ("play", 1)
    assert state.events[:2] == [(0, "add m0 3s low", False), (0, "end", True)]


def test_r17_a_steals_jokers_only_and_keeps_them() -> None:
    assert plays(A, "5s", "run 4 4s JK 6s", owner=1) == ["take m0 5s JK"]
    assert plays(A, "5a", "run 4 4s JK 6s", owner=1) == []
    assert plays(A, "5s", "run 4 4s 5a 6s", owner=1) == []
    state = middle(A, "5s 9h 9d", [(1, "run 4 4s JK 6s")])
    state.apply("take m0 5s JK")
    assert state.hands[0] == ("9h", "9d", "JK")
    assert state.events[1] == (0, "end", True)


def test_r19_the_first_lay_is_a_run() -> None:
    hand = "6h 6d 6c 3s 5s 6s 7s"
    assert plays(B, hand, "run 2 2h JK 4h", owner=1) == ["run 5 5s 6s 7s"]
    assert "set 6h 6d 6c" in plays(B, hand, OWN_RUN)
    assert "set 6h 6d 6c" in plays(B.replace(first_run_required=False), hand)


def test_r20_each_second_card_on_one_owners_melds_pays() -> None:
    state = middle(B, "3s 7s 8s 4h 8h Rc", [(0, "run 4 4s 5s 6s"), (1, "run 5 5h 6h 7h")])
    for action, stones, bank in (
        ("add m0 3s low", [9, 9, 9], 27),
        ("add m1 4h low", [9, 9, 9], 27),
        ("add m0 7s high", [10, 9, 9], 26),
        ("add m1 8h high", [11, 8, 9], 26),
    ):
        state.apply(action)
        assert (state.stones, state.bank) == (stones, bank)
    assert (state.completions, state.added) == (4, [2, 2, 0])


def test_r20_a_pair_that_finds_nothing_is_used_up() -> None:
    melds = [(0, "run 4 4s 5s 6s"), (1, "run 5 5h 6h 7h")]
    state = middle(B, "3s 7s 4h 8h Rc", melds, stones=[9, 0, 9], bank=0, pot=39)
    for action in ("add m0 3s low", "add m1 4h low", "add m0 7s high", "add m1 8h high"):
        state.apply(action)
    assert (state.stones, state.bank) == ([9, 0, 9], 0)


def test_r21_recover_only_what_can_be_laid_again() -> None:
    own = "run 4 4s 5a 6s"
    assert "take m0 5s 5a" not in plays(B, "5s", own)
    assert "take m0 5s 5a" in plays(B, "5s", own, "set 5h 5d 5c")
    assert "take m0 5s 5a" in plays(B, "5s 6h 7h", own)
    assert plays(B, "5s", "run 4 4s JK 6s") == ["take m0 5s JK"]
    assert plays(B.replace(completions_per_turn=0), "5s", "run 4 4s JK 6s") == []


def test_r21_further_recoveries_may_be_needed() -> None:
    """The Atout 5 goes with the 5 of hearts and a Joker, which has to be recovered first."""
    melds = ("run 4 4s 5a 6s", "set Rs Rh Ra JK")
    assert "take m0 5s 5a" in plays(B, "5s 5h Rd", *melds)
    assert "take m0 5s 5a" not in plays(B, "5s 5h", *melds)


def test_r21_owed_cards_are_laid_before_the_end() -> None:
    state = middle(B, "5s 6h 7h Rc 2c", [(0, "run 4 4s 5a 6s")])
    state.apply("take m0 5s 5a")
    # The one play that lays the Atout is played for the player.
    assert state.events[:2] == [(0, "take m0 5s 5a", False), (0, "run 5 5a 6h 7h", True)]
    state = middle(B, "5s 6h 7h 8h Rc", [(0, "run 4 4s 5a 6s"), (1, "run 6 6d 7d 8d")])
    state.apply("take m0 5s 5a")
    assert state.owed == ("5a",)
    assert state.legal_actions() == ["add m1 5a low", "run 5 5a 6h 7h", "run 6 6h 7h 8h"]
    state.apply("add m1 5a low")
    assert state.owed == ()
    assert "end" in state.legal_actions()


def test_r21_an_owed_atout_is_no_right_card() -> None:
    found = plays(B, "5s 5a JK", "run 4 4a JK 6a", owed=("5a",))
    assert "take m0 5a JK" not in found
    assert "take m0 5a JK" in plays(B, "5s 5a", "run 4 4a JK 6a")


def test_r22_discards_down_to_the_limit() -> None:
    state = middle(B, "2s 4s 6s 8s Ts Cs Rs 3h 5h 7h", [])
    assert state.phase == "discard"
    state.apply("discard 6s")
    assert state.discards == ["6s"]
    assert (state.current_player, len(state.hands[0])) == (1, 9)


def test_r13_the_discards_are_shuffled_into_a_new_pile() -> None:
    everything = [card for card in DECK if card not in FOUR.split()]
    hands = [spelled(everything[:30]), spelled(everything[30:])]
    rules = B.replace(hand_limit=70)
    discards = "2s 2d Ts"
    others = [spelled(card for card in hand.split() if card not in discards.split()) for hand in hands]
    state = middle(rules, "", [], other_hands=others, discards=discards)
    assert (None, "shuffle", True) in state.events
    assert state.discards == []


def test_r14_exhausted_deals_show_or_are_void() -> None:
    everything = [card for card in DECK if card not in FOUR.split()]
    hands = [spelled(everything[i::3]) for i in range(3)]
    for rules in (A, A.replace(exhausted="void")):
        state = middle(rules, hands[0], [], other_hands=hands[1:])
        while state.deal == 1 and state.phase == "play":
            assert state.final_turns in (None, 3, 2, 1)
            state.apply("end")
        if rules.exhausted == "void":
            assert (state.deal, state.opener, state.stones, state.pot) == (2, 1, [9, 9, 9], 3)
        else:
            assert (state.phase, state.current_player, state.participants) == ("keep", 1, [0, 1, 2])


def forced(rules: Rules, **changes: Any) -> OracleState:
    """Seat 0 has three melds of 33 points and more in front, and ends its turn."""
    melds = [(0, "run 4 4s 5s 6s"), (0, "set 8s 8h 8d"), (0, "set 3s 3h 3d")]
    return middle(rules, "Rc 2s 7h", melds, **changes)


def test_r18_r24_stakes() -> None:
    a, b = forced(A), forced(B, stones=[9, 4, 9])
    assert a.legal_actions() == ["force 1", "force 2", "force 3", "pass"]
    assert b.legal_actions() == [*(f"force {stake}" for stake in range(1, 10)), "pass"]
    a.apply("force 2")
    b.apply("force 3")
    assert a.legal_actions() == ["fold", "follow 2"]
    assert b.legal_actions() == ["fold", "follow 3", "follow 4"]
    b.apply("follow 4")
    assert (b.stones, b.pot, b.stake, b.participants) == ([6, 0, 9], 10, 3, [0, 1])


def test_r24_who_is_not_qualified_is_not_asked() -> None:
    state = forced(B.replace(qualifying_points=60))
    assert (state.phase, state.current_player) == ("play", 1)


def test_r26_nobody_follows() -> None:
    state = forced(A, stones=[17, 1, 9])
    state.apply("force 2")
    assert state.events[-1] == (1, "fold", True)
    state.apply("fold")
    assert (state.phase, state.winner, state.stones, state.pot) == ("over", 0, [20, 1, 9], 0)


def test_r27_each_pair_is_kept_in_one_way() -> None:
    state = forced(A, other_hands=["Th JK JK Ac", "8c 9c Tc"])
    for action in ("force 2", "follow 2", "fold", "keep 2s", "keep Rc"):
        state.apply(action)
    assert state.legal_actions() == ["keep Ac", "keep JK", "keep Th"]
    state.apply("keep JK")
    assert state.events[-1][1] != "keep JK"
    assert (1, "keep JK", True) in state.events


def test_r27_b_keeps_no_joker() -> None:
    state = forced(B, other_hands=["Th JK JK Ac", "Vs Vd 2c"])
    for action in ("force 2", "follow 2", "fold", "keep 2s", "keep Rc"):
        state.apply(action)
    texts = [text for _, text, _ in state.events]
    assert [text for text in texts if text.startswith("keep")][2:] == ["keep Th", "keep Ac"]
    assert texts[texts.index("keep Ac") + 1] == "showdown 0 two_pair, 1 high_card: 0 wins 7"


def test_r33_indivisible_stones_stay() -> None:
    state = forced(A, four="Ts Vh Cd Dc 9s", other_hands=["2c 2d", "Vs Vd 2h"], pot=4, stones=[8, 9, 9])
    for action in ("force 1", "follow 1", "follow 1"):
        state.apply(action)
    while state.deal == 1:
        state.apply(state.legal_actions()[0])
    shown = next(text for _, text, _ in state.events if text.startswith("showdown"))
    assert shown.endswith("0 1 2 share 2 each")
    assert state.pot == 1 + 3


def test_r34_out_without_stones() -> None:
    state = forced(B, four="Ts Vh Rd Dc 9s", stones=[9, 3, 9], other_hands=["2c 2d", "4d 5d"])
    for action in ("force 3", "follow 3", "fold", "keep 2s", "keep Rc"):
        state.apply(action)
    assert state.seats_in == [0, 2]
    assert state.opener == 2
    assert state.hands[1] == ()


def test_r35_cut_at_the_end_of_a_turn() -> None:
    state = middle(A, "Rc 2s", [], turn=99)
    assert (state.turn, state.truncated) == (100, False)
    state.apply("end")
    assert (state.truncated, state.winner, state.turn, state.current_player) == (True, None, 100, None)


# The showdown: board, first hand, second hand, and who wins in A and in B


@pytest.mark.parametrize(
    ("board", "first", "second", "a", "b"),
    [
        ("Vs Ch Dd Rc 2s", "As 7s", "Th 7c", "first", "first"),
        ("Ts Vh Dd Rc 2s", "Ah 7s", "2h 3s", "second", "second"),
        ("Vs Ds Rs As 3h", "Ts 4c", "Cs 4d", "first", "second"),
        ("2s 6s 9s Vh Dh", "Rs 4a", "Th Ch", "first", "first"),
        ("9s 9a 6s 2h Rd", "As 3s", "Rs Ds", "first", "first"),
        ("Ts Vh Cd Dc 5s", "Rh 2d", "Ra 3d", "shared", "second"),
        ("As Ah 8d 5c 2s", "Ra 4s", "Rh 4d", "shared", "first"),
        ("JK 5s 6h 7d Rs", "8c 9d", "Rh Rd", "second", "first"),
        ("6s 7s 8s 9s Rh", "5a Ta", "Ts 2h", "shared", "first"),
    ],
)
def test_r28_worked_cases(board: str, first: str, second: str, a: str, b: str) -> None:
    for rules, winner in ((A, a), (B, b)):
        one, two = (strength(rules, f"{hand} {board}".split()) for hand in (first, second))
        assert ("first" if one > two else "second" if two > one else "shared") == winner


@pytest.mark.parametrize(
    ("rules", "cards", "category", "values"),
    [
        (A, "5s 5h 5d 5c 5a 2s 3h", "four_of_a_kind", (5, 5, 0, 0, 0)),
        (A, "As 2h 3d 4c 5s 9h Rd", "straight", (5, 0, 0, 0, 0)),
        (A, "JK JK JK JK JK 2h 9d", "royal_flush", (0, 0, 0, 0, 0)),
        (A, "Vs Cs Ds Rs As 2h 3d", "straight_flush", (15, 0, 0, 0, 0)),
        (A, "JK 9s 9h 9d 4c 4s 2h", "four_of_a_kind", (9, 4, 0, 0, 0)),
        (A, "JK Rs 9s 4s 2s 3h 7d", "flush", (15, 14, 9, 4, 2)),
        (B, "JK JK JK 5s 6h 9d Rs", "high_card", (14, 9, 6, 5, 0)),
        (B, "JK JK JK JK 5s 5h 5d", "three_of_a_kind", (5, 0, 0, 0, 0)),
        (A.replace(ace_high=False), "Ts Vs Ds Rs As 2h 3d", "royal_flush", (0, 0, 0, 0, 0)),
        (A.replace(ace_high=False), "As Ah 8d 6c 4s 2h 9d", "pair", (1, 9, 8, 6, 0)),
        (A.replace(ace_low=False), "As 2h 3d 4c 5s 9h Rd", "high_card", (15, 14, 9, 5, 4)),
        (B.replace(atouts_at_showdown="own_family"), "2s 6s 9s Rs 4a Vh Dh", "high_card", (14, 13, 11, 9, 6)),
        (B.replace(atouts_at_showdown="own_family"), "2a 6a 9a Ra 4a Vh Dh", "flush", (14, 9, 6, 4, 2)),
        (B.replace(royal="both"), "Ts Vs Ds Rs As 3h 4d", "royal_flush", (0, 0, 0, 0, 0)),
    ],
)
def test_r28_r32_categories(rules: Rules, cards: str, category: str, values: tuple[int, ...]) -> None:
    found = strength(rules, cards.split())
    assert (found.category, found.order[1:6]) == (category, values)


def test_notation_is_that_of_the_package() -> None:
    from athanor import Card

    assert all(Card(card).id == CARD_ID[card] for card in DECK)
