"""PDN files of the world: how many games open, why the others do not, which come back as they were.

A file comes back if all its games open and, written one after the other, are its bytes; where some
are refused, if the others stand in it as they are written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.corpus_files import survives
from benchmarks.corpus_sgf import stand_in
from boardbytes.errors import FormatError
from boardbytes.formats import dumps
from boardbytes.formats.pdn.format import FORMAT


@dataclass
class Tally:
    """What was seen of one source."""

    files: int = 0
    opened: int = 0
    whole: int = 0
    """Files in which every game opens."""
    same: int = 0
    """Those of them that come back byte for byte."""
    partial: int = 0
    """Files in which some games open and others are refused."""
    kept: int = 0
    """Those of them whose other games come back byte for byte."""
    refused: Counter[str] = field(default_factory=Counter)
    failed: list[str] = field(default_factory=list)

    def look_at(self, path: Path) -> None:
        """Read one file and write it back."""
        data = path.read_bytes()
        games = list(FORMAT.games(data))
        errors = [game for game in games if isinstance(game, FormatError)]
        written = [dumps(game, "pdn") for game in games if not isinstance(game, FormatError)]
        self.files += 1
        self.opened += len(written)
        self.refused.update(_reason(error) for error in errors)
        if not errors:
            self.whole += 1
            self.same += data == b"".join(written)
        elif written:
            self.partial += 1
            self.kept += stand_in(data, written)

    def add(self, other: Tally) -> None:
        for name in ("files", "opened", "whole", "same", "partial", "kept"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.refused += other.refused

    def line(self) -> str:
        return (
            f"{self.files:,} files, {self.opened:,} games opened,"
            f" {self.refused.total():,} refused; of {self.whole:,} files without a refusal"
            f" {self.same:,} written back as they were; of {self.partial:,} with some,"
            f" {self.kept:,} with the others as they were"
        )


def report(kind: str, sources: Mapping[str, list[Path]]) -> None:
    """A line for each source, and one for each reason to refuse some of its games; one for all."""
    total = Tally()
    for source, files in sorted(sources.items()):
        tally = Tally()
        tally.failed += filter(None, (survives(tally.look_at, path) for path in files))
        print(f"{kind}/{source}: {tally.line()}")
        for reason, count in tally.refused.most_common():
            print(f"  {count:,} refused: {reason}")
        for reason in tally.failed:
            print(f"  failed: {reason}", flush=True)
        total.add(tally)
    print(f"{kind}/all: {total.line()}", flush=True)


def _reason(error: FormatError) -> str:
    """Why a game is refused: the game that it is one of, or the kind of error."""
    problem = next(problem for problem in error.problems if problem.is_error)
    return problem.message if problem.code == "game-type" else problem.code
