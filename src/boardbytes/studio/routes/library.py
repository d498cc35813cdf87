"""The board library: search, open by code, publish."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Response

from boardbytes.formats import loads
from boardbytes.library import Library
from boardbytes.studio import changes, messages
from boardbytes.studio.routes.asking import SomeLook, as_json
from boardbytes.studio.routes.bodies import new_router
from boardbytes.studio.studio import Studio


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
        """The boards whose title or author have these words; all of them without any."""
        found = library().search(search) if search.strip() else library().latest()
        return [
            messages.LibraryBoard(
                code=entry.code,
                number=entry.number,
                title=entry.title,
                author=entry.author,
                version=entry.version,
                size=len(entry.data),
                added=entry.added,
            )
            for entry in found[:200]
        ]

    @router.post("/api/library", response_model=messages.View)
    def publish(asked: messages.Publish, look: SomeLook) -> Response:
        """Put a desk's board into the library; without a code it gets one."""
        board = desks.ask(desks.desk(asked.desk), changes.tile_board)
        entry = library().add(board)
        if entry.code == board.code:
            return as_json(desks.view(desks.desk(asked.desk), look))
        kept = loads(entry.data, "gbxx").position
        return as_json(desks.view(desks.replace_board(asked.desk, kept), look))

    @router.post("/api/desks/library/{code}", response_model=messages.View, status_code=201)
    def open_board(code: str, look: SomeLook) -> Response:
        """Put a board of the library on a new desk."""
        entry = library().get(code)
        return as_json(desks.view(desks.open(f"{entry.code}.gbxx", entry.data, "gbxx"), look), 201)

    return router
