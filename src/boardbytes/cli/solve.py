"""`solve`: the value of every position, kept in table files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boardbytes.cli import FINE, PROBLEMS
from boardbytes.cli.common import say, write_json
from boardbytes.cli.options import json_option
from boardbytes.cli.progress import Line
from boardbytes.errors import SolvingError
from boardbytes.model.problem import plain_problem
from boardbytes.model.words import counted, gigabytes

if TYPE_CHECKING:
    from boardbytes.solving.mill.summary import Summary

_FEWEST, _USUAL = 6, 8


@click.command(short_help="Solve mill into tables, and check them.")
@click.argument("game", type=click.Choice(["mill"]))
@click.option(
    "--rules",
    default="nine",
    show_default=True,
    metavar="NAME",
    help="Which member of the family of mill: nine, ten, lasker, twelve, morabaraba, six, three …",
)
@click.option(
    "--stones",
    type=click.IntRange(_FEWEST),
    help="Solve every subspace with up to this many stones on the board and in hand.  [default: 8]",
)
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Solve them all: nine stones have 9 billion cells in the moving phase, 28 billion in "
    "both, which are 10.2 GB of files, or 2.1 GB with --value-only.",
)
@click.option(
    "--phase",
    type=click.Choice(["moving", "setting", "both"]),
    default="moving",
    show_default=True,
    help="Which part of the game; setting needs the tables of the moving phase.",
)
@click.option("--value-only", is_flag=True, help="Won, drawn or lost, without plies to the end.")
@click.option(
    "--device",
    type=click.Choice(["cpu", "gpu"]),
    default="cpu",
    show_default=True,
    help="What to solve on; gpu needs the extra boardbytes[gpu].",
)
@click.option("--verify", "verifies", is_flag=True, help="Solve nothing: check all tables.")
@click.option(
    "--deep", is_flag=True, help="With --verify: every value must follow from its successors."
)
@click.option("--tables", metavar="DIR", help="Keep the tables here instead of the cache folder.")
@click.option(
    "--progress", is_flag=True, help="Show progress even if the output is not a terminal."
)
@json_option
def command(
    game: str,
    rules: str,
    stones: int | None,
    everything: bool,
    phase: str,
    value_only: bool,
    device: str,
    verifies: bool,
    deep: bool,
    tables: str | None,
    progress: bool,
    as_json: bool,
) -> int:
    """Work out who wins from every mill position with few stones, and in how many plies.

    Every member of the family is solved by the same program; its tables have its name.

    Tables that are there already are used as they are, so an interrupted run goes on where it
    stopped. Prints what each subspace holds, counting each symmetry class once.
    """
    from boardbytes.solving.mill import default_folder
    from boardbytes.solving.mill.member import find_member

    member = find_member(rules)
    if stones is not None and stones > member.most:
        raise click.UsageError(f"{member.name} has {member.most} stones, not {stones}")
    if everything and stones is not None:
        raise click.UsageError("give --all or --stones, not both")
    if deep and not verifies:
        raise click.UsageError("--deep goes with --verify")
    folder = Path(tables) if tables else default_folder()
    line = Line(progress)
    try:
        if verifies:
            return _verify(folder, deep, member, line, as_json)
        count = member.most if everything else stones or min(_USUAL, member.most)
        machine = _machine(device, member, not value_only)
        return _solve(count, folder, machine, phase, line, as_json)
    except SolvingError as error:
        raise click.ClickException(str(error)) from None
    finally:
        line.clear()


def _solve(
    stones: int, folder: Path, machine: Any, phase: str, line: Line, as_json: bool
) -> int:  # fmt: skip
    from boardbytes.solving.mill.task import Task

    task = Task(stones, folder, machine, phase=phase)
    needed = task.check_memory()
    if not as_json:
        say(
            f"solving takes up to {gigabytes(needed)} of memory, and {_estimate(task)}"
            if task.missing
            else "everything is already solved"
        )
        placed = "hands " if phase != "moving" else ""
        counts = "".join(f"{name:>13}" for name in ("classes", "won", "drawn", "lost"))
        say(f"{placed}mover opponent{counts}  longest")
    meter = _Meter(line)
    found = []
    for summary in task.run(meter.show):
        found.append(summary.plain())
        if not as_json:
            line.clear()
            say(_row(summary, phase))
    if as_json:
        write_json({"memory": needed, "subspaces": found})
    else:
        say(f"tables in {folder}")
    return FINE


def _row(summary: Summary, phase: str) -> str:
    subspace = summary.subspace
    hands = f"{subspace.hand}/{subspace.opp_hand}"
    placed = f"{hands:>5} " if phase != "moving" else ""
    counts = (summary.classes, summary.won, summary.drawn, summary.lost)
    columns = "".join(f"{count:13,}" for count in counts)
    longest = (summary.longest_win, summary.longest_loss)
    plies = "/".join("–" if each is None else str(each) for each in longest)
    return f"{placed}{subspace.own:5} {subspace.opp:8}{columns}  {plies}"


def _verify(folder: Path, deep: bool, member: Any, line: Line, as_json: bool) -> int:
    from boardbytes.solving.mill import verify
    from boardbytes.solving.mill.subspaces import Subspace

    seen: list[Subspace] = []

    def watch(subspace: Subspace) -> None:
        seen.append(subspace)
        line.say(f"{subspace} stones …")

    problems = []
    for problem in verify(folder, deep, watch, member):
        problems.append(problem)
        if not as_json:
            line.clear()
            say(f"error: {problem}")
    if as_json:
        write_json({"tables": len(seen), "problems": [plain_problem(each) for each in problems]})
    elif not problems:
        say(f"{counted(len(seen), 'table')} in {folder}: fine")
    return PROBLEMS if problems else FINE


class _Meter:
    """What is being solved, how fast, and how long it will take, on the progress line."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def show(self, progress: Any) -> None:
        level = "" if progress.level is None else f", {counted(progress.level, 'ply', 'plies')}"
        share = f"{progress.done / 1e6:,.1f} of {progress.total / 1e6:,.1f} million states"
        text = f"{progress.subspace} stones{level}: {share}"
        seconds = self._line.seconds
        if progress.done and seconds:
            rate = progress.done / seconds
            left = (progress.total - progress.done) / rate
            text += f", {rate / 1e6:.1f} million a second, {_duration(left)} left"
        self._line.say(text)


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 5400:
        return f"{seconds / 60:.0f} min"
    return f"{seconds / 3600:.1f} h"


def _estimate(task: Any) -> str:
    """How long it will take, judging by what was measured of each phase."""
    rate = task.places / task.seconds
    return f"about {_duration(task.seconds)} at {rate / 1e6:,.1f} million places a second"


def _machine(device: str, member: Any, distances: bool) -> Any:
    if device == "cpu":
        from boardbytes.solving.mill.cpu import Cores

        return Cores(member, distances)
    try:
        from boardbytes.solving.mill.gpu import Gpu

        return Gpu(member, distances)
    except Exception as error:  # whatever a missing driver, card or package raises
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise click.UsageError(f"no GPU can be used here: {reason}") from None
