"""Every plan is played by the engine: each action is legal, and it brings what the plan says (R15, R16, R20, R23)."""

from random import Random

import pytest
from oracles.random_hands import EDITIONS, POOLS, draw_hand, draw_rules

from athanor import CardSet, Game
from athanor.melds import OBJECTIVES, all_melds, best_melds

FULL_BANK = 1000
SEAT = 0
PLAYERS = 2
OPENING_FROM = 12           # cards of which a meld is laid before


def always_asked(rules):
    """The rules with a bank that pays all, by which the mover is asked to force, so that play stops after the plan."""
    bank = rules.bank and FULL_BANK
    return rules.replace(bank=bank, qualifying_melds=0, qualifying_points=0, stake_limit="stones")


def state_with(rules, hand, melds=()):
    return state_at(rules, hand, [{"owner": SEAT, "meld": str(meld)} for meld in melds])


def state_at(rules, hand, table):
    position = {"hands": [str(hand), *[""] * (PLAYERS - 1)], "melds": table, "current_player": SEAT}
    return Game(rules, players=PLAYERS).new_state(position=position)


def renumbered(action, before):
    """An action of a plan as it is called where so many melds lie on the table already."""
    word, *rest = action.split()
    if word != "add":
        return action
    return " ".join([word, f"m{int(rest[0].removeprefix('m')) + before}", *rest[1:]])


def played(state, actions):
    """The state after the actions; one that is the only legal one was played by the engine."""
    state = state.copy()
    begun = len(state.events)
    for number, action in enumerate(actions):
        texts = [text for who, text, _ in state.events[begun:] if who == SEAT]
        if len(texts) <= number:
            state.apply(action)
        assert [text for who, text, _ in state.events[begun:] if who == SEAT][number] == action
    return state


def check_hand_plan(rules, plan, hand, melds=()):
    """Play a plan that knows of no table where these melds lie."""
    check_played(state_with(always_asked(rules), hand, melds), plan, [renumbered(a, len(melds)) for a in plan.actions])


def check_played(before, plan, actions):
    """Play the actions and compare the stones paid, the points counted and the cards left with what the plan says."""
    after = played(before, actions)
    assert (after.deal, after.turn, after.current_player) == (before.deal, before.turn, SEAT)
    stones = after.stones[SEAT] - before.stones[SEAT]
    points = after.points[SEAT] - before.points[SEAT]
    left = after.hand(SEAT)
    assert (stones, points, left) == (plan.stones, plan.points, plan.left)
    worth = {"stones": stones, "points": points, "cards": len(before.hand(SEAT)) - len(left)}
    assert plan.value == worth[plan.objective]


def draw_opening(rng, hand, rules):
    """A meld of some of the cards that aren't in the hand; none where they make none."""
    others = [card for card in range(70) if card not in {card.id for card in hand}]
    jokers = min(1, 6 - hand.jokers)
    rest = CardSet([*rng.sample(others, min(len(others), OPENING_FROM)), *range(70, 70 + jokers)])
    return [rng.choice(melds)] if (melds := all_melds(rest, rules)) else []


def check_hand(rng, hand, rules):
    """All objectives, as the first lay of the deal and after another one."""
    opening = draw_opening(rng, hand, rules)
    for objective in OBJECTIVES:
        check_hand_plan(rules, best_melds(hand, rules, objective), hand)
        if opening:
            check_hand_plan(rules, best_melds(hand, rules, objective, opened=True), hand, opening)


@pytest.mark.parametrize("pool", sorted(POOLS))
@pytest.mark.parametrize("seed", range(4))
def test_plans_of_hands_to_forty_cards_are_legal_and_worth_what_they_say(pool, seed):
    rng = Random(f"{pool} {seed}")
    for _ in range(12):
        jokers = rng.choice((0, 0, 1, 2, 3, 4, 5, 6))
        most = 40 if pool == "any" else 24
        hand = draw_hand(rng, rng.randint(jokers, most), jokers, pool)
        check_hand(rng, hand, draw_rules(rng))


@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.edition)
@pytest.mark.parametrize("jokers", range(7))
def test_plans_of_the_editions_are_legal_and_worth_what_they_say(rules, jokers):
    rng = Random(jokers)
    for size in (3, 6, 9, 10, 13, 16, 20, 26, 32, 40):
        check_hand(rng, draw_hand(rng, max(size, jokers), jokers), rules)


LARGE = {
    "without wild cards": list(range(56)),
    "all but the Jokers": list(range(70)),
    "70 cards with a Joker": [*range(69), 70],
    "60 cards with two Jokers": [*range(8, 66), 70, 71],
}


@pytest.mark.parametrize("cards", LARGE.values(), ids=list(LARGE))
@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.edition)
def test_plans_of_almost_the_whole_deck_are_legal_and_worth_what_they_say(rules, cards):
    for objective in OBJECTIVES:
        check_hand_plan(rules, best_melds(cards, rules, objective), CardSet(cards))


@pytest.mark.parametrize(
    "changes",
    [
        {"qualifying_melds": 0}, {"qualifying_melds": 2}, {"qualifying_melds": 3, "qualifying_points": 20},
        {"qualifying_points": 33}, {"qualifying_points": 45, "first_run_required": True},
    ],
    ids=str,
)  # fmt: skip
@pytest.mark.parametrize("rules", EDITIONS, ids=lambda rules: rules.edition)
def test_r18_r23_a_plan_lets_its_player_force_if_its_melds_and_points_say_so(rules, changes):
    rng = Random(str(changes))
    rules = rules.replace(**changes, hand_limit=None)
    outcomes = set()
    for _ in range(60):
        hand = draw_hand(rng, rng.randint(5, 14), rng.randint(0, 2))
        plan = best_melds(hand, rules)
        qualified = plan.points >= rules.qualifying_points and len(plan.melds) >= rules.qualifying_melds
        if rules.stake_limit == "melds":
            qualified = qualified and len(plan.melds) > 0
        before = state_with(rules, hand)
        after = played(before, plan.actions)
        if (after.turn, after.phase) == (before.turn, "play"):
            after.apply("end")
        assert ((after.turn, after.phase, after.current_player) == (before.turn, "force", SEAT)) == qualified
        outcomes.add(qualified)
    assert True in outcomes


@pytest.mark.parametrize("seed", range(6))
def test_plans_with_a_table_are_legal_and_worth_what_they_say(seed):
    rng = Random(seed)
    for _ in range(12):
        rules = always_asked(draw_rules(rng))
        jokers = rng.choice((0, 0, 1, 2))
        hand = draw_hand(rng, rng.randint(max(2, jokers), 10), jokers, rng.choice(sorted(POOLS)))
        opening = draw_opening(rng, hand, rules)
        table = [{"owner": rng.randrange(PLAYERS), "meld": str(meld)} for meld in opening]
        for objective in OBJECTIVES:
            plan = best_melds(hand, rules, objective, table=table, seat=SEAT)
            check_played(state_at(rules, hand, table), plan, plan.actions)
