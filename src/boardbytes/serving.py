"""Small servers: a socket, an application that answers on it, and limits on what clients ask."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import AsyncIterable
from typing import Any

LOOPBACK = "127.0.0.1"


def listen(host: str, port: int) -> tuple[socket.socket, str]:
    """A listening socket and the address under which it is reached; port 0 is any free one."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=2048)
    # Otherwise the end of an answer may wait 40 ms for its beginning to be acknowledged.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    shown = f"[{host}]" if ":" in host else host
    return listening, f"http://{shown}:{listening.getsockname()[1]}/"


def serve(application: Any, listening: socket.socket) -> None:
    """Answer on a socket until Ctrl-C."""
    import uvicorn

    config = uvicorn.Config(
        application,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_keep_alive=75,
        timeout_graceful_shutdown=2,
    )
    uvicorn.Server(config).run(sockets=[listening])


class Rates:
    """How much each client may still do; the allowance grows back with time."""

    def __init__(self, per_minute: int, remembered: int) -> None:
        self._most, self._remembered = per_minute, remembered
        self._left: dict[str, tuple[float, float]] = {}

    def take(self, who: str, now: float | None = None) -> bool:
        """Whether a client may do one more thing now; if so, it is counted."""
        now = time.monotonic() if now is None else now
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
