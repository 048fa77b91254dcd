"""The access proofs can tell: with a door left open on purpose, the test that watches it fails."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest

from bluffhouse.play import lobby
from bluffhouse.server import doors, guard, limits
from bluffhouse.server.limits import Limits
from bluffhouse.server.room import Room
from bluffhouse.store import Store
from tests.server.proofs import test_access as access
from tests.server.proofs import test_takeover as takeover
from tests.server.proofs.callers import Callers, gathered

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from contextlib import AbstractContextManager
    from pathlib import Path

pytestmark = pytest.mark.anyio


def seats_by_name(callers: Callers) -> AbstractContextManager[Any]:
    names: dict[str, str] = {}
    honest = Store.guest_by_token_hash

    async def guest(self: Store, token_hash: str) -> Any:
        found = await honest(self, token_hash)
        if found is not None:
            names[found.id] = found.name.casefold()
        return found

    def seat_of(self: Room, guest: str) -> int | None:
        return next((chair.seat for chair in self.chairs if chair.name.casefold() == names.get(guest)), None)

    stack = contextlib.ExitStack()
    stack.enter_context(mock.patch.object(Store, "guest_by_token_hash", guest))
    stack.enter_context(mock.patch.object(Room, "seat_of", seat_of))
    return stack


def every_table_known(_: Callers) -> AbstractContextManager[Any]:
    async def knows(*_: object) -> bool:
        return True

    return mock.patch.object(doors, "knows", knows)


def no_origin_asked(_: Callers) -> AbstractContextManager[Any]:
    return mock.patch.object(guard, "SAFE", ("GET", "HEAD", "OPTIONS", "PATCH"))


def no_host_asked(_: Callers) -> AbstractContextManager[Any]:
    return mock.patch.object(guard, "OPEN_TO_ALL_HOSTS", ("/health", "/ready", "/api/me"))


def seats_at_any_time(_: Callers) -> AbstractContextManager[Any]:
    stack = contextlib.ExitStack()
    stack.enter_context(mock.patch.object(lobby, "may_take", lambda *_: None))
    stack.enter_context(mock.patch.object(Store, "claim_seat", mock.AsyncMock()))
    return stack


def invitations_for_ever(_: Callers) -> AbstractContextManager[Any]:
    return mock.patch.object(Store, "revoke_invites", mock.AsyncMock())


PLANTS: dict[str, tuple[Callable[[Callers], AbstractContextManager[Any]], Callable[[Callers], Awaitable[None]]]] = {
    "seats by name": (seats_by_name, takeover.test_the_same_name_is_not_the_same_person),
    "every table known": (every_table_known, takeover.test_a_table_that_is_not_ones_own_looks_like_none),
    "no origin asked": (
        no_origin_asked,
        lambda callers: takeover.test_a_change_from_another_site_is_refused(callers, "http://evil.test"),
    ),
    "no host asked": (no_host_asked, lambda callers: takeover.test_another_host_name_is_not_ours(callers, "evil.test")),
    "seats at any time": (
        seats_at_any_time,
        takeover.test_the_seat_of_somebody_who_signed_out_is_not_given_away,
    ),
    "invitations for ever": (invitations_for_ever, takeover.test_a_host_can_call_invitations_back),
}


@pytest.mark.parametrize("name", PLANTS)
async def test_an_open_door_is_noticed(folder: Path, name: str) -> None:
    plant, proof = PLANTS[name]
    async with gathered(folder) as callers:
        await proof(callers)
        with plant(callers), pytest.raises(AssertionError):
            await proof(callers)


async def test_guessing_without_end_is_noticed(folder: Path) -> None:
    def allow(self: Limits, rate: limits.Rate, who: str) -> bool:
        return True

    with mock.patch.object(Limits, "allow", allow), pytest.raises(AssertionError):
        await takeover.test_codes_cannot_be_guessed(folder)


async def test_a_door_the_matrix_does_not_know_is_noticed(folder: Path) -> None:
    """Anybody starts the game: the matrix names the cells that are wrong."""
    with (
        mock.patch.object(lobby, "may_start", lambda *_: None),
        pytest.raises(AssertionError, match=r"start by (watcher|left|other): 200 instead of 409"),
    ):
        await access.test_every_route_answers_as_stated(folder, "waiting")
