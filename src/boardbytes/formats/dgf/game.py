"""`dgf-game`: a game of Go with names and a date, as text that people can read and write."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import islice, takewhile

from boardbytes.errors import FormatError, PositionError
from boardbytes.formats.dgf import toml_text
from boardbytes.formats.dgf.game_binary import (
    LONGEST,
    DgfGameBinaryFormat,
    format_texts,
    headers_of,
)
from boardbytes.formats.dgf.moves import plain_record, read_moves, record_numbers, with_result
from boardbytes.formats.dgf.numbers import (
    HEADER,
    MAX_PLAYED_SIZE,
    MAX_POINTS,
    go_position,
    names_of_move,
    says_mark,
    says_move,
)
from boardbytes.formats.dgf.tree_table import MEANINGS, format_table, read_table, table_of
from boardbytes.formats.findings import Findings
from boardbytes.formats.format import Format
from boardbytes.formats.loss import HEADERS, OWN_RULES, RULES, TREE
from boardbytes.formats.plain_tree import UnplayableError
from boardbytes.formats.text import MOST_SPANS, Word, shown
from boardbytes.games.go import GoPosition
from boardbytes.games.go.board import format_size, point_name, point_names
from boardbytes.games.go.faults import find_faults
from boardbytes.games.go.notation import format_rows
from boardbytes.games.go.plain import TURNS as TURN_WORDS
from boardbytes.games.go.plain import board_of, join_komi, points_of
from boardbytes.json_reading import byte_offset
from boardbytes.model import Document, Fact, Facts, GameTree, Place, Problem, Span
from boardbytes.model.plain import Path, Plain, PlainError

MAX_SIZE = 64 * 1024 * 1024
_TEXTS = {"id": "game_id", "black": "black", "white": "white", "date": "date"}
_RESULTS = {"unfinished": 0, "black": 1, "white": 2}
_RESULT_WORDS = {number: word for word, number in _RESULTS.items()}
_TREE = "tree"
_NODES: Path = (_TREE, "nodes")
_ROWS: Path = ("board", "rows")
_KEYS = [*_TEXTS, "result", "moves", "board"]
_BOARD_KEYS = ["turn", "black_points", "white_points", "rows"]
_OVERFLOW_KEYS = {"black_overflow": 1, "white_overflow": 2}
"""Written only where 255 points stand in the bytes as 255 more than 0."""

_MOVES_PER_LINE = 16


def decode(data: bytes) -> Document:
    """The game, every move of it checked; id, names and date become headers."""
    findings = Findings("dgf-game")
    values, text = toml_text.parse(data, "dgf-game")
    plain = Plain(values)
    try:
        return _document(plain, text, findings)
    except PlainError as error:
        readable = (
            Document.of("dgf-game", error.tree) if isinstance(error, UnplayableError) else None
        )
        ply = error.ply if isinstance(error, UnplayableError) else None
        where = _offset(text, error.path)
        findings.error("value", error.message, where, error.found, ply, field=error.field)
    raise FormatError(findings.problems, "dgf-game", readable)


def _offset(text: str, path: Path) -> int:
    """Where a value stands; for what is inside a node, where the node does."""
    if path[: len(_NODES)] != _NODES or len(path) == len(_NODES):
        return toml_text.offset_of(text, path)
    start, index = dict(toml_text.keys(text)).get(_NODES), path[len(_NODES)]
    assert isinstance(index, int)
    node = next(islice(toml_text.elements(text, start), index, None), None) if start else None
    return byte_offset(text, node.offset) if node else toml_text.offset_of(text, _NODES)


def _document(plain: Plain, text: str, findings: Findings) -> Document:
    plain.object(_KEYS, [_TREE])
    facts: dict[str, Fact] = {}
    headers: dict[str, str] = {}
    for key, name in _TEXTS.items():
        value = plain[key].text()
        if len(value.encode("utf-8")) > LONGEST:
            raise plain[key].fail(f"{key} must have at most {LONGEST:,} bytes", f"{len(value):,}")
        headers |= {name: value} if value else {}
    result = _RESULTS[plain["result"].choice(list(_RESULTS))]
    moves = [move.integer(-(2**15), 2**15 - 1) for move in plain["moves"].items()]
    start, overflow = _board(plain["board"])
    facts |= {"overflow": overflow} if overflow else {}
    rows = toml_text.offset_of(text, _ROWS)
    for fault in find_faults(start.stones, start.size, start.mover):
        point = point_name(fault.index, start.size)
        findings.warning(fault.code, fault.message, rows, point=point, field="board")
    places = toml_text.item_offsets(text, ("moves",))
    places += [toml_text.offset_of(text, ("moves",))] * (len(moves) - len(places))
    record, more = read_moves(start, moves, places.__getitem__, findings)
    record = with_result(record, result, toml_text.offset_of(text, ("result",)), findings)
    tree = GameTree.of(record, headers)
    table = plain.get(_TREE)
    if table is not None and not findings.has_errors:
        tree = _whole_tree(table, tree, text, findings)
    return findings.finish(Document.of("dgf-game", tree, Facts(facts | more)))


def _whole_tree(table: Plain, plain: GameTree, text: str, findings: Findings) -> GameTree:
    """The tree of the table, whose main line must be what the plain keys say."""
    problems: list[Problem] = []
    tree = read_table(
        table, plain, problems, lambda each: Place(_offset(text, each.path), field=each.name)
    )
    findings.extend(problems)
    said, meant = plain.record(), plain_record(Document.of(None, tree))
    for key, is_same in {
        "board": join_komi(go_position(said.start), said.rules)
        == join_komi(go_position(meant.start), meant.rules),
        "moves": said.steps == meant.steps,
        "result": (said.result and said.result.winner) == (meant.result and meant.result.winner),
    }.items():
        if not is_same:
            message = f"{key} must be what the main line of the table tree says"
            findings.error("tree", message, toml_text.offset_of(text, (key,)), field=key)
    findings.raise_errors()
    return tree


def _board(plain: Plain) -> tuple[GoPosition, int]:
    """The first board, and which sides' 255 points are written with the overflow bit."""
    plain.object(_BOARD_KEYS, list(_OVERFLOW_KEYS))
    size, stones = board_of(plain["rows"])
    if not isinstance(size, int):
        raise plain["rows"].fail("board.rows must make a square board", format_size(size))
    if size > MAX_PLAYED_SIZE:
        message = f"a board that is played on has at most {MAX_PLAYED_SIZE} rows"
        raise plain["rows"].fail(message, f"{size}")
    points = []
    for key in ("black_points", "white_points"):
        points.append(points_of(plain[key]))
        if points[-1] > MAX_POINTS:
            raise plain[key].fail(f"board.{key} must be at most {MAX_POINTS:g}", f"{points[-1]:g}")
    turn = TURN_WORDS[plain["turn"].choice(list(TURN_WORDS))]
    overflow = 0
    for (key, bit), whole in zip(_OVERFLOW_KEYS.items(), map(int, points), strict=True):
        flag = plain.get(key)
        if flag and flag.boolean():
            if whole != 255:
                raise flag.fail(f"board.{key} goes with 255 points only", f"{whole}")
            overflow |= bit
    return GoPosition(size, stones, turn, *points), overflow


