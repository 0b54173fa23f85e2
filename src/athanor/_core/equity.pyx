"""The exact equity of known hands, without looking at each board.

A hand is worth the best of what it is by ranks alone and what it is in each family. By ranks a board is a bag of
ranks, of which there are few; in a family it is a set of ranks with the Atouts. So both are evaluated once each, and
boards are counted by what decides them: the Jokers, the Atouts, the sets of the families in which somebody has five
cards, and the bag of all other ranks. Beside five cards of a family a hand has two more, so that bag is small.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free

from .bits cimport (
    FAMILIES, JOKER_SHIFT, RANK_MASK, RANKS, Cards, atout_ranks, family_ranks, joker_count, lsb, no_cards, popcount,
)
from .poker cimport ROYAL_FLUSH, VALUES_SHIFT, category_of, evaluate
from .ranks cimport BAG, BAG_OF_SET, BITS_PER_COUNT, FIRST_BAG, FIRST_SET, SETS, Bag, union_of, unions
from .rules cimport MAX_PLAYERS, Rules, RuleSet

cdef enum:
    FIVE = 5
    SLOTS = 5               # the families, Atouts included, over which ranks are spread
    QUADS_OF_JOKERS = 4
    MOST_REST = 2           # cards of a hand beside five of one family
    REST_BAGS = 120         # bags of up to so many
    FAMILY_SETS = 1 << FAMILIES
    NEVER = 99              # cards that a family lacks where nobody can have five of it
    AS_HIGH_BIT = 15
    VALUE_BITS = 4

# A set of ranks that may come in a family, and the strength that each player then has in it.
cdef struct FamilySet:
    uint16_t ranks
    uint16_t bag
    uint32_t strengths[MAX_PLAYERS]

# The bags of so many ranks that families without five cards may bring, each with the ways it may come.
cdef struct Rest:
    int count
    uint16_t bags[REST_BAGS]
    uint32_t ways[REST_BAGS]

cdef struct Work:
    Showdown known
    Rules rules
    Rules plain             # the same without the tie-break of the Atouts
    Rules spread            # ... and with Atouts as a fifth family
    int jokers              # Jokers, Atouts and naturals of the board to come
    int atouts
    int naturals
    uint32_t atout_ranks
    uint64_t joker_ways
    int base[FAMILIES][MAX_PLAYERS]     # cards for a family that a player has, before the board to come
    int lacking[FAMILIES]               # naturals of a family that must come before anyone has five of it
    uint32_t own_family[MAX_PLAYERS]    # strength of the Atouts as a family of their own
    FamilySet* sets[FAMILIES]           # sets of each family that may come, by size
    int first_set[FAMILIES][FIVE + 2]
    uint32_t* by_ranks                  # [bag][player]
    uint32_t* by_family                 # [bag][family][player]
    uint32_t* ranked                    # by_ranks of the board's naturals, with these Atouts: [bag][player]
    uint64_t* ways                      # ways in which naturals bring a bag: [bag]
    uint64_t* left                      # those of them in which nobody has five of a family
    bint rest_known[FAMILY_SETS]
    uint32_t rest_ways[FAMILY_SETS][REST_BAGS]
    Rest rests[FAMILY_SETS][MOST_REST + 1]
    uint64_t counts[WINNER_SETS]


cdef inline bint wild(const Work* w) noexcept nogil:
    """Whether Atouts replace any family."""
    return not w.rules.own_family_showdown


cdef inline int own_jokers(const Work* w, int player) noexcept nogil:
    """The Jokers that the player may use, those of the board to come included."""
    return joker_count(w.known.cards[player]) + w.jokers if w.rules.jokers_wild else 0


cdef inline uint64_t joker_bits(int jokers) noexcept nogil:
    return ((<uint64_t>1 << jokers) - 1) << JOKER_SHIFT


cdef inline uint64_t choose(int n, int k) noexcept nogil:
    cdef uint64_t ways = 1
    cdef int i
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


cdef uint64_t rank_counts(Cards cards) noexcept nogil:
    """How often each rank comes, as in a Bag."""
    cdef uint64_t counts = 0
    cdef uint64_t bits = cards.naturals
    while bits:
        counts += <uint64_t>1 << (BITS_PER_COUNT * (lsb(bits) % RANKS))
        bits &= bits - 1
    bits = cards.wilds & RANK_MASK
    while bits:
        counts += <uint64_t>1 << (BITS_PER_COUNT * lsb(bits))
        bits &= bits - 1
    return counts


cdef Cards spread(uint64_t counts, int jokers) noexcept nogil:
    """Cards of these ranks, dealt round over five families so that with the Jokers none has five cards.

    Four Jokers and a card always have: they alone are left then, since the card counts in its own family."""
    cdef Cards cards = no_cards()
    cdef int slot = 0
    cdef int place
    cards.wilds = joker_bits(jokers)
    if jokers >= QUADS_OF_JOKERS:
        return cards
    while counts:
        place = lsb(counts) & ~(BITS_PER_COUNT - 1)
        counts -= <uint64_t>1 << place
        if slot < FAMILIES:
            cards.naturals |= <uint64_t>1 << (RANKS * slot + place // BITS_PER_COUNT)
        else:
            cards.wilds |= <uint64_t>1 << (place // BITS_PER_COUNT)
        slot = slot + 1 if slot + 1 < SLOTS else 0
    return cards


cdef bint fits(uint64_t counts, uint64_t most) noexcept nogil:
    """Whether no rank comes more often than it may."""
    cdef uint64_t high = <uint64_t>0x88888888888888
    return (((most | high) - counts) & high) == high


cdef void rank_by_ranks(Work* w) noexcept nogil:
    """What each player has by ranks alone with each bag of naturals and Atouts that the board may still bring."""
    cdef int size = w.known.missing - w.jokers
    cdef uint64_t deck = rank_counts(w.known.deck)
    cdef uint64_t base
    cdef int player, bag
    for player in range(w.known.players):
        base = rank_counts(w.known.cards[player])
        for bag in range(FIRST_BAG[size], FIRST_BAG[size + 1]):
            if fits(BAG[bag].counts, deck):
                w.by_ranks[bag * w.known.players + player] = evaluate(
                    &w.spread, spread(base + BAG[bag].counts, own_jokers(w, player)))


cdef uint32_t in_family(const Work* w, int player, int family, const Bag* bag) noexcept nogil:
    """What the player has in a family that gets these ranks, be they naturals or Atouts; 0 if they can't be both."""
    cdef uint32_t natural = family_ranks(w.known.cards[player], family)
    cdef uint32_t atouts = atout_ranks(w.known.cards[player]) if wild(w) else 0
    cdef uint32_t twice = bag.twice | (bag.once & (natural | atouts)) | (natural & atouts)
    cdef Cards cards
    if bag.thrice | (bag.twice & (natural | atouts)) | (bag.once & natural & atouts):
        return 0
    cards.naturals = <uint64_t>(bag.once | natural | atouts) << (RANKS * family)
    cards.wilds = twice | joker_bits(own_jokers(w, player))
    return evaluate(&w.plain, cards)


