"""Checks of a state whose fields may hold anything; athanor.positions checks the same of what people write.

Each check trusts only what the ones before it have found right.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t, uint64_t

from .actions cimport MAX_MELDS
from .bits cimport (
    ATOUT, DECK_SIZE, FIRST_ATOUT, FIRST_JOKER, JOKER_COUNT, JOKER_SHIFT, RANK_MASK, RANKS, Cards, card_count, popcount,
)
from .meld_shape cimport HIGHEST_PLACE, LOWEST_PLACE, MAX_RUN, MAX_SET, MIN_MELD, place_points
from .owed cimport can_lay_owed
from .rules cimport FOUR_CARDS, MAX_PLAYERS, NO_BOTTOM, NO_LIMIT
from .state cimport (
    ANSWER, DISCARD, KEEP, MOST_STONES, NOBODY, OPEN_FAMILY, OVER, PLAY, RUN, SET, STEP_LAY, STEP_TAKE, Meld,
    is_in, owes,
)

cdef enum:
    MOST_POINTS = 1000000000
    MOST_DEALS = 1000000000
    MOST_ADDED = 152            # twice the deck: what a position may say, and a deck more
    KEPT_CARDS = 2
    ALL_FAMILIES = 15

cdef uint64_t ALL_NATURALS = (<uint64_t>1 << FIRST_ATOUT) - 1

# The cards met so far; each card of the deck may come once.
cdef struct Tally:
    uint64_t naturals
    uint64_t atouts
    int jokers


cdef inline bint within(int64_t number, int64_t low, int64_t high) noexcept nogil:
    return low <= number <= high


# Cards.

cdef inline bint count_words(Tally* seen, uint64_t naturals, uint64_t atouts, int jokers) noexcept nogil:
    """Count some cards; False if one of them came before."""
    if seen.naturals & naturals or seen.atouts & atouts:
        return False
    seen.naturals |= naturals
    seen.atouts |= atouts
    seen.jokers += jokers
    return True


cdef bint count_set(Tally* seen, Cards cards) noexcept nogil:
    """Count a set of cards, whose Jokers must be the lowest ones."""
    cdef uint64_t jokers = cards.wilds >> JOKER_SHIFT
    if cards.naturals > ALL_NATURALS or jokers >> JOKER_COUNT or jokers & (jokers + 1):
        return False
    return count_words(seen, cards.naturals, cards.wilds & RANK_MASK, popcount(jokers))


cdef bint count_list(Tally* seen, const uint8_t* cards, int start, int end) noexcept nogil:
    cdef uint64_t naturals = 0
    cdef uint64_t atouts = 0
    cdef int jokers = 0
    cdef int i
    for i in range(start, end):
        if cards[i] < FIRST_ATOUT:
            naturals |= <uint64_t>1 << cards[i]
        elif cards[i] < FIRST_JOKER:
            atouts |= <uint64_t>1 << (cards[i] - FIRST_ATOUT)
        elif cards[i] == FIRST_JOKER:
            jokers += 1
        else:
            return False
    if popcount(naturals) + popcount(atouts) + jokers < end - start:
        return False
    return count_words(seen, naturals, atouts, jokers)


cdef inline uint64_t to_ranks(uint32_t places) noexcept nogil:
    """Places as ranks, either end for the As."""
    return (places | places >> RANKS) & RANK_MASK


cdef bint count_run(const Rules* rules, const Meld* meld, Tally* seen) noexcept nogil:
    cdef uint32_t places, naturals
    cdef uint32_t atouts = meld.atouts
    cdef uint32_t jokers = meld.jokers
    cdef int wild_family = ATOUT if rules.own_family_melds else OPEN_FAMILY
    if not within(meld.size, MIN_MELD, MAX_RUN) or not within(meld.low, LOWEST_PLACE, HIGHEST_PLACE):
        return False
    places = ((<uint32_t>1 << meld.size) - 1) << (meld.low - 1)
    if places & ~rules.places or (atouts | jokers) & ~places or atouts & jokers or meld.naturals:
        return False
    naturals = places & ~atouts & ~jokers
    if meld.size - popcount(jokers) < rules.min_real_cards:
        return False
    if naturals == 0:
        return meld.family == wild_family and count_words(seen, 0, to_ranks(atouts), popcount(jokers))
    if meld.family >= ATOUT or (atouts and rules.own_family_melds):
        return False
    return count_words(seen, to_ranks(naturals) << (meld.family * RANKS), to_ranks(atouts), popcount(jokers))


cdef bint count_set_meld(const Rules* rules, const Meld* meld, Tally* seen) noexcept nogil:
    cdef int real = popcount(meld.naturals) + meld.atouts
    cdef uint64_t naturals = 0
    cdef int family
    if not within(meld.size, MIN_MELD, MAX_SET) or not within(meld.low, 1, RANKS) or meld.family:
        return False
    if meld.naturals > ALL_FAMILIES or meld.atouts > 1 or meld.jokers > JOKER_COUNT:
        return False
    if real + meld.jokers != meld.size or real < rules.min_real_cards:
        return False
    for family in range(4):
        naturals |= <uint64_t>((meld.naturals >> family) & 1) << (family * RANKS + meld.low - 1)
    return count_words(seen, naturals, <uint64_t>meld.atouts << (meld.low - 1), meld.jokers)


cdef int fault_of_melds(const Rules* rules, const State* s, Tally* seen) noexcept nogil:
    """Count the cards on the table, and hold the points against them where they follow from the melds (R23)."""
    cdef int32_t points[MAX_PLAYERS]
    cdef const Meld* meld
    cdef int seat, m, place
    cdef bint fits
    for seat in range(MAX_PLAYERS):
        points[seat] = 0
    for m in range(s.meld_count):
        meld = &s.melds[m]
        if meld.owner >= rules.players or meld.kind > SET:
            return BAD_MELDS
        fits = count_run(rules, meld, seen) if meld.kind == RUN else count_set_meld(rules, meld, seen)
        if not fits:
            return BAD_MELDS
        for place in range(meld.low, meld.low + (meld.size if meld.kind == RUN else 0)):
            points[meld.owner] += place_points(place)
        if meld.kind == SET:
            points[meld.owner] += meld.size * place_points(meld.low)
    for seat in range(rules.players):
        if s.points[seat] != points[seat] if not rules.points_by_layer else not within(s.points[seat], 0, MOST_POINTS):
            return BAD_POINTS
    return SANE


cdef int fault_of_cards(const Rules* rules, const State* s) noexcept nogil:
    """Every card of the deck in one place (R1)."""
    cdef Tally seen
    cdef int seat, fault
    cdef bint whole
    seen.naturals = 0
    seen.atouts = 0
    seen.jokers = 0
    if s.meld_count > MAX_MELDS or s.discard_count > DECK_SIZE or s.pile_end > DECK_SIZE or s.drawn > s.pile_end:
        return BAD_LENGTH
    if s.discard_count and rules.hand_limit == NO_LIMIT:
        return BAD_DISCARDS
    fault = fault_of_melds(rules, s, &seen)
    if fault != SANE:
        return fault
    for seat in range(rules.players):
        if not count_set(&seen, s.hands[seat]) or not count_set(&seen, s.kept[seat]):
            return BAD_CARDS
    if not count_list(&seen, s.four, 0, FOUR_CARDS) or not count_list(&seen, s.discards, 0, s.discard_count):
        return BAD_CARDS
    if not count_list(&seen, s.pile, s.drawn, s.pile_end):
        return BAD_CARDS
    whole = seen.naturals == ALL_NATURALS and seen.atouts == RANK_MASK and seen.jokers == JOKER_COUNT
    return SANE if whole else BAD_CARDS


# Numbers.

cdef bint counts_within(const Rules* rules, const State* s) noexcept nogil:
    """Whether little was added this turn. Each card added leaves a hand, so that it stays within all turn long."""
    cdef int in_hands = 0
    cdef int seat
    for seat in range(rules.players):
        in_hands += card_count(s.hands[seat])
    for seat in range(rules.players):
        if s.added[seat] + in_hands > MOST_ADDED:
            return False
    return s.completions + in_hands <= MOST_ADDED


cdef int fault_of_numbers(const Rules* rules, const State* s) noexcept nogil:
    cdef int64_t stones = <int64_t>s.pot
    cdef int seat
    if (s.bank == NO_BOTTOM) != (rules.bank == NO_BOTTOM) or s.bank < NO_BOTTOM or s.pot < 0:
        return BAD_STONES
    if s.bank != NO_BOTTOM:
        stones += s.bank
    for seat in range(rules.players):
        if s.stones[seat] < 0 or not within(s.antes[seat], 0, MOST_STONES):
            return BAD_STONES
        stones += s.stones[seat]
    if stones > MOST_STONES or not within(s.stake, 0, rules.max_stake):
        return BAD_STONES
    if not within(s.turn, 1, rules.max_turns) or not within(s.deal, 1, MOST_DEALS):
        return BAD_TURN
    if s.step > (STEP_TAKE if rules.ordered_steps else STEP_LAY) or not counts_within(rules, s):
        return BAD_TURN
    return SANE if s.rng.words[0] | s.rng.words[1] | s.rng.words[2] | s.rng.words[3] else BAD_GENERATOR


# Who is in, who takes part, who acts.

cdef inline bint completions_fit(const Rules* rules, const State* s) noexcept nogil:
    if rules.ordered_steps and s.completions and s.step == STEP_LAY:
        return False
    return rules.completions_per_turn == NO_LIMIT or s.completions <= rules.completions_per_turn


cdef int fault_of_seats(const Rules* rules, const State* s) noexcept nogil:
    cdef int seat
    cdef int64_t antes = 0
    if s.players_in >> rules.players or s.participants >> rules.players or s.current >= rules.players:
        return BAD_SEATS
    if s.opener >= rules.players or s.first_keeper >= rules.players or s.phase > OVER:
        return BAD_SEATS
    if not within(s.forcer, NOBODY, rules.players - 1) or not within(s.winner, NOBODY, rules.players - 1):
        return BAD_SEATS
    if s.first_keeper and not s.participants:
        return BAD_SEATS
    if s.final_turns > rules.players:
        return BAD_TURN
    if s.phase == OVER:
        return SANE
    if not is_in(s, s.current) or not is_in(s, s.opener):
        return BAD_SEATS
    if s.participants & ~s.players_in or popcount(s.players_in) < 2:
        return BAD_SEATS
    if s.final_turns > popcount(s.players_in) or not completions_fit(rules, s):
        return BAD_TURN
    for seat in range(rules.players):
        antes += s.antes[seat]
        if not is_in(s, seat) and (card_count(s.hands[seat]) or s.stones[seat]):
            return BAD_SEATS
    return SANE if antes <= s.pot else BAD_STONES


cdef bint nothing_kept(const State* s, int players) noexcept nogil:
    cdef int seat
    for seat in range(players):
        if card_count(s.kept[seat]):
            return False
    return True


cdef bint answers_in_order(const State* s, int players) noexcept nogil:
    """Whether nobody from the one to answer up to the forcer has answered."""
    cdef int seat = s.current
    if s.forcer == NOBODY or not (s.participants >> s.forcer) & 1 or s.first_keeper != s.forcer or s.stake < 1:
        return False
    if seat == s.forcer:
        return False
    while seat != s.forcer:
        if (s.participants >> seat) & 1:
            return False
        seat = seat + 1 if seat + 1 < players else 0
    return True


cdef bint keeps_in_order(const State* s) noexcept nogil:
    if popcount(s.participants) < 2 or not (s.participants >> s.current) & (s.participants >> s.first_keeper) & 1:
        return False
    return s.forcer == NOBODY or (s.participants >> s.forcer) & 1


cdef int fault_of_over(const State* s) noexcept nogil:
    if (s.winner == NOBODY) != s.truncated or s.current or owes(s):
        return BAD_OVER
    return SANE if s.winner == NOBODY or is_in(s, s.winner) else BAD_OVER


cdef int fault_of_phase(const Rules* rules, const State* s) noexcept nogil:
    cdef int seat
    if s.phase == OVER:
        return fault_of_over(s)
    if s.winner != NOBODY or s.truncated:
        return BAD_OVER
    if s.phase == KEEP:
        for seat in range(rules.players):
            if card_count(s.kept[seat]) > KEPT_CARDS:
                return BAD_KEPT
        return SANE if keeps_in_order(s) else BAD_STAGE
    if not nothing_kept(s, rules.players):
        return BAD_KEPT
    if s.phase == ANSWER:
        return SANE if answers_in_order(s, rules.players) else BAD_STAGE
    if s.forcer != NOBODY or s.participants or s.stake:
        return BAD_STAGE
    if s.phase == DISCARD:
        if rules.hand_limit == NO_LIMIT or card_count(s.hands[s.current]) <= rules.hand_limit:
            return BAD_STAGE
    return SANE


cdef int fault_of_debts(const Rules* rules, const State* s) noexcept nogil:
    """What is owed is in the mover's hand, and can be laid again this turn (R21)."""
    cdef Cards hand = s.hands[s.current]
    if not owes(s):
        return SANE
    if s.phase != PLAY or not rules.recover or (s.owed_atouts and rules.own_family_melds):
        return BAD_OWED
    if rules.first_run_required and s.melds_laid[s.current] == 0:
        return BAD_OWED
    if s.owed_atouts & ~hand.wilds or s.owed_atouts > RANK_MASK or s.owed_jokers > popcount(hand.wilds >> JOKER_SHIFT):
        return BAD_OWED
    return SANE if can_lay_owed(rules, s) else BAD_OWED


cdef int fault_of(const Rules* rules, const State* s) noexcept nogil:
    """The first thing that is wrong with a state, or SANE."""
    cdef int fault = fault_of_cards(rules, s)
    if fault == SANE:
        fault = fault_of_numbers(rules, s)
    if fault == SANE:
        fault = fault_of_seats(rules, s)
    if fault == SANE:
        fault = fault_of_phase(rules, s)
    if fault == SANE:
        fault = fault_of_debts(rules, s)
    return fault
