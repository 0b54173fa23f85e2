"""The order of a game: each phase counts its legal actions and, once one is applied, hands over to the next.

Outside a turn's play the state alone tells how many there are and which is the k-th, so nobody who draws one at random
needs a list.

The players are asked only real choices; advance plays on while there is just one legal action.
"""

from libc.stdint cimport uint8_t, uint16_t, uint64_t

from .actions cimport (
    END, FIRST_DISCARD, FIRST_KEEP, FOLD, PASS, discard_action, follow_action, force_action, keep_action, stake_of,
)
from .bits cimport FIRST_ATOUT, Cards, card_count, kind_count, lsb, nth_kind, remove_card
from .deal cimport next_deal, next_turn
from .four cimport (
    answer, count_answers, count_keeps, force, keep, keepable, most_stake, open_exhausted, settle_four, void_deal,
)
from .log cimport ACTION_EVENT, record
from .owed cimport legal_play
from .play cimport apply_play
from .rules cimport NO_LIMIT
from .state cimport ANSWER, DISCARD, FORCE, KEEP, OVER, PLAY, SETTLE


cdef void legal_actions(const Rules* rules, const State* s, Legal* legal) noexcept nogil:
    """Every legal action of the player to act; none once the game is over."""
    count_choices(rules, s, legal)
    list_choices(rules, s, legal)


cdef void count_choices(const Rules* rules, const State* s, Legal* legal) noexcept nogil:
    """The number of legal actions; only plays are listed by it."""
    legal.count = 0
    if s.phase == PLAY:
        legal_play(rules, s, legal)
    elif s.phase == DISCARD:
        legal.count = kind_count(s.hands[s.current])
    elif s.phase == FORCE:
        legal.count = 1 + most_stake(rules, s)
    elif s.phase == ANSWER:
        legal.count = count_answers(rules, s)
    elif s.phase == KEEP:
        legal.count = count_keeps(rules, s)


cdef int nth_choice(const Rules* rules, const State* s, const Legal* legal, int k) noexcept nogil:
    """The legal action with k before it, of those counted: fold or pass, then by stake; else by card (R18, R22-R27)."""
    if s.phase == PLAY:
        return legal.actions[k]
    if s.phase == DISCARD:
        return discard_action(nth_kind(s.hands[s.current], k))
    if s.phase == FORCE:
        return PASS if k == 0 else force_action(k)
    if s.phase == ANSWER:
        return FOLD if k == 0 else follow_action(s.stake + k - 1)
    return keep_action(nth_kind(keepable(rules, s), k))


cdef void list_choices(const Rules* rules, const State* s, Legal* legal) noexcept nogil:
    """List what was counted."""
    cdef int k
    if s.phase == DISCARD:
        list_cards(s.hands[s.current], FIRST_DISCARD, legal)
    elif s.phase == KEEP:
        list_cards(keepable(rules, s), FIRST_KEEP, legal)
    elif s.phase != PLAY:
        for k in range(legal.count):
            legal.actions[k] = <uint16_t>nth_choice(rules, s, legal, k)


cdef void list_cards(Cards cards, int first, Legal* legal) noexcept nogil:
    """An action for each of the lowest different cards, as many as were counted."""
    cdef uint64_t naturals = cards.naturals
    cdef uint64_t wilds = cards.wilds
    cdef int k = 0
    while naturals and k < legal.count:
        legal.actions[k] = <uint16_t>(first + lsb(naturals))
        naturals &= naturals - 1
        k += 1
    while k < legal.count:
        legal.actions[k] = <uint16_t>(first + FIRST_ATOUT + lsb(wilds))
        wilds &= wilds - 1
        k += 1


cdef void apply_action(const Rules* rules, State* s, int action, bint automatic, Log* log) noexcept nogil:
    """Carry out a legal action and all that follows without a choice of it: the next phase, turn or deal."""
    record(log, ACTION_EVENT, s.current, 0, action, automatic)
    if s.phase == PLAY:
        if action != END:
            apply_play(rules, s, action, log)
            return
        after_play(rules, s, log)
    elif s.phase == DISCARD:
        discard(s, action - FIRST_DISCARD)
        after_play(rules, s, log)
    elif s.phase == FORCE:
        if action == PASS:
            end_turn(rules, s, log)
        else:
            force(rules, s, stake_of(action))
    elif s.phase == ANSWER:
        answer(rules, s, action)
    elif s.phase == KEEP:
        keep(rules, s, action - FIRST_KEEP)
    if s.phase == SETTLE:
        settle_four(rules, s, log)
        if s.phase != OVER:
            next_deal(rules, s, log)


cdef void discard(State* s, int card) noexcept nogil:
    remove_card(&s.hands[s.current], card)
    s.discards[s.discard_count] = <uint8_t>card
    s.discard_count += 1


cdef void after_play(const Rules* rules, State* s, Log* log) noexcept nogil:
    """Discard down to the limit (R22), then force or not, if the player may (R18, R24)."""
    if rules.hand_limit != NO_LIMIT and card_count(s.hands[s.current]) > rules.hand_limit:
        s.phase = DISCARD
    elif most_stake(rules, s) > 0:
        s.phase = FORCE
    else:
        end_turn(rules, s, log)


cdef void end_turn(const Rules* rules, State* s, Log* log) noexcept nogil:
    """Nobody forced: the next turn, or after the last one the Four that opens by itself (R14)."""
    if s.final_turns:
        s.final_turns -= 1
        if s.final_turns == 0:
            end_exhausted(rules, s, log)
            return
    next_turn(rules, s, log)


cdef void end_exhausted(const Rules* rules, State* s, Log* log) noexcept nogil:
    if rules.exhausted_void:
        void_deal(rules, s, log)
        next_deal(rules, s, log)
    else:
        open_exhausted(rules, s)


cdef void advance(const Rules* rules, State* s, Legal* legal, Log* log) noexcept nogil:
    """Play every forced action; counts the legal actions of the next real choice, none once the game is over."""
    count_choices(rules, s, legal)
    while legal.count == 1:
        apply_action(rules, s, nth_choice(rules, s, legal, 0), True, log)
        count_choices(rules, s, legal)
