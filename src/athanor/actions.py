"""Actions as text: one canonical text for each action code, and codes from any spelling of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from ._core.actions import FIRST_STAKE_ACTION, split
from .cards import Card
from .errors import ActionError, CardError

STAKE_WORDS = ("force", "follow")
FORMS = (
    "run 3 JK 4s 5s, set 6h 6d 6a, add m3 7s high, add m3 6c, take m3 5s JK, end,"
    " discard 9d, force 2, pass, follow 2, fold, keep 5s"
)


def card_text(card_id: int) -> str:
    return str(Card.from_id(card_id))


@lru_cache(maxsize=1)
def _texts() -> tuple[str, ...]:
    """The text of every action but the stakes, which are endless and alike."""
    return tuple(_join(*split(action)) for action in range(FIRST_STAKE_ACTION))


@lru_cache(maxsize=1)
def _codes() -> dict[str, int]:
    return {action: code for code, action in enumerate(_texts())}


def _join(kind: Any, *parts: Any) -> str:
    if kind in ("discard", "keep"):
        return f"{kind} {card_text(parts[0])}"
    if kind == "run":
        low, cards = parts
        return f"run {low} {_card_texts(cards)}"
    if kind == "set":
        return f"set {_card_texts(parts[1])}"
    if kind == "add":
        meld, card, end = parts
        return f"add m{meld} {card_text(card)} {end}".rstrip()
    if kind == "take":
        meld, right, wild = parts
        return f"take m{meld} {card_text(right)} {card_text(wild)}"
    return str(kind)


def _card_texts(cards: Iterable[int]) -> str:
    return " ".join(map(card_text, cards))


def action_text(action: int) -> str:
    """The canonical text of an action code; the caller has checked its range."""
    if action < FIRST_STAKE_ACTION:
        return _texts()[action]
    stake, word = divmod(action - FIRST_STAKE_ACTION, 2)
    return f"{STAKE_WORDS[word]} {stake + 1}"


def action_id(action: str) -> int:
    """The code of an action text, however its cards are spelt; ActionError if there is none."""
    words = action.split()
    if words and words[0].lower() in STAKE_WORDS:
        return _stake_id(action, words)
    try:
        canonical = _canonical(words)
    except CardError as error:
        raise ActionError(f"{_shown(action)} is no action: {error}") from None
    code = _codes().get(canonical)
    if code is None:
        raise ActionError(f"{_shown(action)} is no action: actions are written {FORMS}")
    return code


def _stake_id(action: str, words: list[str]) -> int:
    kind = STAKE_WORDS.index(words[0].lower())
    if len(words) != 2 or not words[1].isascii() or not words[1].isdecimal() or len(words[1]) > 6 or int(words[1]) < 1:
        raise ActionError(f"{_shown(action)} is no action: a stake is a whole number from 1, such as {words[0]} 2")
    return FIRST_STAKE_ACTION + 2 * (int(words[1]) - 1) + kind


def _canonical(words: list[str]) -> str:
    """The words with every card in its standard spelling, and a set's cards in id order."""
    if not words:
        return ""
    kind = words[0].lower()
    if kind == "set":
        cards = sorted(Card(word) for word in words[1:])
        return " ".join([kind, *map(str, cards)])
    return " ".join([kind, *(_canonical_word(word) for word in words[1:])])


def _canonical_word(word: str) -> str:
    lower = word.lower()
    if lower.isdecimal() or lower in ("high", "low") or (lower[0] == "m" and lower[1:].isdecimal()):
        return lower
    return str(Card(word))


def _shown(action: str) -> str:
    return repr(action if len(action) <= 40 else action[:40] + "...")
