"""The registry as a server: boards, the log, search, and signed publishing.

GET  /boards/CODE[?version=N]   the bytes; an ETag to ask again with
GET  /files/SHA256              the bytes, which never change
GET  /head                      how long the log is, signed
GET  /log?after=N               lines of the log
GET  /search?words=…            lines of boards
GET  /codes/new[?count=N]       codes that are free
POST /boards                    the bytes; Boardbytes-Key and Boardbytes-Signature as headers
POST /withdrawals               code, version, key and signature as JSON
"""

from __future__ import annotations

import asyncio
import logging
from typing import Annotated

from fastapi import FastAPI, Header, Path, Query, Request, Response
from fastapi.responses import JSONResponse

from boardbytes.errors import BoardbytesError, JsonError, RegistryError, SignatureError
from boardbytes.formats.transcript.ethereum import parse_address
from boardbytes.json_reading import read_json
from boardbytes.library.registry.head import format_head
from boardbytes.library.registry.limits import Limits
from boardbytes.library.registry.line import MAX_ENTRIES
from boardbytes.library.registry.store import Registry
from boardbytes.library.registry.submission import (
    Receipt,
    Submission,
    submit_board,
    submit_withdrawal,
)
from boardbytes.library.registry.writer import Writer
from boardbytes.model.plain import Plain, PlainError
from boardbytes.serving import Rates, TooMuch, address_of, read_body

STATUS = {
    "board": 422,
    "signature": 403,
    "taken": 409,
    "version": 409,
    "unknown": 404,
    "withdrawn": 410,
    "size": 413,
    "rate": 429,
    "request": 400,
}
"""The HTTP status of each kind of refusal."""

FOR_EVER = "public, max-age=31536000, immutable"
LINES = "application/x-ndjson"
_LARGE = 16 * 1024
"""A board with more bytes is read in a thread, so that others need not wait."""

_SMALL_BODY = 4096


def create_app(registry: Registry, limits: Limits | None = None) -> FastAPI:
    """The application that serves a registry."""
    limits = limits or Limits()
    app = FastAPI(title="boardbytes registry", docs_url=None, redoc_url=None, openapi_url=None)
    registry.prepare()
    writer = Writer(registry)
    keys = Rates(limits.per_key, limits.remembered)
    addresses = Rates(limits.per_address, limits.remembered)
    readers = Rates(limits.reads_per_address, limits.remembered)

    @app.exception_handler(RegistryError)
    async def refuse(_: Request, error: RegistryError) -> Response:
        headers = {"retry-after": "60"} if error.code == "rate" else None
        plain = {"code": error.code, "message": str(error)}
        return JSONResponse(plain, STATUS.get(error.code, 400), headers)

    @app.exception_handler(BoardbytesError)
    async def fail(_: Request, error: BoardbytesError) -> Response:
        # A database's own words are for the log, not for strangers.
        logging.getLogger("uvicorn.error").error("%s", error)
        return JSONResponse({"code": "failed", "message": "the registry cannot answer now"}, 503)

    @app.get("/boards/{code}")
    def board(
        code: Annotated[str, Path(max_length=5)],
        version: Annotated[int | None, Query(ge=0, le=255)] = None,
        if_none_match: Annotated[str, Header()] = "",
    ) -> Response:
        data, sha256, number = registry.board(code, version)
        headers = {
            "etag": f'"{sha256}"',
            # A code may get a new version; one version never changes.
            "cache-control": "no-cache" if version is None else FOR_EVER,
            "boardbytes-version": str(number),
        }
        if f'"{sha256}"' in if_none_match:
            return Response(None, 304, headers)
        return Response(data, 200, headers, "application/octet-stream")

    @app.get("/files/{sha256}")
    def file(sha256: Annotated[str, Path(max_length=64)]) -> Response:
        headers = {"etag": f'"{sha256}"', "cache-control": FOR_EVER}
        return Response(registry.file(sha256), 200, headers, "application/octet-stream")

    @app.get("/head")
    def head() -> Response:
        return Response(format_head(registry.head()), 200, _fresh, "application/json")

    @app.get("/log")
    def log(request: Request, after: Annotated[int, Query(ge=0, le=MAX_ENTRIES)] = 0) -> Response:
        _slow_down(readers, address_of(request), _ASKS)
        return _lines(registry.log(after))

    @app.get("/search")
    def search(request: Request, words: Annotated[str, Query(max_length=200)] = "") -> Response:
        _slow_down(readers, address_of(request), _ASKS)
        return _lines(registry.search(words))

    @app.get("/codes/new")
    def new_codes(request: Request, count: Annotated[int, Query(ge=1, le=100)] = 1) -> Response:
        _slow_down(readers, address_of(request), _ASKS)
        return JSONResponse({"codes": registry.new_codes(count)}, headers=_fresh)

    @app.post("/boards")
    async def publish(
        request: Request,
        boardbytes_key: Annotated[str, Header(max_length=42)] = "",
        boardbytes_signature: Annotated[str, Header(max_length=132)] = "",
    ) -> Response:
        _slow_down(addresses, address_of(request), "this address publishes")
        data = await _body(request, limits.board_bytes)
        arguments = (data, _key(boardbytes_key), boardbytes_signature)
        if len(data) > _LARGE:
            wanted = await asyncio.to_thread(submit_board, *arguments)
        else:
            wanted = submit_board(*arguments)
        return await _written(wanted)

    @app.post("/withdrawals")
    async def withdraw(request: Request) -> Response:
        _slow_down(addresses, address_of(request), "this address publishes")
        try:
            values, _ = read_json(await _body(request, _SMALL_BODY))
            plain = Plain(values).object(["code", "version", "key", "signature"])
            version = plain["version"].integer(0, 255)
            code, key, signature = (plain[name].text() for name in ("code", "key", "signature"))
        except (JsonError, PlainError) as error:
            raise RegistryError("request", str(error)) from None
        return await _written(submit_withdrawal(code, version, _key(key), signature))

    async def _written(wanted: Submission) -> Response:
        # Only whoever has the key can use up its rate: the signature was checked before.
        _slow_down(keys, wanted.key, "this key publishes")
        receipt: Receipt = await asyncio.wrap_future(writer.submit(wanted))
        return Response(receipt.text + "\n", 201 if receipt.is_new else 200, media_type=LINES)

    return app


_fresh = {"cache-control": "no-cache"}


def _lines(lines: list[str]) -> Response:
    return Response("".join(f"{line}\n" for line in lines), 200, _fresh, LINES)


_ASKS = "this address asks"


def _slow_down(rates: Rates, who: str, does: str) -> None:
    if not rates.take(who):
        raise RegistryError("rate", f"{does} too much: wait a minute")


def _key(text: str) -> str:
    try:
        return parse_address(text)
    except SignatureError as error:
        raise RegistryError("signature", str(error)) from None


async def _body(request: Request, limit: int) -> bytes:
    try:
        return await read_body(request.stream(), limit)
    except TooMuch as error:
        raise RegistryError("size", str(error)) from None
