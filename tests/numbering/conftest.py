"""One cache folder for all tests of numbers, so that the tables are built once a session."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boardbytes.caching import FOLDER_VARIABLE


@pytest.fixture(scope="session", autouse=True)
def table_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDER_VARIABLE, str(tmp_path_factory.getbasetemp() / "tables"))
        yield
