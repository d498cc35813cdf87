"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from boardbytes.caching import FOLDER_VARIABLE, cache_folder
from boardbytes.channel.keys import FOLDER_VARIABLE as KEYS_VARIABLE
from boardbytes.code_cache import FOLDER_VARIABLE as CODE_VARIABLE

ROOT = Path(__file__).parent.parent
SCREENSHOTS = "BOARDBYTES_SCREENSHOTS"
"""The folder for pictures of pages; by default one among pytest's temporary folders."""

# The machine that runs these may be busy: a slow example is not a failure.
settings.register_profile("boardbytes", deadline=None)
settings.load_profile("boardbytes")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What measures is tried again before it fails: other work of the machine comes in between."""
    for item in items:
        if item.get_closest_marker("measures"):
            item.add_marker(pytest.mark.flaky(reruns=2, reruns_delay=1))


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples and documentation name files from the root of the project."""
    monkeypatch.chdir(ROOT)


@pytest.fixture(scope="session", autouse=True)
def _own_folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tables are built once for all tests, and nothing in the folders of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        # Compiled code is found by its content: the same serves every run.
        patch.setenv(CODE_VARIABLE, os.environ.get(CODE_VARIABLE) or str(cache_folder() / "code"))
        patch.setenv(FOLDER_VARIABLE, str(tmp_path_factory.getbasetemp() / "tables"))
        patch.setenv(KEYS_VARIABLE, str(tmp_path_factory.getbasetemp() / "keys"))
        yield


@pytest.fixture(autouse=True)
def _own_keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys, and what they signed, are a test's own: a ledger forgets nothing."""
    monkeypatch.setenv(KEYS_VARIABLE, str(tmp_path / "keys"))


@pytest.fixture(scope="session")
def screenshots(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pictures of pages are kept as a result of the build."""
    folder = os.environ.get(SCREENSHOTS)
    kept = Path(folder) if folder else tmp_path_factory.getbasetemp() / "screenshots"
    kept.mkdir(parents=True, exist_ok=True)
    return kept
