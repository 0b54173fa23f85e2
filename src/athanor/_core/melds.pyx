"""A scan over the places 1 to 15 that keeps every useful way to have laid the cards below.

Places are taken in order, and at each place the families one by one, then the runs without a family, then the sets of
that rank. What later places need to know of a way is its Scan: the open runs (family, how far their first three cards
are), the Jokers and the As left, and the cards added so far. Two ways with equal Scans have the same continuations, so
the better one stands for both; what a run looked like lower down, and which of two equal runs goes on, can't matter.

A way is dropped only when another one with the same runs has at least its Jokers, its room for added cards and its
value, or when even all cards left could not lift it to a plan already found. That plan comes from a first scan of few
ways; where that scan had to drop none, it was exact and is the answer.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc, realloc
from libc.string cimport memcpy, memset

from .bits cimport (
    ATOUT, FAMILIES, FIRST_ATOUT, FIRST_JOKER, RANKS, Cards, atout_ranks, card_count, family_ranks, joker_count, popcount
)
from .rules cimport NO_LIMIT, Rules, RuleSet

cdef enum:
    LAST_PLACE = 15
    PLACES = 16
    AS_POINTS = 11
    COURT_POINTS = 10
    CREATION = 3
    MAX_SET = 5

# A run's byte: its family (or OPEN: wild cards only) in bits 4-6, LOW if it holds place 1, and its stage. A meld is
# created by three cards and may then be extended at both ends, so a PENDING run holds only cards added below the three
# to come; FIRST and SECOND hold one and two of the three, with the Jokers among them; DONE all three.
cdef enum:
    PENDING = 1
    FIRST = 2
    SECOND = 4
    DONE = 7
    STAGES = 8
    STAGE_MASK = 7
    LOW = 8
    SLOT_SHIFT = 4
    OPEN = 5
    SETS = 6
    NO_SLOT = 7

# Cards at one place: 4 naturals, 1 Atout, 6 Jokers; during a place's steps the Atout of the place before counts too.
cdef enum:
    MAX_OPEN = 12
    MAX_OLD = 8
    MAX_LAYERS = 120
    MAX_CARDS = 76

cdef enum:
    NATURAL_CARD = 1
    ATOUT_CARD = 2
    JOKER_CARD = 3
    KEEP_PENDING = 4
    MOVE_BITS = 3
    MOVE_MASK = 7

# The rest of a family step's move: what the natural did if no run of the family took it.
cdef enum:
    START_SHIFT = 24
    START_CREATED = 1
    START_PENDING = 2
    START_JOIN = 3
    START_JOIN_PENDING = 4
    JOINED_SHIFT = 27
    JOINED_MASK = 15

# The rest of an open step's move: the Atout's start, then how many Jokers started created and pending runs.
cdef enum:
    ATOUT_START_MASK = 3
    JOKERS_CREATED_SHIFT = 26
    JOKERS_PENDING_SHIFT = 29

# A set step's move.
cdef enum:
    SET_ATOUT_SHIFT = 3
    SET_JOKERS_SHIFT = 4
    SET_COUNT_SHIFT = 7

cdef enum:
    FIELD_BITS = 11
    FIELD_MASK = 0x7FF
    CARD_BITS = 7
    CARD_MASK = 0x7F

cdef enum:
    FIRST_GAP = 1 << 13
    GAP_GROWTH = 4
    FEW_WAYS = 256
    FIRST_NODES = 512
    FIRST_TABLE = 1024
    MAX_NODES = 1 << 23
    ATOUT_BIT = 1 << ATOUT
    FAMILY_BITS = ATOUT_BIT - 1
    RUN_LAID = 0x80
    ADDED_MASK = 0x7F
    DEAD = -1
    SCALE = 12
    HALF = SCALE // 2
    RUN_CODES = 6 << 4
    MAX_ROWS = 72
    MAX_ROUNDS = 200
    UNLIMITED = 1000

# here: reals of this place not yet used, families in bits 0-3 and the Atout in bit 4; aces: the same of the As, which
# wait from place 1 for place 15; added: cards added so far, see Search.limit, and RUN_LAID.
cdef struct Scan:
    uint8_t runs[MAX_OPEN]
    uint8_t jokers
    uint8_t aces
    uint8_t here
    uint8_t added

cdef struct Node:
    Scan scan
    int32_t value
    uint32_t parent
    uint32_t move

cdef struct Draft:
    Scan scan
    int32_t value
    uint32_t move
    uint8_t old[MAX_OLD]
    uint8_t old_count

cdef struct Layer:
    uint32_t start
    uint32_t end
    uint8_t place
    uint8_t slot
    uint8_t slots

cdef struct Entry:
    uint32_t layer
    uint32_t node

# prices: of each real by place and family, of a Joker, and of room for one more added card; gain[p][run]: the most that
# a run whose last card lies at p can still bring above the prices of the cards it takes.
cdef struct Prices:
    int64_t real[PLACES][FAMILIES + 1]
    int64_t joker
    int64_t added
    int64_t later[PLACES]
    int64_t gain[PLACES][RUN_CODES]

cdef struct Choice:
    int64_t gain
    int slot
    int card
    int after
    bint pending
    bint adds

cdef struct SetChoice:
    int64_t gain
    int reals
    int jokers

cdef struct LinearProgram:
    double inverse[MAX_ROWS][MAX_ROWS]
    double level[MAX_ROWS]
    double dual[MAX_ROWS]
    double column[MAX_ROWS]
    double value
    double tolerance
    int rows[PLACES][FAMILIES + 1]
    int joker_row
    int added_row
    int row_count
    int pivots

# Values are three fields in one number, so that ties fall by themselves; no field can overflow into the next.
cdef struct Search:
    uint8_t reals[PLACES]
    uint8_t jokers
    int32_t card_value[PLACES]
    int32_t meld_value
    int32_t atout_value
    int32_t added_value
    int32_t pair_value
    Prices prices
    bint bounded
    uint8_t next_stage[STAGES][2]
    int limit
    bint parity
    bint pending_real
    bint pending_joker
    bint own_family
    bint run_required
    int min_real
    int first_place
    int top
    int place
    int slot
    int64_t best
    uint32_t width
    bint narrowed
    int failure
    Node* nodes
    uint32_t node_room
    Entry* table
    uint32_t table_room
    uint32_t stamp
    uint32_t parent
    Layer layers[MAX_LAYERS]
    int layer_count


cdef double PIVOT_LEAST = 1e-7
cdef double ROOM_STEP = 1e-5
cdef double GAIN_LEAST = 1e-5
cdef int64_t NOTHING = -((<int64_t>1) << 50)


cdef inline int place_points(int place) noexcept nogil:
    """R23: the As counts 11 at either end."""
    if place == 1 or place == LAST_PLACE:
        return AS_POINTS
    return place if place < COURT_POINTS else COURT_POINTS


cdef inline int place_rank(int place) noexcept nogil:
    return 1 if place == LAST_PLACE else place


cdef inline int stage_need(int stage) noexcept nogil:
    """Cards still missing of the first three."""
    if stage == PENDING:
        return CREATION
    return 0 if stage == DONE else (1 if stage >= SECOND else 2)


cdef inline bint put_run(Scan* scan, uint8_t code) noexcept nogil:
    """Insert in descending order, so that equal sets of runs are equal bytes."""
    cdef int i = MAX_OPEN - 1
    if scan.runs[i]:
        return False
    while i > 0 and scan.runs[i - 1] < code:
        scan.runs[i] = scan.runs[i - 1]
        i -= 1
    scan.runs[i] = code
    return True


cdef inline void drop_run(Scan* scan, int index) noexcept nogil:
    cdef int i
    for i in range(index, MAX_OPEN - 1):
        scan.runs[i] = scan.runs[i + 1]
    scan.runs[MAX_OPEN - 1] = 0


cdef inline bint add_to_meld(Search* s, Draft* d) noexcept nogil:
    """One card more on a meld already created: R16's limit and R20's pairs."""
    cdef int added = d.scan.added & ADDED_MASK
    d.value += s.added_value
    if added & 1:
        d.value += s.pair_value
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
    if code & LOW and s.place == LAST_PLACE:
        return False
    if card == JOKER_CARD:
        d.scan.jokers -= 1
    else:
        d.scan.here &= ~(1 << (slot if card == NATURAL_CARD else ATOUT))
    d.value += s.card_value[s.place]
    if pending or stage == DONE:
        stage_after = PENDING if pending else DONE
        if not add_to_meld(s, d):
            return False
    else:
        stage_after = s.next_stage[stage][card == JOKER_CARD]
        if card == ATOUT_CARD or (card == NATURAL_CARD and slot == ATOUT):
            d.value += s.atout_value
        if stage_after == DONE:
            d.value += s.meld_value
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


cdef inline bint may_pend(const Search* s, int card) noexcept nogil:
    return s.pending_joker if card == JOKER_CARD else s.pending_real


cdef bint dominates(const Search* s, const Scan* x, int32_t x_value, const Scan* y, int32_t y_value) noexcept nogil:
    """Whether of two ways with the same runs y can't end above x: an open pair of y may still pay where x's is shut."""
    cdef int x_added = x.added & ADDED_MASK
    cdef int y_added = y.added & ADDED_MASK
    if x.jokers < y.jokers or (s.limit != NO_LIMIT and x_added > y_added):
        return False
    return x_value >= y_value + (s.pair_value if y_added & 1 and not x_added & 1 else 0)


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


cdef inline int follow(const Search* s, int place, int code, Choice* choice) noexcept nogil:
    """The run that a card of that place makes of one below it (or of none), and what it gains above its price; or 0."""
    cdef int stage = code & STAGE_MASK
    cdef bint joker = choice.card == JOKER_CARD
    cdef int family = choice.slot if choice.card == NATURAL_CARD else ATOUT
    cdef int64_t value = s.card_value[place]
    cdef int stage_after
    choice.gain = -(s.prices.joker if joker else s.prices.real[place][family])
    choice.adds = choice.pending or stage == DONE
    if code & LOW and place == LAST_PLACE:
        return 0
    if choice.adds:
        stage_after = PENDING if choice.pending else DONE
        if s.limit == 0:
            return 0
        choice.gain += added_gain(s)
    else:
        stage_after = s.next_stage[stage][joker]
        if family == ATOUT and not joker:
            value += s.atout_value
        if stage_after == DONE:
            value += s.meld_value
    choice.gain += value * SCALE
    if stage_after == 0 or place + stage_need(stage_after) > s.top:
        return 0
    return (choice.slot << SLOT_SHIFT) | (code & LOW) | stage_after


cdef inline int64_t added_gain(const Search* s) noexcept nogil:
    """What a card added to a meld gains by that: half a pair each bounds whole pairs from above."""
    return s.added_value * <int64_t>SCALE + s.pair_value * <int64_t>HALF - s.prices.added


cdef void try_card(const Search* s, int place, int code, int slot, int card, Choice* best) noexcept nogil:
    cdef Choice choice
    cdef int stage = code & STAGE_MASK
    cdef int pending
    choice.slot = slot
    choice.card = card
    for pending in range((may_pend(s, card) and stage <= PENDING) + 1):
        choice.pending = pending
        choice.after = follow(s, place, code, &choice)
        if choice.after:
            choice.gain += s.prices.gain[place][choice.after]
            if choice.gain > best.gain:
                best[0] = choice


cdef Choice best_card(const Search* s, int place, int code) noexcept nogil:
    """The card of this place that a run below it (or a new one, of stage 0) gains most by, all later cards included."""
    cdef Choice best
    cdef int family
    cdef int slot = code >> SLOT_SHIFT if code & STAGE_MASK else OPEN
    best.gain = NOTHING
    best.after = 0
    for family in range(FAMILIES + s.own_family):
        if (slot == family or slot == OPEN) and (s.reals[place] >> family) & 1:
            try_card(s, place, code, family, NATURAL_CARD, &best)
    if not s.own_family and (s.reals[place] >> ATOUT) & 1:
        try_card(s, place, code, slot, ATOUT_CARD, &best)
    if s.jokers:
        try_card(s, place, code, slot, JOKER_CARD, &best)
    return best


cdef void fill_gains(Search* s) noexcept nogil:
    """Prices.gain by the prices as they are, from the top down."""
    cdef int place, code
    for place in range(s.top, 0, -1):
        for code in range(RUN_CODES):
            if code & STAGE_MASK == 0:
                continue
            s.prices.gain[place][code] = 0 if code & STAGE_MASK == DONE else NOTHING
            if place < s.top:
                s.prices.gain[place][code] = max(s.prices.gain[place][code], best_card(s, place + 1, code).gain)


cdef SetChoice best_set(const Search* s, int place) noexcept nogil:
    """The set of this rank that gains most above its cards' prices."""
    cdef SetChoice best
    cdef int64_t gain
    cdef int chosen, joker, cards, family
    best.gain = NOTHING
    for chosen in range(1, 2 * ATOUT_BIT):
        if chosen & ~s.reals[place] or popcount(chosen) < s.min_real:
            continue
        for joker in range(min(s.jokers, MAX_SET - 1) + 1):
            cards = popcount(chosen) + joker
            if cards < CREATION or cards > MAX_SET or (cards > CREATION and s.limit == 0):
                continue
            gain = (cards * s.card_value[place] + s.meld_value + (chosen >> ATOUT) * s.atout_value) * <int64_t>SCALE
            gain += (cards - CREATION) * added_gain(s) - joker * s.prices.joker
            for family in range(FAMILIES + 1):
                if (chosen >> family) & 1:
                    gain -= s.prices.real[place][family]
            if gain > best.gain:
                best.gain = gain
                best.reals = chosen
                best.jokers = joker
    return best


