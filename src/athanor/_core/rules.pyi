from athanor.rules import Rules

class RuleSet:
    def __new__(cls, rules: Rules, players: int, max_turns: int) -> RuleSet: ...
