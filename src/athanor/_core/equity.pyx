"""The exact equity of known hands, without looking at each board.

A hand is worth the best of what it is by ranks alone and what it is in each family. By ranks a board is a bag of
ranks, of which there are few; in a family it is a set of ranks with the Atouts. So both are evaluated once each, and
boards are counted by what decides them: the Jokers, the Atouts, the sets of the families in which somebody has five
cards, and the bag of all other ranks. Beside five cards of a family a hand has two more, so that bag is small.
"""

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc

from .bits cimport (
    FAMILIES, RANK_MASK, RANKS, Cards, atout_ranks, family_ranks, joker_count, lsb, no_cards, popcount,
)
from .poker cimport ROYAL_FLUSH, category_of, evaluate, shown_ranks
from .ranks cimport (
    BAG, BAG_OF_SET, BITS_PER_COUNT, FIRST_BAG, FIRST_SET, SETS, Bag, choose, fits, joker_bits, rank_counts, spread,
    union_of, unions,
)
from .rules cimport MAX_PLAYERS, Rules, RuleSet

cdef enum:
    FIVE = 5
    MOST_REST = 2           # cards of a hand beside five of one family
    REST_BAGS = 120         # bags of up to so many
    FAMILY_SETS = 1 << FAMILIES

# A set of ranks that may come in a family, and the strength that each player then has in it.
cdef struct FamilySet:
    uint16_t ranks
    uint16_t bag
    uint32_t strengths[MAX_PLAYERS]

# Families in which to have five cards, standing for so many choices that differ only by twins.
cdef struct Choice:
    int families
    uint64_t times

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
    int base[FAMILIES][MAX_PLAYERS]     # cards for a family that a player has, before the board to come
    int twin[FAMILIES]                  # the first family that is as this one for every player and in the deck
    int twins[FAMILIES]                 # how many families have this one as their first
    int choices
    Choice choice[FAMILY_SETS]
    uint64_t times                      # of the choice being counted
    int most_rest                       # cards beside them at most
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
    uint64_t counts[WINNER_SETS]        # of the boards with so many Jokers, which are taken as one there


cdef inline bint wild(const Work* w) noexcept nogil:
    """Whether Atouts replace any family."""
    return not w.rules.own_family_showdown


cdef inline int own_jokers(const Work* w, int player) noexcept nogil:
    """The Jokers that the player may use, those of the board to come included."""
    return joker_count(w.known.cards[player]) + w.jokers if w.rules.jokers_wild else 0


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
        if w.twin[family] != family:
            continue
        for player in range(players):
            enough = FIVE - w.base[family][player] - (w.jokers if w.rules.jokers_wild else 0)
            for size in range(max(enough, 0), w.known.missing - w.jokers + 1):
                for bag in range(FIRST_BAG[size], FIRST_BAG[size + 1]):
                    w.by_family[(bag * FAMILIES + family) * players + player] = in_family(w, player, family, &BAG[bag])


cdef inline uint32_t tie_break(const Work* w, uint32_t strength, uint32_t atouts) noexcept nogil:
    """1 if one of the values shown is an Atout's (R32)."""
    return w.rules.atout_breaks_ties and (shown_ranks(&w.rules, strength) & atouts) != 0


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
    for bag in range(FIRST_BAG[w.most_rest + 1]):
        ways[bag] = families == 0 and bag == 0
    if families == 0:
        return ways
    family = lsb(families)
    fewer = count_rest(w, families & (families - 1))
    for size in range(w.most_rest + 1):
        for more in range(min(w.lacking[family] - 1, w.most_rest - size) + 1):
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
    for size in range(w.most_rest + 1):
        rest = &w.rests[families][size]
        rest.count = 0
        for bag in range(FIRST_BAG[size], FIRST_BAG[size + 1]):
            if ways[bag]:
                rest.bags[rest.count] = <uint16_t>bag
                rest.ways[rest.count] = ways[bag]
                rest.count += 1


cdef void count_rests(Work* w, int chosen, int bag, int size, const uint32_t* strengths) noexcept nogil:
    """Count each rest of a board whose families of five have been chosen and hold this bag."""
    cdef int missing = w.naturals - size
    cdef int players = w.known.players
    cdef const Rest* rest = &w.rests[FAMILY_SETS - 1 ^ chosen][missing]
    cdef const uint16_t* row = unions(bag, size, missing) - FIRST_BAG[missing]
    cdef uint32_t best[MAX_PLAYERS]
    cdef uint64_t ways
    cdef int i, whole, player
    for i in range(rest.count):
        whole = row[rest.bags[i]]
        for player in range(players):
            best[player] = max(strengths[player], w.ranked[whole * players + player])
        ways = rest.ways[i] * w.times
        w.counts[winners(best, players)] += ways
        w.left[whole] -= ways


