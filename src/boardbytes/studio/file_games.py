"""Files that hold many games: where each of them is, and what it is called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from boardbytes.errors import FormatError, PositionError
from boardbytes.formats import FORMATS
from boardbytes.model import Document, GameTree
from boardbytes.studio import messages
from boardbytes.studio.states import State
from boardbytes.studio.store import Desk
from boardbytes.studio.worker import Bench

MOST = 5_000
"""How many games are listed."""


@dataclass(frozen=True)
class Part:
    """A game of a file: the bytes it is made of, and what it is called or why it cannot be read."""

    start: int
    end: int
    title: str
    is_readable: bool


def first_of_many(state: State) -> tuple[int, int] | None:
    """Where the first game is, if there are others."""
    if not _can_hold_many(state):
        return None
    parts = list(islice(_parts(state), 2))
    return (parts[0].start, parts[0].end) if len(parts) > 1 else None


def part(bench: Bench, state: State, number: int) -> tuple[int, int]:
    """Where a game is, by its number from 1; PositionError if it is not there or unreadable."""
    parts = _all(bench, state)
    if not 1 <= number <= len(parts):
        raise PositionError(f"there is no game {number}: this file has {len(parts)}")
    found = parts[number - 1]
    if not found.is_readable:
        raise PositionError(f"game {number} cannot be read: {found.title}")
    return found.start, found.end


def number_of(bench: Bench, state: State) -> int | None:
    """Which game of its file is on the desk; None if there is only one."""
    if state.part is None:
        return None
    places = [(each.start, each.end) for each in _all(bench, state)]
    return places.index(state.part) + 1 if state.part in places else 1


def others(bench: Bench, state: State) -> int:
    """How many games a file has besides the one on the desk."""
    return len(_all(bench, state)) - 1 if state.part else 0


def listed(bench: Bench, desk: Desk) -> bytes:
    """All games of a desk's file."""
    games = [
        messages.ListedGame(number=number, title=each.title, refused=not each.is_readable)
        for number, each in enumerate(_all(bench, desk.state), 1)
    ]
    return b"[" + b",".join(game.json_bytes() for game in games) + b"]"


def _can_hold_many(state: State) -> bool:
    return state.format is not None and FORMATS.find(state.format).separator is not None


def _all(bench: Bench, state: State) -> list[Part]:
    if not _can_hold_many(state):
        return []
    key = (_all, state.format, state.data)
    return bench.recall(key, state.data, lambda: list(islice(_parts(state), MOST)))


def _parts(state: State) -> Iterator[Part]:
    """The games one after the other; what cannot be read is what lies between two others."""
    assert state.format is not None
    data, place = state.data, 0
    waiting: str | None = None
    for found in FORMATS.find(state.format).games(data):
        tree = found.tree if isinstance(found, Document) else None
        source = tree.source if tree else None
        start = data.find(source.data, place) if source else -1
        if tree is None or source is None or start < 0:
            waiting = str(found) if isinstance(found, FormatError) else "no game"
            continue
        if waiting is not None:
            yield Part(place, start, waiting, is_readable=False)
            waiting = None
        place = start + len(source.data)
        yield Part(start, place, _title(tree), is_readable=True)
    if waiting is not None:
        yield Part(place, len(data), waiting, is_readable=False)


def _title(tree: GameTree) -> str:
    players = [tree.headers.get(str(side)) or str(side) for side in tree.start.sides]
    more = [tree.headers.get(name) or "" for name in ("title", "event", "date")]
    return ", ".join([" – ".join(players), *(each for each in more if each)])[:200]
