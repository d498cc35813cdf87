"""`play`: a game in the terminal, against a person or a computer player."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from boardbytes.cli import FINE, PROBLEMS, complain, describe
from boardbytes.cli.common import say, terminal_text, write_json
from boardbytes.cli.game_file import GameFile
from boardbytes.cli.new_game import Size, new_game, new_game_options
from boardbytes.cli.options import (
    format_option,
    game_argument,
    json_option,
    numbered_game_option,
    rules_option,
    target_option,
    theme_option,
)
from boardbytes.cli.seats import check_sides, names_of, player_options, split_given, take_seats
from boardbytes.cli.settings import with_settings
from boardbytes.drawing import draw
from boardbytes.errors import BoardbytesError, PlayerError
from boardbytes.formats import FORMATS, format_for
from boardbytes.formats import save as save_model
from boardbytes.formats.loss import MOVES, losses
from boardbytes.formats.plain_tree import record_to_plain
from boardbytes.games import GAMES
from boardbytes.model import Colour, Document, Game, GameTree, Move, Record
from boardbytes.model.words import printable
from boardbytes.players import Player, players_of

USUAL_FILE = "game.json"
"""Where a game is saved if no name was given and there is no such file yet."""

_HELP = """\
  a move       such as {example}
  moves        list the legal moves
  board        show the board again
  undo         take back your last move; what a file says stays in it
  save FILE    save the game; the ending names the format
  quit         stop here"""


@dataclass
class Table:
    """A game in progress, and who sits at it; None is a person.

    `record` is the line of `tree` that leads to the node `here`. What was played here is taken back
    by going back to the tree before it; what the file says stays, and becomes a variation once
    another move is played in its place.
    """

    document: Document
    record: Record
    players: dict[Colour, Player | None]
    theme: str
    quiet: bool
    """Say nothing that was not asked for, so that standard output can carry JSON."""
    file: GameFile | None = None
    """The file that the game is from."""

    def __post_init__(self) -> None:
        self.tree = self.document.tree or GameTree.of(self.record)
        self.here = self.tree.last.id
        self.trees: list[GameTree] = []
        """The tree before each move that was played here."""

    @property
    def player(self) -> Player | None:
        turn = self.record.position.turn
        return self.players[turn] if turn else None

    def play(self, move: Move | str) -> None:
        """Make a move: the main line goes on with it."""
        record = self.record.play(move)
        tree, step = self.tree, record.steps[-1]
        known = tree.child(self.here, step.move, step.colour) if step.move else None
        tree = tree if known else tree.add(self.here, step)
        child = known.id if known else len(tree.entries) - 1
        self.trees.append(self.tree)
        self.tree = tree.promote(child).with_result(record.result)
        self.record, self.here = record, child

    def undo(self, plies: int) -> None:
        """Take back the last moves, as far as there are any."""
        plies = min(plies, len(self.record.moves))
        self.record = self.record.undo(plies)
        for _ in range(plies):
            node = self.tree.node(self.here)
            while node.move is None and node.parent:
                node = node.parent
            self.here = node.parent.id if node.parent else node.id
            self.tree = self.trees.pop() if self.trees else self.tree

    def say(self, text: str, *, newline: bool = True) -> None:
        say(text, newline=newline, err=self.quiet)

    def show_board(self) -> None:
        if not self.quiet:
            click.echo("\n" + terminal_text(draw(self.record, self.theme)), nl=False)
            say("\n".join(self.record.position.summary()))

    def save(self, path: str, format_name: str | None) -> None:
        """Save the game; a format that holds only positions gets the last one.

        In the file that the game is from, only this game is replaced.
        """
        name = self.format_of(path, format_name)
        target = FORMATS.find(name)
        game = self.tree if MOVES in target.holds else self.record
        document = Document.of(self.document.format, game, self.document.facts)
        lost = losses(document, target)
        if self.file:
            self.file.put(path, name, document, lossy=True)
        else:
            save_model(document, path, name, lossy=True)
        without = f" without {', '.join(lost)}" if lost else ""
        self.say(f"saved to {printable(path)} ({name}){without}")

    def format_of(self, path: str, format_name: str | None) -> str:
        """The format to save in: the one named, or that of the ending, or that of the file."""
        meant = self.file.format_at(path) if self.file else format_for(path)
        return format_name or meant or "json"


@click.command(short_help="Play in the terminal.")
@game_argument
@click.argument("file", metavar="[FILE]", required=False)
@player_options
@new_game_options
@click.option("--save", "save_to", metavar="FILE", help="Save the game here when it stops.")
@target_option(
    "save_format",
    "The format to save in; by default the one that the ending of --save names, else json.",
)
@format_option
@numbered_game_option("number")
@rules_option(None)
@theme_option
@json_option
def command(
    game: str,
    file: str | None,
    save_to: str | None,
    save_format: str | None,
    format_name: str | None,
    number: int,
    rules: str | None,
    theme: str,
    as_json: bool,
    size: Size | None,
    komi: float | None,
    handicap: int | None,
    opening: str | None,
    **given: Any,
) -> int:
    """Play GAME in the terminal, from its start or from a file's position.

    Type a move, or help. The game ends when the rules say so, or with quit. What a file says stays
    in it: a move that is played in place of another makes that a variation.
    """
    found = GAMES.find(game)
    named, settings = split_given(given)
    called = {colour.value: given[f"{colour}_name"] for colour in Colour}
    if file and (size or handicap or opening or komi is not None):
        raise click.UsageError("--size, --komi, --handicap and --opening are for a new game")
    check_sides(found, named)
    check_sides(found, called)
    source = (
        GameFile.read(file, format_name, number, {"rules": rules} if rules else {})
        if file
        else None
    )
    if source is not None:
        document = source.document
    else:
        document = new_game(found, rules, size, komi, handicap, opening)
    if document.position.game != game:
        raise click.UsageError(f"the file holds {document.position.game}, not {game}")
    record = document.record or Record.replay(document.position, rules=rules or found.match_rules)
    document = with_settings(document, {side: name for side, name in called.items() if name})
    code = FINE
    with ExitStack() as stack:
        names = names_of(found, named, settings)
        players = take_seats(found, names, settings, stack)
        table = Table(document, record, players, theme, as_json, source)
        if source and save_to and source.is_at(save_to):
            source.check(table.format_of(save_to, save_format))
        if not any(named.values()) and not as_json:
            table.say(_against(found, names))
        try:
            _play(table)
        except PlayerError as error:
            code = complain(str(error), PROBLEMS)
    if save_to:
        table.save(save_to, save_format)
    if as_json:
        write_json(record_to_plain(table.record))
    return code


def _against(game: Game, names: Mapping[Colour, str]) -> str:
    """Who plays against a person who named nobody, and how to name another."""
    second, name = game.sides.second, names[game.sides.second]
    others = ", ".join(kind.name for kind in players_of(game.name) if kind.name != name)
    return f"{second} is played by {name}; --{second} NAME asks another: {others}"


def _play(table: Table) -> None:
    """Play until the game is over or someone stops."""
    table.show_board()
    while table.record.result is None and table.record.position.turn:
        turn, player = table.record.position.turn, table.player
        before = table.record
        if player is not None:
            table.play(player.choose(before))
            if not table.quiet:
                table.say(f"{turn} plays {table.record.moves[-1]}")
        elif not _ask(table):
            return
        if table.record is not before and (table.player is None or table.record.result):
            table.show_board()
    table.say(str(table.record.result or "the game is over"))


def _ask(table: Table) -> bool:
    """Let a person type one line; False if it says to stop."""
    table.say(f"{table.record.position.turn}> ", newline=False)
    line = sys.stdin.readline()
    if not line:
        table.say("")
        return False
    word, _, rest = line.strip().partition(" ")
    try:
        if word == "quit":
            return False
        if word in _COMMANDS:
            _COMMANDS[word](table, rest.strip())
        elif word:
            table.play(line.strip())
    except OSError as error:
        table.say(describe(error))
    except BoardbytesError as error:
        table.say(f"{error}; type help or moves")
    return True


def _help(table: Table, _: str) -> None:
    table.say(_HELP.format(example=table.record.legal_moves()[0]))


def _moves(table: Table, _: str) -> None:
    table.say(" ".join(map(str, table.record.legal_moves())))


def _board(table: Table, _: str) -> None:
    table.show_board()


def _undo(table: Table, _: str) -> None:
    """Take back moves to the last time this person was to move."""
    alone = any(player is not None for player in table.players.values())
    table.undo(2 if alone else 1)


def _save(table: Table, path: str) -> None:
    if not path and Path(USUAL_FILE).exists():
        table.say(f"{USUAL_FILE} already exists: type save and the name of a file")
        return
    table.save(path or USUAL_FILE, None)


_COMMANDS: dict[str, Callable[[Table, str], None]] = {
    "help": _help,
    "moves": _moves,
    "board": _board,
    "undo": _undo,
    "save": _save,
}
