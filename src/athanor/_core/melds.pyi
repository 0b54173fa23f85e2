from athanor._core.rules import RuleSet

def best_plan(
    naturals: int, wilds: int, rule_set: RuleSet, objective: int, opened: bool
) -> tuple[int, list[tuple[bool, int, int, bytes]]]: ...
