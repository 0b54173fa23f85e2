"""The loop of simulate: games of one seed, one after the other, without the interpreter."""

from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport free
from libc.string cimport memset

from .bots cimport choose
from .deal cimport clear_state, start_deal
from .engine cimport advance, apply_action
from .lay cimport Legal
from .log cimport ATOUT_EVENT, DEAL_END_EVENT, EXHAUSTED, FOLLOWED, GAIN_EVENT, SHOW_EVENT, Event
from .poker cimport category_of
from .rng cimport SEAT_STREAM, seed_rng
from .rules cimport Rules
from .state cimport NOBODY

cdef enum:
    LOG_ROOM = 4096             # events after which a long game is counted so far


cdef class Batch:
    """Games index to end - 1 of a seed; bots are codes, one a seat."""

    def __cinit__(self, RuleSet rules not None, list bots not None, uint64_t seed, uint64_t index, uint64_t end):
        self.rule_set = rules
        self.seed = seed
        self.index = index
        self.end = end
        for seat, bot in enumerate(bots):
            self.bots[seat] = bot

    def __dealloc__(self):
        free(self.log.events)

    def run(self, long long decisions):
        """Play about so many decisions more; False once every game is over."""
        cdef bint going
        with nogil:
            going = run_batch(self, decisions)
        if self.log.failed:
            raise MemoryError
        return going

    @property
    def finished(self):
        """Games over so far."""
        return self.tally.games

    @property
    def signature(self):
        """One number for all that happened in the finished games, whatever their order; 64 bits."""
        return self.hash_sum

    def counts(self):
        """The sums so far, over finished games only."""
        cdef Tally* t = &self.tally
        return {
            "games": t.games,
            "decisions": t.decisions,
            "truncated": t.truncated,
            "deals": t.deals,
            "deals_squared": t.deals_squared,
            "turns": t.turns,
            "turns_squared": t.turns_squared,
            "ties": t.ties,
            "atout_ties": t.atout_ties,
            "wins": [t.wins[i] for i in range(self.rule_set.options.players)],
            "deal_ends": [t.deal_ends[i] for i in range(DEAL_ENDS)],
            "categories": [t.categories[i] for i in range(CATEGORIES)],
            "gains": [t.gains[i] for i in range(GAIN_SOURCES)],
        }


cdef bint run_batch(Batch batch, int64_t decisions) noexcept nogil:
    cdef const Rules* rules = &batch.rule_set.options
    cdef State* s = &batch.state
    cdef Legal legal
    if batch.playing:
        advance(rules, s, &legal, &batch.log)
    while decisions > 0:
        if not batch.playing:
            if batch.index == batch.end:
                return False
            begin_game(batch, &legal)
        while legal.count and decisions > 0:
            apply_action(rules, s, choose(batch.bots[s.current], rules, s, &legal, &batch.streams[s.current]),
                         False, &batch.log)
            advance(rules, s, &legal, &batch.log)
            batch.current.decisions += 1
            decisions -= 1
            if batch.log.count >= LOG_ROOM:
                count_events(batch)
        if legal.count == 0:
            end_game(batch)
    return batch.playing or batch.index < batch.end


cdef void begin_game(Batch batch, Legal* legal) noexcept nogil:
    cdef const Rules* rules = &batch.rule_set.options
    cdef int seat
    clear_state(rules, &batch.state, batch.seed, batch.index)
    for seat in range(rules.players):
        seed_rng(&batch.streams[seat], batch.seed, batch.index, SEAT_STREAM + seat)
    memset(&batch.current, 0, sizeof(Tally))
    batch.log.count = 0
    batch.hash = batch.index
    batch.playing = True
    start_deal(rules, &batch.state, NULL, &batch.log)
    advance(rules, &batch.state, legal, &batch.log)


cdef void end_game(Batch batch) noexcept nogil:
    """Add the finished game to the sums: an interrupted one never counts in part."""
    cdef State* s = &batch.state
    cdef Tally* game = &batch.current
    count_events(batch)
    game.games = 1
    game.truncated = s.truncated
    game.deals = s.deal
    game.deals_squared = <int64_t>s.deal * s.deal
    game.turns = s.turn
    game.turns_squared = <int64_t>s.turn * s.turn
    if s.winner != NOBODY:
        game.wins[s.winner] = 1
    add_tally(&batch.tally, game)
    batch.hash_sum += batch.hash
    batch.playing = False
    batch.index += 1


cdef void add_tally(Tally* total, const Tally* game) noexcept nogil:
    cdef int64_t* sums = <int64_t*>total
    cdef const int64_t* more = <const int64_t*>game
    cdef size_t i
    for i in range(sizeof(Tally) // sizeof(int64_t)):
        sums[i] += more[i]


cdef inline uint64_t hash_event(uint64_t hash, const Event* event) noexcept nogil:
    """The hash so far and one more event, spread over all bits by a multiplication."""
    cdef uint64_t word = (<uint64_t>event.value << 32 | <uint64_t>event.kind << 16
                          | <uint64_t><uint8_t>event.seat << 8 | event.detail)
    hash = (hash ^ word) * <uint64_t>0x9E3779B97F4A7C15
    return hash ^ hash >> 32


cdef void count_events(Batch batch) noexcept nogil:
    """Count what the log holds and empty it; the events of a showdown are never split over two calls."""
    cdef Tally* game = &batch.current
    cdef const Event* event
    cdef uint32_t best = 0
    cdef size_t i
    for i in range(batch.log.count):
        event = &batch.log.events[i]
        batch.hash = hash_event(batch.hash, event)
        if event.kind == GAIN_EVENT:
            game.gains[event.detail] += event.value
        elif event.kind == SHOW_EVENT:
            best = max(best, event.value)
        elif event.kind == ATOUT_EVENT:
            game.atout_ties += 1
        elif event.kind == DEAL_END_EVENT:
            game.deal_ends[event.detail] += 1
            if event.detail == FOLLOWED or event.detail == EXHAUSTED:
                game.categories[category_of(best)] += 1
                game.ties += event.seat == NOBODY
            best = 0
    batch.log.count = 0
