"""The loop of simulate: games of one seed, at one table or at many side by side, without the interpreter.

A table plays one game after the other. Where a bot outside the core is to choose it waits, while others go on.
"""

from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

from .bots cimport EXTERNAL_BOT, choose
from .deal cimport clear_state, start_deal
from .engine cimport advance, apply_action, legal_actions
from .game_rows cimport FEW_LEGAL, clear_legal, fill_rows, rows_of, write_legal, write_view
from .handle cimport Origin, StateHandle
from .lay cimport Legal
from .log cimport ATOUT_EVENT, DEAL_END_EVENT, EXHAUSTED, FOLLOWED, GAIN_EVENT, SHOW_EVENT, Event
from .poker cimport category_of
from .rng cimport SEAT_STREAM, next_u64, seed_rng
from .rules cimport Rules
from .state cimport NOBODY

cdef enum:
    LOG_ROOM = 4096             # events after which a long game is counted so far
    UNUSED_BITS = 11            # of a random word: a double holds 53
    COUNTED_EVENTS = 1 << GAIN_EVENT | 1 << SHOW_EVENT | 1 << ATOUT_EVENT | 1 << DEAL_END_EVENT

cdef double UNIT = 1.0 / (1 << 53)

ROW_BYTES = sizeof(Row)


cdef class Views:
    """What a bot outside sees of the games that wait for it: a row each in arrays of the caller, for so many tables."""

    def __cinit__(self, RuleSet rules not None, Py_ssize_t room, Py_ssize_t num_actions, dict arrays not None):
        self.owners = []
        self.room = room
        fill_rows(&self.rows, self.owners, arrays, rules.options.players, room, num_actions)
        self.draws = <double*>rows_of(self.owners, arrays, "draws", room * sizeof(double))
        self.legal = <Remembered*>calloc(room, sizeof(Remembered))
        self.tables = <int32_t*>calloc(room, sizeof(int32_t))
        if self.legal == NULL or self.tables == NULL:
            raise MemoryError(f"no memory for {room} rows")

    def __dealloc__(self):
        free(self.legal)
        free(self.tables)

    def shown(self, int count):
        """The tables of the first rows."""
        return [self.tables[row] for row in range(count)]


cdef class Batch:
    """Games index to end - 1 of a seed at so many tables; rows is room for ROW_BYTES a game, or None.

    Bots are codes, one a seat; EXTERNAL_BOT and above are outside. Without signature only the events that are counted
    are logged.
    """

    def __cinit__(self, RuleSet rules not None, list bots not None, uint64_t seed, uint64_t index, uint64_t end,
                  uint8_t[::1] rows=None, bint signature=True, int tables=1):
        self.rule_set = rules
        self.seed = seed
        self.first = index
        self.index = index
        self.end = end
        self.rows = NULL
        self.log.ignored = 0 if signature else ~<uint32_t>COUNTED_EVENTS
        for seat, bot in enumerate(bots):
            self.bots[seat] = bot
            self.external |= bot >= EXTERNAL_BOT
        if rows is not None and end > index:
            if <uint64_t>rows.shape[0] < (end - index) * sizeof(Row):
                raise ValueError("too little room for the rows")
            self.rows_owner = rows
            self.rows = <Row*>&rows[0]
        self.origins = [None] * tables
        self.histories = [None] * tables
        self.at = <Table*>calloc(tables, sizeof(Table))
        if self.at == NULL:
            raise MemoryError(f"no memory for {tables} tables")
        self.tables = tables

    def __dealloc__(self):
        cdef int table
        for table in range(self.tables):
            free(self.at[table].actions)
        free(self.at)
        free(self.log.events)

    def run(self, long long decisions):
        """Play about so many decisions more; False once every game is over.

        Stops early once every table waits for a bot outside or is done, and is then ``settled``: look who is
        ``waiting``, and answer.
        """
        cdef bint going
        with nogil:
            going = run_batch(self, decisions)
        if self.log.failed:
            raise MemoryError
        return going

    def waiting(self, int bot):
        """The tables that wait for the bot of that code."""
        return [table for table in range(self.tables) if waits_for(self, &self.at[table], bot)]

    def show(self, int table, game, StateHandle empty not None):
        """Make an empty state the one at which a table waits, with all that led to it."""
        cdef Table* at = &self.at[table]
        cdef Origin origin
        if at.told == 0:
            origin = Origin.__new__(Origin)
            clear_state(&self.rule_set.options, &origin.state, self.seed, at.index)
            self.origins[table] = origin
            self.histories[table] = None
        while at.told < at.action_count:
            self.histories[table] = (self.histories[table], at.actions[at.told])
            at.told += 1
        empty.resume(game, self.rule_set, self.origins[table], self.histories[table], &at.state)
        return empty

    def answer(self, int table, int action):
        """Carry out the choice at which a table waits; it must be legal."""
        answer(self, &self.at[table], action)
        if self.log.failed:
            raise MemoryError

    def show_rows(self, int bot, Views views not None):
        """Show the bot of that code the games that wait for it, from row 0 on; how many there are."""
        cdef Py_ssize_t count
        if views.room < self.tables:
            raise ValueError("too few rows for the tables")
        with nogil:
            count = show_rows(self, bot, views)
        return count

    def answer_rows(self, Views views not None, const int64_t[::1] actions not None):
        """Carry out the choices for the rows last shown; or none, and the first row whose choice is not legal, else -1.
        """
        cdef Py_ssize_t wrong
        with nogil:
            wrong = first_illegal(self, views, &actions[0], actions.shape[0])
            if wrong < 0:
                answer_rows(self, views, &actions[0], actions.shape[0])
        if self.log.failed:
            raise MemoryError
        return wrong

    def game_index(self, int table):
        """The index of the game being played at a table."""
        return self.at[table].index

    @property
    def finished(self):
        """Games over so far."""
        return self.tally.games

    @property
    def finished_games(self):
        """Which they are, in order, as numbers counted from the first."""
        playing = {self.at[table].index for table in range(self.tables) if self.at[table].playing}
        return [index - self.first for index in range(self.first, self.index) if index not in playing]

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


