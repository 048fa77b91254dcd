"""Guests are known by their token's hash alone, and invites let in as many as they say."""

from __future__ import annotations

import asyncio

import pytest

from bluffhouse.store import PLAYING, Chair, Guest, Invite, Store, Taken
from tests.store.values import a_table

pytestmark = pytest.mark.anyio

ADA = Guest("ada", "Ada", created=1.0, seen=2.0)


async def test_a_guest_is_found_by_the_tokens_hash(store: Store) -> None:
    await store.add_guest(ADA, "hash")
    assert await store.guest_by_token_hash("hash") == ADA
    assert await store.guest("ada") == ADA
    assert await store.guest_by_token_hash("ada") is None
    with pytest.raises(Taken):
        await store.add_guest(Guest("bo", "Bo", 1.0, 1.0), "hash")


async def test_a_new_token_ends_the_old_one(store: Store) -> None:
    await store.add_guest(ADA, "old")
    await store.set_token("ada", "new")
    assert await store.guest_by_token_hash("old") is None
    assert await store.guest_by_token_hash("new") == ADA


async def test_a_new_name_is_shown_where_the_game_has_not_begun(store: Store) -> None:
    await store.add_guest(ADA, "hash")
    await store.add_table(a_table("waits"), seated=[Chair(0, guest="ada", name="Ada")])
    await store.add_table(a_table("plays", status=PLAYING), seated=[Chair(0, guest="ada", name="Ada")])
    await store.rename_guest("ada", "Countess")
    await store.touch_guest("ada", 50.0)
    assert await store.guest("ada") == Guest("ada", "Countess", 1.0, 50.0)
    assert [(await store.chairs(name))[0].name for name in ("waits", "plays")] == ["Countess", "Ada"]


async def test_a_dropped_guest_leaves_no_table_hanging(store: Store) -> None:
    await store.add_guest(ADA, "hash")
    await store.add_table(a_table("waits"), seated=[Chair(0, guest="ada", name="Ada")])
    await store.add_table(a_table("plays", status=PLAYING), seated=[Chair(0, guest="ada", name="Ada")])
    await store.drop_guest("ada", 5.0)
    assert await store.guest_by_token_hash("hash") is None
    assert (await store.chairs("waits"))[0] == Chair(0)
    assert (await store.chairs("plays"))[0] == Chair(0, guest="ada", name="Ada", stand_in=True)


async def test_idle_guests(store: Store) -> None:
    for number in (3, 1, 2):
        await store.add_guest(Guest(str(number), "", 0.0, float(number)), str(number))
    assert [guest.id for guest in await store.idle_guests(before=3.0)] == ["1", "2"]
    assert [guest.id for guest in await store.idle_guests(before=3.0, limit=1)] == ["1"]


@pytest.fixture
async def invite(store: Store) -> Invite:
    await store.add_table(a_table())
    invite = Invite("secret", "t1", seat=2, uses=3, expires=100.0)
    await store.add_invite(invite)
    return invite


async def test_an_invite_lets_in_as_many_as_it_says(url: str, store: Store, invite: Invite) -> None:
    other = await Store.open(url)
    outcomes = await asyncio.gather(
        *((store, other)[number % 2].redeem_invite("secret", f"guest {number}", 50.0) for number in range(20)),
        return_exceptions=True,
    )
    await other.close()
    assert sorted(outcome.uses for outcome in outcomes if isinstance(outcome, Invite)) == [0, 1, 2]
    assert sum(isinstance(outcome, Taken) for outcome in outcomes) == 17
    inside = [await store.admitted("t1", f"guest {number}") for number in range(20)]
    assert inside == [isinstance(outcome, Invite) for outcome in outcomes]
    assert await store.invites(invite.table) == [Invite("secret", "t1", 2, 0, 100.0)]


async def test_the_same_guest_uses_an_invite_once(store: Store, invite: Invite) -> None:
    first = await store.redeem_invite(invite.secret_hash, "ada", 50.0)
    assert first == Invite("secret", "t1", 2, 2, 100.0)
    assert await store.redeem_invite(invite.secret_hash, "ada", 500.0) == first


async def test_expired_and_revoked_invites_let_nobody_in(store: Store, invite: Invite) -> None:
    with pytest.raises(Taken):
        await store.redeem_invite(invite.secret_hash, "ada", 100.0)
    await store.redeem_invite(invite.secret_hash, "bo", 99.0)
    await store.revoke_invites(invite.table)
    with pytest.raises(Taken):
        await store.redeem_invite(invite.secret_hash, "ada", 50.0)
    with pytest.raises(Taken):
        await store.redeem_invite("unknown", "ada", 50.0)
    assert not await store.admitted("t1", "ada")
    assert await store.admitted("t1", "bo")


async def test_an_invite_is_for_a_table_that_exists(store: Store) -> None:
    with pytest.raises(Taken):
        await store.add_invite(Invite("secret", "t1", None, 1, 1.0))
