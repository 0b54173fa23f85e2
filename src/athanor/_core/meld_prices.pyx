"""Prices of the cards of a hand, such that no meld is worth more than its cards: they bound what cards left
can bring.

The best prices are the duals of the linear program that lays parts of melds. It is solved by the simplex
method on columns made as they are needed: at given prices, a walk down the places finds the run and the set
that gain most. The prices are whole numbers and are checked against every meld in whole numbers, so no
rounding can make a bound wrong.
"""

from libc.stdint cimport int64_t
from libc.string cimport memset

from .bits cimport ATOUT, FAMILIES, popcount
from .meld_plan cimport CREATION, LAST_PLACE, MAX_SET, PLACES, Weights
from .meld_types cimport (
    ATOUT_BIT, ATOUT_CARD, DONE, JOKER_CARD, LOW, MAX_RUNS, NATURAL_CARD, OPEN, PENDING, SCALE, SLOT_SHIFT,
    STAGE_MASK, Prices, Search, may_pend, stage_need, weighed
)
from .rules cimport NO_LIMIT

cdef enum:
    MAX_ROWS = 73
    MAX_ROUNDS = 1000
    UNLIMITED = 1000

cdef double PIVOT_LEAST = 1e-7
cdef double ROOM_STEP = 1e-5
cdef double GAIN_LEAST = 64
cdef int64_t NOTHING = -(<int64_t>1 << 50)

# A card for a run, the run that it makes (0: none), and the most that this gains.
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

# The simplex method's tableau: inverse of the basis, level of each basic column, duals; and a column with its
# value.
cdef struct LinearProgram:
    double inverse[MAX_ROWS][MAX_ROWS]
    double level[MAX_ROWS]
    double dual[MAX_ROWS]
    double column[MAX_ROWS]
    double value
    int rows[PLACES][FAMILIES + 1]
    int joker_row
    int added_row
    int meld_row
    int row_count
    int pivots


cdef inline int follow(
    const Search* s, const Prices* prices, int place, int code, Choice* choice
) noexcept nogil:
    """The run that a card of that place makes of one below it (or of none), and what it gains above its
    price; or 0.
    """
    cdef int stage = code & STAGE_MASK
    cdef bint joker = choice.card == JOKER_CARD
    cdef int family = choice.slot if choice.card == NATURAL_CARD else ATOUT
    cdef int64_t value = prices.weight.card[place]
    cdef int stage_after
    choice.gain = -(prices.joker if joker else prices.real[place][family])
    choice.adds = choice.pending or stage == DONE
    if code & LOW and place == LAST_PLACE:
        return 0
    if choice.adds:
        stage_after = PENDING if choice.pending else DONE
        if s.limit == 0:
            return 0
        choice.gain += added_gain(s, prices)
    else:
        stage_after = s.next_stage[stage][joker]
        if family == ATOUT and not joker:
            value += prices.weight.atout
        if stage_after == DONE:
            value += prices.weight.meld
            choice.gain -= prices.meld
    choice.gain += value * SCALE
    if stage_after == 0 or place + stage_need(stage_after) > s.top:
        return 0
    return (choice.slot << SLOT_SHIFT) | (code & LOW) | stage_after


