"""What can be done with a desk: every change gives a new state, and the old one can come back."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace

from boardbytes.channel.keys import KeyRing
from boardbytes.errors import FormatError, PlayerError, PositionError, SignatureError
from boardbytes.formats import FORMATS
from boardbytes.formats import repair as repair_bytes
from boardbytes.formats.format import Change
from boardbytes.formats.transcript.transcript import NAME as SIGNED
from boardbytes.games import GAMES, SUBJECTS
from boardbytes.games.go import GoPosition
from boardbytes.games.tiles import TileBoard, blank
from boardbytes.games.tiles.editing import set_modifiers
from boardbytes.model import Document, Position, Record
from boardbytes.players import PLAYERS, Player, players_of
from boardbytes.players.gtp import GtpPlayer
from boardbytes.studio import messages, signed, tiles
from boardbytes.studio.limits import Limits
from boardbytes.studio.states import Reading, State, read, state_of
from boardbytes.studio.store import Desk, Store
from boardbytes.studio.workshop import Workshop

ENGINE = "engine"
KOMI = 6.5
"""What white gets in a new game of Go for moving second."""
_REMEMBERED = 128
"""So many readings are kept, so that looking at a desk again costs nothing."""


class Desks:
    """The desks of a studio. Bytes from outside are read by the workshop, ours in place."""

    def __init__(
        self,
        store: Store,
        workshop: Workshop,
        ring: KeyRing,
        limits: Limits,
        engine: str | None = None,
    ) -> None:
        self._store, self._workshop, self.ring = store, workshop, ring
        self._limits, self._engine = limits, engine
        self._readings: OrderedDict[State, Reading] = OrderedDict()
        self._lock = threading.Lock()

    def desk(self, id: str) -> Desk:
        return self._store.desk(id)

    def reading(self, desk: Desk) -> Reading:
        """What a desk's state holds."""
        return self._read(desk.state, desk.name)

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
        start = GoPosition(asked.size, white_points=KOMI) if asked.game == "go" else game.start
        rules = start.find_rules(asked.rules or game.match_rules).name
        document = Document.of(None, Record.replay(start, rules=rules))
        return self._create(f"new game of {game.title}", state_of(document, "json"))

    def new_channel(self, asked: messages.NewChannel) -> Desk:
        """A desk with a signed game; keys that are made for it stay here."""
        game_id = None if asked.game_id is None else int(asked.game_id)
        players = (asked.red, asked.white, asked.layout, asked.preset)
        return self._create("signed game", signed.new_game(*players, game_id, self.ring))

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

        def change(desk: Desk, reading: Reading) -> State:
            if desk.state.format == SIGNED:
                return signed.play(desk.state.data, move, self.ring)
            game, _ = _game_on(reading, at, rules)
            return state_of(game.play(move), reading.format)

        return self._change(before or self.desk(id), change)

    def consider(
        self, id: str, asked: messages.Reply, rules: str | None = None
    ) -> tuple[Desk, str]:  # fmt: skip
        """Let a computer player choose the next move: the desk as it was seen, and that move.

        Nothing is played or signed yet: whoever asked may have gone while it was thinking.
        """
        desk = self.desk(id)
        reading = self.reading(desk)
        _, record = _game_on(reading, None, rules)
        if record.result or record.position.turn is None:
            raise PlayerError(f"the game is over: {record.result}")
        return desk, str(self._choose(record, asked))

    def lay_down(self, desk: Desk, state: State) -> Desk:
        """Put a new state on a desk. DeskChanged if it is no longer as it was."""
        reading = self._read(state, desk.name)
        return self._store.push(desk, replace(state, format=reading.format))

    def players(self, game: str) -> list[str]:
        """The computer players that play a game here."""
        engine = [ENGINE] if self._engine and game == "go" else []
        return [*players_of(game), *engine]

    def _choose(self, record: Record, asked: messages.Reply) -> object:
        game = record.position.game
        if asked.player not in self.players(game):
            known = ", ".join(self.players(game))
            raise PlayerError(f"no player called {asked.player!r} plays {game} here: {known}")
        if asked.player == ENGINE:
            with closing(GtpPlayer(self._engine or "", self._limits.engine_seconds)) as engine:
                return engine.choose(record)
        options = {"level": asked.level} if asked.player == "search" else {}
        player: Player = PLAYERS.find(asked.player)(None, **options)
        return player.choose(record)

    def undo(self, id: str) -> Desk:
        return self._step(id, -1)

    def redo(self, id: str) -> Desk:
        return self._step(id, 1)

    def splice(self, id: str, asked: messages.Splice) -> Desk:
        """Change the bytes themselves."""

        def change(desk: Desk, reading: Reading) -> State:
            data = desk.state.data
            if asked.offset > len(data):
                raise PositionError(f"there are only {len(data):,} bytes")
            end = asked.offset + asked.remove
            after = data[: asked.offset] + bytes.fromhex(asked.insert) + data[end:]
            if len(after) > self._limits.upload:
                raise PositionError(f"a file may have at most {self._limits.upload:,} bytes here")
            format = None if desk.state.format == SIGNED else desk.state.format
            return State(format, after)

        return self._change(self.desk(id), change)

    def repair(self, id: str) -> Desk:
        """Make what a format stores twice agree."""

        def change(desk: Desk, reading: Reading) -> State:
            return State(reading.format, _repaired(desk, reading)[0])

        return self._change(self.desk(id), change)

    def repairs(self, id: str) -> tuple[Change, ...]:
        """What `repair` would change."""
        desk = self.desk(id)
        return _repaired(desk, self.reading(desk))[1]

    def convert(self, id: str, format: str) -> Desk:
        """Go on in another format; what it cannot hold of a game is kept beside it."""

        def change(desk: Desk, reading: Reading) -> State:
            FORMATS.find(format)
            document = replace(_document(reading), format=None)
            state = state_of(document, format)
            if state.format != format:
                raise PositionError(f"{format} cannot hold this")
            return state

        return self._change(self.desk(id), change)

    def edit(self, id: str, edit: messages.TileEdit) -> Desk:
        """Change a tile board."""

        def change(desk: Desk, reading: Reading) -> State:
            board = board_of(reading)
            return state_of(Document(None, tiles.change(board, edit)), reading.format)

        return self._change(self.desk(id), change)

    def replace_board(self, id: str, board: TileBoard) -> Desk:
        """Lay down another tile board."""
        document = Document(None, board)
        return self._change(self.desk(id), lambda _, reading: state_of(document, reading.format))

    def append(self, id: str, text: str) -> Desk:
        """Lines of a signed game that came from the other side."""
        return self._change(self.desk(id), lambda desk, _: signed.append(_transcript(desk), text))

    def countersign(self, id: str) -> Desk:
        """Agree to the last word of a signed game with the other side's key, if it is here."""
        return self._change(
            self.desk(id), lambda desk, _: signed.agree(_transcript(desk), self.ring)
        )

    def _change(self, desk: Desk, change: Callable[[Desk, Reading], State]) -> Desk:
        return self.lay_down(desk, change(desk, self.reading(desk)))

    def _step(self, id: str, by: int) -> Desk:
        desk = self.desk(id)
        if desk.state.format == SIGNED:
            raise SignatureError("what was signed cannot be taken back")
        return self._store.step(desk, by)

    def _create(self, name: str, state: State) -> Desk:
        name = "".join(c for c in name if c.isprintable())[: self._limits.name] or "untitled"
        reading = self._read(state, name)
        read = replace(state, format=reading.format)
        is_kept = read.format == SIGNED and signed.is_ours(read.data, self.ring)
        return self._store.create(name, read, is_kept=is_kept)

    def _read(self, state: State, name: str) -> Reading:
        with self._lock:
            known = self._readings.get(state)
            if known is not None:
                self._readings.move_to_end(state)
                return known
        # What we wrote ourselves, or have read before, needs no watching.
        is_ours = state.game is not None
        reading = read(state, name) if is_ours else self._workshop.read(state, name)
        with self._lock:
            # The format may have been found only now: the state will come back with it.
            self._readings[state] = self._readings[replace(state, format=reading.format)] = reading
            while len(self._readings) > _REMEMBERED:
                self._readings.popitem(last=False)
        return reading


