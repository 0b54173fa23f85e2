"""Random valid rules and tables sizes, from either edition with some options changed."""

from __future__ import annotations

from random import Random
from typing import Any

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, Rules

SEATS = 8
CARDS_BESIDE_FOUR = 71

CHANGES: dict[str, tuple[Any, ...]] = {
    "starting_stones": (1, 2, 3, 9, 30),
    "ante": (0, 1, 2, 4),
    "ante_every": ("deal", "round"),
    "hand_size": (1, 2, 4, 7, 10, 12),
    "hand_limit": (1, 3, 7, 9, 11, 70, None),
    "exhausted": ("showdown", "void"),
    "ace_low": (True, False),
    "ace_high": (True, False),
    "atouts_in_melds": ("any_family", "own_family"),
    "min_real_cards": (1, 2, 3),
    "turn_order": ("steps", "free"),
    "first_run_required": (True, False),
    "meld_stones": (0, 1, 3),
    "atout_stones": (0, 1, 2),
    "completions_per_turn": (0, 1, 2, 3, None),
    "completion_stones": (0, 1, 2),
    "pair_stones": (0, 1, 2, 3),
    "take": ("steal", "recover"),
    "bank": (0, 2, 5, "matched", None),
    "qualifying_melds": (0, 1, 2),
    "qualifying_points": (0, 10, 33, 60),
    "points_count": ("own_melds", "cards_laid"),
    "stake_limit": ("melds", "stones"),
    "follow": ("exact", "at_least"),
    "atouts_at_showdown": ("any_family", "own_family"),
    "royal": ("T-V-D-R-A", "V-C-D-R-A", "both"),
    "jokers_at_showdown": ("wild", "dead"),
    "atout_breaks_ties": (True, False),
    "target_stones": (5, 12, 20, None),
}


def random_rules(rng: Random, changed: float = 0.15) -> tuple[Rules, int]:
    """Rules with each option redrawn with that chance, and a number of players that they can seat."""
    base = rng.choice((ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE))
    options = base.to_dict()
    for name, values in CHANGES.items():
        if rng.random() < changed:
            options[name] = rng.choice(values)
    if options["take"] == "recover":
        options["turn_order"] = "free"
    players = rng.randint(2, min(SEATS, CARDS_BESIDE_FOUR // options["hand_size"]))
    options["players"] = players
    options["first_seat"] = rng.randrange(players)
    return Rules.from_dict(options), players
