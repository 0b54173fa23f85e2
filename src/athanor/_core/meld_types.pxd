"""What the parts of the meld search share: the ways it keeps, what cards are worth, and the prices that bound
them.
"""

from libc.stdint cimport int32_t, int64_t, uint8_t, uint32_t

from .bits cimport ATOUT, FAMILIES
from .meld_plan cimport FIRST_SHIFT, PLACES, Weights
from .meld_shape cimport HIGHEST_PLACE, MIN_MELD
from .rules cimport NO_LIMIT

# A run's byte: its family (or OPEN: wild cards only) in bits 4-6, LOW if it holds place 1, and its stage. A
# meld is created by three cards and may then be extended at both ends, so a PENDING run holds only cards
# added below the three to come; FIRST and SECOND hold one and two of the three, with the Jokers among them;
# DONE all three.
cdef enum:
    PENDING = 1
    FIRST = 2
    SECOND = 4
    DONE = 7
    STAGES = 8
    STAGE_MASK = 7
    LOW = 8
    SLOT_SHIFT = 4
    OPEN = 5
    SETS = 6

# Cards at one place: 4 naturals, 1 Atout, 6 Jokers; during a place's steps the Atout of the place before
# counts too.
cdef enum:
    MAX_OPEN = 12
    MAX_OLD = 8
    MAX_LAYERS = 120

cdef enum:
    NATURAL_CARD = 1
    ATOUT_CARD = 2
    JOKER_CARD = 3
    KEEP_PENDING = 4
    MOVE_BITS = 3
    MOVE_MASK = 7

# The rest of a family step's move: what the natural did if no run of the family took it.
cdef enum:
    START_SHIFT = 24
    START_CREATED = 1
    START_PENDING = 2
    START_JOIN = 3
    START_JOIN_PENDING = 4
    JOINED_SHIFT = 27
    JOINED_MASK = 15

# The rest of an open step's move: the Atout's start, then how many Jokers started created and pending runs.
cdef enum:
    ATOUT_START_MASK = 3
    JOKERS_CREATED_SHIFT = 26
    JOKERS_PENDING_SHIFT = 29

# A set step's move.
cdef enum:
    SET_ATOUT_SHIFT = 3
    SET_JOKERS_SHIFT = 4
    SET_COUNT_SHIFT = 7

# Bounds are in finer units than values, so that thirds of a meld and halves of a pair are whole.
cdef enum:
    SCALE = 49152
    BOUNDS = 3
    MAX_RUNS = 6 << SLOT_SHIFT

# Node.order: the family that is called 0, 1, 2, 3 from then on, two bits each.
cdef enum:
    FAMILY_ORDER = 0xE4
    ORDER_BITS = 2
    ORDER_MASK = 3

cdef enum:
    MAX_NODES = 1 << 22
    MAX_WAYS = 1 << 26          # tried in all scans of a hand: some seconds
    LOOK_WAYS = 1 << 16         # between two looks at whether the user has interrupted
    ATOUT_BIT = 1 << ATOUT
    FAMILY_BITS = ATOUT_BIT - 1
    RUN_LAID = 0x80
    ADDED_MASK = 0x7F
    DEAD = -1

# here: reals of this place not yet used, families in bits 0-3 and the Atout in bit 4; aces: the same of the
# As, which wait from place 1 for place 15; added: cards added so far, see Search.limit, and RUN_LAID.
cdef struct Scan:
    uint8_t runs[MAX_OPEN]
    uint8_t jokers
    uint8_t aces
    uint8_t here
    uint8_t added

# move: what the step did; order: the families that changed names after it, see FAMILY_ORDER.
cdef struct Node:
    Scan scan
    int32_t value
    uint32_t parent
    uint32_t move
    float bound
    uint8_t order

cdef struct Draft:
    Scan scan
    int32_t value
    uint32_t move
    uint8_t old[MAX_OLD]
    uint8_t old_count

# The ways after one step, s.nodes[start:end]; slots: those in which some way has an open run.
cdef struct Layer:
    uint32_t start
    uint32_t end
    uint8_t place
    uint8_t slot
    uint8_t slots

cdef struct Entry:
    uint32_t layer
    uint32_t node

# Prices that no meld's worth exceeds: of each real by place and family, of a Joker, of room for one more
# added card and for one more meld; later: of all reals from the next place to the Roi. gain[p][run]: the most
# that a run whose last card lies at p can still bring above the prices of the cards it takes. weight: what
# the prices were found for, a value's first field counting `first` and the other `rest` times. least: a way
# that can't reach it is dropped.
cdef struct Prices:
    Weights weight
    int64_t first
    int64_t rest
    int64_t least
    int64_t real[PLACES][FAMILIES + 1]
    int64_t joker
    int64_t added
    int64_t meld
    int64_t later[PLACES]
    int64_t gain[PLACES][MAX_RUNS]

