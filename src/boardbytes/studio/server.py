"""The web server: every address calls one function of the library and shows what came of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any

from fastapi import Depends, FastAPI, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from starlette.exceptions import HTTPException

from boardbytes.drawing import draw
from boardbytes.drawing.tile_looks import LOOKS
from boardbytes.errors import BoardbytesError, FormatError
from boardbytes.formats import FORMATS, loads
from boardbytes.games import SUBJECTS
from boardbytes.library import Library
from boardbytes.model.registry import find
from boardbytes.studio import messages, saving, tiles, valuing, windows
from boardbytes.studio.desks import Desks, board_of
from boardbytes.studio.examples import EXAMPLES
from boardbytes.studio.guard import Guard
from boardbytes.studio.limits import Limits
from boardbytes.studio.page_files import INDEX, PageFile, page_files
from boardbytes.studio.states import TRANSCRIPT
from boardbytes.studio.store import DeskChanged, NoDesk, Store
from boardbytes.studio.views import Look, at_move, finding, view
from boardbytes.studio.workshop import TooMuch, Workshop

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
_REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": messages.Refusal} for code in (400, 403, 404, 409, 413, 421, 422)
}
_BYTES: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/octet-stream": {"schema": {"type": "string",
                                                              "format": "binary"}}}}
}  # fmt: skip
_UPLOAD = {"requestBody": {"required": True, "content": _BYTES[200]["content"]}}
_STATUS: dict[type[Exception], int] = {
    NoDesk: 404,
    DeskChanged: 409,
    TooMuch: 422,
    BoardbytesError: 422,
}


@dataclass(frozen=True)
class Settings:
    """What a studio is started with."""

    store: Path
    library: str | None = None
    engine: str | None = None
    hosts: Iterable[str] = LOOPBACK
    limits: Limits = field(default_factory=Limits)
    page: Path | None = None
    """Another folder with the page, for those who change it."""


def create_app(settings: Settings) -> FastAPI:
    """The studio as an application that any ASGI server can run."""
    limits = settings.limits
    store, workshop = Store(settings.store, limits), Workshop(limits)
    desks = Desks(store, workshop, limits, settings.engine)
    files = page_files(settings.page)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        yield
        workshop.close()
        store.close()

    app = FastAPI(
        title="boardbytes studio",
        version=version("boardbytes"),
        description="Board games, down to the byte.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        responses=_REFUSALS,
    )
    app.add_middleware(Guard, hosts=settings.hosts, limit=limits.upload)
    _answer_errors(app)
    _serve_page(app, files)
    _serve_starts(app, desks, store, limits, settings.library)
    _serve_desks(app, desks, limits)
    _serve_pictures(app, desks)
    _serve_tiles(app, desks)
    _serve_library(app, desks, settings.library)
    _serve_channels(app, desks)
    return app


def _answer_errors(app: FastAPI) -> None:
    """Whatever is refused says why, in one form."""

    def answer(status: int, error: Exception) -> JSONResponse:
        problems = error.problems if isinstance(error, FormatError) else ()
        refusal = messages.Refusal(
            error=" ".join(str(error).split()), problems=[finding(problem) for problem in problems]
        )
        return JSONResponse(refusal.model_dump(), status)

    for kind, status in _STATUS.items():
        app.add_exception_handler(kind, lambda _, error, status=status: answer(status, error))
    app.add_exception_handler(
        RequestValidationError, lambda _, error: answer(422, ValueError(_sentence(error)))
    )
    app.add_exception_handler(
        HTTPException,
        lambda _, error: answer(error.status_code, ValueError(error.detail)),
    )


def _sentence(error: Any) -> str:
    """The first thing that is wrong with a request, in words."""
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc'][1:])) or 'the request'}: {first['msg']}"


def _serve_page(app: FastAPI, files: Any) -> None:
    def send(request: Request, file: PageFile | None) -> Response:
        if file is None:
            raise HTTPException(404, "there is no such file")
        # A browser asks each time but is told in a line that nothing has changed.
        headers = {"etag": file.tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        return Response(file.data, media_type=file.type, headers=headers)

    @app.get("/", include_in_schema=False)
    def index(request: Request) -> Response:
        return send(request, files.get(INDEX))

    @app.get("/static/{name:path}", include_in_schema=False)
    def static(request: Request, name: str) -> Response:
        return send(request, files.get(name))


def _look(
    theme: messages.Theme = "light",
    move: Annotated[int | None, Query(ge=0)] = None,
    by: Annotated[str, Query(max_length=20)] = "kind",
    rules: Annotated[str | None, Query(max_length=40)] = None,
) -> Look:
    look = find("way to colour tiles", by, {name: name for name in LOOKS})
    return Look(theme, move, look, rules)


SomeLook = Annotated[Look, Depends(_look)]


def _serve_starts(
    app: FastAPI, desks: Desks, store: Store, limits: Limits, library: str | None
) -> None:
    """What the studio knows, and everything that puts something on a new desk."""

    @app.get("/api/about")
    def about() -> messages.About:
        """What the studio can do."""
        return messages.About(
            version=version("boardbytes"),
            upload_limit=limits.upload,
            formats=[
                messages.KnownFormat(
                    name=format.name,
                    title=format.title,
                    game=format.game,
                    suffixes=list(format.suffixes),
                )
                for format in FORMATS.values()
            ],
            games=[
                messages.GameHead(name=subject.name, title=subject.title)
                for subject in SUBJECTS.values()
            ],
            examples=[
                messages.Example(
                    name=name,
                    title=example.title,
                    format=example.format,
                    words=example.words,
                    has_picture=example.has_picture,
                )
                for name, example in EXAMPLES.items()
            ],
            library=library is not None,
        )

    @app.get("/api/desks")
    def recent() -> list[messages.ListedDesk]:
        """The desks that were touched last."""
        return [
            messages.ListedDesk(
                id=desk.id,
                name=desk.name,
                format=desk.format,
                game=_game_of(desk.format),
                changed=desk.changed,
            )
            for desk in store.recent()
        ]

    @app.post("/api/desks", status_code=201, openapi_extra=_UPLOAD)
    async def upload(
        request: Request,
        look: SomeLook,
        name: Annotated[str, Query(max_length=1000)] = "untitled",
        format: Annotated[str | None, Query(max_length=40)] = None,
    ) -> messages.View:
        """Put a file on a new desk: the body is its bytes, whatever they are."""
        from starlette.concurrency import run_in_threadpool

        data = await request.body()
        desk = await run_in_threadpool(desks.open, name, data, format)
        return await run_in_threadpool(view, desks, desk, look)

    @app.post("/api/desks/new", status_code=201)
    def new(asked: messages.NewDesk, look: SomeLook) -> messages.View:
        """Start a game, or an empty tile board."""
        return view(desks, desks.new(asked), look)

    @app.post("/api/desks/example/{name}", status_code=201)
    def example(name: str, look: SomeLook) -> messages.View:
        """Put an example on a new desk."""
        found = find("example", name, EXAMPLES)
        return view(desks, desks.open(found.file, found.data, found.format), look)

    @app.get("/api/examples/{name}.svg", response_class=Response, responses=_SVG)
    def thumbnail(name: str, theme: messages.Theme = "light") -> Response:
        """A picture of an example; 404 if it has no position that could be drawn."""
        found = find("example", name, EXAMPLES)
        try:
            document = loads(found.data, found.format)
        except FormatError as error:
            if error.readable is None:
                raise HTTPException(404, "there is nothing to draw") from None
            document = error.readable
        return _picture(draw(document, theme).svg)

    @app.delete("/api/desks/{id}", status_code=204)
    def delete(id: str) -> None:
        """Clear a desk away."""
        store.delete(id)


def _game_of(format: str | None) -> str | None:
    if format is None or format == TRANSCRIPT:
        return "checkers" if format else None
    return FORMATS.find(format).game


def _serve_desks(app: FastAPI, desks: Desks, limits: Limits) -> None:
    """Looking at a desk and changing what lies on it."""

    @app.get("/api/desks/{id}")
    def show(id: str, look: SomeLook) -> messages.View:
        """Everything that the page shows of a desk, but the bytes."""
        return view(desks, desks.desk(id), look)

    @app.post("/api/desks/{id}/moves")
    def play(id: str, asked: messages.Play, look: SomeLook) -> messages.View:
        """Play a move."""
        return view(desks, desks.play(id, asked.move, asked.at, look.rules), look)

    @app.post("/api/desks/{id}/reply")
    def reply(id: str, asked: messages.Reply, look: SomeLook) -> messages.View:
        """Let a computer player make the next move."""
        return view(desks, desks.reply(id, asked, look.rules), look)

    @app.post("/api/desks/{id}/undo")
    def undo(id: str, look: SomeLook) -> messages.View:
        """Go back to the state before."""
        return view(desks, desks.undo(id), look)

    @app.post("/api/desks/{id}/redo")
    def redo(id: str, look: SomeLook) -> messages.View:
        """Go forward to the state after."""
        return view(desks, desks.redo(id), look)

    @app.get("/api/desks/{id}/bytes")
    def read_bytes(
        id: str,
        start: Annotated[int, Query(ge=0)] = 0,
        end: Annotated[int, Query(ge=0)] = 4096,
    ) -> messages.Window:
        """Some bytes, each with its name, its meaning and the points it speaks of."""
        desk = desks.desk(id)
        end = min(end, start + limits.window)
        return windows.window(desk.state, desks.reading(desk), start, end)

    @app.post("/api/desks/{id}/bytes")
    def splice(id: str, asked: messages.Splice, look: SomeLook) -> messages.View:
        """Take some bytes out and put others in."""
        return view(desks, desks.splice(id, asked), look)

    @app.get("/api/desks/{id}/where")
    def where(
        id: str,
        point: Annotated[str | None, Query(max_length=12)] = None,
        ply: Annotated[int | None, Query(ge=1)] = None,
    ) -> messages.Ranges:
        """The bytes that speak of a point, or that hold a move."""
        desk = desks.desk(id)
        return windows.where(desk.state, desks.reading(desk), point, ply)

    @app.get("/api/desks/{id}/repair")
    def repairs(id: str) -> messages.Repair:
        """What a repair would change."""
        changes = desks.repairs(id)
        return messages.Repair(
            changes=[messages.RepairedByte(**vars(change)) for change in changes]
        )

    @app.post("/api/desks/{id}/repair")
    def repair(id: str, look: SomeLook) -> messages.View:
        """Make what the format stores twice agree."""
        return view(desks, desks.repair(id), look)

    @app.get("/api/desks/{id}/formats")
    def formats(id: str) -> list[messages.Target]:
        """Every format that the desk can be saved in, and what would be lost."""
        desk = desks.desk(id)
        return saving.targets(desk.state, desks.reading(desk))

    @app.post("/api/desks/{id}/format")
    def convert(id: str, asked: messages.ChooseFormat, look: SomeLook) -> messages.View:
        """Go on in another format."""
        return view(desks, desks.convert(id, asked.format), look)

    @app.get("/api/desks/{id}/values")
    def values(id: str, look: SomeLook) -> messages.Values:
        """Who wins a mill position, and what each move is worth."""
        return valuing.values(desks.reading(desks.desk(id)), look.move)


_SVG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}
}
_PNG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"image/png": {"schema": {"type": "string", "format": "binary"}}}}
}


def _picture(svg: str) -> Response:
    # Ours has no script, but a browser that opens it alone is told so, too.
    headers = {"content-disposition": "inline", "cache-control": "no-cache"}
    return Response(svg, media_type="image/svg+xml", headers=headers)


def _serve_pictures(app: FastAPI, desks: Desks) -> None:
    """A desk as a file or a picture to take away."""

    @app.get("/api/desks/{id}/file", response_class=Response, responses=_BYTES)
    def file(id: str, format: Annotated[str | None, Query(max_length=40)] = None) -> Response:
        """The bytes of a desk, in its own format or another."""
        desk = desks.desk(id)
        data, suffix = saving.file(desk.state, desks.reading(desk), format)
        return _attachment(data, "application/octet-stream", _stem(desk.name) + suffix)

    @app.get("/api/desks/{id}/picture.svg", response_class=Response, responses=_SVG)
    def svg(id: str, look: SomeLook) -> Response:
        """The board as SVG."""
        name, drawing = _drawing(desks, id, look)
        return _attachment(drawing.svg.encode(), "image/svg+xml", f"{name}.svg")

    @app.get("/api/desks/{id}/picture.png", response_class=Response, responses=_PNG)
    def png(id: str, look: SomeLook) -> Response:
        """The board as PNG."""
        name, drawing = _drawing(desks, id, look)
        return _attachment(drawing.png(), "image/png", f"{name}.png")


def _drawing(desks: Desks, id: str, look: Look) -> tuple[str, Any]:
    desk = desks.desk(id)
    document = desks.reading(desk).document
    if document is None:
        raise HTTPException(404, "there is nothing to draw")
    shown = at_move(document, look.move)
    colours = {"by": look.by} if shown.position.game == "tiles" else {}
    return _stem(desk.name), draw(shown, look.theme, **colours)


def _stem(name: str) -> str:
    """A name for a download: letters, digits and a few signs of the desk's name."""
    stem = name.rpartition(".")[0] or name
    return "".join(c if c.isascii() and (c.isalnum() or c in "-_ ") else "_" for c in stem)[:80]