def encode(document: Document) -> bytes:
    """The game as TOML, with a table for what the plain keys cannot say.

    Raises PositionError for a game that is too long to be read again.
    """
    lines = [*_lines(document)]
    if document.tree and (table := table_of(document.tree, plain_record(document))):
        lines += format_table(table)
    data = ("\n".join(lines) + "\n").encode("utf-8")
    if len(data) > MAX_SIZE:
        raise PositionError(f"a DGF game has at most {MAX_SIZE:,} bytes, not {len(data):,}")
    return data


def _lines(document: Document) -> Iterator[str]:
    numbers, result, moves = record_numbers(document)
    plain = plain_record(document)
    start = join_komi(go_position(plain.start), plain.rules)
    headers = headers_of(document)
    format_texts(headers)  # refuses texts that are too long, as the binary form does
    for key, name in _TEXTS.items():
        yield f"{key} = {toml_text.format_text(headers.get(name, ''))}"
    yield f'result = "{_RESULT_WORDS[result]}"'
    yield "moves = [" + ("]" if not moves else "")
    for first in range(0, len(moves), _MOVES_PER_LINE):
        line = ", ".join(map(str, moves[first : first + _MOVES_PER_LINE]))
        yield f"    {line},"
    if moves:
        yield "]"
    words = {colour: word for word, colour in TURN_WORDS.items()}
    yield "\n[board]"
    yield f'turn = "{words[start.turn]}"'
    yield f"black_points = {start.black_captures:g}"
    yield f"white_points = {start.white_captures:g}"
    overflow = document.facts.integer("overflow", 0)
    both = (start.black_captures, start.white_captures)
    for (key, bit), points in zip(_OVERFLOW_KEYS.items(), both, strict=True):
        if overflow & bit and int(points) == 255:
            yield f"{key} = true"
    yield "rows = ["
    for row in format_rows(bytes(numbers[HEADER:]), start.size):
        yield f'    "{row}",'
    yield "]"


_MEANINGS: dict[Path, str] = {
    ("id",): "the game's id",
    ("black",): "who plays black",
    ("white",): "who plays white",
    ("date",): "the date of the start",
    ("result",): "who won",
    ("moves",): "0 pass, below 0 resignation, else the point, counted from 1 in reading order",
    ("board",): "the board before the first move",
    ("board", "turn"): "who plays first",
    ("board", "black_points"): "stones that black has captured, plus reverse komi",
    ("board", "white_points"): "stones that white has captured, plus komi",
    _ROWS: ". empty, X black, O white, * forbidden by ko",
    (_TREE,): "what the keys above cannot say",
    **{(_TREE, key): meaning for key, meaning in MEANINGS.items()},
}


