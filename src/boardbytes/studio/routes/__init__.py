"""The addresses of the API, by what they are about."""

from __future__ import annotations

from fastapi import APIRouter

from boardbytes.studio.routes import channels, files, library, starts, thinking, tiles
from boardbytes.studio.routes import desks as desk_routes
from boardbytes.studio.studio import Studio


def routers(studio: Studio) -> list[APIRouter]:
    """All addresses of a studio's API."""
    rooms = (starts, desk_routes, thinking, files, tiles, library, channels)
    return [room.router(studio) for room in rooms]
