"""athanor: a fast simulation backend for the card game Athanor."""

from typing import TYPE_CHECKING

from .batch_bots import BatchBot
from .cards import Card, CardSet
from .deadwood import deadwood, deadwood_many
from .equity import Equity, best_keep, equity
from .errors import (
    ActionError,
    ArgumentError,
    AthanorError,
    BotError,
    CardError,
    ExecutorError,
    PositionError,
    RulesError,
)
from .game import Game, State
from .meld_arrays import all_melds_many, best_melds_many, can_qualify, can_qualify_many
from .melds import all_melds, best_melds
from .odds import category_counts
from .poker import evaluate, evaluate_many, strength
from .rules import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, Rules
from .simulate import SimulationInterrupted, simulate
from .turns import TurnPlan

if TYPE_CHECKING:
    from .vector import VectorEnv

__version__ = "0.1.0"

__all__ = [
    "ESPRIT_CRITIQUE",
    "FOUR_ALCHIMIQUE",
    "ActionError",
    "ArgumentError",
    "AthanorError",
    "BatchBot",
    "BotError",
    "Card",
    "CardError",
    "CardSet",
    "Equity",
    "ExecutorError",
    "Game",
    "PositionError",
    "Rules",
    "RulesError",
    "SimulationInterrupted",
    "State",
    "TurnPlan",
    "VectorEnv",
    "all_melds",
    "all_melds_many",
    "best_keep",
    "best_melds",
    "best_melds_many",
    "can_qualify",
    "can_qualify_many",
    "category_counts",
    "deadwood",
    "deadwood_many",
    "equity",
    "evaluate",
    "evaluate_many",
    "simulate",
    "strength",
]


def __getattr__(name: str) -> object:
    """VectorEnv needs numpy, which takes longer to import than all the rest: only who asks for it waits."""
    if name == "VectorEnv":
        from .vector import VectorEnv

        return VectorEnv
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
