"""Positions as pictures: shapes first, then SVG, PNG or text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from boardbytes.drawing.marks import with_notes
from boardbytes.drawing.shapes import Scene
from boardbytes.drawing.themes import THEMES, Theme
from boardbytes.games import SUBJECTS
from boardbytes.model import Model, Move, Node, Registry
from boardbytes.model.document import as_document
from boardbytes.model.position import show_with
from boardbytes.model.registry import find
from boardbytes.model.tree import At

SCENES: Registry[Callable[..., Scene]] = Registry(
    "drawing", {name: f"boardbytes.drawing.{name}:scene" for name in SUBJECTS}
)


@dataclass(frozen=True)
class Drawing:
    """A picture that has not been painted yet."""

    scene: Scene
    theme: Theme

    @property
    def svg(self) -> str:
        """The picture as SVG text."""
        from boardbytes.drawing.svg import format_svg

        return format_svg(self.scene, self.theme)

    def png(self, width: int | None = None) -> bytes:
        """The picture as PNG bytes, `width` pixels wide if that is given."""
        from boardbytes.drawing.png import render_png

        return render_png(self.svg, width)

    def text(self, *, ascii_only: bool = False, colour: bool = False) -> str:
        """The picture in characters, for a terminal; coloured if `colour` is set."""
        from boardbytes.drawing.terminal import format_text

        return format_text(self.scene, self.theme, ascii_only=ascii_only, colour=colour)

    def _repr_svg_(self) -> str:
        return self.svg


def draw(model: Model, theme: str = "light", *, at: At | None = None, **look: str) -> Drawing:
    """The picture of a position; for a game, of its end, with its last move and the marks there.

    `at` is another node of the game, or its path. Tile boards take `by`, which is what to colour
    them by: kind, height, zone or group.
    """
    document = as_document(model)
    scene_of = SCENES.find(document.position.game)
    if document.tree is None:
        scene = scene_of(document.position, **look)
    else:
        node = document.tree.last if at is None else document.tree.node(at)
        position = document.position if at is None else node.position
        scene = with_notes(scene_of(position, _last_move(node), **look), node.notes)
    return Drawing(scene, find("theme", theme, THEMES))


def _last_move(node: Node | None) -> Move | None:
    """The last move on the way to a node."""
    while node is not None and node.move is None:
        node = node.parent
    return node.move if node else None


show_with(lambda position: draw(position).svg)