cdef inline bint waits_for(Batch batch, const Table* table, int bot) noexcept nogil:
    return table.playing and batch.bots[table.state.current] == bot


cdef inline bint waits(Batch batch, const Table* table) noexcept nogil:
    return table.playing and batch.bots[table.state.current] >= EXTERNAL_BOT


cdef bint run_batch(Batch batch, int64_t decisions) noexcept nogil:
    """Play on at each table; whether some game is not over, or it isn't known yet."""
    cdef bint going = False
    cdef int i
    batch.settled = False
    for i in range(batch.tables):
        decisions = run_table(batch, &batch.at[i], decisions)
        if decisions <= 0 or batch.log.failed:
            return True
        going |= batch.at[i].playing
    batch.settled = True
    return going


cdef int64_t run_table(Batch batch, Table* table, int64_t decisions) noexcept nogil:
    """Play on until a bot outside is to choose, no game is left or the decisions are made; how many are left of them.
    """
    cdef const Rules* rules = &batch.rule_set.options
    cdef State* s = &table.state
    cdef Legal legal
    if waits(batch, table):
        return decisions
    if table.playing:
        advance(rules, s, &legal, &batch.log)
    while decisions > 0 and not batch.log.failed:
        if table.playing:
            play(batch, table, choose(batch.bots[s.current], rules, s, &legal, &table.streams[s.current]), &legal)
            decisions -= 1
        elif batch.index < batch.end:
            begin_game(batch, table, &legal)
        else:
            break
        if waits(batch, table):
            break
    count_events(batch, table)
    return decisions


cdef void begin_game(Batch batch, Table* table, Legal* legal) noexcept nogil:
    """Deal the next game."""
    cdef const Rules* rules = &batch.rule_set.options
    cdef int seat
    table.index = batch.index
    batch.index += 1
    clear_state(rules, &table.state, batch.seed, table.index)
    for seat in range(rules.players):
        seed_rng(&table.streams[seat], batch.seed, table.index, SEAT_STREAM + seat)
    memset(&table.current, 0, sizeof(Tally))
    table.action_count = 0
    table.told = 0
    table.hash = table.index
    table.playing = True
    start_deal(rules, &table.state, NULL, &batch.log)
    advance(rules, &table.state, legal, &batch.log)
    if legal.count == 0:
        end_game(batch, table)


