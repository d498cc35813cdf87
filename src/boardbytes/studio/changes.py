"""What becomes of a desk's state by a change: worked out by a worker, from values to values."""

from __future__ import annotations

from dataclasses import replace

from boardbytes.errors import FormatError, PositionError, SignatureError
from boardbytes.formats import FORMATS
from boardbytes.formats import repair as repair_bytes
from boardbytes.formats.format import Change
from boardbytes.games import SUBJECTS
from boardbytes.games.tiles import TileBoard
from boardbytes.model import Document, Position, Problem, Record
from boardbytes.studio import messages, signed, tiles
from boardbytes.studio.states import TRANSCRIPT, Reading, State, state_of
from boardbytes.studio.store import Desk
from boardbytes.studio.worker import Bench


def identified(bench: Bench, state: State, name: str) -> State:
    """The state with the format that its bytes turned out to have."""
    return replace(state, format=bench.reading(state, name).format)


def play(bench: Bench, desk: Desk, move: str, at: int | None, rules: str | None) -> State:
    """A move played at the end of the game, or after `at` moves of it."""
    reading = bench.reading(desk.state, desk.name)
    game, _ = game_on(reading, at, rules)
    return state_of(game.play(move), reading.format)


def repair(bench: Bench, desk: Desk) -> State:
    """What a format stores twice made to agree."""
    reading = bench.reading(desk.state, desk.name)
    repaired, _ = _repaired(desk, reading)
    return State(reading.format, repaired)


def repairs(bench: Bench, desk: Desk) -> tuple[Change, ...]:
    """What `repair` would change."""
    return _repaired(desk, bench.reading(desk.state, desk.name))[1]


def _repaired(desk: Desk, reading: Reading) -> tuple[bytes, tuple[Change, ...]]:
    if reading.format == TRANSCRIPT:
        raise FormatError([Problem("no-repair", "a signed game cannot be repaired")], TRANSCRIPT)
    return repair_bytes(desk.state.data, reading.format)


def convert(bench: Bench, desk: Desk, format: str) -> State:
    """The same in another format; what it cannot hold of a game is kept beside it."""
    FORMATS.find(format)
    document = replace(document_of(bench.reading(desk.state, desk.name)), format=None)
    state = state_of(document, format)
    if state.format != format:
        raise PositionError(f"{format} cannot hold this")
    return state


def edit(bench: Bench, desk: Desk, asked: messages.TileEdit) -> State:
    """A tile board after an edit."""
    board = tiles.change(tile_board(bench, desk), asked)
    return replace_board(bench, desk, board)


def replace_board(bench: Bench, desk: Desk, board: TileBoard) -> State:
    """Another tile board in the format of this one."""
    reading = bench.reading(desk.state, desk.name)
    return state_of(Document(None, board), reading.format)


def append(bench: Bench, desk: Desk, text: str) -> State:
    """A signed game with lines that came from the other side."""
    readable(bench, desk)
    return signed.append(desk.state.data, text)


def readable(bench: Bench, desk: Desk) -> None:
    """Nothing, if a desk holds a signed game that can be read within the limits."""
    if bench.reading(desk.state, desk.name).format != TRANSCRIPT:
        raise SignatureError("this desk holds no signed game")


def players(bench: Bench, state: State) -> tuple[str, ...]:
    """The addresses of both sides of a signed game."""
    return signed.players(state.data)


def tile_board(bench: Bench, desk: Desk) -> TileBoard:
    """The tile board of a desk; PositionError if it holds something else."""
    position = document_of(bench.reading(desk.state, desk.name)).position
    if not isinstance(position, TileBoard):
        raise PositionError("this desk holds no tile board")
    return position


def document_of(reading: Reading) -> Document:
    """What a reading holds; FormatError if it holds nothing."""
    if reading.document is None:
        raise FormatError(reading.problems, reading.format)
    return reading.document


def game_on(
    reading: Reading, at: int | None, rules: str | None
) -> tuple[Document, Record]:  # fmt: skip
    """The document and the record of a game after so many moves, ready to be played on.

    The first move decides by which rules the game goes on.
    """
    document = document_of(reading)
    if not isinstance(document.position, Position):
        title = SUBJECTS.find(document.position.game).title
        raise PositionError(f"a {title.lower()} has no moves")
    record = document.record
    if record is None or (rules and not record.moves):
        record = Record.replay(document.start, rules=rules or "standard")
    if at is not None and at < len(record.moves):
        record = record.at(at)
    return Document.of(document.format, record, document.facts), record
