"""`score`: what a finished Go board is worth."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click

from boardbytes.cli.common import load, say, shown_name, write_json
from boardbytes.cli.nodes import Where, node_at, node_options
from boardbytes.cli.options import file_argument, format_option, game_option, json_option
from boardbytes.games.go import PRESETS, GoPosition, GoRules, GoScore
from boardbytes.games.go.board import STONES
from boardbytes.model import Colour, Record

ENGINES = ("katago", "leela-zero", "pachi", "gnugo")
"""Engines that count, by the names of their players."""

_WAYS = {"area": "chinese", "territory": "japanese"}
"""Rules that count in each way."""


@click.command(short_help="Count a Go board: area and territory, dead stones taken off.")
@file_argument
@click.option(
    "--dead",
    multiple=True,
    metavar="POINT",
    help="A stone that is dead, with its group; may be given several times, or as D4,E5.",
)
@click.option(
    "--by",
    type=click.Choice(ENGINES),
    help="Ask this engine which stones are dead, and for its own score; it must be installed.",
)
@click.option("--rules", type=click.Choice(list(PRESETS)), help="The rules that decide who wins.")
@click.option("--komi", type=float, help="Points that white gets; by default the game's own.")
@format_option
@game_option
@node_options
@json_option
def command(
    file: str,
    dead: tuple[str, ...],
    by: str | None,
    rules: str | None,
    komi: float | None,
    format_name: str | None,
    game: int,
    where: Where,
    as_json: bool,
) -> None:
    """Count a Go board by area and by territory, with prisoners and komi listed separately.

    Stones that are certainly dead are taken off; those that certainly live cannot be
    called dead. Any others that are dead you name with --dead, or an engine does with --by.
    """
    document = load(file, format_name, game)
    node = node_at(file, document, where)
    position = node.position if node else document.position
    if not isinstance(position, GoPosition):
        raise click.UsageError(f"{shown_name(file)} holds {position.game}: only Go is scored")
    told = node.tree.rules if node else GoPosition.find_rules("standard")
    chosen = GoPosition.find_rules(rules) if rules else told
    komi = told.komi if komi is None else komi
    points = [point for each in dead for point in each.replace(",", " ").split()]
    if by and points:
        raise click.UsageError("either you say which stones are dead, or --by says so")
    told_by = None
    if by:
        record = node.tree.record(node) if node else Record(position)
        told_by = _asked(by, replace(record, rules=replace(chosen, komi=komi)))
        points = told_by["dead"]
    plain = _count(position, chosen, points, komi) | {"by": told_by}
    if as_json:
        write_json({"file": file} | plain)
    else:
        _say(plain)


def _asked(name: str, record: Record) -> dict[str, Any]:
    """An engine's own score, and the stones that it says are dead."""
    from boardbytes.players.engines import referee

    with referee(name, record.rules) as engine:
        engine.tell(record)
        score = engine.ask("final_score")
        dead = engine.ask("final_status_list dead").split()
    return {"name": name, "score": score, "dead": dead}


def _count(board: GoPosition, rules: GoRules, dead: list[str], komi: float) -> dict[str, Any]:
    """Everything there is to count, as plain values."""
    final = board.score(rules, dead, komi)
    certain = board.certain()
    return {
        "rules": rules.name,
        "komi": komi,
        "dead": dead,
        "certainly_dead": list(certain.dead) if rules.agreement else [],
        "stones": {side.value: board.stones.count(stone) for side, stone in STONES.items()},
        "prisoners": {side.value: board.captures(side) for side in STONES},
        **{way: _plain(board.score(preset, dead, komi)) for way, preset in _WAYS.items()},
        "result": _plain(final) | {"text": str(final)},
    }


def _plain(score: GoScore) -> dict[str, Any]:
    """Both sides' points with komi, who wins, and by how much."""
    winner = score.winner.value if score.winner else None
    return {
        "black": score.black,
        "white": score.white,
        "winner": winner,
        "margin": score.margin,
    }


def _say(plain: dict[str, Any]) -> None:
    sides = (Colour.BLACK.value, Colour.WHITE.value)
    komi = plain["komi"]
    rows = {
        "stones": plain["stones"],
        "prisoners": plain["prisoners"],
        "komi": {"black": max(0, -komi), "white": max(0, komi)},
        "area, with komi": plain["area"],
        "territory, with komi": plain["territory"],
    }
    say(f"{'':<20}{sides[0]:>8}{sides[1]:>8}")
    for name, row in rows.items():
        margin = f"  {row['winner'] or 'even'}" if "winner" in row else ""
        margin += f" by {row['margin']:g}" if row.get("winner") else ""
        say(f"{name:<20}{row['black']:>8g}{row['white']:>8g}{margin}")
    for words, points in (("dead", plain["dead"]), ("dead for certain", plain["certainly_dead"])):
        if points:
            say(f"{words}: {' '.join(points)}")
    if plain["by"]:
        say(f"{plain['by']['name']} counts {plain['by']['score']}")
    say(f"{plain['result']['text']} ({plain['rules']} rules)")