def _attachment(data: bytes, type: str, name: str) -> Response:
    disposition = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type=type, headers=disposition)


def _serve_tiles(app: FastAPI, desks: Desks) -> None:
    @app.get("/api/desks/{id}/tiles/{x}/{y}")
    def tile(id: str, x: int, y: int) -> messages.Tile:
        """One tile with all its parts in words."""
        return tiles.tile(board_of(desks.reading(desks.desk(id))), (x, y))

    @app.post("/api/desks/{id}/tiles")
    def edit(id: str, asked: messages.TileEdit, look: SomeLook) -> messages.View:
        """Change a tile board."""
        return view(desks, desks.edit(id, asked), look)


def _serve_library(app: FastAPI, desks: Desks, database: str | None) -> None:
    """The board library: search, open by code, publish."""
    opened: list[Library] = []

    def library() -> Library:
        if database is None:
            raise HTTPException(404, "this studio has no library")
        if not opened:
            opened.append(Library(database))
        return opened[0]

    @app.get("/api/library")
    def search(search: Annotated[str, Query(max_length=200)] = "") -> list[messages.LibraryBoard]:
        """The boards whose title or author have these words; all of them without any."""
        found = library().search(search) if search.strip() else library().latest()
        return [
            messages.LibraryBoard(
                code=entry.code,
                number=entry.number,
                title=entry.title,
                author=entry.author,
                version=entry.version,
                size=len(entry.data),
                added=entry.added,
            )
            for entry in found[:200]
        ]

    @app.post("/api/library")
    def publish(asked: messages.Publish, look: SomeLook) -> messages.View:
        """Put a desk's board into the library; without a code it gets one."""
        board = board_of(desks.reading(desks.desk(asked.desk)))
        entry = library().add(board)
        if entry.code == board.code:
            return view(desks, desks.desk(asked.desk), look)
        kept = loads(entry.data, "gbxx").position
        return view(desks, desks.replace_board(asked.desk, kept), look)

    @app.post("/api/desks/library/{code}", status_code=201)
    def open_board(code: str, look: SomeLook) -> messages.View:
        """Put a board of the library on a new desk."""
        entry = library().get(code)
        return view(desks, desks.open(f"{entry.code}.gbxx", entry.data, "gbxx"), look)


def _serve_channels(app: FastAPI, desks: Desks) -> None:
    """Signed games."""

    @app.post("/api/desks/channel", status_code=201)
    def new(asked: messages.NewChannel, look: SomeLook) -> messages.View:
        """Start a signed game of checkers."""
        return view(desks, desks.new_channel(asked), look)

    @app.post("/api/desks/{id}/lines")
    def append(id: str, asked: messages.Lines, look: SomeLook) -> messages.View:
        """Lines that came from the other side; they are kept if all of them are right."""
        return view(desks, desks.append(id, asked.text), look)

    @app.post("/api/desks/{id}/countersign")
    def countersign(id: str, look: SomeLook) -> messages.View:
        """Agree to the last word with the other side's key, if it is kept here."""
        return view(desks, desks.countersign(id), look)
