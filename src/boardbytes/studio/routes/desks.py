"""Looking at a desk, and changing what lies on it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request
from starlette.concurrency import run_in_threadpool

from boardbytes.studio import messages, saving, valuing, windows
from boardbytes.studio.routes.asking import SomeLook
from boardbytes.studio.routes.bodies import new_router
from boardbytes.studio.studio import Studio
from boardbytes.studio.views import view


def router(studio: Studio) -> APIRouter:
    router = new_router()
    desks = studio.desks

    @router.get("/api/desks/{id}")
    def show(id: str, look: SomeLook) -> messages.View:
        """Everything that the page shows of a desk, but the bytes."""
        return view(desks, desks.desk(id), look)

    @router.post("/api/desks/{id}/moves")
    def play(id: str, asked: messages.Play, look: SomeLook) -> messages.View:
        """Play a move."""
        return view(desks, desks.play(id, asked.move, asked.at, look.rules), look)

    @router.post("/api/desks/{id}/reply")
    async def reply(
        request: Request, id: str, asked: messages.Reply, look: SomeLook
    ) -> messages.View:
        """Let a computer player make the next move; whoever hangs up meanwhile stops it."""
        before, move = await run_in_threadpool(desks.consider, id, asked, look.rules)
        if await request.is_disconnected():
            raise HTTPException(499, "nobody waits for the move any more")
        desk = await run_in_threadpool(desks.play, id, move, None, look.rules, before)
        return await run_in_threadpool(view, desks, desk, look)

    @router.post("/api/desks/{id}/undo")
    def undo(id: str, look: SomeLook) -> messages.View:
        """Go back to the state before."""
        return view(desks, desks.undo(id), look)

    @router.post("/api/desks/{id}/redo")
    def redo(id: str, look: SomeLook) -> messages.View:
        """Go forward to the state after."""
        return view(desks, desks.redo(id), look)

    @router.get("/api/desks/{id}/bytes")
    def read_bytes(
        id: str,
        start: Annotated[int, Query(ge=0)] = 0,
        end: Annotated[int, Query(ge=0)] = 4096,
    ) -> messages.Window:
        """Some bytes, each with its name, its meaning and the points it speaks of."""
        desk = desks.desk(id)
        end = min(end, start + studio.settings.limits.window)
        return windows.window(desk.state, desks.reading(desk), start, end)

    @router.post("/api/desks/{id}/bytes")
    def splice(id: str, asked: messages.Splice, look: SomeLook) -> messages.View:
        """Take some bytes out and put others in."""
        return view(desks, desks.splice(id, asked), look)

    @router.get("/api/desks/{id}/where")
    def where(
        id: str,
        point: Annotated[str | None, Query(max_length=12)] = None,
        ply: Annotated[int | None, Query(ge=1)] = None,
    ) -> messages.Ranges:
        """The bytes that speak of a point, or that hold a move."""
        desk = desks.desk(id)
        return windows.where(desk.state, desks.reading(desk), point, ply)

    @router.get("/api/desks/{id}/repair")
    def repairs(id: str) -> messages.Repair:
        """What a repair would change."""
        changes = desks.repairs(id)
        return messages.Repair(
            changes=[messages.RepairedByte(**vars(change)) for change in changes]
        )

    @router.post("/api/desks/{id}/repair")
    def repair(id: str, look: SomeLook) -> messages.View:
        """Make what the format stores twice agree."""
        return view(desks, desks.repair(id), look)

    @router.get("/api/desks/{id}/formats")
    def formats(id: str) -> list[messages.Target]:
        """Every format that the desk can be saved in, and what would be lost."""
        desk = desks.desk(id)
        return saving.targets(desk.state, desks.reading(desk))

    @router.post("/api/desks/{id}/format")
    def convert(id: str, asked: messages.ChooseFormat, look: SomeLook) -> messages.View:
        """Go on in another format."""
        return view(desks, desks.convert(id, asked.format), look)

    @router.get("/api/desks/{id}/values")
    def values(id: str, look: SomeLook) -> messages.Values:
        """Who wins a mill position, and what each move is worth."""
        return valuing.values(desks.reading(desks.desk(id)), look.move)

    return router
