"""The random bot, and which part of the greedy one answers in each phase."""

from .greedy cimport greedy_answer, greedy_discard, greedy_force, greedy_keep, greedy_play
from .rng cimport below
from .state cimport ANSWER, DISCARD, FORCE, KEEP

BOT_CODES = {"random": RANDOM_BOT, "greedy": GREEDY_BOT}
EXTERNAL_CODE = EXTERNAL_BOT


cdef int choose(int bot, const Rules* rules, const State* s, const Legal* legal, Rng* rng) noexcept nogil:
    """One of the legal actions; what is hidden from the seat to act plays no part."""
    if bot == RANDOM_BOT:
        return legal.actions[below(rng, legal.count)]
    if s.phase == DISCARD:
        return greedy_discard(s, legal)
    if s.phase == FORCE:
        return greedy_force(rules, s, legal, rng)
    if s.phase == ANSWER:
        return greedy_answer(rules, s, legal, rng)
    if s.phase == KEEP:
        return greedy_keep(rules, s, legal, rng)
    return greedy_play(rules, s, legal)
