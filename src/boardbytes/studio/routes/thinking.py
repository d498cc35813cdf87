"""Computers at a desk: who plays, what they answer, what they think of a position."""

from __future__ import annotations

import threading
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import StreamingResponse
from starlette.concurrency import iterate_in_threadpool, run_in_threadpool

from boardbytes.studio import changes, messages, thinking
from boardbytes.studio.routes.asking import SomeLook, as_json
from boardbytes.studio.routes.bodies import new_router
from boardbytes.studio.studio import Studio
from boardbytes.studio.workshop import Busy, Refused, TooMuch

LONGEST = 120.0
"""The most seconds for one position."""


def router(studio: Studio) -> APIRouter:
    router = new_router()
    desks, study = studio.desks, studio.desks.study

    @router.post("/api/desks/{id}/seats", response_model=messages.View)
    def sit(id: str, asked: messages.Seats, look: SomeLook) -> Response:
        """Say who plays which side."""
        return as_json(desks.view(desks.sit(id, asked), look))

    @router.post("/api/desks/{id}/reply", response_model=messages.View)
    async def reply(request: Request, id: str, asked: messages.Reply, look: SomeLook) -> Response:
        """Let a computer player make the next move; hanging up meanwhile stops it."""
        before, move = await run_in_threadpool(desks.consider, id, asked)
        if await request.is_disconnected():
            raise HTTPException(499, "nobody is waiting for the move any longer")
        desk, path = await run_in_threadpool(desks.play, id, move, None, None, before)
        here = replace(look, path=path, on=None)
        return as_json(await run_in_threadpool(desks.view, desk, here))

    async def telling(id: str, question: Any, *args: Any) -> Response:
        """Server-sent events, each a better answer; hanging up ends it."""
        desk = await run_in_threadpool(desks.desk, id)
        game = await run_in_threadpool(desks.ask, desk, changes.game_of)
        stop = threading.Event()
        parts = study.tell(desk, game, stop, question, *args)
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        stream = _events(parts, stop)
        return StreamingResponse(stream, media_type="text/event-stream", headers=headers)

    @router.get("/api/desks/{id}/analysis", include_in_schema=False)
    async def analysis(
        id: str,
        look: SomeLook,
        lines: Annotated[int, Query(ge=1, le=500)] = 3,
        seconds: Annotated[float, Query(gt=0, le=LONGEST)] = 20.0,
    ) -> Response:
        """What a position is worth and the best lines, better every moment."""
        return await telling(id, thinking.analysis, look.path, lines, seconds)

    @router.get("/api/desks/{id}/graph", include_in_schema=False)
    async def graph(id: str) -> Response:
        """What the first side may expect after every move of the main line."""
        return await telling(id, thinking.graph)

    @router.get("/api/desks/{id}/count", response_model=messages.Count)
    def count(
        id: str,
        look: SomeLook,
        dead: Annotated[str | None, Query(max_length=4000)] = None,
    ) -> Response:
        """A board of Go counted; without `dead`, the stones that look dead are taken off."""
        given = None if dead is None else dead.split()
        return as_json(study.call(desks.desk(id), "go", thinking.count, look.path, given))

    return router


async def _events(parts: Iterator[bytes], stop: threading.Event) -> AsyncIterator[bytes]:
    try:
        async for part in iterate_in_threadpool(parts):
            yield b"data: " + part + b"\n\n"
        yield b"event: end\ndata: {}\n\n"
    except (Busy, Refused, TooMuch) as error:
        refusal = messages.Refusal(error=str(error))
        yield b"event: refused\ndata: " + refusal.json_bytes() + b"\n\n"
    finally:
        stop.set()
        # Somebody must hear the worker out; then it is free.
        threading.Thread(target=_exhaust, args=(parts,), daemon=True).start()


def _exhaust(parts: Iterator[bytes]) -> None:
    while True:
        try:
            for _ in parts:
                pass
            return
        except ValueError:  # another thread is still waiting for the next part
            time.sleep(0.02)
        except Exception:  # the one who asked is gone
            return
