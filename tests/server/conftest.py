"""Tests of this folder run in one event loop of asyncio; those with several workers have a PostgreSQL between them."""

from __future__ import annotations

import pytest

from tests.store.conftest import postgres, postgres_url

__all__ = ["postgres", "postgres_url"]


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"
