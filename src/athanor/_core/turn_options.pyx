"""What each layer of the search for the best turn offers.

A layer is a meld on the table with all that a turn may do to it, or the new melds at a place. What is done to a meld
is told by what lies there in the end: which wild cards gave way to their right cards, and what was added. Taking back
a card laid in the same turn is never needed, since its right card could have been laid at once.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from .actions cimport (
    ALL_WILD, ATOUT_SOURCE, HIGH_END, JOKER_SOURCE, LOW_END, NATURAL_SOURCE, NO_END, RUN_PATTERN, SET_PATTERN,
    add_action, run_action, set_action, take_with_atout, take_with_natural,
)
from .bits cimport ATOUT, FIRST_ATOUT, FIRST_JOKER, RANKS, lsb, popcount
from .meld_shape cimport HIGHEST_PLACE, MAX_RUN, MAX_SET, MIN_MELD, place_rank
from .state cimport OPEN_FAMILY, RUN, Meld
from .turn_nodes cimport count_add, count_card, count_new_meld, keep, trim
from .turn_types cimport (
    FIRST_RUN_LAID, MAX_MOVES, NATURAL_RIGHT_CARD, NEW_ADD, NEW_MELD, PHASE_SHIFT, RUN_LAID, SET_NATURAL,
    SET_RIGHT_ATOUT, TABLE_ADD, UNTOUCHED, WAITING, WILD_RIGHT_CARD, Node, takes_atouts,
)

cdef enum:
    ALL_FAMILIES = 15

# A run being changed: what lies there in the end, and what must be known to add to it.
cdef struct Growing:
    uint8_t family
    uint8_t low
    uint8_t size
    bint closed_to_naturals     # an Atout was the right card of a Joker, which in an ordered turn comes after adding

# A new run from its lowest place on.
cdef struct NewRun:
    uint8_t family
    uint8_t low
    uint8_t size
    uint8_t sources[MAX_RUN]


# One card.

cdef inline void note(Turn* t, int phase, int action) noexcept nogil:
    if t.replaying and not t.found and t.move_count < MAX_MOVES:
        t.moves[t.move_count] = <uint32_t>phase << PHASE_SHIFT | <uint32_t>action
        t.move_count += 1


cdef inline void forget(Turn* t, int count) noexcept nogil:
    if not t.found:
        t.move_count = count


cdef inline int later(const Turn* t) noexcept nogil:
    """The layer from which on wild cards may still be taken."""
    return t.layer + 1


cdef bint spend_natural(Node* n, int card) noexcept nogil:
    cdef uint64_t bit = <uint64_t>1 << card
    if not n.naturals & bit:
        return False
    n.naturals &= ~bit
    return True


cdef bint spend_atout(const Turn* t, Node* n, int rank) noexcept nogil:
    """Lay an Atout out of the hand, or one that a later layer will take."""
    cdef uint16_t bit = <uint16_t>1 << (rank - 1)
    if n.held & bit:
        n.held &= ~bit
        return True
    if n.lent & bit or not t.layers[later(t)].atouts_to_take & bit:
        return False
    n.lent |= bit
    return True


cdef bint spend_joker(const Turn* t, Node* n) noexcept nogil:
    if -n.jokers >= t.layers[later(t)].jokers_to_take:
        return False
    n.jokers -= 1
    return True


cdef bint spend(const Turn* t, Node* n, int source, int family, int place) noexcept nogil:
    if source == NATURAL_SOURCE:
        return family < ATOUT and spend_natural(n, family * RANKS + place_rank(place) - 1)
    if source == ATOUT_SOURCE:
        return (not t.rules.own_family_melds or family == ATOUT) and spend_atout(t, n, place_rank(place))
    return spend_joker(t, n)


cdef int card_of(int source, int family, int place) noexcept nogil:
    if source == NATURAL_SOURCE:
        return family * RANKS + place_rank(place) - 1
    return FIRST_ATOUT + place_rank(place) - 1 if source == ATOUT_SOURCE else FIRST_JOKER


cdef void gain_joker(const Turn* t, Node* n) noexcept nogil:
    """In an ordered turn a Joker stolen is laid no more, and only counts (R17)."""
    if t.ordered:
        n.value += 1
    else:
        n.jokers += 1


cdef void gain_atout(Node* n, int rank) noexcept nogil:
    cdef uint16_t bit = <uint16_t>1 << (rank - 1)
    if n.lent & bit:
        n.lent &= ~bit
    else:
        n.held |= bit


cdef bint spend_right_atout(const Turn* t, Node* n, int rank) noexcept nogil:
    """An owed Atout is no right card, since it must be laid (R21)."""
    cdef uint16_t bit = <uint16_t>1 << (rank - 1)
    if not n.held & t.free_atouts & bit:
        return False
    n.held &= ~bit
    return True


cdef void offer(Turn* t, const Node* n, uint32_t parent, int layer, uint32_t expanded) noexcept nogil:
    """A situation after this layer's choice; when a way is replayed, look whether it is the one."""
    cdef Node child = n[0]
    if not trim(t, &child, layer):
        return
    if not t.replaying:
        keep(t, &child, parent, expanded)
        return
    if (child.naturals == t.target.naturals and child.counts == t.target.counts and child.held == t.target.held
            and child.lent == t.target.lent and child.gains == t.target.gains and child.jokers == t.target.jokers
            and child.first == t.target.first and child.completions == t.target.completions
            and child.value == t.target.value):
        t.found = True


