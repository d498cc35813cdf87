"""The relay: keeps the transcripts of strangers' games, and tells each side of the other's moves.

    POST /games                     a header; gives the name of the game
    GET  /games/NAME                the whole transcript, a file like any other
    POST /games/NAME/lines          the next line
    GET  /games/NAME/events?after=N lines from number N + 1 on as they come (server-sent events)

Every line is verified before it is kept. The relay has no keys, and cannot play for anybody.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from typing import Annotated
from weakref import WeakValueDictionary

from fastapi import FastAPI, Path, Query, Request, Response
from fastapi.responses import JSONResponse, StreamingResponse
from starlette.requests import ClientDisconnect
from starlette.types import Message, Receive, Scope, Send

from boardbytes.channel.relay.limits import Limits
from boardbytes.channel.relay.store import Store
from boardbytes.channel.relay.table import Table, name_of, parse_header
from boardbytes.errors import RelayError
from boardbytes.formats.transcript.ethereum import account
from boardbytes.serving import Counts, Rates, TooMuch, address_of, read_body

STATUS = {"unknown": 404, "conflict": 409, "size": 413, "full": 507, "failed": 503, "rate": 429}
"""The HTTP status of each kind of refusal; any other is 422, a line that is wrong."""

LINES = "application/x-ndjson"
_HELD = 10_000
"""How many games are held in memory; others are read again when somebody comes back."""

Name = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]


def create_app(store: Store, limits: Limits | None = None, pulse: float = 10.0) -> FastAPI:
    """The application of a relay; idle listeners hear every `pulse` seconds that it is there."""
    limits = limits or Limits()
    # What verifies signatures takes a third of a second to load: not while the first lines wait.
    account()
    addresses = Rates(limits.per_address, limits.remembered)
    readers = Rates(limits.reads_per_address, limits.remembered)
    beginners = Rates(limits.games_per_address, limits.remembered)
    by_game = Rates(limits.per_game, limits.remembered)
    ears, ears_of_game = Counts(limits.listeners_per_address), Counts(limits.listeners_per_game)
    app = FastAPI(title="boardbytes relay", docs_url=None, redoc_url=None, openapi_url=None)
    # Whoever listens keeps a table alive; the others are kept as long as there is room.
    tables: WeakValueDictionary[str, Table] = WeakValueDictionary()
    recent: OrderedDict[str, Table] = OrderedDict()
    beginning = asyncio.Lock()
    games = store.count()

    async def table(name: str) -> Table:
        here = tables.get(name)
        if here is None:
            lines = await asyncio.to_thread(store.lines, name)
            if not lines:
                raise RelayError("unknown", f"there is no game {name} here")
            # Another may have read it meanwhile.
            here = tables.get(name) or Table(lines)
            tables[name] = here
        recent[name] = here
        recent.move_to_end(name)
        if len(recent) > _HELD:
            recent.popitem(last=False)
        return here

    @app.exception_handler(RelayError)
    async def refuse(_: Request, error: RelayError) -> Response:
        if error.code == "failed":
            logging.getLogger("uvicorn.error").error("%s", error)
        plain = {"code": error.code, "message": str(error)}
        headers = {"retry-after": "10"} if error.code == "rate" else None
        return JSONResponse(plain, STATUS.get(error.code, 422), headers)

    def count(rates: Rates, who: str, name: str, does: str = "sends too much") -> None:
        if not rates.take(who):
            raise RelayError("rate", f"{name} {does}: wait a little")

    @app.post("/games")
    async def begin(request: Request) -> Response:
        nonlocal games
        count(addresses, address_of(request), "this address")
        header = await _line(request, limits.line_bytes)
        parse_header(header)
        name = name_of(header)
        async with beginning:
            is_new = not await asyncio.to_thread(store.lines, name)
            if is_new:
                if games >= limits.games:
                    raise RelayError("full", "this relay is full: it takes no more games")
                count(beginners, address_of(request), "this address", "begins too many games")
                await asyncio.wrap_future(store.add(name, 1, header))
                games += 1
        return JSONResponse({"name": name}, 201 if is_new else 200)

    @app.get("/games/{name}")
    async def transcript(name: Name, request: Request) -> Response:
        count(readers, address_of(request), "this address", "asks too much")
        lines = (await table(name)).lines
        return Response(b"".join(line + b"\n" for line in lines), media_type=LINES)

    @app.post("/games/{name}/lines")
    async def add(
        name: Name, request: Request, number: Annotated[int, Query(ge=2, le=1_000_000)]
    ) -> Response:
        count(addresses, address_of(request), "this address")
        line = await _line(request, limits.line_bytes)
        here = await table(name)
        count(by_game, _seat(name, request), "this address in this game")
        # Shielded: what is being stored is told to the other side, even if the sender is gone.
        return await asyncio.shield(asyncio.ensure_future(_add(here, name, number, line)))

    async def _add(here: Table, name: str, number: int, line: bytes) -> Response:
        async with here.lock:
            if number <= len(here.lines):
                if here.lines[number - 1] == line:
                    return JSONResponse({"number": number}, 200)
                raise RelayError("conflict", f"this game has another line {number} already")
            if number > len(here.lines) + 1:
                raise RelayError("conflict", f"the next line is {len(here.lines) + 1}")
            check, judged = here.judge(line)
            await asyncio.wrap_future(store.add(name, number, line))
            here.keep(line, check, judged)
        return JSONResponse({"number": number}, 201)

    @app.get("/games/{name}/events")
    async def events(
        name: Name, request: Request, after: Annotated[int, Query(ge=0, le=1_000_000)] = 0
    ) -> Response:
        address, seat = address_of(request), _seat(name, request)
        count(readers, address, "this address", "asks too much")
        here = await table(name)
        if not ears.take(address):
            raise RelayError("rate", "this address listens to too many games at once")
        if not ears_of_game.take(seat):
            ears.give_back(address)
            raise RelayError("rate", "this address listens to this game too often")

        def gone() -> None:
            ears.give_back(address)
            ears_of_game.give_back(seat)

        return Events(_events(here, after, pulse), limits.send_seconds, gone)

    return app


def _seat(name: str, request: Request) -> str:
    """An address in a game: what it uses up there keeps nobody else from playing."""
    return f"{name} {address_of(request)}"


class Events(StreamingResponse):
    """Server-sent events; whoever reads nothing for a while is cut off. Ends by calling `gone`."""

    def __init__(
        self, content: AsyncIterator[bytes], seconds: float, gone: Callable[[], None]
    ) -> None:
        headers = {"cache-control": "no-store"}
        super().__init__(content, headers=headers, media_type="text/event-stream")
        self._seconds, self._gone = seconds, gone

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_in_time(message: Message) -> None:
            async with asyncio.timeout(self._seconds):
                await send(message)

        try:
            # The end of the answer is missing then, so whoever listens knows that it was cut off.
            with suppress(TimeoutError, ClientDisconnect):
                await super().__call__(scope, receive, send_in_time)
        finally:
            self._gone()


async def _events(here: Table, after: int, pulse: float) -> AsyncIterator[bytes]:
    yield b": here\n\n"
    while True:
        grown = here.grown
        for line in here.lines[after:]:
            after += 1
            yield b"id: %d\ndata: %s\n\n" % (after, line)
        if here.outcome is not None and after >= len(here.lines):
            yield b"event: over\ndata: over\n\n"
            return
        try:
            await asyncio.wait_for(grown.wait(), pulse)
        except TimeoutError:
            yield b": here\n\n"


async def _line(request: Request, limit: int) -> bytes:
    """The one line of a request's body; RelayError if it is too long."""
    try:
        return (await read_body(request.stream(), limit)).removesuffix(b"\n")
    except TooMuch as error:
        raise RelayError("size", str(error)) from None
