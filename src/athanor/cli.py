"""The command line: ``athanor simulate``, ``eval``, ``odds``, ``equity``, ``keep`` and ``melds``."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from . import __version__
from .errors import AthanorError
from .rules import EDITIONS, MAX_TURNS, Rules, check_name, edition

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .melds import MeldPlan
    from .results import Results
    from .turns import TurnPlan

DEFAULT_GAMES = 1000
DASK_TIMEOUT = 10
FAILURE = 1
USAGE_ERROR = 2
INTERRUPTED = 130
BROKEN_PIPE = 141
UNKNOWN_HAND = "?"
MOST_SHOWN = 60
SEAT = re.compile("[0-9]{1,9}")


class OptionChange(click.ParamType):  # type: ignore[type-arg]
    """``option=value`` for one option of Rules."""

    name = "option=value"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, object]:
        if isinstance(value, tuple):
            return value
        name, equals, word = str(value).partition("=")
        if not equals:
            self.fail(f"{value!r} is no change of an option: write option=value, such as qualifying_points=40")
        return name, check_name(name).parse(word)


def asked_rules(
    named: str | None, changes: Sequence[tuple[str, object]], players: int | None = None
) -> list[Rules]:
    """The rules of the edition named, or of both, with the options changed; players are one of them."""
    asked = dict(changes)
    if "edition" in asked:
        raise click.UsageError("the edition is named with --edition, and --set changes its options")
    if players is not None:
        asked["players"] = players
    return [edition(name).replace(**asked) for name in (EDITIONS if named is None else [named])]


edition_option = click.option(
    "--edition", "editions", metavar="NAME", help=f"Rules to start from: {' or '.join(EDITIONS)} (or A, B)."
)
set_option = click.option(
    "--set", "changes", multiple=True, type=OptionChange(), help="Change an option, see athanor rules; may be repeated."
)
board_option = click.option("--board", default="", help="Cards of the Four that are known, in their order.")
dead_option = click.option("--dead", default="", help="Cards known to be out of the deck.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of tables.")


@click.group(context_settings={"help_option_names": ["-h", "--help"]}, invoke_without_command=True)
@click.version_option(__version__, prog_name="athanor")
@click.pass_context
def cli(context: click.Context) -> None:
    """Simulate and study the card game Athanor.

    A card is its rank, A 2 3 4 5 6 7 8 9 T V C D R, and its family, s h d c, or a for an Atout: 5s, Ta, Rh. A Joker is
    JK. The options that --set changes are listed by athanor rules.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@cli.command("rules")
@edition_option
@set_option
@json_option
def list_rules(editions: str | None, changes: tuple[tuple[str, object], ...], as_json: bool) -> None:
    """Every option of the rules, what it may be, and what it is in each edition."""
    all_rules = asked_rules(editions, changes)
    if as_json:
        _print_json([rules.to_dict() for rules in all_rules], editions)
        return
    from .tables import options_table

    _print(options_table(all_rules))


@cli.command()
@edition_option
@click.option("--players", type=int, help="Players, 2 to 8 as the cards allow.")
@click.option("--games", type=int, help=f"Games to play.  [default: {DEFAULT_GAMES}]")
@click.option("--bots", default="greedy,random", show_default=True, help="Bots by seat, repeated: greedy, random.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the games.")
@click.option("--threads", type=int, default=1, show_default=True, help="Threads to play on.")
@click.option("--max-turns", type=int, default=MAX_TURNS, show_default=True, help="Turns after which a game is cut.")
@click.option("--save", metavar="FILE", help="Write one row a game to FILE: .npz, .csv or .parquet; needs --edition.")
@click.option("--dask", metavar="ADDRESS", help="Play on the Dask cluster at ADDRESS, such as tcp://host:8786.")
@set_option
@json_option
def simulate(
    editions: str | None,
    players: int | None,
    games: int | None,
    bots: str,
    seed: int,
    threads: int,
    max_turns: int,
    save: str | None,
    dask: str | None,
    changes: tuple[tuple[str, object], ...],
    as_json: bool,
) -> None:
    """Play many games between bots and print what happened; without --edition, both editions."""
    from .saving import check_path
    from .simulate import SimulationInterrupted
    from .simulate import simulate as play

    all_rules = asked_rules(editions, changes, players)
    if save is not None:
        if editions is None:
            raise click.UsageError("--save writes the games of one edition: name it with --edition")
        check_path(save)
    seats = [bot.strip() for bot in bots.split(",")]
    found: list[Results] = []
    interrupted = False
    with _executor(dask) as executor:
        for rules in all_rules:
            try:
                results = play(
                    rules,
                    seats,
                    DEFAULT_GAMES if games is None else games,
                    seed=seed,
                    threads=threads,
                    executor=executor,
                    max_turns=max_turns,
                    rows=save is not None,
                    progress=sys.stderr is not None and sys.stderr.isatty(),
                )
            except SimulationInterrupted as stop:
                results = stop.results
                interrupted = True
            found.append(results)
            if interrupted:
                break
    if as_json:
        documents = [results.to_dict() | {"interrupted": interrupted} for results in found]
        _print_json(documents, editions)
    else:
        _print(*(results.table() for results in found))
    if save is not None:
        found[0].save(save)
    if interrupted:
        raise SystemExit(INTERRUPTED)