cdef inline void put_in_column(LinearProgram* lp, int row, double price) noexcept nogil:
    lp.column[row] += 1
    lp.value += price


cdef void run_column(const Search* s, LinearProgram* lp, int place) noexcept nogil:
    """The run from this place that gains most, as a column with its value."""
    cdef int code = LOW if place == 1 else 0
    cdef Choice choice = best_card(s, place, code)
    cdef int family
    lp.value = <double>choice.gain
    while choice.after:
        if choice.card == JOKER_CARD:
            put_in_column(lp, lp.joker_row, <double>s.prices.joker)
        else:
            family = choice.slot if choice.card == NATURAL_CARD else ATOUT
            put_in_column(lp, lp.rows[place][family], <double>s.prices.real[place][family])
        if choice.adds:
            put_in_column(lp, lp.added_row, <double>s.prices.added)
        if place == s.top or s.prices.gain[place][choice.after] == 0 and choice.after & STAGE_MASK == DONE:
            return
        place += 1
        choice = best_card(s, place, choice.after)


cdef void set_column(const Search* s, LinearProgram* lp, int place) noexcept nogil:
    cdef SetChoice choice = best_set(s, place)
    cdef int i
    lp.value = <double>choice.gain
    for i in range(FAMILIES + 1):
        if (choice.reals >> i) & 1:
            put_in_column(lp, lp.rows[place][i], <double>s.prices.real[place][i])
    for i in range(choice.jokers):
        put_in_column(lp, lp.joker_row, <double>s.prices.joker)
    for i in range(popcount(choice.reals) + choice.jokers - CREATION):
        put_in_column(lp, lp.added_row, <double>s.prices.added)


