"""athanor: a fast simulation backend for the card game Athanor."""

import sys
from importlib import import_module
from types import ModuleType

# Importing typing would take longer than all else here.
TYPE_CHECKING = False
if TYPE_CHECKING:
    # isort: off
    from .batch_bots import BatchBot as BatchBot
    from .cards import Card as Card, CardSet as CardSet
    from .deadwood import deadwood as deadwood, deadwood_many as deadwood_many
    from .equity import Equity as Equity, best_keep as best_keep, equity as equity
    from .errors import (
        ActionError as ActionError,
        ArgumentError as ArgumentError,
        AthanorError as AthanorError,
        BotError as BotError,
        CardError as CardError,
        ExecutorError as ExecutorError,
        PositionError as PositionError,
        RulesError as RulesError,
    )
    from .game import Game as Game, State as State
    from .meld_arrays import (
        all_melds_many as all_melds_many,
        best_melds_many as best_melds_many,
        can_qualify as can_qualify,
        can_qualify_many as can_qualify_many,
    )
    from .melds import all_melds as all_melds, best_melds as best_melds
    from .odds import category_counts as category_counts
    from .poker import evaluate as evaluate, evaluate_many as evaluate_many, strength as strength
    from .rules import ESPRIT_CRITIQUE as ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE as FOUR_ALCHIMIQUE, Rules as Rules
    from .simulate import SimulationInterrupted as SimulationInterrupted, simulate as simulate
    from .turns import TurnPlan as TurnPlan
    from .vector import VectorEnv as VectorEnv

__version__ = "0.1.0"

_NAMES = {
    "batch_bots": ("BatchBot",),
    "cards": ("Card", "CardSet"),
    "deadwood": ("deadwood", "deadwood_many"),
    "equity": ("Equity", "best_keep", "equity"),
    "errors": (
        "ActionError",
        "ArgumentError",
        "AthanorError",
        "BotError",
        "CardError",
        "ExecutorError",
        "PositionError",
        "RulesError",
    ),
    "game": ("Game", "State"),
    "meld_arrays": ("all_melds_many", "best_melds_many", "can_qualify", "can_qualify_many"),
    "melds": ("all_melds", "best_melds"),
    "odds": ("category_counts",),
    "poker": ("evaluate", "evaluate_many", "strength"),
    "rules": ("ESPRIT_CRITIQUE", "FOUR_ALCHIMIQUE", "Rules"),
    "simulate": ("SimulationInterrupted", "simulate"),
    "turns": ("TurnPlan",),
    "vector": ("VectorEnv",),
}
_HOMES = {name: module for module, names in _NAMES.items() for name in names}

__all__ = sorted(_HOMES)


def __getattr__(name: str) -> object:
    """Who asks for a name first waits for its module and those that it needs, and nobody for others."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(f".{_HOMES[name]}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """What there is for others, and not what this module imports."""
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})


class _Package(ModuleType):
    """Keeps ``athanor.simulate`` the function: importing a module of that name would put the module in its place."""

    def __setattr__(self, name: str, value: object) -> None:
        if not (isinstance(value, ModuleType) and name in _HOMES):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