cdef inline void touch(const Turn* t, Node* n) noexcept nogil:
    if t.needs_run and n.first == UNTOUCHED:
        n.first = WAITING


# A run on the table.

cdef bint add_to_run(Turn* t, Node* n, Growing* run, const Meld* meld, int source, int family, int end) noexcept nogil:
    """Add a card of that source at one end; False if it can't be."""
    cdef int place = run.low - 1 if end == LOW_END else run.low + run.size
    if not (t.allowed >> (place - 1)) & 1 or run.size == MAX_RUN:
        return False
    if source == NATURAL_SOURCE and run.closed_to_naturals and t.ordered:
        return False
    if not spend(t, n, source, family, place) or not count_add(t, n, meld.owner):
        return False
    count_card(t, n, meld.owner, place_rank(place))
    touch(t, n)
    run.size += 1
    if end == LOW_END:
        run.low -= 1
    if source == NATURAL_SOURCE:
        run.family = <uint8_t>family
    note(t, TABLE_ADD, add_action(t.layers[t.layer].meld, card_of(source, family, place), end))
    return True


cdef void extend_run(Turn* t, const Node* n, const Growing* run, int end, uint32_t parent) noexcept nogil:
    """Everything that can be added at the low end, then at the high one."""
    cdef const Meld* meld = &t.start.melds[t.layers[t.layer].meld]
    cdef Node child
    cdef Growing grown
    cdef int moves = t.move_count
    cdef int source, family
    if end == LOW_END:
        extend_run(t, n, run, HIGH_END, parent)
        if run.low == 1:
            return
    else:
        offer(t, n, parent, t.layer + 1, 0)
        if run.low + run.size > HIGHEST_PLACE:
            return
    if not t.may_add:
        return
    for source in range(3):
        for family in range(ATOUT + 1):
            if run.family == OPEN_FAMILY:
                if source != NATURAL_SOURCE and family > 0:
                    break
            elif family != run.family:
                continue
            child = n[0]
            grown = run[0]
            if add_to_run(t, &child, &grown, meld, source, family, end):
                extend_run(t, &child, &grown, end, parent)
            forget(t, moves)