cdef void choose_sets(
    Work* w, int families, int chosen, int bag, int size, const uint32_t* strengths
) noexcept nogil:
    """Choose a set that gives somebody five cards, for each of the families; count the rests after the last."""
    cdef uint32_t best[MAX_PLAYERS]
    cdef const FamilySet* entry
    cdef int players = w.known.players
    cdef int family = lsb(families)
    cdef int others = families & (families - 1)
    cdef int more, place, player, whole
    for more in range(max(w.lacking[family], 0), w.naturals - size + 1):
        for place in range(w.first_set[family][more], w.first_set[family][more + 1]):
            entry = &w.sets[family][place]
            whole = union_of(bag, size, entry.bag, more)
            for player in range(players):
                best[player] = max(strengths[player], entry.strengths[player])
            if others:
                choose_sets(w, others, chosen, whole, size + more, best)
            else:
                count_rests(w, chosen, whole, size + more, best)


cdef inline void duel_rests(Work* w, const Rest* rest, const uint16_t* row, uint32_t a, uint32_t b) noexcept nogil:
    """count_rests for two players, without a branch on who wins."""
    cdef uint32_t best_a, best_b
    cdef uint64_t ways
    cdef uint64_t times = w.times
    cdef int i, whole
    for i in range(rest.count):
        whole = row[rest.bags[i]]
        best_a = max(a, w.ranked[2 * whole])
        best_b = max(b, w.ranked[2 * whole + 1])
        ways = rest.ways[i] * times
        w.counts[(best_a >= best_b) | (best_b >= best_a) << 1] += ways
        w.left[whole] -= ways


cdef void duel_sets(Work* w, int families, int chosen, int bag, int size, uint32_t a, uint32_t b) noexcept nogil:
    """choose_sets for two players, whose strengths stay in registers: most of the time of a duel is spent here."""
    cdef int family = lsb(families)
    cdef int others = families & (families - 1)
    cdef const FamilySet* entry
    cdef const FamilySet* end
    cdef const Rest* rest
    cdef const uint16_t* row
    cdef uint32_t best_a, best_b
    cdef int more, missing
    for more in range(max(w.lacking[family], 0), w.naturals - size + 1):
        missing = w.naturals - size - more
        row = unions(bag, size, more) - FIRST_BAG[more]
        rest = &w.rests[FAMILY_SETS - 1 ^ chosen][missing if others == 0 else 0]
        entry = w.sets[family] + w.first_set[family][more]
        end = w.sets[family] + w.first_set[family][more + 1]
        if others == 0 and rest.count == 0:
            continue
        while entry != end:
            best_a = max(a, entry.strengths[0])
            best_b = max(b, entry.strengths[1])
            if others:
                duel_sets(w, others, chosen, row[entry.bag], size + more, best_a, best_b)
            else:
                duel_rests(w, rest, unions(row[entry.bag], size + more, missing) - FIRST_BAG[missing], best_a, best_b)
            entry += 1


cdef uint64_t choices_like(const Work* w, int chosen) noexcept nogil:
    """How many choices of families differ only in which of some twins are in them; 0 if others come before these."""
    cdef uint64_t times = 1
    cdef int family, earlier, first
    cdef int from_twins[FAMILIES]
    for family in range(FAMILIES):
        from_twins[family] = 0
    for family in range(FAMILIES):
        first = w.twin[family]
        if not chosen >> family & 1:
            continue
        for earlier in range(first, family):
            if w.twin[earlier] == first and not chosen >> earlier & 1:
                return 0
        from_twins[first] += 1
    for family in range(FAMILIES):
        times *= choose(w.twins[family], from_twins[family])
    return times


cdef void count_families(Work* w) noexcept nogil:
    """Count the boards with five of a family, by the families where that is so."""
    cdef uint32_t nothing[MAX_PLAYERS]
    cdef int player, i, families
    for player in range(MAX_PLAYERS):
        nothing[player] = 0
    for i in range(w.choices):
        families = w.choice[i].families
        w.times = w.choice[i].times
        if w.known.players == 2:
            duel_sets(w, families, families, 0, 0, 0, 0)
        else:
            choose_sets(w, families, families, 0, 0, nothing)


cdef void find_lacking(Work* w) noexcept nogil:
    """How many naturals each family lacks until somebody has five of it."""
    cdef int helpers = (w.atouts if wild(w) else 0) + (w.jokers if w.rules.jokers_wild else 0)
    cdef int family, player
    for family in range(FAMILIES):
        w.lacking[family] = FIVE
        for player in range(w.known.players):
            w.lacking[family] = min(w.lacking[family], FIVE - helpers - w.base[family][player])


cdef void list_choices(Work* w) noexcept nogil:
    """The families in which somebody may have five cards at once, and what the others may bring beside them."""
    cdef int families, family, lacking
    cdef uint64_t times
    w.choices = 0
    w.most_rest = 0
    for families in range(1, FAMILY_SETS):
        w.rest_known[families] = False
        times = choices_like(w, families)
        lacking = 0
        for family in range(FAMILIES):
            if families >> family & 1:
                lacking += max(w.lacking[family], 0)
        if times == 0 or lacking > w.naturals:
            continue
        w.choice[w.choices].families = families
        w.choice[w.choices].times = times
        w.choices += 1
        w.most_rest = max(w.most_rest, w.naturals - lacking)
    w.rest_known[0] = False
    for family in range(w.choices):
        list_rest(w, FAMILY_SETS - 1 ^ w.choice[family].families)


