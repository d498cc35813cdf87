"""The web server: every address calls one function of the library and shows the result."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware

from boardbytes import __version__
from boardbytes.errors import BoardbytesError, StudioError
from boardbytes.studio import messages
from boardbytes.studio.guard import Guard
from boardbytes.studio.page_files import INDEX, MISSING, PageFile, bundled, page_files
from boardbytes.studio.routes import routers
from boardbytes.studio.store import DeskChanged, DiskFull, NoDesk
from boardbytes.studio.studio import Settings, Studio
from boardbytes.studio.views import finding
from boardbytes.studio.workshop import Busy, TooMuch

_REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": messages.Refusal}
    for code in (400, 401, 403, 404, 408, 409, 413, 421, 422, 503, 507)
}
_STATUS: dict[type[Exception], int] = {
    NoDesk: 404,
    DeskChanged: 409,
    DiskFull: 507,
    StudioError: 503,
    TooMuch: 422,
    Busy: 503,
    BoardbytesError: 422,
}


def create_app(settings: Settings) -> FastAPI:
    """The studio as an application that any ASGI server can run."""
    studio = Studio.start(settings)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        studio.close()

    app = FastAPI(
        title="boardbytes studio",
        version=__version__,
        description="Board games, down to the byte.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses=_REFUSALS,
    )
    app.state.studio = studio
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(
        Guard, names=settings.names, entrance=studio.entrance, limits=settings.limits
    )
    files = page_files(settings.page)
    if not settings.page:  # anyone who works on the page sees its files as they are
        files = bundled(files)
    _answer_errors(app, files[MISSING])
    _serve_page(app, files)
    for router in routers(studio):
        app.include_router(router)
    return app


def _answer_errors(app: FastAPI, missing: PageFile) -> None:
    """Every refusal says why, in the same form; people who are lost get a page."""

    def answer(
        status: int, error: Exception, headers: Mapping[str, str] | None = None
    ) -> JSONResponse:
        problems = getattr(error, "problems", ())
        refusal = messages.Refusal(
            error=" ".join(str(error).split()), problems=[finding(problem) for problem in problems]
        )
        return JSONResponse(refusal.model_dump(), status, headers)

    for kind, status in _STATUS.items():
        app.add_exception_handler(kind, lambda _, error, status=status: answer(status, error))
    app.add_exception_handler(
        RequestValidationError, lambda _, error: answer(422, ValueError(_sentence(error)))
    )

    def refuse(request: Request, error: Any) -> Response:
        is_lost = error.status_code == 404 and not request.url.path.startswith("/api/")
        if is_lost and "text/html" in request.headers.get("accept", ""):
            return Response(missing.data, 404, media_type=missing.type)
        return answer(error.status_code, ValueError(error.detail), error.headers)

    app.add_exception_handler(HTTPException, refuse)


def _sentence(error: Any) -> str:
    """The first thing that is wrong with a request, in words."""
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc'][1:])) or 'the request'}: {first['msg']}"


_FOR_EVER = "private, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
"""A browser asks each time, but is told briefly if nothing has changed."""


def _serve_page(app: FastAPI, files: Mapping[str, PageFile]) -> None:
    def send(request: Request, file: PageFile | None) -> Response:
        if file is None:
            raise HTTPException(404, "there is no such file")
        kept = _FOR_EVER if file.is_lasting else _ASK_AGAIN
        headers = {"etag": file.tag, "cache-control": kept, "vary": "accept-encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        data = file.data
        if "gzip" in request.headers.get("accept-encoding", ""):
            data, headers["content-encoding"] = file.compressed, "gzip"
        return Response(data, media_type=file.type, headers=headers)

    @app.get("/", include_in_schema=False)
    async def index(request: Request) -> Response:
        return send(request, files.get(INDEX))

    @app.get("/static/{name:path}", include_in_schema=False)
    async def static(request: Request, name: str) -> Response:
        return send(request, files.get(name))
