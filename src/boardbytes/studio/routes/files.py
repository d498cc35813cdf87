"""A desk as a file or a picture to take away."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from boardbytes.studio import saving, views
from boardbytes.studio.routes.asking import BYTES, PNG, SVG, SomeLook
from boardbytes.studio.routes.bodies import new_router
from boardbytes.studio.studio import Studio


def router(studio: Studio) -> APIRouter:
    router = new_router()
    desks = studio.desks

    @router.get("/api/desks/{id}/file", response_class=Response, responses=BYTES)
    def file(id: str, format: Annotated[str | None, Query(max_length=40)] = None) -> Response:
        """The bytes of a desk, in its own format or another."""
        desk = desks.desk(id)
        data = desk.state.data if format is None else desks.ask(desk, saving.file, format)
        name = _stem(desk.name) + saving.suffix(format or desk.state.format)
        return _attachment(data, "application/octet-stream", name)

    def board(id: str, look: SomeLook, ending: str, type: str) -> Response:
        desk = desks.desk(id)
        data = desks.ask(desk, views.picture, look, ending)
        return _attachment(data, type, f"{_stem(desk.name)}.{ending}")

    @router.get("/api/desks/{id}/picture.svg", response_class=Response, responses=SVG)
    def svg(id: str, look: SomeLook) -> Response:
        """The board as SVG."""
        return board(id, look, "svg", "image/svg+xml")

    @router.get("/api/desks/{id}/thumbnail.svg", response_class=Response, responses=SVG)
    def thumbnail(id: str, look: SomeLook) -> Response:
        """The board for a list, empty if there is none; that of a revision never changes."""
        desk = desks.desk(id)
        data = desks.ask(desk, views.thumbnail, look)
        is_lasting = look.on == desk.revision
        caching = "private, max-age=31536000, immutable" if is_lasting else "no-cache"
        return Response(data, media_type="image/svg+xml", headers={"cache-control": caching})

    @router.get("/api/desks/{id}/picture.png", response_class=Response, responses=PNG)
    def png(id: str, look: SomeLook) -> Response:
        """The board as PNG."""
        return board(id, look, "png", "image/png")

    @router.get("/api/desks/{id}/picture.apng", response_class=Response, responses=PNG)
    def animated(id: str, look: SomeLook) -> Response:
        """The moves that lead to the shown node as an animated PNG; all, if none is named."""
        desk = desks.desk(id)
        data = desks.ask(desk, views.animated, look)
        return _attachment(data, "image/apng", f"{_stem(desk.name)}.png")

    return router


def _stem(name: str) -> str:
    """A name for a download: the letters, digits and a few signs of the desk's name."""
    stem = name.rpartition(".")[0] or name
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_ ") else "_" for c in stem)[:80]


def _attachment(data: bytes, type: str, name: str) -> Response:
    disposition = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=type, headers=disposition)
