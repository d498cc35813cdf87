"""PDN files of the world: how many games open, why the others do not, which come back as they were.

A file comes back if all its games open and, written one after the other, are its bytes; where some
are refused, if the others stand in it as they are written.
"""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from benchmarks.corpus_sgf import stand_in
from boardbytes.errors import FormatError
from boardbytes.formats import dumps
from boardbytes.formats.pdn.format import FORMAT


def report(folder: Path) -> None:
    """A line for each source, and one for each reason to refuse some of its games."""
    for source in sorted(path for path in folder.iterdir() if path.is_dir()):
        files = [path for path in sorted(source.rglob("*")) if path.is_file()]
        opened, whole, same, partial, kept = 0, 0, 0, 0, 0
        refused: Counter[str] = Counter()
        for path in files:
            data = path.read_bytes()
            games = list(FORMAT.games(data))
            errors = [game for game in games if isinstance(game, FormatError)]
            refused.update(_reason(error) for error in errors)
            opened += len(games) - len(errors)
            written = [dumps(game, "pdn") for game in games if not isinstance(game, FormatError)]
            if not errors:
                whole += 1
                same += data == b"".join(written)
            elif written:
                partial += 1
                kept += stand_in(data, written)
        print(
            f"{folder.name}/{source.name}: {len(files):,} files, {opened:,} games opened,"
            f" {refused.total():,} refused; of {whole:,} files without a refusal"
            f" {same:,} written back as they were; of {partial:,} with some, {kept:,} with the"
            " others as they were"
        )
        for reason, count in refused.most_common():
            print(f"  {count:,} refused: {reason}", flush=True)


def _reason(error: FormatError) -> str:
    """Why a game is refused: the game that it is one of, or the kind of error."""
    problem = next(problem for problem in error.problems if problem.is_error)
    return problem.message if problem.code == "game-type" else problem.code
