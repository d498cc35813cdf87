"""Small servers: a socket, an application that answers on it, and limits on what clients ask."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import socket
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from uvicorn.protocols.http.h11_impl import H11Protocol

LOOPBACK = "127.0.0.1"

HEAD_SECONDS = 10.0
"""Seconds that the head of a request may take to arrive."""

_KNOCKING, _AT_A_TIME = 2048, 16
"""How many may wait to be let in, and how many are at once."""
_MOST_HALF_REQUESTS = 1000
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host on which we listen."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def listen(host: str, port: int) -> tuple[socket.socket, str]:
    """A listening socket and the address under which it is reached; port 0 is any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=_KNOCKING)
    # Otherwise the end of an answer may wait 40 ms for its beginning to be acknowledged.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    shown = f"[{host}]" if ":" in host else host
    return listening, f"http://{shown}:{listening.getsockname()[1]}/"


def serve(application: Any, listening: socket.socket) -> None:
    """Answer on a socket until Ctrl-C."""
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            listening.listen(_KNOCKING)

    config = uvicorn.Config(
        application,
        http=impatient(HEAD_SECONDS, _half_requests()),
        # Taken in turn: a request that makes room must have done so before the files are used up.
        backlog=_AT_A_TIME,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=2,
    )
    # What was loaded until now stays. The garbage collector need not look through it again and
    # again, for a twentieth of a second and more, while everybody waits.
    gc.collect()
    gc.freeze()
    Server(config).run(sockets=[listening])


def _half_requests() -> int:
    """How many connections may wait for a head: at most half of all that may be open."""
    try:
        import resource
    except ImportError:  # Windows has no such limit.
        return _MOST_HALF_REQUESTS
    files = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    return _MOST_HALF_REQUESTS if files < 0 else min(_MOST_HALF_REQUESTS, files // 2)


def impatient(head_seconds: float, half_requests: int) -> type[H11Protocol]:
    """HTTP/1.1 for a server that cannot be blocked: a request that stalls is cut off.

    Half a request costs a connection, and there are not many. So each has its time, and when too
    many wait, the oldest makes room for the newest.
    """
    import h11
    from uvicorn.protocols.http.h11_impl import H11Protocol

    waiting: OrderedDict[H11Protocol, asyncio.TimerHandle] = OrderedDict()

    class Impatient(H11Protocol):
        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self._wait()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.their_state is h11.IDLE:
                self._wait()
            else:
                self._go_on()

        def connection_lost(self, exc: Exception | None) -> None:
            self._go_on()
            super().connection_lost(exc)

        def _wait(self) -> None:
            """Wait for the rest of a head, from its first byte on."""
            if self in waiting or self.transport.is_closing():
                return
            waiting[self] = self.loop.call_later(head_seconds, self._hang_up)
            if len(waiting) > half_requests:
                next(iter(waiting))._hang_up()  # type: ignore[attr-defined]

        def _go_on(self) -> None:
            timer = waiting.pop(self, None)
            if timer is not None:
                timer.cancel()

        def _hang_up(self) -> None:
            self._go_on()
            if not self.transport.is_closing():
                self.transport.write(_TOO_SLOW)
                self.transport.close()

    return Impatient


class Rates:
    """How much each client may still do; the allowance grows back with time."""

    def __init__(self, per_minute: int, remembered: int) -> None:
        self._most, self._remembered = per_minute, remembered
        self._left: dict[str, tuple[float, float]] = {}
        self._lock = threading.Lock()
        """Some requests are answered in threads."""

    def take(self, who: str, now: float | None = None) -> bool:
        """Whether a client may do one more thing now; if so, it is counted."""
        now = time.monotonic() if now is None else now
        with self._lock:
            left, since = self._left.pop(who, (float(self._most), now))
            left = min(self._most, left + (now - since) * self._most / 60)
            is_free = left >= 1
            self._left[who] = (left - is_free, now)  # Now the last: the first is forgotten first.
            if len(self._left) > self._remembered:
                del self._left[next(iter(self._left))]
        return is_free


def address_of(request: Any) -> str:
    """Where a request comes from."""
    return request.client.host if request.client else ""


class TooMuch(Exception):
    """A body that is too long, too slow or never complete; the message says which."""


async def read_body(pieces: AsyncIterable[bytes], limit: int, seconds: float = 30.0) -> bytes:
    """The body of a request from its pieces; TooMuch as soon as it is too long or too slow."""
    from starlette.requests import ClientDisconnect

    data = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for piece in pieces:
                data += piece
                if len(data) > limit:
                    raise TooMuch(f"a request may have at most {limit:,} bytes")
    except ClientDisconnect:
        raise TooMuch("the client hung up") from None  # Nobody hears it, and nobody needs to.
    except TimeoutError:
        raise TooMuch(f"a request must arrive within {seconds:g} seconds") from None
    return bytes(data)


class Counts:
    """How many of something each client has at once, up to a limit."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: dict[str, int] = {}

    def take(self, who: str) -> bool:
        """Whether a client may have one more; if so, it is theirs until they give it back."""
        held = self._held.get(who, 0)
        if held >= self._most:
            return False
        self._held[who] = held + 1
        return True

    def give_back(self, who: str) -> None:
        self._held[who] -= 1
        if not self._held[who]:
            del self._held[who]