def _document(reading: Reading) -> Document:
    if reading.document is None:
        raise FormatError(reading.problems, reading.format)
    return reading.document


def _game_on(
    reading: Reading, at: int | None, rules: str | None
) -> tuple[Document, Record]:  # fmt: skip
    """The document and the record of a game after so many moves, ready to be played on."""
    document = _document(reading)
    if not isinstance(document.position, Position):
        title = SUBJECTS.find(document.position.game).title
        raise PositionError(f"a {title.lower()} has no moves")
    record = document.record
    if record is None or (rules and not record.moves):
        record = Record.replay(document.start, rules=rules or "standard")
    if at is not None and at < len(record.moves):
        record = record.at(at)
    return Document.of(document.format, record, document.facts), record


def _repaired(desk: Desk, reading: Reading) -> tuple[bytes, tuple[Change, ...]]:
    return repair_bytes(desk.state.data, reading.format)


def _transcript(desk: Desk) -> bytes:
    if desk.state.format != SIGNED:
        raise SignatureError("this desk holds no signed game")
    return desk.state.data


def board_of(reading: Reading) -> TileBoard:
    """The tile board of a reading; PositionError if it holds something else."""
    position = _document(reading).position
    if not isinstance(position, TileBoard):
        raise PositionError("this desk holds no tile board")
    return position
