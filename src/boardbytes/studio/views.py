"""A desk as the page shows it."""

from __future__ import annotations

from dataclasses import dataclass

from boardbytes.channel import moving
from boardbytes.drawing import draw
from boardbytes.drawing.svg import STEP
from boardbytes.errors import FormatError, PositionError
from boardbytes.formats import FORMATS
from boardbytes.formats.loss import losses
from boardbytes.formats.transcript.transcript import NAME as SIGNED
from boardbytes.games import GAMES, SUBJECTS
from boardbytes.games.tiles import TileBoard
from boardbytes.model import Document, Move, Position, Problem, Record
from boardbytes.model.ending import status_of
from boardbytes.model.problem import plain_problem
from boardbytes.players import players_of
from boardbytes.studio import messages, signed, tiles
from boardbytes.studio.changes import tile_board
from boardbytes.studio.states import Reading, rules_called
from boardbytes.studio.store import Desk
from boardbytes.studio.worker import Bench

ENGINE = "engine"
_TITLES = {
    "random": "random moves",
    "search": "looks ahead",
    "perfect": "plays perfectly",
    ENGINE: "the Go engine",
}
_VALUED = "mill"
"""The game whose positions have values."""


@dataclass(frozen=True)
class Look:
    """How somebody wants to see a desk."""

    theme: messages.Theme = "light"
    move: int | None = None
    """After so many moves of the record; None: all."""
    by: str = "kind"
    """What tiles are coloured by."""
    rules: str | None = None
    """By which rules to go on where none were chosen yet."""


@dataclass(frozen=True)
class Surroundings:
    """What a desk's view shows of the studio around it."""

    has_engine: bool
    addresses: frozenset[str]
    """Those whose keys are kept here for the desk's game."""


def view(bench: Bench, desk: Desk, look: Look, around: Surroundings) -> bytes:
    """Everything that the page shows of a desk, but the bytes."""
    reading = bench.reading(desk.state, desk.name)
    shown = at_move(reading.document, look.move) if reading.document else None
    game = shown.position.game if shown else None
    board = _board(shown, look) if shown else None
    is_tiles = shown is not None and isinstance(shown.position, TileBoard)
    return messages.View(
        desk=messages.DeskHead(
            id=desk.id,
            name=desk.name,
            revision=desk.revision,
            undo=desk.can_undo and desk.state.format != SIGNED,
            redo=desk.can_redo and desk.state.format != SIGNED,
        ),
        format=_format(reading.format, desk.state.data),
        size=len(desk.state.data),
        game=_game(game) if game else None,
        findings=[finding(problem) for problem in reading.problems],
        can_repair=_can_repair(reading),
        note=_note(desk, reading),
        board=board,
        record=_record(reading, shown),
        tiles=tiles.paint(shown.position, look.theme, look.by) if shown and is_tiles else None,
        channel=_channel(desk, around) if reading.format == SIGNED else None,
        players=_players(game or "", around.has_engine) if board and board.svg else [],
        has_values=game == _VALUED,
    ).json_bytes()


def picture(bench: Bench, desk: Desk, look: Look, kind: str) -> bytes:
    """The board as SVG or PNG."""
    document = bench.reading(desk.state, desk.name).document
    if document is None:
        raise PositionError("there is nothing to draw")
    shown = at_move(document, look.move)
    colours = {"by": look.by} if shown.position.game == "tiles" else {}
    drawing = draw(shown, look.theme, **colours)
    return drawing.png() if kind == "png" else drawing.svg.encode()


def at_move(document: Document, move: int | None) -> Document:
    """The document as it was after so many moves."""
    record = document.record
    if move is None or record is None or move >= len(record.moves):
        return document
    before = record.at(move).with_result(None)
    return Document.of(document.format, before, document.facts, document.problems)


def finding(problem: Problem) -> messages.Finding:
    return messages.Finding.model_validate(plain_problem(problem))


def legal_move(move: Move) -> messages.LegalMove:
    return messages.LegalMove(move=str(move), points=list(move.points))


def _format(name: str | None, data: bytes) -> messages.FormatHead | None:
    if name is None:
        return None
    found = FORMATS.find(name)
    return messages.FormatHead(
        name=name, title=found.title, suffixes=list(found.suffixes), is_text=_is_text(data)
    )


def _is_text(data: bytes) -> bool:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return bool(text) and all(c.isprintable() or c in "\t\r\n" for c in text[:4096])


def _game(name: str) -> messages.GameHead:
    return messages.GameHead(name=name, title=SUBJECTS.find(name).title)


