"""What many requests have in common."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Query, Response

from boardbytes.drawing.tile_looks import LOOKS
from boardbytes.model.registry import find
from boardbytes.studio import messages
from boardbytes.studio.views import Look


def look_asked_for(
    theme: messages.Theme = "light",
    path: Annotated[messages.Path | None, Query(max_length=4000)] = None,
    by: Annotated[str, Query(max_length=20)] = "kind",
    on: Annotated[int | None, Query(ge=0, lt=1 << 53)] = None,
    ground: Annotated[str | None, Query(max_length=40)] = None,
) -> Look:
    look = find("way to colour tiles", by, {name: name for name in LOOKS})
    return Look(theme, path, look, on, ground)


SomeLook = Annotated[Look, Depends(look_asked_for)]


Responses = dict[int | str, dict[str, Any]]


def content(type: str, **schema: str) -> Responses:
    """How an answer that is not JSON is described."""
    return {200: {"content": {type: {"schema": {"type": "string", **schema}}}}}


def as_json(data: bytes, status: int = 200) -> Response:
    """An answer that a worker has already written."""
    return Response(data, status, media_type="application/json")


SVG = content("image/svg+xml")
PNG = content("image/png", format="binary")
BYTES = content("application/octet-stream", format="binary")
