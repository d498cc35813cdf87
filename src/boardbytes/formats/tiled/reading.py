"""Tiled maps read as tile boards, in the shape of Tiled's JSON: TMX is the same in XML."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from typing import TypeAlias, TypeVar

from boardbytes.errors import BoardbytesError, FormatError, PositionError
from boardbytes.formats.findings import Findings
from boardbytes.formats.tiled.layers import LaidOut, lay_out, leaves
from boardbytes.formats.tiled.text import FLIPS, parse_text, properties_of
from boardbytes.games.tiles import Footer, Modifiers, Occupancy, TileBoard, Wrap
from boardbytes.games.tiles.board import DEPTHS, Tile, format_body, parse_value, put
from boardbytes.games.tiles.editing import usual_tile
from boardbytes.games.tiles.footer import TEXT_SIZES
from boardbytes.model import Document
from boardbytes.model.layout import Bits
from boardbytes.model.plain import Path, Plain, PlainError

OffsetOf: TypeAlias = Callable[[Path], int]
"""Where in the file the value at the end of a path is."""

Properties: TypeAlias = dict[str, Plain]
T = TypeVar("T")
W = TypeVar("W", bound=Enum)

SWITCHES = ("pathed", "level_flags", "grouped")
NUMBERS = ("version", "unused")
OURS = {"depth", "level_flags"}
"""The properties by which a map is known to be a board that we wrote."""
_PART_NAMES = {name for depth in DEPTHS.values() for name in depth.by_name}
_MOST_ID = ~FLIPS & 0xFFFF_FFFF


def read_map(format: str, value: object, offset_of: OffsetOf) -> Document:
    """The board of a map; what a board cannot hold is a warning.

    Raises FormatError, with everything that was found, for a map that cannot be a board.
    """
    findings = Findings(format)
    try:
        board = _from_map(Plain(value), findings, offset_of)
    except PlainError as error:
        where = offset_of(error.path)
        findings.error("value", error.message, where, error.found, field=error.field)
        raise FormatError(findings.problems, format) from None
    findings.extend(list(board.problems()))
    return Document(format, board, problems=findings.problems)


def _from_map(plain: Plain, findings: Findings, offset_of: OffsetOf) -> TileBoard:
    laid_out = lay_out(plain)
    for code, message in laid_out.grid.notes():
        findings.warning(code, message, offset_of(("orientation",)))
    given = properties_of(plain)
    reader = _Reader(set(given) >= OURS)
    tilesets, sets = _tilesets(plain["tilesets"])
    depth = reader.depth(given, tilesets.values())
    known = {number: reader.tile(parts, depth) for number, parts in tilesets.items()}
    tiles = _tiles(laid_out, known, depth)
    modifiers = reader.modifiers(given, laid_out.grid.lattice.orientation == "hexagonal")
    footer, reserved = reader.footer(given), reader.get(given, "reserved", _byte, 0)
    reader.report(findings, offset_of)
    _report(plain, laid_out, findings, offset_of)
    if reader.is_strict:
        _report_outside(laid_out, sets, findings, offset_of)
    grid = laid_out.grid
    body = format_body(depth, tiles)
    return TileBoard(depth, grid.width, grid.length, body, modifiers, footer, reserved)


def _tiles(laid_out: LaidOut, known: dict[int, Tile], depth: int) -> list[Tile]:
    """The tiles of the board: in bounds where a map has one of which nothing is known."""
    grid, usual = laid_out.grid, usual_tile(depth)
    tiles = [0] * (grid.width * grid.length)
    for piece in laid_out.pieces:
        for cell, number in piece.cells():
            if number and laid_out.holds(cell):
                x, y = grid.place(*cell)
                tiles[x + y * grid.width] = known.get(number & ~FLIPS, usual)
    return tiles


def _tilesets(plain: Plain) -> tuple[dict[int, Properties], dict[int, Plain]]:
    """The properties of tiles by their global id, and the tilesets by that of their first tile."""
    found: dict[int, Properties] = {}
    sets: dict[int, Plain] = {}
    for tileset in plain.items():
        if not isinstance(tileset.value, dict) or "firstgid" not in tileset.value:
            raise tileset.fail(f'{tileset.name} must have "firstgid"')
        first = tileset["firstgid"].integer(1, _MOST_ID)
        sets[first] = tileset
        for number, properties in _tile_properties(tileset):
            found.setdefault(first + number, {}).update(properties)
    return found, sets


def _tile_properties(tileset: Plain) -> Iterator[tuple[int, Properties]]:
    """The properties of each tile of a set that has some: a list, or objects in old maps."""
    tiles, old = tileset.get("tiles"), tileset.get("tileproperties")
    if tiles and not isinstance(tiles.value, dict):
        for tile in tiles.items():
            if not isinstance(tile.value, dict) or "id" not in tile.value:
                raise tile.fail(f'{tile.name} must have "id"')
            yield tile["id"].integer(0, _MOST_ID), properties_of(tile)
    elif tiles:
        yield from ((number, properties_of(tile)) for number, tile in _by_number(tiles))
    for number, rows in _by_number(old) if old else ():
        yield number, properties_of(Plain({"properties": rows.value}, rows.path))


def _by_number(plain: Plain) -> Iterator[tuple[int, Plain]]:
    """The members of an object of old maps, whose names are the tiles' numbers."""
    for name in plain.object([], plain.value).value:
        if not (name.isascii() and name.isdigit() and len(name) <= 10):
            raise plain[name].fail(f"{plain[name].name} must be a tile's number")
        yield int(name), plain[name]


