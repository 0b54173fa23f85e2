"""Prices of the cards of a hand, such that no meld is worth more than its cards: they bound what cards left
can bring.

The best prices are the duals of the linear program that lays parts of melds. It is solved by the simplex
method on columns made as they are needed: the runs and sets that gain most at the prices so far. The prices are
whole numbers and are checked against every meld in whole numbers, so no rounding can make a bound wrong.
"""

from libc.stdint cimport int64_t
from libc.string cimport memset

from .bits cimport FAMILIES, FIRST_JOKER, RANKS, popcount
from .meld_gains cimport added_gain, best_run, best_set, fill_gains, highest_gain
from .meld_plan cimport MAX_PLAN_MELDS, PLACES, Plan, PlanMeld, meld_worth
from .meld_shape cimport HIGHEST_PLACE, MIN_MELD
from .meld_types cimport SCALE, Prices, Search, weighed
from .rules cimport NO_LIMIT

cdef enum:
    MAX_ROWS = 76               # 70 reals, Jokers, added cards and melds; a multiple of four
    LANES = 4
    MAX_ROUNDS = 1000
    UNLIMITED = 1000

cdef double PIVOT_LEAST = 1e-7
cdef double ROOM_STEP = 1e-5
cdef double GAIN_LEAST = 64
cdef double WHOLE = 0.99

# The simplex method's tableau: inverse of the basis, level and meld of each basic column (slack: no cards), duals; and
# a column with its value and meld. width: row_count, rounded up.
cdef struct LinearProgram:
    double inverse[MAX_ROWS][MAX_ROWS]
    double level[MAX_ROWS]
    double dual[MAX_ROWS]
    double column[MAX_ROWS]
    double value
    PlanMeld meld
    PlanMeld melds[MAX_ROWS]
    int rows[FIRST_JOKER + 1]
    int added_row
    int meld_row
    int row_count
    int width
    int pivots


cdef void price_meld(const Search* s, const Prices* prices, LinearProgram* lp) noexcept nogil:
    """Make a column of the meld; what it takes is no part of its value."""
    cdef int64_t worth
    cdef int i
    memset(lp.column, 0, sizeof(lp.column))
    for i in range(lp.meld.size):
        lp.column[lp.rows[lp.meld.cards[i]]] += 1
    lp.column[lp.added_row] = lp.meld.size - MIN_MELD
    lp.column[lp.meld_row] = 1
    worth = meld_worth(&prices.weight, &lp.meld) * SCALE
    worth += (lp.meld.size - MIN_MELD) * (added_gain(s, prices) + prices.added)
    lp.value = <double>worth


cdef void make_slack(LinearProgram* lp, int row, double value) noexcept nogil:
    memset(lp.column, 0, sizeof(lp.column))
    lp.column[row] = 1
    lp.value = value
    lp.meld.size = 0


cdef int leaving_row(const LinearProgram* lp, const double* step, double* level) noexcept nogil:
    """The basic column that is used up first as the new one grows, and how far that is; -1 if none is."""
    cdef int leaving = -1
    cdef double ratio
    cdef int i
    for i in range(lp.row_count):
        if step[i] > PIVOT_LEAST:
            ratio = lp.level[i] / step[i]
            if leaving < 0 or ratio < level[0]:
                leaving = i
                level[0] = ratio
    return leaving


cdef void pivot(LinearProgram* lp) noexcept nogil:
    """Bring the column into the basis if it still gains at the present duals."""
    cdef double step[MAX_ROWS]
    cdef int filled[MAX_ROWS]
    cdef int filled_count = 0
    cdef double reduced = lp.value
    cdef double level = 0
    cdef double factor
    cdef double* pivot_row
    cdef double* row
    cdef int leaving, i, k
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
    leaving = leaving_row(lp, step, &level)
    if leaving < 0:
        return
    pivot_row = lp.inverse[leaving]
    factor = 1 / step[leaving]
    for k in range(lp.width):
        pivot_row[k] *= factor
        lp.dual[k] += reduced * pivot_row[k]
    for i in range(lp.row_count):
        if i == leaving or step[i] == 0:
            continue
        lp.level[i] -= step[i] * level
        row = lp.inverse[i]
        factor = step[i]
        for k in range(lp.width):
            row[k] -= factor * pivot_row[k]
    lp.level[leaving] = level
    lp.melds[leaving] = lp.meld
    lp.pivots += 1


cdef void read_duals(const Search* s, Prices* prices, const LinearProgram* lp) noexcept nogil:
    cdef int place, family
    for place in range(1, PLACES):
        for family in range(FAMILIES + 1):
            if (s.reals[place] >> family) & 1:
                prices.real[place][family] = <int64_t>max(lp.dual[card_row(lp, family, place)], 0.0)
    prices.joker = <int64_t>max(lp.dual[lp.rows[FIRST_JOKER]], <double>JOKER_LEFT)
    prices.meld = <int64_t>max(lp.dual[lp.meld_row], 0.0)
    prices.added = <int64_t>max(lp.dual[lp.added_row], 0.0) if s.limit != NO_LIMIT else 0


