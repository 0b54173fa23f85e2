from typing import Any

from athanor._core.rules import RuleSet

KINDS: dict[str, int]

def sample_winners(
    rules: RuleSet,
    cards: Any,
    kinds: bytes,
    hand_size: int,
    seen: Any,
    unseen: int,
    deck: bytes,
    keepable: int,
    missing: int,
    samples: int,
    seed: int,
) -> list[int]: ...
def enumerate_winners(
    rules: RuleSet, cards: Any, kinds: bytes, board: Any, deck: bytes, keepable: int, missing: int
) -> list[int]: ...
def compare_keeps(
    rules: RuleSet,
    keeps: Any,
    opponents: Any,
    kinds: bytes,
    hand_size: int,
    seen: Any,
    unseen: int,
    deck: bytes,
    keepable: int,
    missing: int,
    samples: int,
    seed: int,
    ties: Any,
) -> None: ...
