"""What players see of many games, a row for each in arrays of the caller.

Of a mask only the entries that change are written: each row remembers its legal actions, and they are cleared by that.
"""

from libc.stdint cimport int8_t, uint8_t, uint16_t
from libc.string cimport memcpy, memset

from .bits cimport fetch
from .lay cimport Legal
from .observe cimport observe, view_size
from .rules cimport Rules
from .state cimport State

cdef enum:
    FEW_LEGAL = 66              # legal actions that a row remembers: more are cleared all at once

cdef struct Remembered:
    uint16_t count
    uint16_t choices[FEW_LEGAL]

# Where the rows are; NULL what isn't wanted.
cdef struct GameRows:
    uint8_t* observations
    int8_t* mask
    uint8_t* bits
    Py_ssize_t view             # bytes of an observation
    Py_ssize_t num_actions
    Py_ssize_t bit_bytes


cdef void* rows_of(list owners, dict arrays, str name, Py_ssize_t bytes) except? NULL
cdef int fill_rows(GameRows* rows, list owners, dict arrays, int players, Py_ssize_t count,
                   Py_ssize_t num_actions) except -1


cdef inline void fetch_legal(const GameRows* rows, Py_ssize_t i, const Remembered* last) noexcept nogil:
    """Begin to fetch what clear_legal will write: masks of many games lie beyond every cache."""
    cdef int k
    if rows.mask == NULL:
        return
    for k in range(min(last.count, <int>FEW_LEGAL)):
        fetch(rows.mask + i * rows.num_actions + last.choices[k])


cdef inline void clear_legal(const GameRows* rows, Py_ssize_t i, const Remembered* last) noexcept nogil:
    """Clear from the masks what was legal when row i was last written."""
    cdef int8_t* mask = rows.mask
    cdef uint8_t* bits = rows.bits
    cdef int k
    if mask != NULL:
        mask += i * rows.num_actions
        if last.count > FEW_LEGAL:
            memset(mask, 0, rows.num_actions)
            return
        for k in range(last.count):
            mask[last.choices[k]] = 0
    elif bits != NULL:
        bits += i * rows.bit_bytes
        if last.count > FEW_LEGAL:
            memset(bits, 0, rows.bit_bytes)
            return
        for k in range(last.count):
            bits[last.choices[k] >> 3] = 0


cdef inline void write_legal(const GameRows* rows, Py_ssize_t i, const Legal* legal, Remembered* last) noexcept nogil:
    """Write the legal actions into the masks of row i, which are clear, and remember them."""
    cdef int8_t* mask = rows.mask
    cdef uint8_t* bits = rows.bits
    cdef int k
    last.count = <uint16_t>legal.count
    memcpy(last.choices, legal.actions, min(legal.count, FEW_LEGAL) * sizeof(uint16_t))
    if mask != NULL:
        mask += i * rows.num_actions
        for k in range(legal.count):
            mask[legal.actions[k]] = 1
    elif bits != NULL:
        bits += i * rows.bit_bytes
        for k in range(legal.count):
            bits[legal.actions[k] >> 3] |= 1 << (legal.actions[k] & 7)


cdef inline void write_view(const GameRows* rows, Py_ssize_t i, const Rules* rules, const State* s) noexcept nogil:
    """Write into row i what the player to act sees, seat 0 once the game is over."""
    cdef uint8_t* row = rows.observations + i * rows.view
    memset(row, 0, rows.view)
    observe(rules, s, s.current, row)
