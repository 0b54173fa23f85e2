"""Who chooses: the bots that play whole games inside the core."""

from .lay cimport Legal
from .rng cimport Rng
from .rules cimport Rules
from .state cimport State

cdef enum:
    RANDOM_BOT = 0
    GREEDY_BOT = 1
    EXTERNAL_BOT = 2            # chooses outside the core: the batch stops and waits for it


cdef int choose(int bot, const Rules* rules, const State* s, const Legal* legal, Rng* rng) noexcept nogil
