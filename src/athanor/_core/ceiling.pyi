import numpy as np
from numpy.typing import NDArray

def sum_and_look_up(hands: NDArray[np.uint8], out: NDArray[np.uint32]) -> None: ...
