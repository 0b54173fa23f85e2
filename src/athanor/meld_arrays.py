"""Arrays of hands: the most that each can lay, whether it qualifies, and all that it could lay."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from .arrays import check_array, check_threads, first_wrong_row
from .cards import CardSet, CardsLike
from .errors import ArgumentError, CardError
from .melds import check_objective, lowest_jokers, too_many_plans
from .rules import Rules, check_rules

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NATURAL_BITS = 56
WILD_BITS = 20
#: Rows of one call of the core: between two of them Ctrl-C is heard.
CALL_ROWS = 1 << 10


def best_melds_many(
    hands: NDArray[np.uint64], rules: Rules, objective: str = "points", *, opened: bool = False, threads: int = 1
) -> NDArray[np.int32]:
    """The value of ``best_melds`` for many hands: the most points, stones or cards that each can lay. Exact.

    ``hands`` is uint64 of shape (N, 2), a row holding the two ``words`` of a CardSet, in any memory order; the result
    is int32 of shape (N,). ``threads`` share the rows, without the GIL.

    >>> import numpy as np
    >>> from athanor import CardSet, FOUR_ALCHIMIQUE
    >>> hands = np.array([CardSet("4s 5s JK 6h").words, CardSet("As 5h").words], np.uint64)
    >>> best_melds_many(hands, FOUR_ALCHIMIQUE)
    array([15,  0], dtype=int32)

    Raises ArgumentError for a wrong dtype, shape, objective or number of threads, and for a hand that has too many
    plans to search; CardError for a row with bits that are no cards.
    """
    import numpy as np

    from ._core.meld_arrays import best_values

    number = check_objective(objective)
    rule_set = check_rules(rules).core
    check_hands(hands)
    out = np.empty(len(hands), np.int32)
    _fill(hands, threads, lambda some: best_values(rule_set, hands[some], number, bool(opened), out[some]))
    return out


def can_qualify(cards: CardsLike, rules: Rules, *, opened: bool = False) -> bool:
    """Whether melds of this hand alone let its player force: as many as R18 asks, with the points of R23.

    >>> from athanor import FOUR_ALCHIMIQUE
    >>> can_qualify("Vs Ds JK Rs", FOUR_ALCHIMIQUE), can_qualify("4s 5s JK 6s", FOUR_ALCHIMIQUE)
    (True, False)

    Raises CardError for cards that can't be one hand, ArgumentError for a hand that has too many plans to search, or
    where neither its plan with the most points nor that with the most melds decides.
    """
    import numpy as np

    from ._core.meld_arrays import qualifying

    hand = lowest_jokers(cards)
    out = np.empty(1, np.uint8)
    if qualifying(check_rules(rules).core, np.array([hand.words], np.uint64), bool(opened), out) >= 0:
        raise too_many_plans(f"these {len(hand)} cards")
    return bool(out[0])


def can_qualify_many(
    hands: NDArray[np.uint64], rules: Rules, *, opened: bool = False, threads: int = 1
) -> NDArray[np.bool_]:
    """``can_qualify`` for many hands: bool of shape (N,) for uint64 of shape (N, 2), see ``best_melds_many``.

    >>> import numpy as np
    >>> from athanor import CardSet, FOUR_ALCHIMIQUE
    >>> can_qualify_many(np.array([CardSet("Vs Ds JK Rs").words], np.uint64), FOUR_ALCHIMIQUE)
    array([ True])
    """
    import numpy as np

    from ._core.meld_arrays import qualifying

    rule_set = check_rules(rules).core
    check_hands(hands)
    out = np.empty(len(hands), np.uint8)
    _fill(hands, threads, lambda some: qualifying(rule_set, hands[some], bool(opened), out[some]))
    return out.view(np.bool_)


def all_melds_many(
    hands: NDArray[np.uint64], rules: Rules, *, threads: int = 1
) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """Each new meld of three cards that many hands could lay, as the actions that lay it.

    ``hands`` is uint64 of shape (N, 2), see ``best_melds_many``. The actions are numbered as in every ``Game`` and come
    in one uint16 array, hand after hand; those of hand *i* are ``actions[starts[i]:starts[i + 1]]``, with ``starts``
    int64 of shape (N + 1,).

    >>> import numpy as np
    >>> from athanor import CardSet, FOUR_ALCHIMIQUE, Game
    >>> starts, actions = all_melds_many(np.array([CardSet("5s 6s JK").words], np.uint64), FOUR_ALCHIMIQUE)
    >>> starts, [Game(FOUR_ALCHIMIQUE).action_text(action) for action in actions]
    (array([0, 2]), ['run 4 JK 5s 6s', 'run 5 5s 6s JK'])

    Raises ArgumentError for a wrong dtype, shape or number of threads, CardError for a row with bits that are no cards.
    """
    import numpy as np

    from ._core.meld_arrays import count_melds, list_melds

    rule_set = check_rules(rules).core
    check_hands(hands)
    starts = np.zeros(len(hands) + 1, np.int64)
    counts = starts[1:]
    _fill(hands, threads, lambda some: count_melds(rule_set, hands[some], counts[some]))
    np.cumsum(counts, out=counts)
    actions = np.empty(starts[-1], np.uint16)

    def list_some(some: slice) -> int:
        list_melds(rule_set, hands[some], starts[some], actions)
        return -1

    _fill(hands, threads, list_some)
    return starts, actions


def check_hands(hands: NDArray[np.uint64]) -> None:
    """ArgumentError unless this is an array of hands as words."""
    import numpy as np

    check_array("hands", hands, np.dtype(np.uint64))
    if hands.ndim != 2 or hands.shape[1] != 2:
        raise ArgumentError(f"hands has the shape {hands.shape}: it must be (N, 2), the words of CardSets")
    if not hands.flags.aligned:
        raise ArgumentError("hands is not aligned: give a copy, hands.copy()")


def _fill(hands: NDArray[np.uint64], threads: int, call: Callable[[slice], int]) -> None:
    """Have the core called for all rows; the error of the first one that it stopped at."""
    check_threads(threads)
    row = first_wrong_row(len(hands), threads, lambda first, end: call(slice(first, end)), CALL_ROWS)
    if row is not None:
        raise _what_is_wrong(row, *hands[row].tolist())


def _what_is_wrong(row: int, naturals: int, wilds: int) -> ArgumentError | CardError:
    if naturals >> NATURAL_BITS:
        return CardError(f"row {row} of hands is no hand: its first word has bits above the {NATURAL_BITS} naturals")
    if wilds >> WILD_BITS:
        return CardError(f"row {row} of hands is no hand: its second word has bits above the {WILD_BITS} wild cards")
    size = len(CardSet.from_words(naturals, wilds))
    return too_many_plans(f"the {size} cards of row {row} of hands")
