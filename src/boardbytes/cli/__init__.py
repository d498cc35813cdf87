"""The command line: `boardbytes VERB FILE…`."""

from __future__ import annotations

import os
import sys
from typing import Any

import click

from boardbytes.errors import BoardbytesError, FormatError, UnknownNameError
from boardbytes.model import Registry
from boardbytes.model.words import printable

VERBS: Registry[click.Command] = Registry(
    "command",
    {
        verb: f"boardbytes.cli.{verb}:command"
        for verb in (
            "show",
            "check",
            "explain",
            "convert",
            "diff",
            "moves",
            "perft",
            "play",
            "draw",
            "edit",
            "library",
            "number",
            "state",
            "solve",
            "analyse",
            "channel",
            "completion",
        )
    }
    # A room of its own, below this one.
    | {"studio": "boardbytes.studio.command:command"},
)

FINE, PROBLEMS, WRONG = 0, 1, 2
"""Exit codes: all is well; the data has problems; the command was wrong or a file unreadable."""

INTERRUPTED = 130


class Verbs(click.Group):
    """The group of all verbs; a verb's module is loaded when the verb is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return VERBS.find(cmd_name)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a verb; whoever closes the pipe has read enough, and that is fine."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _close_quietly()
            return FINE
        return result


@click.group(
    cls=Verbs,
    epilog="A FILE may be - for standard input, or a position's text itself."
    " Every verb takes --json and --help."
    " Exit code: 0 fine, 1 the data has problems, 2 the command was wrong or a file unreadable.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="boardbytes", message="boardbytes %(version)s")
def cli() -> None:
    """Board games, down to the byte: see, check, explain, play and convert board positions.

    \b
    Start with a file you have:
      boardbytes show GameData.dat       what is it, and what does it show?
      boardbytes check GameData.dat      is it intact?
      boardbytes explain GameData.dat    what does every byte mean?
    """


def main(args: list[str] | None = None) -> int:
    """Run one command; the exit code. Anything wrong is one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        code = cli.main(args, prog_name="boardbytes", standalone_mode=False)
        return code if isinstance(code, int) else FINE
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except click.UsageError as error:
        verb = error.ctx.command_path if error.ctx else "boardbytes"
        return complain(f"{error.format_message()} (see '{verb} --help')", WRONG)
    except click.ClickException as error:
        return complain(error.format_message(), WRONG)
    except BoardbytesError as error:
        return complain(str(error), exit_code(error))
    except OSError as error:
        return complain(describe(error), WRONG)


def exit_code(error: BoardbytesError) -> int:
    """Names that do not exist and bytes that look like nothing are the command's fault."""
    unknown = isinstance(error, FormatError) and error.format is None
    return WRONG if unknown or isinstance(error, UnknownNameError) else PROBLEMS


def describe(error: OSError) -> str:
    """What the system refused, on one line."""
    where = f"{error.filename}: " if error.filename is not None else ""
    return f"{where}{error.strerror or error}"


def complain(message: str, code: int) -> int:
    """Say what is wrong on one line of standard error; gives the code to exit with."""
    line = printable(" ".join(str(message).split()))
    click.echo(f"boardbytes: {line}", err=True)
    return code


def _close_quietly() -> None:
    """Keep Python from complaining about the closed pipe when it exits."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run() -> Any:
    """The console script."""
    sys.exit(main())
