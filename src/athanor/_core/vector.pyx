"""The steps of a vector of games. Python owns the arrays, checks what comes from users, and shares out the threads.

Of a mask only the entries that change are written: the legal actions of the step before are cleared by the list of
them that each game remembers.
"""

from libc.stdint cimport uint32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy, memset

from .deal cimport clear_state, start_deal
from .engine cimport advance, apply_action, legal_actions, list_choices
from .handle cimport Origin, StateHandle
from .lay cimport Legal
from .observe cimport observe, view_size
from .rng cimport SUBSTITUTE_STREAM, below, seed_rng
from .rules cimport Rules
from .state cimport NOBODY, OVER

cdef enum:
    ATTEMPTS = 100              # games without a choice that are passed over, lest rules without any never return

ENV_BYTES = sizeof(Env)
MOST_LISTED = LIST_WIDTH
AUTORESETS = {"next_step": NEXT_STEP, "same_step": SAME_STEP, "off": NEVER}


cdef void* rows_of(Envs envs, dict arrays, str name, Py_ssize_t row_bytes) except? NULL:
    """The memory of an array of that name, kept alive; NULL if there is none. Its rows have so many bytes."""
    cdef uint8_t[::1] flat
    array = arrays.get(name)
    if array is None:
        return NULL
    flat = memoryview(array).cast("B")
    if flat.shape[0] != envs.count * row_bytes:
        raise ValueError(f"{name} has not the right size")
    envs.owners.append(flat)
    return &flat[0]


cdef class Envs:
    """The games of a vector, and the arrays that they are written to."""

    def __cinit__(self, RuleSet rules not None, Py_ssize_t count, Py_ssize_t num_actions, int autoreset,
                  dict arrays not None):
        cdef int players = rules.options.players
        self.rule_set = rules
        self.autoreset = autoreset
        self.num_actions = num_actions
        self.bit_bytes = (num_actions + 7) // 8
        self.view = view_size(players)
        self.owners = []
        self.count = count
        self.arrays.observations = <uint8_t*>rows_of(self, arrays, "observations", self.view)
        self.arrays.final_observations = <uint8_t*>rows_of(self, arrays, "final_observations", self.view)
        self.arrays.mask = <int8_t*>rows_of(self, arrays, "legal_mask", num_actions)
        self.arrays.bits = <uint8_t*>rows_of(self, arrays, "legal_bits", self.bit_bytes)
        self.arrays.listed = <uint16_t*>rows_of(self, arrays, "legal_actions", LIST_WIDTH * sizeof(uint16_t))
        self.arrays.listed_count = <uint16_t*>rows_of(self, arrays, "legal_count", sizeof(uint16_t))
        self.arrays.current_player = <int8_t*>rows_of(self, arrays, "current_player", 1)
        self.arrays.rewards = <float*>rows_of(self, arrays, "rewards", players * sizeof(float))
        self.arrays.terminated = <uint8_t*>rows_of(self, arrays, "terminated", 1)
        self.arrays.truncated = <uint8_t*>rows_of(self, arrays, "truncated", 1)
        self.arrays.illegal = <uint8_t*>rows_of(self, arrays, "illegal", 1)
        self.envs = <Env*>calloc(count, sizeof(Env))
        if self.envs == NULL:
            raise MemoryError(f"no memory for {count} environments")

    def __dealloc__(self):
        free(self.envs)

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


cdef inline void clear_choices(Envs all, Py_ssize_t i) noexcept nogil:
    """Clear from the masks what was legal before the step."""
    cdef const Env* env = &all.envs[i]
    cdef int8_t* mask = all.arrays.mask
    cdef uint8_t* bits = all.arrays.bits
    cdef int k
    if mask != NULL:
        mask += i * all.num_actions
        if env.count > ENV_CHOICES:
            memset(mask, 0, all.num_actions)
            return
        for k in range(env.count):
            mask[env.choices[k]] = 0
    elif bits != NULL:
        bits += i * all.bit_bytes
        if env.count > ENV_CHOICES:
            memset(bits, 0, all.bit_bytes)
            return
        for k in range(env.count):
            bits[env.choices[k] >> 3] = 0


