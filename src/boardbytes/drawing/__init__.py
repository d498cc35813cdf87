"""Positions as pictures: shapes first, then SVG, PNG or text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from boardbytes.drawing.shapes import Scene
from boardbytes.drawing.themes import THEMES, Theme
from boardbytes.model import Model, Registry
from boardbytes.model.document import as_document
from boardbytes.model.position import show_with
from boardbytes.model.registry import find

SCENES: Registry[Callable[..., Scene]] = Registry(
    "drawing", {game: f"boardbytes.drawing.{game}:scene" for game in ("mill", "go", "checkers")}
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

    def text(self, *, ascii_only: bool = False) -> str:
        """The picture in characters, for a terminal."""
        from boardbytes.drawing.terminal import format_text

        return format_text(self.scene, self.theme, ascii_only=ascii_only)

    def _repr_svg_(self) -> str:
        return self.svg


def draw(model: Model, theme: str = "light") -> Drawing:
    """The picture of a position; of a record's last position with its last move marked."""
    document = as_document(model)
    moves = document.record.moves if document.record else ()
    scene = SCENES.find(document.position.game)(document.position, moves[-1] if moves else None)
    return Drawing(scene, find("theme", theme, THEMES))


show_with(lambda position: draw(position).svg)
