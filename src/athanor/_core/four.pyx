"""The Four from the stake to the pot.

Force, answers and cards kept follow one another clockwise; once nobody has anything left to choose the phase is
SETTLE, and settle_four pays the pot and ends the deal, perhaps the game.
"""

from libc.stdint cimport int8_t, uint8_t, uint32_t, uint64_t

from .actions cimport FOLD, stake_of
from .bits cimport RANK_MASK, Cards, add_card, holds_two, joker_count, kind_count, lsb, popcount, remove_card
from .log cimport (
    ATOUT_EVENT, DEAL_END_EVENT, EXHAUSTED, FOLLOWED, OUT_EVENT, PAY_EVENT, SHOW_EVENT, UNCONTESTED, VOID, record,
)
from .poker cimport category_of, evaluate
from .rules cimport FOUR_CARDS
from .state cimport ANSWER, KEEP, NOBODY, OVER, SETTLE, is_in, next_in

cdef enum:
    KEPT_CARDS = 2


cdef int32_t most_stake(const Rules* rules, const State* s) noexcept nogil:
    """The highest stake with which the mover may force the Four, 0 if they may not (R18, R23, R24)."""
    cdef int32_t most = min(s.stones[s.current], rules.max_stake)
    if s.melds_laid[s.current] < rules.qualifying_melds or s.points[s.current] < rules.qualifying_points:
        return 0
    return min(most, <int32_t>s.melds_laid[s.current]) if rules.stake_by_melds else most


cdef int count_answers(const Rules* rules, const State* s) noexcept nogil:
    """Fold, or the stake of the forcer, or more where that is allowed (R18, R24)."""
    cdef int32_t most = min(s.stones[s.current], rules.max_stake)
    if rules.follow_exact:
        most = min(most, s.stake)
    return 1 if most < s.stake else 2 + most - s.stake


cdef void pay_into_pot(State* s, int32_t stake) noexcept nogil:
    s.stones[s.current] -= stake
    s.pot += stake
    s.participants |= 1 << s.current


cdef void force(const Rules* rules, State* s, int32_t stake) noexcept nogil:
    s.forcer = s.current
    s.first_keeper = s.current
    s.stake = stake
    s.phase = ANSWER
    pay_into_pot(s, stake)
    s.current = <uint8_t>next_in(rules.players, s.players_in, s.current)


cdef void answer(const Rules* rules, State* s, int action) noexcept nogil:
    if action != FOLD:
        pay_into_pot(s, stake_of(action))
    s.current = <uint8_t>next_in(rules.players, s.players_in, s.current)
    if s.current == s.forcer:
        start_keeping(rules, s)


cdef void open_exhausted(const Rules* rules, State* s) noexcept nogil:
    """The Four that opens by itself: all take part, and who would be next keeps first (R14)."""
    s.participants = s.players_in
    s.first_keeper = <uint8_t>next_in(rules.players, s.players_in, s.current)
    s.current = s.first_keeper
    start_keeping(rules, s)


cdef void start_keeping(const Rules* rules, State* s) noexcept nogil:
    """Nobody keeps cards when nobody followed (R26)."""
    if popcount(s.participants) == 1:
        s.phase = SETTLE
        return
    s.phase = KEEP
    skip_done(rules, s)


cdef Cards keepable(const Rules* rules, const State* s) noexcept nogil:
    """The cards that the player may keep: no Jokers where they are dead; the second never below the first (R27)."""
    cdef Cards cards = s.hands[s.current]
    cdef const Cards* kept = &s.kept[s.current]
    if not rules.jokers_wild:
        cards.wilds &= RANK_MASK
    if kept.naturals:
        cards.naturals &= ~<uint64_t>0 << lsb(kept.naturals)
    elif kept.wilds:
        cards.naturals = 0
        cards.wilds &= ~<uint64_t>0 << lsb(kept.wilds)
    return cards


cdef inline bint keeps_more(const Rules* rules, const State* s) noexcept nogil:
    """Whether the player still has a card to keep; after the first one, those below it are no longer offered."""
    cdef Cards cards
    if holds_two(s.kept[s.current]):
        return False
    cards = keepable(rules, s)
    return (cards.naturals | cards.wilds) != 0


cdef void skip_done(const Rules* rules, State* s) noexcept nogil:
    """Move on to the next participant who still keeps a card; back at the first keeper, all have."""
    while not keeps_more(rules, s):
        s.current = <uint8_t>next_in(rules.players, s.participants, s.current)
        if s.current == s.first_keeper:
            s.phase = SETTLE
            return


