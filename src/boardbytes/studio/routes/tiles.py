"""Tile boards."""

from __future__ import annotations

from fastapi import APIRouter

from boardbytes.studio import messages, tiles
from boardbytes.studio.desks import board_of
from boardbytes.studio.routes.asking import SomeLook
from boardbytes.studio.routes.bodies import new_router
from boardbytes.studio.studio import Studio
from boardbytes.studio.views import view


def router(studio: Studio) -> APIRouter:
    router = new_router()
    desks = studio.desks

    @router.get("/api/desks/{id}/tiles/{x}/{y}")
    def tile(id: str, x: int, y: int) -> messages.Tile:
        """One tile with all its parts in words."""
        return tiles.tile(board_of(desks.reading(desks.desk(id))), (x, y))

    @router.post("/api/desks/{id}/tiles")
    def edit(id: str, asked: messages.TileEdit, look: SomeLook) -> messages.View:
        """Change a tile board."""
        return view(desks, desks.edit(id, asked), look)

    return router
