"""A document as a row of its game's table, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from boardbytes.columns.tables.canonical import canonical
from boardbytes.errors import FormatError, PositionError
from boardbytes.games.checkers import CheckersMove, CheckersPosition
from boardbytes.games.checkers.notation import format_line as checkers_line
from boardbytes.games.go import GoMove, GoPosition
from boardbytes.games.go.board import BLACK, STONES, WHITE, size_of
from boardbytes.games.mill import MillMove, MillPosition
from boardbytes.games.tiles import Modifiers, TileBoard
from boardbytes.games.tiles.footer import Footer
from boardbytes.model import Colour, Document, GameTree, Headers, Problem, Record, Step
from boardbytes.model.registry import find

Row = dict[str, Any]

_ABOUT = ("title", "event", "round", "place", "date")
_PLAYERS = {
    "go": ("black", "white", "black_rank", "white_rank"),
    "mill": ("white", "black"),
    "checkers": ("red", "white"),
}
_DRAW = "draw"


def row_of(document: Document, source: str | None = None, game: int = 1) -> tuple[str, Row]:
    """The table that a document belongs to, and its row there."""
    content = document.position
    row = {
        "source": source,
        "game": game,
        "format": document.format,
        "canonical": canonical(content),
        **finding_values(document.problems),
        **_VALUES[content.game](content, document),
    }
    return content.game, row


def failure_of(error: FormatError, source: str | None = None, game: int | None = None) -> Row:
    """The row of something that could not be read, in the table of failures."""
    first = next(problem for problem in error.problems if problem.is_error)
    place = first.place
    return {
        "source": source,
        "game": game,
        "format": error.format,
        "error": first.code,
        "message": first.message,
        "found": first.found,
        "offset": place.offset,
        "line": place.line,
        "ply": place.ply,
        "point": place.point,
        "field": place.field,
        "problems": [problem.code for problem in error.problems],
    }


def finding_values(problems: tuple[Problem, ...]) -> Row:
    """What a row says of the problems that were found."""
    row: Row = {"problems": [problem.code for problem in problems]}
    first = next((problem for problem in problems if problem.is_error), None)
    if first is not None:
        place = first.place
        row |= {"error": first.code, "message": first.message}
        row |= {"offset": place.offset, "line": place.line, "ply": place.ply}
    return row


def _about(document: Document, game: str) -> Row:
    """Headers, result and rules."""
    tree = document.tree
    if tree is None:
        return {}
    names = (*_ABOUT, *_PLAYERS[game])
    row: Row = {name: _text(tree.headers.get(name)) for name in names}
    row["rules"] = tree.rules.name
    result = tree.result
    if result is not None:
        row["winner"] = result.winner.value if result.winner else _DRAW
    row["result"] = _text(tree.headers.get("result")) or (_result_text(tree) if result else None)
    return row


def _text(text: str | None) -> str | None:
    return (text or "").strip(" ") or None


def _result_text(tree: GameTree) -> str:
    """The result in the words of the usual format of the game."""
    winner = tree.result.winner if tree.result else None
    if isinstance(tree.start, GoPosition):
        from boardbytes.formats.sgf.result import format_result

        return format_result(tree.result) if tree.result else ""
    if winner is None:
        return "1/2-1/2"
    return "1-0" if winner is tree.start.sides.first else "0-1"


def _line(record: Record | None) -> Row:
    moves: Any = record.moves if record else ()
    return {
        "moves": [move.code for move in moves],
        "line_text": " ".join(map(str, moves)),
        "plies": len(moves),
        "replays": _is_plain(record),
    }


def _is_plain(record: Record | None) -> bool:
    return record is None or record.is_plain


def _go(position: GoPosition, document: Document) -> Row:
    start: GoPosition = document.start
    record, tree = document.record, document.tree
    row = _about(document, "go")
    steps = [step for step in record.steps if step.move is not None] if record else []
    numbers = [step.move.number(start.size) for step in steps]  # type: ignore[union-attr]
    bare = GoPosition(start.size, start.stones, start.turn)
    colours = [STONES[step.colour] for step in steps if step.colour]
    alternate = [STONES[start.turn] if start.turn else BLACK]
    while len(alternate) < len(colours):
        alternate.append(BLACK + WHITE - alternate[-1])
    return row | {
        "komi": float(tree.rules.komi) if tree else None,
        "handicap": _handicap(start, tree),
        "width": start.width,
        "height": start.height,
        "start": start.stones if any(start.stones) else None,
        "begins": start.turn.value if start.turn else None,
        "moves": numbers,
        "movers": None if colours == alternate[: len(colours)] else colours,
        "replays": _is_plain(record) and start == bare,
        "plies": len(numbers),
        "turn": position.turn.value if position.turn else None,
        "stones": position.stones,
        "black_captures": float(position.black_captures),
        "white_captures": float(position.white_captures),
    }


def _handicap(start: GoPosition, tree: GameTree | None) -> int | None:
    """The handicap as it is written, or as the board shows it."""
    text = tree.headers.get("handicap", "").strip() if tree else ""
    if text.isascii() and text.isdigit() and len(text) <= 3 and int(text):
        return int(text)
    blacks, whites = start.stones.count(BLACK), start.stones.count(WHITE)
    return blacks if blacks >= 2 and not whites and start.turn is Colour.WHITE else None


def _mill(position: MillPosition, document: Document) -> Row:
    return _about(document, "mill") | {
        **_line(document.record),
        "start": None if document.start == MillPosition() else document.start.line,
        "turn": position.turn.value,
        "white_stones": position.white,
        "black_stones": position.black,
        "white_hand": position.white_hand,
        "black_hand": position.black_hand,
        "removing": position.removing,
    }


def _checkers(position: CheckersPosition, document: Document) -> Row:
    start = document.start
    line = checkers_line(start.red, start.white, start.kings, start.turn.value)
    return _about(document, "checkers") | {
        **_line(document.record),
        "start": None if start == CheckersPosition() else line,
        "turn": position.turn.value,
        "red_pieces": position.red,
        "white_pieces": position.white,
        "kings": position.kings,
    }


def _tiles(board: TileBoard, document: Document) -> Row:
    return {
        "title": board.footer.title or None,
        "author": board.footer.author or None,
        "code": board.footer.code or None,
        "width": board.width,
        "length": board.length,
        "depth": board.depth,
        "modifiers": board.modifiers.byte,
        "tiles": board.body,
    }


_VALUES: Mapping[str, Any] = {"go": _go, "mill": _mill, "checkers": _checkers, "tiles": _tiles}


def document_of(table: str, row: Mapping[str, Any]) -> Document:
    """The document of a row: the game, if its moves lead to its last position; else that position.

    Has no variations and no comments: no column holds them. Raises PositionError for values that
    make no position.
    """
    start, last, moves = find("table", table, _PARTS)(row)
    if moves is None or not row["replays"] or not (moves or row.get("rules")):
        return Document(row["format"], last)
    record = Record(start, moves, rules=_rules(start, row))
    names = (*_ABOUT, *_PLAYERS[table], "result")
    headers = Headers((name, row[name]) for name in names if row.get(name))
    tree = GameTree.of(record, headers)
    if record.position != last:
        raise PositionError(f"the moves of {row['source']} do not lead to its last position")
    return Document.of(row["format"], tree)


def _rules(start: Any, row: Mapping[str, Any]) -> Any:
    from dataclasses import replace

    rules = start.find_rules(row.get("rules") or "standard")
    return replace(rules, komi=row["komi"]) if row.get("komi") else rules


def _go_parts(row: Mapping[str, Any]) -> tuple[Any, Any, tuple[Step, ...] | None]:
    size = size_of(row["width"], row["height"])
    turns = {colour.value: colour for colour in STONES} | {None: None}
    captures = row["black_captures"], row["white_captures"]
    last = GoPosition(size, row["stones"], turns[row["turn"]], *captures)
    start = GoPosition(size, row["start"] or b"", turns[row["begins"]])
    numbers = row["moves"] or []
    first = STONES[start.turn] if start.turn else BLACK
    movers = row["movers"] or [(first - 1 + ply) % 2 + 1 for ply in range(len(numbers))]
    colours = {stone: colour for colour, stone in STONES.items()}
    steps = tuple(
        Step(GoMove.from_number(number, size), colours[mover])
        for number, mover in zip(numbers, movers, strict=True)
    )
    return start, last, steps


def _mill_parts(row: Mapping[str, Any]) -> tuple[Any, Any, tuple[Step, ...] | None]:
    stones = row["white_stones"], row["black_stones"]
    hands = row["white_hand"], row["black_hand"]
    start = MillPosition.parse(row["start"]) if row["start"] else MillPosition()
    member = start.board, start.each
    last = MillPosition(*stones, *hands, Colour(row["turn"]), row["removing"], *member)
    moves = (MillMove.from_code(code, start.board) for code in row["moves"] or ())
    return start, last, _steps(start, moves)


def _checkers_parts(row: Mapping[str, Any]) -> tuple[Any, Any, tuple[Step, ...] | None]:
    pieces = row["red_pieces"], row["white_pieces"], row["kings"]
    last = CheckersPosition(*pieces, Colour(row["turn"]))
    start = CheckersPosition.parse(row["start"]) if row["start"] else CheckersPosition()
    return start, last, _steps(start, map(CheckersMove.from_code, row["moves"] or ()))


def _steps(start: Any, moves: Any) -> tuple[Step, ...]:
    """Moves as steps of sides that alternate."""
    steps, turn = [], start.turn
    for move in moves:
        steps.append(Step(move, turn))
        turn = start.sides.other(turn)
    return tuple(steps)


def _tile_parts(row: Mapping[str, Any]) -> tuple[Any, Any, None]:
    footer = Footer(code=row["code"] or "", title=row["title"] or "", author=row["author"] or "")
    modifiers = Modifiers.from_byte(row["modifiers"])
    shape = row["depth"], row["width"], row["length"]
    board = TileBoard(*shape, row["tiles"], modifiers, footer)
    return board, board, None


_PARTS = {
    "go": _go_parts, "mill": _mill_parts, "checkers": _checkers_parts, "tiles": _tile_parts,
}  # fmt: skip
