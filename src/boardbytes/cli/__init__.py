"""The command line: `boardbytes VERB FILE…`."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
import warnings
from typing import Any, TextIO

import click

from boardbytes import __version__
from boardbytes.errors import (
    BoardbytesError,
    ClusterError,
    FormatError,
    MissingExtraError,
    PathError,
    ScanError,
    UnknownNameError,
)
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
            "annotate",
            "perft",
            "play",
            "score",
            "draw",
            "edit",
            "library",
            "number",
            "state",
            "solve",
            "analyse",
            "engine",
            "scan",
            "channel",
            "key",
            "doctor",
            "completion",
        )
    }
    # A package of its own, outside this one.
    | {"studio": "boardbytes.studio.command:command"},
)

_COMMAND_ERRORS = (UnknownNameError, PathError, ScanError, ClusterError, MissingExtraError)
"""Errors in a command, or in what it needs, rather than in any data."""

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
        """Run a verb; anyone who closes the pipe has read enough, and that is fine."""
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()
        except BrokenPipeError:
            _let_go(sys.stdout)
            return FINE
        return result


@click.group(
    cls=Verbs,
    epilog="A FILE may be - for standard input, or a position's text itself."
    " Every command takes --help, and all that print results take --json."
    " Exit code: 0 fine, 1 the data has problems, 2 the command was wrong or a file unreadable.",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, message="boardbytes %(version)s")
def cli() -> None:
    """Board games, down to the byte: see, check, explain, play and convert board positions.

    \b
    Start with a file you have:
      boardbytes show GameData.dat       what is it, and what does it show?
      boardbytes check GameData.dat      is it intact?
      boardbytes explain GameData.dat    what does every byte mean?
    """


def main(args: list[str] | None = None) -> int:
    """Run one command and return the exit code. What is wrong is one line on standard error."""
    _fill_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    with warnings.catch_warnings():
        warnings.showwarning = _show_warning
        return _run(args)


def _fill_closed_streams() -> None:
    """Give closed standard streams something that refuses to be read or written.

    Otherwise the next file that is opened takes their place, and gets what was meant for them.
    """
    writing = "w", os.O_RDONLY
    streams = {"stdin": ("r", os.O_WRONLY), "stdout": writing, "stderr": writing}
    for name, (mode, refusing) in streams.items():
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, refusing), mode))


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """A warning as one line, like anything else that is not as it should be."""
    complain(str(message), FINE)


def _run(args: list[str] | None) -> int:
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
    return WRONG if unknown or isinstance(error, _COMMAND_ERRORS) else PROBLEMS


def describe(error: OSError) -> str:
    """What the system refused, on one line."""
    if error.errno == errno.EBADF and error.filename is None:
        return "standard input or output is closed"
    where = f"{error.filename}: " if error.filename is not None else ""
    return f"{where}{error.strerror or error}"


def complain(message: str, code: int) -> int:
    """Say what is wrong on one line of standard error; gives the code to exit with."""
    with contextlib.suppress(OSError):  # nobody can be told that nobody can be told
        click.echo(printable(f"boardbytes: {' '.join(str(message).split())}"), err=True)
    return code


def _let_go(stream: TextIO) -> None:
    """Keep Python from complaining, on exit, about what a stream did not take."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def run() -> Any:
    """The console script."""
    code = main()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            _let_go(stream)
    sys.exit(code)