cdef void rank_by_family(Work* w) noexcept nogil:
    """What each player has in each family with each bag that gives five cards of it."""
    cdef int players = w.known.players
    cdef int family, player, size, bag, enough
    for family in range(FAMILIES):
        for player in range(players):
            enough = FIVE - w.base[family][player] - (w.jokers if w.rules.jokers_wild else 0)
            for size in range(max(enough, 0), w.known.missing - w.jokers + 1):
                for bag in range(FIRST_BAG[size], FIRST_BAG[size + 1]):
                    w.by_family[(bag * FAMILIES + family) * players + player] = in_family(w, player, family, &BAG[bag])


cdef inline uint32_t tie_break(const Work* w, uint32_t strength, uint32_t atouts) noexcept nogil:
    """1 if one of the values shown is an Atout's (R32)."""
    cdef uint32_t values = strength >> VALUES_SHIFT
    cdef uint32_t shown = 0
    cdef int place
    if not w.rules.atout_breaks_ties:
        return 0
    for place in range(FIVE):
        shown |= <uint32_t>1 << (values >> (VALUE_BITS * place) & 15)
    return (shown & (atouts << 1 | (atouts & 1) << AS_HIGH_BIT)) != 0


cdef uint32_t royal_tie_break(const Work* w, int player, int family, uint32_t natural, uint32_t atouts) noexcept nogil:
    """The same for a royal, whose strength shows no values."""
    cdef Cards cards
    cards.naturals = <uint64_t>(natural | family_ranks(w.known.cards[player], family)) << (RANKS * family)
    cards.wilds = atouts | joker_bits(own_jokers(w, player))
    return evaluate(&w.rules, cards) & 1


