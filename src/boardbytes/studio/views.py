"""A desk as the page shows it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from boardbytes.channel import moving
from boardbytes.drawing import SCENES, draw
from boardbytes.drawing.film import film
from boardbytes.drawing.stage import stage
from boardbytes.errors import FormatError, PositionError
from boardbytes.formats import FORMATS
from boardbytes.formats.loss import losses
from boardbytes.games import SUBJECTS
from boardbytes.games.go import GoPosition
from boardbytes.games.tiles import TileBoard
from boardbytes.model import Document, Game, GameTree, Move, Node, Outcome, Problem, Record
from boardbytes.model.ending import outcome_of, status_of
from boardbytes.model.outcome import Reason
from boardbytes.model.problem import plain_problem
from boardbytes.players import Given, players_of
from boardbytes.studio import file_games, leads, messages, signed, tiles, trees
from boardbytes.studio.changes import tile_board
from boardbytes.studio.rule_words import ending, rule_sets, rule_title
from boardbytes.studio.states import Reading
from boardbytes.studio.store import Desk
from boardbytes.studio.worker import Bench


@dataclass(frozen=True)
class Look:
    """How somebody wants to see a desk."""

    theme: messages.Theme = "light"
    path: str | None = None
    """The node that is shown; None for the end of the main line."""
    by: str = "kind"
    """What tiles are coloured by."""
    on: int | None = None
    """The revision that the path belongs to; None for the newest."""
    ground: str | None = None
    """The ground that is known already."""


@dataclass(frozen=True)
class Surroundings:
    """What a desk's view shows of the studio around it."""

    players: Given
    """The settings of players from the person who started it."""
    addresses: frozenset[str]
    """The players of the desk's game whose keys are kept here."""


def view(bench: Bench, desk: Desk, look: Look, around: Surroundings) -> bytes:
    """Everything that the page shows of a desk, except the bytes."""
    reading = bench.reading(desk.state, desk.name)
    document = reading.document
    game = document.position.game if document else None
    tree = trees.game_of(document) if document else None
    shown = trees.node_at(tree, look.path) if tree else None
    telling = _telling(shown) if shown else None
    nodes = telling.nodes() if telling else []
    is_tiles = document is not None and isinstance(document.position, TileBoard)
    return messages.View(
        desk=messages.DeskHead(
            id=desk.id,
            name=desk.name,
            revision=desk.revision,
            undo=desk.can_undo,
            redo=desk.can_redo,
        ),
        format=_format(reading.format),
        size=len(desk.state.data),
        is_text=_is_text(desk.state.data),
        game=game_head(game) if game else None,
        findings=[finding(problem) for problem in reading.problems],
        can_repair=_can_repair(reading),
        nearest=[
            messages.NearFormat(name=near, title=FORMATS.find(near).title)
            for near in leads.nearest(reading, desk.state.data, desk.name)
        ],
        salvage=leads.salvage(reading, desk.state.data, look.theme),
        note=_note(desk, reading),
        board=_board(tree, telling.start, look) if tree and telling else None,
        here=_here(document, shown) if document and shown else _tiles_here(document),
        tree=_tree(reading, shown, nodes, whole=telling.whole) if telling and shown else None,
        tiles=tiles.paint(document.position, look.theme, look.by)
        if document and is_tiles
        else None,
        channel=_channel(desk, around) if reading.is_signed else None,
        players=players(game or "", around.players) if tree else [],
        collection=file_games.number_of(bench, desk.state),
        seats=_seats(desk),
    ).json_bytes()


def here(bench: Bench, desk: Desk, path: str | None) -> bytes:
    """What only the rules know of a node."""
    document = bench.reading(desk.state, desk.name).document
    tree = trees.game_of(document) if document else None
    if document is None or tree is None:
        raise PositionError("there is no game on this desk")
    return _here(document, trees.node_at(tree, path)).json_bytes()


def text(bench: Bench, desk: Desk, path: str | None) -> bytes:
    """The position at a node as text, which `parse` reads back."""
    document = bench.reading(desk.state, desk.name).document
    if document is None:
        raise PositionError("there is no position on this desk")
    position = at_path(document, path).position
    return messages.Text(text=str(position)).json_bytes()