def _can_repair(reading: Reading) -> bool:
    if reading.format is None or not reading.problems:
        return False
    return FORMATS.find(reading.format).can_repair


def _note(desk: Desk, reading: Reading) -> str | None:
    """What the shown bytes do not hold of the game that is kept here."""
    if desk.state.game is None or reading.document is None or reading.format is None:
        return None
    lost = losses(reading.document, FORMATS.find(reading.format))
    return f"These bytes do not hold {' or '.join(lost)}; the desk does." if lost else None


def _board(document: Document, look: Look) -> messages.Board:
    position, record = document.position, document.record
    is_game = isinstance(position, Position)
    if is_game and look.rules and not (record and record.moves):
        record = Record.replay(document.start, rules=rules_called(look.rules, record))
    rules = record.rules if record else "standard"
    moves = _legal_moves(position, record) if is_game else ()
    ended = status_of(document, rules)
    turn = position.turn if is_game else None
    last = record.moves[-1] if record and record.moves else None
    drawing = None if isinstance(position, TileBoard) else draw(document, look.theme)
    scene = drawing.scene if drawing else None
    return messages.Board(
        description=scene.description if scene else f"Tile board: {position.summary()[0]}",
        summary=list(position.summary()),
        turn=str(turn) if turn else None,
        status=ended or (f"{turn} to move" if turn else ""),
        over=ended is not None,
        rules=rules if isinstance(rules, str) else rules.name,
        rule_sets=list(GAMES.find(position.game).presets) if is_game else [],
        svg=drawing.svg if drawing else None,
        width=scene.width * STEP if scene else position.width,
        height=scene.height * STEP if scene else position.length,
        reach=scene.reach * STEP if scene else 0.5,
        spots=[
            (
                spot.name,
                (spot.x - scene.left) * STEP,
                (spot.y - scene.top) * STEP,
                scene.on(spot).replace("-", " "),
            )
            for spot in scene.spots
        ]
        if scene
        else [],
        moves=[] if ended else [legal_move(move) for move in moves],
        last=legal_move(last) if last else None,
    )


def _legal_moves(position: Position, record: Record | None) -> tuple[Move, ...]:
    return record.legal_moves() if record else position.legal_moves()


def _record(reading: Reading, shown: Document | None) -> messages.Game | None:
    whole = reading.document.record if reading.document else None
    wrong = next((problem for problem in reading.problems if problem.place.ply is not None), None)
    if whole is None or shown is None or shown.record is None:
        return None
    if not whole.moves and wrong is None and reading.format not in (SIGNED, "json"):
        return None
    illegal = None
    if wrong is not None:
        illegal = messages.IllegalMove(
            ply=wrong.place.ply or 0, message=wrong.message, offset=wrong.place.offset
        )
    return messages.Game(
        moves=[str(move) for move in whole.moves],
        at=len(shown.record.moves),
        result=str(whole.result) if whole.result else None,
        illegal=illegal,
    )


def _players(game: str, has_engine: bool) -> list[messages.PlayerHead]:
    engine = [ENGINE] if has_engine and game == "go" else []
    return [
        messages.PlayerHead(
            name=name,
            title=_TITLES.get(name, name),
            levels=list(range(1, 11)) if name == "search" else [],
        )
        for name in [*players_of(game), *engine]
    ]


def _channel(desk: Desk, around: Surroundings) -> messages.Channel | None:
    try:
        game, verdict = signed.judge(desk.state.data)
    except FormatError:
        return None
    players = {"red": game.red, "white": game.white}
    over = verdict.outcome is not None or not verdict.ok
    return messages.Channel(
        **players,
        layout=game.layout,
        preset=game.preset,
        game_id=str(game.game_id),
        holds=[side for side, address in players.items() if address in around.addresses],
        to_move=None if over else str(moving.side_to_move(game)),
        ok=verdict.ok,
        agreed=f"0x{verdict.agreed.hex()}" if verdict.agreed else None,
        outcome=str(verdict.outcome) if verdict.outcome else None,
        winner=verdict.winner,
        lines=[
            messages.ChannelLine(
                number=line.number,
                text=line.text,
                says=line.says,
                ok=not line.problems,
                problems=list(line.problems),
            )
            for line in signed.lines_of(desk.state.data)
        ],
    )


def tile(bench: Bench, desk: Desk, x: int, y: int) -> bytes:
    """One tile of a board with all its parts in words."""
    return tiles.tile(tile_board(bench, desk), (x, y)).json_bytes()
