"""The layers are real: nothing imports from a layer below its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "boardbytes"

LAYERS = (
    (
        *("errors", "files", "json_reading", "children", "forks", "compiling"),
        *("code_cache", "caching", "cores", "serving"),
    ),
    ("model",),
    ("games",),
    ("formats",),
    ("numbering",),
    ("solving",),
    ("columns",),
    ("env",),
    ("players",),
    ("channel",),
    ("library",),
    ("drawing",),
    ("cli",),
    ("studio",),
)
GAME_FILES = (
    *("board", "rules", "kernel", "diagonals_kernel", "two_rings_kernel", "square_kernel"),
    *("kernels", "move", "state", "geometry", "footer", "notation", "points", "benson"),
    *("score", "faults", "difference", "refusal", "position", "handicap", "ballot"),
    *("replay", "token", "editing", "depths", "perft_kernel", "perft", "plain"),
)

MODULES = sorted(path for path in PACKAGE.rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    """What a file imports when it runs, anywhere in it, but not what only type checkers see."""
    tree = ast.parse(path.read_text())
    checked = [node for node in ast.walk(tree) if isinstance(node, ast.If)]
    unseen = {
        id(child)
        for node in checked
        if isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for child in ast.walk(node)
    }
    for node in ast.walk(tree):
        if id(node) in unseen:
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative imports hide the layer"
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def layer_of(module: str) -> int:
    return next(i for i, names in enumerate(LAYERS) if module.split(".")[1] in names)


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def ours(path: Path) -> set[str]:
    known = {name_of(module) for module in MODULES}
    return {name for name in imports(path) if name in known and name != "boardbytes"}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_only_from_above(path: Path) -> None:
    name = name_of(path)
    if "." not in name or name == "boardbytes.__main__":
        return
    below = [other for other in ours(path) if layer_of(other) > layer_of(name)]
    assert not below, f"{name} imports from below its layer: {below}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "games").glob("*/*.py")), ids=name_of)
def test_files_of_a_game_import_only_from_those_above(path: Path) -> None:
    if path.stem == "__init__":
        return
    assert path.stem in GAME_FILES, f"where does {path.stem} stand among {GAME_FILES}?"
    folder = name_of(path.parent / "__init__.py")
    siblings = [name.split(".")[3] for name in ours(path) if name.startswith(folder + ".")]
    below = [stem for stem in siblings if GAME_FILES.index(stem) >= GAME_FILES.index(path.stem)]
    assert not below, f"{path.stem} imports {below}"


def test_a_layer_that_looks_down_would_be_noticed(tmp_path: Path) -> None:
    file = tmp_path / "bad.py"
    file.write_text("from boardbytes.cli import main\n")
    assert "boardbytes.cli" in ours(file)
    assert layer_of("boardbytes.cli") > layer_of("boardbytes.model")


def test_every_folder_is_a_layer() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()}
    assert folders <= {name for names in LAYERS for name in names}
