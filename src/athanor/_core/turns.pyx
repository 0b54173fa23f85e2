"""The best whole turn of a player: the strategy of the search, and where it crosses into Python.

Whatever the order, bank and owners pay as far as they reach, so what a turn is worth follows from what lies on the
table in the end. The search decides meld by meld, then place by place for new melds, and keeps for each situation the
best way there. Where the steps of a turn are ordered and nothing but melds and single cards is paid, what is added to
the table is decided so, and the hand search lays the rest.
"""

from cpython.exc cimport PyErr_CheckSignals
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, qsort
from libc.string cimport memset

from .actions cimport ADDS_PER_MELD, FIRST_TAKE, HIGH_END, LOW_END, NO_END, TAKES_PER_MELD, add_action
from .bits cimport (
    FIRST_ATOUT, FIRST_JOKER, JOKER_SHIFT, RANK_MASK, RANKS, Cards, atout_ranks, joker_count,
)
from .lay cimport Legal
from .meld_plan cimport TOO_MANY_PLANS, Plan, PlanMeld
from .meld_shape cimport MIN_MELD, place_points
from .melds cimport check_failure, search_melds
from .plan_actions cimport lay_action
from .play cimport apply_play, candidates
from .rules cimport MAX_PLAYERS, NO_LIMIT, Rules, RuleSet
from .state cimport STEP_COMPLETE, STEP_LAY, Meld, State, supply
from .turn_nodes cimport bound_of, clear_table, is_complete, keep, score_of, stones_of, trim
from .turn_options cimport lay_new_melds, play_table_meld
from .turn_reach cimport prepare_layers
from .turn_types cimport (
    BY_CARDS, CARD_SHIFT, FIRST_RUN_LAID, NATURAL_RIGHT_CARD, NEW_ADD, NEW_MELD, NEW_PLACE, PHASE_SHIFT, POINT_SHIFT,
    SET_NATURAL, SET_RIGHT_ATOUT, TABLE_ADD, UNTOUCHED, WILD_RIGHT_CARD, Node, Turn,
)

cdef enum:
    FIRST_ROOM = 512
    MOST_NODES = 1 << 20
    CHUNK = 1024                # nodes between two looks at whether the user has interrupted
    MOST_HANDS = 4096           # ends of an ordered turn for which the hand search is asked
    NO_CAP = 200
    MOST_GAIN = 60000
    NO_FLOOR = -1

# Widths of the scans, each looking only for more than the last one found.
WIDTHS = (256, 4096, MOST_NODES)

# When the moves of each phase are played: taking comes first, or last where the steps are ordered.
FREE_ORDER = {
    FIRST_RUN_LAID: 0, WILD_RIGHT_CARD: 1, SET_NATURAL: 2, NATURAL_RIGHT_CARD: 2, SET_RIGHT_ATOUT: 3, TABLE_ADD: 4,
    NEW_MELD: 5, NEW_ADD: 5,
}
STEP_ORDER = {
    FIRST_RUN_LAID: 0, NEW_MELD: 1, TABLE_ADD: 2, SET_NATURAL: 2, NEW_ADD: 2, WILD_RIGHT_CARD: 3,
    NATURAL_RIGHT_CARD: 4, SET_RIGHT_ATOUT: 5,
}


cdef int ascending(const void* a, const void* b) noexcept nogil:
    cdef int64_t x = (<const int64_t*>a)[0]
    cdef int64_t y = (<const int64_t*>b)[0]
    return (x > y) - (x < y)


cdef int write_start(State* s, dict parts, bint opened) except -1:
    """The part of a state that a turn's play reads."""
    cdef Meld* meld
    cdef int seat
    memset(s, 0, sizeof(State))
    s.current = parts["current"]
    s.hands[s.current].naturals, s.hands[s.current].wilds = parts["hands"][s.current]
    for seat in range(len(parts["stones"])):
        s.stones[seat] = parts["stones"][seat]
        s.added[seat] = parts["added"][seat]
    for core_meld in parts["melds"]:
        meld = &s.melds[s.meld_count]
        (meld.owner, meld.kind, meld.family, meld.low, meld.size, meld.naturals, meld.atouts, meld.jokers) = core_meld
        s.meld_count += 1
    s.melds_laid[s.current] = opened
    s.bank = parts["bank"]
    s.pot = parts["pot"]
    s.completions = parts["completions"]
    s.step = parts["step"]
    s.owed_atouts = parts["owed_atouts"]
    s.owed_jokers = parts["owed_jokers"]
    return 0


