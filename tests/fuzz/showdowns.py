"""Equities of any hands, boards and arguments."""

from athanor import best_keep, equity

from .judge import tried
from .source import Source

SAMPLES = 20


def run(source: Source) -> None:
    rules = source.rules()
    hands = [None if source.one_in(3) else source.hand(2) for _ in range(source.number(0, 9))]
    board = source.hand(5) if source.one_in(2) else [source.number(0, 75) for _ in range(source.number(3, 5))]
    dead = source.hand(9)
    unknown = source.choice(("pair", "hand", "hands"))
    samples = source.choice((SAMPLES, SAMPLES, SAMPLES, 0, -1))
    result = tried(lambda: equity(source.junk() if source.one_in(20) else hands, board, rules=rules, dead=dead,
                                  unknown=unknown, samples=samples, seed=source.number(0, 99), pot=source.number(0, 9)))
    if result is not None:
        assert abs(sum(player.share for player in result.players) - 1) < 1e-9
        assert result.to_dict()["deals"] == SAMPLES
    if len(board) >= 3 and all(hand is not None for hand in hands):
        tried(lambda: equity(hands, board, rules=rules, dead=dead))
    keeps = tried(lambda: best_keep(source.hand(6), board, source.number(0, 8), rules=rules, dead=dead,
                                    samples=samples, unknown=unknown))
    assert keeps is None or all(0 <= keep.share <= 1 for keep in keeps)
