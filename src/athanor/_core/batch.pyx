"""The loop of simulate: games of one seed, one after the other, without the interpreter."""

from libc.stdlib cimport free, realloc
from libc.string cimport memset

from .bots cimport EXTERNAL_BOT, choose
from .deal cimport clear_state, start_deal
from .engine cimport advance, apply_action
from .handle cimport StateHandle
from .lay cimport Legal
from .log cimport ATOUT_EVENT, DEAL_END_EVENT, EXHAUSTED, FOLLOWED, GAIN_EVENT, SHOW_EVENT, Event
from .poker cimport category_of
from .rng cimport SEAT_STREAM, seed_rng
from .rules cimport Rules
from .state cimport NOBODY

cdef enum:
    LOG_ROOM = 4096             # events after which a long game is counted so far
    COUNTED_EVENTS = 1 << GAIN_EVENT | 1 << SHOW_EVENT | 1 << ATOUT_EVENT | 1 << DEAL_END_EVENT


ROW_BYTES = sizeof(Row)


cdef class Batch:
    """Games index to end - 1 of a seed; bots are codes, one a seat; rows is room for ROW_BYTES a game, or None.

    Without signature only the events that are counted are logged.
    """

    def __cinit__(self, RuleSet rules not None, list bots not None, uint64_t seed, uint64_t index, uint64_t end,
                  uint8_t[::1] rows=None, bint signature=True):
        self.rule_set = rules
        self.seed = seed
        self.first = index
        self.index = index
        self.end = end
        self.rows = NULL
        self.actions = NULL
        self.log.ignored = 0 if signature else ~<uint32_t>COUNTED_EVENTS
        for seat, bot in enumerate(bots):
            self.bots[seat] = bot
            self.external |= bot == EXTERNAL_BOT
        if rows is not None and end > index:
            if <uint64_t>rows.shape[0] < (end - index) * sizeof(Row):
                raise ValueError("too little room for the rows")
            self.rows_owner = rows
            self.rows = <Row*>&rows[0]

    def __dealloc__(self):
        free(self.log.events)
        free(self.actions)

    def run(self, long long decisions):
        """Play about so many decisions more; False once every game is over.

        Stops early where an external bot is to choose: look at ``waiting``, then ``answer``.
        """
        cdef bint going
        with nogil:
            going = run_batch(self, decisions)
        if self.log.failed:
            raise MemoryError
        return going

    @property
    def waiting(self):
        """The seat of the external bot that is to choose, or -1."""
        if self.playing and self.external and self.bots[self.state.current] == EXTERNAL_BOT:
            return self.state.current
        return -1

    def show(self, game, StateHandle empty not None):
        """Make an empty state the one at which the external bot chooses, with all that led to it."""
        if self.told == 0:
            self.origin = Origin.__new__(Origin)
            clear_state(&self.rule_set.options, &self.origin.state, self.seed, self.index)
            self.history = None
        while self.told < self.action_count:
            self.history = (self.history, self.actions[self.told])
            self.told += 1
        empty.resume(game, self.rule_set, self.origin, self.history, &self.state)
        return empty

    def answer(self, int action):
        """Carry out the choice of the external bot; it must be legal."""
        cdef Legal legal
        play(self, action, &legal)
        if self.log.failed:
            raise MemoryError

    @property
    def game_index(self):
        """The index of the game being played."""
        return self.index

    @property
    def finished(self):
        """Games over so far."""
        return self.tally.games

    @property
    def signature(self):
        """One number of 64 bits for all that happened in the finished games, in any order; None if not asked for."""
        return None if self.log.ignored else self.hash_sum

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
    while decisions > 0 and not batch.log.failed:
        if not batch.playing:
            if batch.index == batch.end:
                return False
            begin_game(batch, &legal)
        while batch.playing and decisions > 0:
            if batch.bots[s.current] == EXTERNAL_BOT:
                return True
            play(batch, choose(batch.bots[s.current], rules, s, &legal, &batch.streams[s.current]), &legal)
            decisions -= 1
    return batch.playing or batch.index < batch.end


cdef void begin_game(Batch batch, Legal* legal) noexcept nogil:
    cdef const Rules* rules = &batch.rule_set.options
    cdef int seat
    clear_state(rules, &batch.state, batch.seed, batch.index)
    for seat in range(rules.players):
        seed_rng(&batch.streams[seat], batch.seed, batch.index, SEAT_STREAM + seat)
    memset(&batch.current, 0, sizeof(Tally))
    batch.log.count = 0
    batch.action_count = 0
    batch.told = 0
    batch.hash = batch.index
    batch.playing = True
    start_deal(rules, &batch.state, NULL, &batch.log)
    advance(rules, &batch.state, legal, &batch.log)
    if legal.count == 0:
        end_game(batch)


cdef void play(Batch batch, int action, Legal* legal) noexcept nogil:
    """One decision and what follows from it."""
    cdef const Rules* rules = &batch.rule_set.options
    if batch.external:
        remember(batch, action)
    apply_action(rules, &batch.state, action, False, &batch.log)
    advance(rules, &batch.state, legal, &batch.log)
    batch.current.decisions += 1
    if batch.log.count >= LOG_ROOM:
        count_events(batch)
    if legal.count == 0:
        end_game(batch)


cdef void remember(Batch batch, int action) noexcept nogil:
    """Keep a choice, so that external bots can be told the game so far."""
    cdef uint16_t* actions
    cdef size_t room
    if batch.action_count == batch.action_room:
        room = 2 * batch.action_room if batch.action_room else 256
        actions = <uint16_t*>realloc(batch.actions, room * sizeof(uint16_t))
        if actions == NULL:
            batch.log.failed = True
            return
        batch.actions = actions
        batch.action_room = room
    batch.actions[batch.action_count] = <uint16_t>action
    batch.action_count += 1


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
    if batch.rows != NULL:
        write_row(&batch.rows[batch.index - batch.first], batch)
    batch.hash_sum += batch.hash
    batch.playing = False
    batch.index += 1


cdef void write_row(Row* row, Batch batch) noexcept nogil:
    cdef const State* s = &batch.state
    cdef int seat
    row.index = batch.index
    row.decisions = <uint32_t>batch.current.decisions
    row.turns = s.turn
    row.deals = s.deal
    row.winner = s.winner
    row.truncated = s.truncated
    row.unused = 0
    for seat in range(MAX_PLAYERS):
        row.stones[seat] = s.stones[seat]


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
