"""The order of a game: each phase lists its legal actions and, once one is applied, hands over to the next.

The players are asked only real choices; advance plays on while there is just one legal action.
"""

from libc.stdint cimport uint8_t

from .actions cimport END, FIRST_DISCARD, FIRST_KEEP, PASS, discard_action, stake_of
from .bits cimport Cards, card_count, pop_card, remove_card
from .deal cimport next_deal, next_turn
from .four cimport (
    answer, force, keep, legal_answer, legal_force, legal_keep, most_stake, open_exhausted, settle_four, void_deal,
)
from .lay cimport push
from .log cimport ACTION_EVENT, record
from .owed cimport legal_play
from .play cimport apply_play
from .rules cimport NO_LIMIT
from .state cimport ANSWER, DISCARD, FORCE, KEEP, OVER, PLAY, SETTLE


cdef void legal_actions(const Rules* rules, const State* s, Legal* legal) noexcept nogil:
    """Every legal action of the player to act; none once the game is over."""
    legal.count = 0
    if s.phase == PLAY:
        legal_play(rules, s, legal)
    elif s.phase == DISCARD:
        legal_discard(s, legal)
    elif s.phase == FORCE:
        legal_force(rules, s, legal)
    elif s.phase == ANSWER:
        legal_answer(rules, s, legal)
    elif s.phase == KEEP:
        legal_keep(rules, s, legal)


cdef void legal_discard(const State* s, Legal* legal) noexcept nogil:
    """Any card of the hand, equal Jokers once (R22)."""
    cdef Cards hand = s.hands[s.current]
    cdef int last = -1
    cdef int card
    while hand.naturals or hand.wilds:
        card = pop_card(&hand)
        if card != last:
            push(legal, discard_action(card))
        last = card


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
    """Play every forced action; leaves the legal actions of the next real choice, or none once the game is over."""
    legal_actions(rules, s, legal)
    while legal.count == 1:
        apply_action(rules, s, legal.actions[0], True, log)
        legal_actions(rules, s, legal)
