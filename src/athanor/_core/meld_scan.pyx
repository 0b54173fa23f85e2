"""A scan over the places 1 to 15 that keeps every useful way to have laid the cards below.

Places are taken in order, and at each place the families one by one, then the runs without a family, then the
sets of that rank. What later places need to know of a way is its Scan: the open runs (family, how far their
first three cards are), the Jokers and the As left, and the cards added so far. Two ways with equal Scans have
the same continuations, so the better one stands for both; what a run looked like lower down, and which of two
equal runs goes on, can't matter.

A way is dropped only when another one with the same runs has at least its Jokers, its room for added cards
and its value, or when the bounds show that no continuation reaches what is asked for. Ways that differ only
by the names of families of which the same cards are still to come are one, too.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from .bits cimport ATOUT, FAMILIES, popcount
from .meld_plan cimport INTERRUPTED, OUT_OF_MEMORY, TOO_MANY_PLANS
from .meld_shape cimport HIGHEST_PLACE, MAX_SET, MIN_MELD
from .meld_types cimport (
    ADDED_MASK, ATOUT_BIT, ATOUT_CARD, DEAD, DONE, FAMILY_BITS, FAMILY_ORDER, JOINED_MASK, JOINED_SHIFT,
    JOKER_CARD, JOKERS_CREATED_SHIFT, JOKERS_PENDING_SHIFT, KEEP_PENDING, LOOK_WAYS, LOW, MAX_OPEN, MAX_WAYS, MOVE_BITS,
    NATURAL_CARD, OPEN, ORDER_BITS, PENDING, RUN_LAID, SET_ATOUT_SHIFT, SET_COUNT_SHIFT, SET_JOKERS_SHIFT,
    SETS, SLOT_SHIFT, STAGE_MASK, START_CREATED, START_JOIN, START_JOIN_PENDING, START_PENDING, START_SHIFT,
    Draft, Entry, Layer, Node, Scan, Search, drop_run, highest_end, may_pend, put_run, stage_need
)
from .rules cimport NO_LIMIT

cdef extern from "Python.h":
    int PyErr_CheckSignals() noexcept

cdef enum:
    BUCKETS = 256
    RUN_MASK = 15


cdef inline bint add_to_meld(Search* s, Draft* d) noexcept nogil:
    """One card more on a meld already created: R16's limit and R20's pairs."""
    cdef int added = d.scan.added & ADDED_MASK
    d.value += s.value.added
    if added & 1:
        d.value += s.value.pair
    if s.limit != NO_LIMIT:
        d.scan.added += 1
        return added < s.limit
    if s.parity:
        d.scan.added ^= 1
    return True


cdef inline bint lay_card(Search* s, Draft* d, uint8_t code, int slot, int card, bint pending) noexcept nogil:
    """Put a card of this place on a run, new if its stage is 0; False if no legal run can come of it."""
    cdef int stage = code & STAGE_MASK
    cdef int stage_after
    if code & LOW and s.place == HIGHEST_PLACE:
        return False
    if card == JOKER_CARD:
        d.scan.jokers -= 1
    else:
        d.scan.here &= ~(1 << (slot if card == NATURAL_CARD else ATOUT))
    d.value += s.value.card[s.place]
    if pending or stage == DONE:
        stage_after = PENDING if pending else DONE
        if not add_to_meld(s, d):
            return False
    else:
        stage_after = s.next_stage[stage][card == JOKER_CARD]
        if card == ATOUT_CARD or (card == NATURAL_CARD and slot == ATOUT):
            d.value += s.value.atout
        if stage_after == DONE:
            d.value += s.value.meld
            d.scan.added |= RUN_LAID if s.run_required else 0
    if stage_after == 0 or s.place + stage_need(stage_after) > s.top:
        return False
    return put_run(&d.scan, (slot << SLOT_SHIFT) | (code & LOW) | stage_after)


cdef inline bint held(const Search* s, const Draft* d, int slot, int card) noexcept nogil:
    if card == JOKER_CARD:
        return d.scan.jokers > 0
    if card == ATOUT_CARD:
        return not s.own_family and d.scan.here & ATOUT_BIT
    return slot < OPEN and (d.scan.here >> slot) & 1


cdef bint dominates(
    const Search* s, const Scan* x, int32_t x_value, const Scan* y, int32_t y_value
) noexcept nogil:
    """Whether of two ways with the same runs y can't end above x: an open pair of y may still pay where x's
    is shut.
    """
    cdef int x_added = x.added & ADDED_MASK
    cdef int y_added = y.added & ADDED_MASK
    if x.jokers < y.jokers or (s.limit != NO_LIMIT and x_added > y_added):
        return False
    return x_value >= y_value + (s.value.pair if y_added & 1 and not x_added & 1 else 0)


cdef inline void scan_words(const Scan* scan, uint64_t* words) noexcept nogil:
    """What two ways must share to be compared: all but the Jokers and the cards added."""
    cdef Scan key = scan[0]
    key.jokers = 0
    key.added &= RUN_LAID
    memcpy(words, &key, sizeof(Scan))


cdef inline uint64_t mix(const uint64_t* words) noexcept nogil:
    cdef uint64_t z = (words[0] * <uint64_t>0x9E3779B97F4A7C15) ^ (words[1] * <uint64_t>0xBF58476D1CE4E5B9)
    z = (z ^ (z >> 32)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 29)


cdef bint grow_table(Search* s, uint32_t start) noexcept nogil:
    """Twice the room, filled with the layer so far."""
    cdef uint32_t room = s.table_room * 2
    cdef Entry* table = <Entry*>malloc(room * sizeof(Entry))
    cdef uint64_t words[2]
    cdef uint32_t i, at
    if table == NULL:
        s.failure = OUT_OF_MEMORY
        return False
    memset(table, 0, room * sizeof(Entry))
    free(s.table)
    s.table = table
    s.table_room = room
    for i in range(start, s.layers[s.layer_count].end):
        if s.nodes[i].value == DEAD:
            continue
        scan_words(&s.nodes[i].scan, words)
        at = mix(words) & (room - 1)
        while table[at].layer == s.stamp:
            at = (at + 1) & (room - 1)
        table[at].layer = s.stamp
        table[at].node = i
    return True


cdef Node* new_node(Search* s) noexcept nogil:
    cdef Layer* layer = &s.layers[s.layer_count]
    cdef uint32_t room
    cdef Node* nodes
    if layer.end == s.node_room:
        if s.node_room >= s.most_nodes:
            s.failure = TOO_MANY_PLANS
            return NULL
        room = s.node_room * 2
        nodes = <Node*>realloc(s.nodes, room * sizeof(Node))
        if nodes == NULL:
            s.failure = OUT_OF_MEMORY
            return NULL
        s.nodes = nodes
        s.node_room = room
    layer.end += 1
    return &s.nodes[layer.end - 1]


cdef bint hears_a_signal() noexcept with gil:
    """Whether a signal's handler raised an error, which stays set for who holds the GIL next in this thread."""
    return PyErr_CheckSignals() < 0