cdef void pivot(LinearProgram* lp) noexcept nogil:
    """Bring the column into the basis if it still gains at the present duals."""
    cdef double step[MAX_ROWS]
    cdef double reduced = lp.value
    cdef double ratio, best_ratio, factor
    cdef int leaving = -1
    cdef int i, k
    best_ratio = 0
    for k in range(lp.row_count):
        reduced -= lp.dual[k] * lp.column[k]
    if reduced <= lp.tolerance:
        return
    for i in range(lp.row_count):
        step[i] = 0
        for k in range(lp.row_count):
            if lp.column[k] != 0:
                step[i] += lp.inverse[i][k] * lp.column[k]
        if step[i] > PIVOT_LEAST:
            ratio = lp.level[i] / step[i]
            if leaving < 0 or ratio < best_ratio:
                leaving = i
                best_ratio = ratio
    if leaving < 0:
        return
    factor = 1 / step[leaving]
    lp.level[leaving] = best_ratio
    for k in range(lp.row_count):
        lp.inverse[leaving][k] *= factor
        lp.dual[k] += reduced * lp.inverse[leaving][k]
    for i in range(lp.row_count):
        if i == leaving or step[i] == 0:
            continue
        lp.level[i] -= step[i] * best_ratio
        for k in range(lp.row_count):
            lp.inverse[i][k] -= step[i] * lp.inverse[leaving][k]
    lp.pivots += 1


