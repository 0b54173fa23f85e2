"""Other worlds: the observer can't tell them apart, every one that agrees is as likely, and no rule is broken."""

from collections import Counter
from itertools import permutations
from random import Random

import numpy as np
import pytest
from random_states import random_states, walk
from situations import DECK, A, B, editions, every_card, situation

from athanor import ArgumentError, Game

STATES = 250


def hidden(state, observer):
    """Where the cards lie that the observer doesn't see, order within a hand apart."""
    others = [seat for seat in range(state.game.players) if seat != observer]
    hands = [str(state.hand(seat)) for seat in others]
    kept = [str(state.kept(seat)) for seat in others]
    return tuple(hands), tuple(kept), tuple(map(str, state.four[3:])), tuple(map(str, state.pile))


def test_nobody_can_tell_the_world_from_the_real_one():
    for state in random_states(STATES, seed=1):
        for observer in range(state.game.players):
            before = state.copy()
            world = state.resample(observer, seed=5)
            assert state == before
            assert np.array_equal(world.observation(observer), state.observation(observer))
            assert (world.current_player, world.phase, world.turn) == (state.current_player, state.phase, state.turn)
            assert every_card(world) == every_card(state)
            if observer == state.current_player:
                assert world.legal_actions() == state.legal_actions()


def test_a_world_is_like_any_state():
    """R21, R27: whoever is asked has a choice and can lay what they owe; it plays on to the end."""
    rng = Random(2)
    for state in random_states(STATES, seed=2, over=False):
        world = state.resample(rng.randrange(state.game.players), seed=rng.getrandbits(64))
        assert world.game.state_from_bytes(bytes(world)) == world
        assert len(world.legal_actions()) > 1
        walk(rng, world, 200)


def test_only_what_the_observer_knows_and_the_seed_decide():
    for state in random_states(STATES, seed=3):
        for observer in range(state.game.players):
            world = state.resample(observer, seed=5)
            assert state.resample(observer, seed=6).resample(observer, seed=5) == world


def test_the_cards_do_change():
    state = Game(B, players=4).new_state(seed=1)
    worlds = [state.resample(0, seed) for seed in range(50)]
    assert len({hidden(world, 0) for world in worlds}) == 50
    assert len({tuple(world.to_position()["rng"]) for world in worlds}) == 50
    assert state.resample(0, 2**64 - 1) == state.resample(0, 2**64 - 1)


def test_r27_dead_jokers_are_kept_by_nobody():
    state = situation(B, "2h 3h 4h JK", mover=1, players=3, phase="keep", participants=[0, 1, 2], rest="discards",
                      top="JK JK JK", hands={2: "9s Td Dd JK JK"}, kept=["6s 7h", "", ""]).play("keep 3h").state
    assert [len(state.kept(seat)) for seat in range(3)] == [2, 2, 0]
    for seed in range(200):
        for observer in range(3):
            assert not any(state.resample(observer, seed).kept(seat).jokers for seat in range(3))


def test_r27_who_kept_fewer_than_two_has_only_jokers_left():
    state = situation(B, "5s 7h 9d", players=3, mover=2, rest="discards", phase="keep", participants=[0, 1, 2],
                      first_keeper=0, hands={0: "JK JK", 1: "2h 3h"}, kept=["6s", "Ts Td", ""], top="8s JK JK").state
    for seed in range(100):
        world = state.resample(1, seed)
        assert str(world.hand(0)) == "JK JK"
        assert world.kept(0).jokers == 0


def test_r21_what_the_mover_owes_stays_in_their_hand():
    table = situation(B, "5s Rd", melds=["run 4 4s JK 6s", "run 8 8h 9h Th"], hands={1: "2c 3c 7d"})
    state = table.play("take m0 5s JK").state
    assert state.to_position()["owed"] == "JK"
    others = set()
    for seed in range(100):
        world = state.resample(1, seed)
        assert world.hand(0).jokers >= 1
        others.add(str(world.hand(0)))
    assert len(others) > 20


# Every world that agrees is as likely.


def assert_uniform(state, observer, worlds, draws=8000):
    """Each of these worlds comes up, no other does, and all as often."""
    stats = pytest.importorskip("scipy.stats")
    seen = Counter(hidden(state.resample(observer, seed), observer) for seed in range(draws))
    assert seen.keys() == worlds
    assert stats.chisquare([seen[world] for world in worlds]).pvalue > 0.001


def in_order(cards):
    """The text of a set of cards."""
    return " ".join(sorted(cards, key=DECK.index))


def test_uniform_over_a_hand_hidden_cards_and_pile():
    state = situation(B, "5s 7h 8h 9h", phase="force", hands={1: "2d JK"}, four="3c 8c Tc Vd Dd", top="4c",
                      rest="discards", melds=["run 6 6c 7c 8a 9c", "run 1 As 2s 3s"]).state
    unseen = ["2d", "JK", "Vd", "Dd", "4c"]
    worlds = {((in_order(p[:2]),), ("",), p[2:4], p[4:]) for p in permutations(unseen)}
    assert len(worlds) == 60
    assert_uniform(state, 0, worlds)


def test_r27_uniform_over_what_may_be_kept():
    state = situation(B, "5s 7h 8h", mover=0, phase="keep", participants=[0, 1], first_keeper=1, kept=["", "2d 3d"],
                      hands={1: "JK"}, four="3c 8c Tc Vd Dd", top="JK", rest="discards").state
    unseen = ["2d", "3d", "JK", "Vd", "Dd", "JK"]
    worlds = {((p[0],), (in_order(p[1:3]),), p[3:5], p[5:]) for p in permutations(unseen) if "JK" not in p[1:3]}
    assert_uniform(state, 0, worlds)


def test_uniform_over_the_hands_with_which_the_mover_has_a_choice():
    """A mover who is asked can lay something: seen by seat 0, seat 1 holds a run."""
    state = situation(A, "3s 4s 5s", mover=1, hands={0: "Rh 9d"}, four="3c 8c Tc Vd Dd", top="4h", rest=0).state
    unseen = ["3s", "4s", "5s", "Vd", "Dd", "4h"]
    worlds = {((in_order(p[:3]),), ("",), p[3:5], p[5:]) for p in permutations(unseen) if set(p[:3]) == set(unseen[:3])}
    assert_uniform(state, 0, worlds)


# Arguments.


@editions
def test_the_history_begins_anew(rules):
    state = walk(Random(1), Game(rules, players=3).new_state(seed=1), 5)
    world = state.resample(0, 1)
    assert len(state.events) > len(world.events) == 0
    world.apply(world.legal_actions()[0])
    assert world.events


def test_wrong_arguments():
    state = Game(A, players=3).new_state(seed=1)
    for player in (3, -1, None):
        with pytest.raises(ArgumentError, match="player can't be"):
            state.resample(player, 1)
    for seed in (-1, 2**64, 1.5, None):
        with pytest.raises(ArgumentError, match="seed can't be"):
            state.resample(0, seed)


def test_a_mover_who_can_hardly_ever_lay_keeps_the_hand_that_can():
    rules = A.replace(min_real_cards=3, atouts_in_melds="own_family", first_run_required=True)
    state = situation(rules, "4s 5s 6s", hands={1: "Rd Rh"}).state
    worlds = [state.resample(1, seed) for seed in range(30)]
    assert all(len(world.legal_actions()) >= 2 for world in worlds)
    kept = sum(world.hand(0) == state.hand(0) for world in worlds)
    assert 1 <= kept < len(worlds)
