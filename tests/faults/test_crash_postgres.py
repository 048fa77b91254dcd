"""G9 on PostgreSQL, small: the server killed at a commit, and the database at a commit."""

from __future__ import annotations

import pytest

from tests.faults.crash_postgres import SCENES, crash


@pytest.mark.anyio
async def test_a_game_goes_on_where_it_was() -> None:
    proof = await crash(SCENES[:1], sends=0, commits=1, databases=1)
    assert proof.broken == []
    assert (proof.figures["servers_killed"], proof.figures["databases_killed"]) == (1, 1)
