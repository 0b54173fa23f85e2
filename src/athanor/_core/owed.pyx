"""Whether all that is owed can be laid (R21), and the legal actions of a turn's play."""

from .actions cimport ADDS_PER_MELD, ATOUT_TAKES, END, FIRST_ADD, FIRST_TAKE, MAX_MELDS, TAKES_PER_MELD
from .bits cimport Cards, atout_ranks, joker_count
from .debts cimport UNSURE, YES, can_give_back, debts, judge
from .lay cimport push
from .owed_search cimport search_finds_way
from .owed_ways cimport Plan, find_plan, has_way
from .play cimport apply_play, candidates, cards_of, lays_owed
from .rules cimport NO_LIMIT
from .state cimport owes

# Cards that a search may try at places, which takes milliseconds at most: for a take that would be the first debt, and
# eight times as many once there are debts, so that the way for which a take was offered is found again.
cdef enum:
    TRIALS_BEFORE_TAKE = 1 << 13
    TRIALS_OWING = 1 << 16


cdef inline bint lays_freely(const Rules* rules) noexcept nogil:
    """Whether a turn may lay any number of cards, in melds of any, Atouts as any family."""
    return rules.completions_per_turn == NO_LIMIT and rules.min_real_cards == 1 and not rules.own_family_melds


cdef bint can_lay_owed(const Rules* rules, const State* s) noexcept nogil:
    return finds_way(rules, s, TRIALS_OWING)


cdef bint finds_way(const Rules* rules, const State* s, int trials) noexcept nogil:
    cdef State trial
    cdef int verdict = judge(rules, s)
    if verdict != UNSURE:
        return verdict == YES
    if not lays_freely(rules):
        return search_finds_way(rules, s)
    trial = s[0]
    return has_way(rules, &trial, trials)


cdef inline int meld_of(int action) noexcept nogil:
    """The standing meld that a play concerns; MAX_MELDS for none."""
    if action < FIRST_ADD:
        return MAX_MELDS
    return (action - FIRST_ADD) // ADDS_PER_MELD if action < FIRST_TAKE else (action - FIRST_TAKE) // TAKES_PER_MELD


cdef inline bint takes_atout(int action) noexcept nogil:
    cdef int rest = (action - FIRST_TAKE) % TAKES_PER_MELD
    return action >= FIRST_TAKE and rest < ATOUT_TAKES and rest % 2


cdef bint leaves_open(const Plan* plan, int action) noexcept nogil:
    """Whether a play needs nothing of a plan, so that it can still be followed."""
    cdef Cards cards
    if not plan.has_room or plan.melds >> meld_of(action) & 1 or takes_atout(action):
        return False
    cards = cards_of(action)
    return (not cards.naturals & plan.naturals and not atout_ranks(cards) & plan.atouts
            and joker_count(cards) <= plan.jokers_left)


cdef inline bint surely_stays_payable(const Rules* rules, const State* s, int action, int owed) noexcept nogil:
    """Whether what is owed, so many cards now, can still be laid after an action, as far as it shows at once."""
    if owed == 0:
        return action < FIRST_TAKE or can_give_back(rules, s, action)
    return owed == 1 and lays_owed(s, action)


cdef bint stays_payable(const Rules* rules, const State* s, int action, int owed) noexcept nogil:
    """Whether all that is owed can still be laid after an action."""
    cdef State child = s[0]
    apply_play(rules, &child, action, NULL)
    return finds_way(rules, &child, TRIALS_OWING if owed else TRIALS_BEFORE_TAKE)


cdef void legal_play(const Rules* rules, const State* s, Legal* legal) noexcept nogil:
    """Append the legal lays, adds and takes, and the end of the turn's play unless something is owed."""
    cdef bint takes = candidates(rules, s, legal)
    if owes(s):
        keep_payable(rules, s, legal)
        return
    if takes and rules.recover:
        keep_payable(rules, s, legal)
    push(legal, END)


cdef void keep_payable(const Rules* rules, const State* s, Legal* legal) noexcept nogil:
    """Leave the candidates after which all that is owed can still be laid."""
    cdef Plan plan
    cdef int owed = debts(s)
    cdef bint unplanned = owed and lays_freely(rules)
    cdef bint planned = False
    cdef int count = 0
    cdef int i, action
    for i in range(legal.count):
        action = legal.actions[i]
        if not surely_stays_payable(rules, s, action, owed):
            if unplanned:
                planned = find_plan(rules, s, TRIALS_OWING, &plan)
                unplanned = False
            if not (planned and leaves_open(&plan, action)) and not stays_payable(rules, s, action, owed):
                continue
        legal.actions[count] = action
        count += 1
    legal.count = count