cdef inline int card_row(const LinearProgram* lp, int family, int place) noexcept nogil:
    return lp.rows[RANKS * family + (place - 1) % RANKS]


cdef inline int hand_size(const Search* s) noexcept nogil:
    return s.later_cards[1] + popcount(s.reals[HIGHEST_PLACE]) + s.jokers


cdef void prepare_program(const Search* s, LinearProgram* lp, bint whole) noexcept nogil:
    """One row a real, then the Jokers, the added cards and the melds; with a little more room each, so that
    no ratios tie.
    """
    cdef int place, family, row
    memset(lp, 0, sizeof(LinearProgram))
    for place in range(2, PLACES):
        for family in range(FAMILIES + 1):
            if (s.reals[place] >> family) & 1:
                lp.rows[RANKS * family + (place - 1) % RANKS] = lp.row_count
                lp.level[lp.row_count] = 1
                lp.row_count += 1
    lp.rows[FIRST_JOKER] = lp.row_count
    lp.added_row = lp.row_count + 1
    lp.meld_row = lp.row_count + 2
    lp.level[lp.row_count] = s.jokers
    lp.level[lp.added_row] = s.limit if s.limit != NO_LIMIT else UNLIMITED
    lp.level[lp.meld_row] = hand_size(s) // MIN_MELD if whole else UNLIMITED
    lp.row_count += 3
    lp.width = (lp.row_count + LANES - 1) // LANES * LANES
    for row in range(lp.row_count):
        lp.inverse[row][row] = 1
        lp.level[row] += ROOM_STEP * ((row + 1) * 37 % MAX_ROWS + 1)


cdef void solve_program(const Search* s, Prices* prices, LinearProgram* lp) noexcept nogil:
    """Rounds of: the best meld from each place and of each rank enters the basis, and slack where a dual is
    too low.
    """
    cdef int place, row, pivots
    cdef double least
    for _ in range(MAX_ROUNDS):
        read_duals(s, prices, lp)
        fill_gains(s, prices, False)
        pivots = lp.pivots
        for place in range(s.first_place, PLACES):
            if place <= s.top and best_run(s, prices, place, 0, &lp.meld) > 0 and lp.meld.size:
                price_meld(s, prices, lp)
                pivot(lp)
            if place > 1 and best_set(s, prices, place, &lp.meld) > 0:
                price_meld(s, prices, lp)
                pivot(lp)
        for row in range(lp.row_count):
            least = JOKER_LEFT if row == lp.rows[FIRST_JOKER] else 0
            if lp.dual[row] < least:
                make_slack(lp, row, least)
                pivot(lp)
        if lp.pivots == pivots:
            return


cdef void take_whole_melds(const LinearProgram* lp, Plan* laid) noexcept nogil:
    cdef int row
    laid.count = 0
    for row in range(lp.row_count):
        if lp.level[row] > WHOLE and lp.melds[row].size and laid.count < MAX_PLAN_MELDS:
            laid.melds[laid.count] = lp.melds[row]
            laid.count += 1


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
    cdef int64_t excess
    cdef int place, family
    fill_gains(s, prices, True)
    excess = (highest_gain(s, prices) + MIN_MELD - 1) // MIN_MELD
    if excess == 0:
        return
    for place in range(1, PLACES):
        for family in range(FAMILIES + 1):
            prices.real[place][family] += excess
    prices.joker += excess
    fill_gains(s, prices, True)


cdef int64_t price_of_all(const Search* s, const Prices* prices) noexcept nogil:
    cdef int64_t total = prices.later[1] + s.jokers * prices.joker + hand_size(s) // MIN_MELD * prices.meld
    cdef int family
    if s.limit != NO_LIMIT:
        total += s.limit * prices.added
    if s.sure_pairs:
        total += s.limit // 2 * prices.weight.pair * SCALE
    for family in range(FAMILIES + 1):
        if (s.reals[HIGHEST_PLACE] >> family) & 1:
            total += prices.real[HIGHEST_PLACE][family]
    return total


cdef int64_t find_prices(
    const Search* s, Prices* prices, int64_t first, int64_t rest, bint whole, Plan* laid
) noexcept nogil:
    cdef LinearProgram program
    cdef int place, family
    memset(prices, 0, sizeof(Prices))
    prices.first = first
    prices.rest = rest
    weigh(s, prices)
    prepare_program(s, &program, whole)
    solve_program(s, prices, &program)
    if laid != NULL:
        take_whole_melds(&program, laid)
    raise_prices(s, prices)
    for place in range(HIGHEST_PLACE - 2, -1, -1):
        prices.later[place] = prices.later[place + 1]
        for family in range(FAMILIES + 1):
            if (s.reals[place + 1] >> family) & 1:
                prices.later[place] += prices.real[place + 1][family]
    return price_of_all(s, prices)
