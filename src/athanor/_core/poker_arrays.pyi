import numpy as np
from numpy.typing import NDArray

from athanor._core.rules import RuleSet

KERNEL_NAMES: tuple[str, ...]

def lane_tables(as_above: bool, card: int) -> tuple[list[int], list[int]]: ...
def kernels() -> list[str]: ...
def evaluate_many(
    rules: RuleSet, hands: NDArray[np.uint8], out: NDArray[np.uint32], validate: bool, kernel: str | None = None
) -> int: ...
