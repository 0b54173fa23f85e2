"""athanor: a fast simulation backend for the card game Athanor."""

from .cards import Card, CardSet
from .errors import ActionError, ArgumentError, AthanorError, CardError, PositionError, RulesError
from .game import Game, State
from .melds import all_melds, best_melds
from .poker import evaluate, evaluate_many, strength
from .rules import ESPRIT_CRITIQUE, FOUR_ALCHIMIQUE, Rules
from .simulate import SimulationInterrupted, simulate

__version__ = "0.1.0"

__all__ = [
    "ESPRIT_CRITIQUE",
    "FOUR_ALCHIMIQUE",
    "ActionError",
    "ArgumentError",
    "AthanorError",
    "Card",
    "CardError",
    "CardSet",
    "Game",
    "PositionError",
    "Rules",
    "RulesError",
    "SimulationInterrupted",
    "State",
    "all_melds",
    "best_melds",
    "evaluate",
    "evaluate_many",
    "simulate",
    "strength",
]
