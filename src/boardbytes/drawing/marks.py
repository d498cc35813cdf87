"""What people wrote on points of a board, as shapes for a picture and as signs for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import hypot

from boardbytes.drawing.shapes import Anchor, Area, Box, Circle, Line, Scene, Shape, Sign, Text
from boardbytes.model.notes import Link, MarkKind, Notes

_SIZE = 0.22
_GROUND = 0.3
_HEAD = 0.25
_CORNERS = {
    MarkKind.TRIANGLE: ((0.0, -1.1), (0.95, 0.55), (-0.95, 0.55)),
    MarkKind.SQUARE: ((-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)),
}
_CROSS = ((-0.75, -0.75, 0.75, 0.75), (-0.75, 0.75, 0.75, -0.75))


def with_notes(scene: Scene, notes: Notes) -> Scene:
    """The scene with what is written on its points; names that are not points are skipped."""
    spots = {spot.name: spot for spot in scene.spots}
    shapes: list[Shape] = []
    signs: list[Sign] = []
    for owned in notes.territory:
        if spot := spots.get(owned.point):
            shapes.append(_box(f"{owned.colour}-territory", spot, 0.14))
            signs.append(Sign(f"{owned.colour}-territory", spot.x, spot.y))
    for mark in notes.marks:
        if spot := spots.get(mark.point):
            shapes += _mark(mark.kind, spot, scene)
            signs.append(Sign(mark.kind.value, spot.x, spot.y))
    for label in notes.labels:
        if (spot := spots.get(label.point)) and label.text:
            shapes += _label(label.text, spot, scene)
            signs.append(Sign("label", spot.x, spot.y, label.text))
    for link in notes.links:
        if link.start in spots and link.end in spots and link.start != link.end:
            shapes += _link(link, spots[link.start], spots[link.end])
    if not shapes:
        return scene
    return replace(scene, shapes=(*scene.shapes, *shapes), signs=tuple(signs))


def _ink(spot: Anchor, scene: Scene, role: str) -> str:
    """A role that shows up on what stands there."""
    piece = scene.on(spot).partition("-")[0]
    return f"{role}-on-{piece}" if piece else role


def _box(role: str, spot: Anchor, reach: float) -> Box:
    return Box(role, spot.x - reach, spot.y - reach, 2 * reach, 2 * reach)


def _mark(kind: MarkKind, spot: Anchor, scene: Scene) -> Iterator[Shape]:
    outline, filled = _ink(spot, scene, "note"), _ink(spot, scene, "sign")
    if kind in _CORNERS:
        corners = tuple((spot.x + x * _SIZE, spot.y + y * _SIZE) for x, y in _CORNERS[kind])
        yield Area(outline, (corners,))
    elif kind is MarkKind.CIRCLE:
        yield Circle(outline, spot.x, spot.y, _SIZE)
    elif kind is MarkKind.CROSS:
        for x1, y1, x2, y2 in _CROSS:
            yield Line(outline, spot.x + x1 * _SIZE, spot.y + y1 * _SIZE,
                       spot.x + x2 * _SIZE, spot.y + y2 * _SIZE)  # fmt: skip
    elif kind is MarkKind.SELECTED:
        yield _box(filled, spot, 0.6 * _SIZE)
    else:
        yield _box("dim", spot, 0.5)


def _label(text: str, spot: Anchor, scene: Scene) -> Iterator[Shape]:
    """A text; the lines of the board do not run through it."""
    if not scene.on(spot):
        on_square = any(shape.role == "dark-square" for shape in scene.shapes)
        yield Circle("dark-square" if on_square else "ground", spot.x, spot.y, _GROUND)
    yield Text(_ink(spot, scene, "sign"), spot.x, spot.y, text[:3])


def _link(link: Link, start: Anchor, end: Anchor) -> Iterator[Shape]:
    yield Line("link", start.x, start.y, end.x, end.y)
    if link.has_head:
        length = hypot(end.x - start.x, end.y - start.y)
        x, y = (end.x - start.x) / length * _HEAD, (end.y - start.y) / length * _HEAD
        for side in (1, -1):
            yield Line("link", end.x, end.y, end.x - x - side * y / 2, end.y - y + side * x / 2)