@cli.command("eval")
@click.argument("cards", nargs=-1, required=True)
@edition_option
@set_option
@json_option
def evaluate(
    cards: tuple[str, ...], editions: str | None, changes: tuple[tuple[str, object], ...], as_json: bool
) -> None:
    """The best poker hand of up to seven CARDS, such as "Vs Ds Rs As 3h Cs 4d"."""
    from .poker import evaluate as best_hand

    all_rules = asked_rules(editions, changes)
    hands = [best_hand(" ".join(cards), rules) for rules in all_rules]
    if as_json:
        documents = [
            {
                "edition": rules.edition,
                "hand": str(hand),
                "category": hand.category.name.lower(),
                "five": [str(card) for card in hand.five],
                "has_atout": hand.has_atout,
                "strength": hand.strength,
            }
            for rules, hand in zip(all_rules, hands, strict=True)
        ]
        _print_json(documents, editions)
        return
    from .tables import hand_table

    _print(hand_table(all_rules, hands))


@cli.command()
@click.argument("cards", nargs=-1, required=True)
@click.option("--objective", default="points", show_default=True, help="What to make most of: points, stones, cards.")
@click.option(
    "--table", metavar="MELDS",
    help="Plan the whole turn with these melds on the table, such as \"run 4 4s JK 6s; 1: set 9h 9d 9c\": each after"
    " the seat of its owner, or else the mover's own.",
)
@click.option("--seat", type=int, help="The mover's seat, with --table.  [default: 0]")
@edition_option
@set_option
@json_option
def melds(
    cards: tuple[str, ...],
    objective: str,
    table: str | None,
    seat: int | None,
    editions: str | None,
    changes: tuple[tuple[str, object], ...],
    as_json: bool,
) -> None:
    """The best melds that a hand of CARDS can lay, such as "4s 5s JK 6h 6d 6a"; with --table the best whole turn."""
    all_rules = asked_rules(editions, changes)
    hand = " ".join(cards)
    if table is not None:
        _print_turns(hand, all_rules, objective, asked_table(table, seat or 0), seat or 0, editions, as_json)
    elif seat is not None:
        raise click.UsageError("--seat says whose turn it is at a table: name its melds with --table")
    else:
        _print_plans(hand, all_rules, objective, editions, as_json)


def asked_table(text: str, mover: int) -> list[dict[str, object]]:
    """The melds of ``--table``, as best_melds takes them."""
    table: list[dict[str, object]] = []
    for item in filter(str.strip, text.split(";")):
        seat, colon, meld = item.rpartition(":")
        if colon and not SEAT.fullmatch(seat.strip()):
            named = repr(seat.strip()[:MOST_SHOWN])
            raise click.UsageError(f"{named} is no seat: write the owner's before a meld, as in 1: set 9h 9d 9c")
        table.append({"owner": int(seat) if colon else mover, "meld": meld.strip()})
    return table


def _figures(rules: Rules, objective: str, plan: MeldPlan | TurnPlan) -> dict[str, object]:
    return {
        "edition": rules.edition,
        "objective": objective,
        "value": plan.value,
        "points": plan.points,
        "stones": plan.stones,
    }


