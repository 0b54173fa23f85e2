/* The best hand of many hands at once, one in each 16-bit lane of a vector.
 *
 * Included once for each instruction set. It has defined LANES(name), which names things, LANES_CODE, which
 * compiles a function for it, the types V, a vector of lanes, and M, a yes or no for each lane, and what C
 * has no operator for. Ranks are masks in order of strength, in bits 1 to 14; bit 0 is for the As below the 2.
 */

typedef struct {
    V family[4];
    V atouts;
    V counts[4];        /* cards of each family */
    V atout_count;
    V jokers;           /* how many */
} LANES(Hands);

/* Both halves of each strength, but for lanes that hold more Jokers than is written out here. */
typedef struct {
    V high;
    V low;
    M too_many_jokers;
} LANES(Strengths);

/* Lanes of ones where at least so many Jokers stand for any card. */
typedef struct {
    V one;
    V two;
    V three;
} LANES(Wild);

/* The ranks held so often or more. */
typedef struct {
    V once;
    V twice;
    V thrice;
    V four;
    V five;
} LANES(Held);

typedef struct {
    V high;
    V low;
    V shown;
} LANES(Flush);

/* The lowest ranks of five in a row that the Jokers complete: each five is counted by carry and save. */
LANES_CODE V LANES(straights)(int wild, const LANES(Wild) *jokers, V x) {
    V x1 = x >> 1, x2 = x >> 2, x3 = x >> 3, x4 = x >> 4, sum, carry, more, both, any;
    if (!wild)
        return (x & x1) & (x2 & x3) & x4;
    sum = XOR3(x, x1, x2);
    carry = MAJORITY(x, x1, x2);
    more = MAJORITY(sum, x3, x4);
    sum = XOR3(sum, x3, x4);
    both = carry & more;
    any = carry | more;
    return (both & (sum | jokers->one)) | ((both | (any & sum)) & jokers->two) | (any & jokers->three);
}

/* The best rank below the 2 too: where it is no low As, no five in a row that starts there count. */
LANES_CODE V LANES(with_low_as)(V ranks) {
    return ranks | ranks >> BEST_PLACE;
}

LANES_CODE LANES(Held) LANES(count_ranks)(const LANES(Hands) *x) {
    LANES(Held) held;
    V sum = XOR3(x->family[0], x->family[1], x->family[2]);
    V carry = MAJORITY(x->family[0], x->family[1], x->family[2]);
    V more = MAJORITY(sum, x->family[3], x->atouts);
    sum = XOR3(sum, x->family[3], x->atouts);
    held.once = sum | carry | more;
    held.twice = carry | more;
    held.thrice = MAJORITY(sum, carry, more);
    held.four = carry & more;
    held.five = carry & more & sum;
    return held;
}

/* The highest rank of each lane alone. */
LANES_CODE V LANES(highest)(V ranks) {
    ranks |= ranks >> 1;
    ranks |= ranks >> 2;
    ranks |= ranks >> 4;
    ranks |= ranks >> 8;
    return ranks ^ ranks >> 1;
}

LANES_CODE V LANES(without_lowest)(V ranks, M where) {
    return PICK(where, ranks & (ranks - ALL(1)), ranks);
}

/* Of families with the same Atouts, the one whose own cards are higher has the better flush. */
LANES_CODE LANES(Flush) LANES(best_flush)(
    const LANES(Hands) *x, int wild, const LANES(Wild) *jokers, int size, V joined, M *is_flush
) {
    LANES(Flush) flush;
    V natural = ALL(0), once, twice, total;
    int family, cards;
    *is_flush = SOME(ALL(0));
    for (family = 0; family < 4; family++) {
        M enough = MORE(x->counts[family] + joined, ALL(4));
        natural = MAX(natural, ONLY(enough, x->family[family]));
        *is_flush = *is_flush | enough;
    }
    once = natural | x->atouts;
    twice = natural & x->atouts;
    total = COUNT(natural) + joined;
    for (cards = 5; cards < size; cards++) {
        V lowest = ONLY(MORE(total, ALL(cards)), once & (ALL(0) - once));
        once ^= lowest & ~twice;
        twice &= ~lowest;
    }
    flush.shown = once;
    LANES(spread)(once >> 1, twice >> 1, &flush.high, &flush.low);
    {
        V best = flush.high & ALL(0x0C00), doubled = best + best;
        if (wild) {
            doubled = PICK(SOME(jokers->one), best | ALL(0x1000), doubled);
            doubled = PICK(SOME(jokers->two), best >> 1 | ALL(0x1800), doubled);
        }
        flush.high = (flush.high ^ best) + doubled + ALL(CODE_OF_FLUSH << HIGH_CODE_SHIFT);
    }
    return flush;
}

/* Whether a family has the printed royal, its gaps filled with Jokers. */
LANES_CODE M LANES(printed_royal)(const ShowdownLanes *o, const LANES(Hands) *x, V jokers) {
    V most = ALL(0), royal = ALL(o->printed);
    int family;
    for (family = 0; family < 4; family++)
        most = MAX(most, COUNT((x->family[family] | x->atouts) & royal));
    return MORE(most + jokers, ALL(4));
}

