"""What all tests share."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).parent.parent

# The machine that runs these may be busy: a slow example is not a failure.
settings.register_profile("boardbytes", deadline=None)
settings.load_profile("boardbytes")


@pytest.fixture(autouse=True)
def _at_the_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples and documentation name files from the root of the project."""
    monkeypatch.chdir(ROOT)