cdef inline int64_t added_gain(const Search* s, const Prices* prices) noexcept nogil:
    """What a card added to a meld gains by that: half a pair each bounds whole pairs from above."""
    cdef int64_t half_pair = 0 if s.sure_pairs else prices.weight.pair * (SCALE // 2)
    return prices.weight.added * SCALE + half_pair - prices.added


cdef void try_card(
    const Search* s, const Prices* prices, int place, int code, int slot, int card, Choice* best
) noexcept nogil:
    cdef Choice choice
    cdef int stage = code & STAGE_MASK
    cdef int pending
    choice.slot = slot
    choice.card = card
    for pending in range((may_pend(s, card) and stage <= PENDING) + 1):
        choice.pending = pending
        choice.after = follow(s, prices, place, code, &choice)
        if choice.after:
            choice.gain += prices.gain[place][choice.after]
            if choice.gain > best.gain:
                best[0] = choice


cdef Choice best_card(const Search* s, const Prices* prices, int place, int code) noexcept nogil:
    """The card of this place that a run below it (or a new one, of stage 0) gains most by, all later cards
    included.
    """
    cdef Choice best
    cdef int family
    cdef int slot = code >> SLOT_SHIFT if code & STAGE_MASK else OPEN
    best.gain = NOTHING
    best.after = 0
    for family in range(FAMILIES + s.own_family):
        if (slot == family or slot == OPEN) and (s.reals[place] >> family) & 1:
            try_card(s, prices, place, code, family, NATURAL_CARD, &best)
    if not s.own_family and (s.reals[place] >> ATOUT) & 1:
        try_card(s, prices, place, code, slot, ATOUT_CARD, &best)
    if s.jokers:
        try_card(s, prices, place, code, slot, JOKER_CARD, &best)
    return best


cdef void fill_gains(const Search* s, Prices* prices) noexcept nogil:
    """Prices.gain by the prices as they are, from the top down."""
    cdef int place, code
    for place in range(s.top, 0, -1):
        for code in range(MAX_RUNS):
            if code & STAGE_MASK == 0:
                continue
            prices.gain[place][code] = 0 if code & STAGE_MASK == DONE else NOTHING
            if place < s.top:
                prices.gain[place][code] = max(
                    prices.gain[place][code], best_card(s, prices, place + 1, code).gain
                )


cdef SetChoice best_set(const Search* s, const Prices* prices, int place) noexcept nogil:
    """The set of this rank that gains most above its cards' prices."""
    cdef const Weights* weight = &prices.weight
    cdef SetChoice best
    cdef int64_t gain
    cdef int chosen, joker, cards, family
    best.gain = NOTHING
    best.reals = 0
    best.jokers = 0
    for chosen in range(1, 2 * ATOUT_BIT):
        if chosen & ~s.reals[place] or popcount(chosen) < s.min_real:
            continue
        for joker in range(min(s.jokers, MAX_SET - 1) + 1):
            cards = popcount(chosen) + joker
            if cards < CREATION or cards > MAX_SET or (cards > CREATION and s.limit == 0):
                continue
            gain = cards * weight.card[place] + weight.meld + (chosen >> ATOUT) * weight.atout
            gain *= SCALE
            gain += (cards - CREATION) * added_gain(s, prices) - joker * prices.joker - prices.meld
            for family in range(FAMILIES + 1):
                if (chosen >> family) & 1:
                    gain -= prices.real[place][family]
            if gain > best.gain:
                best.gain = gain
                best.reals = chosen
                best.jokers = joker
    return best


cdef inline void put_in_column(LinearProgram* lp, int row, double price) noexcept nogil:
    lp.column[row] += 1
    lp.value += price


cdef void run_column(const Search* s, const Prices* prices, LinearProgram* lp, int place) noexcept nogil:
    """The run from this place that gains most, as a column with its value."""
    cdef int code = LOW if place == 1 else 0
    cdef Choice choice = best_card(s, prices, place, code)
    cdef int family
    lp.value = <double>choice.gain
    put_in_column(lp, lp.meld_row, <double>prices.meld)
    while choice.after:
        if choice.card == JOKER_CARD:
            put_in_column(lp, lp.joker_row, <double>prices.joker)
        else:
            family = choice.slot if choice.card == NATURAL_CARD else ATOUT
            put_in_column(lp, lp.rows[place][family], <double>prices.real[place][family])
        if choice.adds:
            put_in_column(lp, lp.added_row, <double>prices.added)
        if place == s.top or prices.gain[place][choice.after] == 0 and choice.after & STAGE_MASK == DONE:
            return
        place += 1
        choice = best_card(s, prices, place, choice.after)


cdef void set_column(const Search* s, const Prices* prices, LinearProgram* lp, int place) noexcept nogil:
    cdef SetChoice choice = best_set(s, prices, place)
    cdef int i
    if choice.gain == NOTHING:
        return
    lp.value = <double>choice.gain
    put_in_column(lp, lp.meld_row, <double>prices.meld)
    for i in range(FAMILIES + 1):
        if (choice.reals >> i) & 1:
            put_in_column(lp, lp.rows[place][i], <double>prices.real[place][i])
    for _ in range(choice.jokers):
        put_in_column(lp, lp.joker_row, <double>prices.joker)
    for _ in range(popcount(choice.reals) + choice.jokers - CREATION):
        put_in_column(lp, lp.added_row, <double>prices.added)


cdef void pivot(LinearProgram* lp) noexcept nogil:
    """Bring the column into the basis if it still gains at the present duals."""
    cdef double step[MAX_ROWS]
    cdef int filled[MAX_ROWS]
    cdef int filled_count = 0
    cdef double reduced = lp.value
    cdef double ratio, best_ratio, factor
    cdef int leaving = -1
    cdef int i, k
    best_ratio = 0
    for k in range(lp.row_count):
        if lp.column[k] != 0:
            filled[filled_count] = k
            filled_count += 1
            reduced -= lp.dual[k] * lp.column[k]
    if reduced <= GAIN_LEAST:
        return
    for i in range(lp.row_count):
        step[i] = 0
        for k in range(filled_count):
            step[i] += lp.inverse[i][filled[k]] * lp.column[filled[k]]
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


cdef void read_duals(const Search* s, Prices* prices, const LinearProgram* lp) noexcept nogil:
    cdef int place, family
    for place in range(1, PLACES):
        for family in range(FAMILIES + 1):
            if (s.reals[place] >> family) & 1:
                prices.real[place][family] = <int64_t>max(lp.dual[lp.rows[place][family]], 0.0)
    prices.joker = <int64_t>max(lp.dual[lp.joker_row], 0.0)
    prices.meld = <int64_t>max(lp.dual[lp.meld_row], 0.0)
    prices.added = <int64_t>max(lp.dual[lp.added_row], 0.0) if s.limit != NO_LIMIT else 0
    fill_gains(s, prices)


cdef int64_t highest_gain(const Search* s, const Prices* prices) noexcept nogil:
    """Positive if some meld is worth more than its cards: then the prices bound nothing yet."""
    cdef int64_t best = 0
    cdef int place
    for place in range(s.first_place, s.top + 1):
        best = max(best, best_card(s, prices, place, LOW if place == 1 else 0).gain)
    for place in range(2, PLACES):
        best = max(best, best_set(s, prices, place).gain)
    return best


cdef inline int hand_size(const Search* s) noexcept nogil:
    return s.later_cards[1] + popcount(s.reals[LAST_PLACE]) + s.jokers


cdef void prepare_program(const Search* s, LinearProgram* lp, bint whole) noexcept nogil:
    """One row a real, then the Jokers, the added cards and the melds; with a little more room each, so that
    no ratios tie.
    """
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
    lp.meld_row = lp.row_count + 2
    lp.level[lp.meld_row] = hand_size(s) // CREATION if whole else UNLIMITED
    lp.row_count += 3
    for row in range(lp.row_count):
        lp.inverse[row][row] = 1
        lp.level[row] += ROOM_STEP * ((row + 1) * 37 % MAX_ROWS + 1)


cdef void solve_program(const Search* s, Prices* prices, LinearProgram* lp) noexcept nogil:
    """Rounds of: the best meld from each place and of each rank enters the basis, and slack where a dual is
    negative.
    """
    cdef int place, row, pivots
    for _ in range(MAX_ROUNDS):
        read_duals(s, prices, lp)
        pivots = lp.pivots
        for place in range(s.first_place, PLACES):
            if place <= s.top:
                clear_column(lp)
                run_column(s, prices, lp, place)
                pivot(lp)
            if place > 1:
                clear_column(lp)
                set_column(s, prices, lp, place)
                pivot(lp)
        for row in range(lp.row_count):
            if lp.dual[row] < 0:
                clear_column(lp)
                lp.column[row] = 1
                pivot(lp)
        if lp.pivots == pivots:
            return


cdef void weigh(const Search* s, Prices* prices) noexcept nogil:
    cdef int place
    for place in range(1, PLACES):
        prices.weight.card[place] = weighed(s, prices, s.value.card[place])
    prices.weight.meld = weighed(s, prices, s.value.meld)
    prices.weight.atout = weighed(s, prices, s.value.atout)
    prices.weight.added = weighed(s, prices, s.value.added)
    prices.weight.pair = weighed(s, prices, s.value.pair)


cdef void raise_prices(const Search* s, Prices* prices) noexcept nogil:
    """Until no meld is worth more than its cards, which are at least three: what rounding left."""
    cdef int64_t excess = (highest_gain(s, prices) + CREATION - 1) // CREATION
    cdef int place, family
    for place in range(1, PLACES):
        for family in range(FAMILIES + 1):
            prices.real[place][family] += excess
    prices.joker += excess
    fill_gains(s, prices)


cdef int64_t price_of_all(const Search* s, const Prices* prices) noexcept nogil:
    cdef int64_t total = prices.later[1] + s.jokers * prices.joker + hand_size(s) // CREATION * prices.meld
    cdef int family
    if s.limit != NO_LIMIT:
        total += s.limit * prices.added
    if s.sure_pairs:
        total += s.limit // 2 * prices.weight.pair * SCALE
    for family in range(FAMILIES + 1):
        if (s.reals[LAST_PLACE] >> family) & 1:
            total += prices.real[LAST_PLACE][family]
    return total


cdef int64_t find_prices(
    const Search* s, Prices* prices, int64_t first, int64_t rest, bint whole
) noexcept nogil:
    cdef LinearProgram program
    cdef int place, family
    memset(prices, 0, sizeof(Prices))
    prices.first = first
    prices.rest = rest
    weigh(s, prices)
    prepare_program(s, &program, whole)
    solve_program(s, prices, &program)
    raise_prices(s, prices)
    for place in range(LAST_PLACE - 2, -1, -1):
        prices.later[place] = prices.later[place + 1]
        for family in range(FAMILIES + 1):
            if (s.reals[place + 1] >> family) & 1:
                prices.later[place] += prices.real[place + 1][family]
    return price_of_all(s, prices)
