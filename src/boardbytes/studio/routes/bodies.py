"""The bodies of requests, read by our own JSON reader, which knows what must not get through."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.routing import APIRoute

from boardbytes.errors import JsonError
from boardbytes.json_reading import read_json


class _Request(Request):
    async def json(self) -> Any:
        try:
            return read_json(await self.body())[0]
        except JsonError as error:
            raise HTTPException(422, str(error)) from None


class _Route(APIRoute):
    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_carefully(request: Request) -> Response:
            return await handle(_Request(request.scope, request.receive))

        return handle_carefully


def new_router() -> APIRouter:
    """A router whose addresses never hand a body to Python's own reader of JSON."""
    return APIRouter(route_class=_Route)
