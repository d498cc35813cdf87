"""Signed games."""

from __future__ import annotations

from fastapi import APIRouter

from boardbytes.studio import messages
from boardbytes.studio.routes.asking import SomeLook
from boardbytes.studio.routes.bodies import new_router
from boardbytes.studio.studio import Studio
from boardbytes.studio.views import view


def router(studio: Studio) -> APIRouter:
    router = new_router()
    desks = studio.desks

    @router.post("/api/desks/channel", status_code=201)
    def new(asked: messages.NewChannel, look: SomeLook) -> messages.View:
        """Start a signed game of checkers."""
        return view(desks, desks.new_channel(asked), look)

    @router.post("/api/desks/{id}/lines")
    def append(id: str, asked: messages.Lines, look: SomeLook) -> messages.View:
        """Lines that came from the other side; they are kept if all of them are right."""
        return view(desks, desks.append(id, asked.text), look)

    @router.post("/api/desks/{id}/countersign")
    def countersign(id: str, look: SomeLook) -> messages.View:
        """Agree to the last word with the other side's key, if it is kept here."""
        return view(desks, desks.countersign(id), look)

    return router
