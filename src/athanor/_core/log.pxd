"""What happened in a game, one small record an event; a NULL log records nothing."""

from libc.stdint cimport int8_t, uint8_t, uint32_t
from libc.stdlib cimport realloc

cdef enum:
    ACTION_EVENT = 0            # seat, value: the action
    DEAL_EVENT = 1              # seat: opener
    DRAW_EVENT = 2              # seat, value: the card
    SHUFFLE_EVENT = 3           # value: cards in the new pile
    GAIN_EVENT = 4              # seat, detail: source, value: stones
    SHOW_EVENT = 5              # seat, detail: category, value: strength of the hand shown
    PAY_EVENT = 6               # seat, value: stones out of the pot
    DEAL_END_EVENT = 7          # seat: sole winner or NOBODY, detail: how
    ATOUT_EVENT = 8             # seat: the Atout tie-break decided for this one (R32)
    OUT_EVENT = 9               # seat: eliminated

    MELD_GAIN = 0               # sources of stones
    COMPLETION_GAIN = 1
    OWN_PAIR_GAIN = 2
    OTHER_PAIR_GAIN = 3
    GAIN_SOURCES = 4

    FOLLOWED = 0                # how a deal ended
    UNCONTESTED = 1
    EXHAUSTED = 2
    VOID = 3
    DEAL_ENDS = 4

cdef struct Event:
    uint8_t kind
    int8_t seat
    uint8_t detail
    uint8_t automatic
    uint32_t value

cdef struct Log:
    Event* events
    size_t count
    size_t capacity
    uint32_t ignored            # kinds of events that nobody will read, as a mask
    bint failed                 # memory ran out: later events are lost, and the caller must say so


cdef inline void record(Log* log, int kind, int seat, int detail, uint32_t value, bint automatic) noexcept nogil:
    cdef Event* events
    cdef Event* event
    cdef size_t capacity
    if log == NULL or (log.ignored >> kind) & 1:
        return
    if log.count == log.capacity:
        capacity = 2 * log.capacity if log.capacity else 64
        events = <Event*>realloc(log.events, capacity * sizeof(Event))
        if events == NULL:
            log.failed = True
            return
        log.events = events
        log.capacity = capacity
    event = &log.events[log.count]
    event.kind = <uint8_t>kind
    event.seat = <int8_t>seat
    event.detail = <uint8_t>detail
    event.value = value
    event.automatic = automatic
    log.count += 1
