"""What all tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from boardbytes.caching import FOLDER_VARIABLE
from boardbytes.channel.keys import FOLDER_VARIABLE as KEYS_VARIABLE

ROOT = Path(__file__).parent.parent

# The machine that runs these may be busy: a slow example is not a failure.
settings.register_profile("boardbytes", deadline=None)
settings.load_profile("boardbytes")


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples and documentation name files from the root of the project."""
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="session", autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tables are built once for all tests, and nothing in the folders of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, str(tmp_path_factory.getbasetemp() / "tables"))
        patch.setenv(KEYS_VARIABLE, str(tmp_path_factory.getbasetemp() / "keys"))
        yield


@pytest.fixture(autouse=True)
def _own_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys, and what they signed, are a test's own: a ledger forgets nothing."""
    monkeypatch.setenv(KEYS_VARIABLE, str(tmp_path / "keys"))
