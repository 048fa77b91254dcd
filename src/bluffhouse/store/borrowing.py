"""A connection out of an engine's pool, for one piece of work."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


@contextlib.asynccontextmanager
async def borrowed(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Given back in the same breath where the work went well.

    SQLAlchemy always gives it back in a task of its own, which nobody can cancel; but that task stands behind all else
    that the loop has to do, and every move would wait for it.
    """
    connection = await engine.connect()
    try:
        yield connection
    except BaseException:
        await connection.__aexit__(None, None, None)
        raise
    await connection.close()
