"""The steps of a vector of games. Python owns the arrays, checks what comes from users, and shares out the threads."""

from libc.stdint cimport uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from .bits cimport fetch
from .deal cimport clear_state, start_deal
from .engine cimport advance, apply_action, legal_actions, list_choices
from .game_rows cimport FEW_LEGAL, clear_legal, fetch_legal, fill_rows, rows_of, write_legal, write_view
from .handle cimport Origin, StateHandle
from .lay cimport Legal
from .rng cimport SUBSTITUTE_STREAM, below, seed_rng
from .rules cimport Rules
from .state cimport NOBODY, OVER

cdef enum:
    CACHE_LINE = 64
    ATTEMPTS = 100              # games without a choice that are passed over, lest rules without any never return

ENV_BYTES = sizeof(Env)
MOST_LISTED = LIST_WIDTH
AUTORESETS = {"next_step": NEXT_STEP, "same_step": SAME_STEP, "off": NEVER}


cdef class Envs:
    """The games of a vector, and the arrays that they are written to."""

    def __cinit__(self, RuleSet rules not None, Py_ssize_t count, Py_ssize_t num_actions, int autoreset,
                  dict arrays not None):
        cdef int players = rules.options.players
        self.rule_set = rules
        self.autoreset = autoreset
        self.owners = []
        self.count = count
        fill_rows(&self.rows, self.owners, arrays, players, count, num_actions)
        self.final_rows.view = self.rows.view
        self.final_rows.observations = <uint8_t*>self.array_of(arrays, "final_observations", self.rows.view)
        self.arrays.listed = <uint16_t*>self.array_of(arrays, "legal_actions", LIST_WIDTH * sizeof(uint16_t))
        self.arrays.listed_count = <uint16_t*>self.array_of(arrays, "legal_count", sizeof(uint16_t))
        self.arrays.current_player = <int8_t*>self.array_of(arrays, "current_player", 1)
        self.arrays.rewards = <float*>self.array_of(arrays, "rewards", players * sizeof(float))
        self.arrays.terminated = <uint8_t*>self.array_of(arrays, "terminated", 1)
        self.arrays.truncated = <uint8_t*>self.array_of(arrays, "truncated", 1)
        self.arrays.illegal = <uint8_t*>self.array_of(arrays, "illegal", 1)
        self.envs = <Env*>calloc(count, sizeof(Env))
        if self.envs == NULL:
            raise MemoryError(f"no memory for {count} environments")

    def __dealloc__(self):
        free(self.envs)

    cdef void* array_of(self, dict arrays, str name, Py_ssize_t row_bytes) except? NULL:
        return rows_of(self.owners, arrays, name, self.count * row_bytes)

    def reset(self, const uint8_t[::1] chosen, seed, Py_ssize_t first, Py_ssize_t last):
        """Begin new games in those chosen (None: all): the first of a seed, or where it is None the next of theirs."""
        cdef bint reseed = seed is not None
        cdef uint64_t new_seed = seed if reseed else 0
        cdef const uint8_t* flags = NULL if chosen is None else &chosen[0]
        with nogil:
            reset_range(self, flags, reseed, new_seed, first, last)

    def first_illegal(self, const int64_t[::1] actions not None):
        """The first game of which the action is not legal, -1 if there is none; games that are over take any."""
        cdef Py_ssize_t found
        with nogil:
            found = find_illegal(self, &actions[0])
        return found

    def step(self, const int64_t[::1] actions not None, Py_ssize_t first, Py_ssize_t last):
        """Apply an action in each game from first to last - 1; how many were illegal and replaced by random ones."""
        cdef Py_ssize_t illegal
        with nogil:
            illegal = step_range(self, &actions[0], first, last)
        return illegal

    def copy_into(self, Py_ssize_t i, StateHandle state not None, game):
        """Give the situation of a game to a state."""
        cdef Origin origin = Origin.__new__(Origin)
        origin.state = self.envs[i].state
        state.start_from(game, self.rule_set, origin)

    def game_of(self, Py_ssize_t i):
        """Seed and index of a game."""
        return self.envs[i].seed, self.envs[i].index


