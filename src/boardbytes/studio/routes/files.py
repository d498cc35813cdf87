"""A desk as a file or a picture to take away."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Response

from boardbytes.drawing import Drawing, draw
from boardbytes.studio import saving
from boardbytes.studio.desks import Desks
from boardbytes.studio.routes.asking import BYTES, PNG, SVG, SomeLook
from boardbytes.studio.routes.bodies import new_router
from boardbytes.studio.studio import Studio
from boardbytes.studio.views import Look, at_move


def router(studio: Studio) -> APIRouter:
    router = new_router()
    desks = studio.desks

    @router.get("/api/desks/{id}/file", response_class=Response, responses=BYTES)
    def file(id: str, format: Annotated[str | None, Query(max_length=40)] = None) -> Response:
        """The bytes of a desk, in its own format or another."""
        desk = desks.desk(id)
        data, suffix = saving.file(desk.state, desks.reading(desk), format)
        return _attachment(data, "application/octet-stream", _stem(desk.name) + suffix)

    @router.get("/api/desks/{id}/picture.svg", response_class=Response, responses=SVG)
    def svg(id: str, look: SomeLook) -> Response:
        """The board as SVG."""
        name, drawing = _drawing(desks, id, look)
        return _attachment(drawing.svg.encode(), "image/svg+xml", f"{name}.svg")

    @router.get("/api/desks/{id}/picture.png", response_class=Response, responses=PNG)
    def png(id: str, look: SomeLook) -> Response:
        """The board as PNG."""
        name, drawing = _drawing(desks, id, look)
        return _attachment(drawing.png(), "image/png", f"{name}.png")

    return router


def _drawing(desks: Desks, id: str, look: Look) -> tuple[str, Drawing]:
    desk = desks.desk(id)
    document = desks.reading(desk).document
    if document is None:
        raise HTTPException(404, "there is nothing to draw")
    shown = at_move(document, look.move)
    colours = {"by": look.by} if shown.position.game == "tiles" else {}
    return _stem(desk.name), draw(shown, look.theme, **colours)


def _stem(name: str) -> str:
    """A name for a download: letters, digits and a few signs of the desk's name."""
    stem = name.rpartition(".")[0] or name
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_ ") else "_" for c in stem)[:80]


def _attachment(data: bytes, type: str, name: str) -> Response:
    disposition = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=type, headers=disposition)
