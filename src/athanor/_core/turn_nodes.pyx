"""The situations that the search for the best turn keeps: what counts in them, and the best way to each.

Two ways that leave the same cards and counts are as good as each other from there on but for their value, so only
the better is kept. Cards that no later layer can use count no longer, which makes many situations one.
"""

from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport realloc
from libc.string cimport memset

from .bits cimport RANK_MASK, RANKS, lsb, popcount
from .meld_shape cimport place_points
from .rules cimport MAX_PLAYERS, NO_LIMIT
from .state cimport supply
from .turn_types cimport BY_CARDS, BY_POINTS, CARD_SHIFT, POINT_SHIFT, RUN_LAID, UNTOUCHED, Layer

cdef enum:
    MOST_POINTS = 11
    LEAST_POINTS = 2
    FIGURE = 16384              # above every number of stones, points or cards that a score is made of
    JOKER_FIGURE = 32


cdef void count_card(const Turn* t, Node* n, int owner, int rank) noexcept nogil:
    """A newly filled place: points for the mover, or for the owner of the meld (R23)."""
    if t.objective == BY_CARDS:
        n.value += 1 << CARD_SHIFT
    if owner == t.seat or t.rules.points_by_layer:
        n.value += place_points(rank) << POINT_SHIFT


cdef inline void count_gain(const Turn* t, Node* n, int stones) noexcept nogil:
    if t.tracks_stones:
        n.gains = <uint16_t>min(n.gains + stones, t.gain_cap)


cdef bint count_add(const Turn* t, Node* n, int owner) noexcept nogil:
    """A card added to a meld (R16, R20); False if the turn may add no more."""
    if t.limit != NO_LIMIT:
        if n.completions >= t.limit:
            return False
        n.completions += 1
    count_gain(t, n, t.rules.completion_stones)
    if (n.counts >> (8 * owner) & 0xFF) < t.caps[owner]:
        n.counts += <uint64_t>1 << (8 * owner)
    return True


cdef void count_new_meld(const Turn* t, Node* n, int atouts) noexcept nogil:
    count_gain(t, n, t.rules.meld_stones + atouts * t.rules.atout_stones)


cdef bint trim(const Turn* t, Node* n, int layer) noexcept nogil:
    """Give up the cards that no layer from this one on can use; False if one of them had to be laid or taken."""
    cdef const Layer* rest = &t.layers[layer]
    if n.lent & ~rest.atouts_to_take or -n.jokers > rest.jokers_to_take:
        return False
    if t.keeps_cards:
        return True
    if n.held & ~rest.atouts & ~t.free_atouts:
        return False
    n.naturals &= rest.naturals
    n.held &= rest.atouts
    return True


cdef inline uint64_t mix(uint64_t hash, uint64_t word) noexcept nogil:
    hash = (hash ^ word) * <uint64_t>0x9E3779B97F4A7C15
    return hash ^ (hash >> 29)


cdef inline uint64_t small_parts(const Node* n) noexcept nogil:
    return <uint64_t>n.held | <uint64_t>n.lent << 16 | <uint64_t>n.gains << 32 | <uint64_t>(n.jokers & 0xFF) << 48 \
        | <uint64_t>n.first << 56


cdef inline uint64_t hash_of(const Node* n) noexcept nogil:
    cdef uint64_t hash = mix(n.naturals, small_parts(n))
    return mix(mix(hash, n.counts), n.completions)


cdef inline bint same_place(const Node* a, const Node* b) noexcept nogil:
    return (a.naturals == b.naturals and a.counts == b.counts and small_parts(a) == small_parts(b)
            and a.completions == b.completions)


cdef void clear_table(Turn* t) noexcept nogil:
    memset(t.table, 0, t.table_room * sizeof(uint32_t))


cdef bint grow(Turn* t) noexcept nogil:
    """Room for twice as many nodes; the table has two slots for each."""
    cdef uint32_t room = t.room * 2
    cdef void* nodes = realloc(t.nodes, room * sizeof(Node))
    cdef void* table
    cdef uint32_t i, slot
    if nodes == NULL:
        return False
    t.nodes = <Node*>nodes
    table = realloc(t.table, 2 * room * sizeof(uint32_t))
    if table == NULL:
        return False
    t.table = <uint32_t*>table
    t.room = room
    t.table_room = 2 * room
    clear_table(t)
    for i in range(t.layers[t.layer].begin, t.count):
        slot = <uint32_t>(hash_of(&t.nodes[i]) >> 20) & (t.table_room - 1)
        while t.table[slot]:
            if same_place(&t.nodes[t.table[slot] - 1], &t.nodes[i]):
                break
            slot = (slot + 1) & (t.table_room - 1)
        t.table[slot] = i + 1
    return True