@dataclass
class _Reader:
    """Reads properties: in a map of ours all must be right; in others, bad ones are skipped."""

    is_strict: bool
    unread: list[tuple[str, PlainError]] = field(default_factory=list)

    def get(self, given: Properties, name: str, read: Callable[[Plain], T], usual: T) -> T:
        """What a property says; if it is not meant for us, the usual, and a warning later."""
        if name not in given:
            return usual
        try:
            return read(given[name])
        except PlainError as error:
            if self.is_strict:
                raise
            self.unread.append((name, error))
        return usual

    def depth(self, given: Properties, tiles: Iterable[Properties]) -> int:
        """The depth that a map names, else the least whose tiles can hold what is said of them."""
        said = {
            (name, str(plain.value)): plain
            for parts in tiles
            for name, plain in parts.items()
            if name in _PART_NAMES
        }
        fits = {depth: {key for key in said if _fits(key[0], said[key], depth)} for depth in DEPTHS}
        most = max(map(len, fits.values()))
        named = self.get(given, "depth", _depth, 0)
        return named or next(depth for depth in DEPTHS if len(fits[depth]) == most)

    def tile(self, parts: Properties, depth: int) -> Tile:
        """A tile by its properties; in bounds if they do not say. Other properties are not ours."""
        tile = usual_tile(depth)
        for name, bits in DEPTHS[depth].by_name.items():
            tile = put(tile, bits, self.get(parts, name, partial(_value, bits), bits.of(tile)))
        for name in parts.keys() & (_PART_NAMES - DEPTHS[depth].by_name.keys()):
            self.unread.append((name, parts[name].fail(f"tiles of {depth} bits have no {name}")))
        return tile

    def modifiers(self, given: Properties, hexagonal: bool) -> Modifiers:
        switches = {name: self.get(given, name, Plain.boolean, False) for name in SWITCHES}
        wrap = self.get(given, "wrap", partial(_word, Wrap), Wrap.NONE)
        occupancy = self.get(given, "occupancy", partial(_word, Occupancy), Occupancy.ONE)
        return Modifiers(**switches, hexagonal=hexagonal, wrap=wrap, occupancy=occupancy)

    def footer(self, given: Properties) -> Footer:
        texts = {name: self.get(given, name, partial(_text, name), "") for name in TEXT_SIZES}
        numbers = {name: self.get(given, name, _byte, 0) for name in NUMBERS}
        return Footer(**texts, **numbers)  # type: ignore[arg-type]

    def report(self, findings: Findings, offset_of: OffsetOf) -> None:
        """One warning for each property that is not read, however often."""
        counts = Counter(name for name, _ in self.unread)
        for name, count in counts.items():
            first = next(error for each, error in self.unread if each == name)
            often = f" ({count} times)" if count > 1 else ""
            message = f'the property "{name}" is not read{often}: {first.message}'
            findings.warning("property", message, offset_of(first.path), first.found)


