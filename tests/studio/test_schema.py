"""The API under schemathesis: whatever is asked, the server does not fail."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.checks import not_a_server_error

from tests.studio.running import Running, running


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("studio")) as studio:
        yield studio


@pytest.fixture(scope="module")
def api(studio: Running) -> Any:
    """The API's own description."""
    return schemathesis.openapi.from_url(
        f"{studio.address}api/openapi.json", headers=studio.headers
    )


@pytest.fixture(scope="module")
def desks(studio: Running) -> list[str]:
    """A desk of each kind, for requests to hit."""
    names = ("endgame.dat", "game.sgf", "illegal.sgf", "island.gb16", "damaged.dat")
    paths = [*(f"example/{name}" for name in names), "channel"]
    answers = [studio.client.post(f"/api/desks/{path}", json={}).json() for path in paths]
    return [answer["desk"]["id"] for answer in answers]


def check(api: Any, headers: dict[str, str], desks: list[str], count: int) -> int:
    """Ask everything that the API describes, made up in many ways; how many requests that were."""
    asked = 0

    def ask(case: Any) -> None:
        """As it was made up, and again about each desk that there is."""
        nonlocal asked
        made_up = dict(case.path_parameters or {})
        every = [{**made_up, "id": desk} for desk in desks] if "id" in made_up else []
        for parameters in (made_up, *every):
            case.path_parameters = parameters
            case.call_and_validate(checks=[not_a_server_error], headers=headers)
            asked += 1

    for operation in api.get_all_operations():
        cases = operation.ok().as_strategy()
        limits: Any = settings(
            max_examples=count,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        )
        test: Any = given(cases)
        limits(test(ask))()
    return asked


@pytest.mark.slow
def test_no_request_makes_the_server_fail(api: Any, studio: Running, desks: list[str]) -> None:
    assert check(api, studio.headers, desks, 60) > 3_000
