"""What the root of an SGF game says about the whole game, read and written."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace

from boardbytes.errors import PositionError
from boardbytes.formats.sgf.content import Content
from boardbytes.formats.sgf.points import MAX_SIZE, Board, board_of
from boardbytes.formats.sgf.private import PRIVATE, Private, format_private
from boardbytes.formats.sgf.properties import HEADERS
from boardbytes.formats.sgf.result import (
    RULES,
    format_komi,
    format_result,
    format_rules,
    parse_komi,
    parse_result,
)
from boardbytes.formats.sgf.texts import format_text
from boardbytes.formats.sgf.wording import Properties, composed, properties_of
from boardbytes.games.go import GoPosition, GoRules
from boardbytes.games.go.board import BLACK, EMPTY, KO, USUAL_SIZE, WHITE, Size, shape, size_of
from boardbytes.games.go.plain import split_komi
from boardbytes.model import Colour, Facts, GameTree, Headers, Outcome
from boardbytes.model.tree import ROOT

_SIZE = re.compile(r"\s*([0-9]{1,3})\s*(?::\s*([0-9]{1,3})\s*)?")


def parse_size(text: str) -> Size | None:
    """The size of a board: `19`, `9:5`; None for any that SGF cannot hold."""
    if not text.strip():
        return USUAL_SIZE
    found = _SIZE.fullmatch(text)
    if found is None:
        return None
    width, height = int(found[1]), int(found[2] or found[1])
    if not (1 <= width <= MAX_SIZE and 1 <= height <= MAX_SIZE):
        return None
    return size_of(width, height)


def format_size(size: Size) -> str:
    width, height = shape(size)
    return f"{width}" if width == height else f"{width}:{height}"


@dataclass(frozen=True)
class Face:
    """What is true of a whole game before its first node."""

    start: GoPosition
    rules: GoRules
    headers: Headers
    result: Outcome | None


def read_face(content: Content, board: Board, private: Private, first: Colour | None) -> Face:
    """The face of a game whose root says this; `first` is who moves first, if anybody does."""
    headers = dict(content.headers)
    rules = _rules(headers)
    written = headers.get("result", "").strip()
    result = parse_result(written, rules.name)
    if result and result.margin is None and written == format_result(result):
        del headers["result"]
    start = _start(content, board, headers, first)
    return Face(private.position(start), rules, Headers(headers), result)


def _rules(headers: dict[str, str]) -> GoRules:
    """The rules that are named, with komi; headers that say no more than this are dropped."""
    named = headers.get("rules", "")
    preset = RULES.get(named.strip().lower(), "standard")
    if named == format_rules(preset):
        headers.pop("rules", None)
    text = headers.get("komi", "")
    komi = parse_komi(text)
    if komi is not None and text == format_komi(komi):
        del headers["komi"]
    return replace(GoPosition.find_rules(preset), komi=komi or 0)


def _start(
    content: Content, board: Board, headers: dict[str, str], first: Colour | None
) -> GoPosition:
    stones = bytearray(len(board.codes))
    words = {"black": BLACK, "white": WHITE, "empty": EMPTY}
    for name, word in content.stones.items():
        stones[board.index_of_name[name]] = words[word]
    handicap = headers.get("handicap", "").strip()
    has_handicap = handicap.isascii() and handicap.isdigit() and int(handicap[:3]) > 1
    usual = Colour.WHITE if has_handicap and stones.count(BLACK) > 1 else Colour.BLACK
    start = GoPosition(board.size, bytes(stones), content.turn or first or usual)
    if handicap == (_handicap(start) or "0"):
        headers.pop("handicap", None)
    return start


def _handicap(start: GoPosition) -> str:
    """The handicap that a board shows; nothing if it shows none."""
    black, white = start.stones.count(BLACK), start.stones.count(WHITE)
    return f"{black}" if black >= 2 and not white and start.turn is Colour.WHITE else ""


def root_properties(tree: GameTree, facts: Facts) -> Properties:
    """All that the root of a game says.

    Raises PositionError for boards that SGF cannot hold.
    """
    position = tree.start
    if not isinstance(position, GoPosition):
        raise PositionError(f"SGF holds games of Go here, not of {position.game}")
    if max(shape(position.size)) > MAX_SIZE:
        raise PositionError(f"SGF holds boards of up to {MAX_SIZE} lines, not {position.width}")
    rules: GoRules = tree.rules
    start, rules = split_komi(position, rules)
    board = board_of(start.size)
    found: Properties = {
        "FF": ["4"],
        "GM": ["1"],
        "CA": ["UTF-8"],
        "SZ": [format_size(start.size)],
    }
    headers = _headers(tree.headers)
    texts = {
        **headers,
        "komi": _komi(rules, headers),
        "rules": _rules_text(rules, headers),
        "result": _result(tree, headers),
        "handicap": headers.get("handicap", "") or _handicap(start),
    }
    for name, text in texts.items():
        if not text:
            continue
        if name in HEADERS:
            found[HEADERS[name]] = [format_text(text)]
        else:
            found.setdefault("XHD", []).append(composed(name, text))
    entry = tree.entries[ROOT]
    setup = start.set_up(entry.step.setup) if entry.step.setup else start
    found |= _setup(setup, board, first_mover(tree))
    last = tree.last.move
    if private := format_private(facts, start, last, board):
        found[PRIVATE] = private
    # Some programs look for FF first.
    found = {name: found[name] for name in sorted(found, key=lambda name: (name != "FF", name))}
    own = properties_of(replace(entry.step, setup=None), entry.notes, entry.properties, board)
    for name, values in own.items():
        # Where a header is said again, its place is the second, even without a first.
        first = [""] if name in HEADERS.values() else []
        found.setdefault(name, first).extend(values)
    return found


def _headers(headers: Mapping[str, str]) -> dict[str, str]:
    return {name: text for name, text in headers.items() if text}


def _komi(rules: GoRules, headers: Mapping[str, str]) -> str:
    text = headers.get("komi", "")
    if text and (parse_komi(text) or 0) == rules.komi:
        return text
    return format_komi(rules.komi) if rules.komi else ""


def _rules_text(rules: GoRules, headers: Mapping[str, str]) -> str:
    text = headers.get("rules", "")
    if text and RULES.get(text.strip().lower(), "standard") == rules.name:
        return text
    return "" if rules.name == "standard" else format_rules(rules.name)


def _result(tree: GameTree, headers: Mapping[str, str]) -> str:
    """The result as it was written, if that still says who won; else in our words."""
    text = headers.get("result", "")
    if text:
        told = parse_result(text, tree.rules.name)
        if (told and told.winner) == (tree.result and tree.result.winner):
            return text
    return format_result(tree.result) if tree.result else ""


def first_mover(tree: GameTree) -> Colour | None:
    """Who makes the first move, unless something before it says whose turn it is."""
    for node in tree.main_line():
        if node.id != ROOT and node.setup is not None and node.setup.turn is not None:
            return None
        if node.colour is not None:
            return node.colour
    return None


def _setup(start: GoPosition, board: Board, first: Colour | None) -> Properties:
    """The stones of the first board, and whose turn it is where that is not obvious."""
    found: Properties = {}
    for name, stone in (("AB", BLACK), ("AW", WHITE)):
        codes = [board.codes[i] for i, value in enumerate(start.stones) if value == stone]
        if codes:
            found[name] = codes
    has_stones = bool(start.stones.translate(None, bytes([EMPTY, KO])))
    is_told = not has_stones and start.turn is Colour.BLACK and first is not Colour.WHITE
    if start.turn and not is_told:
        found["PL"] = ["B" if start.turn is Colour.BLACK else "W"]
    return found
