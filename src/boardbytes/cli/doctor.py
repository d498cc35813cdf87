"""`doctor`: what is installed, kept or missing, and how to get it."""

from __future__ import annotations

import sys
from itertools import groupby
from operator import itemgetter
from pathlib import Path

import click

from boardbytes.cli import FINE, PROBLEMS
from boardbytes.cli.common import say, write_json
from boardbytes.cli.health import Finding, State, examine
from boardbytes.cli.options import json_option
from boardbytes.model.words import counted

SIGNS = {State.FINE: "✓", State.MISSING: "·", State.BROKEN: "✗"}
PLAIN_SIGNS = {State.FINE: "+", State.MISSING: "-", State.BROKEN: "!"}
"""For terminals that cannot show those."""


@click.command(short_help="What is installed, kept and missing, and how to get it.")
@click.option(
    "--tables",
    "folders",
    multiple=True,
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Also look at the solved tables in this folder; may be given several times.",
)
@json_option
def command(folders: tuple[Path, ...], as_json: bool) -> int:
    """Look at this installation: versions, extras, caches, tables, engines, GPU and databases.

    Nothing is changed, and the network is not used. What is missing is listed with the command
    that gets it. The exit code is 0 unless something is broken, that is, it ought to work and
    does not.
    """
    seen = list(examine(folders))
    broken = [finding for _, finding in seen if finding.state is State.BROKEN]
    if as_json:
        write_json({"ok": not broken, "findings": [_plain(*each) for each in seen]})
    else:
        _say(seen)
    return PROBLEMS if broken else FINE


def _plain(section: str, finding: Finding) -> dict[str, object]:
    told = {"name": finding.name, "state": finding.state.value, "says": finding.says}
    return {"section": section, **told, "get": finding.get, "facts": finding.facts}


def _say(seen: list[tuple[str, Finding]]) -> None:
    encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
    signs = SIGNS if "utf" in encoding else PLAIN_SIGNS
    width = max(len(finding.name) for _, finding in seen)
    for section, rows in groupby(seen, itemgetter(0)):
        say(section)
        for _, finding in rows:
            say(f"  {signs[finding.state]} {finding.name:<{width}}  {finding.says}")
            if finding.get:
                say(f"    {'':<{width}}  to get it: {finding.get}")
    say(_sum(seen))


def _sum(seen: list[tuple[str, Finding]]) -> str:
    """The whole in a sentence."""
    states = [finding.state for _, finding in seen]
    missing = counted(states.count(State.MISSING), "thing")
    broken = counted(states.count(State.BROKEN), "thing")
    if State.BROKEN in states:
        return f"\n{broken} broken, {missing} could be added."
    return f"\nNothing is broken; {missing} could be added."
