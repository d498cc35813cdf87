"""Asking a relay: begin a game, send a line, hear lines as they come."""

from __future__ import annotations

import contextlib
import http.client
import json
import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from boardbytes.errors import BoardbytesError, JsonError, RelayError
from boardbytes.formats.transcript.transcript import MAX_SIZE
from boardbytes.json_reading import read_json

_SECONDS = 30
"""A relay that is silent for this long is gone: a live one has a pulse."""

_MAX_ANSWER = 4096
_MAX_EVENT = 8192


_GAME = re.compile(r"(.*)/games/([0-9a-f]{32})/?")


def parse_link(url: str) -> tuple[str, str] | None:
    """The relay and the name of the game that a link leads to; None if it leads to no game."""
    match = _GAME.fullmatch(url)
    return (match[1], match[2]) if match else None


class UnreachableError(BoardbytesError):
    """The relay cannot be reached now; later it may be."""


class Relay:
    """A relay by its address, `http://host:port` with or without a path."""

    def __init__(self, url: str, seconds: float = _SECONDS) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise RelayError("address", f"a relay must be http://… or https://… (found {url!r})")
        self.url = url.rstrip("/")
        self._seconds = seconds
        self._secure = parts.scheme == "https"
        self._host, self._port, self._path = parts.hostname, parts.port, parts.path.rstrip("/")

    def begin(self, header: bytes) -> str:
        """Begin a game at the relay by its header; returns its name there."""
        return str(self._json("POST", "/games", header)["name"])

    def transcript(self, name: str) -> bytes:
        """The whole transcript of a game as the relay has it."""
        return self._ask("GET", f"/games/{name}", limit=MAX_SIZE)

    def link(self, name: str) -> str:
        """What the other side is told: where the game is."""
        return f"{self.url}/games/{name}"

    def send(self, name: str, number: int, line: bytes) -> None:
        """Send the line with this number; the relay may have it already."""
        self._json("POST", f"/games/{name}/lines?number={number}", line)

    def lines(self, name: str, after: int) -> Iterator[bytes]:
        """Lines after a number as they come; ends with the game, or with UnreachableError."""
        with self._connection() as connection:
            answer = self._open(connection, "GET", f"/games/{name}/events?after={after}")
            while True:
                try:
                    text = answer.readline(_MAX_EVENT)
                except (OSError, http.client.HTTPException, ValueError) as error:
                    raise UnreachableError(f"{self.url} is gone: {error}") from None
                if not text.endswith(b"\n"):
                    raise UnreachableError(f"{self.url} is gone")
                if text.startswith(b"data: {"):
                    yield text[6:].rstrip(b"\n")
                elif text.startswith(b"event: over"):
                    return

    def _json(self, method: str, path: str, data: bytes) -> Any:
        try:
            return read_json(self._ask(method, path, data))[0]
        except JsonError as error:
            raise UnreachableError(f"{self.url} gave an odd answer: {error}") from None

    def _ask(
        self, method: str, path: str, data: bytes | None = None, limit: int = _MAX_ANSWER
    ) -> bytes:
        with self._connection() as connection:
            answer = self._open(connection, method, path, data)
            try:
                found = answer.read(limit + 1)
            except (OSError, http.client.HTTPException) as error:
                raise UnreachableError(f"{self.url} is gone: {error}") from None
        if len(found) > limit:
            raise RelayError("size", f"{self.url}{path} must have at most {limit:,} bytes")
        return found

    def _open(
        self,
        connection: http.client.HTTPConnection,
        method: str,
        path: str,
        data: bytes | None = None,
    ) -> http.client.HTTPResponse:
        try:
            connection.request(method, self._path + path, data)
            answer = connection.getresponse()
            if answer.status < 400:
                return answer
            found = answer.read(_MAX_ANSWER)
        except (OSError, http.client.HTTPException) as error:
            raise UnreachableError(f"{self.url} cannot be reached: {error}") from None
        raise self._refusal(answer.status, found)

    def _refusal(self, status: int, data: bytes) -> BoardbytesError:
        with contextlib.suppress(json.JSONDecodeError, TypeError, KeyError, UnicodeDecodeError):
            plain = json.loads(data)
            if status == 429:
                return UnreachableError(f"{self.url}: {plain['message']}")
            if status < 500:
                return RelayError(str(plain["code"]), str(plain["message"]))
        return UnreachableError(f"{self.url} answers with status {status}")

    @contextlib.contextmanager
    def _connection(self) -> Iterator[http.client.HTTPConnection]:
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=self._seconds)
        try:
            yield connection
        finally:
            connection.close()
