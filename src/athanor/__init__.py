"""athanor: a fast simulation backend for the card game Athanor."""

from .cards import Card, CardSet
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
from .melds import all_melds, best_melds
from .odds import category_counts
from .poker import evaluate, evaluate_many
from .rules import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, Rules
from .simulate import SimulationInterrupted, simulate

__version__ = "0.1.0"

__all__ = [
    "ESPRIT_CRITIQUE",
    "FOUR_ALCHIMIQUE",
    "ActionError",
    "ArgumentError",
    "AthanorError",
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
    "all_melds",
    "best_keep",
    "best_melds",
    "category_counts",
    "equity",
    "evaluate",
    "evaluate_many",
    "simulate",
]