cdef int most_pair_cards(int stones, int pair_stones) noexcept nogil:
    """Cards that fill all the pairs that so many stones can pay."""
    return min(2 * ((stones + pair_stones - 1) // pair_stones), NO_CAP) if pair_stones else 0


cdef void prepare(Turn* t, const Rules* rules, int objective) noexcept nogil:
    cdef const State* s = &t.start
    cdef int owner
    t.rules = rules[0]
    t.objective = objective
    t.seat = s.current
    t.ordered = rules.ordered_steps
    t.limit = NO_LIMIT if rules.completions_per_turn == NO_LIMIT else max(
        <int>rules.completions_per_turn - s.completions, 0)
    t.may_lay = s.step == STEP_LAY
    t.may_add = s.step <= STEP_COMPLETE and t.limit > 0
    t.needs_run = rules.first_run_required and s.melds_laid[t.seat] == 0
    t.tracks_stones = objective != BY_CARDS
    t.gain_cap = min(<int32_t>MOST_GAIN, supply(s))
    t.allowed = rules.places
    t.free_atouts = <uint16_t>atout_ranks(s.hands[t.seat]) & ~s.owed_atouts
    t.free_jokers = joker_count(s.hands[t.seat]) - s.owed_jokers
    for owner in range(MAX_PLAYERS):
        t.caps[owner] = <uint8_t>most_pair_cards(s.stones[owner], rules.pair_stones) if t.tracks_stones else 0
    if t.tracks_stones and rules.pair_stones:
        t.caps[t.seat] = <uint8_t>most_pair_cards(supply(s), rules.pair_stones)


cdef Node root_of(const Turn* t) noexcept nogil:
    cdef const State* s = &t.start
    cdef Node root
    cdef int owner
    memset(&root, 0, sizeof(Node))
    root.naturals = s.hands[t.seat].naturals
    root.held = <uint16_t>atout_ranks(s.hands[t.seat])
    root.jokers = joker_count(s.hands[t.seat])
    for owner in range(MAX_PLAYERS):
        if t.caps[owner]:
            root.counts |= <uint64_t>(s.added[owner] % 2) << (8 * owner)
    return root


cdef bint pays_again(const Turn* t) noexcept nogil:
    """Whether an Atout might be paid in one new meld, taken back and paid in another, which is not looked for."""
    cdef uint64_t n = t.start.hands[t.seat].naturals
    cdef uint32_t ranks = <uint32_t>(n | n >> RANKS | n >> 2 * RANKS | n >> 3 * RANKS) & RANK_MASK
    cdef uint32_t atouts = atout_ranks(t.start.hands[t.seat]) | t.layers[0].atouts_to_take
    if not t.rules.recover or t.rules.own_family_melds or not t.tracks_stones:
        return False
    return t.rules.atout_stones > 0 and (ranks & atouts) != 0


cdef class TurnSearch:
    """One search, with the room that it needs."""
    cdef Turn turn

    def __cinit__(self):
        self.turn.room = FIRST_ROOM
        self.turn.table_room = 2 * FIRST_ROOM
        self.turn.nodes = <Node*>malloc(FIRST_ROOM * sizeof(Node))
        self.turn.table = <uint32_t*>malloc(2 * FIRST_ROOM * sizeof(uint32_t))
        if self.turn.nodes == NULL or self.turn.table == NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self.turn.nodes)
        free(self.turn.table)

    cdef int64_t cutoff(self, uint32_t begin, uint32_t end, uint32_t width) except? -2:
        """The bound that only `width` of the nodes reach, none if there are no more than that."""
        cdef Turn* t = &self.turn
        cdef uint32_t i
        cdef int64_t cut
        cdef int64_t* bounds
        if end - begin <= width:
            return NO_FLOOR
        t.narrowed = True
        bounds = <int64_t*>malloc((end - begin) * sizeof(int64_t))
        if bounds == NULL:
            raise MemoryError
        for i in range(begin, end):
            bounds[i - begin] = bound_of(t, &t.nodes[i])
        qsort(bounds, end - begin, sizeof(int64_t), ascending)
        cut = bounds[end - begin - width]
        free(bounds)
        return cut

    cdef int pass_on(self, uint32_t begin, uint32_t end, int64_t cut) except -1:
        """Play the layer's meld on from each node, or for a layer of new melds copy the nodes into it."""
        cdef Turn* t = &self.turn
        cdef bint on_table = t.layers[t.layer].meld != NEW_PLACE
        cdef uint32_t i
        cdef Node child
        with nogil:
            for i in range(begin, end):
                if t.count >= t.most:
                    t.narrowed = True
                    break
                child = t.nodes[i]
                if cut > 0 and bound_of(t, &child) < cut:
                    continue
                if on_table:
                    play_table_meld(t, i)
                elif trim(t, &child, t.layer):
                    keep(t, &child, i, 0)
        return self.look_up()

    cdef int look_up(self) except -1:
        if self.turn.out_of_memory:
            raise MemoryError
        PyErr_CheckSignals()
        return 0

    cdef int scan_layer(self, uint32_t begin, uint32_t end, uint32_t width) except -1:
        """From the nodes before the layer to those after it; a place goes on until nothing more can be laid there."""
        cdef Turn* t = &self.turn
        cdef int64_t cut = self.cutoff(begin, end, width)
        cdef uint32_t start, i
        # Each layer may fill its share of the room that is left, so that the last is reached whatever happens.
        t.most = t.count + (MOST_NODES - t.count) // (t.layer_count - t.layer)
        t.layers[t.layer].begin = t.count
        clear_table(t)
        for start in range(begin, end, CHUNK):
            self.pass_on(start, min(start + CHUNK, end), cut)
        if t.layers[t.layer].meld != NEW_PLACE:
            return 0
        i = t.layers[t.layer].begin
        while i < t.count:
            start = i
            with nogil:
                while i < t.count < t.most and i < start + CHUNK:
                    lay_new_melds(t, i)
                    i += 1
            self.look_up()
            if t.count >= t.most:
                t.narrowed = True
                break
        return 0

    cdef int scan(self, uint32_t width) except -1:
        """Fill the layers one after the other; the last holds what a turn can come to."""
        cdef Turn* t = &self.turn
        cdef Node root = root_of(t)
        cdef uint32_t begin = 0
        t.narrowed = False
        t.replaying = False
        t.count = 0
        t.layer = 0
        if trim(t, &root, 0):
            t.nodes[0] = root
            t.count = 1
        cdef uint32_t end = t.count
        for layer in range(t.layer_count):
            t.layer = layer
            self.scan_layer(begin, end, width)
            begin = t.layers[layer].begin
            end = t.count
        t.layers[t.layer_count].begin = begin
        return 0

    cdef int64_t best_end(self, int64_t floor, uint32_t* best) noexcept:
        """The best complete node of the last layer that scores more than that."""
        cdef Turn* t = &self.turn
        cdef int64_t score
        cdef uint32_t i
        for i in range(t.layers[t.layer_count].begin, t.count):
            if not is_complete(t, &t.nodes[i]):
                continue
            score = score_of(t, stones_of(t, &t.nodes[i]), t.nodes[i].value, t.nodes[i].jokers)
            if score > floor:
                floor = score
                best[0] = i
        return floor

    cdef list replay(self, uint32_t node):
        """The moves of a way, one list for each choice on it."""
        cdef Turn* t = &self.turn
        cdef int layer = t.layer_count - 1
        cdef uint32_t parent
        cdef int i
        choices = []
        t.replaying = True
        while layer >= 0:
            parent = t.nodes[node].parent
            t.layer = layer
            t.target = t.nodes[node]
            t.found = False
            t.move_count = 0
            if t.layers[layer].meld != NEW_PLACE:
                play_table_meld(t, parent)
            elif parent >= t.layers[layer].begin:
                lay_new_melds(t, parent)
            if parent < t.layers[layer].begin:
                layer -= 1
            node = parent
            choices.append([(t.moves[i] >> PHASE_SHIFT, t.moves[i] & 0xFFFF) for i in range(t.move_count)])
        choices.reverse()
        return choices

    cdef tuple whole_turn(self):
        """(moves of each choice, whether they are the best for sure)."""
        cdef Turn* t = &self.turn
        cdef int64_t floor = NO_FLOOR
        cdef int64_t found
        cdef uint32_t best = 0
        choices = []
        prepare_layers(t, True, t.may_lay)
        for width in WIDTHS:
            t.floor = floor
            self.scan(width)
            found = self.best_end(floor, &best)
            if found > floor:
                floor = found
                choices = self.replay(best)
            if not t.narrowed:
                return choices, floor >= 0 and not pays_again(t)
        return choices, False

    cdef tuple ordered_turn(self):
        """The same where the hand search knows what is best for the cards that the table doesn't get."""
        cdef Turn* t = &self.turn
        cdef Rules rules = t.rules
        cdef Plan plan, best_plan
        cdef Cards hand
        cdef int failure
        cdef int64_t score
        cdef int64_t best_score = NO_FLOOR
        cdef uint32_t best = 0
        cdef uint32_t i, begin
        cdef const Node* n
        memset(&best_plan, 0, sizeof(Plan))
        memset(&plan, 0, sizeof(Plan))
        prepare_layers(t, False, False)
        t.keeps_cards = True
        t.floor = NO_FLOOR
        self.scan(MOST_NODES)
        begin = t.layers[t.layer_count].begin
        if t.narrowed or t.count - begin > MOST_HANDS:
            t.keeps_cards = False
            return self.whole_turn()
        for i in range(begin, t.count):
            n = &t.nodes[i]
            if t.limit != NO_LIMIT:
                rules.completions_per_turn = <uint8_t>(t.limit - n.completions)
            hand.naturals = n.naturals
            hand.wilds = <uint64_t>n.held | ((<uint64_t>1 << n.jokers) - 1) << JOKER_SHIFT
            if t.may_lay:
                with nogil:
                    failure = search_melds(hand, &rules, t.objective, not t.needs_run, &plan)
                check_failure(failure)
                if failure == TOO_MANY_PLANS:
                    raise OverflowError
                PyErr_CheckSignals()
            if t.needs_run and plan.count == 0 and n.first != UNTOUCHED:
                continue
            score = plan_score(t, n, &plan)
            if score > best_score:
                best_score = score
                best = i
                best_plan = plan
        return self.replay(best) + plan_choices(&best_plan), True


cdef int64_t plan_score(const Turn* t, const Node* n, const Plan* plan) noexcept:
    """The score of cards added to the table and of melds of the rest together."""
    cdef int value = n.value
    cdef int stones = stones_of(t, n)
    cdef int i, k, place
    cdef const PlanMeld* meld
    for i in range(plan.count):
        meld = &plan.melds[i]
        stones += t.rules.meld_stones + t.rules.completion_stones * (meld.size - MIN_MELD)
        for k in range(meld.size):
            place = meld.low if meld.is_set else meld.low + k
            value += place_points(place) << POINT_SHIFT
            if t.objective == BY_CARDS:
                value += 1 << CARD_SHIFT
        for k in range(meld.created, meld.created + MIN_MELD):
            if FIRST_ATOUT <= meld.cards[k] < FIRST_JOKER:
                stones += t.rules.atout_stones
    return score_of(t, stones if t.tracks_stones else 0, value, plan.jokers_left if plan.count else n.jokers)


cdef list plan_choices(const Plan* plan):
    """The melds of a plan as moves, the runs first (R19)."""
    cdef int i
    runs = [run_moves(&plan.melds[i]) for i in range(plan.count) if not plan.melds[i].is_set]
    return runs + [set_moves(&plan.melds[i]) for i in range(plan.count) if plan.melds[i].is_set]


cdef list run_moves(const PlanMeld* meld):
    cdef int i
    moves = [(NEW_MELD, lay_action(meld))]
    for i in range(meld.created - 1, -1, -1):
        moves.append((NEW_ADD, add_action(0, meld.cards[i], LOW_END)))
    for i in range(meld.created + MIN_MELD, meld.size):
        moves.append((NEW_ADD, add_action(0, meld.cards[i], HIGH_END)))
    return moves


cdef list set_moves(const PlanMeld* meld):
    cdef int i
    moves = [(NEW_MELD, lay_action(meld))]
    for i in range(MIN_MELD, meld.size):
        moves.append((NEW_ADD, add_action(0, meld.cards[i], NO_END)))
    return moves


cdef list in_playing_order(const Turn* t, list choices):
    """The actions, every meld laid by now with its number."""
    order = STEP_ORDER if t.ordered else FREE_ORDER
    number = t.start.meld_count
    first = any(phase == FIRST_RUN_LAID for choice in choices for phase, _ in choice)
    played = []
    for choice in choices:
        for phase, action in choice:
            if phase == FIRST_RUN_LAID:
                meld = t.start.meld_count
            elif phase == NEW_MELD:
                meld = number + first
                number += 1
            elif phase == NEW_ADD:
                action += meld * ADDS_PER_MELD
            played.append((order[phase], action))
    played.sort(key=lambda move: move[0])
    return [action for _, action in played]


# Jokers stolen at the end of an ordered turn (R17).

cdef void steal(const Rules* rules, const State* s, int from_meld, int count, uint16_t* path, uint16_t* best,
                int* most) noexcept nogil:
    """The longest line of takes, meld by meld, since what is taken from one changes no other."""
    cdef Legal legal
    cdef State child
    cdef int i, meld
    if count > most[0]:
        most[0] = count
        for i in range(count):
            best[i] = path[i]
    legal.count = 0
    candidates(rules, s, &legal)
    for i in range(legal.count):
        if legal.actions[i] < FIRST_TAKE:
            continue
        meld = (legal.actions[i] - FIRST_TAKE) // TAKES_PER_MELD
        if meld < from_meld:
            continue
        child = s[0]
        path[count] = legal.actions[i]
        apply_play(rules, &child, legal.actions[i], NULL)
        steal(rules, &child, meld, count + 1, path, best, most)


cdef list steals(const Rules* rules, const State* s):
    cdef uint16_t path[64]
    cdef uint16_t best[64]
    cdef int most = 0
    cdef int i
    with nogil:
        steal(rules, s, 0, 0, path, best, &most)
    return [best[i] for i in range(most)]


cdef bint hand_search_decides(const Turn* t) noexcept nogil:
    """Whether what the hand gains and what the table gains simply add up."""
    return t.ordered and t.rules.pair_stones == 0 and t.gain_cap == MOST_GAIN


def best_actions(RuleSet rule_set not None, dict parts not None, bint opened, int objective):
    """(actions, stones, points, words of the cards left, exact) of the best turn from these parts of a state.

    OverflowError if the hand search can't search the hand.
    """
    cdef TurnSearch search = TurnSearch()
    cdef Turn* t = &search.turn
    cdef State s
    write_start(&t.start, parts, opened)
    prepare(t, &rule_set.options, objective)
    choices, exact = search.ordered_turn() if hand_search_decides(t) else search.whole_turn()
    actions = in_playing_order(t, choices)
    s = t.start
    for action in actions:
        apply_play(&t.rules, &s, action, NULL)
    if t.keeps_cards:
        taken = steals(&t.rules, &s)
        for action in taken:
            apply_play(&t.rules, &s, action, NULL)
        actions += taken
    left = s.hands[t.seat]
    stones = s.stones[t.seat] - t.start.stones[t.seat]
    return actions, stones, s.points[t.seat], (left.naturals, left.wilds), exact