cdef bint goes_on(Search* s) noexcept nogil:
    """Whether neither the ways tried are too many nor the user has interrupted."""
    s.next_look += LOOK_WAYS
    if s.ways > MAX_WAYS:
        s.failure = TOO_MANY_PLANS
    elif hears_a_signal():
        s.failure = INTERRUPTED
    return s.failure == 0


cdef void enter_way(Search* s, const Draft* d, int order) noexcept nogil:
    """Enter a way into the layer unless it can't be the best, or another one stands for it."""
    cdef Layer* layer = &s.layers[s.layer_count]
    cdef int64_t bound = 0
    cdef uint64_t words[2]
    cdef uint64_t other_words[2]
    cdef uint32_t mask = s.table_room - 1
    cdef uint32_t at
    cdef int64_t free_entry = -1
    cdef int i
    cdef Node* other
    cdef Node* node
    if s.failure:
        return
    s.ways += 1
    if s.ways > s.next_look and not goes_on(s):
        return
    for i in range(s.bound_count - 1, -1, -1):
        bound = highest_end(s, &s.bounds[i], d)
        if bound < s.bounds[i].least:
            return
    scan_words(&d.scan, words)
    at = mix(words) & mask
    while s.table[at].layer == s.stamp:
        other = &s.nodes[s.table[at].node]
        scan_words(&other.scan, other_words)
        if words[0] == other_words[0] and words[1] == other_words[1]:
            if other.value != DEAD:
                if dominates(s, &other.scan, other.value, &d.scan, d.value):
                    return
                if dominates(s, &d.scan, d.value, &other.scan, other.value):
                    other.value = DEAD
            if other.value == DEAD and free_entry < 0:
                free_entry = at
        at = (at + 1) & mask
    node = new_node(s)
    if node == NULL:
        return
    node.scan = d.scan
    node.value = d.value
    node.parent = s.parent
    node.move = d.move
    node.bound = <float>bound
    node.order = order
    if free_entry >= 0:
        at = <uint32_t>free_entry
    s.table[at].layer = s.stamp
    s.table[at].node = layer.end - 1
    if (layer.end - layer.start) * 2 > s.table_room:
        grow_table(s, layer.start)


