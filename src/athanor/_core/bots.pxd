"""Who chooses: the bots that play whole games inside the core; the random one is inline."""

from .engine cimport list_choices, nth_choice
from .lay cimport Legal
from .rng cimport Rng, below
from .rules cimport Rules
from .state cimport State

cdef enum:
    RANDOM_BOT = 0
    GREEDY_BOT = 1
    EXTERNAL_BOT = 2            # chooses outside the core: the batch stops and waits for it


cdef int greedy_choice(const Rules* rules, const State* s, const Legal* legal, Rng* rng) noexcept nogil


cdef inline int choose(int bot, const Rules* rules, const State* s, Legal* legal, Rng* rng) noexcept nogil:
    """One of the legal actions counted; what is hidden from the seat to act plays no part."""
    if bot == RANDOM_BOT:
        return nth_choice(rules, s, legal, below(rng, legal.count))
    list_choices(rules, s, legal)
    return greedy_choice(rules, s, legal, rng)
