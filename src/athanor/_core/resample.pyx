"""The cards that a seat doesn't see, dealt anew among the places where they may lie.

The deal is uniform over all worlds that agree with what the seat sees: cards that can't be kept are kept nowhere
(R27), what the mover owes is in their hand (R21), and whoever is asked has a choice. It reads nothing into the
choices that the others made. Only the seat's knowledge and the seed decide, never where the cards really lie.
"""

from libc.stdint cimport uint8_t, uint64_t

from .bits cimport (
    DECK_SIZE, FIRST_JOKER, JOKER_SHIFT, RANK_MASK, Cards, add_card, card_count, joker_count, no_cards, pop_card,
)
from .deal cimport shuffle
from .engine cimport legal_actions
from .lay cimport Legal
from .observe cimport FACE_UP, four_is_turned
from .owed cimport can_lay_owed
from .rng cimport WORLD_STREAM, Rng, below, seed_rng
from .rules cimport FOUR_CARDS
from .state cimport DISCARD, KEEP, PLAY, next_in

cdef enum:
    ATTEMPTS = 1000             # after which the mover, so rarely able to move, keeps the hand that can
    KEPT_CARDS = 2

# The unseen cards in ascending order, so the Jokers last; those before first are placed.
cdef struct Unseen:
    uint8_t cards[DECK_SIZE]
    int first
    int count


cdef Cards joined(Cards some, Cards more) noexcept nogil:
    """Two sets that share no card, their Jokers added up."""
    cdef int jokers = joker_count(some) + joker_count(more)
    some.naturals |= more.naturals
    some.wilds = (some.wilds | more.wilds) & RANK_MASK | <uint64_t>((1 << jokers) - 1) << JOKER_SHIFT
    return some


cdef Cards without(Cards cards, Cards others) noexcept nogil:
    """A set less some of its cards."""
    cdef int jokers = joker_count(cards) - joker_count(others)
    cards.naturals &= ~others.naturals
    cards.wilds = cards.wilds & ~others.wilds & RANK_MASK | <uint64_t>((1 << jokers) - 1) << JOKER_SHIFT
    return cards


cdef Cards owed_cards(const State* s) noexcept nogil:
    cdef Cards owed = no_cards()
    owed.wilds = s.owed_atouts | <uint64_t>((1 << s.owed_jokers) - 1) << JOKER_SHIFT
    return owed


cdef bint has_kept_all(const Rules* rules, const State* s, int seat) noexcept nogil:
    """Whether a participant was asked for cards before and had only Jokers left, which are dead (R27)."""
    cdef int keeper = s.first_keeper
    if s.phase != KEEP or rules.jokers_wild or card_count(s.kept[seat]) >= KEPT_CARDS:
        return False
    if joker_count(s.hands[seat]) < card_count(s.hands[seat]):
        return False
    while keeper != s.current:
        if keeper == seat:
            return True
        keeper = next_in(rules.players, s.participants, keeper)
    return False


cdef Cards seen_in_hand(const Rules* rules, const State* s, int seat) noexcept nogil:
    """The cards of another's hand that everybody knows to be there."""
    if has_kept_all(rules, s, seat):
        return s.hands[seat]
    return owed_cards(s) if seat == s.current else no_cards()


cdef void collect(const Rules* rules, const State* s, int known, Unseen* unseen) noexcept nogil:
    cdef Cards cards = no_cards()
    cdef bint turned = four_is_turned(s)
    cdef int seat, i
    for seat in range(rules.players):
        if (known >> seat) & 1:
            continue
        cards = joined(cards, without(s.hands[seat], seen_in_hand(rules, s, seat)))
        if not turned:
            cards = joined(cards, s.kept[seat])
    if not turned:
        for i in range(FACE_UP, FOUR_CARDS):
            add_card(&cards, s.four[i])
    for i in range(s.drawn, s.pile_end):
        add_card(&cards, s.pile[i])
    unseen.first = 0
    unseen.count = 0
    while cards.naturals or cards.wilds:
        unseen.cards[unseen.count] = <uint8_t>pop_card(&cards)
        unseen.count += 1


cdef Cards deal(Unseen* unseen, int count) noexcept nogil:
    cdef Cards cards = no_cards()
    for _ in range(count):
        add_card(&cards, unseen.cards[unseen.first])
        unseen.first += 1
    return cards


cdef void deal_kept(const Rules* rules, const State* s, int known, Unseen* unseen, State* world,
                    Rng* rng) noexcept nogil:
    """Kept cards come first, from those that can be kept: Jokers where they are wild."""
    cdef int keepable = unseen.count
    cdef int seat, place, chosen
    cdef int wanted = 0
    cdef uint8_t card
    for seat in range(rules.players):
        if not (known >> seat) & 1:
            wanted += card_count(s.kept[seat])
    if not rules.jokers_wild:
        while keepable > wanted and unseen.cards[keepable - 1] == FIRST_JOKER:
            keepable -= 1
    for seat in range(rules.players):
        if (known >> seat) & 1:
            continue
        for place in range(unseen.first, unseen.first + card_count(s.kept[seat])):
            chosen = place + <int>below(rng, keepable - place)
            card = unseen.cards[place]
            unseen.cards[place] = unseen.cards[chosen]
            unseen.cards[chosen] = card
        world.kept[seat] = deal(unseen, card_count(s.kept[seat]))


cdef void deal_world(const Rules* rules, const State* s, int known, State* world, Rng* rng) noexcept nogil:
    """Deal all unseen cards; the seats in the mask known have the cards that they have."""
    cdef Unseen unseen
    cdef Cards seen
    cdef int seat, i
    cdef bint turned = four_is_turned(s)
    collect(rules, s, known, &unseen)
    if not turned:
        deal_kept(rules, s, known, &unseen, world, rng)
    shuffle(rng, unseen.cards + unseen.first, unseen.count - unseen.first)
    for seat in range(rules.players):
        if not (known >> seat) & 1:
            seen = seen_in_hand(rules, s, seat)
            world.hands[seat] = joined(seen, deal(&unseen, card_count(s.hands[seat]) - card_count(seen)))
    if not turned:
        for i in range(FACE_UP, FOUR_CARDS):
            world.four[i] = unseen.cards[unseen.first]
            unseen.first += 1
    for i in range(s.drawn, s.pile_end):
        world.pile[i] = unseen.cards[unseen.first]
        unseen.first += 1


cdef bint is_asked(const Rules* rules, const State* world) noexcept nogil:
    """Whether the mover has a choice, as everybody sees from their being asked."""
    cdef Legal legal
    if world.phase == PLAY and not can_lay_owed(rules, world):
        return False
    legal_actions(rules, world, &legal)
    return legal.count > 1


cdef void resample(const Rules* rules, State* s, int observer, uint64_t seed) noexcept nogil:
    """Put another world in place of this one, its generator seeded anew."""
    cdef State world = s[0]
    cdef Rng rng
    cdef bint hand_decides = s.current != observer and (s.phase == PLAY or s.phase == DISCARD or s.phase == KEEP)
    seed_rng(&rng, seed, 0, WORLD_STREAM)
    seed_rng(&world.rng, seed, 1, WORLD_STREAM)
    for _ in range(ATTEMPTS):
        deal_world(rules, s, 1 << observer, &world, &rng)
        if not hand_decides or is_asked(rules, &world):
            s[0] = world
            return
    world.hands[s.current] = s.hands[s.current]
    world.kept[s.current] = s.kept[s.current]
    deal_world(rules, s, 1 << observer | 1 << s.current, &world, &rng)
    s[0] = world
