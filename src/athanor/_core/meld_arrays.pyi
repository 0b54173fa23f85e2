import numpy as np
from numpy.typing import NDArray

from .rules import RuleSet

def best_values(
    rule_set: RuleSet, hands: NDArray[np.uint64], objective: int, opened: bool, out: NDArray[np.int32]
) -> int: ...
