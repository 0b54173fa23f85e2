"""R9: melds are never rearranged, merged or taken back, nor made of the Four; anyone may extend any meld."""

from situations import SPARE, SPARE_RUN, editions, situation

VERBS = {"run", "set", "add", "take", "end"}


@editions
def test_playing_has_no_other_verbs(rules):
    table = situation(rules, f"3s 7s 6d JK {SPARE}", melds=["run 4 4s JK 6s", "set 6h 6c 6a"], hands={1: "5s"})
    assert {text.split()[0] for text in table.legal()} <= VERBS


@editions
def test_two_runs_that_meet_stay_two(rules):
    table = situation(rules, f"7s 8s 9s {SPARE}", melds=["run 4 4s 5s 6s"]).play("run 7 7s 8s 9s")
    assert [str(meld) for meld in table.melds] == ["run 4 4s 5s 6s", "run 7 7s 8s 9s"]


@editions
def test_a_run_may_grow_over_the_ranks_of_another(rules):
    rules = rules.replace(completions_per_turn=None)
    table = situation(rules, "7a 8s 2h", melds=["run 4 4s 5s 6s", "run 7 7s JK 9s"]).play("add m0 7a high")
    assert table.allows("add m0 8s high")


@editions
def test_melds_keep_their_numbers(rules):
    rules = rules.replace(completions_per_turn=None)
    table = situation(rules, f"7s 6c {SPARE}", melds=["run 4 4s 5s 6s", (1, "set 6h 6d 6a")])
    table.play(SPARE_RUN, "add m1 6c", "add m0 7s high")
    assert [str(meld) for meld in table.melds] == ["run 4 4s 5s 6s 7s", "set 6h 6d 6c 6a", SPARE_RUN]
    assert [meld.owner for meld in table.melds] == [0, 1, 0]


@editions
def test_natural_cards_never_leave_a_meld(rules):
    table = situation(rules, f"7s 5h {SPARE}", melds=["run 4 4s 5s 6s"])
    assert table.legal("take") == []
    assert table.refuses("take m0 7s 4s")
    assert table.refuses("take m0 5h 5s")


@editions
def test_the_cards_of_the_four_are_in_no_meld(rules):
    table = situation(rules, f"5s 6s {SPARE}", four="7s 4s 5h 5d 6h", melds=["set 9s 9h 9c"])
    assert table.refuses("run 5 5s 6s 7s")
    assert table.refuses("run 4 4s 5s 6s")
    assert table.refuses("set 5s 5h 5d")
    assert table.legal("set") == []


@editions
def test_anyone_extends_any_meld(rules):
    melds = [(0, "run 4 4s 5s 6s"), (1, "run 4 4h 5h 6h"), (2, "set 9s 9h 9c")]
    table = situation(rules, "7s 7h 9d", players=3, melds=melds)
    assert table.legal("add") == ["add m0 7s high", "add m1 7h high", "add m2 9d"]


@editions
def test_a_meld_keeps_its_owner_whoever_extends_it(rules):
    melds = ["set 9s 9h 9c", (1, "run 4 4h 5h 6h")]
    table = situation(rules, f"7h {SPARE}", melds=melds).play("add m1 7h high")
    assert table.melds[1].owner == 1
