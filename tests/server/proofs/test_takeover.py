"""Thirty ways to get at somebody else’s seat, cards or house: all of them fail."""

from __future__ import annotations

import asyncio
import contextlib
import json
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import websockets

from bluffhouse.server.limits import REDEEMS
from bluffhouse.server.security import hashed
from bluffhouse.server.tables import INVITE_LASTS, INVITE_USES, rematch_id
from bluffhouse.store import Invite
from tests.server.proofs.callers import COOKIE, Callers, gathered, heard, outcome

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from bluffhouse.server.room import Room

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def callers() -> AsyncIterator[Callers]:
    folder = Path(tempfile.mkdtemp(prefix="bluffhouse-"))
    async with gathered(folder) as everybody:
        yield everybody
    shutil.rmtree(folder)


async def refused_socket(callers: Callers, token: str | None, **how: Any) -> None:
    with pytest.raises(websockets.InvalidStatus, match="403"):
        await callers.socket(token, **how)


def owners(room: Room) -> list[str | None]:
    return [chair.guest for chair in room.chairs]


# --- seats ------------------------------------------------------------------------------------------------------------


async def test_a_replayed_invitation_gives_no_seat(callers: Callers) -> None:
    """Whoever uses the link of somebody who sits there is invited, and sits nowhere."""
    room = await callers.table("playing")
    before = owners(room)
    token = await callers.sign_in("Replayer")
    place = await callers.call(token, "POST", "/api/invites/redeem", {"invite": room.meta.code})
    assert place.json()["seat"] is None
    socket = await callers.socket(token)
    assert await outcome(socket, type="open", table=room.meta.id) == "sync None"
    await socket.close()
    assert owners(room) == before


async def test_the_same_name_is_not_the_same_person(callers: Callers) -> None:
    room = await callers.table("playing")
    for name in ("Other Person", "OTHER PERSON", "0ther Person"):
        token = await callers.sign_in(name)
        place = await callers.call(token, "POST", "/api/invites/redeem", {"invite": room.meta.code})
        assert place.json()["seat"] is None
        socket = await callers.socket(token)
        assert await outcome(socket, type="open", table=room.meta.id) == "sync None"
        assert await outcome(socket, type="move", table=room.meta.id, key="k", asked=0, move="chip 3") == "refused seat"
        await socket.close()


async def test_a_name_that_looks_like_a_neighbours_gets_no_chair(callers: Callers) -> None:
    room = await callers.table("waiting")
    token = await callers.sign_in("0THER PERS0N")
    await callers.call(token, "POST", "/api/invites/redeem", {"invite": room.meta.code})
    assert (await callers.call(token, "POST", f"/api/tables/{room.meta.id}/seats/2")).status_code == 409


async def test_renaming_gives_no_seat(callers: Callers) -> None:
    room = await callers.table("playing")
    token = await callers.sign_in("Chameleon")
    await callers.call(token, "POST", "/api/invites/redeem", {"invite": room.meta.code})
    assert (await callers.call(token, "PATCH", "/api/me", {"name": "Host Person"})).status_code == 200
    assert (await callers.call(token, "GET", f"/api/tables/{room.meta.id}")).json()["seat"] is None


async def test_nobody_has_two_seats(callers: Callers) -> None:
    room = await callers.table("waiting")
    assert (
        await callers.call(callers.tokens["other"], "POST", f"/api/tables/{room.meta.id}/seats/2")
    ).status_code == 409


async def test_of_two_who_claim_a_seat_one_gets_it(callers: Callers) -> None:
    room = await callers.table("waiting")
    tokens = [callers.tokens["watcher"], callers.tokens["left"]]
    answers = [await callers.call(token, "POST", f"/api/tables/{room.meta.id}/seats/2") for token in tokens]
    assert sorted(answer.status_code for answer in answers) == [200, 409]


async def test_the_seat_of_somebody_who_signed_out_is_not_given_away(callers: Callers) -> None:
    room = await callers.table("waiting")
    token = await callers.sign_in("Leaver")
    at = f"/api/tables/{room.meta.id}"
    await callers.call(token, "POST", "/api/invites/redeem", {"invite": room.meta.code})
    assert (await callers.call(token, "POST", f"{at}/seats/2")).status_code == 200
    assert (await callers.call(callers.tokens["host"], "POST", f"{at}/start")).status_code == 200
    assert (await callers.call(token, "DELETE", "/api/me")).status_code == 204
    for name in ("watcher", "left", "host"):
        assert (await callers.call(callers.tokens[name], "POST", f"{at}/seats/2")).status_code == 409
    again = await callers.sign_in("Leaver")
    await callers.call(again, "POST", "/api/invites/redeem", {"invite": room.meta.code})
    assert (await callers.call(again, "GET", at)).json()["seat"] is None


