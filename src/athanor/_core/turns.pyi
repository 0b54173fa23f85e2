from typing import Any

from athanor._core.rules import RuleSet

def best_actions(
    rule_set: RuleSet, parts: dict[str, Any], opened: bool, objective: int
) -> tuple[list[int], int, int, tuple[int, int], bool]: ...
