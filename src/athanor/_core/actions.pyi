from typing import Any

FIRST_STAKE_ACTION: int

def split(action: int) -> tuple[Any, ...]: ...
