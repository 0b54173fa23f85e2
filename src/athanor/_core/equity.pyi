from typing import Any

from athanor._core.rules import RuleSet

def count_winners(rules: RuleSet, cards: Any, deck: Any, missing: int) -> list[int]: ...
