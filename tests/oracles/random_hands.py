"""Random hands that are good at making melds, and rules whose options of melds are changed."""

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, CardSet

EDITIONS = (ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE)

POOLS = {
    "any": range(70),
    "one family and Atouts": [i for i in range(70) if i // 14 in (0, 4)],
    "two families and Atouts": [i for i in range(70) if i // 14 in (0, 1, 4)],
    "low ranks": [i for i in range(70) if i % 14 < 4],
    "around the As": [i for i in range(70) if i % 14 in (0, 1, 2, 11, 12, 13)],
}


def draw_rules(rng):
    base = rng.choice(EDITIONS)
    if rng.random() < 0.4:
        return base
    return base.replace(
        ace_low=rng.random() < 0.8,
        ace_high=rng.random() < 0.8,
        atouts_in_melds=rng.choice(["any_family", "any_family", "own_family"]),
        min_real_cards=rng.choice([1, 1, 2, 3]),
        completions_per_turn=rng.choice([None, 0, 1, 2, 5]),
        meld_stones=rng.randrange(3),
        atout_stones=rng.randrange(3),
        completion_stones=rng.randrange(3),
        pair_stones=rng.randrange(3),
        first_run_required=rng.random() < 0.5,
    )


def draw_hand(rng, size, jokers, pool="any"):
    ids = rng.sample(list(POOLS[pool]), min(size - jokers, len(POOLS[pool])))
    return CardSet([*ids, *range(70, 70 + jokers)])
