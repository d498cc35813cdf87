"""A game as a curve: what the first side may expect, move by move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from boardbytes.drawing.themes import THEMES

_BLOCKS = " ▁▂▃▄▅▆▇█"
_PLAIN = " .:#"

_STEP, _HEIGHT, _MARGIN = 8.0, 160.0, 28.0
_COLOURS = {"blunder": "#c92a2a", "mistake": "#e8590c", "inaccuracy": "#e0a800"}


def graph_text(
    values: Sequence[float],
    marks: Mapping[int, str],
    names: tuple[str, str],
    rows: int = 8,
    columns: int = 72,
    ascii_only: bool = False,
) -> str:
    """Bars for a terminal: high is good for the first of two sides. `marks` are signs below.

    Values go from 0 to 1. In a long game a column stands for several moves and shows the last of
    them; of marks that fall together the strongest stays: `!` before `?` before others.
    """
    signs = _PLAIN if ascii_only else _BLOCKS
    width = max(1, min(columns, len(values)))
    places = [(column + 1) * len(values) // width - 1 for column in range(width)]
    levels = [round(values[place] * rows * (len(signs) - 1)) for place in places]
    full = len(signs) - 1
    lines = []
    for row in range(rows - 1, -1, -1):
        bars = "".join(signs[max(0, min(full, level - row * full))] for level in levels)
        name = names[0] if row == rows - 1 else names[1] if row == 0 else ""
        lines.append(f"{name:>6} |{bars}|")
    below = [" "] * width
    for place, mark in marks.items():
        column = min(width - 1, place * width // max(1, len(values)))
        below[column] = min(below[column], mark, key="!?. ".index)
    return "\n".join([*lines, f"{'':>6}  {''.join(below)}".rstrip()])


def graph_svg(
    values: Sequence[float],
    marks: Mapping[int, str],
    names: tuple[str, str],
    titles: Sequence[str] = (),
    theme: str = "light",
) -> str:
    """The curve as SVG, with a disc on every mistake; `marks` name them by their place."""
    look = THEMES[theme]
    ink = look.styles["number"].fill
    count = max(1, len(values) - 1)
    width = 2 * _MARGIN + _STEP * count
    height = _HEIGHT + 2 * _MARGIN

    def x(place: int) -> str:
        return f"{_MARGIN + _STEP * place:.1f}"

    def y(value: float) -> str:
        return f"{_MARGIN + _HEIGHT * (1 - value):.1f}"

    curve = " ".join(f"{x(place)},{y(value)}" for place, value in enumerate(values))
    left, right, middle = x(0), x(count), y(0.5)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}"'
        f' role="img" aria-label="what {escape(names[0])} may expect, move by move">',
        f'<rect width="100%" height="100%" fill="{look.background}"/>',
        f'<path d="M{left} {middle}H{right}" stroke="{ink}" stroke-dasharray="3 4"/>',
        f'<path d="M{left} {y(1)}V{y(0)}H{right}" fill="none" stroke="{ink}"/>',
        f'<polyline points="{curve}" fill="none" stroke="#1971c2" stroke-width="2"/>',
    ]
    for text, at in ((names[0], _MARGIN - 8), (names[1], height - 8)):
        parts.append(
            f'<text x="{left}" y="{at:.0f}" fill="{ink}" font-family="sans-serif"'
            f' font-size="12">{escape(text)}</text>'
        )
    for place, word in marks.items():
        title = f"<title>{escape(titles[place])}</title>" if place < len(titles) else ""
        parts.append(
            f'<circle cx="{x(place)}" cy="{y(values[place])}" r="4"'
            f' fill="{_COLOURS.get(word, ink)}">{title}</circle>'
        )
    return "\n".join([*parts, "</svg>\n"])
