"""`analyse`: what a position of any game is worth, and every move of a whole game."""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from boardbytes.cli.common import load, say, shown_name, write_json
from boardbytes.cli.game_file import GameFile
from boardbytes.cli.nodes import Where, node_at, node_options
from boardbytes.cli.options import (
    files_argument,
    format_option,
    game_option,
    json_option,
    seconds_option,
    theme_option,
)
from boardbytes.cores import core_count
from boardbytes.drawing.graph import graph_svg, graph_text
from boardbytes.errors import NoTableError, PlayerError, PositionError
from boardbytes.files import write_whole
from boardbytes.games.mill import MillPosition
from boardbytes.model import Document, GameTree, Position, Record
from boardbytes.solving.limits import Limits

if TYPE_CHECKING:
    from boardbytes.model.analysis import Analysis
    from boardbytes.solving.mill.summary import Summary
    from boardbytes.solving.reviewing import Asking, Reviewed

SECONDS, WHOLE_SECONDS = 2.0, 0.5
"""For a single position, and for each position of a whole game."""
GO_LINES = 5

ENGINES = ("katago", "leela-zero", "pachi")
"""The engines that analyse, by the names of their players."""

_SIGNS = {"blunder": "!", "mistake": "?", "inaccuracy": "."}


@click.command(short_help="What a position is worth, and every move of a game.")
@files_argument
@format_option
@game_option
@node_options
@click.option(
    "--lines",
    type=click.IntRange(1, 400),
    help="How many of the best moves to list; by default all, in Go five.",
)
@click.option(
    "--line",
    type=click.IntRange(0, 300),
    default=20,
    show_default=True,
    help="How many plies of the best line to show, as far as it is known.",
)
@seconds_option(
    f"Seconds for a position that is in no table; {SECONDS:g} by default, with --whole"
    f" {WHOLE_SECONDS:g}."
)
@click.option("--playouts", type=click.IntRange(1), help="In Go: this many, however long it takes.")
@click.option(
    "--depth",
    type=click.IntRange(1, 90),
    help="In mill and checkers: this many plies ahead, however long it takes.",
)
@click.option(
    "--seed",
    type=int,
    help="In Go: with the same seed the same --playouts give the same answer, on one core; else all"
    " cores are used.",
)
@click.option(
    "--by",
    type=click.Choice(ENGINES),
    help="In Go: ask this engine instead; it must be installed. Also with --whole.",
)
@click.option("--tables", metavar="DIR", help="Use the tables of mill in this folder.")
@click.option("--whole", is_flag=True, help="Every position of the game: a graph, and mistakes.")
@click.option("--svg", metavar="FILE", help="Write the graph of a whole game as a picture.")
@click.option(
    "--annotate",
    "notes",
    metavar="OUT",
    help="Write the game with its mistakes as comments; the ending names the format.",
)
@theme_option
@json_option
def command(
    files: tuple[str, ...],
    format_name: str | None,
    game: int,
    where: Where,
    lines: int | None,
    line: int,
    seconds: float | None,
    playouts: int | None,
    depth: int | None,
    seed: int | None,
    by: str | None,
    tables: str | None,
    whole: bool,
    svg: str | None,
    notes: str | None,
    theme: str,
    as_json: bool,
) -> None:
    """Say what positions of mill, checkers and Go are worth, and which moves are best.

    Mill with up to seven stones and checkers with up to four pieces are known from tables, mill
    with more where boardbytes solve has made them. Beyond them a search, in Go playouts, says what
    it sees, and whether that is proven.
    """
    whole = whole or svg is not None or notes is not None
    folder = Path(tables) if tables else None
    if folder and not folder.is_dir():
        raise click.UsageError(f"there is no folder {folder}")
    if len(files) > 1 and (svg or notes):
        raise click.UsageError("--svg and --annotate take one file")
    if whole and where.is_told:
        raise click.UsageError("--whole means every position: leave out --path and --move")
    limits = Limits(
        lines=lines or 0,
        seconds=seconds,
        playouts=playouts,
        depth=depth,
        tables=folder,
        seed=1 if seed is None else seed,
        cores=1 if seed is not None else core_count(),
    )
    plain = []
    for number, file in enumerate(files):
        source = GameFile.read(file, format_name, game) if notes else None
        document = source.document if source else load(file, format_name, game)
        ended = _ending(limits, document.position.game, WHOLE_SECONDS if whole else SECONDS)
        if number and not as_json:
            say()
        if len(files) > 1 and not as_json:
            say(f"{shown_name(file)}:")
        if whole:
            told = _whole(file, document, ended, by, svg, theme, as_json, source, notes)
        else:
            told = _one(_record(file, document, where), ended, line, by, as_json)
        plain.append({"file": file} | told)
    if as_json:
        write_json(plain[0] if len(plain) == 1 else plain)


def _ending(limits: Limits, game: str, usual: float) -> Limits:
    """Limits that a look at a game comes to: the usual time where nothing else would stop it."""
    enough = limits.playouts if game == "go" else limits.depth
    return limits if limits.seconds or enough else replace(limits, seconds=usual)


def _record(file: str, document: Document, where: Where) -> Record:
    """The game up to the position that is meant."""
    node = node_at(file, document, where)
    if node is None:
        if not isinstance(document.position, Position):
            raise click.UsageError(f"{shown_name(file)} holds no game")
        return Record(document.position)
    record = node.tree.record(node)
    return record.with_result(record.end.outcome(record.rules))


