"""Many SGF games to DGF at once: parsed one by one, their moves checked together on all cores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from boardbytes.columns import go
from boardbytes.errors import FormatError, PositionError
from boardbytes.formats import dgf_game_binary
from boardbytes.formats.dgf import TURN_NUMBERS, board_numbers
from boardbytes.formats.findings import Findings
from boardbytes.formats.sgf_read import Line, read_line
from boardbytes.formats.sgf_source import Source
from boardbytes.formats.sgf_text import charset_of, read_game, rewritten
from boardbytes.games.go import GoPosition, KoRule
from boardbytes.games.go.board import STONES
from boardbytes.model import Facts, Problem

BATCH = 4096
"""So many games are held at a time."""


@dataclass(frozen=True)
class Converted:
    """A game as a binary DGF game, None if none can be made of it, and what was found."""

    data: bytes | None
    problems: tuple[Problem, ...]


def to_dgf(files: Iterable[bytes], batch: int = BATCH) -> Iterator[Converted]:
    """The first game of every SGF file as a binary DGF game, every move checked.

    Gives what `dumps(loads(file), "dgf-game-binary", lossy=True)` gives. Does not raise for a file.
    """
    remaining = iter(files)
    while part := list(islice(remaining, batch)):
        yield from _convert(part)


def _convert(files: list[bytes]) -> list[Converted]:
    sources = [_source(data) for data in files]
    lines = [_line(source) for source in sources]
    by_size: dict[int, list[int]] = defaultdict(list)
    for row, line in enumerate(lines):
        if line and line.start.turn and GoPosition.find_rules(line.rules).ko is KoRule.SIMPLE:
            by_size[line.start.size].append(row)
    checked = {row for size, rows in by_size.items() for row in _legal(lines, rows, size)}
    return [
        _written(source, line) if line and source and row in checked else _alone(files[row])
        for row, (source, line) in enumerate(zip(sources, lines, strict=True))
    ]


def _source(data: bytes) -> Source | None:
    charset = charset_of(data)
    text = rewritten(data, charset)
    game = read_game(text)
    # What follows the first game is told by the way that reads one file at a time.
    if game is None or text[game.end :].strip():
        return None
    return Source(text, game, charset, Findings("sgf"))


def _line(source: Source | None) -> Line | None:
    try:
        line = read_line(source) if source else None
    except FormatError:
        return None
    return None if source and source.findings.has_errors else line


def _legal(lines: list[Line | None], rows: list[int], size: int) -> list[int]:
    """Those rows whose moves are all legal by the standard rules."""
    chosen = [line for row in rows if (line := lines[row])]
    starts = np.frombuffer(b"".join(line.start.stones for line in chosen), dtype=np.uint8)
    found = go.replay(
        np.array([number for line in chosen for number in line.numbers], dtype=np.int32),
        np.cumsum([0, *(len(line.numbers) for line in chosen)]),
        size,
        starts.reshape(len(chosen), size * size),
        [STONES[line.start.turn] if line.start.turn else 0 for line in chosen],
    )
    return [row for row, illegal in zip(rows, found.illegal, strict=True) if illegal < 0]


def _written(source: Source, line: Line) -> Converted:
    facts = Facts(line.facts)
    winner = line.result.winner if line.result else None
    numbers = [*board_numbers(line.start, facts), TURN_NUMBERS[winner], *line.numbers]
    data = dgf_game_binary.format_texts(facts) + np.array(numbers, dtype="<i2").tobytes()
    return Converted(data, source.findings.problems)


def _alone(data: bytes) -> Converted:
    """One game by the way that says everything about it."""
    from boardbytes.formats import dumps, loads

    try:
        document = loads(data, "sgf")
        return Converted(dumps(document, "dgf-game-binary", lossy=True), document.problems)
    except FormatError as error:
        return Converted(None, error.problems)
    except PositionError as error:
        return Converted(None, (Problem("not-dgf", str(error)),))
