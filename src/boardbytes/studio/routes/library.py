"""The board library and the registry: search, open by code, publish."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Response
from pydantic import Field

from boardbytes.formats import loads
from boardbytes.formats.transcript.ethereum import parse_address
from boardbytes.library import Library
from boardbytes.library.registry.client import Client
from boardbytes.library.registry.line import Line
from boardbytes.studio import changes, messages
from boardbytes.studio.routes.asking import SomeLook, as_json
from boardbytes.studio.routes.bodies import new_router
from boardbytes.studio.signed import NEW_KEY
from boardbytes.studio.studio import Studio


class RegistryBoard(messages.Message):
    """A board in the registry, and whether its author's key is kept here."""

    code: str
    version: int
    title: str
    author: str
    time: str
    key: str
    is_mine: bool


class RegistryBoards(messages.Message):
    """What the registry finds; `url` is None if the studio was started without one."""

    url: str | None
    boards: list[RegistryBoard]


class Push(messages.Message):
    """A board to publish in the registry, and the key that signs it: its address, or `new`."""

    desk: str = Field(max_length=40)
    key: str = Field(max_length=60)


def router(studio: Studio) -> APIRouter:
    router = new_router()
    desks = studio.desks

    @cache
    def library() -> Library:
        if studio.settings.library is None:
            raise HTTPException(404, "this studio has no library")
        return Library(studio.settings.library)

    @router.get("/api/library")
    def search(search: Annotated[str, Query(max_length=200)] = "") -> list[messages.LibraryBoard]:
        """The boards with these words in title or author; without words, all of them."""
        found = library().search(search) if search.strip() else library().latest()
        return [messages.LibraryBoard.from_value(entry) for entry in found[:200]]

    @router.post("/api/library", response_model=messages.View)
    def publish(asked: messages.Publish, look: SomeLook) -> Response:
        """Put a desk's board into the library; without a code it gets one."""
        board = desks.ask(desks.desk(asked.desk), changes.tile_board)
        entry = library().add(board)
        if entry.code == board.code:
            return as_json(desks.view(desks.desk(asked.desk), look))
        kept = loads(entry.data, "gbxx").position
        return as_json(desks.view(desks.replace_board(asked.desk, kept), look))

    def registry() -> Client:
        if studio.settings.registry is None:
            raise HTTPException(404, "this studio has no registry; start it with --registry URL")
        return Client(studio.settings.registry)

    @router.get("/api/registry")
    def search_registry(search: Annotated[str, Query(max_length=200)] = "") -> RegistryBoards:
        """The boards of the registry with these words in title, author or code."""
        url = studio.settings.registry
        found = registry().search(search) if url and search.strip() else []
        return RegistryBoards(url=url, boards=[_board(line, studio) for line in found])

    @router.post("/api/desks/registry/{code}", response_model=messages.View, status_code=201)
    def pull(code: str, look: SomeLook) -> Response:
        """Put a board of the registry on a new desk; its log, entry and bytes are verified."""
        pulled = registry().pull(code)
        desk = desks.open(f"{pulled.line.code}.gbxx", pulled.data, "gbxx")
        return as_json(desks.view(desk, look), 201)

    @router.post("/api/registry", response_model=messages.View)
    def push(asked: Push, look: SomeLook) -> Response:
        """Publish a desk's board in the registry, signed by a key that is kept here."""
        board = desks.ask(desks.desk(asked.desk), changes.tile_board)
        client = registry()
        ring = studio.ring
        address = ring.make() if asked.key == NEW_KEY else parse_address(asked.key)
        pushed = client.push(board, ring.key(address))
        kept = loads(pushed.data, "gbxx").position
        desk = desks.desk(asked.desk) if kept == board else desks.replace_board(asked.desk, kept)
        return as_json(desks.view(desk, look))

    @router.post("/api/desks/library/{code}", response_model=messages.View, status_code=201)
    def open_board(code: str, look: SomeLook) -> Response:
        """Put a board of the library on a new desk."""
        entry = library().get(code)
        return as_json(desks.view(desks.open(f"{entry.code}.gbxx", entry.data, "gbxx"), look), 201)

    return router


def _board(line: Line, studio: Studio) -> RegistryBoard:
    return RegistryBoard(
        code=line.code,
        version=line.version,
        title=line.about.title if line.about else "",
        author=line.about.author if line.about else "",
        time=line.time,
        key=line.key,
        is_mine=studio.ring.holds(line.key),
    )
