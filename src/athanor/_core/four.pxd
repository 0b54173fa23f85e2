"""The Four: who may force it, the answers, the cards kept, the showdown and the pot (R18, R24, R26-R34)."""

from libc.stdint cimport int32_t

from .bits cimport Cards
from .log cimport Log
from .rules cimport Rules
from .state cimport State

cdef int32_t most_stake(const Rules* rules, const State* s) noexcept nogil
cdef int count_answers(const Rules* rules, const State* s) noexcept nogil
cdef Cards keepable(const Rules* rules, const State* s) noexcept nogil
cdef int count_keeps(const Rules* rules, const State* s) noexcept nogil
cdef void force(const Rules* rules, State* s, int32_t stake) noexcept nogil
cdef void answer(const Rules* rules, State* s, int action) noexcept nogil
cdef void keep(const Rules* rules, State* s, int card) noexcept nogil
cdef bint resume_keeping(const Rules* rules, State* s) noexcept nogil
cdef void open_exhausted(const Rules* rules, State* s) noexcept nogil
cdef void settle_four(const Rules* rules, State* s, Log* log) noexcept nogil
cdef void void_deal(const Rules* rules, State* s, Log* log) noexcept nogil
