"""The tile board: a frozen value, with its geometry as a thin layer over the kernel.

Does not know tokens: who stands where is not part of a board.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NoReturn, TypedDict, Unpack

from boardbytes.errors import NoMoveError, PositionError
from boardbytes.games.tiles import kernel
from boardbytes.games.tiles.board import (
    DEPTHS,
    LOWEST_ENTERED,
    MAX_SIDE,
    Tile,
    check_depth,
    format_body,
    parse_body,
    part,
    put,
)
from boardbytes.games.tiles.footer import TEXT_SIZES, Footer
from boardbytes.games.tiles.geometry import Ground, distance, line, walk
from boardbytes.games.tiles.notation import (
    Spot,
    format_board,
    format_spot,
    parse_board,
    parse_spot,
)
from boardbytes.games.tiles.rules import Modifiers
from boardbytes.model.position import Content
from boardbytes.model.problem import Problem, Severity
from boardbytes.model.words import any_of, counted, printable


class TileFields(TypedDict, total=False):
    """What a board has besides its tiles."""

    modifiers: Modifiers
    footer: Footer
    reserved: int


@dataclass(frozen=True, repr=False)
class TileBoard(Content):
    """A rectangle of tiles, how it is to be read, and what its footer says.

    `body` holds the tiles as they are stored: tile `(x, y)` is number `x + y × width`, and `y`
    grows upward. Raises PositionError for values that make no board.
    """

    depth: int
    width: int
    length: int
    body: bytes = field(repr=False)
    modifiers: Modifiers = field(default_factory=Modifiers)
    footer: Footer = field(default_factory=Footer)
    reserved: int = 0
    """The header's last byte, which means nothing yet."""

    game: ClassVar[str] = "tiles"

    def __post_init__(self) -> None:
        check_depth(self.depth)
        for name in ("width", "length"):
            if not 1 <= getattr(self, name) <= MAX_SIDE:
                found = getattr(self, name)
                raise PositionError(f"{name} must be 1 to {MAX_SIDE} (found {found})")
        expected = self.width * self.length * self.tile_size
        if len(self.body) != expected:
            raise PositionError(f"the tiles must have {expected} bytes (found {len(self.body)})")
        if not 0 <= self.reserved <= 255:
            raise PositionError(f"the reserved byte must be 0 to 255 (found {self.reserved})")

    @classmethod
    def of(
        cls, depth: int, rows: Sequence[Sequence[Tile]], **fields: Unpack[TileFields]
    ) -> TileBoard:
        """A board from its rows of tiles, row 0 first; all must have the same length."""
        width = len(rows[0]) if rows else 0
        if any(len(row) != width for row in rows):
            raise PositionError("every row of a board must have the same length")
        tiles = (tile for row in rows for tile in row)
        return cls(depth, width, len(rows), format_body(depth, tiles), **fields)

    @property
    def tile_size(self) -> int:
        """How many bytes a tile has."""
        return self.depth // 8

    @property
    def tiles(self) -> memoryview:
        """Every tile as an integer, by its number; read only."""
        return parse_body(self.depth, self.body)

    def number(self, x: int, y: int) -> int:
        """The number of a tile; PositionError if it is not on the board."""
        if not (0 <= x < self.width and 0 <= y < self.length):
            spot, size = format_spot((x, y)), f"{self.width} × {self.length}"
            raise PositionError(f"there is no tile {spot} on a board of {size} tiles")
        return x + y * self.width

    def spot(self, number: int) -> Spot:
        """Where the tile of a number is: the inverse of `number`."""
        return number % self.width, number // self.width

    def tile(self, x: int, y: int) -> Tile:
        """A tile as one integer. Does not look at the large tile it may belong to."""
        start = self.number(x, y) * self.tile_size
        return int.from_bytes(self.body[start : start + self.tile_size], "little")

    def get(self, x: int, y: int, name: str) -> int:
        """A part of a tile; on a board with groups, of the large tile that it belongs to."""
        lead = self.groups()[self.number(x, y)] if self.modifiers.grouped else self.number(x, y)
        return part(self.depth, name).of(self.tile(*self.spot(lead)))

    def values(self, name: str) -> Sequence[int]:
        """A part of every tile, by its number. Does not look at large tiles."""
        bits = part(self.depth, name)
        if bits.width > 8:
            return [bits.of(tile) for tile in self.tiles]
        # No other part crosses a byte, so a table of 256 entries does all tiles at once.
        table = bytes(byte >> bits.shift % 8 & (1 << bits.width) - 1 for byte in range(256))
        return self.body[bits.shift // 8 :: self.tile_size].translate(table)

    @property
    def title(self) -> str:
        return self.footer.shown("title")

    @property
    def author(self) -> str:
        return self.footer.shown("author")

    @property
    def code(self) -> str:
        return self.footer.shown("code")

    def neighbours(self, x: int, y: int) -> tuple[Spot, ...]:
        """The tiles that a tile touches, wrapping included; each once, and never itself."""
        near = [0] * kernel.MAX_NEIGHBOURS
        count = kernel.neighbours(self.number(x, y), *self.kernel_values, near)
        return tuple(map(self.spot, near[:count]))

    @property
    def kernel_values(self) -> tuple[int, int, int]:
        """The shape as the kernel takes it: width, length, modifiers."""
        return self.width, self.length, self.modifiers.byte

    def groups(self) -> list[int]:
        """For every tile the lowest-numbered tile of its large tile: itself if it is in none."""
        return self.large_tiles()[0]

    def large_tiles(self) -> tuple[list[int], list[int]]:
        """The groups as the kernel takes them: every tile's lead, and the next tile with it."""
        count = self.width * self.length
        leads, mates, near = list(range(count)), [-1] * count, [0] * kernel.MAX_NEIGHBOURS
        if self.modifiers.grouped:
            kernel.join_groups(self.values("group"), *self.kernel_values, near, leads, mates)
        return leads, mates

    def can_enter(self, x: int, y: int) -> bool:
        """Whether tokens may stand there at all: in bounds, or something that acts on them."""
        return self.get(x, y, DEPTHS[self.depth].entered) >= LOWEST_ENTERED

    def levels(self, x: int, y: int) -> tuple[int, ...]:
        """The levels that a tile has, the lowest first: one, unless each has a flag."""
        if not self.modifiers.level_flags:
            return (0,)
        height = self.get(x, y, "height")
        return tuple(
            level for level in range(len(DEPTHS[self.depth].levels)) if height >> level & 1
        )

    def ground(self, with_levels: bool = False) -> Ground:
        """The board as a walker sees it, tile by tile or level by level."""
        if with_levels and not self.modifiers.level_flags:
            raise PositionError("the tiles of this board have no levels")
        leads, mates = self.large_tiles()
        entered = self.values(DEPTHS[self.depth].entered)
        levels = self.values("height") if with_levels else b"\1" * len(entered)
        open_levels = bytes(
            level if kind >= LOWEST_ENTERED else 0
            for level, kind in zip(levels, entered, strict=True)
        )
        count = len(DEPTHS[self.depth].levels) if with_levels else 1
        return Ground(*self.kernel_values, count, open_levels, leads, mates)

    def ground_spot(self, ground: Ground, spot: Spot) -> int:
        """A spot as a number of the ground; PositionError if it is not on the board."""
        x, y, *rest = spot
        level = rest[0] if rest else 0
        if len(spot) != (3 if ground.levels > 1 else 2) or not 0 <= level < ground.levels:
            raise PositionError(f"there is no spot {format_spot(spot)} here")
        return ground.spot(self.number(x, y), level)

    def named_spot(self, ground: Ground, number: int) -> Spot:
        """The spot of a number of the ground: the inverse of `ground_spot`."""
        level, tile = divmod(number, ground.tiles)
        return (*self.spot(tile), level) if ground.levels > 1 else self.spot(tile)

    def distance(self, start: Spot, end: Spot) -> int:
        """The fewest steps from one tile to another, whatever lies between them."""
        return distance(self.number(*start), self.number(*end), *self.kernel_values)

    def line(self, start: Spot, end: Spot) -> tuple[Spot, ...]:
        """The tiles along the straight line between the middles of two, both included.

        Among squares, those that it crosses, not those that it only meets at a corner; among
        hexagons, as many as a shortest path has. On a board that wraps, the shortest line.
        """
        found = line(self.number(*start), self.number(*end), *self.kernel_values)
        return tuple(self.spot(tile) for tile in found)

    def sees(self, start: Spot, end: Spot) -> bool:
        """Whether nothing on the line between two tiles hides one from the other.

        A tile hides what is behind it if it cannot be entered, or, where heights are numbers, if
        it is higher than both ends.
        """
        found = line(self.number(*start), self.number(*end), *self.kernel_values)
        leads = self.groups() if self.modifiers.grouped else range(self.width * self.length)
        tiles = [self.tile(*self.spot(leads[tile])) for tile in found]
        kinds, heights = part(self.depth, DEPTHS[self.depth].entered), part(self.depth, "height")
        between = tiles[1:-1]
        if any(kinds.of(tile) < LOWEST_ENTERED for tile in between):
            return False
        highest = max(heights.of(tiles[0]), heights.of(tiles[-1]))
        return self.modifiers.level_flags or all(heights.of(tile) <= highest for tile in between)

    def reachable(self, start: Spot) -> dict[Spot, int]:
        """Every spot that a token can reach from a spot, with the steps it takes; nearest first.

        From a tile `(x, y)` over tiles; from a level `(x, y, level)` over levels of tiles. A
        large tile is one step and goes by its lowest-numbered tile. Nothing can be reached from
        a spot that cannot be entered. Does not know tokens: see `boardbytes.games.tiles.token`.
        """
        ground = self.ground(with_levels=len(start) == 3)
        here = self.ground_spot(ground, start)
        if not ground.is_open(here):
            return {}
        found = walk(ground, here)
        return {self.named_spot(ground, spot): found.steps[spot] for spot in found.order}

    def path(self, start: Spot, end: Spot) -> tuple[Spot, ...] | None:
        """The spots of a shortest path, both ends included; None if there is none.

        Between tiles or between levels of tiles, as in `reachable`.
        """
        ground = self.ground(with_levels=len(start) == 3)
        here, there = self.ground_spot(ground, start), self.ground_spot(ground, end)
        if not ground.is_open(here) or not ground.is_open(there):
            return None
        path = walk(ground, here).path_to(there)
        return None if path is None else tuple(self.named_spot(ground, at) for at in path)

    def problems(self) -> tuple[Problem, ...]:
        """Warnings: what a careful reader would ask about."""
        found: list[tuple[str, str, str | None]] = []
        if self.reserved:
            found.append(("reserved", "the reserved byte should be 0", f"{self.reserved}"))
        if kernel.has_odd_seam(self.width, self.modifiers.byte):
            message = "a hexagonal board that wraps by width should have an even width"
            found.append(("odd-wrap", message, f"{self.width}"))
        if not self.modifiers.grouped and max(self.values("group")):
            message = "group ids should be 0 when tiles are not grouped"
            found.append(("groups-off", message, None))
        for name in self.footer.with_hidden_text():
            found.append((f"{name}-after-zero", f"{name} should end at its first zero", None))
        return tuple(
            Problem(code, message, found=value, severity=Severity.WARNING)
            for code, message, value in found
        )

    def summary(self) -> tuple[str, ...]:
        kind = f"{self.width} × {self.length} tiles of {self.depth} bits"
        texts = ((name, self.footer.shown(name)) for name in TEXT_SIZES)
        lines = [f"{name}: {printable(text)}" for name, text in texts if text]
        version = f"version {self.footer.version}" if self.footer.version else "unstable version"
        return (f"{kind}, {version}", str(self.modifiers), *lines)

    def move_to(self, other: TileBoard) -> NoReturn:
        """Boards are not played, so no move ever leads on: NoMoveError says what differs."""
        raise NoMoveError(_differences(self, other), "the boards differ")

    def __str__(self) -> str:
        """The tiles as hexadecimal numbers, the topmost row first."""
        return "\n".join(map(" ".join, self._words()))

    def _words(self) -> list[list[str]]:
        """Every tile as a hexadecimal number, the topmost row first."""
        words = [f"{tile:0{self.depth // 4}x}" for tile in self.tiles]
        starts = range(0, len(words), self.width)
        return [words[start : start + self.width] for start in reversed(starts)]

    @property
    def text(self) -> str:
        """All that the board holds in one line, as `parse` reads it."""
        return format_board(self._words(), self.modifiers, self.footer, self.reserved)

    def __repr__(self) -> str:
        return f"TileBoard.parse({self.text!r})"

    @classmethod
    def _parse(cls, text: str) -> TileBoard:
        depth, rows, modifiers, footer, reserved = parse_board(text)
        return cls.of(depth, rows, modifiers=modifiers, footer=footer, reserved=reserved)

    def __getitem__(self, spot: str | Spot) -> Tile:
        """A tile as one integer, by its spot as text or as numbers: `board["3,5"]`."""
        found = parse_spot(spot) if isinstance(spot, str) else spot
        if not isinstance(found, tuple) or [type(part) for part in found] != [int, int]:
            raise PositionError(f"a tile is named like 3,5 (found {spot!r})")
        return self.tile(*found)


def blank(width: int, length: int, depth: int = 8, **fields: Unpack[TileFields]) -> TileBoard:
    """A new board whose tiles are all in bounds and otherwise 0."""
    check_depth(depth)
    empty = put(0, part(depth, DEPTHS[depth].entered), DEPTHS[depth].in_bounds)
    count = width * length if 0 < width <= MAX_SIDE and 0 < length <= MAX_SIDE else 0
    return TileBoard(depth, width, length, format_body(depth, [empty] * count), **fields)


def _differences(before: TileBoard, after: TileBoard) -> list[str]:
    """What differs between two boards, in sentences."""
    if before == after:
        return ["the boards are the same"]
    plain = ("depth", "width", "length")
    values = [
        *((name, getattr(before, name), getattr(after, name)) for name in plain),
        ("modifiers", before.modifiers, after.modifiers),
        *((name, _said(before, name), _said(after, name)) for name in (*TEXT_SIZES, "version")),
        ("reserved byte", before.reserved, after.reserved),
        ("unused byte", before.footer.unused, after.footer.unused),
    ]
    sentences = [f"{name} went from {old} to {new}" for name, old, new in values if old != new]
    if (before.depth, before.width) == (after.depth, after.width):
        pairs = enumerate(zip(before.tiles, after.tiles, strict=False))
        changed = [number for number, (old, new) in pairs if old != new]
        if changed:
            spots = any_of([format_spot(before.spot(number)) for number in changed[:3]])
            verb = "differs" if len(changed) == 1 else "differ"
            more = " …" if len(changed) > 3 else ""
            tiles = f"{counted(len(changed), 'tile')} {verb}"
            sentences.append(f"{tiles}: {spots.replace(' or ', ' and ')}{more}")
    return sentences


def _said(board: TileBoard, name: str) -> str:
    """What the footer says of something: numbers as they are, texts in quotes."""
    value = getattr(board.footer, name)
    return str(value) if isinstance(value, int) else f"'{printable(value)}'" if value else "none"