def picture(bench: Bench, desk: Desk, look: Look, kind: str) -> bytes:
    """The board as SVG or PNG."""
    document = bench.reading(desk.state, desk.name).document
    if document is None:
        raise PositionError("there is nothing to draw")
    colours = {"by": look.by} if document.position.game == "tiles" else {}
    at = look.path if document.tree else None
    drawing = draw(document, look.theme, at=at, **colours)
    return drawing.png() if kind == "png" else drawing.svg.encode()


_BLANK = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"></svg>'


def thumbnail(bench: Bench, desk: Desk, look: Look) -> bytes:
    """The board as SVG, or an empty picture if there is none."""
    document = bench.reading(desk.state, desk.name).document
    return picture(bench, desk, replace(look, path=None), "svg") if document else _BLANK


def animated(bench: Bench, desk: Desk, look: Look) -> bytes:
    """The moves that lead to the shown node, one after the other."""
    document = bench.reading(desk.state, desk.name).document
    tree = trees.game_of(document) if document else None
    if tree is None:
        raise PositionError("there is no game to show")
    return film(tree, trees.node_at(tree, look.path), look.theme)


def at_path(document: Document, path: str | None) -> Document:
    """The document as it was at a node."""
    tree = document.tree
    if path is None or tree is None or tree.node(path).id == tree.last.id:
        return document
    line = _line_to(tree.node(path)).with_result(None)
    return Document.of(document.format, line, document.facts, document.problems)


def finding(problem: Problem) -> messages.Finding:
    return messages.Finding.model_validate(plain_problem(problem))


def compact(move: Move) -> str | list[str]:
    """A move and the points that a player touches for it; just a text if both are the same."""
    text, points = str(move), list(move.points)
    return text if points == [text] else [text, *points]


def _format(name: str | None) -> messages.FormatHead | None:
    if name is None:
        return None
    found = FORMATS.find(name)
    return messages.FormatHead(name=name, title=found.title, suffixes=list(found.suffixes))


def _is_text(data: bytes) -> bool:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return bool(text) and all(c.isprintable() or c in "\t\r\n" for c in text[:4096])


def game_head(name: str) -> messages.GameHead:
    subject = SUBJECTS.find(name)
    sides = list(subject.sides.names) if isinstance(subject, Game) else []
    return messages.GameHead(name=name, title=subject.title, sides=sides)


def _seats(desk: Desk) -> messages.Seats:
    """Who plays, and how long the side to move has been thinking: no two clocks agree."""
    seats = messages.Seats.model_validate_json(desk.seats or "{}")
    spent = None if seats.since is None else max(0.0, time.time() - seats.since)
    return seats.model_copy(update={"spent": spent})


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


def _telling(shown: Node) -> trees.Telling:
    ids, whole = trees.nodes_around(shown.tree, shown)
    return trees.Telling(shown.tree, ids, whole=whole)


def _board(tree: GameTree, start: dict[str, str], look: Look) -> messages.Board:
    found = stage(tree.start, look.theme)
    key = sha256(repr((found.ground, found.pieces)).encode()).hexdigest()[:16]
    ground = messages.Ground(
        svg=found.ground,
        pieces=dict(found.pieces),
        spots=[(spot.name, spot.x, spot.y) for spot in found.spots],
    )
    return messages.Board(
        key=key,
        ground=None if look.ground == key else ground,
        width=found.width,
        height=found.height,
        reach=found.reach,
        start=start,
        rules=tree.rules.name,
        komi=getattr(tree.rules, "komi", None),
        rule_sets=rule_sets(tree.start, tree.rules.name),
    )


def _line_to(node: Node) -> Record:
    """The line to a node, as a record that knows its end."""
    line = node.tree.record(node)
    if len(node.tree.entries) > trees.MOST:
        return line  # Whose end a game may know without going step by step.
    return line.ending_at(node.tree.reached(node))


