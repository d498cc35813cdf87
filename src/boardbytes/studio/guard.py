"""What every request must pass: who may ask, how much, and what a browser may do with it."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from boardbytes.studio.entrance import REFUSED, REFUSED_PAGE, WELCOME_PAGE, Entrance
from boardbytes.studio.limits import Limits
from boardbytes.studio.names import Names

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
_CLOSE = {"connection": "close"}
_LOG = logging.getLogger("uvicorn.error")


class Guard:
    """Refuses names that are not ours, people not let in, other sites' pages, and too much.

    A stranger's page may send requests, but has another origin.
    """

    def __init__(self, app: ASGIApp, names: Names, entrance: Entrance, limits: Limits) -> None:
        self._app, self._names, self._entrance, self._limits = app, names, entrance, limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        answer = _with_headers(send)
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in
                   scope["headers"]}  # fmt: skip
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await _refuse(answer, headers, *refusal)
        elif self._entrance.has_link(scope["path"], scope["query_string"]):
            more = {"set-cookie": self._entrance.set_cookie, "cache-control": "no-store"}
            await _answer(answer, 200, WELCOME_PAGE.encode(), "text/html; charset=utf-8", more)
        elif not self._entrance.admits(headers):
            await _refuse(answer, headers, 401, REFUSED, REFUSED_PAGE)
        else:
            await self._hand_on(scope, receive, answer, headers)

    async def _hand_on(
        self, scope: Scope, receive: Receive, send: Send, headers: Mapping[str, str]
    ) -> None:
        started = False

        async def watched_send(message: Message) -> None:
            nonlocal started
            started = started or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, self._limited(receive), watched_send)
        except ClientDisconnect:
            return  # The one who asked hung up in the middle of the question.
        except Exception:
            # The one who started the studio sees all of it, the one who asked a sentence.
            _LOG.exception("a request failed")
            if not started:
                await _refuse(
                    send, headers, 500, "something went wrong here; the terminal says what"
                )

    @property
    def _too_large(self) -> str:
        most = self._limits.upload / 2**20
        return (
            f"this is more than the {most:g} MiB that the studio takes; on the command line"
            " `boardbytes check` and `boardbytes scan` read larger files"
        )

    def _refusal(self, scope: Scope, headers: Mapping[str, str]) -> tuple[int, str] | None:
        host = headers.get("host", "")
        if not self._names.fit(host, (scope.get("server") or (None,))[0]):
            return 421, "this studio does not answer to that name; `--name` teaches it one"
        origin = headers.get("origin")
        is_other = origin is not None and origin.partition("://")[2] != host
        if scope["method"] not in _SAFE and is_other:
            return 403, "only the studio's own page may change something"
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self._limits.upload:
            return 413, self._too_large
        return None

    def _limited(self, receive: Receive) -> Receive:
        """Hands a body on, up to a limit and for a time: no more is held or waited for."""
        seen = 0
        is_whole = False
        deadline = asyncio.get_running_loop().time() + self._limits.body_seconds

        async def limited() -> Message:
            nonlocal seen, is_whole
            if is_whole:
                # All that can come now is a hang-up, and that may take as long as it likes.
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                slow = f"a request must be here within {self._limits.body_seconds:g} seconds"
                raise HTTPException(408, slow, _CLOSE) from None
            seen += len(message.get("body", b""))
            if seen > self._limits.upload:
                raise HTTPException(413, self._too_large, _CLOSE)
            is_whole = not message.get("more_body", False)
            return message

        return limited


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            own = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            message = {**message, "headers": [*message["headers"], *own]}
        await send(message)

    return sending


async def _refuse(
    send: Send, headers: Mapping[str, str], status: int, sentence: str, page: str | None = None
) -> None:
    """A sentence for programs; a page for people, if there is one."""
    more = _CLOSE | ({"www-authenticate": "Bearer"} if status == 401 else {})
    if page is not None and "text/html" in headers.get("accept", ""):
        await _answer(send, status, page.encode(), "text/html; charset=utf-8", more)
        return
    body = json.dumps({"error": sentence, "problems": []}).encode()
    await _answer(send, status, body, "application/json", more)


async def _answer(send: Send, status: int, body: bytes, type: str, more: Mapping[str, str]) -> None:
    fields = {"content-type": type, "content-length": str(len(body)), **more}
    headers = [(name.encode(), value.encode()) for name, value in fields.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
