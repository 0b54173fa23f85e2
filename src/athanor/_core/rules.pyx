"""Where athanor.Rules crosses into the core."""

from zlib import crc32

from athanor._core.actions cimport MAX_MELDS


ROYALS = {"T-V-D-R-A": ROYAL_PRINTED, "V-C-D-R-A": ROYAL_COURT, "both": ROYAL_PRINTED | ROYAL_COURT}


cdef class RuleSet:
    def __cinit__(self, rules, unsigned int players, unsigned int max_turns):
        cdef Rules* c = &self.options
        c.players = players
        c.first_seat = rules.first_seat
        c.hand_size = rules.hand_size
        c.hand_limit = NO_LIMIT if rules.hand_limit is None else rules.hand_limit
        c.starting_stones = rules.starting_stones
        c.ante = rules.ante
        c.ante_every_round = rules.ante_every == "round"
        c.exhausted_void = rules.exhausted == "void"
        c.ace_low = rules.ace_low
        c.ace_high = rules.ace_high
        c.places = ALL_PLACES & ~(0 if c.ace_low else LOW_ACE_PLACE) & ~(0 if c.ace_high else HIGH_ACE_PLACE)
        c.own_family_melds = rules.atouts_in_melds == "own_family"
        c.own_family_showdown = rules.atouts_at_showdown == "own_family"
        c.min_real_cards = rules.min_real_cards
        c.ordered_steps = rules.turn_order == "steps"
        c.meld_stones = rules.meld_stones
        c.atout_stones = rules.atout_stones
        c.completion_stones = rules.completion_stones
        c.pair_stones = rules.pair_stones
        c.completions_per_turn = NO_LIMIT if rules.completions_per_turn is None else rules.completions_per_turn
        c.recover = rules.take == "recover"
        c.first_run_required = rules.first_run_required
        c.qualifying_melds = rules.qualifying_melds
        c.qualifying_points = rules.qualifying_points
        c.points_by_layer = rules.points_count == "cards_laid"
        c.stake_by_melds = rules.stake_limit == "melds"
        c.follow_exact = rules.follow == "exact"
        c.bank = NO_BOTTOM if rules.bank is None else (
            players * rules.starting_stones if rules.bank == "matched" else rules.bank)
        c.royal = ROYALS[rules.royal]
        c.jokers_wild = rules.jokers_at_showdown == "wild"
        c.atout_breaks_ties = rules.atout_breaks_ties
        c.target_stones = 0 if rules.target_stones is None else rules.target_stones
        c.max_turns = max_turns
        c.max_stake = (MAX_MELDS if c.stake_by_melds and c.follow_exact
                       else UNBOUNDED_STAKE if c.bank == NO_BOTTOM
                       else players * c.starting_stones + c.bank)
        self.fingerprint = crc32(f"{rules.to_dict()} {players} {max_turns}".encode())

    @property
    def max_stake(self):
        """The highest stake that has an action."""
        return self.options.max_stake

    @property
    def bank(self):
        """Stones in the bank at the start, -1 where it has no bottom (R25)."""
        return self.options.bank
