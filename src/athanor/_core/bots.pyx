"""Which part of the greedy bot answers in each phase."""

from .greedy cimport greedy_answer, greedy_discard, greedy_force, greedy_keep, greedy_play
from .state cimport ANSWER, DISCARD, FORCE, KEEP

BOT_CODES = {"random": RANDOM_BOT, "greedy": GREEDY_BOT}
EXTERNAL_CODE = EXTERNAL_BOT


cdef int greedy_choice(const Rules* rules, const State* s, const Legal* legal, Rng* rng) noexcept nogil:
    if s.phase == DISCARD:
        return greedy_discard(rules, s, legal)
    if s.phase == FORCE:
        return greedy_force(rules, s, rng)
    if s.phase == ANSWER:
        return greedy_answer(rules, s, legal, rng)
    if s.phase == KEEP:
        return greedy_keep(rules, s, legal, rng)
    return greedy_play(rules, s, legal)
