"""Signed games: begun, joined by a link, played line by line; and the keys that sign them."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from fastapi import APIRouter, Response
from pydantic import Field

from boardbytes.studio import messages
from boardbytes.studio.routes.asking import SomeLook, as_json
from boardbytes.studio.routes.bodies import new_router
from boardbytes.studio.studio import Studio


class Address(messages.Message):
    """A link to a game, or the address of a relay."""

    url: str = Field(max_length=300)


class RelayLink(messages.Message):
    """The relay where a desk's game is, and whether it can be reached now."""

    url: str | None
    state: Literal["none", "live", "away", "over", "refused"]
    says: str
    """Why not, if it cannot."""
    lines: int
    """How many lines the desk has."""


class Key(messages.Message):
    """The address of a key that is kept here; the key itself never leaves."""

    address: str


def router(studio: Studio) -> APIRouter:
    router = new_router()
    desks, relays = studio.desks, studio.relays

    @router.get("/api/keys")
    def keys() -> list[Key]:
        """The keys that are kept here, by their addresses."""
        return [Key(address=address) for address in studio.ring.addresses()]

    @router.post("/api/keys", status_code=201)
    def new_key() -> Key:
        """Make a key and keep it."""
        return Key(address=studio.ring.make())

    @router.post("/api/desks/channel", response_model=messages.View, status_code=201)
    def new(asked: messages.NewChannel, look: SomeLook) -> Response:
        """Start a signed game of checkers."""
        return as_json(desks.view(desks.new_channel(asked), look), 201)

    @router.post("/api/desks/join", response_model=messages.View, status_code=201)
    def join(asked: Address, look: SomeLook) -> Response:
        """Join a signed game at a relay by its link; every line is verified first."""
        return as_json(desks.view(relays.join(asked.url), look), 201)

    @router.post("/api/desks/{id}/lines", response_model=messages.View)
    def append(id: str, asked: messages.Lines, look: SomeLook) -> Response:
        """Add lines that came from the other side; they are kept only if all of them are right."""
        # The one who pasted them wants to see the newest position.
        return as_json(desks.view(desks.append(id, asked.text, look.on), replace(look, path=None)))

    @router.post("/api/desks/{id}/countersign", response_model=messages.View)
    def countersign(id: str, look: SomeLook) -> Response:
        """Agree to the last word with the other side's key, if it is kept here."""
        return as_json(desks.view(desks.countersign(id), look))

    @router.get("/api/desks/{id}/relay")
    def link(id: str) -> RelayLink:
        """The relay where the game is; what was signed here is sent, what came is on the desk."""
        found = relays.link(id)
        if found is None:
            return RelayLink(url=None, state="none", says="", lines=0)
        return RelayLink.model_validate(
            {"url": found.url, "lines": found.look(), "state": found.state, "says": found.says}
        )

    @router.post("/api/desks/{id}/relay")
    def bring(id: str, asked: Address) -> RelayLink:
        """Bring a signed game to a relay; the other side joins it by the link."""
        relays.bring(id, asked.url)
        return link(id)

    return router
