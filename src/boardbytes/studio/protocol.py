"""HTTP for a studio that cannot be blocked: whoever begins a request and stalls is cut off."""

from __future__ import annotations

import asyncio
from collections import OrderedDict

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from boardbytes.studio.limits import Limits

_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


def protocol(limits: Limits) -> type[H11Protocol]:
    """HTTP/1.1 with a time limit for the head of a request.

    Half a request costs a connection, and there are not many. So each has its time, and when too
    many wait, the oldest makes room for the newest.
    """
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
            waiting[self] = self.loop.call_later(limits.head_seconds, self._hang_up)
            if len(waiting) > limits.half_requests:
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
