"""What can be done with a desk: every change gives a new state, and the old one can come back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Concatenate, ParamSpec, TypeVar

from boardbytes.channel.keys import KeyRing
from boardbytes.errors import PositionError, SignatureError
from boardbytes.formats import FORMATS
from boardbytes.formats.transcript.transcript import NAME as SIGNED
from boardbytes.games import GAMES
from boardbytes.games.go import GoPosition
from boardbytes.games.tiles import TileBoard, blank
from boardbytes.games.tiles.editing import set_modifiers
from boardbytes.model import Document, Record
from boardbytes.studio import changes, messages, signed, thinking, views
from boardbytes.studio.limits import Limits
from boardbytes.studio.states import State, state_of
from boardbytes.studio.store import Desk, Store
from boardbytes.studio.worker import Bench
from boardbytes.studio.workshop import Workshop

KOMI = 6.5
"""What white gets in a new game of Go for moving second."""

P = ParamSpec("P")
T = TypeVar("T")


class Desks:
    """The desks of a studio.

    Bytes are only ever understood by a worker: this process holds bytes and answers, and no
    documents. Private keys, on the other hand, never go to a worker.
    """

    def __init__(
        self, store: Store, ring: KeyRing, limits: Limits, engine: str | None = None
    ) -> None:
        self._store, self._ring, self._limits = store, ring, limits
        self._engine = (engine, limits.engine_seconds) if engine else None
        self._workshop = Workshop(limits.reading)
        self._study = Workshop(limits.thinking)
        self._workshop.start()

    def close(self) -> None:
        self._workshop.close()
        self._study.close()

    def desk(self, id: str) -> Desk:
        return self._store.desk(id)

    def ask(
        self, desk: Desk, question: Callable[Concatenate[Bench, Desk, P], T],
        *args: P.args, **none: P.kwargs,
    ) -> T:  # fmt: skip
        """What a worker finds out about a desk."""
        return self._workshop.call(desk.state, question, desk, *args, **none)

    def view(self, desk: Desk, look: views.Look) -> bytes:
        """Everything that the page shows of a desk, but the bytes."""
        players = self.ask(desk, changes.players) if desk.state.format == SIGNED else ()
        addresses = frozenset(address for address in players if self._ring.holds(address))
        around = views.Surroundings(self._engine is not None, addresses)
        return self.ask(desk, views.view, look, around)

    def values(self, desk: Desk, move: int | None) -> bytes:
        """What a mill position and its moves are worth."""
        return self._study.call(desk.state, thinking.values, desk, move)

    def open(self, name: str, data: bytes, format: str | None = None) -> Desk:
        """A desk with a file on it, whatever the file."""
        if format is not None:
            FORMATS.find(format)
        return self._create(name, State(format, data))

    def new(self, asked: messages.NewDesk) -> Desk:
        """A desk with a fresh game or an empty tile board."""
        if asked.game == "tiles":
            board = blank(asked.width, asked.length, asked.depth)
            content = set_modifiers(board, hexagonal=asked.hexagonal)
            return self._create("new board", state_of(Document(None, content), "gbxx"))
        game = GAMES.find(asked.game)
        start = GoPosition(asked.size) if asked.game == "go" else game.start
        rules: Any = start.find_rules(asked.rules or game.match_rules)
        if isinstance(start, GoPosition):
            rules = replace(rules, komi=KOMI)
        document = Document.of(None, Record.replay(start, rules=rules))
        return self._create(f"new game of {game.title}", state_of(document, "json"))

    def new_channel(self, asked: messages.NewChannel) -> Desk:
        """A desk with a signed game; keys that are made for it stay here."""
        players = (asked.red, asked.white, asked.layout, asked.preset)
        game_id = None if asked.game_id is None else int(asked.game_id)
        return self._create("signed game", signed.new_game(*players, game_id, self._ring))

    def play(
        self,
        id: str,
        move: str,
        at: int | None = None,
        rules: str | None = None,
        before: Desk | None = None,
    ) -> Desk:
        """Play a move at the end of the game, or after `at` moves of it.

        The first move decides by which rules the game goes on. DeskChanged if the desk is no longer
        as it was `before`.
        """
        desk = before or self.desk(id)
        return self.lay_down(desk, self._played(desk, move, at, rules))

    def consider(
        self, id: str, asked: messages.Reply, rules: str | None = None
    ) -> tuple[Desk, str]:  # fmt: skip
        """Let a computer player choose the next move: the desk as it was seen, and that move.

        Nothing is played or signed yet: whoever asked may have gone while it was thinking.
        """
        desk = self.desk(id)
        return desk, self._study.call(desk.state, thinking.choose, desk, asked, rules, self._engine)

    def _played(self, desk: Desk, move: str, at: int | None, rules: str | None) -> State:
        if desk.state.format == SIGNED:
            # Read by a worker first: what takes too much is not read here.
            self.ask(desk, changes.readable)
            return signed.play(desk.state.data, move, self._ring)
        return self.ask(desk, changes.play, move, at, rules)

    def lay_down(self, desk: Desk, state: State) -> Desk:
        """Put a new state on a desk. DeskChanged if it is no longer as it was."""
        return self._store.push(desk, self._identified(state, desk.name))

    def undo(self, id: str) -> Desk:
        return self._step(id, -1)

    def redo(self, id: str) -> Desk:
        return self._step(id, 1)

    def splice(self, id: str, asked: messages.Splice) -> Desk:
        """Change the bytes themselves."""
        desk = self.desk(id)
        data = desk.state.data
        if asked.offset > len(data):
            raise PositionError(f"there are only {len(data):,} bytes")
        end = asked.offset + asked.remove
        after = data[: asked.offset] + bytes.fromhex(asked.insert) + data[end:]
        if len(after) > self._limits.upload:
            raise PositionError(f"a file may have at most {self._limits.upload:,} bytes here")
        format = None if desk.state.format == SIGNED else desk.state.format
        return self.lay_down(desk, State(format, after))

    def repair(self, id: str) -> Desk:
        """Make what a format stores twice agree."""
        return self._change(id, changes.repair)

    def convert(self, id: str, format: str) -> Desk:
        """Go on in another format; what it cannot hold of a game is kept beside it."""
        return self._change(id, changes.convert, format)

    def edit(self, id: str, edit: messages.TileEdit) -> Desk:
        """Change a tile board."""
        return self._change(id, changes.edit, edit)

    def replace_board(self, id: str, board: TileBoard) -> Desk:
        """Lay down another tile board."""
        return self._change(id, changes.replace_board, board)

    def append(self, id: str, text: str) -> Desk:
        """Lines of a signed game that came from the other side."""
        return self._change(id, changes.append, text)

    def countersign(self, id: str) -> Desk:
        """Agree to the last word of a signed game with the other side's key, if it is here."""
        desk = self.desk(id)
        self.ask(desk, changes.readable)
        return self.lay_down(desk, signed.agree(desk.state.data, self._ring))

    def _change(
        self, id: str, change: Callable[Concatenate[Bench, Desk, P], State],
        *args: P.args, **none: P.kwargs,
    ) -> Desk:  # fmt: skip
        desk = self.desk(id)
        return self.lay_down(desk, self.ask(desk, change, *args, **none))

    def _step(self, id: str, by: int) -> Desk:
        desk = self.desk(id)
        if desk.state.format == SIGNED:
            raise SignatureError("what was signed cannot be taken back")
        return self._store.step(desk, by)

    def _create(self, name: str, state: State) -> Desk:
        name = "".join(c for c in name if c.isprintable())[: self._limits.name] or "untitled"
        read = self._identified(state, name)
        return self._store.create(name, read)

    def _identified(self, state: State, name: str) -> State:
        return self._workshop.call(state, changes.identified, state, name)