cdef inline void write_list(Envs all, Py_ssize_t i, const Legal* legal) noexcept nogil:
    """Write the legal actions; of more than a row holds, the first ones and the last."""
    cdef uint16_t* row = all.arrays.listed + i * LIST_WIDTH
    cdef int shown = min(legal.count, LIST_WIDTH)
    memcpy(row, legal.actions, shown * sizeof(uint16_t))
    if shown < legal.count:
        row[shown - 1] = legal.actions[legal.count - 1]
    all.arrays.listed_count[i] = <uint16_t>shown


cdef inline void write_situation(Envs all, Py_ssize_t i, const Legal* legal) noexcept nogil:
    """What the player to act sees and may do; legal holds the actions counted."""
    cdef const State* s = &all.envs[i].state
    list_choices(&all.rule_set.options, s, legal)
    write_legal(&all.rows, i, legal, &all.envs[i].legal)
    if all.arrays.listed != NULL:
        write_list(all, i, legal)
    all.arrays.current_player[i] = NOBODY if s.phase == OVER else <int8_t>s.current
    if all.rows.observations != NULL:
        write_view(&all.rows, i, &all.rule_set.options, s)


cdef void write_outcome(Envs all, Py_ssize_t i) noexcept nogil:
    """The rewards of the step, and whether the game ended with it or before."""
    cdef const State* s = &all.envs[i].state
    cdef int players = all.rule_set.options.players
    cdef float* rewards = all.arrays.rewards + i * players
    cdef int seat
    all.arrays.terminated[i] = s.phase == OVER and not s.truncated
    all.arrays.truncated[i] = s.truncated
    for seat in range(players):
        rewards[seat] = 0
    if s.winner == NOBODY:
        return
    for seat in range(players):
        rewards[seat] = <float>(1.0 if seat == s.winner else -1.0 / (players - 1))


cdef void clear_outcome(Envs all, Py_ssize_t i) noexcept nogil:
    cdef int players = all.rule_set.options.players
    memset(all.arrays.rewards + i * players, 0, players * sizeof(float))
    all.arrays.terminated[i] = False
    all.arrays.truncated[i] = False


cdef void begin_game(Envs all, Py_ssize_t i, Legal* legal) noexcept nogil:
    """Deal the game that the seed and index of an environment name, or the first after it that asks for a choice."""
    cdef Env* env = &all.envs[i]
    cdef const Rules* rules = &all.rule_set.options
    for _ in range(ATTEMPTS):
        clear_state(rules, &env.state, env.seed, env.index)
        start_deal(rules, &env.state, NULL, NULL)
        advance(rules, &env.state, legal, NULL)
        if legal.count:
            break
        env.index += <uint64_t>all.count
    seed_rng(&env.substitutes, env.seed, env.index, SUBSTITUTE_STREAM)
    env.played = False


cdef void reset_range(Envs all, const uint8_t* chosen, bint reseed, uint64_t seed, Py_ssize_t first,
                      Py_ssize_t last) noexcept nogil:
    cdef Legal legal
    cdef Env* env
    cdef Py_ssize_t i
    for i in range(first, last):
        env = &all.envs[i]
        if chosen != NULL and not chosen[i]:
            continue
        if reseed:
            env.seed = seed
            env.index = <uint64_t>i
        elif env.played:
            env.index += <uint64_t>all.count
        clear_legal(&all.rows, i, &env.legal)
        clear_outcome(all, i)
        begin_game(all, i, &legal)
        write_situation(all, i, &legal)


