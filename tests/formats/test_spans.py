"""What spans say about the board: their points and moves are those of what was read."""

from __future__ import annotations

import random
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

import boardbytes as bb
from boardbytes.formats import FORMATS
from boardbytes.games import GAMES
from boardbytes.games.checkers import CheckersPosition
from boardbytes.games.checkers.board import NAMES as SQUARES
from boardbytes.games.checkers.notation import mark_of
from boardbytes.games.go import GoPosition
from boardbytes.games.go.board import KO, point_names
from boardbytes.games.mill import MillPosition
from boardbytes.games.mill.board import NAMES as POINTS
from boardbytes.games.tiles import TileBoard
from boardbytes.model import Move
from tests.formats.places import check_spans
from tests.formats.vectors import every, files, name_of
from tests.timing import quickest


def board_of(content: object) -> dict[str, object]:
    """What stands on each point of a board, by the point's name; None where nothing does."""
    if isinstance(content, MillPosition):
        return {
            name: "white"
            if content.white >> at & 1
            else "black"
            if content.black >> at & 1
            else None
            for at, name in enumerate(POINTS)
        }
    if isinstance(content, CheckersPosition):
        marks = [
            mark_of(at, content.red, content.white, content.kings) for at in range(len(SQUARES))
        ]
        return {
            name: None if mark == "·" else mark for name, mark in zip(SQUARES, marks, strict=True)
        }
    if isinstance(content, GoPosition):
        names = point_names(content.size)
        return {name: stone or None for name, stone in zip(names, content.stones, strict=True)}
    assert isinstance(content, TileBoard)
    return {
        f"{x},{y}": (content.tile(x, y),)
        for y in range(content.length)
        for x in range(content.width)
    }


def stones(content: object) -> set[str]:
    return {name for name, what in board_of(content).items() if what is not None}


@pytest.mark.parametrize(("name", "path"), every("ok"), ids=name_of)
def test_spans_name_the_points_of_the_board(name: str, path: Path) -> None:
    data = path.read_bytes()
    document = bb.loads(data, name)
    named = {point for span in bb.explain(data, name) for point in span.points}
    assert named <= set(board_of(document.position)), "every named point is on the board"
    # A game of checkers that begins with the usual position need not say it.
    is_usual = name == "transcript" or (name == "pdn" and b"FEN" not in data)
    unsaid = stones(CheckersPosition()) if is_usual else set()
    marks = {
        point for point, what in board_of(document.position).items() if what == KO
    }  # a ko that follows from the moves need not be said
    if name in ("tmj", "tmx"):  # where a map is turned or empty, there are places beside it
        unsaid = {point for point, what in board_of(document.position).items() if what == (0,)}
    assert stones(document.position) - marks - unsaid <= named, "every stone is named"
    assert stones(document.start) - unsaid <= named


@pytest.mark.parametrize(("name", "path"), every("ok"), ids=name_of)
def test_spans_hold_every_move_of_the_record_once(name: str, path: Path) -> None:
    data = path.read_bytes()
    record = bb.loads(data, name).record
    check_moves(data, name, record.moves if record else ())


def check_moves(data: bytes, name: str, moves: tuple[Move, ...]) -> None:
    """The spans hold these moves, each once."""
    spans = {span.ply: span for span in bb.explain(data, name) if span.ply is not None}
    assert sorted(spans) == list(range(1, len(moves) + 1))
    assert sum(span.ply is not None for span in bb.explain(data, name)) == len(moves)
    for ply, move in enumerate(moves, 1):
        points = spans[ply].points
        # A jump of several pieces may be written by its ends alone.
        assert set(points) <= set(move.points)
        assert points[:1] + points[-1:] == move.points[:1] + move.points[-1:]


@pytest.mark.parametrize(
    ("line", "moves"),
    [
        (b";B[cc];B[gg];B[cg];W[ee];B[gc]", "C7 G3 C3 E5 G7"),
        (b";B[cc]C[x];W[gg];W[cg]", "C7 G3 C3"),
        (b";B[aa];AB[bb];B[cc];B[dd]PL[W];W[ee]", "A9 C7 D6 E5"),
        (b";B[aa];B[bb];W[cc];AE[aa]", "A9 B8 C7"),
        (b";B[];W[];W[cc];B[]", "pass pass C7 pass"),
    ],
)
def test_sgf_moves_of_any_colour(line: bytes, moves: str) -> None:
    data = b"(;SZ[9]" + line + b")"
    document = bb.loads(data, "sgf")
    assert document.record is not None
    assert " ".join(map(str, document.record.moves)) == moves
    check_moves(data, "sgf", document.record.moves)


@pytest.mark.parametrize("seed", range(10))
def test_sgf_moves_in_any_order(seed: int) -> None:
    """Sides that play again, stones set up, passes and comments, wherever they come."""
    chance, letters, seen = random.Random(seed), "abcdefghi", 0
    for _ in range(50):
        points = [column + row for column in letters for row in letters]
        chance.shuffle(points)
        text, colour = "(;SZ[9]", "B"
        for point in points[: chance.randrange(12)]:
            if chance.random() < 0.2:
                text += f";{chance.choice(['AB', 'AW', 'AE'])}[{point}]"
                continue
            colour = colour if chance.random() < 0.2 else "BW"[colour == "B"]
            text += f";{colour}[{point if chance.random() < 0.8 else ''}]"
            text += chance.choice(["", "", "C[x]", "PL[W]"])
        record = bb.loads(f"{text})".encode(), "sgf").record
        assert record is not None
        check_moves(f"{text})".encode(), "sgf", record.moves)
        seen += 1
    assert seen > 45