cdef void count_naturals(Work* w, int atouts_place) noexcept nogil:
    """Count all boards with these Jokers and Atouts."""
    cdef int atouts_bag = BAG_OF_SET[atouts_place]
    cdef int players = w.known.players
    cdef int family, bag
    w.atout_ranks = SETS[atouts_place]
    rank_own_family(w)
    rank_naturals(w, atouts_bag)
    for family in range(FAMILIES):
        if w.twin[family] == family:
            rank_sets(w, atouts_bag, family)
    count_families(w)
    for bag in range(FIRST_BAG[w.naturals], FIRST_BAG[w.naturals + 1]):
        if w.left[bag]:
            w.counts[winners(&w.ranked[bag * players], players)] += w.left[bag]


cdef void count_atouts(Work* w) noexcept nogil:
    """Count all boards with these Jokers."""
    cdef uint32_t barred = RANK_MASK & ~atout_ranks(w.known.deck)
    cdef int atouts, place
    rank_by_ranks(w)
    rank_by_family(w)
    for atouts in range(w.known.missing - w.jokers + 1):
        w.atouts = atouts
        w.naturals = w.known.missing - w.jokers - w.atouts
        find_lacking(w)
        list_choices(w)
        for place in range(FIRST_SET[w.atouts], FIRST_SET[w.atouts + 1]):
            if not SETS[place] & barred:
                count_naturals(w, place)


cdef void list_sets(Work* w) noexcept nogil:
    """The sets of ranks that each family may bring."""
    cdef int family, size, place, count
    cdef uint32_t barred
    for family in range(FAMILIES):
        if w.twin[family] != family:
            w.sets[family] = w.sets[w.twin[family]]
            for size in range(w.known.missing + 2):
                w.first_set[family][size] = w.first_set[w.twin[family]][size]
            continue
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


cdef bint are_twins(const Work* w, int family, int other) noexcept nogil:
    cdef int player
    for player in range(w.known.players):
        if family_ranks(w.known.cards[player], family) != family_ranks(w.known.cards[player], other):
            return False
    return family_ranks(w.known.deck, family) == family_ranks(w.known.deck, other)


cdef void find_twins(Work* w) noexcept nogil:
    cdef int family, first
    for family in range(FAMILIES):
        w.twins[family] = 0
    for family in range(FAMILIES):
        first = 0
        while not are_twins(w, family, first):
            first += 1
        w.twin[family] = first
        w.twins[first] += 1


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


cdef void count_all(Work* w, uint64_t* counts) noexcept nogil:
    cdef int jokers, mask
    w.plain = w.rules
    w.plain.atout_breaks_ties = False
    w.spread = w.plain
    w.spread.own_family_showdown = True
    count_base(w)
    find_twins(w)
    count_ways(w)
    list_sets(w)
    for jokers in range(min(w.known.missing, joker_count(w.known.deck)) + 1):
        w.jokers = jokers
        for mask in range(1 << w.known.players):
            w.counts[mask] = 0
        count_atouts(w)
        for mask in range(1 << w.known.players):
            counts[mask] += w.counts[mask] * choose(joker_count(w.known.deck), jokers)


cdef bint count_boards(const Rules* rules, const Showdown* known, uint64_t* counts) noexcept nogil:
    """How many boards each set of winners wins, by mask; False without memory."""
    cdef int bags = FIRST_BAG[known.missing + 1]
    cdef int sets = FIRST_SET[known.missing + 1]
    cdef size_t ranked = bags * known.players * sizeof(uint32_t)
    cdef size_t counted = bags * sizeof(uint64_t)
    cdef size_t listed = sets * sizeof(FamilySet)
    cdef char* memory = <char*>malloc(sizeof(Work) + 2 * counted + (2 + FAMILIES) * ranked + FAMILIES * listed)
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
    for mask in range(1 << known.players):
        counts[mask] = 0
    count_all(w, counts)
    free(w)
    return True


cdef Showdown showdown(const uint64_t[:, :] cards, int missing) noexcept:
    """The cards of each player, as two words each."""
    cdef Showdown known
    cdef int player
    known.players = <int>cards.shape[0]
    known.missing = missing
    known.deck = no_cards()
    for player in range(known.players):
        known.cards[player].naturals = cards[player, 0]
        known.cards[player].wilds = cards[player, 1]
    return known


def count_winners(RuleSet rules, const uint64_t[:, :] cards, const uint64_t[:] deck, int missing):
    """How many boards each set of players wins, by mask: each has these cards and those missing, of the deck."""
    cdef uint64_t counts[WINNER_SETS]
    cdef Showdown known = showdown(cards, missing)
    cdef bint done
    known.deck.naturals = deck[0]
    known.deck.wilds = deck[1]
    with nogil:
        done = count_boards(&rules.options, &known, counts)
    if not done:
        raise MemoryError
    return [counts[mask] for mask in range(1 << known.players)]
