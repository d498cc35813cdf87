"""Looking at a desk, and changing what lies on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from boardbytes.studio import changes, file_games, messages, saving, searching, views, windows
from boardbytes.studio.routes.asking import SomeLook, as_json
from boardbytes.studio.routes.bodies import new_router
from boardbytes.studio.store import Desk
from boardbytes.studio.studio import Studio
from boardbytes.studio.views import Look


def router(studio: Studio) -> APIRouter:
    router = new_router()
    desks = studio.desks

    @router.get("/api/desks/{id}", response_model=messages.View)
    def show(id: str, look: SomeLook) -> Response:
        """Everything that the page shows of a desk, except the bytes."""
        return as_json(desks.view(desks.desk(id), look))

    def shown(changed: tuple[Desk, str | None], look: Look) -> Response:
        """A desk after a change, at the node that it is about."""
        desk, path = changed
        return as_json(desks.view(desk, replace(look, path=path, on=None)))

    @router.get("/api/desks/{id}/at", response_model=messages.Here)
    def here(id: str, look: SomeLook) -> Response:
        """What only the rules know of a node: whose turn it is, what may be played."""
        desk = desks.desk(id)
        return as_json(desks.ask(desk, views.here, desks.look_now(desk, look).path))

    @router.get("/api/desks/{id}/events", include_in_schema=False)
    async def events(id: str) -> Response:
        """Tells of every change as it happens: the revision, and the node that was touched."""

        async def revision() -> int:
            return (await run_in_threadpool(desks.desk, id)).revision

        await revision()  # or there is no such desk
        stream = desks.events.watch(id, revision)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    @router.post("/api/desks/{id}/moves", response_model=messages.View)
    def play(id: str, asked: messages.Play, look: SomeLook) -> Response:
        """Play a move; in the middle of a game it begins a variation."""
        return shown(desks.play(id, asked.move, asked.path, look.on), look)

    @router.post("/api/desks/{id}/tree", response_model=messages.View)
    def edit_tree(id: str, asked: messages.TreeEdits, look: SomeLook) -> Response:
        """Edit a game: comments, marks, variations, headers, result, rules."""
        return shown(desks.edit_tree(id, asked.edits, look.on), look)

    @router.get("/api/desks/{id}/text", response_model=messages.Text)
    def text(id: str, look: SomeLook) -> Response:
        """The position at a node as text."""
        desk = desks.desk(id)
        return as_json(desks.ask(desk, views.text, desks.look_now(desk, look).path))

    @router.get("/api/desks/{id}/games", response_model=list[messages.ListedGame])
    def games(id: str) -> Response:
        """The games of a file that holds many."""
        return as_json(desks.ask(desks.desk(id), file_games.listed))

    @router.post("/api/desks/{id}/game", response_model=messages.View)
    def choose_game(id: str, asked: messages.ChooseGame, look: SomeLook) -> Response:
        """Take up another game of the file."""
        return shown((desks.choose_game(id, asked.number, look.on), None), look)

    @router.post("/api/desks/{id}/name", response_model=messages.View)
    def rename(id: str, asked: messages.Name, look: SomeLook) -> Response:
        """Call a desk something else."""
        return as_json(desks.view(desks.rename(id, asked.name), look))

    @router.post("/api/desks/{id}/undo", response_model=messages.View)
    def undo(id: str, look: SomeLook) -> Response:
        """Go back to the state before."""
        return shown(desks.undo(id, look), look)

    @router.post("/api/desks/{id}/redo", response_model=messages.View)
    def redo(id: str, look: SomeLook) -> Response:
        """Go forward to the state after."""
        return shown(desks.redo(id, look), look)

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
        return as_json(desks.view(desks.splice(id, asked, look.on), look))

    @router.get("/api/desks/{id}/find", response_model=messages.Found)
    def find(
        id: str,
        hex: Annotated[str, Query(pattern=r"^([0-9a-fA-F]{2})+$", max_length=2000)],
        start: Annotated[int, Query(ge=0)] = 0,
        back: bool = False,
        same_case: bool = True,
    ) -> messages.Found:
        """Where some bytes occur at an offset or after it, or before it; or from the other end."""
        return searching.find(desks.desk(id).state.data, bytes.fromhex(hex), start, back, same_case)

    @router.get("/api/desks/{id}/text-lines", response_model=messages.LineStarts)
    def lines(id: str) -> messages.LineStarts:
        """How long the lines of a text are."""
        return searching.lines(desks.desk(id).state.data)

    @router.post("/api/desks/{id}/read", response_model=messages.View)
    def read_as(id: str, asked: messages.ReadAs, look: SomeLook) -> Response:
        """Read the same bytes in another format."""
        return as_json(desks.view(desks.read_as(id, asked.format, look.on), look))

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
        return messages.Repair(
            changes=[messages.RepairedByte.from_value(change) for change in found]
        )

    @router.post("/api/desks/{id}/repair", response_model=messages.View)
    def repair(id: str, look: SomeLook) -> Response:
        """Make what the format stores twice agree."""
        return as_json(desks.view(desks.repair(id, look.on), look))

    @router.get("/api/desks/{id}/formats", response_model=list[messages.Target])
    def formats(id: str) -> Response:
        """Every format that the desk can be saved in, and what would be lost."""
        return as_json(desks.ask(desks.desk(id), saving.targets))

    @router.post("/api/desks/{id}/format", response_model=messages.View)
    def convert(id: str, asked: messages.ChooseFormat, look: SomeLook) -> Response:
        """Go on in another format."""
        return as_json(desks.view(desks.convert(id, asked.format, look.on), look))

    return router
