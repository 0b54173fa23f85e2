"""The command ``athanor``: a file for each of its commands, what they share, and the way in and out."""

from .entry import main

__all__ = ["main"]
