"""Requests of every kind the description allows, and of kinds it does not: no fault, no answer it does not describe."""

from __future__ import annotations

import asyncio
import os
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from bluffhouse.server.app import bare
from tests.server.world import running

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from schemathesis import Case

TIMES = int(os.environ.get("BLUFFHOUSE_REQUESTS", "1"))
EXAMPLES = 6 * TIMES
"""Requests for each operation, once by the description and once against it."""

DESCRIPTION = bare().openapi()
OPERATIONS = {
    f"{method.upper()} {path}": operation
    for path, methods in DESCRIPTION["paths"].items()
    for method, operation in methods.items()
}

CHECKED = [
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
]
AGAINST = [*CHECKED, "negative_data_rejection"]

TOO_LARGE = 413
FORGETS = "DELETE /api/me"


@dataclass
class House:
    """A server in a thread of its own, because schemathesis waits for its answers."""

    folder: Path
    origin: str = ""
    _up: threading.Event = field(default_factory=threading.Event)
    _down: asyncio.Event | None = None
    _loop: asyncio.AbstractEventLoop | None = None
    _client: httpx.Client | None = None
    table: str = ""
    code: str = ""

    def start(self) -> threading.Thread:
        thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        thread.start()
        assert self._up.wait(30)
        made = self.client.post("/api/tables", json={"game": "vabanque", "seats": 3}).json()["place"]["lobby"]
        self.table, self.code = made["table"], made["code"]
        return thread

    async def _serve(self) -> None:
        self._loop, self._down = asyncio.get_running_loop(), asyncio.Event()
        async with running(self.folder, seed=1, tables_per_guest=1_000_000) as server:
            self.origin = server.origin
            self._up.set()
            await self._down.wait()

    @property
    def client(self) -> httpx.Client:
        """A guest’s browser, signed in."""
        if self._client is None:
            self._client = self.fresh()
        return self._client

    def fresh(self) -> httpx.Client:
        client = httpx.Client(base_url=self.origin, headers={"origin": self.origin}, trust_env=False, timeout=20)
        assert client.post("/api/guests", json={"name": "Fuzz"}).status_code == 201
        return client

    def stop(self) -> None:
        assert self._loop is not None
        assert self._down is not None
        if self._client is not None:
            self._client.close()
        self._loop.call_soon_threadsafe(self._down.set)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    made = House(tmp_path_factory.mktemp("fuzz"))
    thread = made.start()
    yield made
    made.stop()
    thread.join()


def sent(house: House, case: Case[Any], *, real: bool) -> httpx.Response:
    """The case as a browser that is signed in would send it, in half the cases to a table that exists."""
    if real and "table" in case.path_parameters:
        case.path_parameters["table"] = house.table
    request: dict[str, Any] = case.as_transport_kwargs(base_url=house.origin)
    client = house.fresh() if f"{case.method} {case.path}" == FORGETS else house.client
    headers = {key: value for key, value in request["headers"].items() if key.lower() not in ("cookie", "host")}
    try:
        return client.request(
            request["method"],
            request["url"],
            headers={**headers, "origin": house.origin},
            params=request.get("params"),
            json=request.get("json"),
            content=request.get("data"),
        )
    finally:
        if client is not house.client:
            client.close()


def takes(operation: dict[str, Any]) -> bool:
    """Whether anything can be said wrongly to it."""
    return "requestBody" in operation or any(one["in"] in ("path", "query") for one in operation.get("parameters", ()))


ASKED = [
    *((name, "POSITIVE") for name in OPERATIONS),
    *((name, "NEGATIVE") for name, operation in OPERATIONS.items() if takes(operation)),
]


@pytest.fixture(scope="module")
def cases() -> dict[str, Any]:
    import schemathesis  # takes seconds, and every process collects these tests

    found = schemathesis.openapi.from_dict(DESCRIPTION).get_all_operations()
    made = [cast("Any", one).ok() for one in found]
    return {f"{one.method.upper()} {one.path}": one for one in made}


@pytest.mark.parametrize(("name", "how"), ASKED)
def test_every_answer_is_described(house: House, cases: dict[str, Any], name: str, how: str) -> None:
    from schemathesis import GenerationMode
    from schemathesis.checks import CHECKS

    described: list[Any] = CHECKS.get_by_names(CHECKED)
    checks: list[Any] = CHECKS.get_by_names(AGAINST) if how == "NEGATIVE" else described

    @given(case=cases[name].as_strategy(generation_mode=GenerationMode[how]), real=st.booleans())
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=TIMES == 1,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def ask(case: Case[Any], *, real: bool) -> None:
        answer = sent(house, case, real=real)
        too_large = (
            answer.status_code == TOO_LARGE
        )  # refused as well, but Schemathesis does not count it among refusals
        case.validate_response(answer, checks=described if too_large else checks)

    ask()
    assert house.client.get("/health").status_code == 200