async def test_a_host_cannot_put_a_bot_in_a_persons_place(callers: Callers) -> None:
    room = await callers.table("waiting")
    before = owners(room)
    at = f"/api/tables/{room.meta.id}/seats/1"
    assert (await callers.call(callers.tokens["host"], "PUT", f"{at}/bot", {"level": "random"})).status_code == 409
    assert (await callers.call(callers.tokens["host"], "DELETE", f"{at}/bot")).status_code == 409
    assert (await callers.call(callers.tokens["host"], "DELETE", at)).status_code == 409
    assert owners(room) == before


async def test_a_frame_cannot_name_a_seat(callers: Callers) -> None:
    """The house takes the seat from the token; a frame that brings one is none."""
    room = await callers.table("playing")
    socket = await callers.socket(callers.tokens["other"])
    await outcome(socket, type="open", table=room.meta.id)
    frame = {"type": "move", "table": room.meta.id, "key": "k", "asked": 0, "move": "chip 3", "seat": 0}
    await socket.send(json.dumps(frame))
    with pytest.raises(websockets.ConnectionClosed) as closed:
        while True:
            await socket.recv()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1007


async def test_a_neighbours_key_brings_no_answer_of_theirs(callers: Callers) -> None:
    room = await callers.table("playing")
    host, other = [await callers.socket(callers.tokens[name]) for name in ("host", "other")]
    for socket in (host, other):
        await outcome(socket, type="open", table=room.meta.id)
    frame = {"type": "move", "table": room.meta.id, "key": "shared", "asked": 0}
    assert await outcome(host, **frame, move="nonsense of mine") == "refused notation"
    await other.send(json.dumps({**frame, "move": "other nonsense"}))
    (answer,) = [told for told in await heard(other) if told["type"] == "refused"]
    assert "of mine" not in str(answer)
    for socket in (host, other):
        await socket.close()


async def test_a_frame_about_a_table_that_is_not_open_here_does_nothing(callers: Callers) -> None:
    """Also by somebody who sits there: opening is where the house looks who it is."""
    room = await callers.table("playing")
    socket = await callers.socket(callers.tokens["host"])
    assert await outcome(socket, type="vote", table=room.meta.id, vote="end") == "error no table"
    await socket.close()
    assert room.status == "playing"


async def test_the_next_table_is_closed_to_those_who_watched(callers: Callers) -> None:
    """Its id can be worked out; that lets nobody in."""
    room = await callers.table("over")
    assert (
        await callers.call(callers.tokens["host"], "POST", f"/api/tables/{room.meta.id}/rematch")
    ).status_code == 200
    following = rematch_id(room.meta.id)
    for name in ("guest", "watcher", "left"):
        token = callers.tokens[name]
        assert (await callers.call(token, "GET", f"/api/tables/{following}")).status_code == 404
        assert (await callers.call(token, "POST", f"/api/tables/{following}/seats/2")).status_code == 404


# --- tokens -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("where", ["?bluffhouse={}", "?token={}", "?cookie=bluffhouse%3D{}"])
async def test_a_token_in_the_address_is_worth_nothing(callers: Callers, where: str) -> None:
    token = callers.tokens["host"] or ""
    assert (await callers.call(None, "GET", "/api/me" + where.format(token))).status_code == 401
    url = f"{callers.origin.replace('http', 'ws', 1)}/api/socket{where.format(token)}"
    await refused_socket(callers, None, url=url)


@pytest.mark.parametrize("header", ["authorization", "x-token", "x-bluffhouse", "x-forwarded-user"])
async def test_a_token_in_another_header_is_worth_nothing(callers: Callers, header: str) -> None:
    token = callers.tokens["host"] or ""
    for value in (token, f"Bearer {token}", f"bluffhouse={token}"):
        assert (await callers.call(None, "GET", "/api/me", headers={header: value})).status_code == 401
    await refused_socket(callers, None, headers={header: f"Bearer {token}"})


