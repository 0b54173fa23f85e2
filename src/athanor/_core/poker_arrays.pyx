"""Arrays of hands: blocks of them go to the fastest kernel, what it leaves goes to the evaluator one by one."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from .bits cimport DECK_SIZE, FIRST_JOKER, JOKER, RANKS, card_family, lsb
from .poker cimport PRINTED_HIGH, PRINTED_LOW, Row, counts_as_high, evaluate, read_row
from .poker_tables cimport FIVE
from .rules cimport ROYAL_COURT, ROYAL_PRINTED, Rules, RuleSet

cdef extern from "kernels.h" nogil:
    enum:
        BLOCK
        MAX_SIZE
        BEST_PLACE
        NO_CARD
        PLANES
        BYTE_IDS
        SCALAR
        KERNELS

    ctypedef struct LaneTables:
        uint8_t planes[11][128]
        uint16_t words[256][8]
        uint8_t ranks[2][16]

    ctypedef struct ShowdownLanes:
        const LaneTables* tables
        uint16_t straights
        uint16_t royal_top
        uint16_t printed
        int jokers_wild
        int atout_breaks_ties

    ctypedef void (*Kernel)(
        const ShowdownLanes* lanes, const uint8_t* hands, Py_ssize_t row, Py_ssize_t column, int size, size_t blocks,
        uint32_t* out, uint64_t* rare, uint64_t* suspect
    ) noexcept

    Kernel kernel_of(int number) noexcept

KERNEL_NAMES = ("scalar", "portable", "avx2", "avx512")

# Arrays of hands: whole blocks go to a kernel, in turns that keep what passes between in the nearest cache.
cdef enum:
    BLOCKS_A_TURN = 16
    HANDS_A_TURN = BLOCK * BLOCKS_A_TURN

# Where ids or strengths stand in memory, in bytes from one to the next.
cdef struct Array:
    const uint8_t* ids
    Py_ssize_t row
    Py_ssize_t column
    int size
    char* out
    Py_ssize_t step

# What a kernel leaves to others, one bit a hand; and the arrays it works on if the caller's have gaps.
cdef struct Turn:
    uint64_t rare[BLOCKS_A_TURN]
    uint64_t suspect[BLOCKS_A_TURN]
    uint8_t ids[MAX_SIZE * HANDS_A_TURN]
    uint32_t strengths[HANDS_A_TURN]

cdef LaneTables LANE_TABLES[2]      # [1]: the As on top


cdef void fill_lane_tables(bint as_above) noexcept nogil:
    cdef LaneTables* tables = &LANE_TABLES[as_above]
    cdef uint32_t rank
    cdef int card, family, place
    for card in range(BYTE_IDS):
        tables.words[card][7] = card >= DECK_SIZE
    for card in range(FIRST_JOKER):
        family = card_family(card)
        place = card % RANKS + (0 if as_above else 1)
        rank = <uint32_t>1 << (place if place else BEST_PLACE)
        tables.words[card][family] = <uint16_t>rank
        tables.words[card][6] = <uint16_t>(1 << 3 * family)
        tables.planes[2 * family][card] = <uint8_t>rank
        tables.planes[2 * family + 1][card] = <uint8_t>(rank >> 8)
        tables.ranks[0][card % RANKS] = <uint8_t>rank
        tables.ranks[1][card % RANKS] = <uint8_t>(rank >> 8)
    for card in range(FIRST_JOKER, DECK_SIZE):
        tables.words[card][JOKER] = 1
        tables.planes[2 * JOKER][card] = 1


fill_lane_tables(False)
fill_lane_tables(True)


def lane_tables(bint as_above, unsigned char card):
    """What each table has for an id: the bytes of the planes, and the row of words."""
    cdef LaneTables* tables = &LANE_TABLES[as_above]
    planes = [tables.planes[plane][card] for plane in range(PLANES)] if card < NO_CARD + 1 else []
    return planes, [tables.words[card][lane] for lane in range(8)]


cdef ShowdownLanes lanes_of(const Rules* rules) noexcept nogil:
    """Ranks stand a bit higher in lanes: as they count, less one where the As is on top."""
    cdef ShowdownLanes lanes
    cdef bint as_above = counts_as_high(rules)
    cdef int first = 0 if rules.ace_low and as_above else 1
    cdef int last = BEST_PLACE - FIVE + 1 - (as_above and not rules.ace_high)
    lanes.tables = &LANE_TABLES[as_above]
    lanes.straights = <uint16_t>((2 << last) - (1 << first))
    lanes.royal_top = 1 << BEST_PLACE if rules.ace_high and rules.royal & ROYAL_COURT else 0
    lanes.printed = (PRINTED_HIGH if as_above else PRINTED_LOW) << 1 if rules.royal & ROYAL_PRINTED else 0
    lanes.jokers_wild = rules.jokers_wild
    lanes.atout_breaks_ties = rules.atout_breaks_ties
    return lanes


cdef Py_ssize_t evaluate_singly(
    const Rules* rules, const Array* array, Py_ssize_t first, Py_ssize_t end, bint validate
) noexcept nogil:
    """Fill out one hand after the other; the first row that is no hand if asked to check, else -1."""
    cdef Py_ssize_t i
    cdef Row row
    for i in range(first, end):
        row = read_row(array.ids + i * array.row, array.column, array.size)
        if validate and not row.is_hand:
            return i
        (<uint32_t*>(array.out + i * array.step))[0] = evaluate(rules, row.cards)
    return -1


cdef void copy_columns(const Array* array, Py_ssize_t first, Py_ssize_t count, uint8_t* ids) noexcept nogil:
    cdef Py_ssize_t i
    cdef int column
    for column in range(array.size):
        memset(ids + column * HANDS_A_TURN + count, 0, BLOCK - 1 - (count - 1) % BLOCK)
        for i in range(count):
            ids[column * HANDS_A_TURN + i] = array.ids[(first + i) * array.row + column * array.column]


cdef void run_kernel(
    Kernel kernel, const ShowdownLanes* lanes, const Array* array, Py_ssize_t first, Py_ssize_t count, Turn* turn
) noexcept nogil:
    """Let the kernel read and write the arrays themselves where they have no gaps and fill its blocks."""
    cdef bint whole = count % BLOCK == 0
    cdef Py_ssize_t blocks = (count + BLOCK - 1) // BLOCK
    cdef uint32_t* out = turn.strengths
    cdef Py_ssize_t i
    if whole and array.step == sizeof(uint32_t):
        out = <uint32_t*>(array.out + first * array.step)
    if whole and array.column == 1 and array.row == array.size:
        kernel(lanes, array.ids + first * array.row, array.row, 1, array.size, blocks, out, turn.rare, turn.suspect)
    elif whole and array.row == 1 and array.column != 1:
        kernel(lanes, array.ids + first, 1, array.column, array.size, blocks, out, turn.rare, turn.suspect)
    else:
        copy_columns(array, first, count, turn.ids)
        kernel(lanes, turn.ids, 1, HANDS_A_TURN, array.size, blocks, out, turn.rare, turn.suspect)
    if out == turn.strengths:
        for i in range(count):
            (<uint32_t*>(array.out + (first + i) * array.step))[0] = out[i]


cdef Py_ssize_t finish_block(
    const Rules* rules, const Array* array, Py_ssize_t first, uint64_t rare, uint64_t suspect, bint validate
) noexcept nogil:
    """Evaluate the hands that the kernel left; the first row that is no hand if asked to check, else -1."""
    cdef Py_ssize_t row, wrong
    if validate:
        rare |= suspect
    while rare:
        row = first + lsb(rare)
        rare &= rare - 1
        wrong = evaluate_singly(rules, array, row, row + 1, validate)
        if wrong >= 0:
            return wrong
    return -1


cdef Py_ssize_t evaluate_with(
    Kernel kernel, const Rules* rules, const Array* array, Py_ssize_t rows, bint validate
) noexcept nogil:
    """Whole blocks in turns, then what is left; the first row that is no hand if asked to check, else -1."""
    cdef ShowdownLanes lanes = lanes_of(rules)
    cdef Turn turn
    cdef Py_ssize_t whole = rows - rows % BLOCK
    cdef Py_ssize_t first = 0
    cdef Py_ssize_t count, block, left, wrong
    cdef uint64_t there
    while first < rows:
        count = min(whole - first, <Py_ssize_t>HANDS_A_TURN) if first < whole else rows - first
        run_kernel(kernel, &lanes, array, first, count, &turn)
        for block in range((count + BLOCK - 1) // BLOCK):
            left = count - block * BLOCK
            there = ~<uint64_t>0 if left >= BLOCK else (<uint64_t>1 << left) - 1
            if (turn.rare[block] | turn.suspect[block]) & there:
                wrong = finish_block(rules, array, first + block * BLOCK,
                                     turn.rare[block] & there, turn.suspect[block] & there, validate)
                if wrong >= 0:
                    return wrong
        first += count
    return -1


def kernels():
    """The names of the kernels that this machine can run, the fastest last."""
    return [KERNEL_NAMES[number] for number in range(KERNELS) if number == SCALAR or kernel_of(number) != NULL]


cdef int FASTEST = max(KERNEL_NAMES.index(name) for name in kernels())


cdef Py_ssize_t evaluate_array(
    Kernel kernel, const Rules* rules, const Array* array, Py_ssize_t rows, bint validate
) noexcept nogil:
    """Fill out with the strengths; the first row that is no hand if asked to check, else -1."""
    if kernel == NULL or array.size == 0 or rules.own_family_showdown:
        return evaluate_singly(rules, array, 0, rows, validate)
    return evaluate_with(kernel, rules, array, rows, validate)


cdef void evaluate_rows(
    const Rules* rules, const uint8_t* ids, int size, Py_ssize_t rows, uint32_t* out
) noexcept nogil:
    cdef Array array
    array.ids = ids
    array.row = size
    array.column = 1
    array.size = size
    array.out = <char*>out
    array.step = sizeof(uint32_t)
    evaluate_array(kernel_of(FASTEST), rules, &array, rows, False)


def evaluate_many(
    RuleSet rules, const uint8_t[:, :] hands, uint32_t[:] out, bint validate, str kernel=None
):
    """Strengths of rows of card ids into out; the first row that is no hand, -1 if all are hands."""
    cdef Array array
    cdef Kernel run = kernel_of(FASTEST if kernel is None else KERNEL_NAMES.index(kernel))
    cdef Py_ssize_t rows = hands.shape[0]
    cdef Py_ssize_t wrong
    if rows == 0:
        return -1
    array.size = <int>hands.shape[1]
    array.ids = &hands[0, 0] if array.size else NULL
    array.row = hands.strides[0]
    array.column = hands.strides[1] if array.size > 1 else 1
    array.out = <char*>&out[0]
    array.step = out.strides[0]
    with nogil:
        wrong = evaluate_array(run, &rules.options, &array, rows, validate)
    return wrong
