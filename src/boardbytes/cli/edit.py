"""`edit`: make a tile board, or change one."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import click

from boardbytes.cli import FINE, complain
from boardbytes.cli.common import load, say, shown_name, write_json
from boardbytes.cli.options import format_option, json_option
from boardbytes.errors import LossError
from boardbytes.files import STANDARD_STREAM
from boardbytes.formats import dumps, format_for, write
from boardbytes.games.tiles import TileBoard, blank, depths, editing
from boardbytes.games.tiles.board import DEPTHS, HEIGHTS, parse_value, part
from boardbytes.games.tiles.footer import EDITOR, TEXT_SIZES, Footer
from boardbytes.games.tiles.notation import Spot, parse_spot
from boardbytes.games.tiles.rules import MODIFIERS
from boardbytes.model.document import as_document
from boardbytes.model.registry import find

Edit: TypeAlias = Callable[[TileBoard], TileBoard]


@dataclass(frozen=True)
class Desk:
    """Which file is edited, and where the result goes."""

    file: str
    output: str | None
    format_name: str | None
    as_json: bool

    @property
    def target(self) -> str:
        return self.output or self.file

    @property
    def told_depth(self) -> int | None:
        """The depth that the ending of the file's name gives: 16 for `.gb16`."""
        ending = Path(self.target).suffix.lower()
        return next((depth for depth in DEPTHS if ending == f".gb{depth:02}"), None)

    def board(self) -> tuple[TileBoard, str]:
        """The board of the file and its format."""
        document = load(self.file, self.format_name)
        if not isinstance(document.position, TileBoard):
            raise click.UsageError(f"{shown_name(self.file)} holds no tile board")
        return document.position, document.format or "gbxx"

    def edit(self, change: Edit) -> None:
        """Change the board of the file and write it whole."""
        board, format = self.board()
        self.write(change(board), (self.output and format_for(self.output)) or format)

    def write(self, board: TileBoard, format: str) -> None:
        data = dumps(board, format)
        write(self.target, data, as_document(board), format)
        if self.target == STANDARD_STREAM:
            return
        if self.as_json:
            write_json({"file": self.file, "output": self.target, "bytes": len(data)})
        else:
            say(f"{self.target}: {board.summary()[0]}")
        if format == "gbxx" and self.told_depth not in (None, board.depth):
            complain(
                f"{self.target} has tiles of {board.depth} bits now: its ending should be"
                f" .gb{board.depth:02}",
                FINE,
            )


