"""Observations: each slice says what it should, nothing hidden leaks, and the mover's legal actions follow from it."""

import importlib.util
from pathlib import Path
from random import Random

import numpy as np
import pytest
from random_states import random_game, random_states, walk
from situations import DECK, A, editions, meld_cards, situation

from athanor import ArgumentError, Card, CardSet, Game
from athanor._core.observe import size_of_view
from athanor.observation import ObservationLayout, layout_for

ROOT = Path(__file__).resolve().parents[1]
STATES = 300
MOST_WIDE = 65_535


def card_counts(cards):
    counts = [0] * 71
    for card in cards:
        counts[min(Card(card).id, 70)] += 1
    return counts


def meld_rows(state, observer):
    """owner, kind, family, low, size and cards of each meld, as the layout describes them."""
    rows = []
    for meld in state.melds:
        owner = 1 + (meld.owner - observer) % state.game.players
        row = {"owner": owner, "kind": ("run", "set").index(meld.kind) + 1, "low": meld.low, "size": len(meld.slots)}
        naturals = [card for card in meld.slots if not card.is_joker and not card.is_atout]
        row["cards"] = [0] * 15
        if meld.kind == "run":
            plain_atouts = state.game.rules.atouts_in_melds == "own_family"
            row["family"] = "shdc".index(naturals[0].family) + 1 if naturals else 5 * plain_atouts
            for place, card in enumerate(meld.slots, meld.low):
                row["cards"][place - 1] = 3 if card.is_joker else 2 if card.is_atout else 1
        else:
            row["family"] = 0
            jokers = 0
            for card in meld.slots:
                at = 5 + jokers if card.is_joker else "shdca".index(card.family)
                jokers += card.is_joker
                row["cards"][at] = 3 if card.is_joker else 2 if card.is_atout else 1
        rows.append(row)
    return rows


