"""Which cards each layer of the search for the best turn can use, with all that could be taken at hand."""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from .bits cimport ATOUT, RANK_MASK, RANKS, atout_ranks, popcount
from .lay cimport Places, family_places, places_of, to_places
from .meld_shape cimport HIGHEST_PLACE, MAX_RUN, MAX_SET, MIN_MELD, place_rank
from .play cimport naturals_of_rank, own_places
from .state cimport OPEN_FAMILY, RUN, Meld
from .turn_types cimport NEW_PLACE, Layer, takes_atouts

cdef struct Reach:
    Places hand                 # Atouts and Jokers within reach among them
    uint64_t naturals
    uint16_t atouts


cdef void use_place(Layer* layer, const Reach* reach, int family, int place, bint atouts_fit) noexcept nogil:
    cdef int rank = place_rank(place)
    if family < ATOUT:
        layer.naturals |= reach.naturals & <uint64_t>1 << (family * RANKS + rank - 1)
    if atouts_fit:
        layer.atouts |= reach.atouts & <uint16_t>1 << (rank - 1)


cdef int use_places(const Turn* t, Layer* layer, const Reach* reach, int family, int place, int step,
                    int most) noexcept nogil:
    """Mark the cards that can lie from a place on in one direction; how many places that are."""
    cdef bint atouts_fit = family >= ATOUT or not t.rules.own_family_melds
    cdef uint32_t cards = family_places(&reach.hand, family) if family < ATOUT else 0
    cdef int jokers = reach.hand.jokers
    cdef int count = 0
    if atouts_fit:
        cards |= reach.hand.atouts
    while count < most and 1 <= place <= HIGHEST_PLACE and (t.allowed >> (place - 1)) & 1:
        if not (cards >> (place - 1)) & 1:
            jokers -= 1
            if jokers < 0:
                break
        use_place(layer, reach, family, place, atouts_fit)
        count += 1
        place += step
    return count


cdef bint use_run(const Turn* t, Layer* layer, const Reach* reach, const Meld* meld) noexcept nogil:
    cdef uint32_t wilds = (meld.jokers | (meld.atouts if takes_atouts(t) else 0)) if t.may_take else 0
    cdef int most = MAX_RUN - meld.size if t.may_add else 0
    cdef int places = 0
    cdef int family, place
    for family in range(ATOUT + 1):
        if family != meld.family and meld.family != OPEN_FAMILY:
            continue
        places += use_places(t, layer, reach, family, meld.low - 1, -1, most)
        places += use_places(t, layer, reach, family, meld.low + meld.size, 1, most)
        for place in range(1, HIGHEST_PLACE + 1):
            if (wilds >> (place - 1)) & 1:
                use_place(layer, reach, family, place, meld.family >= ATOUT and (meld.jokers >> (place - 1)) & 1)
    return places > 0


cdef bint use_set(const Turn* t, Layer* layer, const Reach* reach, const Meld* meld) noexcept nogil:
    cdef int family
    if not (meld.jokers and t.may_take) and not (t.may_add and meld.size < MAX_SET) and not (
            meld.atouts and t.may_take and takes_atouts(t)):
        return False
    for family in range(4):
        if not (meld.naturals >> family) & 1:
            use_place(layer, reach, family, meld.low, False)
    if not meld.atouts or takes_atouts(t):
        use_place(layer, reach, ATOUT, meld.low, True)
    return reach.hand.jokers > 0 and t.may_add and meld.size < MAX_SET


cdef bint use_new_melds(const Turn* t, Layer* layer, const Reach* reach, int place) noexcept nogil:
    """Mark the cards of the runs from a place on and of the sets of its rank; whether there can be any."""
    cdef Layer trial
    cdef int family, cards
    cdef bint any_meld = False
    for family in range(ATOUT + 1):
        trial = layer[0]
        if use_places(t, &trial, reach, family, place, 1, MAX_RUN) >= MIN_MELD:
            layer[0] = trial
            any_meld = True
    cards = (reach.atouts >> (place - 1)) & 1
    for family in range(4):
        cards += <int>(reach.naturals >> (family * RANKS + place - 1)) & 1
    if cards and cards + reach.hand.jokers >= MIN_MELD:
        for family in range(ATOUT + 1):
            use_place(layer, reach, family, place, True)
        any_meld = True
    return any_meld