LANES_CODE LANES(Strengths) LANES(strengths)(const ShowdownLanes *o, const int wild, int size, const LANES(Hands) *x) {
    LANES(Strengths) result;
    LANES(Wild) j;
    LANES(Held) held = LANES(count_ranks)(x);
    V zero = ALL(0), one = ALL(1);
    V jokers = wild ? x->jokers : zero, missing = wild ? zero : x->jokers;
    V quads, trips, pairs, straight, suited, main, others, first, second, rest, spare, shown, code, atouts;
    M is_quads, is_trips, is_pair, two_pairs, three_pairs, is_straight, is_flush, is_full, is_suited, is_royal, in_row;
    M has_spare;
    LANES(Flush) flush;
    int family;

    j.one = LANES_OF(MORE(jokers, zero));
    j.two = LANES_OF(MORE(jokers, one));
    j.three = LANES_OF(MORE(jokers, ALL(2)));

    quads = held.four;
    trips = held.thrice;
    pairs = held.twice;
    if (wild) {
        quads |= (held.thrice & j.one) | (held.twice & j.two) | (held.once & j.three);
        trips |= (held.twice & j.one) | (held.once & j.two);
        pairs |= held.once & j.one;
    }
    straight = LANES(straights)(wild, &j, LANES(with_low_as)(held.once)) & ALL(o->straights);
    flush = LANES(best_flush)(x, wild, &j, size, x->atout_count + jokers, &is_flush);
    suited = zero;
    if (wild || MAYBE(is_flush & SOME(straight)))
        for (family = 0; family < 4; family++)
            suited |= LANES(straights)(wild, &j, LANES(with_low_as)(x->family[family] | x->atouts));
    suited &= ALL(o->straights);
    straight <<= 4;
    suited <<= 4;

    rest = held.twice & (held.twice - one);
    two_pairs = SOME(rest);
    three_pairs = SOME(rest & (rest - one));
    is_quads = SOME(quads);
    is_trips = SOME(trips);
    is_pair = SOME(pairs);
    is_straight = SOME(straight);
    is_suited = SOME(suited);
    is_full = is_trips & two_pairs;
    in_row = is_suited | (is_straight & ~is_full & ~is_quads);

    first = PICK(is_trips, trips, pairs);
    first = PICK(is_straight & ~is_full, straight, first);
    first = PICK(is_quads, quads, first);
    first = PICK(is_suited, suited, first);
    first = LANES(highest)(first);

    second = held.twice & ~first;
    others = (held.once & ~first) | (held.five & first);
    if (wild) {
        spare = held.five | (held.four & j.one) | (held.thrice & j.two) | (held.twice & j.three);
        has_spare = SOME(spare & first & j.one);
        others |= ONLY(has_spare, ALL(1 << BEST_PLACE));
    }
    second = LANES(highest)(PICK(is_quads, others, second));

    main = first | ONLY(two_pairs & ~is_trips & ~is_straight, second);
    rest = held.once & ~main;
    if (size > 5) {
        M full_size = MORE(ALL(size - 5), missing), one_less = MORE(ALL(size - 6), missing);
        rest = LANES(without_lowest)(rest, full_size & ~(three_pairs & ~one_less));
        if (size > 6)
            rest = LANES(without_lowest)(rest, one_less & ~three_pairs);
    }
    others = PICK(is_quads | is_full, second, rest);
    others = ONLY(~in_row, others);

    /* From the weakest category up, so that the best stands. */
    code = ONLY(is_pair, one);
    code = RAISE(code, two_pairs, 2);
    code = RAISE(code, is_trips, 3);
    code = RAISE(code, is_straight, 4);
    code = RAISE(code, is_full, 7);
    code = RAISE(code, is_quads, 8);
    code = RAISE(code, is_suited, 9);

    shown = first | first >> 1;
    shown |= shown >> 2;
    shown |= first >> 4;
    shown = PICK(in_row, shown, main | others);

    is_royal = SOME(suited & ALL(o->royal_top));
    if (o->printed && MAYBE(is_flush & MORE(COUNT(held.once & ALL(o->printed)) + jokers, ALL(4)))) {
        M printed = LANES(printed_royal)(o, x, jokers);
        shown = PICK(printed, (ONLY(is_royal, shown)) | ALL(o->printed), shown);
        is_royal = is_royal | printed;
        others = ONLY(~printed, others);
    }
    main = ONLY(~is_royal, main);
    code = RAISE(code, is_royal, 10);

    result.high = code << HIGH_CODE_SHIFT | main >> 3;
    result.low = (main << 13 & ALL(0x8000)) | others;
    {
        M flush_is_best = is_flush & ~is_full & ~is_quads & ~is_suited & ~is_royal;
        result.high = PICK(flush_is_best, flush.high, result.high);
        result.low = PICK(flush_is_best, flush.low & ALL(0xFFFE), result.low);
        shown = PICK(flush_is_best, flush.shown, shown);
    }
    if (o->atout_breaks_ties) {
        atouts = LANES(with_low_as)(x->atouts);
        result.low |= ONLY(SOME(shown & atouts), one);
    }
    result.too_many_jokers = wild ? MORE(x->jokers, ALL(3)) | ~SOME(held.once) : SOME(zero);
    return result;
}
