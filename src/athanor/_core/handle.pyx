"""Where states cross into the core. Python checks what comes from users, then calls; nothing here reads text.

A state remembers its actions as a linked list that copies share, and tells its events by playing them once more:
so neither a copy nor an action pays for a record that few read.

What reads or changes a state is a critical section: without a GIL, threads that share one take their turns.
"""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_FromStringAndSize, PyBytes_GET_SIZE
from cpython.mem cimport PyMem_Free, PyMem_Malloc
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint64_t
from libc.stdlib cimport free
from libc.string cimport memcpy, memset

from .deal cimport clear_state, start_deal
from .engine cimport advance, apply_action, count_choices, list_choices, nth_choice
from .four cimport resume_keeping
from .lay cimport Legal
from .log cimport Event, Log
from .observe cimport observe, view_size
from .owed cimport can_lay_owed
from .pack cimport MAX_PACKED, pack, unpack
from .resample cimport resample
from .rules cimport FOUR_CARDS
from .sane cimport BAD_KEPT, SANE
from .state cimport KEEP, OVER, PLAY, Meld

STATE_BYTES = sizeof(State)


cdef class Origin:
    pass


cdef const uint8_t* deck_of(Origin origin) noexcept:
    return NULL if origin.deck is None else <const uint8_t*><char*>origin.deck