async def test_a_token_as_a_subprotocol_is_worth_nothing(callers: Callers) -> None:
    await refused_socket(callers, None, subprotocols=[callers.tokens["host"] or ""])


async def test_what_is_stored_of_a_token_is_worth_nothing(callers: Callers) -> None:
    """Neither its hash nor the guest’s id opens anything: who reads the database is nobody."""
    token = callers.tokens["host"] or ""
    guest = await callers.server.house.store.guest_by_token_hash(hashed(token))
    assert guest is not None
    for tried in (
        hashed(token),
        guest.id,
        guest.name.replace(" ", ""),
        token[:-1],
        token + "x",
        token.upper(),
        "",
        "x" * 101,
    ):
        assert (await callers.call(tried, "GET", "/api/me")).status_code == 401
        await refused_socket(callers, tried)


async def test_a_token_somebody_chose_beforehand_is_not_taken(callers: Callers) -> None:
    """Signing in with a planted cookie gives a token of the house’s own."""
    planted = "planted" * 7
    answer = await callers.call(planted, "POST", "/api/guests", {"name": "Victim"})
    assert answer.cookies[COOKIE] not in (planted, "")
    assert (await callers.call(planted, "GET", "/api/me")).status_code == 401


async def test_the_cookie_is_kept_from_scripts_and_other_sites(callers: Callers) -> None:
    answer = await callers.call(None, "POST", "/api/guests", {"name": "Cookie"})
    kept = answer.headers["set-cookie"]
    assert all(word in kept for word in ("HttpOnly", "SameSite=Lax", "Path=/"))
    assert "domain" not in kept.lower()


async def test_a_socket_does_not_outlive_its_token(callers: Callers) -> None:
    """All pages of somebody who signs out are closed, and what is sent meanwhile moves nothing."""
    room = await callers.table("waiting")
    token = await callers.sign_in("Two Pages")
    at = f"/api/tables/{room.meta.id}"
    await callers.call(token, "POST", "/api/invites/redeem", {"invite": room.meta.code})
    assert (await callers.call(token, "POST", f"{at}/seats/2")).status_code == 200
    pages = [await callers.socket(token) for _ in range(2)]
    for page in pages:
        assert await outcome(page, type="open", table=room.meta.id) == "sync 2"
    assert (await callers.call(callers.tokens["host"], "POST", f"{at}/start")).status_code == 200
    assert (await callers.call(token, "DELETE", "/api/me")).status_code == 204
    for page in pages:
        with contextlib.suppress(websockets.ConnectionClosed):
            await page.send(json.dumps({"type": "open", "table": room.meta.id}))
        with pytest.raises(websockets.ConnectionClosed) as closed:
            async with asyncio.timeout(5):
                while True:
                    await page.recv()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008
    await refused_socket(callers, token)


# --- other sites ------------------------------------------------------------------------------------------------------

STRANGE = [
    "http://evil.test",
    "null",
    "https://127.0.0.1",
    "{}.evil.test",
    "{}/",
    "{}@evil.test",
    "http://127.0.0.1:1",
    "{} {}",
]


@pytest.mark.parametrize("origin", STRANGE)
async def test_a_socket_from_another_site_is_refused(callers: Callers, origin: str) -> None:
    await refused_socket(
        callers, callers.tokens["host"], origin=websockets.Origin(origin.format(callers.origin, callers.origin))
    )


async def test_a_socket_from_nowhere_is_refused(callers: Callers) -> None:
    await refused_socket(callers, callers.tokens["host"], origin=None)


@pytest.mark.parametrize("origin", STRANGE)
async def test_a_change_from_another_site_is_refused(callers: Callers, origin: str) -> None:
    sent = {"origin": origin.format(callers.origin, callers.origin)}
    answer = await callers.call(callers.tokens["host"], "PATCH", "/api/me", {"name": "Evil"}, headers=sent)
    assert answer.status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site", "none"])
async def test_a_browser_that_says_it_comes_from_elsewhere_is_believed(callers: Callers, site: str) -> None:
    sent = {"sec-fetch-site": site}
    answer = await callers.call(callers.tokens["host"], "PATCH", "/api/me", {"name": "Evil"}, headers=sent)
    assert answer.status_code == 403


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])
async def test_a_form_of_another_site_is_not_read(callers: Callers, kind: str) -> None:
    sent = {"origin": callers.origin, "content-type": kind, "cookie": f"{COOKIE}={callers.tokens['host']}"}
    answer = await callers.http.post("/api/tables", content='{"game":"vabanque","seats":3}', headers=sent)
    assert answer.status_code == 415