cdef bint is_choice(Envs all, Py_ssize_t i, int64_t action, Legal* legal) noexcept nogil:
    """Whether an action is legal; leaves the list in legal where the game doesn't remember it."""
    cdef const Env* env = &all.envs[i]
    cdef const uint16_t* choices = env.legal.choices
    cdef int k
    if env.legal.count > FEW_LEGAL:
        legal_actions(&all.rule_set.options, &env.state, legal)
        choices = legal.actions
    for k in range(env.legal.count):
        if choices[k] == action:
            return True
    return False


cdef Py_ssize_t find_illegal(Envs all, const int64_t* actions) noexcept nogil:
    cdef Legal legal
    cdef Py_ssize_t i
    for i in range(all.count):
        if all.envs[i].legal.count and not is_choice(all, i, actions[i], &legal):
            return i
    return -1


cdef int legal_or_random(Envs all, Py_ssize_t i, int64_t action, Legal* legal) noexcept nogil:
    """The action if it is legal, else one at random; the array of illegal ones says which."""
    cdef Env* env = &all.envs[i]
    cdef uint32_t k
    all.arrays.illegal[i] = not is_choice(all, i, action, legal)
    if not all.arrays.illegal[i]:
        return <int>action
    k = below(&env.substitutes, env.legal.count)
    return legal.actions[k] if env.legal.count > FEW_LEGAL else env.legal.choices[k]


cdef void begin_next(Envs all, Py_ssize_t i, Legal* legal) noexcept nogil:
    all.envs[i].index += <uint64_t>all.count
    begin_game(all, i, legal)


cdef void step_over(Envs all, Py_ssize_t i, Legal* legal) noexcept nogil:
    """The step of a game that was over before: the next one begins, or nothing happens."""
    if all.arrays.illegal != NULL:
        all.arrays.illegal[i] = False
    if all.autoreset == NEVER:
        memset(all.arrays.rewards + i * all.rule_set.options.players, 0, all.rule_set.options.players * sizeof(float))
        return
    clear_outcome(all, i)
    begin_next(all, i, legal)
    write_situation(all, i, legal)


cdef void step_env(Envs all, Py_ssize_t i, int64_t asked, Legal* legal) noexcept nogil:
    cdef const Rules* rules = &all.rule_set.options
    cdef Env* env = &all.envs[i]
    cdef int action = <int>asked
    if all.arrays.illegal != NULL:
        action = legal_or_random(all, i, asked, legal)
    clear_legal(&all.rows, i, &env.legal)
    env.played = True
    apply_action(rules, &env.state, action, False, NULL)
    advance(rules, &env.state, legal, NULL)
    write_outcome(all, i)
    if env.state.phase == OVER and all.autoreset == SAME_STEP:
        if all.final_rows.observations != NULL:
            write_view(&all.final_rows, i, rules, &env.state)
        begin_next(all, i, legal)
    write_situation(all, i, legal)


cdef inline void fetch_env(Envs all, Py_ssize_t i) noexcept nogil:
    """Begin to fetch a game: a thousand of them don't fit into the nearer caches."""
    cdef const char* start = <const char*>&all.envs[i]
    cdef size_t line
    for line in range(sizeof(Env) // CACHE_LINE + 1):
        fetch(start + line * CACHE_LINE)


cdef inline void fetch_ahead(Envs all, Py_ssize_t i, Py_ssize_t last) noexcept nogil:
    """While game i is stepped, the one after the next is fetched, and what the next, fetched before, will clear."""
    if i + 2 < last:
        fetch_env(all, i + 2)
    if i + 1 < last:
        fetch_legal(&all.rows, i + 1, &all.envs[i + 1].legal)


cdef Py_ssize_t step_range(Envs all, const int64_t* actions, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    cdef Legal legal
    cdef Py_ssize_t illegal = 0
    cdef Py_ssize_t i
    for i in range(first, last):
        fetch_ahead(all, i, last)
        if all.envs[i].legal.count == 0:
            step_over(all, i, &legal)
        else:
            step_env(all, i, actions[i], &legal)
        if all.arrays.illegal != NULL:
            illegal += all.arrays.illegal[i]
    return illegal