cdef bint resume_keeping(const Rules* rules, State* s) noexcept nogil:
    """Let the next one who still keeps a card do so, where a situation was set up; False if there is nobody."""
    skip_done(rules, s)
    return s.phase == KEEP


cdef int count_keeps(const Rules* rules, const State* s) noexcept nogil:
    """Each card to keep; of the first of two all but the highest, so that a second remains."""
    cdef Cards cards = keepable(rules, s)
    cdef const Cards* kept = &s.kept[s.current]
    cdef bint is_first = kept.naturals | kept.wilds == 0
    return kind_count(cards) - (is_first and holds_two(cards) and joker_count(cards) < KEPT_CARDS)


cdef void keep(const Rules* rules, State* s, int card) noexcept nogil:
    remove_card(&s.hands[s.current], card)
    add_card(&s.kept[s.current], card)
    skip_done(rules, s)


cdef void void_deal(const Rules* rules, State* s, Log* log) noexcept nogil:
    """Give every ante of this deal back; nobody is eliminated (R14)."""
    cdef int seat
    for seat in range(rules.players):
        s.stones[seat] += s.antes[seat]
        s.pot -= s.antes[seat]
        s.antes[seat] = 0
    record(log, DEAL_END_EVENT, NOBODY, VOID, 0, True)


cdef void settle_four(const Rules* rules, State* s, Log* log) noexcept nogil:
    """Pay the pot to the only participant or to the best hands, then see who is out and who has won (R26-R34)."""
    cdef int how = UNCONTESTED
    cdef int winners = s.participants
    cdef int sole
    if popcount(winners) > 1:
        how = EXHAUSTED if s.forcer == NOBODY else FOLLOWED
        winners = best_hands(rules, s, log)
    sole = lsb(winners) if popcount(winners) == 1 else NOBODY
    record(log, DEAL_END_EVENT, sole, how, 0, True)
    share_pot(rules, s, winners, log)
    if sole != NOBODY and rules.target_stones and s.stones[sole] >= rules.target_stones:
        win(s, sole)
        return
    eliminate(rules, s, log)
    if popcount(s.players_in) == 1:
        win(s, lsb(s.players_in))
    elif s.players_in == 0:
        # Only a pot set up by hand, too small for its sharers, leaves nobody a stone.
        win(s, NOBODY)
        s.truncated = True


cdef int best_hands(const Rules* rules, const State* s, Log* log) noexcept nogil:
    """Show every hand; the seats of the best ones as a mask (R28-R32)."""
    cdef uint32_t strength
    cdef uint32_t best = 0
    cdef int winners = 0
    cdef int level = 0
    cdef int seat, card
    cdef Cards cards
    for seat in range(rules.players):
        if not (s.participants >> seat) & 1:
            continue
        cards = s.kept[seat]
        for card in range(FOUR_CARDS):
            add_card(&cards, s.four[card])
        strength = evaluate(rules, cards)
        record(log, SHOW_EVENT, seat, category_of(strength), strength, True)
        if winners == 0 or strength >> 1 > best >> 1:
            level = 0
        if winners == 0 or strength >> 1 >= best >> 1:
            level += 1
        if winners == 0 or strength > best:
            best = strength
            winners = 0
        if strength == best:
            winners |= 1 << seat
    if level > popcount(winners):
        record(log, ATOUT_EVENT, NOBODY, 0, 0, True)
    return winners


cdef void share_pot(const Rules* rules, State* s, int winners, Log* log) noexcept nogil:
    """Equal shares; indivisible stones stay in the centre (R33)."""
    cdef int32_t share = s.pot // popcount(winners)
    cdef int seat
    for seat in range(rules.players):
        if (winners >> seat) & 1:
            s.stones[seat] += share
            s.pot -= share
            record(log, PAY_EVENT, seat, 0, share, True)


cdef void eliminate(const Rules* rules, State* s, Log* log) noexcept nogil:
    """Players without stones are out, only here (R34)."""
    cdef int seat
    for seat in range(rules.players):
        if is_in(s, seat) and s.stones[seat] == 0:
            s.players_in &= ~(1 << seat)
            record(log, OUT_EVENT, seat, 0, 0, True)


cdef void win(State* s, int seat) noexcept nogil:
    s.winner = <int8_t>seat
    s.phase = OVER
    s.current = 0