cdef inline void write_list(Envs all, Py_ssize_t i, const Legal* legal) noexcept nogil:
    """Write the legal actions; of more than a row holds, the first ones and the last."""
    cdef uint16_t* row = all.arrays.listed + i * LIST_WIDTH
    cdef int shown = min(legal.count, LIST_WIDTH)
    memcpy(row, legal.actions, shown * sizeof(uint16_t))
    if shown < legal.count:
        row[shown - 1] = legal.actions[legal.count - 1]
    all.arrays.listed_count[i] = <uint16_t>shown


cdef inline void write_choices(Envs all, Py_ssize_t i, const Legal* legal) noexcept nogil:
    cdef Env* env = &all.envs[i]
    cdef int8_t* mask = all.arrays.mask
    cdef uint8_t* bits = all.arrays.bits
    cdef int k
    env.count = <uint16_t>legal.count
    memcpy(env.choices, legal.actions, min(legal.count, ENV_CHOICES) * sizeof(uint16_t))
    if mask != NULL:
        mask += i * all.num_actions
        for k in range(legal.count):
            mask[legal.actions[k]] = 1
    elif bits != NULL:
        bits += i * all.bit_bytes
        for k in range(legal.count):
            bits[legal.actions[k] >> 3] |= 1 << (legal.actions[k] & 7)
    elif all.arrays.listed != NULL:
        write_list(all, i, legal)


cdef inline void write_situation(Envs all, Py_ssize_t i, const Legal* legal) noexcept nogil:
    """What the player to act sees, seat 0 once the game is over; legal holds the actions counted."""
    cdef const State* s = &all.envs[i].state
    list_choices(&all.rule_set.options, s, legal)
    write_choices(all, i, legal)
    all.arrays.current_player[i] = NOBODY if s.phase == OVER else <int8_t>s.current
    if all.arrays.observations != NULL:
        observe(&all.rule_set.options, s, s.current, all.arrays.observations + i * all.view)


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
        clear_choices(all, i)
        clear_outcome(all, i)
        begin_game(all, i, &legal)
        write_situation(all, i, &legal)


cdef bint is_choice(Envs all, Py_ssize_t i, int64_t action, Legal* legal) noexcept nogil:
    """Whether an action is legal; leaves the list in legal where the game doesn't remember it."""
    cdef const Env* env = &all.envs[i]
    cdef const uint16_t* choices = env.choices
    cdef int k
    if env.count > ENV_CHOICES:
        legal_actions(&all.rule_set.options, &env.state, legal)
        choices = legal.actions
    for k in range(env.count):
        if choices[k] == action:
            return True
    return False


cdef Py_ssize_t find_illegal(Envs all, const int64_t* actions) noexcept nogil:
    cdef Legal legal
    cdef Py_ssize_t i
    for i in range(all.count):
        if all.envs[i].count and not is_choice(all, i, actions[i], &legal):
            return i
    return -1


cdef int legal_or_random(Envs all, Py_ssize_t i, int64_t action, Legal* legal) noexcept nogil:
    """The action if it is legal, else one at random; the array of illegal ones says which."""
    cdef Env* env = &all.envs[i]
    cdef uint32_t k
    all.arrays.illegal[i] = not is_choice(all, i, action, legal)
    if not all.arrays.illegal[i]:
        return <int>action
    k = below(&env.substitutes, env.count)
    return legal.actions[k] if env.count > ENV_CHOICES else env.choices[k]


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
    clear_choices(all, i)
    env.played = True
    apply_action(rules, &env.state, action, False, NULL)
    advance(rules, &env.state, legal, NULL)
    write_outcome(all, i)
    if env.state.phase == OVER and all.autoreset == SAME_STEP:
        if all.arrays.final_observations != NULL:
            observe(rules, &env.state, env.state.current, all.arrays.final_observations + i * all.view)
        begin_next(all, i, legal)
    write_situation(all, i, legal)


cdef Py_ssize_t step_range(Envs all, const int64_t* actions, Py_ssize_t first, Py_ssize_t last) noexcept nogil:
    cdef Legal legal
    cdef Py_ssize_t illegal = 0
    cdef Py_ssize_t i
    for i in range(first, last):
        if all.envs[i].count == 0:
            step_over(all, i, &legal)
        else:
            step_env(all, i, actions[i], &legal)
        if all.arrays.illegal != NULL:
            illegal += all.arrays.illegal[i]
    return illegal
