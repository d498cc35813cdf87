"""Asking a registry or a mirror: over HTTP, or in a folder."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path
from typing import Protocol

from boardbytes.errors import JsonError, LibraryError, RegistryError
from boardbytes.files import read_limited
from boardbytes.json_reading import read_json

_SECONDS = 30
_MAX_ANSWER = 4096


class UnreachableError(LibraryError):
    """Nobody answers at a registry's address."""


class Transport(Protocol):
    """A place where a registry's files can be had: a server that makes them, or a folder."""

    def get(self, path: str, limit: int, **query: str | int) -> bytes:
        """What is there, at most `limit` bytes; RegistryError `unknown` if nothing is."""

    def post(self, path: str, data: bytes, headers: dict[str, str]) -> bytes:
        """The answer to something that is sent there."""


def transport(url: str) -> Transport:
    """How to ask a registry: http:// and https:// over the net, anything else is a folder."""
    if url.startswith(("http://", "https://")):
        return _Http(url.rstrip("/"))
    if "://" in url and not url.startswith("file://"):
        raise LibraryError(f"a registry must be http://…, https://… or a folder (found {url!r})")
    return _Folder(Path(urllib.parse.unquote(url.removeprefix("file://"))))


class _Http:
    def __init__(self, url: str) -> None:
        self._url = url

    def get(self, path: str, limit: int, **query: str | int) -> bytes:
        asked = f"?{urllib.parse.urlencode(query)}" if query else ""
        return self._ask(f"{self._url}/{path}{asked}", limit)

    def post(self, path: str, data: bytes, headers: dict[str, str]) -> bytes:
        return self._ask(f"{self._url}/{path}", _MAX_ANSWER, data, headers)

    def _ask(
        self, url: str, limit: int, sent: bytes | None = None, headers: dict[str, str] | None = None
    ) -> bytes:
        try:
            request = urllib.request.Request(url, sent, headers or {})
            with urllib.request.urlopen(request, timeout=_SECONDS) as answer:
                data: bytes = answer.read(limit + 1)
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(error.code, error.read(_MAX_ANSWER), url) from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            raise UnreachableError(f"{self._url} cannot be reached: {reason}") from None
        if len(data) > limit:
            raise RegistryError("size", f"{url} must have at most {limit:,} bytes")
        return data


def _refusal(status: int, data: bytes, url: str) -> LibraryError:
    try:
        plain = read_json(data)[0]
        return RegistryError(str(plain["code"]), str(plain["message"]))
    except (JsonError, TypeError, KeyError):
        if status in (404, 410):
            return RegistryError("unknown", f"there is no {url}")
        return UnreachableError(f"{url} answers with status {status}")


class _Folder:
    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, path: str, limit: int, **query: str | int) -> bytes:
        if not self._folder.is_dir():
            raise UnreachableError(f"{self._folder} cannot be reached: there is no such folder")
        try:
            data = read_limited(self._folder / path, limit)
        except OSError:
            raise RegistryError("unknown", f"there is no {self._folder / path}") from None
        if len(data) > limit:
            raise RegistryError("size", f"{path} must have at most {limit:,} bytes")
        return data

    def post(self, path: str, data: bytes, headers: dict[str, str]) -> bytes:
        raise LibraryError("a mirror takes nothing: name the registry itself")
