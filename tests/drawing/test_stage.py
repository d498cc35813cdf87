"""Boards to play on: a ground, pieces, and spots that agree with the pictures of positions."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from collections import Counter

import pytest

import boardbytes as bb
from boardbytes.drawing.shapes import Text
from boardbytes.drawing.stage import stage, standing
from boardbytes.drawing.themes import THEMES
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.go import GoPosition
from boardbytes.games.mill import MillPosition
from boardbytes.games.tiles import blank
from boardbytes.model import Position

SVG = "{http://www.w3.org/2000/svg}"
KO = bb.Record.replay(GoPosition(4), "B4 C4 A3 D3 B2 C2 C3 B3".split()).position
POSITIONS: dict[str, Position] = {
    "mill": bb.load("examples/endgame.dat").position,
    "three": MillPosition().under("three"),
    "go": KO,
    "go 19": GoPosition(19),
    "oblong": GoPosition((9, 5)),
    "checkers": CheckersPosition(0b10001, 1 << 31, 1),
}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", POSITIONS)
def test_everything_that_stands_can_be_put_on_a_spot(name: str, theme: str) -> None:
    position = POSITIONS[name]
    made = stage(position, theme)
    spots = {spot.name: spot for spot in made.spots}
    drawn = bb.draw(position, theme).scene
    for point, piece in standing(position).items():
        assert ET.fromstring(made.pieces[piece]).tag == f"{SVG}g"
        assert 0 < spots[point].x < made.width
        assert 0 < spots[point].y < made.height
    pieces = Counter(piece for piece in standing(position).values() if piece != "ko")
    roles = Counter(role for spot in drawn.spots if (role := drawn.on(spot)))
    assert sum(pieces.values()) == sum(roles.values())


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("name", POSITIONS)
def test_the_ground_is_empty_and_stands_alone(name: str, theme: str) -> None:
    ground = stage(POSITIONS[name], theme).ground
    root = ET.fromstring(ground)
    assert "-stone" not in ground
    assert "href" not in ground
    assert root.get("viewBox") == f"0 0 {_short(stage(POSITIONS[name], theme))}"


def _short(made: object) -> str:
    return " ".join(f"{getattr(made, side):.2f}".rstrip("0").rstrip(".") for side in SIDES)


SIDES = ("width", "height")


def labels(position: Position, role: str = "label") -> Counter[str]:
    root = ET.fromstring(stage(position).ground)
    groups = [group for group in root if group.get("class") == role]
    return Counter(text.text or "" for group in groups for text in group.iter(f"{SVG}text"))


def test_coordinates_on_all_four_sides() -> None:
    go = labels(GoPosition(19))
    assert set(go) == {*"ABCDEFGHJKLMNOPQRST", *map(str, range(1, 20))}
    assert set(go.values()) == {2}
    mill = labels(MillPosition())
    assert set(mill) == {*"abcdefg", *"1234567"}
    assert set(mill.values()) == {2}


def test_every_dark_square_of_checkers_has_its_number() -> None:
    """Under pieces, too: 24 of 32 squares had none at the start of a game."""
    assert labels(CheckersPosition(), "number") == Counter(map(str, range(1, 33)))


def test_what_stands_is_told_in_words() -> None:
    assert standing(POSITIONS["checkers"]) == {"1": "red king", "5": "red man", "32": "white man"}
    assert standing(KO)["C3"] == "ko"
    assert standing(MillPosition()) == {}


def luminance(colour: str) -> float:
    """How light a colour is, as WCAG reckons."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (math.pow((part + 0.055) / 1.055, 2.4) for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", THEMES)
def test_black_is_black_and_squares_do_not_merge(theme: str) -> None:
    """Dark black stones were hollow rings, and dark squares were alike (1.2)."""
    fills = {role: style.fill for role, style in THEMES[theme].styles.items()}
    assert luminance(fills["black-stone"]) < 0.02
    assert luminance(fills["white-stone"]) > 0.6
    assert contrast(fills["black-stone"], fills["board"]) > 3
    assert luminance(fills["white-stone"]) > luminance(fills["board"]) or theme == "light"
    assert contrast(fills["light-square"], fills["dark-square"]) > 1.4
    assert contrast(fills["number"], fills["dark-square"]) > 4.5
    assert contrast(fills["label"], fills["board"]) > 4


@pytest.mark.parametrize("theme", THEMES)
def test_letters_beside_tile_boards_can_be_read(theme: str) -> None:
    """On dark wood they were dark on dark: tile boards lie on the background, not on wood."""
    drawn = {shape.role for shape in bb.draw(blank(2, 2)).scene.shapes if isinstance(shape, Text)}
    assert drawn == {"aside", "aside-caption"}
    fills = {role: style.fill for role, style in THEMES[theme].styles.items()}
    assert all(contrast(fills[role], THEMES[theme].background) > 4 for role in drawn)