cdef inline void clear_column(LinearProgram* lp) noexcept nogil:
    memset(lp.column, 0, sizeof(lp.column))
    lp.value = 0


cdef void read_duals(Search* s, const LinearProgram* lp) noexcept nogil:
    cdef int place, family
    for place in range(1, PLACES):
        for family in range(FAMILIES + 1):
            if (s.reals[place] >> family) & 1:
                s.prices.real[place][family] = <int64_t>max(lp.dual[lp.rows[place][family]], 0.0)
    s.prices.joker = <int64_t>max(lp.dual[lp.joker_row], 0.0)
    s.prices.added = <int64_t>max(lp.dual[lp.added_row], 0.0) if s.limit != NO_LIMIT else 0
    fill_gains(s)


cdef int64_t highest_gain(const Search* s) noexcept nogil:
    """Positive if some meld is worth more than its cards: then the prices bound nothing yet."""
    cdef int64_t best = 0
    cdef int place
    for place in range(s.first_place, s.top + 1):
        best = max(best, best_card(s, place, LOW if place == 1 else 0).gain)
    for place in range(2, PLACES):
        best = max(best, best_set(s, place).gain)
    return best


cdef void prepare_program(const Search* s, LinearProgram* lp) noexcept nogil:
    """One row a real, then the Jokers and the added cards; each with a little more room, so that no two ratios are equal."""
    cdef int place, family, row
    memset(lp, 0, sizeof(LinearProgram))
    for place in range(2, PLACES):
        for family in range(FAMILIES + 1):
            if (s.reals[place] >> family) & 1:
                lp.rows[place][family] = lp.row_count
                lp.level[lp.row_count] = 1
                lp.row_count += 1
    for family in range(FAMILIES + 1):
        lp.rows[1][family] = lp.rows[LAST_PLACE][family]
    lp.joker_row = lp.row_count
    lp.added_row = lp.row_count + 1
    lp.level[lp.joker_row] = s.jokers
    lp.level[lp.added_row] = s.limit if s.limit != NO_LIMIT else UNLIMITED
    lp.row_count += 2
    for row in range(lp.row_count):
        lp.inverse[row][row] = 1
        lp.level[row] += ROOM_STEP * ((row * 37) % MAX_ROWS + 1)
    lp.tolerance = <double>s.card_value[2] * SCALE * GAIN_LEAST


