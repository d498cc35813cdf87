"""What stands before every request: who may ask, how much, and what a browser may do with it."""

from __future__ import annotations

import json
from collections.abc import Iterable

from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self';"
    " img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""Sent with every answer: nothing is loaded from elsewhere, nothing is shown elsewhere."""

_SAFE = {"GET", "HEAD", "OPTIONS"}


class _TooLarge(Exception):
    pass


class Guard:
    """Refuses names that are not ours, pages of others, and more than the limit.

    A name that merely points here could be a stranger's (DNS rebinding); a page of a stranger may
    send requests but has another origin.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str], limit: int) -> None:
        self._app, self._limit = app, limit
        self._hosts = frozenset(hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        answer = _with_headers(send)
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in
                   scope["headers"]}  # fmt: skip
        refusal = self._refusal(scope["method"], headers)
        if refusal is not None:
            await _refuse(answer, *refusal)
            return
        started = False

        async def watched_send(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await answer(message)

        try:
            await self._app(scope, _limited(receive, self._limit), watched_send)
        except _TooLarge:
            if not started:
                await _refuse(answer, 413, self._too_large)

    @property
    def _too_large(self) -> str:
        return f"a request may have at most {self._limit:,} bytes"

    def _refusal(self, method: str, headers: dict[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if _name(host) not in self._hosts:
            return 421, "this studio does not answer to that name"
        origin = headers.get("origin")
        if method not in _SAFE and origin is not None and origin.partition("://")[2] != host:
            return 403, "only the studio's own page may change something"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self._limit:
            return 413, self._too_large
        return None


def _name(host: str) -> str:
    """A host without its port: `[::1]:80` is `[::1]`."""
    return host if host.endswith("]") else host.rpartition(":")[0] or host


def _limited(receive: Receive, limit: int) -> Receive:
    """Hands a body on, up to a limit: more is never held."""
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > limit:
            raise _TooLarge
        return message

    return limited


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message = {**message, "headers": [*message["headers"], *own]}
        await send(message)

    return sending


async def _refuse(send: Send, status: int, sentence: str) -> None:
    body = json.dumps({"error": sentence, "problems": []}).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
