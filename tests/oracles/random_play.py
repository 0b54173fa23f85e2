"""Choosing among action texts at random, so that much is laid, taken and followed."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

EAGERNESS = {"take": 8.0, "add": 4.0, "run": 3.0, "set": 3.0, "follow": 2.0, "force": 0.3, "end": 1.0}


def random_action(rng: Random, actions: Sequence[str]) -> str:
    """Draws the kind of action first, so that many alike don't crowd out the few."""
    kinds = sorted({action.split()[0] for action in actions})
    kind = rng.choices(kinds, [EAGERNESS.get(kind, 1.0) for kind in kinds])[0]
    return rng.choice([action for action in actions if action.split()[0] == kind])