def _print_plans(
    hand: str, all_rules: list[Rules], objective: str, edition_named: str | None, as_json: bool
) -> None:
    from .melds import best_melds

    plans = [best_melds(hand, rules, objective) for rules in all_rules]
    if as_json:
        documents = [
            {
                **_figures(rules, objective, plan),
                "melds": [str(meld) for meld in plan.melds],
                "left": str(plan.left),
                "actions": list(plan.actions),
            }
            for rules, plan in zip(all_rules, plans, strict=True)
        ]
        _print_json(documents, edition_named)
        return
    from .tables import plans_table

    _print(plans_table(all_rules, plans))


def _print_turns(
    hand: str,
    all_rules: list[Rules],
    objective: str,
    table: list[dict[str, object]],
    seat: int,
    edition_named: str | None,
    as_json: bool,
) -> None:
    from .melds import best_melds

    plans = [best_melds(hand, rules, objective, table=table, seat=seat) for rules in all_rules]
    if as_json:
        documents = [
            {
                **_figures(rules, objective, plan),
                "cards": plan.cards,
                "exact": plan.exact,
                "left": str(plan.left),
                "actions": list(plan.actions),
            }
            for rules, plan in zip(all_rules, plans, strict=True)
        ]
        _print_json(documents, edition_named)
        return
    from .tables import melds_table, turns_table

    _print(*([melds_table(table)] if table else []), turns_table(all_rules, plans))


@cli.command()
@edition_option
@click.option("--cards", type=int, default=7, show_default=True, help="Cards of a hand: 5, 6 or 7.")
@click.option("--plot", type=click.Path(path_type=Path), help="Draw the chances into this file, .svg or .png.")
@set_option
@json_option
def odds(
    editions: str | None,
    cards: int,
    plot: Path | None,
    changes: tuple[tuple[str, object], ...],
    as_json: bool,
) -> None:
    """How often each category comes among all hands of the deck, and what is more frequent than it should be."""
    from .odds import category_odds

    all_rules = asked_rules(editions, changes)
    if plot is not None:
        from .plots import check_plot

        check_plot(plot)
    found = [category_odds(rules, cards) for rules in all_rules]
    if plot is not None:
        from .plots import plot_odds

        plot_odds(found, plot)
    if as_json:
        _print_json([result.to_dict() for result in found], editions)
    else:
        _print(*(result.table() for result in found))


@cli.command()
@click.argument("hands", nargs=-1, required=True)
@board_option
@dead_option
@click.option("--unknown", default="pair", show_default=True, help="What ? is: a random pair, or the best of a hand.")
@click.option("--samples", type=int, help="Random deals to draw.  [default: every deal, if they are not too many]")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random deals.")
@click.option("--pot", type=int, help="Stones in the pot, to be shared in whole stones.")
@edition_option
@set_option
@json_option
def equity(
    hands: tuple[str, ...],
    board: str,
    dead: str,
    unknown: str,
    samples: int | None,
    seed: int,
    pot: int | None,
    editions: str | None,
    changes: tuple[tuple[str, object], ...],
    as_json: bool,
) -> None:
    """How often each of the HANDS wins, such as "Rs 4a" "Th Ch"; ? is a hand that isn't known."""
    from .equity import equity as chances

    known = [None if hand.strip() == UNKNOWN_HAND else hand for hand in hands]
    found = [
        chances(known, board, rules=rules, dead=dead, unknown=unknown, samples=samples, seed=seed, pot=pot)
        for rules in asked_rules(editions, changes)
    ]
    if as_json:
        _print_json([result.to_dict() for result in found], editions)
    else:
        _print(*(result.table() for result in found))