cdef void solve_program(Search* s, LinearProgram* lp) noexcept nogil:
    """Rounds of: the best meld from each place and of each rank enters the basis, and slack where a dual is negative."""
    cdef int turn, place, row, pivots
    for turn in range(MAX_ROUNDS):
        read_duals(s, lp)
        pivots = lp.pivots
        for place in range(s.first_place, PLACES):
            if place <= s.top:
                clear_column(lp)
                run_column(s, lp, place)
                pivot(lp)
            if place > 1:
                clear_column(lp)
                set_column(s, lp, place)
                pivot(lp)
        for row in range(lp.row_count):
            clear_column(lp)
            lp.column[row] = 1
            pivot(lp)
        if lp.pivots == pivots:
            return


cdef int64_t price_of_all(const Search* s) noexcept nogil:
    cdef int64_t total = s.prices.later[1] + s.jokers * s.prices.joker
    cdef int family
    if s.limit != NO_LIMIT:
        total += s.limit * s.prices.added
    for family in range(FAMILIES + 1):
        if (s.reals[LAST_PLACE] >> family) & 1:
            total += s.prices.real[LAST_PLACE][family]
    return total


cdef int64_t find_prices(Search* s) noexcept nogil:
    """Prices near those of the linear program over all melds, raised until no meld is worth more than its cards.

    Returns what all cards cost: no plan is worth more.
    """
    cdef LinearProgram lp
    cdef int place, family
    cdef int64_t excess
    memset(&s.prices, 0, sizeof(Prices))
    prepare_program(s, &lp)
    solve_program(s, &lp)
    read_duals(s, &lp)
    excess = highest_gain(s)
    for place in range(1, PLACES):
        for family in range(FAMILIES + 1):
            s.prices.real[place][family] += (excess + CREATION - 1) // CREATION
    s.prices.joker += (excess + CREATION - 1) // CREATION
    fill_gains(s)
    for place in range(LAST_PLACE - 2, -1, -1):
        s.prices.later[place] = s.prices.later[place + 1]
        for family in range(FAMILIES + 1):
            if (s.reals[place + 1] >> family) & 1:
                s.prices.later[place] += s.prices.real[place + 1][family]
    return price_of_all(s)


cdef int64_t highest_end(const Search* s, const Draft* d) noexcept nogil:
    """No continuation is worth more: at prices that no meld exceeds, all cards left and what open runs still gain."""
    cdef const Prices* prices = &s.prices
    cdef int64_t bound = d.value * <int64_t>SCALE + prices.later[s.place] + d.scan.jokers * prices.joker
    cdef int added = d.scan.added & ADDED_MASK
    cdef int i, place, code
    if added & 1:
        bound += s.pair_value * <int64_t>HALF
    if s.limit != NO_LIMIT:
        bound += (s.limit - added) * prices.added
    for i in range(FAMILIES + 1):
        if (d.scan.here >> i) & 1:
            bound += prices.real[s.place][i]
        if (d.scan.aces >> i) & 1:
            bound += prices.real[LAST_PLACE][i]
    for i in range(MAX_OPEN):
        code = d.scan.runs[i]
        if not code:
            break
        place = s.place - (1 if code >> SLOT_SHIFT > s.slot else 0)
        bound += prices.gain[place][code]
    return bound


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
        if s.node_room >= MAX_NODES:
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