@pytest.mark.parametrize(("name", "path"), every("ok") + every("bad"), ids=name_of)
def test_spans_of_damaged_files(name: str, path: Path) -> None:
    data = path.read_bytes()[:3000]
    check_spans(data, name)
    chance = random.Random(path.stem)
    for _ in range(20):
        at, length = chance.randrange(len(data) + 1), chance.randrange(8)
        signs = [*b'[]{}();,:019aAB#/<> \\"', 0, 255]
        put = bytes(chance.choice(signs) for _ in range(chance.randrange(3)))
        check_spans(data[:at] + put + data[at + length :], name)


ONE_PLACE = ("dgf-board", "dgf-packed2", "dgf-packed3", "dgf-record", "gbxx", "channel", "contract")
"""Formats in which a byte can be changed and leave a document: nothing says it a second time."""


def changed_points(before: object, after: object) -> set[str]:
    boards = board_of(before), board_of(after)
    return {name for name in boards[0] if boards[0][name] != boards[1][name]}


@pytest.mark.parametrize("name", ONE_PLACE)
def test_a_changed_byte_changes_the_points_it_names(name: str) -> None:
    """Only those that it named before or names now; and it does change some."""
    chance = random.Random(name)
    seen = 0
    for path in files(name, "ok"):
        data = path.read_bytes()
        start = bb.loads(data, name).start
        spans = [span for span in bb.explain(data, name) if span.points and span.ply is None]
        if data.isascii() and name in ("channel", "contract"):
            continue  # a word written in digits
        for span in chance.sample(spans, min(60, len(spans))):
            offset = chance.randrange(span.offset, span.offset + span.size)
            value = chance.choice([*range(4), data[offset] ^ 1 << chance.randrange(8)])
            changed = data[:offset] + bytes([value]) + data[offset + 1 :]
            try:
                after = bb.loads(changed, name).start
            except bb.FormatError:
                assert name != "gbxx", "any tile is one"
                continue
            found = changed_points(start, after)
            now = {s.offset: s.points for s in bb.explain(changed, name)}[span.offset]
            assert found <= {*span.points, *now}
            seen += bool(found)
    assert seen > 20


TWICE = ("stackmill", "millfen", "mfen", "dgf-board", "channel", "contract", "draughts-fen")


@pytest.mark.parametrize("name", TWICE)
def test_a_move_changes_the_bytes_of_its_points(name: str) -> None:
    """The bytes that differ after a move are those that name the points on which it is seen."""
    game = GAMES.find(FORMATS.find(name).game or "")
    chance = random.Random(name)
    record = bb.Record(game.start)
    while record.result is None and len(record.moves) < 80:
        before = record
        record = record.play(chance.choice(record.position.legal_moves()))
        pieces = []
        for position in (before.position, record.position):
            data = bb.dumps(position, name)
            spans = bb.explain(data, name)
            pieces.append(
                {
                    (span.name, data[span.offset : span.offset + span.size], point)
                    for span in spans
                    if span.name not in ("obligations", "moved piece", "target")
                    and (name != "stackmill" or span.name.startswith("field"))
                    for point in span.points
                }
            )
        differing = {point for _, _, point in pieces[0] ^ pieces[1]}
        changed = changed_points(before.position, record.position)
        assert changed <= differing
        # Pieces of a word are numbered anew where only the position is written.
        assert name in ("channel", "contract") or changed == differing
    assert len(record.moves) > 20


@pytest.mark.parametrize(("name", "path"), every("ok"), ids=name_of)
def test_a_part_is_explained_as_in_the_whole(name: str, path: Path) -> None:
    data = path.read_bytes()
    spans = bb.explain(data, name)
    chance = random.Random(path.stem)
    windows = [sorted(chance.choices(range(-3, len(data) + 3), k=2)) for _ in range(20)]
    for start, end in [*windows, (0, len(data)), (5, 5), (7, 2)]:
        part = [span for span in spans if span.offset < end and span.offset + span.size > start]
        assert bb.explain(data, name, start, end) == (part if start < end else [])


@pytest.mark.measures
def test_a_part_of_the_largest_board_at_once() -> None:
    body = random.Random(1).randbytes(255 * 255 * 8)
    data = bb.dumps(TileBoard(64, 255, 255, body), "gbxx")
    assert bb.explain(data, "gbxx", 300_000, 304_096) == bb.explain(data)[37_505 : 37_505 + 512]
    assert quickest(lambda: bb.explain(data, "gbxx", 300_000, 304_096)) < 0.005


@pytest.mark.measures
def test_games_are_explained_at_once() -> None:
    chance = random.Random(3)
    record = bb.Record(GoPosition(19))
    while len(record.moves) < 300:
        point = chance.choice(point_names(19))
        with suppress(bb.IllegalMoveError):
            record = record.play(point)
    for name in ("sgf", "dgf-record", "dgf-game", "dgf-game-binary", "json"):
        data = bb.dumps(record, name)
        assert sum(span.ply is not None for span in bb.explain(data, name)) == 300
        assert quickest(partial(bb.explain, data, name)) < 0.02


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("sgf", b"(;SZ[52]AB" + b"[aa:ZZ]" * 150_000 + b")"),
        ("sgf", b"(;SZ[19]" + b";B[aa]C[x]" * 100_000 + b")"),
        ("pdn", b"1. 11-15 23-18 " * 200_000),
        ("dgf-game", b"moves = [" + b"1," * 2_000_000 + b"]"),
        ("tmx", b"<map width='9' height='9'>" + b"<a b='c'/>" * 1_000_000),
        ("json", b'{"boardbytes": 1, "x": [' + b"1, " * 1_000_000 + b"1]}"),
    ],
)
def test_very_long_lists_are_cut_short(name: str, data: bytes) -> None:
    spans = bb.explain(data, name)
    assert 10_000 < len(spans) <= 1 << 17
    assert sum(len(span.points) for span in spans) < 10**6