def _here(document: Document, node: Node) -> messages.Here:
    tree = node.tree
    if document.record is not None and node.id == tree.last.id:
        line, status = document.record, _status(document, tree.rules)
    else:
        line = _line_to(node)
        outcome = line.end.outcome(tree.rules)
        settled = None if outcome is None or outcome.reason.is_negotiable else outcome
        line = line.with_result(settled)
        status = _status(Document.of(None, line), tree.rules)
    position = line.position
    if status and isinstance(position, GoPosition):
        status += _as_it_stands(position, line.result, tree.rules)
    turn = str(position.turn) if position.turn and not status else None
    words = SCENES.find(position.game)(position).description
    return messages.Here(
        path=node.path,
        turn=turn,
        status=status or f"{turn} to move",
        over=status is not None,
        moves=[] if status else [compact(move) for move in line.legal_moves()],
        summary=list(position.summary()),
        description=f"{words.rpartition('; ')[0]}; {status}" if status else words,
    )


def _status(document: Document, rules: Any) -> str | None:
    """How the game ended, with its rules as players call them; None while it goes on."""
    outcome = outcome_of(document, rules)
    return ending(outcome, document.position.game) if outcome else status_of(document, rules)


def _as_it_stands(position: GoPosition, result: Outcome | None, rules: Any) -> str:
    """What a board of Go that nobody counted comes to if every stone lives."""
    is_counted = result is not None and (
        result.margin is not None or result.reason is not Reason.SCORE
    )
    if is_counted or position.turn is not None:
        return ""
    return f"; as the stones stand: {position.score(rules)}"


def _tiles_here(document: Document | None) -> messages.Here | None:
    """What there is to say of a board that nobody plays on."""
    if document is None:
        return None
    position = document.position
    is_tiles = isinstance(position, TileBoard)
    summary = tiles.summary(position) if is_tiles else list(position.summary())
    return messages.Here(
        path="",
        turn=None,
        status="",
        over=False,
        moves=[],
        summary=summary,
        description=f"Tile board: {summary[0]}",
    )


def _tree(
    reading: Reading, shown: Node, nodes: list[messages.Node], *, whole: bool
) -> messages.Tree:
    tree, path = shown.tree, shown.path
    wrong = next((problem for problem in reading.problems if problem.place.ply is not None), None)
    illegal = None
    if wrong is not None:
        illegal = messages.IllegalMove(
            ply=wrong.place.ply or 0,
            path=wrong.place.path,
            message=wrong.sentence,
            offset=wrong.place.offset,
        )
    root = tree.entries[0]
    return messages.Tree.model_construct(
        nodes=nodes,
        at=next(place for place, node in enumerate(nodes) if node.path == path),
        result=ending(tree.result, tree.start.game) if tree.result else None,
        headers=list(tree.headers.items()),
        illegal=illegal,
        whole=whole,
        is_game=bool(
            root.children or root.notes or tree.headers or illegal or reading.is_kept_as_game
        ),
    )


def players(game: str, given: Given) -> list[messages.PlayerHead]:
    """Who can play a game here: other people's programs first."""
    return [
        messages.PlayerHead(
            name=kind.name,
            title=kind.title,
            is_program=kind.is_program,
            options=[
                messages.PlayerOption(
                    name=option.name,
                    says=option.says,
                    choices=list(option.choices),
                    default=int(option.default or option.choices[0]),
                )
                for option in kind.options
                if option.choices
            ],
        )
        for kind in sorted(players_of(game, given), key=lambda kind: not kind.is_program)
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
        rules=rule_title("checkers", game.preset),
        game_id=str(game.game_id),
        holds=[side for side, address in players.items() if address in around.addresses],
        to_move=None if over else str(moving.side_to_move(game)),
        ok=verdict.ok,
        agreed=f"0x{verdict.agreed.hex()}" if verdict.agreed else None,
        outcome=ending(verdict.outcome, "checkers") if verdict.outcome else None,
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


def copied(bench: Bench, desk: Desk, corner: str, opposite: str) -> bytes:
    """Some tiles of a board, to be stamped elsewhere."""
    return tiles.copied(tile_board(bench, desk), corner, opposite).json_bytes()


def tile(bench: Bench, desk: Desk, x: int, y: int) -> bytes:
    """One tile of a board with all its parts in words."""
    return tiles.tile(tile_board(bench, desk), (x, y)).json_bytes()
