"""R26: a folder loses the ante only; if nobody follows, the forcer takes the pot with no showdown."""

from situations import A, B, editions, situation

RUN = "run 4 4s 5s 6s"
ACES = "set As Ah Ac"
HANDS = {1: "4d 5d 6d", 2: "4h 5h 6h"}


def force_phase(rules, stones, **more):
    hands = {seat: HANDS[seat] for seat in range(1, len(stones))}
    melds = [RUN, ACES]
    return situation(
        rules, "2s 3c", melds=melds, players=len(stones), hands=hands, phase="force", stones=stones, **more
    )


@editions
def test_a_folder_pays_nothing_more(rules):
    table = force_phase(rules, [5, 5, 5], pot=3).play("force 1", "fold")
    assert table.stones == (4, 5, 5)
    assert table.pot == 4


@editions
def test_a_folder_takes_no_part(rules):
    table = force_phase(rules, [5, 5, 5], pot=3).play("force 1", "fold", "follow 1")
    assert table.to_position()["participants"] == [0, 2]
    seats = set()
    while table.deal == 1:
        seats.add(table.current_player)
        table.play(table.legal()[0])
    assert 1 not in seats


@editions
def test_nobody_follows_and_the_forcer_takes_the_pot(rules):
    table = force_phase(rules, [5, 5, 5], pot=7).play("force 2", "fold", "fold")
    assert table.deal == 2
    assert table.stones == (5 + 7 - 1, 5 - 1, 5 - 1)
    assert table.pot == 3


@editions
def test_then_there_is_no_showdown_and_nothing_is_kept(rules):
    table = force_phase(rules, [5, 5], pot=2).play("force 1", "fold")
    assert not [text for text in table.texts() if text.startswith(("showdown", "keep"))]


@editions
def test_all_who_can_not_pay_fold_by_themselves(rules):
    table = force_phase(rules, [5, 1, 0], pot=7, antes=[1, 1, 1]).play("force 2")
    assert table.happened(1, "fold", True)
    assert table.happened(2, "fold", True)
    assert table.deal == 2


def test_a_pot_taken_so_wins_the_game_at_20():
    table = force_phase(A, [17, 5], pot=3).play("force 1", "fold")
    assert (table.is_terminal, table.winner, table.stones) == (True, 0, (20, 5))


def test_a_pot_taken_so_does_not_win_below_20():
    table = force_phase(A, [16, 5], pot=3).play("force 1", "fold")
    assert not table.is_terminal
    assert table.deal == 2


def test_b_s_pot_taken_so_may_leave_one_player():
    table = force_phase(B, [17, 0], pot=2).play("force 1")
    assert (table.is_terminal, table.winner, table.stones) == (True, 0, (19, 0))


@editions
def test_a_folder_without_stones_is_out(rules):
    rules = rules.replace(target_stones=None)
    table = force_phase(rules, [5, 0, 5], pot=5).play("force 1", "fold")
    assert table.players_in == (0, 2)
