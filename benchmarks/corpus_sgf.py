"""SGF files of the world: how many games open, come back as they were, and end on sgfmill's board.

Every game of every file counts. A file comes back if its games, written one after the other, are
its bytes; where some are refused, if the others stand in it as they are written. A refused game is
missed if sgfmill opens it, or, where it is the first of its file, any other reader that is here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks import Comparison
from benchmarks.corpus_files import survives
from benchmarks.sgf_readers import readers
from boardbytes.errors import FormatError
from boardbytes.formats import dumps
from boardbytes.formats.sgf.format import FORMAT
from boardbytes.games.go import GoPosition
from boardbytes.model import Document

SAME, MENDED, ANOTHER = "same board", "sgfmill mends a setup", "another board"
_STONES = {None: 0, "b": 1, "w": 2}


@dataclass
class Tally:
    """What was seen of one source."""

    files: int = 0
    whole: int = 0
    """Files of Go in which every game opens."""
    partial: int = 0
    """Files in which some games open and others are refused."""
    kept: int = 0
    """Those of them whose other games come back byte for byte."""
    same: int = 0
    """Those of them that come back byte for byte."""
    games: int = 0
    opened: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    """Games of Go that another reader opens and we do not."""
    failed: list[str] = field(default_factory=list)
    """Files that could not be looked at."""
    boards: Counter[str] = field(default_factory=Counter)
    """Last boards against sgfmill's."""
    differing: list[str] = field(default_factory=list)


def report(kind: str, sources: Mapping[str, list[Path]]) -> Comparison:
    """Tell about every source, and about all of them; how boards were compared."""
    total = Tally()
    print(f"{kind}: compared with {', '.join(readers())}")
    for source, files in sorted(sources.items()):
        tally = Tally()
        look = partial(look_at, tally=tally)
        tally.failed += filter(None, (survives(look, path) for path in files))
        print(_line(f"{kind}/{source}", tally))
        for name in (*tally.missed, *tally.differing):
            print(f"    {name}")
        for name in tally.failed:
            print(f"    failed: {name}", flush=True)
        _add(total, tally)
    print(_line(f"{kind}/all", total), flush=True)
    differ = total.boards[ANOTHER], total.boards[MENDED]
    compared = total.boards[SAME] + sum(differ)
    why = f"{MENDED}: it takes stones without a liberty, SGF does not" if differ[1] else ""
    against = "sgfmill's board"
    title = "SGF of the world: the last board of each game"
    return Comparison(title, against, compared, "games", sum(differ), why)


def look_at(path: Path, tally: Tally) -> None:
    """Read one file, write it back, and compare its games with sgfmill's."""
    data = path.read_bytes()
    tally.files += 1
    written: list[bytes] = []
    oracle = _oracle(data)
    number = 0
    for number, game in enumerate(FORMAT.games(data), 1):
        tally.games += 1
        theirs = next(oracle, None)
        if isinstance(game, FormatError):
            code = next(problem.code for problem in game.problems if problem.is_error)
            tally.refused[code] += 1
            opened_by = ["sgfmill"] if theirs is not None else []
            if code != "game" and (number == 1 or opened_by):
                names = opened_by or [name for name, opens in readers().items() if opens(path)]
                if names:
                    told = f"{path.name} game {number}: {game.problems[0]}"
                    tally.missed.append(f"{told}; opened by {', '.join(names)}")
            continue
        tally.opened += 1
        written.append(dumps(game, "sgf"))
        verdict = _compared(game, theirs)
        tally.boards[verdict] += 1
        if verdict == ANOTHER:
            tally.differing.append(f"{path.name} game {number}: another board than sgfmill's")
    if len(written) < number:
        tally.partial += bool(written)
        tally.kept += bool(written) and stand_in(data, written)
        return
    tally.whole += 1
    if b"".join(written) == data:
        tally.same += 1
    else:
        tally.differing.append(f"{path.name}: not written back as it was")


def stand_in(data: bytes, pieces: list[bytes]) -> bool:
    """Whether pieces stand in a file, in their order, byte for byte."""
    place = 0
    for piece in pieces:
        found = data.find(piece, place)
        if found < 0:
            return False
        place = found + len(piece)
    return True


def _oracle(data: bytes) -> Iterator[Any]:
    """The games as sgfmill reads them; None for one that it refuses."""
    from sgfmill import sgf, sgf_grammar

    # It refuses by a ValueError, and fails in other ways on trees that are deep or odd.
    try:
        trees = sgf_grammar.parse_sgf_collection(data)
    except (ValueError, LookupError, RecursionError):
        return
    for tree in trees:
        try:
            yield sgf.Sgf_game.from_coarse_game_tree(tree)
        except (ValueError, LookupError, RecursionError):
            yield None


def _compared(game: Document, theirs: Any) -> str:
    """Whether the last board of the main line is the one that sgfmill has."""
    from sgfmill import boards

    if theirs is None:
        return "sgfmill refuses the game"
    ours = game.position
    assert isinstance(ours, GoPosition)
    size = theirs.get_size()
    board, mended = boards.Board(size), False
    try:
        for node in theirs.get_main_sequence():
            if node.has_setup_stones():
                # SGF takes nothing by setting up; sgfmill takes what has no liberty.
                mended = mended or not board.apply_setup(*node.get_setup_stones())
            if any(name in node.properties() for name in ("B", "W")):
                colour, move = node.get_move()
                if move is not None:
                    board.play(*move, colour)
    except (ValueError, LookupError, RecursionError):
        return "sgfmill refuses a move"
    rows = range(size - 1, -1, -1)
    stones = bytes(_STONES[board.get(row, column)] for row in rows for column in range(size))
    same = ours.size == size and ours.stones.replace(b"\3", b"\0") == stones
    return SAME if same else MENDED if mended else ANOTHER


def _line(name: str, tally: Tally) -> str:
    refused = ", ".join(f"{code} {count:,}" for code, count in tally.refused.most_common())
    boards = ", ".join(f"{verdict} {count:,}" for verdict, count in tally.boards.most_common())
    return (
        f"{name}: {tally.files:,} files, {tally.whole:,} of Go,"
        f" {tally.same:,} of them written back as they were,"
        f" {tally.partial:,} with refused games among them,"
        f" {tally.kept:,} of these with the others as they were;"
        f" {tally.games:,} games, {tally.opened:,} opened"
        f"{f', refused: {refused}' if refused else ''}; {boards or 'no board'};"
        f" {len(tally.missed)} that others open and we do not"
        f"{f'; {len(tally.failed)} files could not be looked at' if tally.failed else ''}"
    )


def _add(total: Tally, tally: Tally) -> None:
    for name in ("files", "whole", "partial", "kept", "same", "games", "opened"):
        setattr(total, name, getattr(total, name) + getattr(tally, name))
    total.refused += tally.refused
    total.boards += tally.boards
    total.missed += tally.missed
    total.failed += tally.failed
