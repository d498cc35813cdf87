"""Tile boards."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from boardbytes.studio import messages, views
from boardbytes.studio.routes.asking import SomeLook, as_json
from boardbytes.studio.routes.bodies import new_router
from boardbytes.studio.studio import Studio


def router(studio: Studio) -> APIRouter:
    router = new_router()
    desks = studio.desks

    @router.get("/api/desks/{id}/tiles/{x}/{y}", response_model=messages.Tile)
    def tile(id: str, x: int, y: int) -> Response:
        """One tile with all its parts in words."""
        return as_json(desks.ask(desks.desk(id), views.tile, x, y))

    @router.get("/api/desks/{id}/tiles", response_model=messages.Piece)
    def copied(
        id: str,
        corner: Annotated[str, Query(max_length=12)],
        opposite: Annotated[str, Query(max_length=12)],
    ) -> Response:
        """The tiles between two corners, to be stamped on this desk or another."""
        return as_json(desks.ask(desks.desk(id), views.copied, corner, opposite))

    @router.post("/api/desks/{id}/tiles", response_model=messages.View)
    def edit(id: str, asked: messages.TileEdit, look: SomeLook) -> Response:
        """Change a tile board."""
        return as_json(desks.view(desks.edit(id, asked, look.on), look))

    return router
