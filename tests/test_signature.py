"""The behaviour of hundreds of seeded games an edition as one number: a change of it is never unnoticed.

The number hashes every event: deals, draws, each action, gains, showdowns and payments.
"""

import pytest

from athanor import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE
from athanor._core.batch import Batch
from athanor._core.bots import BOT_CODES

GAMES = {"random": 1000, "greedy": 250}
SIGNATURES = {
    ("esprit-critique", "random"): 0x2978B99AC9931804,
    ("esprit-critique", "greedy"): 0x5FE7BBB4952E6CB9,
    ("four-alchimique", "random"): 0x8DA8508DDA923445,
    ("four-alchimique", "greedy"): 0xB0063E7E9DCB5077,
}


@pytest.mark.parametrize("rules", [ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE], ids=lambda rules: rules.edition)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_signature(rules, bot):
    batch = Batch(rules.rule_set(4, 10_000), [BOT_CODES[bot]] * 4, 2026, 0, GAMES[bot])
    while batch.run(100_000):
        pass
    assert batch.finished == GAMES[bot]
    assert batch.signature == SIGNATURES[rules.edition, bot]