def wide(name, values):
    clipped = [min(value, MOST_WIDE) for value in values]
    return {name: [value % 256 for value in clipped], f"{name}_256": [value // 256 for value in clipped]}


def expected(state, observer):
    """The observation by name, from what the state says of itself."""
    players, position = state.game.players, state.to_position()
    seats = [(observer + i) % players for i in range(players)]
    rows = meld_rows(state, observer)
    absent = {"owner": 0, "kind": 0, "family": 0, "low": 0, "size": 0, "cards": [0] * 15}
    rows += [absent] * (23 - len(rows))
    over = state.is_terminal
    turned = 5 if over and len(position["participants"]) > 1 else 3
    owed = CardSet(position["owed"])
    created = [meld.owner for meld in state.melds]

    def flags(*marked):
        return [int(seat in marked) for seat in seats]

    return {
        "hand": card_counts(state.hand(observer)),
        "kept": card_counts(state.kept(observer)),
        "four": card_counts(state.four[:turned]),
        "discards": card_counts(state.discards),
        **{f"meld_{name}": [row[name] for row in rows] for name in ("owner", "kind", "family", "low", "size", "cards")},
        "cards": [len(state.hand(seat)) for seat in seats],
        "cards_kept": [len(state.kept(seat)) for seat in seats],
        **wide("stones", [state.stones[seat] for seat in seats]),
        **wide("points", [state.points[seat] for seat in seats]),
        "antes": [min(position["antes"][seat], 255) for seat in seats],
        "melds_laid": [created.count(seat) for seat in seats],
        "added": [position["added"][seat] for seat in seats],
        "playing": flags(*state.players_in),
        "participating": flags(*position["participants"]),
        "mover": flags(state.current_player),
        "opener": flags(state.opener),
        "forcer": flags(position["forcer"]),
        "first_keeper": flags(position["first_keeper"]),
        "phase": [int(state.phase == phase) for phase in ("play", "discard", "force", "answer", "keep", "over")],
        "step": [int(position["step"] == step) for step in ("lay", "complete", "take")],
        "completions": [position["completions"]],
        "owed_atouts": [int(f"{rank}a" in owed) for rank in "A23456789TVCDR"],
        "owed_jokers": [owed.jokers],
        **wide("pot", [state.pot]),
        **wide("bank", [MOST_WIDE if state.bank is None else state.bank]),
        **wide("stake", [position["stake"]]),
        "final_turns": [position["final_turns"] or 0],
        "pile": [len(state.pile)],
        "deal": [min(state.deal, 255)],
        **wide("turn", [state.turn]),
        "turns_left": [min(state.game.max_turns - state.turn, 255)],
    }


def test_every_slice_says_what_it_should():
    for state in random_states(STATES, seed=1):
        for observer in range(state.game.players):
            parts = state.game.observation_layout.split(state.observation(observer))
            assert {name: part.tolist() for name, part in parts.items()} == expected(state, observer)


def test_wide_numbers_are_clipped_where_two_bytes_end():
    state = situation(A, "3s 4s 5s", stones=[65_534, 70_000], pot=300, antes=[256, 0], deal=300).state
    parts = state.game.observation_layout.split(state.observation(1))
    assert (parts["stones"].tolist(), parts["stones_256"].tolist()) == ([255, 254], [255, 255])
    assert (parts["pot"][0], parts["pot_256"][0]) == (44, 1)
    assert (parts["antes"].tolist(), parts["deal"].tolist()) == ([0, 255], [255])


def test_all_five_cards_of_the_four_show_once_a_showdown_ended_the_game():
    states = [state for state in random_states(60, seed=2) if state.is_terminal]
    shown = {int(state.observation(0)[state.game.observation_layout["four"].start :][:71].sum()) for state in states}
    assert shown == {3, 5}


def test_the_layout_is_without_gaps_and_of_the_size_that_the_core_writes():
    for players in range(2, 9):
        layout = layout_for(players)
        assert layout.size == size_of_view(players)
        edges = [0, *(part.stop for part in layout.values())]
        assert [part.start for part in layout.values()] == edges[:-1]
        assert all(np.prod(part.shape) == part.stop - part.start for part in layout.values())
        assert layout.version == 1


def test_a_layout_says_what_it_is():
    assert repr(layout_for(4)) == "<ObservationLayout of 4 players, size 841, version 1>"


def test_no_entry_is_above_the_highest_value_of_its_slice():
    for state in random_states(STATES, seed=3):
        for part in state.game.observation_layout.values():
            assert state.observation(0)[part.start : part.stop].max() <= part.high, part.name


def test_floats_are_the_bytes_scaled_to_one():
    state = next(random_states(1, seed=4))
    layout = state.game.observation_layout
    small, scaled = state.observation(1), state.observation(1, dtype="float32")
    assert (small.dtype, scaled.dtype, scaled.shape) == (np.uint8, np.float32, (layout.size,))
    assert scaled.max() <= 1
    for part in layout.values():
        assert np.allclose(scaled[part.start : part.stop], small[part.start : part.stop] / part.high)
    both = np.stack([small, small])
    assert np.array_equal(layout.to_float(both), np.stack([scaled, scaled]))
    assert layout.split(both)["meld_cards"].shape == (2, 23, 15)


# What is hidden.


def hidden_cards_permuted(rng, state, observer):
    """The same situation with all cards that the observer can't see shuffled among their places."""
    position = state.to_position()
    places = [("hands", seat) for seat in range(state.game.players) if seat != observer]
    places += [("kept", seat) for seat in range(state.game.players) if seat != observer]
    groups = [position[key][seat].split() for key, seat in places]
    four = position["four"].split()
    groups += [four[3:], position["pile"].split()]
    dealt = dealt_anew(rng, groups)
    while keeps_dead_joker(state, places, dealt):
        dealt = dealt_anew(rng, groups)
    for (key, seat), text in zip(places, dealt[:-2], strict=True):
        position[key][seat] = text
    position["four"] = " ".join(four[:3]) + " " + dealt[-2]
    position["pile"] = dealt[-1]
    position["rng"] = [rng.getrandbits(64) for _ in range(4)]
    return state.game.new_state(position=position)


def dealt_anew(rng, groups):
    cards = [card for group in groups for card in group]
    rng.shuffle(cards)
    return [" ".join(cards.pop() for _ in group) for group in groups]


def keeps_dead_joker(state, places, dealt):
    """Whether a seat would have kept a Joker that may not be kept (R27)."""
    dead = state.game.rules.jokers_at_showdown == "dead"
    return dead and any("JK" in text for (key, _), text in zip(places, dealt, strict=False) if key == "kept")


def test_hidden_cards_leave_no_trace():
    rng, compared = Random(5), 0
    for state in random_states(STATES, seed=5, over=False):
        if state.to_position()["owed"]:
            continue
        observer = state.current_player
        other = hidden_cards_permuted(rng, state, observer)
        assert np.array_equal(state.observation(observer), other.observation(observer))
        compared += 1
    assert compared > STATES / 2


def test_hidden_cards_leave_no_trace_for_who_waits():
    """Stakes and answers are chosen whatever the cards, so that any seat may look on."""
    rng, compared = Random(6), 0
    for state in random_states(STATES, seed=6, over=False):
        if state.phase not in ("force", "answer"):
            continue
        observer = rng.randrange(state.game.players)
        other = hidden_cards_permuted(rng, state, observer)
        assert np.array_equal(state.observation(observer), other.observation(observer))
        compared += 1
    assert compared > STATES / 10


# Enough to tell the legal actions.


def cards_of(counts):
    return [str(Card(i)) for i, count in enumerate(counts) for _ in range(count)]


def meld_of(parts, m):
    """The text of a meld, from its slices alone."""
    low, family, cards = int(parts["meld_low"][m]), int(parts["meld_family"][m]), parts["meld_cards"][m]
    ranks = "A23456789TVCDRA"
    if parts["meld_kind"][m] == 2:
        names = [ranks[low - 1] + "shdca"[i] if i < 5 else "JK" for i in range(15) if cards[i]]
        return "set " + " ".join(names)
    names = [(None, f"{ranks[i]}{'?shdca'[family]}", f"{ranks[i]}a", "JK")[cards[i]] for i in range(15)]
    return f"run {low} " + " ".join(name for name in names if name)


def rebuilt(game, observation):
    """A state in which seat 0 sees this observation, the hidden cards lying anyhow."""
    parts = game.observation_layout.split(observation)
    players = game.players
    owners = parts["meld_owner"].tolist()
    melds = [{"owner": owner - 1, "meld": meld_of(parts, m)} for m, owner in enumerate(owners) if owner]
    known = cards_of(parts["hand"]) + cards_of(parts["kept"]) + cards_of(parts["four"]) + cards_of(parts["discards"])
    known += [card for meld in melds for card in meld_cards(meld["meld"])]
    unseen = list(DECK)
    for card in known:
        unseen.remove(card)

    def wide_of(name):
        return [int(low) + 256 * int(high) for low, high in zip(parts[name], parts[f"{name}_256"], strict=True)]

    def take(count):
        return " ".join(unseen.pop(0) for _ in range(count))

    def seats(name):
        return [i for i in range(players) if parts[name][i]]

    def seat(name):
        return next(iter(seats(name)), None)

    kept = [" ".join(cards_of(parts["kept"]))] + [take(parts["cards_kept"][i]) for i in range(1, players)]
    hands = [" ".join(cards_of(parts["hand"]))] + [take(parts["cards"][i]) for i in range(1, players)]
    ranks = "A23456789TVCDR"
    owed = [f"{ranks[i]}a" for i in range(14) if parts["owed_atouts"][i]] + ["JK"] * int(parts["owed_jokers"][0])
    return game.new_state(
        position={
            "phase": ("play", "discard", "force", "answer", "keep")[parts["phase"].argmax()],
            "current_player": seat("mover"),
            "hands": hands,
            "kept": kept,
            "melds": melds,
            "four": " ".join(cards_of(parts["four"])) + " " + take(2),
            "pile": " ".join(unseen),
            "discards": " ".join(cards_of(parts["discards"])),
            "stones": wide_of("stones"),
            "points": wide_of("points"),
            "antes": parts["antes"].tolist(),
            "added": parts["added"].tolist(),
            "in": seats("playing"),
            "participants": seats("participating"),
            "opener": seat("opener"),
            "forcer": seat("forcer"),
            "first_keeper": seat("first_keeper"),
            "step": ("lay", "complete", "take")[parts["step"].argmax()],
            "completions": int(parts["completions"][0]),
            "owed": " ".join(owed),
            "pot": wide_of("pot")[0],
            "bank": None if game.rules.bank is None else wide_of("bank")[0],
            "stake": wide_of("stake")[0],
            "final_turns": int(parts["final_turns"][0]) or None,
            "deal": int(parts["deal"][0]),
            "turn": wide_of("turn")[0],
        }
    )


def test_the_mover_can_tell_the_legal_actions_from_the_observation_alone():
    """R15-R27: a state made of nothing but the observation has the same legal actions and looks the same."""
    phases = set()
    for state in random_states(STATES, seed=7, over=False):
        observation = state.observation(state.current_player)
        other = rebuilt(state.game, observation)
        assert other.legal_actions() == state.legal_actions()
        assert np.array_equal(other.observation(0), observation)
        phases.add(state.phase)
    assert phases == {"play", "discard", "force", "answer", "keep"}


# Masks, arguments, the page.


def test_the_mask_marks_the_legal_actions():
    for state in random_states(50, seed=8):
        mask = state.legal_mask()
        assert (mask.dtype, mask.shape) == (np.int8, (state.game.num_actions,))
        assert np.flatnonzero(mask).tolist() == state.legal_actions()
        assert mask.max(initial=0) <= 1


@editions
def test_wrong_arguments(rules):
    state = Game(rules, players=3).new_state(seed=1)
    for player in (3, -1, None, "0", 1.0):
        with pytest.raises(ArgumentError, match="player can't be"):
            state.observation(player)
    with pytest.raises(ArgumentError, match=r"dtype can't be 'int8': it is 'uint8' or 'float32'"):
        state.observation(0, dtype="int8")
    with pytest.raises(ValueError, match="size of an observation"):
        state.observe_into(0, np.zeros(5, np.uint8))
    with pytest.raises(ValueError, match="entry for each action"):
        state.mask_into(np.zeros(1, np.int8))


def test_every_seat_sees_itself_first():
    game = random_game(Random(3))
    state = walk(Random(1), game.new_state(seed=3), 10)
    for seat in range(game.players):
        parts = game.observation_layout.split(state.observation(seat))
        assert parts["cards"][0] == len(state.hand(seat))


def test_the_page_has_the_layout():
    spec = importlib.util.spec_from_file_location("observation_table", ROOT / "docs" / "observation_table.py")
    script = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(script)
    assert script.table(ObservationLayout(4)) in (ROOT / "docs" / "observation.md").read_text(encoding="utf-8")
