"""Many SGF games at once: parsed one by one, their moves checked together on all cores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from boardbytes.columns import go
from boardbytes.errors import FormatError, PositionError
from boardbytes.formats.dgf import game_binary as dgf_game_binary
from boardbytes.formats.dgf.numbers import MAX_MOVES, TURN_NUMBERS, board_numbers
from boardbytes.formats.sgf.read import Line, check_moves, read_line
from boardbytes.formats.sgf.source import Source, no_game, sources
from boardbytes.games.go import GoRules
from boardbytes.games.go.board import STONES, Size
from boardbytes.games.go.plain import join_komi
from boardbytes.model import Facts, Problem

BATCH = 4096
"""So many games are held at a time."""
BATCH_BYTES = 1 << 20
"""Of a collection, so many bytes of games are held at a time, or one game."""


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


def problems(data: bytes) -> Iterator[tuple[Problem, ...]]:
    """What is wrong with every game of a collection: what reading it with `sgf.games` tells.

    About ten times as fast, since the moves of many games are checked together.
    """
    is_empty = True
    for part in _batches(sources(data)):
        is_empty = False
        yield from _problems(part)
    if is_empty:
        yield no_game().problems


@dataclass(frozen=True, slots=True)
class _Read:
    """A game that was read: the line, or why there is none, and what was found.

    Does not keep the nodes: a batch of them is work for the garbage collector.
    """

    source: Source
    line: Line | None
    problems: tuple[Problem, ...]


def _batches(found: Iterator[Source]) -> Iterator[list[_Read]]:
    """The games of a collection, so many that they are worth handing out, but no more."""
    part: list[_Read] = []
    held = 0
    for source in found:
        try:
            line, told = read_line(source), source.findings.problems
        except FormatError as error:
            line, told = None, error.problems
        part.append(_Read(source.unread(), line, told))
        held += source.game.end - source.game.start
        if held >= BATCH_BYTES:
            yield part
            part, held = [], 0
    if part:
        yield part


def _problems(part: list[_Read]) -> Iterator[tuple[Problem, ...]]:
    checked = _checked([read.line for read in part])
    for row, read in enumerate(part):
        if read.line is None or row in checked:
            yield read.problems
            continue
        try:
            check_moves(read.source, read.line)
            yield read.source.findings.problems
        except FormatError as error:
            yield error.problems


def _convert(files: list[bytes]) -> list[Converted]:
    found = [_source(data) for data in files]
    lines = [_line(source) for source in found]
    # DGF is read by rules that forbid suicide.
    checked = _checked(lines, allows_suicide=False)
    return [
        _written(source, line) if line and source and row in checked else _alone(files[row])
        for row, (source, line) in enumerate(zip(found, lines, strict=True))
    ]


def _source(data: bytes) -> Source | None:
    source = next(sources(data), None)
    # What follows the first game is told by the way that reads one file at a time.
    if source is None or source.data[source.game.end :].strip():
        return None
    return source


def _line(source: Source | None) -> Line | None:
    try:
        line = read_line(source) if source else None
    except FormatError:
        return None
    return None if source and source.findings.has_errors else line


def _checked(lines: Sequence[Line | None], allows_suicide: bool = True) -> set[int]:
    """Those rows whose moves are all legal, as far as that can be told of many at once."""
    kinds: dict[tuple[Size, GoRules], list[int]] = defaultdict(list)
    for row, line in enumerate(lines):
        if line and line.start.turn and len(line.numbers) <= MAX_MOVES:
            suicide = line.rules.suicide and allows_suicide
            rules = replace(line.rules, suicide=suicide, komi=0)
            kinds[line.start.size, rules].append(row)
    return {
        row for (size, rules), rows in kinds.items() for row in _legal(lines, rows, size, rules)
    }


def _legal(lines: Sequence[Line | None], rows: list[int], size: Size, rules: GoRules) -> list[int]:
    """Those rows whose moves are all legal."""
    chosen = [line for row in rows if (line := lines[row])]
    boards = np.frombuffer(b"".join(line.start.stones for line in chosen), dtype=np.uint8)
    columns = (
        np.array([number for line in chosen for number in line.numbers], dtype=np.int32),
        np.cumsum([0, *(len(line.numbers) for line in chosen)]),
        size,
        boards.reshape(len(chosen), -1),
        [STONES[line.start.turn] if line.start.turn else 0 for line in chosen],
    )
    legal = go.replay(*columns, rules).illegal < 0
    return [row for row, is_legal in zip(rows, legal, strict=True) if is_legal]


def _written(source: Source, line: Line) -> Converted:
    facts = Facts(line.facts)
    winner = line.result.winner if line.result else None
    numbers = [
        *board_numbers(join_komi(line.start, line.rules), facts),
        TURN_NUMBERS[winner],
        *line.numbers,
    ]
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