def explain(data: bytes) -> list[Span]:
    """Every key with its meaning, every move, and every intersection of the board."""
    text = data.decode("latin-1")  # a character to a byte, whatever the bytes
    places = list(toml_text.keys(text))
    ends = [start for _, start in places[1:]] + [len(text)]
    # By its place: a damaged file may name a key twice.
    items = {
        start: list(islice(_items_before(path, text, start, end), MOST_SPANS))
        for (path, start), end in zip(places, ends, strict=False)
        if path in _INNER
    }
    sizes = [len(items[start]) for path, start in places if path == _ROWS]
    size = next((size for size in reversed(sizes) if size <= MAX_PLAYED_SIZE), 0)
    spans = []
    for (path, start), end in zip(places, ends, strict=False):
        part = data[start:end].rstrip()
        words = " ".join(part.decode("utf-8", "replace").partition("=")[2].split())
        value = words if len(words) <= 40 else f"{words[:37]}..."
        if path == _ROWS:
            size = len(items[start]) if len(items[start]) <= MAX_PLAYED_SIZE else 0
        inner = list(_INNER[path](items[start], size)) if path in _INNER else []
        if inner:
            part = data[start : inner[0].offset].rstrip(b" \t\r\n\"'")
        name, meaning = Plain(None, path).name, _MEANINGS.get(path, "")
        spans += [Span(start, len(part), name, value, meaning), *inner]
    return spans[:MOST_SPANS]


def _items_before(path: Path, text: str, start: int, end: int) -> Iterator[Word]:
    """The items of a list that end before the next key: an unclosed list would run on."""
    items = _ITEMS.get(path, toml_text.list_items)(text, start)
    return takewhile(lambda item: item.offset + len(item.text) <= end, items)


def _explain_moves(items: list[Word], size: int) -> Iterator[Span]:
    numbers = [_integer(item.text) for item in items]
    for index, (item, number) in enumerate(zip(items, numbers, strict=True), 1):
        names, meaning = names_of_move(number, size), says_move(number, size)
        name = f"move {index}"
        yield Span(item.offset, len(item.text), name, shown(item.text), meaning, names, index)


def _integer(text: str) -> int:
    """A number as TOML writes it; for anything else, one that is off every board."""
    try:
        return int(text, 0)
    except ValueError:
        return 2**15


def _explain_rows(items: list[Word], size: int) -> Iterator[Span]:
    names = point_names(size) if size else ()
    for row, item in enumerate(items):
        inside = item.text.strip(item.text[0])
        if "\\" in inside or len(inside) != size:
            points = names[row * size : (row + 1) * size]
            meaning = _MEANINGS[_ROWS]
            yield Span(
                item.offset, len(item.text), f"row {row + 1}", shown(inside), meaning, points
            )
            continue
        for column, mark in enumerate(inside):
            name = names[row * size + column]
            yield Span(item.offset + 1 + column, 1, name, mark, says_mark(mark), (name,))


def _explain_nodes(items: list[Word], size: int) -> Iterator[Span]:
    known = set(point_names(size)) if size else set()
    for index, item in enumerate(items, 1):
        words = shown(item.text if len(item.text) <= 40 else f"{item.text[:37]}...")
        move = _MOVE.search(item.text)
        names = (move[1],) if move and move[1] in known else ()
        meaning = f"the move {move[1]}" if move else "no move"
        yield Span(item.offset, len(item.text), f"node {index}", words, meaning, names)


_MOVE = re.compile(r'(?:^|\bmove = )"(\w+)"')
_ITEMS = {_NODES: toml_text.elements}
_INNER: dict[Path, Callable[[list[Word], int], Iterator[Span]]] = {
    ("moves",): _explain_moves,
    _ROWS: _explain_rows,
    _NODES: _explain_nodes,
}
"""How the elements of a list are explained."""


def likeness(data: bytes) -> float:
    """The share of the keys that begin a line in the first megabyte."""
    found = {path[0] for path, _ in toml_text.keys(data[: 1 << 20].decode("latin-1"))}
    return len(found & set(_KEYS)) / len(_KEYS)


class DgfGameFormat(Format):
    """DGF game."""

    name = "dgf-game"
    title = "DGF game"
    game = "go"
    suffixes = (".dgf",)
    max_size = MAX_SIZE
    holds = DgfGameBinaryFormat.holds | TREE | {HEADERS, RULES, OWN_RULES}

    decode = staticmethod(decode)
    encode = staticmethod(encode)
    explain = staticmethod(explain)
    likeness = staticmethod(likeness)


FORMAT = DgfGameFormat()