cdef void rank_naturals(Work* w, int atouts_bag) noexcept nogil:
    """What each player has by ranks with these Atouts and each bag of naturals; nobody has five of a family yet."""
    cdef int players = w.known.players
    cdef int bag, player
    cdef uint32_t strength, atouts
    cdef const uint32_t* by_ranks
    for bag in range(FIRST_BAG[w.naturals], FIRST_BAG[w.naturals + 1]):
        w.left[bag] = w.ways[bag]
        if w.ways[bag] == 0:
            continue
        by_ranks = &w.by_ranks[union_of(atouts_bag, w.atouts, bag, w.naturals) * players]
        for player in range(players):
            atouts = atout_ranks(w.known.cards[player]) | w.atout_ranks
            strength = by_ranks[player] | tie_break(w, by_ranks[player], atouts)
            w.ranked[bag * players + player] = max(strength, w.own_family[player])


cdef void rank_sets(Work* w, int atouts_bag, int family) noexcept nogil:
    """What each player has in the family with these Atouts and each set of it, 0 where that is not five cards."""
    cdef int players = w.known.players
    cdef int with_atouts = w.atouts if wild(w) else 0
    cdef int helpers = with_atouts + (w.jokers if w.rules.jokers_wild else 0)
    cdef int size, place, player, bag
    cdef uint32_t strength, atouts
    cdef FamilySet* entry
    for size in range(max(w.lacking[family], 0), w.naturals + 1):
        for place in range(w.first_set[family][size], w.first_set[family][size + 1]):
            entry = &w.sets[family][place]
            bag = union_of(atouts_bag, w.atouts, entry.bag, size) if with_atouts else entry.bag
            for player in range(players):
                if w.base[family][player] + helpers + size < FIVE:
                    entry.strengths[player] = 0
                    continue
                strength = w.by_family[(bag * FAMILIES + family) * players + player]
                if wild(w) and w.rules.atout_breaks_ties:
                    atouts = atout_ranks(w.known.cards[player]) | w.atout_ranks
                    if category_of(strength) == ROYAL_FLUSH:
                        strength |= royal_tie_break(w, player, family, entry.ranks, atouts)
                    else:
                        strength |= tie_break(w, strength, atouts)
                entry.strengths[player] = strength


cdef void rank_own_family(Work* w) noexcept nogil:
    """What each player has in the Atouts alone where they are a family (R4)."""
    cdef Cards cards = no_cards()
    cdef int player
    for player in range(w.known.players):
        w.own_family[player] = 0
        if not wild(w):
            cards.wilds = atout_ranks(w.known.cards[player]) | w.atout_ranks | joker_bits(own_jokers(w, player))
            w.own_family[player] = evaluate(&w.rules, cards)