# What a state refers to never refers back, so there are no cycles for the collector to find.
@cython.no_gc
cdef class StateHandle:
    """One state of a game. Seats and cards are numbers, sets of cards pairs of words, see CardSet.words."""

    def __cinit__(self):
        self.choices = self.few
        self.choice_capacity = FEW_CHOICES

    def __dealloc__(self):
        if self.choices != self.few:
            PyMem_Free(self.choices)

    cdef int keep_choices(self, const uint16_t* actions, int count) except -1:
        cdef uint16_t* room
        if count > self.choice_capacity:
            room = <uint16_t*>PyMem_Malloc(count * sizeof(uint16_t))
            if room == NULL:
                raise MemoryError
            if self.choices != self.few:
                PyMem_Free(self.choices)
            self.choices = room
            self.choice_capacity = count
        memcpy(self.choices, actions, count * sizeof(uint16_t))
        self.choice_count = count
        return 0

    cdef int settle(self, State* state) except -1:
        """Play on to the next real choice, and take the state over once nothing can fail any more."""
        cdef Legal legal
        advance(&self.rule_set.options, state, &legal, NULL)
        list_choices(&self.rule_set.options, state, &legal)
        self.keep_choices(legal.actions, legal.count)
        self.state = state[0]
        return 0

    cdef int start_from(self, game, RuleSet rules, Origin origin) except -1:
        """Take over a situation that is at a choice or just before one; the history begins with it."""
        cdef State state = origin.state
        origin.dealt = True
        self.game = game
        self.rule_set = rules
        self.origin = origin
        self.history = None
        return self.settle(&state)

    cdef StateHandle sibling(self):
        """A new, empty handle of the same class."""
        cdef type cls = type(self)
        return cls.__new__(cls)

    def _begin(self, game, RuleSet rules not None, uint64_t seed, uint64_t index, bytes deck):
        """Deal a new game; the deck is 76 card ids or None for a shuffled one."""
        cdef Origin origin = Origin.__new__(Origin)
        cdef State state
        clear_state(&rules.options, &origin.state, seed, index)
        origin.deck = deck
        self.game = game
        self.rule_set = rules
        self.origin = origin
        self.history = None
        state = origin.state
        start_deal(&rules.options, &state, deck_of(origin), NULL)
        self.settle(&state)

    def _load(self, game, RuleSet rules not None, dict parts not None):
        """Set up the situation that parts() gave; the name of the part that makes it impossible, or None."""
        cdef Origin origin = Origin.__new__(Origin)
        write_parts(&origin.state, parts)
        if origin.state.phase == PLAY and not can_lay_owed(&rules.options, &origin.state):
            return "owed"
        if origin.state.phase == KEEP and not resume_keeping(&rules.options, &origin.state):
            return "kept"
        self.start_from(game, rules, origin)
        return None

    cdef int resume(self, object game, RuleSet rules, Origin origin, object history, const State* state) except -1:
        """Become a state that others have played to."""
        cdef State copy = state[0]
        self.game = game
        self.rule_set = rules
        self.origin = origin
        self.history = history
        return self.settle(&copy)

    def _load_bytes(self, game, RuleSet rules not None, bytes data not None):
        """Set up the situation that packed() gave; what is wrong with the bytes as a code of sane.pxd, 0 if nothing."""
        cdef Origin origin = Origin.__new__(Origin)
        cdef int fault = unpack(&rules.options, rules.fingerprint, <const uint8_t*>PyBytes_AS_STRING(data),
                                PyBytes_GET_SIZE(data), &origin.state)
        if fault != SANE:
            return fault
        if origin.state.phase == KEEP and not resume_keeping(&rules.options, &origin.state):
            return BAD_KEPT
        self.start_from(game, rules, origin)
        return SANE

    @cython.critical_section
    def packed(self):
        """The situation as bytes."""
        cdef uint8_t[MAX_PACKED] room
        cdef int size = pack(&self.rule_set.options, self.rule_set.fingerprint, &self.state, room)
        return PyBytes_FromStringAndSize(<char*>room, size)

    @cython.critical_section
    @cython.nonecheck(True)
    def resampled(self, int observer, uint64_t seed):
        """Another world that the observer can't tell apart."""
        cdef StateHandle other = self.sibling()
        cdef Origin origin = Origin.__new__(Origin)
        origin.state = self.state
        resample(&self.rule_set.options, &origin.state, observer, seed)
        other.start_from(self.game, self.rule_set, origin)
        return other

    @cython.critical_section
    def observe_into(self, int seat, uint8_t[::1] row not None):
        """Write what the seat may know; the row has the size of a view."""
        if row.shape[0] != view_size(self.rule_set.options.players):
            raise ValueError("the row has not the size of an observation")
        memset(&row[0], 0, row.shape[0])
        observe(&self.rule_set.options, &self.state, seat, &row[0])

    @cython.critical_section
    def mask_into(self, int8_t[::1] mask not None):
        """Set the entry of each legal action to 1; the mask has one for each action code."""
        cdef int i
        for i in range(self.choice_count):
            if self.choices[i] >= mask.shape[0]:
                raise ValueError("the mask has not an entry for each action")
            mask[self.choices[i]] = 1

    @cython.critical_section
    @cython.nonecheck(True)
    def parts(self):
        """Everything that makes up the situation, as numbers and lists of numbers."""
        return read_parts(&self.state, self.rule_set.options.players)

    @cython.critical_section
    @cython.nonecheck(True)
    def core_events(self):
        """(kind, seat, detail, value, automatic) of each event since the beginning or the position given."""
        cdef Log log
        cdef Legal legal
        cdef State state = self.origin.state
        cdef int action
        memset(&log, 0, sizeof(Log))
        actions = []
        link = self.history
        while link is not None:
            link, last = link
            actions.append(last)
        try:
            if not self.origin.dealt:
                start_deal(&self.rule_set.options, &state, deck_of(self.origin), &log)
            advance(&self.rule_set.options, &state, &legal, &log)
            for action in reversed(actions):
                apply_action(&self.rule_set.options, &state, action, False, &log)
                advance(&self.rule_set.options, &state, &legal, &log)
            if log.failed:
                raise MemoryError
            return [event_tuple(&log.events[i]) for i in range(<Py_ssize_t>log.count)]
        finally:
            free(log.events)

    def legal_actions(self):
        """The legal actions in ascending order, at least two of them until the game is over."""
        actions = self.core_actions()
        actions.sort()
        return actions

    @cython.critical_section
    def core_actions(self):
        """The legal actions in the order in which the bots of the core see them."""
        cdef int i
        return [self.choices[i] for i in range(self.choice_count)]

    def counted_actions(self):
        """The same, counted and chosen one by one without a list."""
        cdef Legal legal
        cdef int k
        count_choices(&self.rule_set.options, &self.state, &legal)
        return [nth_choice(&self.rule_set.options, &self.state, &legal, k) for k in range(legal.count)]

    def apply(self, action):
        """Carry out one legal action, an int or its text, and all that follows without a choice.

        Raises ActionError for anything else; the state is then as it was.
        """
        cdef int code = self.code_of(action)
        if not self.carry_out(code):
            self.refuse(code)

    @cython.critical_section
    cdef int carry_out(self, int code) except -1:
        """Carry out an action if it is legal; whether it is."""
        # Made before the look at the choices: between that and the action no other thread gets its turn.
        cdef object history = (self.history, code)
        cdef State state = self.state
        if not self.is_choice(code):
            return False
        apply_action(&self.rule_set.options, &state, code, False, NULL)
        self.settle(&state)
        self.history = history
        return True

    cdef int code_of(self, action) except -1:
        return action if type(action) is int and 0 <= action <= 0xFFFF else self.read_action(action)

    cdef bint is_choice(self, int code) noexcept:
        cdef int i
        for i in range(self.choice_count):
            if self.choices[i] == code:
                return True
        return False

    @cython.critical_section
    def check_legal(self, action):
        """The code of a legal action, an int or its text; ActionError for anything else."""
        cdef int code = self.code_of(action)
        if not self.is_choice(code):
            self.refuse(code)
        return code

    @cython.critical_section
    def copy(self):
        """An independent copy."""
        cdef StateHandle other = self.sibling()
        other.state = self.state
        other.rule_set = self.rule_set
        other.origin = self.origin
        other.history = self.history
        other.keep_choices(self.choices, self.choice_count)
        other.game = self.game
        return other

    @property
    def seat(self):
        return self.state.current

    @property
    def phase_code(self):
        return self.state.phase

    @property
    def is_terminal(self):
        """Whether the game is over, won or cut."""
        return self.state.phase == OVER

    @property
    def truncated(self):
        """Whether the game was cut after max_turns turns (R35)."""
        return bool(self.state.truncated)

    cdef int read_action(self, action) except -1:
        return self.game.action_id(action)

    cdef int refuse(self, int code) except -1:
        from athanor.errors import ActionError

        raise ActionError(self.game.refusal(code, self.legal_actions()))