cdef inline uint32_t family_state(const Scan* scan, int family) noexcept nogil:
    """What a family has besides its name: its runs, and whether its card of this place is unused."""
    cdef uint32_t state = 0
    cdef int i
    for i in range(MAX_OPEN):
        if scan.runs[i] and scan.runs[i] >> SLOT_SHIFT == family:
            state = (state << SLOT_SHIFT) | (scan.runs[i] & RUN_MASK)
    return (state << 1) | ((scan.here >> family) & 1)


cdef inline bint differ(int cards, int family, int other) noexcept nogil:
    return ((cards >> family) ^ (cards >> other)) & 1


cdef inline bint are_twins(const Search* s, const Scan* scan, int family, int other) noexcept nogil:
    """Whether the same cards of both are still to come, and neither can get a card of this place that the
    hand lacks.
    """
    if s.later_ranks[s.place][family] != s.later_ranks[s.place][other] or differ(scan.aces, family, other):
        return False
    if (family <= s.slot) != (other <= s.slot):
        return False
    return not (differ(s.reals[s.place], family, other) and differ(scan.here, family, other))


cdef void rename_families(const Draft* d, Draft* renamed, const uint8_t* order) noexcept nogil:
    cdef uint8_t name[OPEN + 1]
    cdef int family, i
    renamed[0] = d[0]
    memset(renamed.scan.runs, 0, sizeof(renamed.scan.runs))
    renamed.scan.here &= ATOUT_BIT
    name[ATOUT] = ATOUT
    name[OPEN] = OPEN
    for family in range(FAMILIES):
        name[order[family]] = family
        renamed.scan.here |= ((d.scan.here >> order[family]) & 1) << family
    for i in range(MAX_OPEN):
        if not d.scan.runs[i]:
            break
        family = name[d.scan.runs[i] >> SLOT_SHIFT]
        put_run(&renamed.scan, (family << SLOT_SHIFT) | (d.scan.runs[i] & RUN_MASK))


cdef void keep_way(Search* s, const Draft* d) noexcept nogil:
    """Enter a way, with families that differ only by name in one order, so that ways that differ only so are
    one.
    """
    cdef uint8_t order[FAMILIES]
    cdef uint32_t states[FAMILIES]
    cdef Draft renamed
    cdef int family, other
    cdef bint changed = False
    cdef int packed = 0
    if not s.has_twins:
        enter_way(s, d, FAMILY_ORDER)
        return
    for family in range(FAMILIES):
        order[family] = family
        states[family] = family_state(&d.scan, family)
    for family in range(FAMILIES):
        for other in range(family + 1, FAMILIES):
            if states[other] > states[family] and are_twins(s, &d.scan, family, other):
                states[family], states[other] = states[other], states[family]
                order[family], order[other] = order[other], order[family]
                changed = True
    if not changed:
        enter_way(s, d, FAMILY_ORDER)
        return
    rename_families(d, &renamed, order)
    for family in range(FAMILIES):
        packed |= order[family] << (ORDER_BITS * family)
    enter_way(s, &renamed, packed)


