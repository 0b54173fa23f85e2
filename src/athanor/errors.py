"""Every error that athanor raises, one tree below AthanorError."""

from __future__ import annotations


class AthanorError(Exception):
    """Base of all errors that athanor raises on purpose."""


class CardError(AthanorError, ValueError):
    """A text or number that names no card, or cards that can't be together."""


class RulesError(AthanorError, ValueError):
    """An unknown option, or a value that the option can't take."""


class ActionError(AthanorError, ValueError):
    """An action that doesn't exist, or that is not legal now."""


class PositionError(AthanorError, ValueError):
    """A position, deck or seed that describes no situation of the game."""


class BotError(AthanorError):
    """A bot of one's own raised an error or chose no legal action; the message names the game."""


class ExecutorError(AthanorError, RuntimeError):
    """The executor that a simulation ran on broke, for example because a worker process was killed."""


class ArgumentError(AthanorError, ValueError):
    """Any other argument out of its range or of the wrong kind."""
