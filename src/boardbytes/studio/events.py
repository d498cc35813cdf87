"""All who look at a desk learn at once when somebody changes it."""

from __future__ import annotations

import asyncio
import json
import threading
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

from boardbytes.studio.workshop import Busy

HEARTBEAT = 15.0
"""Seconds of silence after which a sign of life is sent, lest somebody in between hang up."""


MOST_NEWS = 100
"""Whoever reads more slowly than this much happens misses the oldest of it."""


class _Watcher:
    """Somebody who waits; only the newest change matters."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._news: asyncio.Queue[bytes | None] = asyncio.Queue()

    def tell(self, news: bytes | None) -> None:
        """Called from any thread."""
        self._loop.call_soon_threadsafe(self._keep, news)

    def _keep(self, news: bytes | None) -> None:
        if self._news.qsize() >= MOST_NEWS:
            self._news.get_nowait()
        self._news.put_nowait(news)

    async def next(self) -> bytes | None:
        """What happened, a sign of life after a while, or None at the end."""
        try:
            return await asyncio.wait_for(self._news.get(), HEARTBEAT)
        except TimeoutError:
            return b": still here\n\n"


class Events:
    """The changes of desks, for anyone who watches them."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._lock = threading.Lock()
        self._watchers: defaultdict[str, set[_Watcher]] = defaultdict(set)
        self._closed = False

    def tell(self, id: str, revision: int, path: str | None) -> None:
        """Say that a desk was changed: its revision is this now, and this node was touched."""
        self._send(id, f"data: {json.dumps({'revision': revision, 'path': path})}\n\n")

    def think(self, id: str, thought: dict[str, Any]) -> None:
        """Say what the computer at a desk thinks of now."""
        self._send(id, f"event: thinking\ndata: {json.dumps(thought)}\n\n")

    def _send(self, id: str, news: str) -> None:
        with self._lock:
            for watcher in self._watchers.get(id, ()):
                watcher.tell(news.encode())

    def close(self) -> None:
        """End all streams: nothing more will happen."""
        with self._lock:
            self._closed = True
            for watchers in self._watchers.values():
                for watcher in watchers:
                    watcher.tell(None)

    def watch(self, id: str, revision: Callable[[], Awaitable[int]]) -> AsyncIterator[bytes]:
        """What happens to a desk from now on, as server-sent events. Busy if too many watch.

        The first of them says the desk's revision, which is asked for when nothing can be missed
        any more: it may have changed since a watcher saw the desk.
        """
        watcher = _Watcher()
        with self._lock:
            if self._closed or sum(map(len, self._watchers.values())) >= self._most:
                raise Busy("too many pages are open; close one")
            self._watchers[id].add(watcher)
        return self._stream(id, watcher, revision)

    async def _stream(
        self, id: str, watcher: _Watcher, revision: Callable[[], Awaitable[int]]
    ) -> AsyncIterator[bytes]:
        try:
            yield f"retry: 1000\nevent: now\ndata: {await revision()}\n\n".encode()
            while (news := await watcher.next()) is not None:
                yield news
        finally:
            with self._lock:
                self._watchers[id].discard(watcher)
                if not self._watchers[id]:
                    del self._watchers[id]