cdef const uint32_t* count_rest(Work* w, int families) noexcept nogil:
    """The ways in which these families bring each small bag of ranks while nobody has five of them."""
    cdef uint32_t* ways = w.rest_ways[families]
    cdef const uint32_t* fewer
    cdef const uint16_t* row
    cdef int family, size, more, bag, place
    if w.rest_known[families]:
        return ways
    w.rest_known[families] = True
    for bag in range(REST_BAGS):
        ways[bag] = families == 0 and bag == 0
    if families == 0:
        return ways
    family = lsb(families)
    fewer = count_rest(w, families & (families - 1))
    for size in range(MOST_REST + 1):
        for more in range(min(w.lacking[family] - 1, MOST_REST - size, w.naturals) + 1):
            for bag in range(FIRST_BAG[size], FIRST_BAG[size + 1]):
                if fewer[bag] == 0:
                    continue
                row = unions(bag, size, more)
                for place in range(w.first_set[family][more], w.first_set[family][more + 1]):
                    ways[row[w.sets[family][place].bag - FIRST_BAG[more]]] += fewer[bag]
    return ways


cdef void list_rest(Work* w, int families) noexcept nogil:
    """Those ways by the size of the bag, without what can't come."""
    cdef const uint32_t* ways = count_rest(w, families)
    cdef Rest* rest
    cdef int size, bag
    for size in range(MOST_REST + 1):
        rest = &w.rests[families][size]
        rest.count = 0
        for bag in range(FIRST_BAG[size], FIRST_BAG[size + 1]):
            if ways[bag]:
                rest.bags[rest.count] = <uint16_t>bag
                rest.ways[rest.count] = ways[bag]
                rest.count += 1


cdef inline void count_board(
    Work* w, int players, int bag, const uint32_t* strengths, uint64_t ways
) noexcept nogil:
    """Count boards of a bag of naturals in which the players have these strengths in families with five cards."""
    cdef const uint32_t* ranked = &w.ranked[bag * players]
    cdef uint32_t best[MAX_PLAYERS]
    cdef int player
    for player in range(players):
        best[player] = max(ranked[player], strengths[player])
    w.counts[winners(best, players)] += ways * w.joker_ways
    w.left[bag] -= ways


cdef inline void count_rests(
    Work* w, int players, int chosen, int bag, int size, const uint32_t* strengths
) noexcept nogil:
    """Count each rest of a board whose families of five have been chosen and hold this bag."""
    cdef int missing = w.naturals - size
    cdef const Rest* rest = &w.rests[FAMILY_SETS - 1 ^ chosen][missing]
    cdef const uint16_t* row = unions(bag, size, missing)
    cdef int i
    for i in range(rest.count):
        count_board(w, players, row[rest.bags[i] - FIRST_BAG[missing]], strengths, rest.ways[i])


cdef void choose_sets(
    Work* w, int families, int chosen, int bag, int size, const uint32_t* strengths
) noexcept nogil:
    """Choose a set that gives somebody five cards, for each of the families; then count the rests."""
    cdef uint32_t best[MAX_PLAYERS]
    cdef const FamilySet* entry
    cdef int players = w.known.players
    cdef int family, more, place, player
    if families == 0:
        # A constant number of players makes the loops below disappear for two.
        if players == 2:
            count_rests(w, 2, chosen, bag, size, strengths)
        else:
            count_rests(w, players, chosen, bag, size, strengths)
        return
    family = lsb(families)
    for more in range(max(w.lacking[family], 0), w.naturals - size + 1):
        for place in range(w.first_set[family][more], w.first_set[family][more + 1]):
            entry = &w.sets[family][place]
            for player in range(players):
                best[player] = max(strengths[player], entry.strengths[player])
            choose_sets(w, families & (families - 1), chosen, union_of(bag, size, entry.bag, more), size + more, best)


