"""What can be done with a desk: every change gives a new state, and the old one can come back."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from boardbytes.channel.keys import KeyRing
from boardbytes.errors import PositionError, SignatureError
from boardbytes.formats import FORMATS
from boardbytes.games import GAMES
from boardbytes.games.go import GoPosition
from boardbytes.games.go.handicap import with_handicap
from boardbytes.games.tiles import TileBoard, blank
from boardbytes.games.tiles.editing import set_modifiers
from boardbytes.model import Document, Record
from boardbytes.players import Given
from boardbytes.studio import changes, messages, signed, views
from boardbytes.studio.clocks import Timed
from boardbytes.studio.events import Events
from boardbytes.studio.limits import Limits
from boardbytes.studio.states import KEEPS_ALL, State, state_of
from boardbytes.studio.store import CHANGED, Desk, DeskChanged, Listed, Store
from boardbytes.studio.study import Study
from boardbytes.studio.worker import Bench
from boardbytes.studio.workshop import Workshop

KOMI = 6.5
"""The komi of a new game of Go."""

_WHOLE = {"remove", "promote", "header", "result", "rules"}
"""Edits that affect more than one node: they are only made on what was seen."""

P = ParamSpec("P")
T = TypeVar("T")


class Desks:
    """The desks of a studio.

    Bytes are only ever understood by a worker: this process holds bytes and answers, and no
    documents. A worker that wrote a game knows what the bytes hold; only what others wrote is
    read. Private keys, on the other hand, never go to a worker.
    """

    def __init__(
        self, store: Store, ring: KeyRing, limits: Limits, players: Given | None = None
    ) -> None:
        self._store, self._ring, self._limits = store, ring, limits
        self._players = players or {}
        self.events = Events(limits.watchers)
        self._workshop = Workshop(limits.reading)
        self.study = Study(limits.thinking)
        self._workshop.start()

    def close(self) -> None:
        self.events.close()
        self._workshop.close()
        self.study.close()

    def desk(self, id: str) -> Desk:
        return self._store.desk(id)

    def ask(
        self, desk: Desk, question: Callable[Concatenate[Bench, Desk, P], T],
        *args: P.args, **none: P.kwargs,
    ) -> T:  # fmt: skip
        """What a worker finds out about a desk."""
        return self._workshop.call(desk.state, question, desk, *args, **none)

    def view(self, desk: Desk, look: views.Look) -> bytes:
        """Everything that the page shows of a desk, except the bytes."""
        players = self.ask(desk, changes.players) if desk.state.is_signed else ()
        addresses = frozenset(address for address in players if self._ring.holds(address))
        around = views.Surroundings(self._players, addresses)
        return self.ask(desk, views.view, self.look_now(desk, look), around)

    def look_now(self, desk: Desk, look: views.Look) -> views.Look:
        """The same look at a desk that has changed since: its node may have moved."""
        if look.path is None or look.on in (None, desk.revision):
            return look
        old = self._store.revision(desk.id, look.on)
        path = self.ask(desk, changes.follow, old, look.path)[0] if old else None
        return replace(look, path=path, on=None)

    def open(self, name: str, data: bytes, format: str | None = None) -> Desk:
        """A desk with a file on it, whatever the file."""
        if format is not None:
            FORMATS.find(format)
        return self._create(name, State(format, data))

    def open_example(self, name: str, data: bytes, format: str) -> Desk:
        """A desk with an example on it: one on which nothing was done with it, if there is one."""
        for listed in self._store.recent():
            if (listed.name, listed.format) == (name, format) and self._is_untouched(listed, data):
                return self.desk(listed.id)
        return self.open(name, data, format)

    def recent(self, examples: Mapping[str, bytes]) -> list[Listed]:
        """The desks that were touched last, without the examples that were only looked at."""
        return [
            listed
            for listed in self._store.recent()
            if listed.name not in examples or not self._is_untouched(listed, examples[listed.name])
        ]

    def _is_untouched(self, listed: Listed, data: bytes) -> bool:
        """Whether nothing was ever done with these bytes on a desk."""
        desk = self.desk(listed.id)
        return desk.state.data == data and not (desk.can_undo or desk.can_redo or desk.seats)

    def new(self, asked: messages.NewDesk) -> Desk:
        """A desk with a fresh game or an empty tile board."""
        if asked.game == "tiles":
            board = blank(asked.width, asked.length, asked.depth)
            content = set_modifiers(board, hexagonal=asked.hexagonal)
            state = state_of(Document(None, content), "gbxx")
            return self._create(self._unused("new board"), state)
        game = GAMES.find(asked.game)
        wanted = asked.rules or game.match_rules
        start: Any = game.start.under(wanted)
        if asked.game == "go":
            stones = asked.handicap
            start = with_handicap(asked.size, stones) if stones else GoPosition(asked.size)
        rules: Any = start.find_rules(wanted)
        if isinstance(start, GoPosition):
            usual = KOMI if asked.handicap < 2 else 0.5
            rules = replace(rules, komi=usual if asked.komi is None else asked.komi)
        document = Document.of(None, Record.replay(start, rules=rules))
        name = self._unused(f"new game of {start.called(game.title)}")
        desk = self._create(name, state_of(document, KEEPS_ALL))
        return self.sit(desk.id, asked.seats) if asked.seats else desk

    def new_channel(self, asked: messages.NewChannel) -> Desk:
        """A desk with a signed game; keys that are made for it stay here."""
        players = (asked.red, asked.white, asked.layout, asked.preset)
        game_id = None if asked.game_id is None else int(asked.game_id)
        return self._create("signed game", signed.new_game(*players, game_id, self._ring))

    def play(
        self,
        id: str,
        move: str,
        path: str | None = None,
        on: int | None = None,
        before: Desk | None = None,
    ) -> tuple[Desk, str | None]:
        """Play a move after a node, by default at the end of the main line; and where it is.

        On a desk that has changed since revision `on` it is played where the same moves lead.
        DeskChanged if they are no longer there, or if the desk is not as it was `before`.
        """
        for last in (False, False, False, True):
            desk = before or self.desk(id)
            try:
                place = self._place_now(desk, path, on)
                state, where = self._played(desk, move, place, by_person=before is None)
                return self._start_clock(self.lay_down(desk, state, where)), where
            except DeskChanged:
                if before or last or on is None:
                    raise
        raise AssertionError("the last try either worked or raised")

    def _place_now(self, desk: Desk, path: str | None, on: int | None) -> str | None:
        """Where a node of an older revision is now."""
        if on in (None, desk.revision):
            return path
        old = self._store.revision(desk.id, on)
        if old is None or path is None:
            raise DeskChanged(CHANGED)
        place, is_there = self.ask(desk, changes.follow, old, path)
        if not is_there:
            raise DeskChanged(CHANGED)
        return place

    def edit_tree(
        self, id: str, edits: list[messages.TreeEdit], on: int | None = None
    ) -> tuple[Desk, str]:
        """Edit a game's tree; also gives the node to look at afterwards.

        On a desk that has changed since revision `on`, only nodes that nobody else has touched may
        be edited.
        """
        for last in (False, False, False, True):
            desk = self.desk(id)
            try:
                here = [self._edit_now(desk, edit, on) for edit in edits]
                state, path = self.ask(desk, changes.edit_tree, here)
                return self.lay_down(desk, state, path), path
            except DeskChanged:
                if last or on is None:
                    raise
        raise AssertionError("the last try either worked or raised")

    def _edit_now(self, desk: Desk, edit: messages.TreeEdit, on: int | None) -> messages.TreeEdit:
        if on in (None, desk.revision):
            return edit
        place = self._place_now(desk, edit.path, on)
        old = self._store.revision(desk.id, on)
        if edit.edit in _WHOLE or old is None or place is None:
            raise DeskChanged(CHANGED)
        if not self.ask(desk, changes.same_notes, old, edit.path):
            raise DeskChanged(CHANGED)
        return edit.model_copy(update={"path": place})

    def consider(self, id: str, asked: messages.Reply) -> tuple[Desk, str]:
        """Let a computer player choose the next move: the desk as it was seen, and that move.

        Nothing is played or signed yet: the one who asked may have gone while it was thinking.
        """
        desk = self.desk(id)
        game = self.ask(desk, changes.game_of)
        hear = partial(self.events.think, desk.id)
        return desk, self.study.choose(desk, game, asked, self._players, hear)

    def sit(self, id: str, seats: messages.Seats) -> Desk:
        """Say who plays which side; a clock that runs goes on."""
        before = self.desk(id)
        since = _seats(before).since if seats.clock else None
        kept = seats.model_copy(update={"since": since, "spent": None})
        desk = self._store.sit(before.id, kept.model_dump_json())
        self.events.tell(desk.id, desk.revision, None)
        return desk

    def _played(
        self, desk: Desk, move: str, path: str | None, *, by_person: bool
    ) -> tuple[State, str | None]:
        if desk.state.is_signed:
            # A worker reads it first: what takes too much is not read here.
            self.ask(desk, changes.readable, path)
            return signed.play(desk.state.data, move, self._ring), None
        seats = _seats(desk)
        taken = frozenset(seats.sides if by_person else ())
        spent = time.time() - seats.since if seats.since else 0.0
        timed = Timed(seats.clock, spent) if seats.clock else None
        return self.ask(desk, changes.play, move, path, taken, timed)

    def _start_clock(self, desk: Desk) -> Desk:
        """From now on the side to move is thinking."""
        seats = _seats(desk)
        if seats.clock is None:
            return desk
        running = seats.model_copy(update={"since": time.time()})
        return self._store.sit(desk.id, running.model_dump_json())

    def lay_down(self, desk: Desk, state: State, path: str | None = None) -> Desk:
        """Put a state that a worker made on a desk. DeskChanged if the desk is no longer as it was.

        `path` is the node that was touched.
        """
        if state == desk.state:
            return desk
        changed = self._store.push(desk, state)
        self.events.tell(changed.id, changed.revision, path)
        return changed

    def undo(self, id: str, look: views.Look) -> tuple[Desk, str | None]:
        return self._step(id, -1, look)

    def redo(self, id: str, look: views.Look) -> tuple[Desk, str | None]:
        return self._step(id, 1, look)

    def rename(self, id: str, name: str) -> Desk:
        """Call a desk something else."""
        desk = self._store.rename(self.desk(id).id, self._name(name))
        self.events.tell(desk.id, desk.revision, None)
        return desk

    def splice(self, id: str, asked: messages.Splice, on: int | None = None) -> Desk:
        """Change the bytes themselves."""
        desk = self._as_seen(id, on)
        data = desk.state.data
        if asked.offset > len(data):
            raise PositionError(f"there are only {len(data):,} bytes")
        end = asked.offset + asked.remove
        after = data[: asked.offset] + bytes.fromhex(asked.insert) + data[end:]
        if len(after) > self._limits.upload:
            raise PositionError(f"a file may have at most {self._limits.upload:,} bytes here")
        format = None if desk.state.is_signed else desk.state.format
        return self.lay_down(desk, self._identified(State(format, after), desk.name))

    def read_as(self, id: str, format: str | None, on: int | None = None) -> Desk:
        """Read the same bytes in another format; None: in the one that they look like."""
        desk = self._as_seen(id, on)
        if format is not None:
            FORMATS.find(format)
        return self.lay_down(desk, self._identified(State(format, desk.state.data), desk.name))

    def repair(self, id: str, on: int | None = None) -> Desk:
        """Make what a format stores twice agree."""
        return self._change(id, on, changes.repair)

    def convert(self, id: str, format: str, on: int | None = None) -> Desk:
        """Go on in another format; what it cannot hold of a game is kept beside it."""
        return self._change(id, on, changes.convert, format)

    def choose_game(self, id: str, number: int, on: int | None = None) -> Desk:
        """Take up another game of a file that holds many."""
        return self._change(id, on, changes.choose_game, number)

    def edit(self, id: str, edit: messages.TileEdit, on: int | None = None) -> Desk:
        """Change a tile board."""
        return self._change(id, on, changes.edit, edit)

    def replace_board(self, id: str, board: TileBoard) -> Desk:
        """Lay down another tile board."""
        return self._change(id, None, changes.replace_board, board)

    def append(self, id: str, text: str, on: int | None = None) -> Desk:
        """Add lines of a signed game that came from the other side."""
        return self._change(id, on, changes.append, text)

    def countersign(self, id: str) -> Desk:
        """Agree to the last word of a signed game with the other side's key, if it is here."""
        desk = self.desk(id)
        self.ask(desk, changes.readable)
        return self.lay_down(desk, signed.agree(desk.state.data, self._ring))

    def _change(
        self, id: str, on: int | None, change: Callable[Concatenate[Bench, Desk, P], State],
        *args: P.args, **none: P.kwargs,
    ) -> Desk:  # fmt: skip
        desk = self._as_seen(id, on)
        return self.lay_down(desk, self.ask(desk, change, *args, **none))

    def _as_seen(self, id: str, on: int | None) -> Desk:
        """A desk that nobody has changed since revision `on`; DeskChanged if somebody has."""
        desk = self.desk(id)
        if on not in (None, desk.revision):
            raise DeskChanged(CHANGED)
        return desk

    def _step(self, id: str, by: int, look: views.Look) -> tuple[Desk, str | None]:
        before = self._as_seen(id, look.on)
        if before.state.is_signed:
            raise SignatureError("what was signed cannot be taken back")
        desk = self._start_clock(self._store.step(before, by))
        path = None
        if look.path is not None:
            path = self.ask(desk, changes.follow_step, before.state, look.path)
        if desk.revision != before.revision:
            self.events.tell(desk.id, desk.revision, path)
        return desk, path

    def _unused(self, name: str) -> str:
        """A name that no recent desk has: the same with a number, if need be."""
        known = {desk.name for desk in self._store.recent()}
        names = (name, *(f"{name} {number}" for number in range(2, len(known) + 3)))
        return next(each for each in names if each not in known)

    def _name(self, name: str) -> str:
        """A name as it is kept: only its readable characters, and not too many."""
        readable = "".join(c for c in name if c.isprintable()).strip()
        return readable[: self._limits.name] or "untitled"

    def _create(self, name: str, state: State) -> Desk:
        name = self._name(name)
        read = self._identified(state, name)
        return self._store.create(name, read)

    def _identified(self, state: State, name: str) -> State:
        return self._workshop.call(state, changes.identified, state, name)


def _seats(desk: Desk) -> messages.Seats:
    """Who plays at a desk."""
    return messages.Seats.model_validate_json(desk.seats or "{}")
