"""The best melds of a hand: the search's strategy, its plan with the cards, and where it crosses into Python.

Hands of few melds are packed. For others, prices bound what any way can still bring, and the linear program behind them
often lays whole melds that reach the bound. Where it does not, scans of the ways within the bounds ask for as much as
these allow, then for less until it is found: first of the objective alone, then of what breaks ties.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from .bits cimport (
    ATOUT, FAMILIES, FIRST_ATOUT, FIRST_JOKER, RANKS, Cards, atout_ranks, card_count, family_ranks,
    joker_count, popcount
)
from .meld_lists cimport Terms, terms_of
from .meld_plan cimport (
    FIRST_SHIFT, INTERRUPTED, MAX_PLAN_MELDS, OUT_OF_MEMORY, PLACES, TOO_MANY_PLANS, Plan, PlanMeld, Weights,
    weights_of,
)
from .meld_prices cimport JOKER_LEFT, find_prices
from .meld_scan cimport run_scan
from .meld_shape cimport HIGHEST_PLACE, MAX_SET, MIN_MELD, place_rank
from .meld_types cimport (
    ATOUT_BIT, ATOUT_CARD, ATOUT_START_MASK, DONE, FIRST, JOINED_MASK, JOINED_SHIFT, JOKER_CARD,
    JOKERS_CREATED_SHIFT, JOKERS_PENDING_SHIFT, KEEP_PENDING, LOOK_WAYS, LOW, MAX_LAYERS, MAX_NODES, MOVE_BITS,
    MOVE_MASK, NATURAL_CARD, OPEN, ORDER_BITS, ORDER_MASK, PENDING, SCALE, SECOND, SET_ATOUT_SHIFT, SET_COUNT_SHIFT,
    SET_JOKERS_SHIFT, SETS, SLOT_SHIFT, STAGE_MASK, START_CREATED, START_JOIN_PENDING, START_PENDING, START_SHIFT,
    Entry, Node, Prices, Search, weighed
)
from .meld_whole cimport complete_plan, plan_score
from .rules cimport NO_LIMIT, Rules, RuleSet
from .small_melds cimport NOT_SMALL, small_plan

cdef enum:
    BEAM = 128
    BEAM_GROWTH = 8
    WIDEST_BEAM = 1 << 13
    FIRST_GAP = 16
    GAP_GROWTH = 2
    WEIGHT_STEP = 8
    CLOSE = 8
    MAX_TIE_NODES = 1 << 16
    FIRST_TRY_NODES = 1 << 19
    FEW_ADDED = 7
    FIRST_NODES = 512
    FIRST_TABLE = 1024


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
        meld.cards[meld.size] = RANKS * (s.names[slot] if card == NATURAL_CARD else ATOUT) + rank - 1
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
    cdef int action
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
        for _ in range((move >> JOKERS_CREATED_SHIFT) & MOVE_MASK):
            replay_start(s, plan, codes, slot, JOKER_CARD)
        for _ in range(move >> JOKERS_PENDING_SHIFT):
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
    """Share the cards out: sets as long as may be from the first on, each with as many reals as the others
    can spare.
    """
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
        meld.size = min(MAX_SET, left - MIN_MELD * others)
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
                meld.cards[i] = RANKS * s.names[family] + meld.low - 1
                family += 1
        codes[plan.count] = 0
        plan.count += 1
        left -= meld.size
        reals -= own


cdef void replay_names(Search* s, const Plan* plan, uint8_t* codes, int order) noexcept nogil:
    """Families that differed only by name may have changed names after a step."""
    cdef uint8_t names[FAMILIES]
    cdef uint8_t after[OPEN + 1]
    cdef int family, old, i
    after[ATOUT] = ATOUT
    after[OPEN] = OPEN
    for family in range(FAMILIES):
        old = (order >> (ORDER_BITS * family)) & ORDER_MASK
        names[family] = s.names[old]
        after[old] = family
    for family in range(FAMILIES):
        s.names[family] = names[family]
    for i in range(plan.count):
        if codes[i]:
            codes[i] = (after[codes[i] >> SLOT_SHIFT] << SLOT_SHIFT) | (codes[i] & JOINED_MASK)


cdef void replay(Search* s, uint32_t node, Plan* plan) noexcept nogil:
    """Follow the moves from the root to the best way, now with the cards."""
    cdef uint32_t path[MAX_LAYERS]
    cdef uint8_t codes[MAX_PLAN_MELDS]
    cdef int depth, family
    for family in range(FAMILIES + 1):
        s.names[family] = family
    path[s.layer_count - 1] = node
    for depth in range(s.layer_count - 1, 0, -1):
        path[depth - 1] = s.nodes[path[depth]].parent
    for depth in range(1, s.layer_count):
        s.place = s.layers[depth].place
        if s.layers[depth].slot == SETS:
            replay_sets(s, plan, codes, s.nodes[path[depth - 1]].scan.here, s.nodes[path[depth]].move)
        else:
            replay_run_step(s, plan, codes, s.layers[depth].slot, s.nodes[path[depth]].move)
        replay_names(s, plan, codes, s.nodes[path[depth]].order)


cdef void prepare_stages(Search* s) noexcept nogil:
    """Which stage a real (0) or a Joker (1) leads to; 0 where the first three would hold too many Jokers."""
    cdef int jokers = MIN_MELD - s.min_real
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


cdef uint8_t held_slots(const Search* s) noexcept nogil:
    """The families of which a card is held; one at least, for runs of wild cards."""
    cdef uint8_t held = 0
    cdef int place
    for place in range(2, PLACES):
        held |= s.reals[place]
    if not s.own_family:
        held &= ATOUT_BIT - 1
    return held if held else 1


cdef void prepare(Search* s, Cards hand, const Rules* rules, const Weights* weights, bint opened) noexcept nogil:
    cdef int cards = card_count(hand)
    cdef int place, family
    cdef bint pending
    s.failure = 0
    s.bound_count = 0
    s.found = 0
    s.stamp = 0
    s.ways = 0
    s.next_look = LOOK_WAYS
    s.node_room = FIRST_NODES
    s.table_room = FIRST_TABLE
    for place in range(1, PLACES):
        s.reals[place] = ((atout_ranks(hand) >> (place_rank(place) - 1)) & 1) << ATOUT
        for family in range(ATOUT):
            s.reals[place] |= ((family_ranks(hand, family) >> (place_rank(place) - 1)) & 1) << family
    s.later_cards[HIGHEST_PLACE] = s.later_cards[HIGHEST_PLACE - 1] = 0
    for place in range(HIGHEST_PLACE - 2, -1, -1):
        s.later_cards[place] = s.later_cards[place + 1] + popcount(s.reals[place + 1])
    for place in range(PLACES):
        for family in range(FAMILIES):
            s.later_ranks[place][family] = family_ranks(hand, family) >> max(place, 1)
    s.value = weights[0]
    s.jokers = joker_count(hand)
    s.own_family = rules.own_family_melds
    s.slots = held_slots(s)
    s.run_required = rules.first_run_required and not opened
    s.min_real = rules.min_real_cards
    s.first_place = 1 if rules.ace_low else 2
    s.top = HIGHEST_PLACE if rules.ace_high else HIGHEST_PLACE - 1
    s.limit = rules.completions_per_turn
    if s.limit + MIN_MELD >= cards:
        s.limit = NO_LIMIT
    s.parity = s.limit == NO_LIMIT and s.value.pair > 0
    s.sure_pairs = s.limit <= FEW_ADDED
    # Cards need be added below the first three only where those would hold fewer Atouts, or too many Jokers.
    pending = s.limit > 0 and (
        (s.value.atout > 0 and atout_ranks(hand)) or s.jokers > MIN_MELD - s.min_real
    )
    s.pending_joker = pending
    s.pending_real = pending and ((s.value.atout > 0 and atout_ranks(hand)) or s.min_real > 1)
    prepare_stages(s)


cdef bint improves(const Search* s, const Node* node, const Plan* plan) noexcept nogil:
    if node.value != s.found:
        return node.value > s.found
    return node.scan.jokers > plan.jokers_left


cdef void take_plan(Search* s, int64_t node, Plan* plan) noexcept nogil:
    """Replay a way if it is better than the plan."""
    if node < 0 or not improves(s, &s.nodes[node], plan):
        return
    memset(plan, 0, sizeof(Plan))
    s.found = s.nodes[node].value
    plan.value = <int32_t>(s.found >> FIRST_SHIFT) * s.value.unit
    plan.jokers_left = s.nodes[node].scan.jokers
    replay(s, <uint32_t>node, plan)


cdef bint ask_for(Search* s, int64_t first, Plan* plan) noexcept nogil:
    """Look for so much of the objective among ever more ways; whether the plan is now the best of all."""
    cdef int64_t least = (first << FIRST_SHIFT) * SCALE
    cdef uint32_t width = BEAM
    s.bounds[0].least = least
    s.bounds[1].least = least
    while True:
        take_plan(s, run_scan(s, width), plan)
        if s.failure or s.found >> FIRST_SHIFT >= first or not s.narrowed:
            return not s.narrowed and s.found >> FIRST_SHIFT >= first
        width = width * BEAM_GROWTH if width < WIDEST_BEAM else MAX_NODES


cdef bint raise_objective(Search* s, int64_t ceiling, Plan* plan) noexcept nogil:
    """Ask for more of the objective than was found, from what the bound allows downwards, until no more is
    left open.

    Returns whether the plan is the best of all already, not just of the objective.
    """
    cdef int64_t refuted = ceiling + 1
    cdef int64_t step = 1
    cdef int64_t asked
    while (s.found >> FIRST_SHIFT) + 1 < refuted:
        asked = max(refuted - step, (s.found >> FIRST_SHIFT) + 1)
        if ask_for(s, asked, plan):
            return True
        if s.failure:
            return False
        if s.found >> FIRST_SHIFT < asked:
            refuted = asked
            step *= 2
    return False


cdef int64_t choose_weight(Search* s, int64_t total) noexcept nogil:
    """Where the objective can't grow, weigh it only so much that the bound on what breaks ties is closest;
    its total.
    """
    cdef Prices* prices = &s.bounds[2]
    cdef Prices trial
    cdef int64_t first = s.found >> FIRST_SHIFT
    cdef int64_t weight = s.bounds[0].first
    cdef int64_t trial_total
    prices[0] = s.bounds[0]
    while total - weighed(s, prices, s.found) * SCALE >= CLOSE * SCALE:
        weight //= WEIGHT_STEP
        trial_total = find_prices(s, &trial, weight, 1, False, NULL)
        if trial_total - weight * first * SCALE >= total - prices.first * first * SCALE:
            break
        total = trial_total
        prices[0] = trial
    return total


cdef void break_ties(Search* s, int64_t total, Plan* plan) noexcept nogil:
    """Ask for more of what breaks ties, with as much of the objective as found, from the bound downwards.

    Where that would keep too many ways, the plan stays as it is: the best by the objective.
    """
    cdef Prices* prices = &s.bounds[2]
    cdef int64_t floor, gap
    total = choose_weight(s, total)
    floor = weighed(s, prices, s.found) * SCALE
    gap = max((total - floor) // FIRST_GAP, 1)
    s.bounds[0].least = s.found * SCALE
    s.bounds[1].least = ((s.found >> FIRST_SHIFT) << FIRST_SHIFT) * SCALE
    s.bound_count = 3
    s.most_nodes = MAX_TIE_NODES
    while True:
        prices.least = max(total - gap, floor)
        take_plan(s, run_scan(s, MAX_NODES), plan)
        if s.failure == TOO_MANY_PLANS:
            s.failure = 0
            return
        if s.failure:
            return
        if prices.least == floor or weighed(s, prices, s.found) * SCALE >= prices.least:
            return
        gap *= GAP_GROWTH


cdef bint lay_whole(Search* s, Cards hand, const Terms* terms, Plan* whole, Plan* plan) noexcept nogil:
    """Complete the melds that a linear program laid whole, and take them if they are better than the plan."""
    cdef int64_t score
    if not complete_plan(hand, terms, whole):
        return False
    score = plan_score(&s.value, whole)
    if score < s.found or (score == s.found and whole.jokers_left <= plan.jokers_left):
        return False
    plan[0] = whole[0]
    s.found = score
    plan.value = <int32_t>(score >> FIRST_SHIFT) * s.value.unit
    return True


cdef bint is_settled(const Search* s, int64_t total, bint ties, const Plan* plan) noexcept nogil:
    """Whether by the bound no plan is better; without ties, none by the objective, or not by enough."""
    cdef int64_t ceiling = total // SCALE >> FIRST_SHIFT
    if s.enough != THE_BEST and (ceiling < s.enough or s.found >> FIRST_SHIFT >= s.enough):
        return True
    if not ties:
        return s.found >> FIRST_SHIFT >= ceiling
    return s.found * SCALE + (plan.jokers_left + 1) * JOKER_LEFT > total


cdef void search_bounded(
    Search* s, Cards hand, const Terms* terms, int64_t total, bint ties, Plan* plan
) noexcept nogil:
    """The best among the ways that the bounds leave."""
    cdef int64_t unit = <int64_t>1 << FIRST_SHIFT
    cdef Plan whole
    cdef int64_t ceiling = find_prices(s, &s.bounds[1], unit, 0, True, &whole) // SCALE // unit
    lay_whole(s, hand, terms, &whole, plan)
    s.bound_count = 2
    ceiling = min(ceiling, total // SCALE // unit)
    if s.enough != THE_BEST:
        ceiling = min(ceiling, s.enough)
    if raise_objective(s, ceiling, plan) or s.failure or not ties:
        return
    break_ties(s, total, plan)


cdef void scan_ways(
    Search* s, Cards hand, const Terms* terms, int64_t total, bint ties, Plan* plan
) noexcept nogil:
    s.nodes = <Node*>malloc(s.node_room * sizeof(Node))
    s.table = <Entry*>malloc(s.table_room * sizeof(Entry))
    if s.nodes == NULL or s.table == NULL:
        s.failure = OUT_OF_MEMORY
    else:
        memset(s.table, 0, s.table_room * sizeof(Entry))
        search_bounded(s, hand, terms, total, ties, plan)
    free(s.nodes)
    free(s.table)


cdef int search_within(
    Cards hand, const Terms* terms, const Weights* weights, bint opened, bint ties, int64_t enough, uint32_t most_nodes,
    Plan* plan,
) noexcept nogil:
    cdef Search search
    cdef Search* s = &search
    cdef Plan whole
    cdef int64_t total
    memset(plan, 0, sizeof(Plan))
    prepare(s, hand, terms.rules, weights, opened)
    s.most_nodes = most_nodes
    s.enough = (enough + s.value.unit - 1) // s.value.unit
    plan.jokers_left = s.jokers
    total = find_prices(s, &s.bounds[0], <int64_t>1 << FIRST_SHIFT, 1, False, &whole)
    lay_whole(s, hand, terms, &whole, plan)
    if not is_settled(s, total, ties, plan):
        scan_ways(s, hand, terms, total, ties, plan)
    return s.failure


cdef int search_large(
    Cards hand, const Rules* rules, int objective, bint opened, bint ties, int64_t enough, Plan* plan
) noexcept nogil:
    cdef Weights weights = weights_of(rules, objective, ties)
    cdef Terms terms = terms_of(rules, objective, opened, ties)
    cdef int failure = search_within(
        hand, &terms, &weights, opened, ties, enough, MAX_NODES if ties else FIRST_TRY_NODES, plan
    )
    if failure != TOO_MANY_PLANS or ties:
        return failure
    # What breaks ties guides some searches.
    weights = weights_of(rules, objective, True)
    terms = terms_of(rules, objective, opened, True)
    return search_within(hand, &terms, &weights, opened, False, enough, MAX_NODES, plan)


cdef int search_melds(Cards hand, const Rules* rules, int objective, bint opened, Plan* plan) noexcept nogil:
    cdef Terms terms = terms_of(rules, objective, opened, True)
    memset(plan, 0, sizeof(Plan))
    if small_plan(hand, &terms, plan) != NOT_SMALL:
        return 0
    return search_large(hand, rules, objective, opened, True, THE_BEST, plan)


cdef int check_failure(int failure) except -1:
    if failure == OUT_OF_MEMORY:
        raise MemoryError
    # Of an interruption the error is set already.
    return -1 if failure == INTERRUPTED else 0


def best_plan(naturals, wilds, RuleSet rule_set, int objective, bint opened):
    """(value of the objective, melds), each meld (is_set, low, created, card ids); see Plan for their order.

    MemoryError, or OverflowError if the hand has more ways than the search may keep.
    """
    cdef Cards hand
    cdef Plan plan
    cdef int failure, i
    hand.naturals = naturals
    hand.wilds = wilds
    with nogil:
        failure = search_melds(hand, &rule_set.options, objective, opened, &plan)
    check_failure(failure)
    if failure == TOO_MANY_PLANS:
        raise OverflowError
    melds = []
    for i in range(plan.count):
        melds.append((
            plan.melds[i].is_set, plan.melds[i].low, plan.melds[i].created,
            (<char*>plan.melds[i].cards)[:plan.melds[i].size],
        ))
    return plan.value, melds
