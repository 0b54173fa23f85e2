/* The best hand of many hands at once, one in each 16-bit lane of a vector.
 *
 * Included once for each instruction set. It has defined LANES(name), which names things, LANES_CODE, which
 * compiles a function for it, the types V, a vector of lanes, and M, a yes or no for each lane, and what C
 * has no operator for. Ranks are masks in order of strength, in bits 1 to 14; bit 0 is for the As below the 2.
 */

typedef struct {
    V family[FAMILIES];
    V atouts;
    V counts[FAMILIES]; /* cards of each family */
    V atout_count;
    V jokers;           /* how many */
} LANES(Hands);

/* Both halves of each strength, but for hands with more Jokers than is written out here, or nothing else. */
typedef struct {
    V high;
    V low;
    M left_out;
} LANES(Strengths);

/* Whether at least so many Jokers stand for any card, and lanes of ones where they do. */
typedef struct {
    M has_one;
    M has_two;
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

/* The ranks of which the Jokers make so many, and the tops of straights, of one family or not. */
typedef struct {
    V four;
    V three;
    V two;
    V straight;
    V suited;
} LANES(Made);

/* What a hand could be called, better names aside. */
typedef struct {
    M pair;
    M two_pairs;        /* Jokers aside */
    M three_pairs;
    M three;
    M straight;
    M flush;
    M full;
    M four;
    M suited;
    M in_row;           /* a straight that is the best by ranks, or one of a family */
} LANES(Kinds);

/* Ranks as they stand in a strength, and all that the five show. */
typedef struct {
    V main;
    V others;
    V all;
} LANES(Shown);

typedef struct {
    V high;
    V low;
    V ranks;
    M is_one;
} LANES(Flush);

/* The lowest ranks of five in a row that the Jokers complete: each five is counted by carry and save. */
LANES_CODE V LANES(straights)(int wild, const LANES(Wild) *jokers, V ranks) {
    /* The best rank below the 2 too: where it is no low As, no five in a row that starts there count. */
    V x = ranks | ranks >> BEST_PLACE;
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

/* Jokers in the place of the best rank, copies too, as so many ones before the ranks held. */
LANES_CODE V LANES(with_best)(int wild, const LANES(Wild) *jokers, V high) {
    V best = high & ALL(0x0C00), moved = best + best;
    if (wild) {
        moved = PICK(jokers->has_one, best | ALL(0x1000), moved);
        moved = PICK(jokers->has_two, best >> 1 | ALL(0x1800), moved);
    }
    return (high ^ best) + moved;
}

/* Of families with the same Atouts, the one whose own cards are higher has the better flush. */
LANES_CODE LANES(Flush) LANES(best_flush)(
    const LANES(Hands) *x, int wild, const LANES(Wild) *jokers, int size, V joined
) {
    LANES(Flush) flush;
    V natural = ALL(0), once, twice, total;
    int family, cards;
    flush.is_one = NONE;
    for (family = 0; family < FAMILIES; family++) {
        M enough = MORE(x->counts[family] + joined, ALL(4));
        natural = MAX(natural, ONLY(enough, x->family[family]));
        flush.is_one |= enough;
    }
    once = natural | x->atouts;
    twice = natural & x->atouts;
    total = COUNT(natural) + joined;
    for (cards = 5; cards < size; cards++) {
        V lowest = ONLY(MORE(total, ALL(cards)), once & (ALL(0) - once));
        once ^= lowest & ~twice;
        twice &= ~lowest;
    }
    flush.ranks = once;
    LANES(spread)(once >> 1, twice >> 1, &flush.high, &flush.low);
    flush.high = LANES(with_best)(wild, jokers, flush.high) + ALL(CODE_OF_FLUSH << HIGH_CODE_SHIFT);
    flush.low &= ALL(0xFFFE);
    return flush;
}

/* Whether a family has the printed royal, its gaps filled with Jokers. */
LANES_CODE M LANES(printed_royal)(const LANES(Hands) *x, V royal, V jokers) {
    V most = ALL(0);
    int family;
    for (family = 0; family < FAMILIES; family++)
        most = MAX(most, COUNT((x->family[family] | x->atouts) & royal));
    return MORE(most + jokers, ALL(4));
}

LANES_CODE LANES(Made) LANES(make)(
    const ShowdownLanes *o, int wild, const LANES(Wild) *jokers, const LANES(Hands) *x, const LANES(Held) *held,
    M is_flush
) {
    LANES(Made) made;
    int family;
    made.four = held->four;
    made.three = held->thrice;
    made.two = held->twice;
    if (wild) {
        made.four |= (held->thrice & jokers->one) | (held->twice & jokers->two) | (held->once & jokers->three);
        made.three |= (held->twice & jokers->one) | (held->once & jokers->two);
        made.two |= held->once & jokers->one;
    }
    made.straight = LANES(straights)(wild, jokers, held->once) & ALL(o->straights);
    made.suited = ALL(0);
    if (wild || MAYBE(is_flush & SOME(made.straight)))
        for (family = 0; family < FAMILIES; family++)
            made.suited |= LANES(straights)(wild, jokers, x->family[family] | x->atouts);
    made.suited = (made.suited & ALL(o->straights)) << 4;
    made.straight <<= 4;
    return made;
}

LANES_CODE LANES(Kinds) LANES(name)(const LANES(Made) *made, const LANES(Held) *held, M is_flush) {
    LANES(Kinds) is;
    V more = held->twice & (held->twice - ALL(1));
    is.two_pairs = SOME(more);
    is.three_pairs = SOME(more & (more - ALL(1)));
    is.pair = SOME(made->two);
    is.three = SOME(made->three);
    is.straight = SOME(made->straight);
    is.flush = is_flush;
    is.full = is.three & is.two_pairs;
    is.four = SOME(made->four);
    is.suited = SOME(made->suited);
    is.in_row = is.suited | (is.straight & ~is.full & ~is.four);
    return is;
}

/* The best kicker of four: a fifth of the rank too, and a Joker to spare is the best rank. */
LANES_CODE V LANES(kicker)(int wild, const LANES(Wild) *jokers, const LANES(Held) *held, V four) {
    V others = (held->once & ~four) | (held->five & four);
    if (wild) {
        V spare = held->five | (held->four & jokers->one) | (held->thrice & jokers->two)
            | (held->twice & jokers->three);
        others |= ONLY(SOME(spare & four & jokers->one), ALL(1 << BEST_PLACE));
    }
    return others;
}

/* The kickers: of seven cards the two lowest go; but of three pairs, the third is a kicker of the others. */
LANES_CODE V LANES(kickers)(int size, const LANES(Kinds) *is, V ranks, V missing) {
    M six = MORE(ALL(size - 5), missing), seven = MORE(ALL(size - 6), missing);
    if (size > 5)
        ranks = LANES(without_lowest)(ranks, six & (seven | ~is->three_pairs));
    if (size > 6)
        ranks = LANES(without_lowest)(ranks, seven & ~is->three_pairs);
    return ranks;
}

LANES_CODE LANES(Shown) LANES(show)(
    int wild, const LANES(Wild) *jokers, int size, const LANES(Made) *made, const LANES(Kinds) *is,
    const LANES(Held) *held, V missing
) {
    LANES(Shown) shown;
    V first, second, row;
    first = PICK(is->three, made->three, made->two);
    first = PICK(is->straight & ~is->full, made->straight, first);
    first = PICK(is->four, made->four, first);
    first = LANES(highest)(PICK(is->suited, made->suited, first));
    second = PICK(is->four, LANES(kicker)(wild, jokers, held, first), held->twice & ~first);
    second = LANES(highest)(second);

    shown.main = first | ONLY(is->two_pairs & ~is->three & ~is->straight, second);
    shown.others = LANES(kickers)(size, is, held->once & ~shown.main, missing);
    shown.others = ONLY(~is->in_row, PICK(is->four | is->full, second, shown.others));
    row = first | first >> 1;
    row |= row >> 2 | first >> 4;
    shown.all = PICK(is->in_row, row, shown.main | shown.others);
    return shown;
}

/* From the weakest category up, so that the best stands. */
LANES_CODE V LANES(code)(const LANES(Kinds) *is, M is_royal) {
    V code = ONLY(is->pair, ALL(1));
    code = RAISE(code, is->two_pairs, 2);
    code = RAISE(code, is->three, 3);
    code = RAISE(code, is->straight, 4);
    code = RAISE(code, is->full, CODE_OF_FLUSH + 2);
    code = RAISE(code, is->four, CODE_OF_FLUSH + 3);
    code = RAISE(code, is->suited, CODE_OF_FLUSH + 4);
    return RAISE(code, is_royal, CODE_OF_FLUSH + 5);
}

LANES_CODE LANES(Strengths) LANES(strengths)(const ShowdownLanes *o, int wild, int size, const LANES(Hands) *x) {
    LANES(Strengths) result;
    LANES(Wild) j;
    V jokers = wild ? x->jokers : ALL(0), missing = wild ? ALL(0) : x->jokers;
    LANES(Held) held = LANES(count_ranks)(x);
    LANES(Flush) flush;
    LANES(Made) made;
    LANES(Kinds) is;
    LANES(Shown) shown;
    M is_royal, is_flush;

    j.has_one = MORE(jokers, ALL(0));
    j.has_two = MORE(jokers, ALL(1));
    j.one = LANES_OF(j.has_one);
    j.two = LANES_OF(j.has_two);
    j.three = LANES_OF(MORE(jokers, ALL(2)));
    flush = LANES(best_flush)(x, wild, &j, size, x->atout_count + jokers);
    made = LANES(make)(o, wild, &j, x, &held, flush.is_one);
    is = LANES(name)(&made, &held, flush.is_one);
    shown = LANES(show)(wild, &j, size, &made, &is, &held, missing);

    is_royal = SOME(made.suited & ALL(o->royal_top));
    if (o->printed && MAYBE(is.flush & MORE(COUNT(held.once & ALL(o->printed)) + jokers, ALL(4)))) {
        M printed = LANES(printed_royal)(x, ALL(o->printed), jokers);
        shown.all = PICK(printed, ONLY(is_royal, shown.all) | ALL(o->printed), shown.all);
        shown.others = ONLY(~printed, shown.others);
        is_royal |= printed;
    }
    shown.main = ONLY(~is_royal, shown.main);
    is_flush = is.flush & ~is.full & ~is.four & ~is.suited & ~is_royal;
    result.high = PICK(is_flush, flush.high, LANES(code)(&is, is_royal) << HIGH_CODE_SHIFT | shown.main >> 3);
    result.low = PICK(is_flush, flush.low, (shown.main << 13 & ALL(0x8000)) | shown.others);
    if (o->atout_breaks_ties) {
        V atouts = x->atouts | x->atouts >> BEST_PLACE;
        result.low |= ONLY(SOME(PICK(is_flush, flush.ranks, shown.all) & atouts), ALL(1));
    }
    result.left_out = wild ? MORE(x->jokers, ALL(3)) | ~SOME(held.once) : NONE;
    return result;
}
