"""The browser tests are asynchronous: they start the server and the browser as processes of their own."""

import pytest


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"