class Edits(click.Group):
    """The edits; the options for where the result goes may stand anywhere on the line."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        end = args.index("--") if "--" in args else len(args)
        front: list[str] = []
        rest: list[str] = []
        words = iter(args[:end])
        for word in words:
            if word in ("-o", "--output"):
                front += [word, *itertools.islice(words, 1)]
            elif word.startswith("--output="):
                front.append(word)
            else:
                rest.append(word)
        return super().parse_args(ctx, [*front, *rest, *args[end:]])


@click.group(cls=Edits, short_help="Make and change tile boards.", subcommand_metavar="EDIT ...")
@click.argument("file", metavar="FILE")
@click.option("--output", "-o", metavar="FILE", help="Write here; by default FILE is replaced.")
@format_option
@json_option
@click.pass_context
def command(
    ctx: click.Context, file: str, output: str | None, format_name: str | None, as_json: bool
) -> None:
    """Make a tile board, or change the one in FILE; - reads standard input and writes to output.

    A tile is named by its column and its row from the bottom, both from 0: 3,5.
    """
    if as_json and (output or file) == STANDARD_STREAM:
        raise click.UsageError("--json needs --output: the board itself goes there")
    ctx.obj = Desk(file, output, format_name, as_json)


def tile(text: str) -> Spot:
    """A tile named on the command line."""
    try:
        x, y = parse_spot(text)
    except ValueError:
        raise click.UsageError(f"a tile must be named like 3,5 (found {text!r})") from None
    return x, y


EDGE = click.Choice(list(editing.EDGES))
DEPTH = click.Choice([str(depth) for depth in DEPTHS])


@command.command()
@click.argument("width", type=int)
@click.argument("length", type=int)
@click.option("--depth", type=DEPTH, help="Bits of a tile; else as FILE's ending says, else 8.")
@click.pass_obj
def new(desk: Desk, width: int, length: int, depth: str | None) -> None:
    """Make a board of WIDTH by LENGTH tiles, all in bounds; FILE must not be there yet."""
    if desk.target != STANDARD_STREAM and Path(desk.target).exists():
        raise click.UsageError(f"{desk.target} already exists")
    bits = int(depth) if depth else desk.told_depth or 8
    board = blank(width, length, bits, footer=Footer(editor=EDITOR))
    desk.write(board, format_for(desk.target) or "gbxx")


@command.command("set")
@click.argument("parts", metavar="[NAME=VALUE]...", nargs=-1)
@click.option("--at", multiple=True, type=tile, help="This tile; may be given several times.")
@click.option("--rectangle", nargs=2, type=tile, help="All tiles between two corners.")
@click.option("--circle", nargs=2, type=(tile, int), help="All tiles within a radius of this one.")
@click.option("--fill", type=tile, help="This tile and all like it that are joined to it.")
@click.option("--all", "everywhere", is_flag=True, help="All tiles.")
@click.option("--clear", is_flag=True, help="Set every bit of these tiles to 0 first.")
@click.pass_obj
def set_(
    desk: Desk,
    parts: tuple[str, ...],
    at: tuple[Spot, ...],
    rectangle: tuple[Spot, Spot] | None,
    circle: tuple[Spot, int] | None,
    fill: Spot | None,
    everywhere: bool,
    clear: bool,
) -> None:
    """Change parts of some tiles: height=3, bounds=trap, group=A …

    Which parts there are depends on the depth: see docs/formats/gbxx.md. Values are numbers or the
    words that `explain` shows.
    """
    if not (at or rectangle or circle or fill or everywhere):
        raise click.UsageError("say which tiles: --at, --rectangle, --circle, --fill or --all")
    if not parts and not clear:
        raise click.UsageError("say what to change: NAME=VALUE or --clear")

    def change(board: TileBoard) -> TileBoard:
        spots = list(at)
        spots += editing.rectangle(board, *rectangle) if rectangle else []
        spots += editing.circle(board, *circle) if circle else []
        spots += editing.same_around(board, fill) if fill else []
        spots += editing.everywhere(board) if everywhere else []
        cleared = editing.set_tiles(board, spots, 0) if clear else board
        return editing.set_parts(cleared, spots, dict(_value(board, text) for text in parts))

    desk.edit(change)


def _value(board: TileBoard, text: str) -> tuple[str, int]:
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"a part is changed by NAME=VALUE (found {text!r})")
    if name == "height" and (height := height_of(value, board)) is not None:
        return name, height
    return name, parse_value(part(board.depth, name), value)


def height_of(text: str, board: TileBoard) -> int | None:
    """The height that a word means, or the levels that words separated by commas mean.

    None if it is not such a word: then it should be a number.
    """
    if not board.modifiers.level_flags:
        return HEIGHTS.index(text) if board.depth == 8 and text in HEIGHTS else None
    levels, words = DEPTHS[board.depth].levels, text.split(",")
    if not set(words) <= set(levels):
        return None
    return sum(1 << levels.index(word) for word in set(words))


@command.command()
@click.argument("edge", type=EDGE)
@click.argument("count", type=int, default=1)
@click.pass_obj
def grow(desk: Desk, edge: str, count: int) -> None:
    """Add COUNT rows or columns of tiles in bounds on an edge."""
    desk.edit(lambda board: editing.grow(board, edge, count))


@command.command()
@click.argument("edge", type=EDGE)
@click.argument("count", type=int, default=1)
@click.pass_obj
def shrink(desk: Desk, edge: str, count: int) -> None:
    """Remove COUNT rows or columns on an edge."""
    desk.edit(lambda board: editing.shrink(board, edge, count))


@command.command()
@click.option("--right", type=int, default=0, help="How many columns; negative moves left.")
@click.option("--up", type=int, default=0, help="How many rows; negative moves down.")
@click.option("--around", is_flag=True, help="What leaves the board comes back on the other side.")
@click.pass_obj
def shift(desk: Desk, right: int, up: int, around: bool) -> None:
    """Move all tiles; what leaves the board is lost unless --around."""
    desk.edit(lambda board: editing.shift(board, right, up, around=around))


@command.command()
@click.argument("bits", type=DEPTH)
@click.option("--lossy", is_flag=True, help="Write it even if something is lost.")
@click.pass_obj
def depth(desk: Desk, bits: str, lossy: bool) -> None:
    """Give every tile another number of bits; refuses to lose anything without --lossy."""
    try:
        desk.edit(lambda board: depths.change_depth(board, int(bits), lossy=lossy))
    except LossError as error:
        *first, last = error.losses
        raise LossError(error.format, [*first, f"{last}; --lossy goes ahead without"]) from None


@command.command()
@click.argument("name", type=click.Choice([*TEXT_SIZES, "version"]))
@click.argument("value")
@click.pass_obj
def text(desk: Desk, name: str, value: str) -> None:
    """Change the title, author, code, editor id or version of the board."""
    if name == "version" and not value.isdecimal():
        raise click.UsageError(f"version must be 0 to 255 (found {value!r})")
    new_value = int(value) if name == "version" else value
    desk.edit(lambda board: editing.set_footer(board, **{name: new_value}))


@command.command()
@click.argument("name", type=click.Choice(list(MODIFIERS)))
@click.argument("value")
@click.pass_obj
def modifier(desk: Desk, name: str, value: str) -> None:
    """Change how the board is read: pathed yes, wrap width, occupancy 'one per team' …"""
    found = find(f"value of {name}", value, MODIFIERS[name])
    desk.edit(lambda board: editing.set_modifiers(board, **{name: found}))