cdef void find_takes(const Turn* t, const Reach* hand, Layer* layer) noexcept nogil:
    """Which wild cards of a meld have their right card in hand."""
    cdef const Meld* meld = &t.start.melds[layer.meld]
    cdef uint32_t own, right, found
    cdef int missing
    layer.atouts_to_take = 0
    layer.jokers_to_take = 0
    if not t.may_take:
        return
    if meld.kind == RUN:
        own = own_places(&hand.hand, meld.family)
        right = own | (hand.hand.atouts if meld.family >= ATOUT else 0)
        layer.jokers_to_take = <int>popcount(meld.jokers & right)
        if takes_atouts(t):
            found = meld.atouts & own
            layer.atouts_to_take = <uint16_t>((found | found >> RANKS) & RANK_MASK)
        return
    missing = naturals_of_rank(t.start.hands[t.seat], meld.low) & ~meld.naturals
    if missing or (hand.atouts >> (meld.low - 1)) & 1:
        layer.jokers_to_take = <int>meld.jokers
    if missing and meld.atouts and takes_atouts(t):
        layer.atouts_to_take = <uint16_t>1 << (meld.low - 1)


cdef void sum_layers(Turn* t) noexcept nogil:
    """Let each layer know what it and all later ones can use and take."""
    cdef Layer* layer
    cdef const Layer* after
    cdef int i
    memset(&t.layers[t.layer_count], 0, sizeof(Layer))
    for i in range(t.layer_count - 1, -1, -1):
        layer = &t.layers[i]
        after = &t.layers[i + 1]
        layer.naturals |= after.naturals
        layer.atouts |= after.atouts
        layer.atouts_to_take |= after.atouts_to_take
        layer.jokers_to_take += after.jokers_to_take


cdef void add_layer(Turn* t, const Layer* layer, bint jokers_fit) noexcept nogil:
    if layer.naturals or layer.atouts or jokers_fit:
        t.layers[t.layer_count] = layer[0]
        t.layer_count += 1


cdef Layer empty_layer(int meld, int place) noexcept nogil:
    cdef Layer layer
    memset(&layer, 0, sizeof(Layer))
    layer.meld = <uint8_t>meld
    layer.place = <uint8_t>place
    return layer


cdef void prepare_layers(Turn* t, bint with_takes, bint with_melds) noexcept nogil:
    """The melds on the table, then the places of new melds: those to which anything within reach can be laid."""
    cdef Reach hand, reach
    cdef Layer layer
    cdef int m, place
    cdef bint jokers_fit
    t.may_take = with_takes
    t.layer_count = 0
    hand.hand = places_of(&t.rules, t.start.hands[t.seat])
    hand.naturals = t.start.hands[t.seat].naturals
    hand.atouts = <uint16_t>atout_ranks(t.start.hands[t.seat])
    reach = hand
    for m in range(t.start.meld_count):
        layer = empty_layer(m, 0)
        find_takes(t, &hand, &layer)
        if not t.ordered:
            reach.atouts |= layer.atouts_to_take
            reach.hand.jokers += layer.jokers_to_take
    reach.hand.atouts = to_places(reach.atouts, t.allowed)
    for m in range(t.start.meld_count):
        layer = empty_layer(m, 0)
        find_takes(t, &hand, &layer)
        if t.start.melds[m].kind == RUN:
            jokers_fit = use_run(t, &layer, &reach, &t.start.melds[m]) and reach.hand.jokers > 0
        else:
            jokers_fit = use_set(t, &layer, &reach, &t.start.melds[m])
        add_layer(t, &layer, jokers_fit)
    if with_melds:
        for place in range(1, RANKS + 1):
            layer = empty_layer(NEW_PLACE, place)
            jokers_fit = use_new_melds(t, &layer, &reach, place)
            add_layer(t, &layer, jokers_fit)
    sum_layers(t)
    if t.ordered:
        for m in range(t.layer_count):
            t.layers[m].atouts_to_take = 0
            t.layers[m].jokers_to_take = 0