cdef void start_open_runs(Search* s, const Draft* d) noexcept nogil:
    """Runs begun by wild cards; they take a family when a natural joins them."""
    cdef uint8_t code = LOW if s.place == 1 else 0
    cdef int created, pending
    cdef Draft some, more
    some = d[0]
    for created in range(d.scan.jokers + 1):
        if created and not lay_card(s, &some, code, OPEN, JOKER_CARD, False):
            break
        more = some
        for pending in range((d.scan.jokers - created if s.pending_joker else 0) + 1):
            if pending and not lay_card(s, &more, code, OPEN, JOKER_CARD, True):
                break
            more.move = some.move | (<uint32_t>created << JOKERS_CREATED_SHIFT)
            more.move |= <uint32_t>pending << JOKERS_PENDING_SHIFT
            keep_way(s, &more)


cdef void step_open(Search* s, const Draft* d) noexcept nogil:
    cdef uint8_t code = LOW if s.place == 1 else 0
    cdef Draft trial
    cdef int pending
    start_open_runs(s, d)
    if not held(s, d, OPEN, ATOUT_CARD):
        return
    for pending in range(s.pending_real + 1):
        trial = d[0]
        if lay_card(s, &trial, code, OPEN, ATOUT_CARD, pending):
            trial.move |= <uint32_t>(START_PENDING if pending else START_CREATED) << START_SHIFT
            start_open_runs(s, &trial)


cdef void step_natural(Search* s, const Draft* d) noexcept nogil:
    """What the natural does that no run of its family took: nothing, begin a run, or join one that has no
    family.
    """
    cdef uint8_t code = LOW if s.place == 1 else 0
    cdef uint8_t joined
    cdef Draft trial
    cdef int i, pending
    keep_way(s, d)
    if not held(s, d, s.slot, NATURAL_CARD):
        return
    for pending in range(s.pending_real + 1):
        trial = d[0]
        if lay_card(s, &trial, code, s.slot, NATURAL_CARD, pending):
            trial.move |= <uint32_t>(START_PENDING if pending else START_CREATED) << START_SHIFT
            keep_way(s, &trial)
    for i in range(MAX_OPEN):
        joined = d.scan.runs[i]
        if joined >> SLOT_SHIFT != OPEN:
            return
        if i and joined == d.scan.runs[i - 1]:
            continue
        for pending in range((s.pending_real and joined & STAGE_MASK == PENDING) + 1):
            trial = d[0]
            drop_run(&trial.scan, i)
            if lay_card(s, &trial, joined, s.slot, NATURAL_CARD, pending):
                trial.move |= <uint32_t>(START_JOIN_PENDING if pending else START_JOIN) << START_SHIFT
                trial.move |= <uint32_t>(joined & JOINED_MASK) << JOINED_SHIFT
                keep_way(s, &trial)


cdef void step_run(Search* s, const Draft* d, int i) noexcept nogil:
    """Each run of the slot in turn: end it if it may end, or go on with the natural, the Atout or a Joker."""
    cdef uint8_t code
    cdef int card, pending
    cdef Draft trial
    if i == d.old_count:
        if s.slot == OPEN:
            step_open(s, d)
        else:
            step_natural(s, d)
        return
    code = d.old[i]
    if code & STAGE_MASK == DONE:
        step_run(s, d, i + 1)
    for card in range(NATURAL_CARD, JOKER_CARD + 1):
        if not held(s, d, s.slot, card):
            continue
        for pending in range((may_pend(s, card) and code & STAGE_MASK == PENDING) + 1):
            trial = d[0]
            if lay_card(s, &trial, code, s.slot, card, pending):
                trial.move |= <uint32_t>(card + KEEP_PENDING * pending) << (MOVE_BITS * i)
                step_run(s, &trial, i + 1)


