"""What the studio knows, and everything that puts something on a new desk."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from boardbytes import __version__
from boardbytes.formats import FORMATS
from boardbytes.games import GAMES, SUBJECTS
from boardbytes.model.registry import find
from boardbytes.studio import examples, messages, views
from boardbytes.studio.examples import EXAMPLES
from boardbytes.studio.routes.asking import BYTES, SomeLook, as_json
from boardbytes.studio.routes.bodies import new_router
from boardbytes.studio.studio import Studio

_UPLOAD = {"requestBody": {"required": True, "content": BYTES[200]["content"]}}


def router(studio: Studio) -> APIRouter:
    router = new_router()
    desks = studio.desks

    @router.get("/api/about")
    def about() -> messages.About:
        """What the studio can do."""
        return messages.About(
            version=__version__,
            upload_limit=studio.settings.limits.upload,
            formats=[
                messages.KnownFormat(
                    name=format.name,
                    title=format.title,
                    game=format.game,
                    suffixes=list(format.suffixes),
                )
                for format in FORMATS.values()
            ],
            games=[views.game_head(name) for name in SUBJECTS],
            examples=[
                messages.Example(
                    name=name,
                    title=example.title,
                    format=example.format,
                    words=example.words,
                    has_picture=example.has_picture,
                    of=example.of,
                )
                for name, example in EXAMPLES.items()
            ],
            edition=examples.edition(),
            library=studio.settings.library is not None,
            compiling=desks.study.waiting,
        )

    @router.get("/api/players")
    def players() -> dict[str, list[messages.PlayerHead]]:
        """Who can play each game: programs that were found on this machine come first."""
        return {name: views.players(name, studio.settings.players) for name in GAMES}

    @router.get("/api/desks")
    def recent() -> list[messages.ListedDesk]:
        """The desks that were touched last; not examples that were only looked at."""
        return [
            messages.ListedDesk(
                id=desk.id,
                name=desk.name,
                format=desk.format,
                game=_game_of(desk.format),
                changed=desk.changed,
                revision=desk.revision,
            )
            for desk in desks.recent({name: each.data for name, each in EXAMPLES.items()})
        ]

    @router.post("/api/desks", response_model=messages.View, status_code=201, openapi_extra=_UPLOAD)
    async def upload(
        request: Request,
        look: SomeLook,
        name: Annotated[str, Query(max_length=1000)] = "untitled",
        format: Annotated[str | None, Query(max_length=40)] = None,
    ) -> Response:
        """Put a file on a new desk: the body is its bytes, whatever they are."""
        data = await request.body()
        desk = await run_in_threadpool(desks.open, name, data, format)
        return as_json(await run_in_threadpool(desks.view, desk, look), 201)

    @router.post("/api/desks/new", response_model=messages.View, status_code=201)
    def new(asked: messages.NewDesk, look: SomeLook) -> Response:
        """Start a game, or an empty tile board."""
        return as_json(desks.view(desks.new(asked), look), 201)

    @router.post("/api/desks/example/{name}", response_model=messages.View, status_code=201)
    def example(name: str, look: SomeLook) -> Response:
        """Put an example on a desk: on one where it lies untouched, if there is one."""
        found = find("example", name, EXAMPLES)
        desk = desks.open_example(found.file, found.data, found.format)
        return as_json(desks.view(desk, look), 201)

    @router.get("/api/examples")
    def pictures(
        response: Response,
        theme: messages.Theme = "light",
        edition: Annotated[str | None, Query(max_length=40)] = None,
    ) -> dict[str, str]:
        """Pictures of the examples, as SVG by name; those of a named edition never change."""
        if edition == examples.edition():
            response.headers["cache-control"] = "private, max-age=31536000, immutable"
        return dict(examples.pictures(theme))

    @router.delete("/api/desks/{id}", status_code=204)
    def forget(id: str) -> None:
        """Put a desk away; it can be taken up again for a while."""
        studio.store.forget(id)

    @router.post("/api/desks/{id}/remember", response_model=messages.View)
    def remember(id: str, look: SomeLook) -> Response:
        """Take up again a desk that was forgotten."""
        return as_json(desks.view(studio.store.remember(id), look))

    return router


def _game_of(format: str | None) -> str | None:
    return FORMATS.find(format).game if format else None
