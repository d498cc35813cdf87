"""A board to play on: the empty ground, what each piece looks like, and what stands where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby

from boardbytes.drawing.shapes import Anchor, Equipment, Scene, Shape
from boardbytes.drawing.svg import STEP, format_gradient, format_ground, format_shape, short
from boardbytes.drawing.themes import THEMES, Theme
from boardbytes.games import GAMES
from boardbytes.model import Position, Registry
from boardbytes.model.registry import find

EQUIPMENT: Registry[Equipment] = Registry(
    "game with a board", {name: f"boardbytes.drawing.{name}:EQUIPMENT" for name in GAMES}
)

PREFIX = "piece-"
"""Stands before the names of gradients: a page has other names, too."""


@dataclass(frozen=True)
class Stage:
    """SVG to play on, in pixels: a piece is put on a spot by moving its origin there.

    The parts of the ground are groups whose class is their role, so that a page can restyle them.
    """

    ground: str
    pieces: Mapping[str, str]
    spots: tuple[Anchor, ...]
    width: float
    height: float
    reach: float


def stage(position: Position, theme: str = "light") -> Stage:
    """The empty board under a position, and the pieces of its game."""
    equipment = EQUIPMENT.find(position.game)
    return _stage(equipment.ground(position), position.game, find("theme", theme, THEMES).name)


def standing(position: Position) -> dict[str, str]:
    """What stands on which point, such as `{"d7": "white stone"}`; empty points are not named.

    A point of a Go board that is forbidden by ko carries `ko`.
    """
    return EQUIPMENT.find(position.game).standing(position)


@lru_cache(maxsize=32)
def _stage(scene: Scene, game: str, theme_name: str) -> Stage:
    theme = THEMES[theme_name]
    return Stage(
        _ground(scene, theme),
        {name: _piece(shapes, theme) for name, shapes in EQUIPMENT.find(game).pieces.items()},
        tuple(
            Anchor(spot.name, (spot.x - scene.left) * STEP, (spot.y - scene.top) * STEP)
            for spot in scene.spots
        ),
        scene.width * STEP,
        scene.height * STEP,
        scene.reach * STEP,
    )


def _ground(scene: Scene, theme: Theme) -> str:
    width, height = short(scene.width * STEP), short(scene.height * STEP)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">',
        *format_ground(scene, theme),
    ]
    for role, shapes in groupby(scene.shapes, lambda shape: shape.role):
        style = theme.styles[role]
        inside = "".join(format_shape(shape, style, scene) for shape in shapes)
        parts.append(f'<g class="{role}">{inside}</g>')
    return "".join([*parts, "</svg>"])


_ORIGIN = Scene("", 0, 0, 0, 0, ())


def _piece(shapes: tuple[Shape, ...], theme: Theme) -> str:
    styles = {shape.role: theme.styles[shape.role] for shape in shapes}
    lights = [format_gradient(role, style, PREFIX) for role, style in styles.items() if style.shine]
    drawn = [format_shape(shape, styles[shape.role], _ORIGIN, PREFIX) for shape in shapes]
    return f'<g xmlns="http://www.w3.org/2000/svg">{"".join(lights)}{"".join(drawn)}</g>'