# A hand and its rules, the ways kept so far, and the bounds that drop others. slots: the families that runs can have.
# limit: added cards that may still be laid, or NO_LIMIT, where Scan.added holds only whether a pair is open (parity).
# sure_pairs: few cards may be added, so that bounds count all their pairs as paid; else half a pair for each card.
cdef struct Search:
    uint8_t reals[PLACES]
    uint8_t jokers
    uint8_t slots
    uint8_t later_cards[PLACES]
    uint32_t later_ranks[PLACES][FAMILIES]
    bint has_twins
    Weights value
    uint8_t next_stage[STAGES][2]
    int limit
    bint parity
    bint sure_pairs
    bint pending_real
    bint pending_joker
    bint own_family
    bint run_required
    int min_real
    int first_place
    int top
    int place
    int slot
    Prices bounds[BOUNDS]
    int bound_count
    uint32_t width
    bint narrowed
    int failure
    uint8_t names[FAMILIES + 1]
    int64_t found
    int64_t enough              # of the objective, where what is better needs no search; else THE_BEST
    Node* nodes
    uint32_t node_room
    uint32_t most_nodes
    uint32_t ways
    uint32_t next_look
    Entry* table
    uint32_t table_room
    uint32_t stamp
    uint32_t parent
    Layer layers[MAX_LAYERS]
    int layer_count


cdef inline int stage_need(int stage) noexcept nogil:
    """Cards still missing of the first three."""
    if stage == PENDING:
        return MIN_MELD
    return 0 if stage == DONE else (1 if stage >= SECOND else 2)


cdef inline bint put_run(Scan* scan, uint8_t code) noexcept nogil:
    """Insert in descending order, so that equal sets of runs are equal bytes."""
    cdef int i = MAX_OPEN - 1
    if scan.runs[i]:
        return False
    while i > 0 and scan.runs[i - 1] < code:
        scan.runs[i] = scan.runs[i - 1]
        i -= 1
    scan.runs[i] = code
    return True


cdef inline void drop_run(Scan* scan, int index) noexcept nogil:
    cdef int i
    for i in range(index, MAX_OPEN - 1):
        scan.runs[i] = scan.runs[i + 1]
    scan.runs[MAX_OPEN - 1] = 0


cdef inline bint may_pend(const Search* s, int card) noexcept nogil:
    return s.pending_joker if card == JOKER_CARD else s.pending_real


cdef inline int64_t weighed(const Search* s, const Prices* prices, int64_t value) noexcept nogil:
    """A value as the prices count it."""
    cdef int64_t first = value >> FIRST_SHIFT
    return first * prices.first + (value - (first << FIRST_SHIFT)) * prices.rest


cdef inline int64_t highest_end(const Search* s, const Prices* prices, const Draft* d) noexcept nogil:
    """No continuation is worth more: the price of all cards left, of the whole melds that they and the cards
    of runs not yet created can make, and what the open runs still gain above it.
    """
    cdef int64_t bound = weighed(s, prices, d.value) * SCALE
    cdef int added = d.scan.added & ADDED_MASK
    cdef int cards = s.later_cards[s.place] + d.scan.jokers
    cdef int i, code
    bound += prices.later[s.place] + d.scan.jokers * prices.joker
    if s.sure_pairs:
        bound += (s.limit // 2 - added // 2) * prices.weight.pair * SCALE
    elif added & 1:
        bound += prices.weight.pair * (SCALE // 2)
    if s.limit != NO_LIMIT:
        bound += (s.limit - added) * prices.added
    for i in range(FAMILIES + 1):
        if (d.scan.here >> i) & 1:
            bound += prices.real[s.place][i]
            cards += 1
        if (d.scan.aces >> i) & 1:
            bound += prices.real[HIGHEST_PLACE][i]
            cards += 1
    for i in range(MAX_OPEN):
        code = d.scan.runs[i]
        if not code:
            break
        # Slots after this step's have not come to this place yet.
        bound += prices.gain[s.place - (code >> SLOT_SHIFT > s.slot)][code]
        if code & STAGE_MASK != DONE:
            cards += MIN_MELD - stage_need(code & STAGE_MASK)
    return bound + cards // MIN_MELD * prices.meld