cdef void count_families(Work* w, int live) noexcept nogil:
    """Count the boards with five of a family, by the families where that is so."""
    cdef uint32_t nothing[MAX_PLAYERS]
    cdef int chosen, family, lacking
    for family in range(MAX_PLAYERS):
        nothing[family] = 0
    for chosen in range(1, FAMILY_SETS):
        if chosen & ~live:
            continue
        lacking = 0
        for family in range(FAMILIES):
            if chosen >> family & 1:
                lacking += max(w.lacking[family], 0)
        if lacking <= w.naturals:
            choose_sets(w, chosen, chosen, 0, 0, nothing)


cdef int find_lacking(Work* w) noexcept nogil:
    """How many naturals each family lacks until somebody has five of it; the families that may get there."""
    cdef int helpers = (w.atouts if wild(w) else 0) + (w.jokers if w.rules.jokers_wild else 0)
    cdef int live = 0
    cdef int family, player
    for family in range(FAMILIES):
        w.lacking[family] = NEVER
        for player in range(w.known.players):
            w.lacking[family] = min(w.lacking[family], FIVE - helpers - w.base[family][player])
        if w.lacking[family] <= w.naturals:
            live |= 1 << family
    return live


cdef int prepare_families(Work* w) noexcept nogil:
    """What depends on the number of Jokers and Atouts alone; returns the families that may get five cards."""
    cdef int live = find_lacking(w)
    cdef int chosen
    for chosen in range(FAMILY_SETS):
        w.rest_known[chosen] = False
    for chosen in range(1, FAMILY_SETS):
        if not chosen & ~live:
            list_rest(w, FAMILY_SETS - 1 ^ chosen)
    return live


cdef void count_naturals(Work* w, int atouts_place, int live) noexcept nogil:
    """Count all boards with these Jokers and Atouts."""
    cdef int atouts_bag = BAG_OF_SET[atouts_place]
    cdef int players = w.known.players
    cdef int family, bag
    w.atout_ranks = SETS[atouts_place]
    rank_own_family(w)
    rank_naturals(w, atouts_bag)
    if live:
        for family in range(FAMILIES):
            if live >> family & 1:
                rank_sets(w, atouts_bag, family)
        count_families(w, live)
    for bag in range(FIRST_BAG[w.naturals], FIRST_BAG[w.naturals + 1]):
        if w.left[bag]:
            w.counts[winners(&w.ranked[bag * players], players)] += w.left[bag] * w.joker_ways


cdef void count_atouts(Work* w) noexcept nogil:
    """Count all boards with these Jokers."""
    cdef uint32_t barred = RANK_MASK & ~atout_ranks(w.known.deck)
    cdef int atouts, live, place
    rank_by_ranks(w)
    rank_by_family(w)
    for atouts in range(w.known.missing - w.jokers + 1):
        w.atouts = atouts
        w.naturals = w.known.missing - w.jokers - w.atouts
        live = prepare_families(w)
        for place in range(FIRST_SET[w.atouts], FIRST_SET[w.atouts + 1]):
            if not SETS[place] & barred:
                count_naturals(w, place, live)


cdef void list_sets(Work* w) noexcept nogil:
    """The sets of ranks that each family may bring."""
    cdef int family, size, place, count
    cdef uint32_t barred
    for family in range(FAMILIES):
        barred = RANK_MASK & ~family_ranks(w.known.deck, family)
        count = 0
        for size in range(w.known.missing + 1):
            w.first_set[family][size] = count
            for place in range(FIRST_SET[size], FIRST_SET[size + 1]):
                if not SETS[place] & barred:
                    w.sets[family][count].ranks = SETS[place]
                    w.sets[family][count].bag = BAG_OF_SET[place]
                    count += 1
        w.first_set[family][w.known.missing + 1] = count