@cli.command()
@click.argument("cards", nargs=-1, required=True)
@board_option
@dead_option
@click.option("--opponents", type=int, default=1, show_default=True, help="Opponents with random hands, 1 to 7.")
@click.option("--samples", type=int, default=10_000, show_default=True, help="Random deals to draw.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random deals.")
@edition_option
@set_option
@json_option
def keep(
    cards: tuple[str, ...],
    board: str,
    dead: str,
    opponents: int,
    samples: int,
    seed: int,
    editions: str | None,
    changes: tuple[tuple[str, object], ...],
    as_json: bool,
) -> None:
    """Which two CARDS of a hand to keep for the Four, the best first, such as 5s Rh Rd 2c 9c --board "2s 6s 9s"."""
    from .equity import best_keep

    all_rules = asked_rules(editions, changes)
    found = [
        best_keep(" ".join(cards), board, opponents, rules=rules, dead=dead, samples=samples, seed=seed)
        for rules in all_rules
    ]
    if as_json:
        documents = [
            {"edition": rules.edition, "keeps": [kept._asdict() | {"cards": str(kept.cards)} for kept in keeps]}
            for rules, keeps in zip(all_rules, found, strict=True)
        ]
        _print_json(documents, editions)
        return
    from .tables import keeps_table

    _print(*(keeps_table(rules, keeps) for rules, keeps in zip(all_rules, found, strict=True)))


@cli.command()
@click.option("--quick", is_flag=True, help="A few seconds only, and rough.")
@click.option(
    "--report", "reports", multiple=True, metavar="FILE", type=click.Path(path_type=Path),
    help="Write a page or a picture too: .md or .svg; may be repeated.",
)
@click.option("--only", multiple=True, metavar="LAYER", help="poker, melds, state, simulate, vector; may be repeated.")
@json_option
def bench(quick: bool, reports: tuple[Path, ...], only: tuple[str, ...], as_json: bool) -> None:
    """Measure how fast each layer is here, beside other packages (extra "peers") in the same run."""
    from .bench.reports import check_path, table, to_dict, write
    from .bench.suite import run_suite

    for path in reports:
        check_path(path)
    with _told_what_runs() as tell:
        found = run_suite(only, quick=quick, report=tell)
    for path in reports:
        write(found, path)
    if as_json:
        click.echo(json.dumps(to_dict(found), indent=2, ensure_ascii=False))
    else:
        _print(table(found))


def _print_json(documents: list[dict[str, Any]], edition_named: str | None) -> None:
    """A list with both editions, or the one that was named."""
    click.echo(json.dumps(documents if edition_named is None else documents[0], indent=2, ensure_ascii=False))


@contextmanager
def _told_what_runs() -> Iterator[Callable[[str], None]]:
    """Takes the name of what runs now and shows it on standard error, if that is a terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    with console.status("") as status:
        yield lambda name: status.update(f"measuring {name}")


@contextmanager
def _executor(address: str | None) -> Iterator[Executor | None]:
    """The workers of a Dask cluster, or none."""
    if address is None:
        yield None
        return
    try:
        from distributed import Client
    except ImportError:
        raise click.UsageError("--dask needs Dask: pip install 'athanor-cards[dask]'") from None
    try:
        client = Client(address, timeout=DASK_TIMEOUT)
    except (OSError, ValueError) as error:
        raise click.UsageError(f"no Dask cluster answers at {address}: {error}") from None
    with client:
        yield client.get_executor()


def _print(*renderables: Any) -> None:
    from rich.console import Console

    console = Console(highlight=False)
    if not console.is_terminal:
        console.width = max(console.width, 110)
    for renderable in renderables:
        console.print(renderable)
        console.print()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; a user's mistake is one line on standard error and exit code 2."""
    if sys.stdout is None:
        _drop_output()
    elif isinstance(sys.stdout, io.TextIOWrapper):
        # A terminal that can't show a sign shows a question mark.
        sys.stdout.reconfigure(errors="replace")
    try:
        words = None if arguments is None else list(arguments)
        result = cli.main(args=words, prog_name="athanor", standalone_mode=False)
        sys.stdout.flush()
        return result if isinstance(result, int) else 0
    except click.exceptions.Exit as exit_request:
        return exit_request.exit_code
    except (click.ClickException, AthanorError) as error:
        message = error.format_message() if isinstance(error, click.ClickException) else str(error)
        click.echo(f"athanor: {message}", err=True)
        return USAGE_ERROR
    except (KeyboardInterrupt, click.exceptions.Abort):
        click.echo("athanor: interrupted", err=True)
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return BROKEN_PIPE
    except OSError as error:
        _drop_output()
        click.echo(f"athanor: can't write {error.filename or 'the output'}: {error.strerror}", err=True)
        return FAILURE


def _drop_output() -> None:
    """Standard output is gone: give the interpreter somewhere to flush to at exit."""
    sys.stdout = Path(os.devnull).open("w")  # noqa: SIM115