cdef tuple event_tuple(const Event* event):
    return event.kind, event.seat, event.detail, event.value, bool(event.automatic)


cdef list card_list(const uint8_t* cards, int start, int end):
    return [cards[i] for i in range(start, end)]


cdef dict read_parts(const State* s, int players):
    seats = range(players)
    return {
        "phase": s.phase,
        "current": s.current,
        "hands": [(s.hands[p].naturals, s.hands[p].wilds) for p in seats],
        "kept": [(s.kept[p].naturals, s.kept[p].wilds) for p in seats],
        "melds": [meld_tuple(&s.melds[m]) for m in range(s.meld_count)],
        "four": card_list(s.four, 0, FOUR_CARDS),
        "pile": card_list(s.pile, s.drawn, s.pile_end),
        "discards": card_list(s.discards, 0, s.discard_count),
        "stones": [s.stones[p] for p in seats],
        "antes": [s.antes[p] for p in seats],
        "points": [s.points[p] for p in seats],
        "added": [s.added[p] for p in seats],
        "pot": s.pot,
        "bank": s.bank,
        "stake": s.stake,
        "turn": s.turn,
        "deal": s.deal,
        "completions": s.completions,
        "step": s.step,
        "owed_atouts": s.owed_atouts,
        "owed_jokers": s.owed_jokers,
        "final_turns": s.final_turns,
        "players_in": s.players_in,
        "participants": s.participants,
        "first_keeper": s.first_keeper,
        "opener": s.opener,
        "forcer": s.forcer,
        "winner": s.winner,
        "truncated": bool(s.truncated),
        "rng": [s.rng.words[i] for i in range(4)],
    }


cdef tuple meld_tuple(const Meld* meld):
    return (meld.owner, meld.kind, meld.family, meld.low, meld.size, meld.naturals, meld.atouts, meld.jokers)


cdef int write_parts(State* s, dict parts) except -1:
    """Fill a state from checked parts; counts of melds laid follow from the melds."""
    cdef int i
    memset(s, 0, sizeof(State))
    for i, words in enumerate(parts["hands"]):
        s.hands[i].naturals, s.hands[i].wilds = words
    for i, words in enumerate(parts["kept"]):
        s.kept[i].naturals, s.kept[i].wilds = words
    for i, card in enumerate(parts["four"]):
        s.four[i] = card
    for i, card in enumerate(parts["pile"]):
        s.pile[i] = card
    for i, card in enumerate(parts["discards"]):
        s.discards[i] = card
    for i in range(len(parts["stones"])):
        s.stones[i] = parts["stones"][i]
        s.antes[i] = parts["antes"][i]
        s.points[i] = parts["points"][i]
        s.added[i] = parts["added"][i]
    for i, words in enumerate(parts["rng"]):
        s.rng.words[i] = words
    for meld in parts["melds"]:
        write_meld(s, meld)
    s.pile_end = len(parts["pile"])
    s.discard_count = len(parts["discards"])
    s.phase = parts["phase"]
    s.current = parts["current"]
    s.pot = parts["pot"]
    s.bank = parts["bank"]
    s.stake = parts["stake"]
    s.turn = parts["turn"]
    s.deal = parts["deal"]
    s.completions = parts["completions"]
    s.step = parts["step"]
    s.owed_atouts = parts["owed_atouts"]
    s.owed_jokers = parts["owed_jokers"]
    s.final_turns = parts["final_turns"]
    s.players_in = parts["players_in"]
    s.participants = parts["participants"]
    s.first_keeper = parts["first_keeper"]
    s.opener = parts["opener"]
    s.forcer = parts["forcer"]
    s.winner = parts["winner"]
    s.truncated = parts["truncated"]
    return 0


cdef int write_meld(State* s, tuple parts) except -1:
    cdef Meld* meld = &s.melds[s.meld_count]
    (meld.owner, meld.kind, meld.family, meld.low, meld.size, meld.naturals, meld.atouts, meld.jokers) = parts
    s.melds_laid[meld.owner] += 1
    s.meld_count += 1
    return 0
