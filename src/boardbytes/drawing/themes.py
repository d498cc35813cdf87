"""What each role looks like, in light and in dark."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from boardbytes.drawing.tile_colours import TILE_COLOURS


@dataclass(frozen=True)
class Style:
    """Colours and widths of a role; lengths in steps of the board.

    `shine` is the colour at the upper left of a disc whose rim has the colour `fill`.
    """

    fill: str = "none"
    stroke: str = "none"
    stroke_width: float = 0.0
    shine: str | None = None
    font_size: float = 0.0


@dataclass(frozen=True)
class Theme:
    """A look: the background, a style for every role, and the signs of some in a terminal.

    A terminal's letters are dark in light and light in dark, so the full disc changes sides.
    """

    name: str
    background: str
    styles: Mapping[str, Style]
    signs: Mapping[str, str]


def _theme(
    name: str,
    background: str,
    line: str,
    squares: tuple[str, str],
    label: str,
    text: str,
    mark: str,
    white: Style,
    black: Style,
    red: Style,
    crown: str,
    signs: Mapping[str, str],
) -> Theme:
    styles = {
        "line": Style(stroke=line, stroke_width=0.055),
        "point": Style(fill=line),
        "light-square": Style(fill=squares[0]),
        "dark-square": Style(fill=squares[1]),
        "number": Style(fill=label, font_size=0.22),
        "white-stone": white,
        "black-stone": black,
        "red-stone": red,
        "white-king": white,
        "red-king": red,
        "white-crown": Style(stroke=white.stroke, stroke_width=0.05),
        "red-crown": Style(stroke=crown, stroke_width=0.05),
        "mark": Style(stroke=mark, stroke_width=0.075),
        "trace": Style(stroke=mark, stroke_width=0.05),
        "star": Style(fill=line),
        "ko": Style(stroke=mark, stroke_width=0.05),
        "last": Style(stroke=mark, stroke_width=0.075),
        "label": Style(fill=label, font_size=0.26),
        "caption": Style(fill=text, font_size=0.3),
        "join": Style(stroke=text, stroke_width=0.04),
        "ground": Style(fill=background),
        "link": Style(stroke=mark, stroke_width=0.05),
        "dim": Style(fill=f"{background}b0"),
        "black-territory": Style(black.fill, black.stroke, 0.02),
        "white-territory": Style(white.fill, white.stroke, 0.02),
        "red-territory": Style(red.fill, red.stroke, 0.02),
        **_inks("", text),
        **{role: Style(fill, line, 0.01) for role, fill in TILE_COLOURS[name].items()},
    }
    for piece, ink in _INKS.items():
        styles |= _inks(f"-on-{piece}", ink)
    return Theme(name, background, styles, signs)


_INKS = {"white": "#17171a", "black": "#ffffff", "red": "#ffffff"}
"""What can be seen on pieces, whatever the theme."""


def _inks(where: str, ink: str) -> dict[str, Style]:
    """How people's marks look: outlines, and what is filled or written."""
    return {
        f"note{where}": Style(stroke=ink, stroke_width=0.06),
        f"sign{where}": Style(fill=ink, font_size=0.34),
    }


THEMES: Mapping[str, Theme] = {
    theme.name: theme
    for theme in (
        _theme(
            "light",
            background="#f6efe0",
            line="#6b5a45",
            squares=("#efe3c8", "#d3bd94"),
            label="#7d6c57",
            text="#41362a",
            mark="#c8401e",
            white=Style("#e9e2d3", "#8a7b66", 0.03, shine="#ffffff"),
            black=Style("#17171a", "#000000", 0.03, shine="#5a5a63"),
            red=Style("#b5321a", "#7c1f0b", 0.03, shine="#f0886c"),
            crown="#ffd9cc",
            signs={
                "white-stone": "○",
                "black-stone": "●",
                "red-stone": "●",
                "white-king": "◎",
                "red-king": "◉",
                "star": "╋",
                "ko": "□",
            },
        ),
        _theme(
            "dark",
            background="#23272e",
            line="#8b95a5",
            squares=("#39404a", "#2b3038"),
            label="#97a1b1",
            text="#dfe4ec",
            mark="#ff9e4a",
            white=Style("#d9d6cf", "#ffffff", 0.03, shine="#ffffff"),
            black=Style("#0b0c0e", "#98a2b3", 0.04, shine="#3d4450"),
            red=Style("#c23a20", "#ff9c80", 0.04, shine="#f5957a"),
            crown="#ffd9cc",
            signs={
                "white-stone": "●",
                "black-stone": "○",
                "red-stone": "○",
                "white-king": "◉",
                "red-king": "◎",
                "star": "╋",
                "ko": "□",
            },
        ),
    )
}
