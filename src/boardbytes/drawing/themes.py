"""What each role looks like: plain or wood, by day and by night."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from boardbytes.drawing.tile_colours import TILE_COLOURS


@dataclass(frozen=True)
class Style:
    """Colours and widths of a role; lengths in steps of the board.

    `shine` is the colour at the upper left of a disc whose rim has the colour `fill`. `grain` is
    the colour of the grain of wood.
    """

    fill: str = "none"
    stroke: str = "none"
    stroke_width: float = 0.0
    shine: str | None = None
    font_size: float = 0.0
    grain: str | None = None


@dataclass(frozen=True)
class Theme:
    """The background, a style for every role, and the signs of some roles in a terminal.

    Games are drawn on the role `board`, everything else on the background. A terminal's letters are
    dark on light or light on dark, so the full disc changes sides.
    """

    name: str
    background: str
    styles: Mapping[str, Style]
    signs: Mapping[str, str]


def _theme(
    name: str,
    tiles: str,
    background: str,
    board: Style,
    line: str,
    squares: tuple[str, str],
    label: str,
    number: str,
    text: str,
    mark: str,
    white: Style,
    black: Style,
    red: Style,
    crown: str,
    signs: Mapping[str, str],
) -> Theme:
    styles = {
        "paper": Style(fill=background),
        "board": board,
        "line": Style(stroke=line, stroke_width=0.055),
        "point": Style(fill=line),
        "light-square": Style(fill=squares[0]),
        "dark-square": Style(fill=squares[1]),
        "number": Style(fill=number, font_size=0.22),
        "white-stone": white,
        "black-stone": black,
        "red-stone": red,
        "white-king": white,
        "red-king": red,
        "white-crown": Style("#8a6d1f", "#5f4a10", 0.02),
        "red-crown": Style(crown, red.stroke, 0.02),
        "white-rim": Style(stroke=white.stroke, stroke_width=0.03),
        "red-rim": Style(stroke=red.stroke, stroke_width=0.03),
        "shade": Style(fill="#00000038"),
        "mark": Style(stroke=mark, stroke_width=0.075),
        "trace": Style(stroke=mark, stroke_width=0.05),
        "star": Style(fill=line),
        "ko": Style(stroke=mark, stroke_width=0.05),
        "last": Style(stroke=mark, stroke_width=0.075),
        "label": Style(fill=label, font_size=0.26),
        "caption": Style(fill=text, font_size=0.3),
        "aside": Style(fill=_ASIDE[tiles][0], font_size=0.26),
        "aside-caption": Style(fill=_ASIDE[tiles][1], font_size=0.3),
        "join": Style(stroke=text, stroke_width=0.04),
        "ground": Style(fill=board.fill),
        "link": Style(stroke=mark, stroke_width=0.05),
        "dim": Style(fill=f"{board.fill}b0"),
        "black-territory": Style(black.fill, black.stroke, 0.02),
        "white-territory": Style(white.fill, white.stroke, 0.02),
        "red-territory": Style(red.fill, red.stroke, 0.02),
        **_inks("", text),
        **{role: Style(fill, line, 0.01) for role, fill in TILE_COLOURS[tiles].items()},
    }
    for piece, ink in _INKS.items():
        styles |= _inks(f"-on-{piece}", ink)
    return Theme(name, background, styles, signs)


_ASIDE = {"light": ("#7d6c57", "#41362a"), "dark": ("#e9edf2", "#f4f6f9")}
"""Labels and captions on the background, where tile boards have theirs: never on wood."""

_INKS = {"white": "#17171a", "black": "#ffffff", "red": "#ffffff"}
"""What shows up on pieces, whatever the theme."""


def _inks(where: str, ink: str) -> dict[str, Style]:
    """How people's marks look: outlines, and what is filled or written."""
    return {
        f"note{where}": Style(stroke=ink, stroke_width=0.06),
        f"sign{where}": Style(fill=ink, font_size=0.34),
    }


_BY_DAY = {
    "white-stone": "○",
    "black-stone": "●",
    "red-stone": "●",
    "white-king": "◎",
    "red-king": "◉",
    "star": "╋",
    "ko": "□",
}
_SWAPPED = str.maketrans("○●◎◉", "●○◉◎")
_BY_NIGHT = {role: sign.translate(_SWAPPED) for role, sign in _BY_DAY.items()}

# Stones are white and black whatever lies under them: what is around them is never as dark as a
# black stone, nor as light as a white one.
THEMES: Mapping[str, Theme] = {
    theme.name: theme
    for theme in (
        _theme(
            "light",
            tiles="light",
            background="#f6efe0",
            board=Style("#f6efe0"),
            line="#6b5a45",
            squares=("#efe3c8", "#d3bd94"),
            label="#7d6c57",
            number="#5b4a35",
            text="#41362a",
            mark="#c8401e",
            white=Style("#e9e2d3", "#8a7b66", 0.03, shine="#ffffff"),
            black=Style("#17171a", "#000000", 0.03, shine="#5a5a63"),
            red=Style("#b5321a", "#7c1f0b", 0.03, shine="#f0886c"),
            crown="#ffd9cc",
            signs=_BY_DAY,
        ),
        _theme(
            "dark",
            tiles="dark",
            background="#23272e",
            board=Style("#5d6773"),
            line="#262a31",
            squares=("#97a1ad", "#4f5863"),
            label="#e9edf2",
            number="#e3e8ee",
            text="#f4f6f9",
            mark="#ffb469",
            white=Style("#e4e2dc", "#8f949c", 0.03, shine="#ffffff"),
            black=Style("#0d0e10", "#000000", 0.03, shine="#4a4f57"),
            red=Style("#c8371c", "#6f1708", 0.03, shine="#f59b80"),
            crown="#ffd9cc",
            signs=_BY_NIGHT,
        ),
        _theme(
            "wood",
            tiles="light",
            background="#f6efe0",
            board=Style("#dfb66c", grain="#b98a41"),
            line="#4b3413",
            squares=("#f0d9b0", "#b98a5e"),
            label="#4b3413",
            number="#2f1d08",
            text="#35240c",
            mark="#a3210b",
            white=Style("#ddd8cc", "#8d8470", 0.02, shine="#ffffff"),
            black=Style("#121214", "#000000", 0.02, shine="#595960"),
            red=Style("#a5230f", "#560d02", 0.03, shine="#ee7f62"),
            crown="#ffe0a8",
            signs=_BY_DAY,
        ),
        _theme(
            "wood-dark",
            tiles="dark",
            background="#23272e",
            board=Style("#a5794a", grain="#7c5528"),
            line="#2a1a08",
            squares=("#c4a274", "#75512f"),
            label="#1f1204",
            number="#f6e8d2",
            text="#1c1003",
            mark="#5a0f02",
            white=Style("#dad5ca", "#6f675a", 0.02, shine="#ffffff"),
            black=Style("#0c0c0e", "#000000", 0.02, shine="#4c4c53"),
            red=Style("#c0321a", "#5a0f02", 0.03, shine="#f59b80"),
            crown="#ffe0a8",
            signs=_BY_NIGHT,
        ),
    )
}
