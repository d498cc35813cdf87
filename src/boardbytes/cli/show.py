"""`show`: what a file is, the board, whose turn it is, what was written and found."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import click

from boardbytes.cli import FINE, PROBLEMS, WRONG, complain, describe, exit_code
from boardbytes.cli.card import card
from boardbytes.cli.common import (
    format_problem,
    in_game,
    load,
    say,
    shown_name,
    terminal_text,
    write_json,
)
from boardbytes.cli.nodes import Where, document_at, node_at, node_options, note_lines, step_words
from boardbytes.cli.options import (
    dialect_option,
    files_argument,
    format_option,
    game_option,
    json_option,
    rules_option,
    theme_option,
)
from boardbytes.cli.told import board_options
from boardbytes.drawing import draw
from boardbytes.errors import FormatError
from boardbytes.formats import FORMATS
from boardbytes.games import SUBJECTS
from boardbytes.model import Document, Node, Position, Problem
from boardbytes.model.ending import outcome_of, status_of
from boardbytes.model.line import Reached, begin
from boardbytes.model.problem import plain_problem
from boardbytes.model.words import counted


@dataclass(frozen=True)
class Shown:
    """What is shown of a file: a place in its game or its position, and what is wrong with it."""

    file: str
    document: Document
    node: Node | None
    rules: Any
    problems: tuple[Problem, ...]

    @property
    def position(self) -> Any:
        return self.node.position if self.node else self.document.position

    @property
    def reached(self) -> Reached | None:
        """The place with what led to it; None for what is not played."""
        if self.node:
            return self.node.tree.reached(self.node)
        position = self.document.position
        if not isinstance(position, Position):
            return None
        return begin(position, position.find_rules(self.rules))

    @property
    def line(self) -> Document:
        """The game up to here."""
        return document_at(self.document, self.node)

    @property
    def legal_moves(self) -> int:
        here = self.reached
        return len(here.position.legal_moves(self.rules, here.history)) if here else 0


@click.command(short_help="What a file holds: format, board, turn, comments, findings.")
@files_argument
@format_option
@game_option
@dialect_option
@board_options
@node_options
@click.option(
    "--diagram",
    type=click.Choice(["board", "source"]),
    default="board",
    show_default=True,
    help="Draw the board as players see it, or as the document of a 32-byte word draws it.",
)
@rules_option(None)
@theme_option
@json_option
def command(
    files: tuple[str, ...],
    format_name: str | None,
    where: Where,
    game: int,
    dialect: str | None,
    told: dict[str, Any],
    diagram: str,
    rules: str | None,
    theme: str,
    as_json: bool,
) -> int:
    """Show what a file holds: who played, the board, whose turn it is, comments and findings.

    A game is shown at its end, or at the node that --path or --move names. Where a move cannot be
    played, the board before it is shown, and the exit code is 1.
    """
    code, is_first = FINE, True
    plain: list[dict[str, Any]] = []
    for file in files:
        problems: tuple[Problem, ...] | None = None
        try:
            document = load(file, format_name, game, dialect, told, rules)
        except FormatError as error:
            problems = error.problems
            if error.readable is None:
                code = max(code, _refuse(file, error, plain, as_json))
                continue
            document, code = error.readable, max(code, PROBLEMS)
        except OSError as error:
            code = max(code, complain(describe(error), WRONG))
            continue
        node = node_at(file, document, where)
        chosen = rules or (document.tree.rules if document.tree else "standard")
        found = problems or document.problems
        if game > 1:
            found = tuple(in_game(problem, game) for problem in found)
        shown = Shown(file, document, node, chosen, found)
        if as_json:
            plain.append(_plain(shown))
            continue
        if not is_first:
            say()
        is_first = False
        _show(shown, _picture(shown, theme, diagram))
    if as_json and plain:
        write_json(plain[0] if len(files) == 1 else plain)
    return code


def _refuse(file: str, error: FormatError, plain: list[dict[str, Any]], as_json: bool) -> int:
    """Report a file of which nothing can be shown."""
    if not as_json or error.format is None:
        return complain(str(error), exit_code(error))
    problems = [plain_problem(problem) for problem in error.problems]
    plain.append({"file": file, "format": error.format, "problems": problems})
    return PROBLEMS


def _picture(shown: Shown, theme: str, diagram: str) -> str:
    """The board for a terminal; the document of the 32-byte word draws checkers in its own way."""
    if diagram == "board":
        return terminal_text(draw(shown.document, theme, at=shown.node))
    from boardbytes.games.checkers import CheckersPosition
    from boardbytes.games.checkers.notation import format_source_diagram

    position = shown.position
    if not isinstance(position, CheckersPosition):
        name = shown_name(shown.file)
        raise click.UsageError(f"{name} holds {position.game}: the source draws checkers")
    return format_source_diagram(position.red, position.white, position.kings) + "\n"


def _show(shown: Shown, picture: str) -> None:
    document, position = shown.document, shown.position
    title = FORMATS.find(document.format or "json").title
    called = position.called(SUBJECTS.find(position.game).title)
    say(f"{shown_name(shown.file)}: {called}, {title}\n")
    if document.tree and (lines := card(document.tree)):
        _say_table(lines)
        say()
    click.echo(picture)
    for line in position.summary():
        say(line)
    if shown.node:
        _say_node(shown.node)
    if isinstance(position, Position):
        say(status_of(shown.line, shown.rules) or counted(shown.legal_moves, "legal move"))
    for problem in shown.problems:
        say(format_problem(problem))


def _say_node(node: Node) -> None:
    """Where in the game this is, what is written there, and how the game goes on."""
    total = sum(each.move is not None for each in node.tree.main_line())
    if node.id == node.tree.last.id:
        say(f"{counted(total, 'move')} played")
    else:
        among = f"{node.ply} of {total}" if "." not in node.path else f"{node.ply}"
        what = f": {words}" if (words := step_words(node)) else ""
        say(f"move {among} (node {node.path}){what}" if node.path else f"before all {total} moves")
    if len(node.children) > 1:
        ways = [f"{child.path} {step_words(child)}".strip() for child in node.children]
        say(f"goes on with {' · '.join(ways)}")
    lines = list(note_lines(node.notes))
    if lines or node.comment:
        say()
    _say_table(lines)
    if node.comment:
        say(node.comment.rstrip())
    if lines or node.comment:
        say()


def _say_table(lines: Iterable[tuple[str, str]]) -> None:
    """Print names and texts in two columns."""
    lines = list(lines)
    width = max((len(word) for word, _ in lines), default=0)
    for word, text in lines:
        say(f"{word:<{width}}  {' '.join(text.split())}")


def _plain(shown: Shown) -> dict[str, Any]:
    from boardbytes.formats.plain_tree import notes_to_plain, outcome_to_plain, record_to_plain

    document, position, node = shown.document, shown.position, shown.node
    game = SUBJECTS.find(position.game)
    played: dict[str, Any] = {}
    if isinstance(position, Position):
        played = {
            "rules": position.find_rules(shown.rules).name,
            "legal_moves": shown.legal_moves,
            "outcome": outcome_to_plain(outcome_of(shown.line, shown.rules)),
        }
    return {
        "file": shown.file,
        "format": document.format,
        "game": game.name,
        "headers": dict(document.tree.headers) if document.tree else {},
        "path": node.path if node else None,
        "notes": notes_to_plain(node.notes) if node else {},
        "position": game.to_plain(position),
        "facts": dict(document.facts),
        "record": record_to_plain(record) if (record := shown.line.record) else None,
        **played,
        "problems": [plain_problem(problem) for problem in shown.problems],
    }