@pytest.mark.parametrize("host", ["evil.test", "127.0.0.1", "evil.test:80", "localhost.evil.test", ""])
async def test_another_host_name_is_not_ours(callers: Callers, host: str) -> None:
    """Whoever points their own name at this machine gets nothing."""
    assert (await callers.call(callers.tokens["host"], "GET", "/api/me", headers={"host": host})).status_code == 421


async def test_no_header_turns_a_reading_request_into_a_change(callers: Callers) -> None:
    sent = {"x-http-method-override": "DELETE", "x-method-override": "DELETE"}
    assert (
        await callers.call(callers.tokens["host"], "GET", "/api/me?_method=DELETE", headers=sent)
    ).status_code == 200
    assert (await callers.call(callers.tokens["host"], "GET", "/api/me")).status_code == 200


async def test_nothing_is_compressed_beside_a_secret(callers: Callers) -> None:
    socket = await callers.socket(callers.tokens["host"], compression="deflate")
    assert socket.response is not None
    assert "sec-websocket-extensions" not in socket.response.headers
    await socket.close()
    answer = await callers.call(None, "GET", "/api/house", headers={"accept-encoding": "gzip, br"})
    assert "content-encoding" not in answer.headers


# --- invitations ------------------------------------------------------------------------------------------------------


async def test_an_invitation_ends(callers: Callers) -> None:
    room = await callers.table("waiting")
    store, now = callers.server.house.store, callers.server.house.clock.wall()
    await store.add_invite(Invite(hashed("late"), room.meta.id, None, INVITE_USES, now - 1))
    await store.add_invite(Invite(hashed("usedup"), room.meta.id, None, 0, now + INVITE_LASTS))
    for secret in ("late", "usedup", "unknown"):
        answer = await callers.call(callers.tokens["guest"], "POST", "/api/invites/redeem", {"invite": secret})
        assert answer.status_code == 404
        assert answer.json()["code"] == "invite"


async def test_a_host_can_call_invitations_back(callers: Callers) -> None:
    room = await callers.table("waiting")
    at = f"/api/tables/{room.meta.id}/invites"
    made = (await callers.call(callers.tokens["host"], "POST", at)).json()
    assert (await callers.call(callers.tokens["host"], "DELETE", at)).status_code == 204
    token = await callers.sign_in("Too Late")
    for secret in (made["secret"], room.meta.code):
        answer = await callers.call(token, "POST", "/api/invites/redeem", {"invite": secret})
        assert answer.status_code == 404


async def test_codes_cannot_be_guessed(folder: Path) -> None:
    """After a few tries the house answers no more, whether the code is right or not."""
    async with gathered(folder, rate_scale=1.0) as strict:
        room = await strict.table("waiting")
        token = strict.tokens["guest"]
        answers = [
            await strict.call(token, "POST", "/api/invites/redeem", {"invite": f"guess{number:03}"})
            for number in range(int(REDEEMS.times) + 1)
        ]
        assert [answer.status_code for answer in answers] == [404] * int(REDEEMS.times) + [429]
        assert (await strict.call(token, "POST", "/api/invites/redeem", {"invite": room.meta.code})).status_code == 429


async def test_a_table_that_is_not_ones_own_looks_like_none(callers: Callers) -> None:
    """Byte by byte the same answer as for an id that does not exist."""
    room = await callers.table("playing")
    token = callers.tokens["guest"]
    for path in ("", "/seats/1", "/start", "/rematch"):
        method = "POST" if path else "GET"
        one, other = [
            await callers.call(token, method, f"/api/tables/{name}{path}") for name in (room.meta.id, "x" * 26)
        ]
        assert (one.status_code, one.content) == (other.status_code, other.content) == (404, one.content)
    socket = await callers.socket(token)
    answers = []
    for name in (room.meta.id, "x" * 26):
        await socket.send(json.dumps({"type": "open", "table": name}))
        answers.append(str(await heard(socket)).replace(name, "NAME"))
    assert answers[0] == answers[1]
    await socket.close()