def _value(bits: Bits, plain: Plain) -> int:
    """The value of a tile's part: a number, or the word that we have for it."""
    value = plain.value
    try:
        number = parse_value(bits, str(int(value) if isinstance(value, bool) else value))
        put(0, bits, number)
    except BoardbytesError as error:
        raise plain.fail(str(error)) from None
    return number


def _fits(name: str, plain: Plain, depth: int) -> bool:
    try:
        _value(DEPTHS[depth].by_name[name], plain)
    except (KeyError, PlainError):
        return False
    return True


def _depth(plain: Plain) -> int:
    depth = plain.integer(min(DEPTHS), max(DEPTHS))
    if depth not in DEPTHS:
        raise plain.fail(f"{plain.name} must be 8, 16, 32 or 64", str(depth))
    return depth


def _byte(plain: Plain) -> int:
    return plain.integer(0, 255)


def _word(words: type[W], plain: Plain) -> W:
    return words(plain.choice([each.value for each in words]))


def _text(name: str, plain: Plain) -> str:
    """A text of the footer, if it has room for it."""
    text = parse_text(plain.text())
    try:
        Footer(**{name: text})  # type: ignore[arg-type]
    except PositionError as error:
        raise plain.fail(str(error)) from None
    return text


def _report(plain: Plain, laid_out: LaidOut, findings: Findings, offset_of: OffsetOf) -> None:
    """Warnings: other layers, objects from templates, tiles that are flipped or outside the map."""
    layers = list(leaves(plain["layers"]))
    here = offset_of(("layers",))
    if not laid_out.pieces:
        findings.warning("empty", "the map has no tiles: every place is empty", here)
    elif len(layers) > 1:
        findings.warning("layers", "only the first layer of tiles is read", here, len(layers))
    if templates := sum(_count_templates(layer) for layer in layers):
        findings.warning("templates", "objects made from templates are not read", here, templates)
    cells = [each for piece in laid_out.pieces for each in piece.cells() if each[1]]
    if any(number & FLIPS for _, number in cells):
        findings.warning("flips", "flipped and rotated tiles are read as if they were not", here)
    if outside := sum(not laid_out.holds(cell) for cell, _ in cells):
        findings.warning("outside", "tiles outside the map are not read", here, outside)


def _count_templates(layer: Plain) -> int:
    objects = layer.value.get("objects") if isinstance(layer.value, dict) else None
    rows = objects if isinstance(objects, list) else []
    return sum(isinstance(row, dict) and "template" in row for row in rows)


def _report_outside(
    laid_out: LaidOut, sets: dict[int, Plain], findings: Findings, offset_of: OffsetOf
) -> None:
    """Warning: a board that we wrote now has tiles from a tileset file, which is not read."""
    firsts = sorted(sets)
    used = {number & ~FLIPS for piece in laid_out.pieces for number in piece.ids if number}
    for at in sorted({bisect_right(firsts, number) for number in used} - {0}):
        tileset = sets[firsts[at - 1]]
        if "source" in tileset.value:
            message = f"the tiles of {tileset.name} are taken as in bounds: its file is not read"
            source = str(tileset.value["source"])
            findings.warning("tileset", message, offset_of(tileset.path), source[:40])