def _one(
    record: Record, limits: Limits, plies: int, by: str | None, as_json: bool
) -> dict[str, Any]:  # fmt: skip
    from boardbytes.solving.analysing import analyse

    every = GO_LINES if record.position.game == "go" else max(1, len(record.legal_moves()))
    limits = replace(limits, lines=limits.lines or every)
    with ExitStack() as stack:
        ask = stack.enter_context(_engine(by, record.position)) if by else analyse
        found = ask(record, limits)
    best = found.lines[0].moves[:plies] if found.lines else ()
    facts = _mill_facts(record, limits.tables)
    if not as_json:
        _show(record, found, facts, [str(move) for move in best])
    summary = facts.get("summary")
    return found.plain() | {
        "moves": [line.plain() for line in found.lines],
        "line": [str(move) for move in best],
        "subspace": summary.plain() if summary else None,
    }


@contextmanager
def _engine(name: str, position: Position) -> Iterator[Asking]:
    """Asks an engine that is known by name for its last analysis; it runs meanwhile."""
    from boardbytes.players import create_player
    from boardbytes.players.gtp import GtpPlayer
    from boardbytes.players.gtp_analysis import analyses

    with create_player(name, position.game) as player:
        assert isinstance(player, GtpPlayer)

        def ask(record: Record, limits: Limits) -> Analysis:
            found = list(deque(analyses(player, record, limits), maxlen=1))
            if not found:
                raise PlayerError(f"{name} said nothing in that time")
            return found[0]

        yield ask


def _show(record: Record, found: Analysis, facts: dict[str, Any], best: list[str]) -> None:
    removing = isinstance(record.position, MillPosition) and record.position.removing
    doing = "to take" if removing else "to move"
    proof = "" if found.score.proven else ", not proven"
    say(f"{found.turn} {doing}: {found.score} ({found.effort}{proof})")
    for line in found.lines:
        share = f"  {line.playouts:,} playouts" if line.playouts is not None else ""
        say(f"  {line.move!s:10} {line.score}{share}")
    if best:
        say(f"best line: {' '.join(best)}")
    if facts.get("summary"):
        say(_statistics(facts["summary"]))
    if facts.get("missing"):
        say(facts["missing"])


def _mill_facts(record: Record, folder: Path | None) -> dict[str, Any]:
    """What the subspace of a mill position holds, or why no table knows the position."""
    position = record.position
    if not isinstance(position, MillPosition):
        return {}
    from boardbytes.solving.mill.probing import probe, summary

    try:
        probe(position, folder, record.rules)
        return {"summary": summary(position, folder, record.rules)}
    except NoTableError as error:
        return {"missing": str(error)}


def _statistics(summary: Summary) -> str:
    """What a subspace holds, in a sentence."""
    counts = f"{summary.won:,} won, {summary.drawn:,} drawn, {summary.lost:,} lost"
    longest = [
        f"longest {name} {plies} plies"
        for name, plies in (("win", summary.longest_win), ("loss", summary.longest_loss))
        if plies is not None
    ]
    return f"subspace {summary.subspace}, images counted once: " + ", ".join([counts, *longest])


def _whole(
    file: str,
    document: Document,
    limits: Limits,
    by: str | None,
    svg: str | None,
    theme: str,
    as_json: bool,
    source: GameFile | None,
    notes: str | None,
) -> dict[str, Any]:
    from boardbytes.solving.analysing import analyse
    from boardbytes.solving.reviewing import annotated, review

    tree = document.tree
    if tree is None or not tree.record().moves:
        raise click.UsageError(f"{shown_name(file)} holds no moves: there is no game to go through")
    moves = []
    with ExitStack() as stack:
        ask = stack.enter_context(_engine(by, tree.start)) if by else analyse
        for each in review(tree, replace(limits, lines=limits.lines or 1), ask):
            moves.append(each)
            if not as_json and each.word:
                say(f"move {each.ply}, {each.colour} {each.move}: {each.remark}")
    if not moves:
        raise PositionError(f"{shown_name(file)}: no position of the game can be analysed")
    first, second = (side.value for side in tree.start.sides)
    values = [each.after for each in moves]
    if not as_json:
        signs = {place: _SIGNS[each.word] for place, each in enumerate(moves) if each.word}
        encoding = (getattr(sys.stdout, "encoding", None) or "ascii").lower()
        say(graph_text(values, signs, (first, second), ascii_only="utf" not in encoding))
        say(_counts(tree, moves))
    if svg:
        words = {place: each.word for place, each in enumerate(moves) if each.word}
        titles = [f"{each.ply}. {each.colour} {each.move}: {each.remark}" for each in moves]
        write_whole(svg, graph_svg(values, words, (first, second), titles, theme).encode())
    if source and notes:
        commented = Document.of(document.format, annotated(tree, moves), document.facts)
        source.put(notes, source.format_at(notes) or source.format.name, commented)
    return {"moves": [each.plain() for each in moves], "svg": svg, "annotated": notes}


def _counts(tree: GameTree, moves: list[Reviewed]) -> str:
    """How many mistakes each side made, in a line."""
    said = []
    for side in tree.start.sides:
        words = [each.word for each in moves if each.colour is side and each.word]
        counts = [f"{words.count(word)} {word}" for word in _SIGNS if word in words]
        said.append(f"{side}: {', '.join(counts) or 'no mistake'}")
    return "; ".join(said)
