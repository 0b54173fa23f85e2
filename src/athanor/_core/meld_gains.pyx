"""The run and the set that gain most above the prices of their cards.

A walk down the places finds for every family, place and stage of a run the most that it can still gain; a run
without a family is worth what the best family makes of it.
"""

from libc.stdint cimport int64_t

from .bits cimport ATOUT, FAMILIES, FIRST_ATOUT, FIRST_JOKER, RANKS
from .meld_plan cimport PLACES, PlanMeld
from .meld_shape cimport HIGHEST_PLACE, MAX_SET, MIN_MELD, place_rank
from .meld_types cimport (
    ATOUT_CARD, DONE, JOKER_CARD, LOW, NATURAL_CARD, OPEN, PENDING, SCALE, SLOT_SHIFT, STAGES, Prices, Search
)

cdef int64_t NOTHING = -(<int64_t>1 << 50)
cdef int64_t LITTLE = -(<int64_t>1 << 49)

# What a card at one place brings a run of one slot above its price: among the first three, or added to them.
cdef struct Worth:
    int64_t real
    int64_t joker
    int64_t added_real
    int64_t added_joker
    int real_card
    int added_card

cdef struct Step:
    int64_t gain
    int card
    int after


cdef int64_t added_gain(const Search* s, const Prices* prices) noexcept nogil:
    cdef int64_t half_pair = 0 if s.sure_pairs else prices.weight.pair * (SCALE // 2)
    return prices.weight.added * SCALE + half_pair - prices.added


cdef inline Worth worth_at(
    const Search* s, const Prices* prices, int slot, int place, int64_t added
) noexcept nogil:
    """The cheaper of natural and Atout; an Atout among the first three is paid for."""
    cdef int64_t value = prices.weight.card[place] * SCALE
    cdef int64_t bonus = prices.weight.atout * SCALE
    cdef int64_t gain
    cdef Worth worth
    worth.real = worth.added_real = worth.joker = NOTHING
    worth.real_card = worth.added_card = NATURAL_CARD
    if (s.reals[place] >> slot) & 1:
        worth.added_real = value - prices.real[place][slot]
        worth.real = worth.added_real + (bonus if slot == ATOUT else 0)
    if not s.own_family and (s.reals[place] >> ATOUT) & 1:
        gain = value - prices.real[place][ATOUT]
        if gain > worth.added_real:
            worth.added_real = gain
            worth.added_card = ATOUT_CARD
        if gain + bonus > worth.real:
            worth.real = gain + bonus
            worth.real_card = ATOUT_CARD
    if s.jokers:
        worth.joker = value - prices.joker
    worth.added_real += added
    worth.added_joker = worth.joker + added
    return worth


cdef inline void consider(Step* best, int64_t gain, int card, int after) noexcept nogil:
    if gain > best.gain:
        best.gain = gain
        best.card = card
        best.after = after


cdef inline Step best_step(
    const Search* s, const Worth* worth, const int64_t* gains, int64_t meld, int stage
) noexcept nogil:
    """The card by which a run gains most; gains: what it does afterwards, by stage; meld: what creating it does."""
    cdef Step best
    cdef int after
    best.gain = NOTHING
    best.card = best.after = 0
    if stage == DONE or s.pending_real and stage == PENDING:
        consider(&best, worth.added_real + gains[stage], worth.added_card, stage)
    if stage == DONE or s.pending_joker and stage == PENDING:
        consider(&best, worth.added_joker + gains[stage], JOKER_CARD, stage)
    if stage == DONE:
        return best
    after = s.next_stage[stage][0]
    consider(&best, worth.real + gains[after] + (meld if after == DONE else 0), worth.real_card, after)
    after = s.next_stage[stage][1]
    if after:
        consider(&best, worth.joker + gains[after] + (meld if after == DONE else 0), JOKER_CARD, after)
    return best


cdef inline int64_t meld_gain(const Search* s, const Prices* prices) noexcept nogil:
    return prices.weight.meld * SCALE - prices.meld


cdef inline int64_t added_or_nothing(const Search* s, const Prices* prices) noexcept nogil:
    return added_gain(s, prices) if s.limit else NOTHING


cdef void fill_slot(const Search* s, Prices* prices, int slot, int low, int top) noexcept nogil:
    cdef int base = (slot << SLOT_SHIFT) | low
    cdef int64_t added = added_or_nothing(s, prices)
    cdef int64_t meld = meld_gain(s, prices)
    cdef int64_t* here = &prices.gain[top][base]
    cdef const int64_t* gains
    cdef int place, stage
    cdef Worth worth
    for stage in range(STAGES):
        here[stage] = 0 if stage == DONE else NOTHING
    for place in range(top, 0, -1):
        worth = worth_at(s, prices, slot, place, added)
        gains = &prices.gain[place][base]
        here = &prices.gain[place - 1][base]
        for stage in range(PENDING, STAGES):
            here[stage] = max(best_step(s, &worth, gains, meld, stage).gain, 0 if stage == DONE else NOTHING)


cdef void fill_open(const Search* s, Prices* prices) noexcept nogil:
    """A run of wild cards may become one of any family, or stay as it is in any."""
    cdef int place, code, slot
    cdef int64_t* gains
    for place in range(PLACES):
        gains = prices.gain[place]
        for code in range(LOW + STAGES):
            gains[(OPEN << SLOT_SHIFT) + code] = NOTHING
            for slot in range(FAMILIES + s.own_family):
                if (s.slots >> slot) & 1:
                    gains[(OPEN << SLOT_SHIFT) + code] = max(
                        gains[(OPEN << SLOT_SHIFT) + code], gains[(slot << SLOT_SHIFT) + code]
                    )


cdef void fill_gains(const Search* s, Prices* prices, bint with_all) noexcept nogil:
    cdef int slot
    for slot in range(FAMILIES + s.own_family):
        if (s.slots >> slot) & 1:
            fill_slot(s, prices, slot, 0, s.top)
            if with_all:
                fill_slot(s, prices, slot, LOW, min(s.top, HIGHEST_PLACE - 1))
    if with_all:
        fill_open(s, prices)


cdef inline int card_id(int slot, int card, int place) noexcept nogil:
    if card == JOKER_CARD:
        return FIRST_JOKER
    return (RANKS * slot if card == NATURAL_CARD else FIRST_ATOUT) + place_rank(place) - 1


cdef void trace_run(const Search* s, const Prices* prices, int slot, int place, PlanMeld* meld) noexcept nogil:
    """The run that gains what Prices.gain tells; empty where one from place 1 would need the As again."""
    cdef int top = min(s.top, HIGHEST_PLACE - 1) if place == 1 else s.top
    cdef int64_t added = added_or_nothing(s, prices)
    cdef int64_t paid = meld_gain(s, prices)
    cdef int base = slot << SLOT_SHIFT
    cdef int stage = PENDING
    cdef Worth worth
    cdef Step step
    meld.is_set = False
    meld.low = place
    meld.size = 0
    meld.created = 0
    for place in range(place, top + 1):
        worth = worth_at(s, prices, slot, place, added)
        step = best_step(s, &worth, &prices.gain[place][base], paid, stage)
        if stage == DONE and step.gain <= 0:
            return
        if stage == PENDING and step.after != PENDING:
            meld.created = meld.size
        meld.cards[meld.size] = card_id(slot, step.card, place)
        meld.size += 1
        stage = step.after
    if stage != DONE:
        meld.size = 0


cdef int64_t best_run(const Search* s, const Prices* prices, int place, int low, PlanMeld* meld) noexcept nogil:
    cdef int best = 0
    cdef int64_t gain = NOTHING
    cdef int slot
    cdef int64_t here
    for slot in range(FAMILIES + s.own_family):
        if (s.slots >> slot) & 1:
            here = prices.gain[place - 1][(slot << SLOT_SHIFT) | low | PENDING]
            if here > gain:
                gain = here
                best = slot
    if gain > 0 and meld != NULL:
        trace_run(s, prices, best, place, meld)
    return gain


cdef int sort_reals(const Search* s, const Prices* prices, int place, int64_t* cost, int* family) noexcept nogil:
    """The families that hold the rank, those first whose cards cost least; how many."""
    cdef int count = 0
    cdef int i, k
    cdef int64_t price
    for i in range(FAMILIES + 1):
        if not (s.reals[place] >> i) & 1:
            continue
        price = prices.real[place][i] - (prices.weight.atout * SCALE if i == ATOUT else 0)
        k = count
        while k and cost[k - 1] > price:
            cost[k] = cost[k - 1]
            family[k] = family[k - 1]
            k -= 1
        cost[k] = price
        family[k] = i
        count += 1
    return count


cdef void tell_set(int place, const int* family, int reals, int jokers, PlanMeld* meld) noexcept nogil:
    """The Atout first, then the naturals, then Jokers."""
    cdef int chosen = 0
    cdef int i
    meld.is_set = True
    meld.low = place_rank(place)
    meld.size = 0
    meld.created = 0
    for i in range(reals):
        chosen |= 1 << family[i]
    for i in range(FAMILIES + 1):
        if (chosen >> ((ATOUT + i) % (FAMILIES + 1))) & 1:
            meld.cards[meld.size] = RANKS * ((ATOUT + i) % (FAMILIES + 1)) + meld.low - 1
            meld.size += 1
    for _ in range(jokers):
        meld.cards[meld.size] = FIRST_JOKER
        meld.size += 1


cdef int64_t best_set(const Search* s, const Prices* prices, int place, PlanMeld* meld) noexcept nogil:
    cdef int64_t cost[FAMILIES + 1]
    cdef int family[FAMILIES + 1]
    cdef int64_t added = added_gain(s, prices)
    cdef int64_t card = prices.weight.card[place] * SCALE
    cdef int longest = MAX_SET if s.limit else MIN_MELD
    cdef int count = sort_reals(s, prices, place, cost, family)
    cdef int64_t gain
    cdef int64_t best = NOTHING
    cdef int64_t chosen = 0
    cdef int best_reals = 0
    cdef int best_jokers = 0
    cdef int reals, jokers
    for reals in range(1, count + 1):
        chosen += card - cost[reals - 1]
        if reals < s.min_real:
            continue
        for jokers in range(max(MIN_MELD - reals, 0), min(s.jokers, longest - reals) + 1):
            gain = chosen + jokers * (card - prices.joker) + (reals + jokers - MIN_MELD) * added
            if gain > best:
                best = gain
                best_reals = reals
                best_jokers = jokers
    if best == NOTHING:
        return best
    best += meld_gain(s, prices)
    if best > 0 and meld != NULL:
        tell_set(place, family, best_reals, best_jokers, meld)
    return best


cdef int64_t highest_gain(const Search* s, const Prices* prices) noexcept nogil:
    cdef int64_t best = 0
    cdef int place
    for place in range(s.first_place, s.top + 1):
        best = max(best, best_run(s, prices, place, LOW if place == 1 else 0, NULL))
    for place in range(2, PLACES):
        best = max(best, best_set(s, prices, place, NULL))
    return best
