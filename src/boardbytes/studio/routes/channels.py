"""Signed games."""

from __future__ import annotations

from fastapi import APIRouter, Response

from boardbytes.studio import messages
from boardbytes.studio.routes.asking import SomeLook, as_json
from boardbytes.studio.routes.bodies import new_router
from boardbytes.studio.studio import Studio


def router(studio: Studio) -> APIRouter:
    router = new_router()
    desks = studio.desks

    @router.post("/api/desks/channel", response_model=messages.View, status_code=201)
    def new(asked: messages.NewChannel, look: SomeLook) -> Response:
        """Start a signed game of checkers."""
        return as_json(desks.view(desks.new_channel(asked), look), 201)

    @router.post("/api/desks/{id}/lines", response_model=messages.View)
    def append(id: str, asked: messages.Lines, look: SomeLook) -> Response:
        """Lines that came from the other side; they are kept if all of them are right."""
        return as_json(desks.view(desks.append(id, asked.text), look))

    @router.post("/api/desks/{id}/countersign", response_model=messages.View)
    def countersign(id: str, look: SomeLook) -> Response:
        """Agree to the last word with the other side's key, if it is kept here."""
        return as_json(desks.view(desks.countersign(id), look))

    return router
