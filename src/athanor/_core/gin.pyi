from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

class GinRuleSet:
    def __init__(self, points: Sequence[int], ace_low: bool, ace_high: bool, cavaliers: bool) -> None: ...

def deadwood(rule_set: GinRuleSet, naturals: int) -> int: ...
def deadwood_many(rule_set: GinRuleSet, hands: NDArray[np.uint64], out: NDArray[np.int32]) -> int: ...
