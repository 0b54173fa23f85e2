"""The way in: the command with all its commands, and what a user's mistake or Ctrl-C ends in."""

from __future__ import annotations

import io
import sys
from collections.abc import Sequence

import click

from athanor import __version__
from athanor.errors import AthanorError

from .bench_command import bench
from .equity_command import equity
from .eval_command import evaluate
from .exit_codes import BROKEN_PIPE, FAILURE, INTERRUPTED, USAGE_ERROR
from .keep_command import keep
from .melds_command import melds
from .odds_command import odds
from .output import drop_output
from .rules_command import list_rules
from .simulate_command import simulate


@click.group(
    commands=[bench, equity, evaluate, keep, list_rules, melds, odds, simulate],
    context_settings={"help_option_names": ["-h", "--help"]},
    invoke_without_command=True,
)
@click.version_option(__version__, prog_name="athanor")
@click.pass_context
def cli(context: click.Context) -> None:
    """Simulate and study the card game Athanor.

    A card is its rank, A 2 3 4 5 6 7 8 9 T V C D R, and its family, s h d c, or a for an Atout: 5s, Ta, Rh. A Joker is
    JK. The options that --set changes are listed by athanor rules.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; a user's mistake is one line on standard error and exit code 2."""
    if sys.stdout is None:
        drop_output()
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
        drop_output()
        return BROKEN_PIPE
    except OSError as error:
        drop_output()
        click.echo(f"athanor: can't write {error.filename or 'the output'}: {error.strerror}", err=True)
        return FAILURE
