"""Signed games on desks that are also at a relay: what one side signs reaches the other.

The relay gets lines, never keys. What comes from it is verified like lines that are pasted.
"""

from __future__ import annotations

import threading
from contextlib import suppress

from boardbytes.channel.relay.client import Relay, UnreachableError, parse_link
from boardbytes.channel.relay.table import game_at
from boardbytes.errors import BoardbytesError, RelayError
from boardbytes.formats.transcript.transcript import NAME as SIGNED
from boardbytes.studio.desks import Desks
from boardbytes.studio.store import Desk, DeskChanged, NoDesk, Store

LIVE, AWAY, OVER, REFUSED = "live", "away", "over", "refused"
_MOST = 16
"""How many games are followed at once."""

_SECONDS = 20.0
"""A relay that is silent for this long is gone: a live one has a pulse."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0


class Link:
    """A desk whose game is at a relay; a thread of its own hears what the other side sends."""

    def __init__(self, desks: Desks, id: str, url: str) -> None:
        found = parse_link(url)
        if found is None:
            raise RelayError("address", "a link to a game ends with /games/ and its name")
        self._desks, self._id, self.url = desks, id, url
        self._relay, self._name = Relay(found[0], _SECONDS), found[1]
        self._meeting = threading.Lock()
        self._closed = threading.Event()
        self._known: list[bytes] = []
        self.state, self.says = AWAY, "not reached yet"
        threading.Thread(target=self._follow, daemon=True, name="relay link").start()

    def close(self) -> None:
        self._closed.set()

    def look(self) -> int:
        """How many lines the desk has; what was signed since is sent from now on."""
        here = _lines(self._desks.desk(self._id))
        if here != self._known and self.state == LIVE:
            threading.Thread(target=self._meet_now, daemon=True, name="relay sender").start()
        return len(here)

    def _meet_now(self) -> None:
        # The thread that listens tries again as soon as the relay is back.
        with suppress(UnreachableError, DeskChanged, NoDesk):
            try:
                self._meet()
            except BoardbytesError as error:
                self.state, self.says = REFUSED, str(error)

    def _meet(self) -> None:
        """Bring the desk and the relay to the same lines."""
        with self._meeting:
            if self._closed.is_set():
                return
            there = self._relay.transcript(self._name).split(b"\n")[:-1]
            here = _lines(self._desks.desk(self._id))
            shared = min(len(here), len(there))
            if here[:shared] != there[:shared]:
                message = "the relay has a different line from this desk"
                raise RelayError("conflict", f"{message}: keep both, and verify them together")
            if len(there) > shared:
                self._desks.append(self._id, b"\n".join(there).decode("ascii", "replace"))
            for number in range(len(there) + 1, len(here) + 1):
                self._relay.send(self._name, number, here[number - 1])
            self._known = max(here, there, key=len)

    def _follow(self) -> None:
        pause = _FIRST_PAUSE
        while not self._closed.is_set():
            try:
                self._meet()
                self.state, self.says, pause = LIVE, "", _FIRST_PAUSE
                for _ in self._relay.lines(self._name, len(self._known)):
                    self._meet()
                self.state = OVER
                return
            except UnreachableError as error:
                self.state, self.says = AWAY, str(error)
                self._closed.wait(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            except DeskChanged:
                continue
            except (BoardbytesError, NoDesk) as error:
                self.state, self.says = REFUSED, str(error)
                return


class Relays:
    """Which desks are at a relay; kept with the desks, and taken up again after a restart."""

    def __init__(self, desks: Desks, store: Store) -> None:
        self._desks, self._store = desks, store
        self._links: dict[str, Link] = {}
        self._lock = threading.Lock()
        store.watchers.append(self._changed)

    def join(self, url: str) -> Desk:
        """A new desk with the game that a link leads to, every line of it verified."""
        found = parse_link(url)
        if found is None:
            raise RelayError("address", "a link to a game ends with /games/ and its name")
        data = Relay(found[0], _SECONDS).transcript(found[1])
        game_at(data.split(b"\n")[:-1], found[1])
        desk = self._desks.open("signed game", data, SIGNED)
        self._store.write_down(_name(desk.id), url)
        return desk

    def bring(self, id: str, server: str) -> None:
        """Bring the signed game of a desk to a relay."""
        desk = self._desks.desk(id)
        if not desk.state.is_signed:
            raise RelayError("line", "only a signed game can be at a relay")
        relay = Relay(server, _SECONDS)
        self._store.write_down(_name(id), relay.link(relay.begin(_lines(desk)[0])))
        with self._lock:
            if old := self._links.pop(id, None):
                old.close()

    def link(self, id: str) -> Link | None:
        """The link of a desk, followed from now on; None if its game is at no relay."""
        self._desks.desk(id)
        url = self._store.look_up(_name(id))
        if url is None:
            return None
        with self._lock:
            if id not in self._links:
                if len(self._links) >= _MOST:
                    oldest = next(iter(self._links))
                    self._links.pop(oldest).close()
                self._links[id] = Link(self._desks, id, url)
            return self._links[id]

    def close(self) -> None:
        for link in self._links.values():
            link.close()

    def _changed(self, id: str) -> None:
        """What was signed goes out at once, whether the page asks or not."""
        if link := self._links.get(id):
            link.look()


def _name(id: str) -> str:
    return f"relay {id}"


def _lines(desk: Desk) -> list[bytes]:
    return desk.state.data.split(b"\n")[:-1]