cdef void replace_wilds(Turn* t, const Node* n, const Growing* run, uint32_t wilds, uint32_t parent) noexcept nogil:
    """Keep or take each wild card of the run, from the lowest place of the mask on; then what can be added."""
    cdef int m = t.layers[t.layer].meld
    cdef const Meld* meld = &t.start.melds[m]
    cdef int moves = t.move_count
    cdef uint32_t bit
    cdef int rank, family
    cdef bint is_atout
    cdef Node child
    cdef Growing grown
    if not wilds:
        extend_run(t, n, run, LOW_END, parent)
        return
    rank = place_rank(lsb(wilds) + 1)
    bit = wilds & (~wilds + 1)
    is_atout = (meld.atouts & bit) != 0
    replace_wilds(t, n, run, wilds & ~bit, parent)
    for family in range(4):
        child = n[0]
        if run.family != OPEN_FAMILY and run.family != family:
            continue
        if spend_natural(&child, family * RANKS + rank - 1):
            if is_atout:
                gain_atout(&child, rank)
            else:
                gain_joker(t, &child)
            touch(t, &child)
            grown = run[0]
            grown.family = <uint8_t>family
            note(t, NATURAL_RIGHT_CARD, take_with_natural(m, family * RANKS + rank - 1, is_atout))
            replace_wilds(t, &child, &grown, wilds & ~bit, parent)
        forget(t, moves)
    child = n[0]
    if not is_atout and meld.family >= ATOUT and spend_right_atout(t, &child, rank):
        gain_joker(t, &child)
        touch(t, &child)
        grown = run[0]
        grown.closed_to_naturals = meld.family == OPEN_FAMILY
        note(t, WILD_RIGHT_CARD, take_with_atout(m, rank))
        replace_wilds(t, &child, &grown, wilds & ~bit, parent)
    forget(t, moves)


cdef void play_run(Turn* t, uint32_t parent) noexcept nogil:
    cdef const Meld* meld = &t.start.melds[t.layers[t.layer].meld]
    cdef Node n = t.nodes[parent]
    cdef Growing run
    cdef uint32_t wilds = 0
    run.family = meld.family
    run.low = meld.low
    run.size = meld.size
    run.closed_to_naturals = False
    if t.may_take:
        wilds = meld.jokers | (meld.atouts if takes_atouts(t) else 0)
    replace_wilds(t, &n, &run, wilds, parent)


# A set on the table.

cdef bint add_to_set(Turn* t, Node* n, Meld* set, int phase, int card) noexcept nogil:
    """Add a card that has been spent; False if the set is full or no more may be added."""
    if set.size == MAX_SET or not t.may_add or not count_add(t, n, set.owner):
        return False
    count_card(t, n, set.owner, set.low)
    touch(t, n)
    set.size += 1
    note(t, phase, add_action(t.layers[t.layer].meld, card, NO_END))
    return True


cdef void add_wilds(Turn* t, const Node* n, const Meld* set, uint32_t parent) noexcept nogil:
    cdef int moves = t.move_count
    cdef Node child = n[0]
    cdef Meld grown = set[0]
    offer(t, n, parent, t.layer + 1, 0)
    if not set.atouts and spend_atout(t, &child, set.low):
        if add_to_set(t, &child, &grown, TABLE_ADD, FIRST_ATOUT + set.low - 1):
            grown.atouts = 1
            add_wilds(t, &child, &grown, parent)
        forget(t, moves)
    child = n[0]
    grown = set[0]
    if spend_joker(t, &child) and add_to_set(t, &child, &grown, TABLE_ADD, FIRST_JOKER):
        add_wilds(t, &child, &grown, parent)
    forget(t, moves)


cdef void take_by_atout(Turn* t, const Node* n, const Meld* set, uint32_t parent) noexcept nogil:
    """The Atout as a Joker's right card: with all naturals there, or as one family of five (R10)."""
    cdef int m = t.layers[t.layer].meld
    cdef int moves = t.move_count
    cdef Node child = n[0]
    cdef Meld changed = set[0]
    add_wilds(t, n, set, parent)
    if not t.may_take or not set.jokers or set.atouts:
        return
    if set.naturals != ALL_FAMILIES and not t.rules.own_family_melds:
        return
    if spend_right_atout(t, &child, set.low):
        gain_joker(t, &child)
        touch(t, &child)
        changed.jokers -= 1
        changed.atouts = 1
        note(t, SET_RIGHT_ATOUT, take_with_atout(m, set.low))
        add_wilds(t, &child, &changed, parent)
    forget(t, moves)


