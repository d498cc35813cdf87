"""Looking at a desk, and changing what lies on it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from boardbytes.studio import changes, messages, saving, windows
from boardbytes.studio.routes.asking import SomeLook, as_json
from boardbytes.studio.routes.bodies import new_router
from boardbytes.studio.studio import Studio


def router(studio: Studio) -> APIRouter:
    router = new_router()
    desks = studio.desks

    @router.get("/api/desks/{id}", response_model=messages.View)
    def show(id: str, look: SomeLook) -> Response:
        """Everything that the page shows of a desk, but the bytes."""
        return as_json(desks.view(desks.desk(id), look))

    @router.post("/api/desks/{id}/moves", response_model=messages.View)
    def play(id: str, asked: messages.Play, look: SomeLook) -> Response:
        """Play a move."""
        return as_json(desks.view(desks.play(id, asked.move, asked.at, look.rules), look))

    @router.post("/api/desks/{id}/reply", response_model=messages.View)
    async def reply(request: Request, id: str, asked: messages.Reply, look: SomeLook) -> Response:
        """Let a computer player make the next move; whoever hangs up meanwhile stops it."""
        before, move = await run_in_threadpool(desks.consider, id, asked, look.rules)
        if await request.is_disconnected():
            raise HTTPException(499, "nobody waits for the move any more")
        desk = await run_in_threadpool(desks.play, id, move, None, look.rules, before)
        return as_json(await run_in_threadpool(desks.view, desk, look))

    @router.post("/api/desks/{id}/undo", response_model=messages.View)
    def undo(id: str, look: SomeLook) -> Response:
        """Go back to the state before."""
        return as_json(desks.view(desks.undo(id), look))

    @router.post("/api/desks/{id}/redo", response_model=messages.View)
    def redo(id: str, look: SomeLook) -> Response:
        """Go forward to the state after."""
        return as_json(desks.view(desks.redo(id), look))

    @router.get("/api/desks/{id}/bytes", response_model=messages.Window)
    def read_bytes(
        id: str,
        start: Annotated[int, Query(ge=0)] = 0,
        end: Annotated[int, Query(ge=0)] = 4096,
    ) -> Response:
        """Some bytes, each with its name, its meaning and the points it speaks of."""
        desk = desks.desk(id)
        end = min(end, start + studio.settings.limits.window)
        return as_json(desks.ask(desk, windows.window, start, end))

    @router.post("/api/desks/{id}/bytes", response_model=messages.View)
    def splice(id: str, asked: messages.Splice, look: SomeLook) -> Response:
        """Take some bytes out and put others in."""
        return as_json(desks.view(desks.splice(id, asked), look))

    @router.get("/api/desks/{id}/where", response_model=messages.Ranges)
    def where(
        id: str,
        point: Annotated[str | None, Query(max_length=12)] = None,
        ply: Annotated[int | None, Query(ge=1)] = None,
    ) -> Response:
        """The bytes that speak of a point, or that hold a move."""
        desk = desks.desk(id)
        return as_json(desks.ask(desk, windows.where, point, ply))

    @router.get("/api/desks/{id}/repair")
    def repairs(id: str) -> messages.Repair:
        """What a repair would change."""
        found = desks.ask(desks.desk(id), changes.repairs)
        return messages.Repair(changes=[messages.RepairedByte(**vars(change)) for change in found])

    @router.post("/api/desks/{id}/repair", response_model=messages.View)
    def repair(id: str, look: SomeLook) -> Response:
        """Make what the format stores twice agree."""
        return as_json(desks.view(desks.repair(id), look))

    @router.get("/api/desks/{id}/formats", response_model=list[messages.Target])
    def formats(id: str) -> Response:
        """Every format that the desk can be saved in, and what would be lost."""
        return as_json(desks.ask(desks.desk(id), saving.targets))

    @router.post("/api/desks/{id}/format", response_model=messages.View)
    def convert(id: str, asked: messages.ChooseFormat, look: SomeLook) -> Response:
        """Go on in another format."""
        return as_json(desks.view(desks.convert(id, asked.format), look))

    @router.get("/api/desks/{id}/values", response_model=messages.Values)
    def values(id: str, look: SomeLook) -> Response:
        """Who wins a mill position, and what each move is worth."""
        return as_json(desks.values(desks.desk(id), look.move))

    return router
