"""The sample files of every format: good ones, bad ones, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

from boardbytes.formats import FORMATS
from boardbytes.model import Problem

VECTORS = Path(__file__).parent.parent / "vectors"


def files(format: str, kind: str) -> list[Path]:
    """The `ok` or `bad` files of a format, without the lists of findings beside them."""
    folder = VECTORS / format / kind
    return sorted(path for path in folder.glob("*") if path.suffix != ".findings")


def every(kind: str) -> list[tuple[str, Path]]:
    return [(format, path) for format in FORMATS for path in files(format, kind)]


def name_of(value: object) -> str:
    return value.stem if isinstance(value, Path) else str(value)


def findings(path: Path) -> list[str]:
    """What is expected to be found in a file, one line each; none without a list beside it."""
    beside = path.with_suffix(".findings")
    return beside.read_text().splitlines() if beside.exists() else []


def found(problems: tuple[Problem, ...]) -> list[str]:
    """Problems as they are listed in a `.findings` file: severity, code, offset."""
    lines = []
    for problem in problems:
        place = "-" if problem.place.offset is None else problem.place.offset
        lines.append(f"{problem.severity.value} {problem.code} {place}")
    return lines