cdef void place_naturals(Turn* t, const Node* n, const Meld* set, int families, uint32_t parent) noexcept nogil:
    """Each natural of the mask stays in hand, is added, or takes a Joker or the Atout."""
    cdef int m = t.layers[t.layer].meld
    cdef int moves = t.move_count
    cdef int family, card, kind
    cdef Node child
    cdef Meld changed
    if not families:
        take_by_atout(t, n, set, parent)
        return
    family = lsb(families)
    families &= families - 1
    card = family * RANKS + set.low - 1
    place_naturals(t, n, set, families, parent)
    for kind in range(3):
        child = n[0]
        changed = set[0]
        spend_natural(&child, card)
        changed.naturals |= 1 << family
        if kind == 0:
            if add_to_set(t, &child, &changed, SET_NATURAL, card):
                place_naturals(t, &child, &changed, families, parent)
        elif t.may_take and ((kind == 1 and set.jokers > 0) or (kind == 2 and set.atouts and takes_atouts(t))):
            touch(t, &child)
            note(t, NATURAL_RIGHT_CARD, take_with_natural(m, card, kind == 2))
            if kind == 1:
                changed.jokers -= 1
                gain_joker(t, &child)
            else:
                changed.atouts = 0
                gain_atout(&child, set.low)
            place_naturals(t, &child, &changed, families, parent)
        forget(t, moves)


cdef int natural_families(const Node* n, int rank) noexcept nogil:
    cdef int families = 0
    cdef int family
    for family in range(4):
        families |= <int>(n.naturals >> (family * RANKS + rank - 1) & 1) << family
    return families


cdef void play_table_meld(Turn* t, uint32_t parent) noexcept nogil:
    """Everything that can be done to the layer's meld, nothing too."""
    cdef const Meld* meld = &t.start.melds[t.layers[t.layer].meld]
    cdef Node n = t.nodes[parent]
    if meld.kind == RUN:
        play_run(t, parent)
    else:
        place_naturals(t, &n, meld, natural_families(&n, meld.low) & ~meld.naturals, parent)


# New melds.

cdef void note_run(Turn* t, const NewRun* run, int created, bint first) noexcept nogil:
    """The three cards from there on are laid together, then the others added."""
    cdef const uint8_t* sources = &run.sources[created]
    cdef int i
    cdef int family = ALL_WILD
    cdef int pattern
    if not t.replaying:
        return
    for i in range(MIN_MELD):
        if sources[i] == NATURAL_SOURCE:
            family = run.family
    pattern = RUN_PATTERN[family][9 * sources[0] + 3 * sources[1] + sources[2]]
    note(t, FIRST_RUN_LAID if first else NEW_MELD, run_action(run.low + created, pattern))
    for i in range(created - 1, -1, -1):
        note(t, NEW_ADD, add_action(0, card_of(run.sources[i], run.family, run.low + i), LOW_END))
    for i in range(created + MIN_MELD, run.size):
        note(t, NEW_ADD, add_action(0, card_of(run.sources[i], run.family, run.low + i), HIGH_END))


cdef void offer_run(Turn* t, const Node* n, const NewRun* run, uint32_t parent, uint32_t expanded) noexcept nogil:
    """The run, by each three of its cards that can be laid first and differ in what they pay or settle."""
    cdef int moves = t.move_count
    cdef Node child
    cdef int created, i, jokers, atouts
    cdef bint from_hand
    for created in range(run.size - MIN_MELD + 1):
        jokers = 0
        atouts = 0
        from_hand = True
        for i in range(created, created + MIN_MELD):
            if run.sources[i] == JOKER_SOURCE:
                jokers += 1
            elif run.sources[i] == ATOUT_SOURCE:
                atouts += 1
                from_hand = from_hand and (t.free_atouts >> (place_rank(run.low + i) - 1)) & 1
        if MIN_MELD - jokers < t.rules.min_real_cards:
            continue
        child = n[0]
        touch(t, &child)
        count_new_meld(t, &child, atouts)
        note_run(t, run, created, False)
        offer(t, &child, parent, t.layer, expanded)
        forget(t, moves)
        if t.needs_run and n.first < RUN_LAID and from_hand and jokers <= t.free_jokers:
            child.first = <uint8_t>(RUN_LAID + (0 if t.ordered else jokers))
            note_run(t, run, created, True)
            offer(t, &child, parent, t.layer, expanded)
            forget(t, moves)
        if not t.needs_run and not t.tracks_stones:
            return