cdef void play(Batch batch, Table* table, int action, Legal* legal) noexcept nogil:
    """One decision and what follows from it."""
    cdef const Rules* rules = &batch.rule_set.options
    if batch.external:
        remember(batch, table, action)
    apply_action(rules, &table.state, action, False, &batch.log)
    advance(rules, &table.state, legal, &batch.log)
    table.current.decisions += 1
    if batch.log.count >= LOG_ROOM:
        count_events(batch, table)
    if legal.count == 0:
        end_game(batch, table)


cdef void answer(Batch batch, Table* table, int action) noexcept nogil:
    """A decision made outside."""
    cdef Legal legal
    play(batch, table, action, &legal)
    count_events(batch, table)


cdef Py_ssize_t show_rows(Batch batch, int bot, Views views) noexcept nogil:
    cdef const Rules* rules = &batch.rule_set.options
    cdef Py_ssize_t row = 0
    cdef Legal legal
    cdef State* s
    cdef int i
    for i in range(batch.tables):
        if not waits_for(batch, &batch.at[i], bot):
            continue
        s = &batch.at[i].state
        legal_actions(rules, s, &legal)
        clear_legal(&views.rows, row, &views.legal[row])
        write_legal(&views.rows, row, &legal, &views.legal[row])
        write_view(&views.rows, row, rules, s)
        if views.draws != NULL:
            views.draws[row] = (next_u64(&batch.at[i].streams[s.current]) >> UNUSED_BITS) * UNIT
        views.tables[row] = i
        row += 1
    return row


cdef bint is_choice(Batch batch, Views views, Py_ssize_t row, int64_t action) noexcept nogil:
    """Whether an action is legal in the game of a row."""
    cdef const Remembered* shown = &views.legal[row]
    cdef const uint16_t* choices = shown.choices
    cdef Legal legal
    cdef int k
    if shown.count > FEW_LEGAL:
        legal_actions(&batch.rule_set.options, &batch.at[views.tables[row]].state, &legal)
        choices = legal.actions
    for k in range(shown.count):
        if choices[k] == action:
            return True
    return False


cdef Py_ssize_t first_illegal(Batch batch, Views views, const int64_t* actions, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t row
    for row in range(count):
        if not is_choice(batch, views, row, actions[row]):
            return row
    return -1


cdef void answer_rows(Batch batch, Views views, const int64_t* actions, Py_ssize_t count) noexcept nogil:
    cdef Py_ssize_t row
    for row in range(count):
        answer(batch, &batch.at[views.tables[row]], <int>actions[row])


cdef void remember(Batch batch, Table* table, int action) noexcept nogil:
    """Keep a choice, so that external bots can be told the game so far."""
    cdef uint16_t* actions
    cdef size_t room
    if table.action_count == table.action_room:
        room = 2 * table.action_room if table.action_room else 256
        actions = <uint16_t*>realloc(table.actions, room * sizeof(uint16_t))
        if actions == NULL:
            batch.log.failed = True
            return
        table.actions = actions
        table.action_room = room
    table.actions[table.action_count] = <uint16_t>action
    table.action_count += 1


cdef void end_game(Batch batch, Table* table) noexcept nogil:
    """Add the finished game to the sums: an interrupted one never counts in part."""
    cdef State* s = &table.state
    cdef Tally* game = &table.current
    count_events(batch, table)
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
        write_row(&batch.rows[table.index - batch.first], table)
    batch.hash_sum += table.hash
    table.playing = False


cdef void write_row(Row* row, const Table* table) noexcept nogil:
    cdef const State* s = &table.state
    cdef int seat
    row.index = table.index
    row.decisions = <uint32_t>table.current.decisions
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


cdef void count_events(Batch batch, Table* table) noexcept nogil:
    """Count what the log holds and empty it; the events of a showdown are never split over two calls."""
    cdef Tally* game = &table.current
    cdef const Event* event
    cdef uint32_t best = 0
    cdef size_t i
    for i in range(batch.log.count):
        event = &batch.log.events[i]
        table.hash = hash_event(table.hash, event)
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
