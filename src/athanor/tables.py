"""Tables for the terminal, made with rich."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Literal

from rich.columns import Columns
from rich.console import Group
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from .cards import Card
from .errors import CardError
from .results import CATEGORIES, DEAL_ENDS, GAINS, Results, mean_and_half_width, wilson
from .rules import EDITIONS, Rules, options, text

if TYPE_CHECKING:
    from .equity import Equity, Keep
    from .melds import MeldPlan
    from .odds import Odds
    from .poker import HandRank
    from .turns import TurnPlan

WRAPPED = {"may be", "what it is"}
TEXT_COLUMNS = {
    "hand", "five cards", "Atout", "melds", "meld", "actions", "owner", "left in hand", "ruling", *WRAPPED, *EDITIONS,
}  # fmt: skip
FAMILY_STYLES = {"s": "bold", "h": "red", "d": "yellow", "c": "green", "a": "magenta", None: "cyan"}


def results_tables(results: Results) -> Group:
    """All that a simulation counted."""
    title = Text.assemble(
        (f"{results.rules.edition}", "bold"),
        f"  {len(results.bots)} players, {results.games:,} games, seed {results.seed}",
        f", {results.decisions:,} decisions",
    )
    if results.games < results.games_asked:
        title.append(f"  (interrupted: {results.games_asked:,} games were asked)", "yellow")
    tables = [_wins(results), _lengths(results), _deal_ends(results), _categories(results), _gains(results)]
    return Group(title, Padding(Columns(tables, padding=(1, 3)), (1, 0, 0, 0)))


def _table(title: str, *columns: str) -> Table:
    """A table whose first column names the row, and whose others are numbers unless TEXT_COLUMNS has them."""
    table = Table(title=title, title_justify="left", title_style="italic", box=None, pad_edge=False)
    for i, column in enumerate(columns):
        justify: Literal["left", "right"] = "left" if i == 0 or column in TEXT_COLUMNS else "right"
        style = "cyan" if i == 0 else None
        table.add_column(column, justify=justify, style=style, no_wrap=column not in WRAPPED)
    return table


def options_table(all_rules: list[Rules]) -> Table:
    """Every option: its ruling, its value under each rules, what it may be, and what it is about."""
    editions = [rules.edition for rules in all_rules]
    table = _table("Options of the rules", "option", "ruling", *editions, "may be", "what it is")
    for name, option in options().items():
        values = [text(getattr(rules, name)) for rules in all_rules]
        table.add_row(name, option.ruling, *values, str(option).replace("a whole number from ", ""), option.doc)
    return table


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def _interval(part: int, whole: int) -> str:
    low, high = wilson(part, whole)
    return f"{100 * low:.1f} to {100 * high:.1f} %" if whole else "-"


def _wins(results: Results) -> Table:
    table = _table("Wins", "", "games", "share", "95 % interval")
    for seat, (bot, won) in enumerate(zip(results.bots, results.wins, strict=True)):
        table.add_row(f"seat {seat} {bot}", f"{won:,}", _percent(won, results.games), _interval(won, results.games))
    if len(set(results.bots)) > 1:
        for bot, won in results.wins_by_bot.items():
            table.add_row(f"all {bot}", f"{won:,}", _percent(won, results.games), _interval(won, results.games))
    cut = results.truncated
    table.add_row("truncated", f"{cut:,}", _percent(cut, results.games), _interval(cut, results.games))
    return table


def _lengths(results: Results) -> Table:
    table = _table("Length", "per game", "mean", "± 95 %")
    for name in ("deals", "turns"):
        counts = results.counts
        mean, half = mean_and_half_width(counts[name], counts[f"{name}_squared"], results.games)
        table.add_row(name, f"{mean:.2f}", f"{half:.2f}")
    if results.games:
        table.add_row("decisions", f"{results.decisions / results.games:.1f}", "")
    return table


def _shares(title: str, names: tuple[str, ...], counts: list[int]) -> Table:
    table = _table(title, "", "count", "share")
    total = sum(counts)
    for name, count in zip(names, counts, strict=True):
        if count or name != "void":
            table.add_row(name, f"{count:,}", _percent(count, total))
    return table


def _deal_ends(results: Results) -> Table:
    return _shares("How deals ended", DEAL_ENDS, results.counts["deal_ends"])


def _categories(results: Results) -> Table:
    counts = results.counts
    table = _shares("Winning hands at the Four", CATEGORIES[::-1], counts["categories"][::-1])
    table.add_section()
    showdowns = sum(counts["categories"])
    table.add_row("shared pots", f"{counts['ties']:,}", _percent(counts["ties"], showdowns))
    table.add_row("ties an Atout broke", f"{counts['atout_ties']:,}", _percent(counts["atout_ties"], showdowns))
    return table


def _gains(results: Results) -> Table:
    return _shares("Stones gained", GAINS, results.counts["gains"])


def hand_table(all_rules: list[Rules], hands: list[HandRank]) -> Table:
    """The best hand under each rules."""
    table = _table("Best hand", "edition", "hand", "five cards", "Atout")
    for rules, hand in zip(all_rules, hands, strict=True):
        table.add_row(rules.edition, str(hand), coloured(hand.five), "yes" if hand.has_atout else "no")
    return table


def plans_table(all_rules: list[Rules], plans: list[MeldPlan]) -> Table:
    """The best melds under each rules."""
    table = _table("Best melds", "edition", "points", "stones", "melds", "left in hand")
    for rules, plan in zip(all_rules, plans, strict=True):
        melds = Text("\n").join(coloured(meld.cards) for meld in plan.melds)
        table.add_row(rules.edition, str(plan.points), str(plan.stones), melds, coloured(plan.left))
    return table


def turns_table(all_rules: list[Rules], plans: list[TurnPlan]) -> Table:
    """The best whole turn under each rules, an action a line."""
    table = _table("Best turn", "edition", "points", "stones", "actions", "left in hand")
    for rules, plan in zip(all_rules, plans, strict=True):
        actions = Text("\n").join(map(coloured_words, plan.actions)) if plan.actions else Text("none")
        if not plan.exact:
            actions.append("\nthere may be a better one", "dim")
        table.add_row(rules.edition, str(plan.points), str(plan.stones), actions, coloured(plan.left))
    return table


def melds_table(melds: Iterable[Mapping[str, object]]) -> Table:
    """The melds on a table by the names that actions call them."""
    table = _table("On the table", "", "owner", "meld")
    for number, meld in enumerate(melds):
        table.add_row(f"m{number}", f"seat {meld['owner']}", coloured_words(str(meld["meld"])))
    return table


def odds_table(odds: Odds) -> Group:
    """The categories by rank, those marked that are more frequent than what they beat."""
    title = f"{odds.rules.edition}  {odds.cards} cards, {odds.hands:,} hands"
    table = _table(title, "", "hands", "chance", "1 in", "")
    for category, count in reversed(odds.counts.items()):
        chance = odds.chance(category)
        one_in = _significant(1 / chance) if count else "-"
        mark = "too frequent" if category in odds.swapped else ""
        table.add_row(category.label, f"{count:,}", f"{100 * chance:.4f} %", one_in, mark)
    return Group(table, Text(odds.sentence, "dim"))


def _significant(number: float) -> str:
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def equity_table(result: Equity) -> Table:
    """What each player may expect."""
    pot = [] if result.pot is None else [f"of {result.pot} stones"]
    how = f"all {result.deals:,} deals" if result.exact else f"{result.deals:,} random deals"
    table = _table(f"{result.rules.edition}  {how}", "hand", "wins", "ties", "share", *pot)
    for hand, player in zip(result.hands, result.players, strict=True):
        named = Text(f"random {result.unknown}") if hand is None else coloured(hand)
        share = f"{100 * player.share:.2f} %" + ("" if result.exact else f" ± {100 * player.share_error:.2f}")
        stones = [] if player.stones is None else [f"{player.stones:.2f}"]
        table.add_row(named, f"{100 * player.win:.2f} %", f"{100 * player.tie:.2f} %", share, *stones)
    return table


def keeps_table(rules: Rules, keeps: Iterable[Keep]) -> Table:
    """What keeping each pair is worth."""
    table = _table(rules.edition, "keep", "wins", "ties", "share")
    for keep in keeps:
        share = f"{100 * keep.share:.2f} % ± {100 * keep.share_error:.2f}"
        table.add_row(coloured(keep.cards), f"{100 * keep.win:.2f} %", f"{100 * keep.tie:.2f} %", share)
    return table


def coloured(cards: Iterable[Card]) -> Text:
    """Cards in the colours of their families, Atouts and Jokers apart."""
    return Text(" ").join(Text(str(card), FAMILY_STYLES[card.family]) for card in cards)


def coloured_words(words: str) -> Text:
    """An action or a meld with its cards in their colours."""
    return Text(" ").join(map(_coloured_word, words.split()))


def _coloured_word(word: str) -> Text:
    try:
        return coloured([Card(word)])
    except CardError:
        return Text(word)