cdef void count_ways(Work* w) noexcept nogil:
    """The ways in which naturals bring each bag."""
    cdef Cards naturals = w.known.deck
    cdef uint64_t deck, counts
    cdef int bag, place
    naturals.wilds = 0
    deck = rank_counts(naturals)
    for bag in range(FIRST_BAG[w.known.missing + 1]):
        counts = BAG[bag].counts
        w.ways[bag] = 1
        while counts:
            place = lsb(counts) & ~(BITS_PER_COUNT - 1)
            w.ways[bag] *= choose(deck >> place & 15, counts >> place & 15)
            counts &= ~(<uint64_t>15 << place)


cdef void count_base(Work* w) noexcept nogil:
    """The cards that each player has for each family."""
    cdef int family, player
    cdef Cards cards
    for player in range(w.known.players):
        cards = w.known.cards[player]
        for family in range(FAMILIES):
            w.base[family][player] = popcount(family_ranks(cards, family))
            if wild(w):
                w.base[family][player] += popcount(atout_ranks(cards))
            if w.rules.jokers_wild:
                w.base[family][player] += joker_count(cards)


cdef void count_all(Work* w) noexcept nogil:
    cdef int jokers
    w.plain = w.rules
    w.plain.atout_breaks_ties = False
    w.spread = w.plain
    w.spread.own_family_showdown = True
    count_base(w)
    count_ways(w)
    list_sets(w)
    for jokers in range(min(w.known.missing, joker_count(w.known.deck)) + 1):
        w.jokers = jokers
        w.joker_ways = choose(joker_count(w.known.deck), w.jokers)
        count_atouts(w)


cdef bint count_boards(const Rules* rules, const Showdown* known, uint64_t* counts) noexcept nogil:
    """How many boards each set of winners wins, by mask; False without memory."""
    cdef int bags = FIRST_BAG[known.missing + 1]
    cdef int sets = FIRST_SET[known.missing + 1]
    cdef size_t ranked = bags * known.players * sizeof(uint32_t)
    cdef size_t counted = bags * sizeof(uint64_t)
    cdef size_t listed = sets * sizeof(FamilySet)
    cdef char* memory = <char*>calloc(1, sizeof(Work) + 2 * counted + (2 + FAMILIES) * ranked + FAMILIES * listed)
    cdef Work* w = <Work*>memory
    cdef int family, mask
    if memory == NULL:
        return False
    w.rules = rules[0]
    w.known = known[0]
    memory += sizeof(Work)
    w.ways = <uint64_t*>memory
    w.left = <uint64_t*>(memory + counted)
    memory += 2 * counted
    w.by_ranks = <uint32_t*>memory
    w.ranked = <uint32_t*>(memory + ranked)
    w.by_family = <uint32_t*>(memory + 2 * ranked)
    memory += (2 + FAMILIES) * ranked
    for family in range(FAMILIES):
        w.sets[family] = <FamilySet*>(memory + family * listed)
    count_all(w)
    for mask in range(1 << known.players):
        counts[mask] = w.counts[mask]
    free(w)
    return True


cdef Showdown showdown(const uint64_t[:, :] cards, const uint64_t[:] deck, int missing) noexcept:
    """The cards of each player and the deck, as two words each."""
    cdef Showdown known
    cdef int player
    known.players = <int>cards.shape[0]
    known.missing = missing
    known.deck.naturals = deck[0]
    known.deck.wilds = deck[1]
    for player in range(known.players):
        known.cards[player].naturals = cards[player, 0]
        known.cards[player].wilds = cards[player, 1]
    return known


def count_winners(RuleSet rules, const uint64_t[:, :] cards, const uint64_t[:] deck, int missing):
    """How many boards each set of players wins, by mask: each has these cards and those missing, of the deck."""
    cdef uint64_t counts[WINNER_SETS]
    cdef Showdown known = showdown(cards, deck, missing)
    cdef bint done
    with nogil:
        done = count_boards(&rules.options, &known, counts)
    if not done:
        raise MemoryError
    return [counts[mask] for mask in range(1 << known.players)]
