"""States as bytes: they come back whole, and bytes from strangers do no harm."""

import hashlib
from random import Random

import pytest
from random_states import random_game, random_states, walk
from situations import A, B, editions, every_card, situation

from athanor import FOUR_ALCHIMIQUE, Game, PositionError
from athanor._core.handle import STATE_BYTES

STATES = 400
MUTATIONS = 20

# Where the numbers of one byte lie in packed bytes, and where the seats begin.
LENGTHS = 10
SMALL = 13
SEATS = SMALL + 15 + 5 * 4 + 4 * 8
SEAT_BYTES = 37
FIELDS = {"completions": 0, "step": 1, "owed_atouts": 2, "owed_jokers": 4, "final_turns": 5, "in": 6,
          "participants": 7, "first_keeper": 8, "opener": 9, "current": 10, "phase": 11, "forcer": 12, "winner": 13,
          "truncated": 14, "pot": 15, "bank": 19, "stake": 23, "turn": 27, "deal": 31, "rng": 35}  # fmt: skip
# What one to three changes often spoil.
SPOILT = {"bytes", "cards", "melds", "stones", "points", "turn", "players", "winner", "phase", "owed"}


def test_every_state_comes_back():
    rng = Random(1)
    for state in random_states(STATES, seed=1):
        data = bytes(state)
        assert len(data) < STATE_BYTES
        again = state.game.state_from_bytes(data)
        assert again == state
        assert bytes(again) == data
        assert again.legal_actions() == state.legal_actions()
        seed = rng.random()
        assert walk(Random(seed), again, 50) == walk(Random(seed), state, 50)


def test_a_state_is_small():
    assert STATE_BYTES <= 1024


def test_other_buffers_are_read_too():
    state = Game(A, players=3).new_state(seed=1)
    for kind in (bytearray, memoryview):
        assert state.game.state_from_bytes(kind(bytes(state))) == state


def test_the_history_is_not_in_the_bytes():
    state = walk(Random(1), Game(A, players=3).new_state(seed=1), 5)
    assert state.game.state_from_bytes(bytes(state)).events == []


@pytest.mark.parametrize(
    ("rules", "digest"), [(A, "3c26dae1eed61875"), (B, "6a019b0c9ee2ab6a")], ids=["A", "B"]
)
def test_the_layout_stays_while_its_version_does(rules, digest):
    """All but the fingerprint of the rules: bytes written once are read for as long as the version is the same."""
    data = bytes(Game(rules, players=4).new_state(seed=2026))
    assert hashlib.sha256(data[:6] + data[10:]).hexdigest()[:16] == digest


# Bytes from strangers.


def conserves(state, cards, stones):
    """Whether no card is lost, nor a stone where the supply is finite."""
    total = sum(state.stones) + state.pot + (state.bank or 0)
    return every_card(state) == cards and (state.bank is None or total == stones)


def play_on(rng, state):
    """A state that was let in must be one: it plays on, and nothing gets lost."""
    cards = every_card(state)
    stones = sum(state.stones) + state.pot + (state.bank or 0)
    assert len(cards) == 76
    walk(rng, state, 40)
    assert conserves(state, cards, stones)
    assert state.game.state_from_bytes(bytes(state)) == state
    state.observation(0)
    state.resample(0, 1)


def mutated(rng, data):
    """One to three changes, most of them to numbers where ranges end."""
    changed = bytearray(data)
    for _ in range(rng.randint(1, 3)):
        where = rng.randrange(10, len(changed))
        kind = rng.randrange(4)
        if kind == 0:
            changed[where] = rng.randrange(256)
        elif kind == 1:
            changed[where] = rng.choice((0, 1, 2, 7, 56, 70, 75, 76, 127, 128, 255))
        elif kind == 2:
            changed[where] ^= 1 << rng.randrange(8)
        else:
            other = rng.randrange(10, len(changed))
            changed[where], changed[other] = changed[other], changed[where]
    return bytes(changed)


