"""The browser tests are asynchronous: the server and the browser are processes of their own."""

from collections.abc import AsyncIterator

import pytest

from tests.server.processes import process


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
async def house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """The address of a house that all pages may visit one after another."""
    async with process(tmp_path_factory.mktemp("house"), 0, "tests.e2e.hurried") as (_, address):
        yield address


@pytest.fixture
async def impatient_house(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[str]:
    """One that does not wait long for the absent."""
    async with process(tmp_path_factory.mktemp("impatient"), 0, "tests.e2e.impatient") as (_, address):
        yield address