cdef void keep_way(Search* s, const Draft* d) noexcept nogil:
    """Enter a way into the layer unless it can't be the best, or another one stands for it."""
    cdef Layer* layer = &s.layers[s.layer_count]
    cdef int64_t bound = highest_end(s, d) if s.bounded else 0
    cdef uint64_t words[2]
    cdef uint64_t other_words[2]
    cdef uint32_t mask = s.table_room - 1
    cdef uint32_t at
    cdef int64_t free_entry = -1
    cdef Node* other
    cdef Node* node
    if s.failure or bound < s.best:
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
    if free_entry >= 0:
        at = <uint32_t>free_entry
    s.table[at].layer = s.stamp
    s.table[at].node = layer.end - 1
    if (layer.end - layer.start) * 2 > s.table_room:
        grow_table(s, layer.start)


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
            more.move = some.move | (<uint32_t>created << JOKERS_CREATED_SHIFT) | (<uint32_t>pending << JOKERS_PENDING_SHIFT)
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
    """What the natural does that no run of its family took: nothing, begin a run, or join one that has no family."""
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
    """Sets of this rank: its reals have different families, so that only their number, the Atout and Jokers matter."""
    cdef int naturals = popcount(d.scan.here & FAMILY_BITS)
    cdef int atout, natural, joker, sets, cards, i
    cdef Draft trial
    cdef bint legal
    trial = d[0]
    trial.scan.here = 0
    keep_way(s, &trial)
    for atout in range((d.scan.here >> ATOUT) + 1):
        for natural in range(naturals + 1):
            for joker in range(d.scan.jokers + 1):
                cards = atout + natural + joker
                for sets in range((cards + MAX_SET - 1) // MAX_SET, cards // CREATION + 1):
                    if sets == 0 or atout + natural < s.min_real * sets:
                        continue
                    trial = d[0]
                    trial.scan.here = 0
                    trial.scan.jokers -= joker
                    trial.value += cards * s.card_value[s.place] + sets * s.meld_value + atout * s.atout_value
                    legal = True
                    for i in range(cards - CREATION * sets):
                        legal = legal and add_to_meld(s, &trial)
                    if not legal:
                        continue
                    trial.move = (
                        natural | (atout << SET_ATOUT_SHIFT) | (joker << SET_JOKERS_SHIFT) | (sets << SET_COUNT_SHIFT)
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
    """Remove ways that others stand for, note which slots are in use, and keep the most promising if they are to be few."""
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
    s.layer_count += 1


cdef void run_step(Search* s, int slot) noexcept nogil:
    cdef Layer* before = &s.layers[s.layer_count - 1]
    cdef Layer* layer = &s.layers[s.layer_count]
    cdef Draft draft
    cdef uint32_t i
    s.slot = slot
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
        if s.place == 1 or s.place == LAST_PLACE:
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
                if s.failure or (s.narrowed and not s.bounded):
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
    """The node of the best way found with at most that many ways a layer; -1 if there is none, or on failure."""
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
    s.nodes[0].scan.aces = s.reals[LAST_PLACE]
    for place in range(s.first_place, LAST_PLACE + 1):
        s.place = place
        run_place(s)
        if s.failure or (s.narrowed and not s.bounded):
            return -1
    layer = &s.layers[s.layer_count - 1]
    for i in range(layer.start, layer.end):
        node = &s.nodes[i]
        if s.run_required and node.value and not node.scan.added & RUN_LAID:
            continue
        if best < 0 or is_better(node, &s.nodes[best]):
            best = i
    return best


cdef void replay_card(Search* s, PlanMeld* meld, uint8_t* code, int slot, int action) noexcept nogil:
    cdef int card = action if action <= JOKER_CARD else action - KEEP_PENDING
    cdef int stage = code[0] & STAGE_MASK
    cdef int rank = place_rank(s.place)
    if action > JOKER_CARD:
        stage = PENDING
    else:
        if stage == 0 or stage == PENDING:
            meld.created = meld.size
        if stage != DONE:
            stage = s.next_stage[stage][card == JOKER_CARD]
    if meld.size == 0:
        meld.is_set = False
        meld.low = s.place
        code[0] = LOW if s.place == 1 else 0
    if card == JOKER_CARD:
        meld.cards[meld.size] = FIRST_JOKER
    else:
        meld.cards[meld.size] = RANKS * (slot if card == NATURAL_CARD else ATOUT) + rank - 1
    meld.size += 1
    code[0] = (slot << SLOT_SHIFT) | (code[0] & LOW) | stage


cdef void replay_start(Search* s, Plan* plan, uint8_t* codes, int slot, int action) noexcept nogil:
    codes[plan.count] = 0
    replay_card(s, &plan.melds[plan.count], &codes[plan.count], slot, action)
    plan.count += 1


cdef int highest_run(const Plan* plan, const uint8_t* codes, int slot, uint32_t done) noexcept nogil:
    """The melds in the order of Scan.runs: -1 after the last of this slot. Equal codes may change places."""
    cdef int best = -1
    cdef int i
    for i in range(plan.count):
        if codes[i] >> SLOT_SHIFT == slot and codes[i] and not (done >> i) & 1:
            if best < 0 or codes[i] > codes[best]:
                best = i
    return best


cdef void replay_run_step(Search* s, Plan* plan, uint8_t* codes, int slot, uint32_t move) noexcept nogil:
    cdef uint32_t done = 0
    cdef uint32_t start = move >> START_SHIFT
    cdef int shift = 0
    cdef int run = highest_run(plan, codes, slot, done)
    cdef int action, i
    cdef uint8_t joined
    while run >= 0:
        action = (move >> shift) & MOVE_MASK
        if action:
            replay_card(s, &plan.melds[run], &codes[run], slot, action)
        else:
            codes[run] = 0
        done |= <uint32_t>1 << run
        shift += MOVE_BITS
        run = highest_run(plan, codes, slot, done)
    if slot == OPEN:
        if start & ATOUT_START_MASK:
            replay_start(s, plan, codes, slot, ATOUT_CARD + (KEEP_PENDING if start & START_PENDING else 0))
        for i in range((move >> JOKERS_CREATED_SHIFT) & MOVE_MASK):
            replay_start(s, plan, codes, slot, JOKER_CARD)
        for i in range(move >> JOKERS_PENDING_SHIFT):
            replay_start(s, plan, codes, slot, JOKER_CARD + KEEP_PENDING)
        return
    action = start & MOVE_MASK
    if action == START_CREATED or action == START_PENDING:
        replay_start(s, plan, codes, slot, NATURAL_CARD + (KEEP_PENDING if action == START_PENDING else 0))
    elif action:
        joined = (OPEN << SLOT_SHIFT) | ((move >> JOINED_SHIFT) & JOINED_MASK)
        run = 0
        while codes[run] != joined:
            run += 1
        action = NATURAL_CARD + (KEEP_PENDING if action == START_JOIN_PENDING else 0)
        replay_card(s, &plan.melds[run], &codes[run], slot, action)


cdef void replay_sets(Search* s, Plan* plan, uint8_t* codes, int here, uint32_t move) noexcept nogil:
    """Share the cards out: sets as long as may be from the first on, each with as many reals as the others can spare."""
    cdef int reals = (move & MOVE_MASK) + ((move >> SET_ATOUT_SHIFT) & 1)
    cdef int left = reals + ((move >> SET_JOKERS_SHIFT) & MOVE_MASK)
    cdef int others = move >> SET_COUNT_SHIFT
    cdef int atout = (move >> SET_ATOUT_SHIFT) & 1
    cdef int family = 0
    cdef int own, i
    cdef PlanMeld* meld
    while others > 0:
        others -= 1
        meld = &plan.melds[plan.count]
        meld.is_set = True
        meld.low = place_rank(s.place)
        meld.created = 0
        meld.size = min(MAX_SET, left - CREATION * others)
        own = min(meld.size, reals - s.min_real * others)
        for i in range(meld.size):
            if i >= own:
                meld.cards[i] = FIRST_JOKER
            elif atout:
                meld.cards[i] = FIRST_ATOUT + meld.low - 1
                atout = 0
            else:
                while not (here >> family) & 1:
                    family += 1
                meld.cards[i] = RANKS * family + meld.low - 1
                family += 1
        codes[plan.count] = 0
        plan.count += 1
        left -= meld.size
        reals -= own


cdef void replay(Search* s, uint32_t node, Plan* plan) noexcept nogil:
    """Follow the moves from the root to the best way, now with the cards."""
    cdef uint32_t path[MAX_LAYERS]
    cdef uint8_t codes[MAX_PLAN_MELDS]
    cdef int depth
    path[s.layer_count - 1] = node
    for depth in range(s.layer_count - 1, 0, -1):
        path[depth - 1] = s.nodes[path[depth]].parent
    for depth in range(1, s.layer_count):
        s.place = s.layers[depth].place
        if s.layers[depth].slot == SETS:
            replay_sets(s, plan, codes, s.nodes[path[depth - 1]].scan.here, s.nodes[path[depth]].move)
        else:
            replay_run_step(s, plan, codes, s.layers[depth].slot, s.nodes[path[depth]].move)


cdef void prepare_stages(Search* s) noexcept nogil:
    """Which stage a real (0) or a Joker (1) leads to; 0 where the first three would hold too many Jokers."""
    cdef int jokers = CREATION - s.min_real
    cdef int joker, is_joker
    memset(s.next_stage, 0, sizeof(s.next_stage))
    for is_joker in range(2):
        if is_joker > jokers:
            continue
        s.next_stage[0][is_joker] = FIRST + is_joker
        s.next_stage[PENDING][is_joker] = FIRST + is_joker
        s.next_stage[DONE][is_joker] = DONE
        for joker in range(2):
            if joker + is_joker <= jokers:
                s.next_stage[FIRST + joker][is_joker] = SECOND + joker + is_joker
        for joker in range(3):
            if joker + is_joker <= jokers:
                s.next_stage[SECOND + joker][is_joker] = DONE


cdef void prepare_values(Search* s, const Rules* rules, int objective) noexcept nogil:
    cdef int32_t card = 1
    cdef int32_t stone = <int32_t>1 << CARD_BITS
    cdef int32_t point = <int32_t>1 << (CARD_BITS + FIELD_BITS)
    cdef int place
    if objective == BY_STONES:
        stone, point = point, stone
    elif objective == BY_CARDS:
        stone, point, card = 1, <int32_t>1 << FIELD_BITS, <int32_t>1 << (2 * FIELD_BITS)
    for place in range(1, PLACES):
        s.card_value[place] = card + point * place_points(place)
    s.meld_value = stone * rules.meld_stones
    s.atout_value = stone * rules.atout_stones
    s.added_value = stone * rules.completion_stones
    s.pair_value = stone * rules.pair_stones


cdef void prepare(Search* s, Cards hand, const Rules* rules, int objective, bint opened) noexcept nogil:
    cdef int cards = card_count(hand)
    cdef int place, family
    cdef bint pending
    for place in range(1, PLACES):
        s.reals[place] = ((atout_ranks(hand) >> (place_rank(place) - 1)) & 1) << ATOUT
        for family in range(ATOUT):
            s.reals[place] |= ((family_ranks(hand, family) >> (place_rank(place) - 1)) & 1) << family
    prepare_values(s, rules, objective)
    s.jokers = joker_count(hand)
    s.own_family = rules.own_family_melds
    s.run_required = rules.first_run_required and not opened
    s.min_real = rules.min_real_cards
    s.first_place = 1 if rules.ace_low else 2
    s.top = LAST_PLACE if rules.ace_high else LAST_PLACE - 1
    s.limit = rules.completions_per_turn
    if s.limit + CREATION >= cards:
        s.limit = NO_LIMIT
    s.parity = s.limit == NO_LIMIT and s.pair_value > 0
    # Cards below the first three are worth a thought only if the lowest three would hold fewer Atouts or too many Jokers.
    pending = s.limit > 0 and (
        (s.atout_value > 0 and atout_ranks(hand)) or s.jokers > CREATION - s.min_real
    )
    s.pending_joker = pending
    s.pending_real = pending and ((s.atout_value > 0 and atout_ranks(hand)) or s.min_real > 1)
    prepare_stages(s)


cdef void read_values(int32_t value, int objective, Plan* plan) noexcept nogil:
    cdef int32_t low = value & CARD_MASK
    cdef int32_t middle = (value >> CARD_BITS) & FIELD_MASK
    cdef int32_t high = value >> (CARD_BITS + FIELD_BITS)
    if objective == BY_CARDS:
        plan.stones = value & FIELD_MASK
        plan.points = (value >> FIELD_BITS) & FIELD_MASK
        plan.cards = value >> (2 * FIELD_BITS)
        return
    plan.cards = low
    plan.stones = high if objective == BY_STONES else middle
    plan.points = middle if objective == BY_STONES else high


cdef int64_t run_bounded(Search* s) noexcept nogil:
    """Scans that only keep what may end near the bound of all, further from it each time, until one holds a way."""
    cdef int64_t highest = find_prices(s)
    cdef int64_t gap = highest // FIRST_GAP
    cdef int64_t node = -1
    s.bounded = True
    while True:
        s.best = max(highest - gap, 0)
        node = run_scan(s, MAX_NODES)
        if s.failure or s.best == 0 or (node >= 0 and s.nodes[node].value * <int64_t>SCALE >= s.best):
            return node
        gap *= GAP_GROWTH


cdef int search_melds(Cards hand, const Rules* rules, int objective, bint opened, Plan* plan) noexcept nogil:
    """Fill plan with the best melds and return 0; OUT_OF_MEMORY, or TOO_MANY_PLANS if the ways kept would pass the limit."""
    cdef Search search
    cdef Search* s = &search
    cdef int64_t node = -1
    prepare(s, hand, rules, objective, opened)
    s.best = 0
    s.failure = 0
    s.stamp = 0
    s.node_room = FIRST_NODES
    s.table_room = FIRST_TABLE
    s.nodes = <Node*>malloc(s.node_room * sizeof(Node))
    s.table = <Entry*>malloc(s.table_room * sizeof(Entry))
    if s.nodes == NULL or s.table == NULL:
        s.failure = OUT_OF_MEMORY
    else:
        memset(s.table, 0, s.table_room * sizeof(Entry))
        s.bounded = False
        node = run_scan(s, FEW_WAYS)
        if s.narrowed and not s.failure:
            node = run_bounded(s)
    memset(plan, 0, sizeof(Plan))
    # No way fits where only sets could be laid but a run is asked for: then nothing is the best.
    if node >= 0:
        read_values(s.nodes[node].value, objective, plan)
        replay(s, <uint32_t>node, plan)
    free(s.nodes)
    free(s.table)
    return s.failure


def best_plan(naturals, wilds, RuleSet rule_set, int objective, bint opened):
    """(points, stones, cards, melds), each meld (is_set, low, created, card ids); see Plan for their order.

    MemoryError, or OverflowError if the hand has more ways than the search may keep.
    """
    cdef Cards hand
    cdef Plan plan
    cdef int failure, i
    hand.naturals = naturals
    hand.wilds = wilds
    with nogil:
        failure = search_melds(hand, &rule_set.options, objective, opened, &plan)
    if failure == OUT_OF_MEMORY:
        raise MemoryError
    if failure == TOO_MANY_PLANS:
        raise OverflowError
    melds = []
    for i in range(plan.count):
        melds.append((
            plan.melds[i].is_set, plan.melds[i].low, plan.melds[i].created,
            (<char*>plan.melds[i].cards)[:plan.melds[i].size],
        ))
    return plan.points, plan.stones, plan.cards, melds