cdef void keep(Turn* t, const Node* n, uint32_t parent, uint32_t expanded) noexcept nogil:
    """Remember a node of the current layer unless one as good is there; nodes below `expanded` are not changed."""
    cdef uint32_t slot, other
    if t.count == t.room and t.count < t.most and not grow(t):
        t.out_of_memory = True
        return
    slot = <uint32_t>(hash_of(n) >> 20) & (t.table_room - 1)
    while t.table[slot]:
        other = t.table[slot] - 1
        if same_place(&t.nodes[other], n):
            if t.nodes[other].value >= n.value:
                return
            if other >= expanded:
                t.nodes[other].value = n.value
                t.nodes[other].parent = parent
                return
            break
        slot = (slot + 1) & (t.table_room - 1)
    if t.floor >= 0 and bound_of(t, n) <= t.floor:
        return
    if t.count >= t.most:
        t.narrowed = True
        return
    t.nodes[t.count] = n[0]
    t.nodes[t.count].parent = parent
    t.count += 1
    t.table[slot] = t.count


cdef int stones_of(const Turn* t, const Node* n) noexcept nogil:
    """What the turn has paid: the order of the gains doesn't matter to what bank and owners can pay (R20, R25)."""
    cdef int own = n.gains + t.rules.pair_stones * <int>((n.counts >> (8 * t.seat) & 0xFF) // 2)
    cdef int stones = min(own, supply(&t.start))
    cdef int owner
    for owner in range(MAX_PLAYERS):
        if owner != t.seat:
            stones += min(t.start.stones[owner], t.rules.pair_stones * <int>((n.counts >> (8 * owner) & 0xFF) // 2))
    return stones


cdef int64_t score_of(const Turn* t, int stones, int value, int jokers) noexcept nogil:
    """One number for the objective, what breaks ties, and the Jokers left."""
    cdef int64_t points = (value >> POINT_SHIFT) & ((1 << (CARD_SHIFT - POINT_SHIFT)) - 1)
    cdef int64_t first = points
    cdef int64_t second = stones
    if t.objective != BY_POINTS:
        first = value >> CARD_SHIFT if t.objective == BY_CARDS else stones
        second = points
    return (first * FIGURE + second) * JOKER_FIGURE + jokers + (value & ((1 << POINT_SHIFT) - 1))


cdef inline int points_of(uint32_t ranks) noexcept nogil:
    cdef int points = 0
    while ranks:
        points += place_points(lsb(ranks) + 1)
        ranks &= ranks - 1
    return points


cdef int most_pairs(const Turn* t, const Node* n, int cards) noexcept nogil:
    """No fewer than the pairs that so many more cards can make and that somebody can pay."""
    cdef int pairs = 0
    cdef int odd = 0
    cdef int owner, count
    for owner in range(MAX_PLAYERS):
        count = <int>(n.counts >> (8 * owner) & 0xFF)
        if count < t.caps[owner]:
            odd += count & 1
            pairs += t.caps[owner] // 2 - count // 2
    odd = min(odd, cards)
    return min(pairs, odd + (cards - odd) // 2)


cdef int most_stones(const Turn* t, const Node* n, int cards) noexcept nogil:
    """No less than what all gains will be once so many more cards are laid."""
    cdef Node best = n[0]
    cdef int gains = t.rules.meld_stones * (cards // 3) + t.rules.completion_stones * cards
    gains += t.rules.atout_stones * (popcount(n.held) + popcount(t.layers[t.layer].atouts_to_take))
    best.gains = <uint16_t>min(best.gains + gains, t.gain_cap)
    return stones_of(t, &best) + t.rules.pair_stones * most_pairs(t, n, cards)


cdef int64_t bound_of(const Turn* t, const Node* n) noexcept nogil:
    """No way from the node scores more: a take changes no number of cards, and at best all that is left is laid."""
    cdef int cards = popcount(n.naturals) + popcount(n.held) - popcount(n.lent) + n.jokers
    cdef int points = points_of(n.held) - points_of(n.lent)
    cdef int jokers_to_take = t.layers[t.layer].jokers_to_take
    cdef int swaps = jokers_to_take + min(n.jokers, 0)
    cdef int family, value, stones
    for family in range(4):
        points += points_of(<uint32_t>(n.naturals >> (RANKS * family)) & RANK_MASK)
    points += n.jokers * (MOST_POINTS if n.jokers > 0 else LEAST_POINTS) + swaps * (MOST_POINTS - LEAST_POINTS)
    value = n.value + points * (1 << POINT_SHIFT)
    if t.objective == BY_CARDS:
        value += cards * (1 << CARD_SHIFT)
    stones = most_stones(t, n, cards) if t.tracks_stones else 0
    return score_of(t, stones, value, max(n.jokers, 0) + jokers_to_take)


cdef bint is_complete(const Turn* t, const Node* n) noexcept nogil:
    """Whether a turn may end so: all that was taken is laid (R21), and a run came first where one must (R19)."""
    cdef int most
    if n.lent or n.jokers < 0 or (t.needs_run and n.first not in (UNTOUCHED, RUN_LAID, RUN_LAID + 1, RUN_LAID + 2)):
        return False
    if not t.rules.recover:
        return True
    # Jokers in the first run were laid before any was taken.
    most = t.free_jokers - (n.first - RUN_LAID if n.first >= RUN_LAID else 0)
    return n.held & ~t.free_atouts == 0 and n.jokers <= most
