"""A studio without a network, for all tests of its API."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from boardbytes.studio.server import create_app
from boardbytes.studio.studio import Settings


class Page:
    """What the page does: it asks the API and takes what it answers."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def get(self, path: str, /, **query: Any) -> Any:
        answer = self.client.get(f"/api{path}", params=query)
        assert answer.status_code == 200, answer.text[:300]
        return answer.json()

    def post(self, path: str, status: int = 200, /, **body: Any) -> Any:
        answer = self.client.post(f"/api{path}", json=body)
        assert answer.status_code == status, answer.text[:300]
        return answer.json()

    def open(self, data: bytes, name: str = "file", status: int = 201, **query: Any) -> Any:
        answer = self.client.post("/api/desks", params={"name": name, **query}, content=data)
        assert answer.status_code == status, answer.text[:300]
        return answer.json()

    def example(self, name: str) -> Any:
        return self.post(f"/desks/example/{name}", 201)


def visitor(settings: Settings) -> TestClient:
    """Somebody who has the token of a studio."""
    allowed = {"authorization": f"Bearer {settings.token}"}
    return TestClient(create_app(settings), base_url="http://localhost", headers=allowed)


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    folder: Path = tmp_path_factory.mktemp("studio")
    settings = Settings(folder / "studio.db", folder / "keys", library=str(folder / "library.db"))
    with visitor(settings) as client:
        yield Page(client)