cdef void step_sets(Search* s, const Draft* d) noexcept nogil:
    """Sets of this rank: its reals have different families, so that only their number, the Atout and Jokers
    matter.
    """
    cdef int naturals = popcount(d.scan.here & FAMILY_BITS)
    cdef int atout, natural, joker, sets, cards
    cdef Draft trial
    cdef bint legal
    trial = d[0]
    trial.scan.here = 0
    keep_way(s, &trial)
    for atout in range((d.scan.here >> ATOUT) + 1):
        for natural in range(naturals + 1):
            for joker in range(d.scan.jokers + 1):
                cards = atout + natural + joker
                for sets in range((cards + MAX_SET - 1) // MAX_SET, cards // MIN_MELD + 1):
                    if sets == 0 or atout + natural < s.min_real * sets:
                        continue
                    trial = d[0]
                    trial.scan.here = 0
                    trial.scan.jokers -= joker
                    trial.value += cards * s.value.card[s.place] + sets * s.value.meld + atout * s.value.atout
                    legal = True
                    for _ in range(cards - MIN_MELD * sets):
                        legal = legal and add_to_meld(s, &trial)
                    if not legal:
                        continue
                    trial.move = (
                        natural | (atout << SET_ATOUT_SHIFT)
                        | (joker << SET_JOKERS_SHIFT) | (sets << SET_COUNT_SHIFT)
                    )
                    keep_way(s, &trial)


cdef void read_draft(const Search* s, const Node* node, Draft* d) noexcept nogil:
    """The way so far, with the runs of this step's slot set apart."""
    cdef int i
    d.scan = node.scan
    d.value = node.value
    d.move = 0
    d.old_count = 0
    if s.slot == SETS:
        return
    i = 0
    while i < MAX_OPEN:
        if d.scan.runs[i] and d.scan.runs[i] >> SLOT_SHIFT == s.slot:
            d.old[d.old_count] = d.scan.runs[i]
            d.old_count += 1
            drop_run(&d.scan, i)
        else:
            i += 1


cdef void close_layer(Search* s) noexcept nogil:
    """Remove ways that others stand for, note which slots are in use, and keep the most promising if they are
    to be few.
    """
    cdef Layer* layer = &s.layers[s.layer_count]
    cdef uint32_t kept = layer.start
    cdef uint32_t i
    cdef int run
    layer.slots = 0
    for i in range(layer.start, layer.end):
        if s.nodes[i].value == DEAD:
            continue
        if kept != i:
            s.nodes[kept] = s.nodes[i]
        for run in range(MAX_OPEN):
            if not s.nodes[i].scan.runs[run]:
                break
            layer.slots |= 1 << (s.nodes[i].scan.runs[run] >> SLOT_SHIFT)
        kept += 1
    layer.end = kept
    if layer.end - layer.start > s.width:
        s.narrowed = True
        if s.bound_count:
            narrow_layer(s, layer)
    s.layer_count += 1


cdef void narrow_layer(Search* s, Layer* layer) noexcept nogil:
    """Keep s.width ways, those of the highest bounds, in their order."""
    cdef uint32_t counts[BUCKETS]
    cdef float lowest = s.nodes[layer.start].bound
    cdef float highest = lowest
    cdef float step
    cdef uint32_t i, kept, room
    cdef int bucket, border
    for i in range(layer.start, layer.end):
        lowest = min(lowest, s.nodes[i].bound)
        highest = max(highest, s.nodes[i].bound)
    step = (highest - lowest) / (BUCKETS - 1) + 1
    memset(counts, 0, sizeof(counts))
    for i in range(layer.start, layer.end):
        counts[<int>((s.nodes[i].bound - lowest) / step)] += 1
    border = BUCKETS - 1
    room = s.width
    while counts[border] <= room:
        room -= counts[border]
        border -= 1
    kept = layer.start
    for i in range(layer.start, layer.end):
        bucket = <int>((s.nodes[i].bound - lowest) / step)
        if bucket < border or (bucket == border and room == 0):
            continue
        if bucket == border:
            room -= 1
        s.nodes[kept] = s.nodes[i]
        kept += 1
    layer.end = kept


cdef bint has_twins(const Search* s) noexcept nogil:
    cdef int family, other
    for family in range(FAMILIES):
        for other in range(family):
            if s.later_ranks[s.place][family] == s.later_ranks[s.place][other]:
                return True
    return False


cdef void run_step(Search* s, int slot) noexcept nogil:
    cdef Layer* before = &s.layers[s.layer_count - 1]
    cdef Layer* layer = &s.layers[s.layer_count]
    cdef Draft draft
    cdef uint32_t i
    s.slot = slot
    s.has_twins = has_twins(s)
    s.stamp += 1
    layer.start = before.end
    layer.end = before.end
    layer.place = s.place
    layer.slot = slot
    for i in range(before.start, before.end):
        s.parent = i
        read_draft(s, &s.nodes[i], &draft)
        if slot == SETS:
            step_sets(s, &draft)
        else:
            step_run(s, &draft, 0)
        if s.failure:
            return
    close_layer(s)


cdef void open_place(Search* s) noexcept nogil:
    """Put the place's reals before every way; the As come from what place 1 left."""
    cdef Layer* layer = &s.layers[s.layer_count - 1]
    cdef uint32_t i
    for i in range(layer.start, layer.end):
        if s.place == 1 or s.place == HIGHEST_PLACE:
            s.nodes[i].scan.here = s.nodes[i].scan.aces
            s.nodes[i].scan.aces = 0
        else:
            s.nodes[i].scan.here = s.reals[s.place]


cdef void save_aces(Search* s) noexcept nogil:
    cdef Layer* layer = &s.layers[s.layer_count - 1]
    cdef uint32_t i
    for i in range(layer.start, layer.end):
        s.nodes[i].scan.aces = s.nodes[i].scan.here
        s.nodes[i].scan.here = 0


cdef bint step_needed(const Search* s, int slot) noexcept nogil:
    if (s.layers[s.layer_count - 1].slots >> slot) & 1:
        return True
    if slot == OPEN:
        return s.jokers > 0 or (not s.own_family and s.reals[s.place] & ATOUT_BIT)
    return (s.reals[s.place] >> slot) & 1


cdef void run_place(Search* s) noexcept nogil:
    cdef int slot
    open_place(s)
    if s.place <= s.top:
        for slot in range(OPEN + 1):
            if (slot != ATOUT or s.own_family) and step_needed(s, slot):
                run_step(s, slot)
                if s.failure or (s.narrowed and s.bound_count == 0):
                    return
    if s.place == 1:
        save_aces(s)
    elif s.reals[s.place]:
        run_step(s, SETS)


cdef inline bint is_better(const Node* node, const Node* other) noexcept nogil:
    if node.value != other.value:
        return node.value > other.value
    return node.scan.jokers > other.scan.jokers


cdef int64_t run_scan(Search* s, uint32_t width) noexcept nogil:
    """The node of the best way found with at most that many ways a layer; -1 if there is none, or on failure.
    """
    cdef Layer* layer = &s.layers[0]
    cdef int64_t best = -1
    cdef Node* node
    cdef uint32_t i
    cdef int place
    s.width = width
    s.narrowed = False
    s.layer_count = 1
    layer.start = 0
    layer.end = 1
    layer.slots = 0
    memset(s.nodes, 0, sizeof(Node))
    s.nodes[0].scan.jokers = s.jokers
    s.nodes[0].scan.aces = s.reals[HIGHEST_PLACE]
    for place in range(s.first_place, HIGHEST_PLACE + 1):
        s.place = place
        run_place(s)
        if s.failure or (s.narrowed and s.bound_count == 0):
            return -1
    layer = &s.layers[s.layer_count - 1]
    for i in range(layer.start, layer.end):
        node = &s.nodes[i]
        if s.run_required and node.value and not node.scan.added & RUN_LAID:
            continue
        if best < 0 or is_better(node, &s.nodes[best]):
            best = i
    return best
