"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from boardbytes.caching import FOLDER_VARIABLE

ROOT = Path(__file__).parent.parent

# The machine that runs these may be busy: a slow example is not a failure.
settings.register_profile("boardbytes", deadline=None)
settings.load_profile("boardbytes")


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples and documentation name files from the root of the project."""
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="session", autouse=True)
def _table_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tables are built once for all tests, and not in the folder of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, str(tmp_path_factory.getbasetemp() / "tables"))
        yield