def test_changed_bytes_are_refused_or_are_a_state():
    rng, let_in, faults = Random(2), 0, set()
    for state in random_states(STATES, seed=2):
        data = bytes(state)
        for _ in range(MUTATIONS):
            try:
                other = state.game.state_from_bytes(mutated(rng, data))
            except PositionError as error:
                faults.add(str(error).split(":")[0].split(",")[0])
            else:
                let_in += 1
                play_on(rng, other)
    assert let_in > STATES
    assert faults >= SPOILT


def test_single_numbers_at_the_ends_of_their_ranges():
    """Every byte before the seats' cards, one at a time, at each value that a check might miss by one."""
    rng = Random(3)
    for state in random_states(25, seed=3):
        data = bytes(state)
        for where in range(LENGTHS, SEATS):
            for value in {0, 1, 255, data[where] + 1 & 255, data[where] - 1 & 255}:
                changed = data[:where] + bytes([value]) + data[where + 1 :]
                try:
                    other = state.game.state_from_bytes(changed)
                except PositionError:
                    continue
                play_on(rng, other)


def test_noise_is_refused():
    rng = Random(4)
    game = random_game(rng)
    data = bytes(game.new_state(seed=1))
    for _ in range(3000):
        noise = rng.randbytes(rng.randrange(600))
        for bad in (noise, data[: len(data) // 2] + noise, data[:10] + noise, data + noise[:1] + b"x"):
            with pytest.raises(PositionError):
                game.state_from_bytes(bad)


@editions
def test_every_length_but_the_right_one_is_refused(rules):
    state = walk(Random(5), Game(rules, players=3).new_state(seed=1), 20)
    data = bytes(state)
    for length in range(len(data)):
        with pytest.raises(PositionError, match=r"^bytes: "):
            state.game.state_from_bytes(data[:length])
    with pytest.raises(PositionError, match=r"^bytes: they are not as long"):
        state.game.state_from_bytes(data + b"\0")


@pytest.mark.parametrize(
    "other",
    [
        Game(A, players=4),
        Game(B, players=3),
        Game(B, players=4, max_turns=9_999),
        Game(B.replace(qualifying_points=40), players=4),
    ],
    ids=["edition", "players", "max_turns", "option"],
)
def test_bytes_of_another_game_are_refused(other):
    data = bytes(Game(B, players=4).new_state(seed=1))
    with pytest.raises(PositionError, match="other rules, players or max_turns"):
        other.state_from_bytes(data)


def test_who_opened_a_deal_under_way_is_still_in():
    position = {"in": [0, 1], "hands": ["4s 5s 6s", "9s", ""], "stones": [5, 5, 0]}
    state = Game(B, players=3).new_state(position=position)
    assert state.game.state_from_bytes(with_field(state, "opener", 1)).to_position()["opener"] == 1
    assert refusal(state, with_field(state, "opener", 2)).startswith("players: ")
    with pytest.raises(PositionError, match=r"^opener: seat 2 is out"):
        state.game.new_state(position=position | {"opener": 2})


def test_cards_are_added_in_their_step_and_as_many_as_the_rules_let():
    state = Game(A, players=2).new_state(seed=1)
    assert refusal(state, with_field(state, "completions", 1)).startswith("turn: ")
    laid = Game(A, players=2).new_state(position=state.to_position() | {"completions": 1, "step": "complete"})
    assert laid.game.state_from_bytes(bytes(laid)) == laid
    assert refusal(laid, with_field(laid, "completions", 2)).startswith("turn: ")


@pytest.mark.parametrize("value", [None, "ATHN", 7, ["A"], object()])
def test_what_is_no_bytes_is_refused(value):
    with pytest.raises(PositionError, match="expected bytes such as bytes"):
        Game(A).state_from_bytes(value)


# What each refusal says.


def with_field(state, name, value, size=1):
    data = bytearray(bytes(state))
    where = SMALL + FIELDS[name]
    data[where : where + size] = value.to_bytes(size, "little")
    return bytes(data)


def refusal(state, data):
    with pytest.raises(PositionError) as caught:
        state.game.state_from_bytes(data)
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    ("field", "value", "size", "says"),
    [
        ("step", 1, 1, "turn: "),
        ("step", 3, 1, "turn: "),
        ("completions", 152, 1, "turn: "),
        ("turn", 0, 4, "turn: "),
        ("turn", 10_001, 4, "turn: "),
        ("deal", 0, 4, "turn: "),
        ("final_turns", 4, 1, "turn: "),
        ("current", 3, 1, "players: "),
        ("current", 255, 1, "players: "),
        ("opener", 3, 1, "players: "),
        ("first_keeper", 3, 1, "players: "),
        ("first_keeper", 1, 1, "players: "),
        ("forcer", 3, 1, "players: "),
        ("forcer", 0, 1, "phase: "),
        ("in", 0b1111, 1, "players: "),
        ("in", 0b001, 1, "players: "),
        ("in", 0b110, 1, "players: "),
        ("participants", 0b010, 1, "phase: "),
        ("phase", 3, 1, "phase: "),
        ("phase", 4, 1, "phase: "),
        ("phase", 6, 1, "players: "),
        ("phase", 5, 1, "winner, truncated: "),
        ("winner", 1, 1, "winner, truncated: "),
        ("truncated", 1, 1, "winner, truncated: "),
        ("truncated", 2, 1, "bytes: "),
        ("owed_jokers", 6, 1, "owed: "),
        ("owed_atouts", 1 << 15, 2, "owed: "),
        ("pot", 2**32 - 1, 4, "stones: "),
        ("pot", 0, 4, "stones: "),
        ("pot", 2**31 - 1, 4, "stones: "),
        ("bank", 2**32 - 2, 4, "stones: "),
        ("bank", 2**32 - 1, 4, "stones: "),
        ("stake", 1, 4, "phase: "),
        ("stake", 2**32 - 1, 4, "stones: "),
        ("rng", 0, 32, "rng: "),
    ],
)
def test_the_refusal_names_the_field(field, value, size, says):
    state = Game(FOUR_ALCHIMIQUE, players=3).new_state(seed=1)
    assert state.phase == "play"
    assert refusal(state, with_field(state, field, value, size)).startswith(says)


def test_cards_in_two_places_or_in_none_are_refused():
    state = Game(A, players=2).new_state(seed=1)
    data = bytearray(bytes(state))
    data[-1], kept = data[-2], data[-1]
    assert refusal(state, bytes(data)).startswith("cards: ")
    data[-1] = 71
    assert refusal(state, bytes(data)).startswith("cards: ")
    data[-1] = kept
    data[SEATS + 8 + 3] |= 0x10
    assert refusal(state, bytes(data)).startswith("cards: ")


def test_jokers_of_a_hand_are_its_lowest_ones():
    state = situation(A, "3s 4s 5s JK").state
    data = bytearray(bytes(state))
    data[SEATS + 9] ^= 0xC0
    assert refusal(state, bytes(data)).startswith("cards: ")


def test_discards_where_nobody_discards():
    state = Game(A, players=2).new_state(seed=1)
    data = bytearray(bytes(state))
    data[LENGTHS + 1], data[LENGTHS + 2] = 1, data[LENGTHS + 2] - 1
    assert refusal(state, bytes(data)).startswith("discards: ")


def meld_at(state):
    """Where the first meld lies in the bytes."""
    return SEATS + SEAT_BYTES * state.game.players + 5


@pytest.mark.parametrize(
    ("meld", "offset", "value"),
    [
        ("run 3 3h 4h JK", 0, 2),
        ("run 3 3h 4h JK", 1, 2),
        ("run 3 3h 4h JK", 2, 4),
        ("run 3 3h 4h JK", 2, 7),
        ("run 3 3h 4h JK", 3, 0),
        ("run 3 3h 4h JK", 3, 14),
        ("run 3 3h 4h JK", 4, 2),
        ("run 3 3h 4h JK", 4, 15),
        ("run 3 3h 4h JK", 5, 1),
        ("run 3 3h 4h JK", 6, 0x10),
        ("run 3 3h 4h JK", 8, 0x1C),
        ("run 3 3h 4h JK", 8, 0x50),
        ("run 3 3a 4a JK", 2, 1),
        ("set 3h 3d JK", 2, 1),
        ("set 3h 3d JK", 3, 0),
        ("set 3h 3d JK", 3, 15),
        ("set 3h 3d JK", 4, 4),
        ("set 3h 3d JK", 5, 0x16),
        ("set 3h 3d JK", 6, 2),
        ("set 3h 3d JK", 8, 3),
        ("set 3h 3d JK", 9, 1),
    ],
)
def test_melds_that_could_not_lie_on_the_table(meld, offset, value):
    state = situation(A, "5s 6s 7s", melds=[meld]).state
    data = bytearray(bytes(state))
    assert data[meld_at(state) + offset] != value
    data[meld_at(state) + offset] = value
    assert refusal(state, bytes(data)).startswith("melds: ")


def test_r21_what_is_owed_can_be_laid_again():
    state = situation(B, "5s Rd", melds=["run 4 4s JK 6s"]).play("take m0 5s JK").state
    assert state.game.state_from_bytes(bytes(state)) == state
    other = situation(B, "Vd Cd Dd 6a").state
    assert refusal(other, with_field(other, "owed_atouts", 1 << 5, size=2)).startswith("owed: ")


def test_r27_somebody_still_keeps_a_card():
    state = situation(A, "5s 7h 9d", phase="keep", participants=[0, 1], kept=["", "2d 3d"], first_keeper=1).state
    data = bytes(state)
    first, second = (data[where : where + 24] for where in (SEATS, SEATS + SEAT_BYTES))
    swapped = data[:SEATS] + second + data[SEATS + 24 : SEATS + SEAT_BYTES] + first + data[SEATS + SEAT_BYTES + 24 :]
    assert refusal(state, swapped).startswith("kept: ")


def test_discarding_takes_more_cards_than_the_limit():
    state = Game(B, players=2).new_state(seed=1)
    assert walk(Random(1), state.game.state_from_bytes(with_field(state, "phase", 1)), 1).phase != "discard"
    for rules in (A, B.replace(hand_limit=10)):
        state = Game(rules, players=2).new_state(seed=1)
        assert refusal(state, with_field(state, "phase", 1)).startswith("phase: ")


def test_points_are_those_of_the_melds():
    state = situation(A, "5s 6s 7s", melds=["run 3 3h 4h JK"]).state
    data = bytearray(bytes(state))
    data[SEATS + 32] += 1
    assert refusal(state, bytes(data)).startswith("points: ")


def test_bytes_of_another_version():
    state = Game(A, players=2).new_state(seed=1)
    data = bytearray(bytes(state))
    data[4] += 1
    assert refusal(state, bytes(data)).startswith("bytes: they are no state of this version")


def test_no_more_final_turns_than_players_in():
    position = {"hands": ["4s 5s 6s", "4h 5h 6h", ""], "in": [0, 1], "stones": [5, 5, 0], "final_turns": 2}
    state = Game(A, players=3).new_state(position=position)
    assert refusal(state, with_field(state, "final_turns", 3)).startswith("turn: ")


def test_nothing_is_kept_before_all_have_answered():
    state = Game(A, players=2).new_state(seed=1)
    data = bytearray(bytes(state))
    data[SEATS + 12 : SEATS + 24], data[SEATS : SEATS + 12] = data[SEATS : SEATS + 12], data[SEATS + 12 : SEATS + 24]
    assert refusal(state, bytes(data)).startswith("kept: ")