cdef void grow_new_run(Turn* t, const Node* n, NewRun* run, bint fixed, uint32_t parent,
                       uint32_t expanded) noexcept nogil:
    """Every run that begins as this one does; fixed once it holds a card that tells its family."""
    cdef int place = run.low + run.size
    cdef int size = run.size
    cdef int source
    cdef Node child
    if size >= MIN_MELD and fixed:
        offer_run(t, n, run, parent, expanded)
    if size == MAX_RUN or not (t.allowed >> (place - 1)) & 1:
        return
    for source in range(3):
        child = n[0]
        if not spend(t, &child, source, run.family, place):
            continue
        if size >= MIN_MELD and not count_add(t, &child, t.seat):
            return
        count_card(t, &child, t.seat, place_rank(place))
        run.sources[size] = <uint8_t>source
        run.size = <uint8_t>(size + 1)
        grow_new_run(t, &child, run, fixed or source == (ATOUT_SOURCE if run.family >= ATOUT else NATURAL_SOURCE),
                     parent, expanded)
        run.size = <uint8_t>size


cdef void note_set(Turn* t, int rank, int families, int cards) noexcept nogil:
    """The Atout and the first naturals are laid, then the others added."""
    cdef int created = families & 1 << ATOUT
    cdef int others = families & ALL_FAMILIES
    cdef int jokers
    if not t.replaying:
        return
    while others and popcount(created) < MIN_MELD:
        created |= others & -others
        others &= others - 1
    note(t, NEW_MELD, set_action(rank, SET_PATTERN[created]))
    jokers = cards - popcount(families) - (MIN_MELD - popcount(created))
    while others:
        note(t, NEW_ADD, add_action(0, lsb(others) * RANKS + rank - 1, NO_END))
        others &= others - 1
    for _ in range(jokers):
        note(t, NEW_ADD, add_action(0, FIRST_JOKER, NO_END))


cdef void lay_set(Turn* t, const Node* n, int rank, int families, int jokers, uint32_t parent,
                  uint32_t expanded) noexcept nogil:
    """A set of cards in hand: whatever is taken from the table has been taken before the layers of new melds."""
    cdef int cards = popcount(families) + jokers
    cdef int moves = t.move_count
    cdef int family, i
    cdef Node child = n[0]
    if min(popcount(families), MIN_MELD) < t.rules.min_real_cards:
        return
    for family in range(4):
        if (families >> family) & 1:
            spend_natural(&child, family * RANKS + rank - 1)
    if families >> ATOUT:
        spend_atout(t, &child, rank)
    child.jokers -= jokers
    for i in range(cards):
        count_card(t, &child, t.seat, rank)
        if i >= MIN_MELD and not count_add(t, &child, t.seat):
            return
    touch(t, &child)
    count_new_meld(t, &child, families >> ATOUT)
    note_set(t, rank, families, cards)
    offer(t, &child, parent, t.layer, expanded)
    forget(t, moves)


cdef void lay_sets(Turn* t, const Node* n, int rank, uint32_t parent, uint32_t expanded) noexcept nogil:
    cdef int held = natural_families(n, rank) | ((n.held >> (rank - 1)) & 1) << ATOUT
    cdef int families = held
    cdef int cards
    while families:
        for cards in range(max(MIN_MELD, popcount(families)), MAX_SET + 1):
            if cards - popcount(families) <= n.jokers:
                lay_set(t, n, rank, families, cards - popcount(families), parent, expanded)
        families = (families - 1) & held


cdef void lay_new_melds(Turn* t, uint32_t parent) noexcept nogil:
    """Every new run from the layer's place on, and every new set of its rank."""
    cdef Node n = t.nodes[parent]
    cdef int place = t.layers[t.layer].place
    cdef NewRun run
    cdef int family
    run.low = <uint8_t>place
    run.size = 0
    for family in range(ATOUT + 1):
        run.family = <uint8_t>family
        if t.rules.own_family_melds or family < ATOUT or n.held:
            grow_new_run(t, &n, &run, False, parent, parent + 1)
    lay_sets(t, &n, place, parent, parent + 1)
