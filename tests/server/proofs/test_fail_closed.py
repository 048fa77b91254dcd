"""What nobody has declared leaves for nobody: events, views, frames; and every form is closed to unknown fields."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any
from unittest import mock

import pytest
from fastapi.routing import APIRoute
from structlog.testing import capture_logs

from bluffhouse import games
from bluffhouse.server.app import bare
from bluffhouse.wire import client
from bluffhouse.wire import server as wire
from tests.games.sample import companion
from tests.server.proofs.callers import every_route
from tests.server.world import chooser, running

if TYPE_CHECKING:
    from pathlib import Path

    from bluffhouse.core.game import Seat
    from bluffhouse.core.record import AnyGame

pytestmark = pytest.mark.anyio

GAME = games.find("vabanque")

MAPS = {"Lobby.options", "NewTable.options", "GameCard.options", "Presence.votes"}
"""Objects whose keys are words of a game or seats, each with a closed form of value."""

NO_FORM = {"/api/tables/{table}/record.txt", "/metrics", "/", "/t/{code}", "/r/{table}"}
"""Routes that answer text or a page: the record of a finished game, figures, the client’s own page."""


def planted(game: AnyGame) -> Any:
    return mock.patch("bluffhouse.games.find", lambda *_: game)


async def test_an_event_nobody_declared_is_told_to_nobody(folder: Path) -> None:
    """The game goes on to its end, and only the house’s own log says that something was held back."""
    with planted(companion("vabanque", "leaks").LEAKS["mask: an event it does not know"][0]), capture_logs() as logs:
        async with running(folder, seed=3) as server, server.person() as ann, server.person("Bob") as bob:
            code = await ann.create("vabanque", 3, bots="random")
            await bob.join(code)
            async with ann.page() as page, bob.page() as watching:
                await ann.start()
                await page.until(lambda frame: frame["type"] == "update")
                await page.play(chooser(1))
                await watching.until(lambda frame: frame["type"] == "lobby" and frame["lobby"]["status"] == "over")
            record = (await bob.http.get(f"/api/tables/{ann.table}/record?seen_by=open")).text
            assert page.status == "over"
            for told in (str(page.told), str(watching.told), record):
                assert "CardLaid" in told
                assert "Peeked" not in told
    assert any("undeclared" in entry["event"] for entry in logs)


@dataclasses.dataclass(frozen=True, slots=True)
class Wider(GAME.forms.view):  # type: ignore[name-defined,misc]  # the view, and a field that the game does not declare
    peeked: tuple[str, ...] = ()


def widened() -> AnyGame:
    def view(state: Any, seat: Seat | None) -> Any:
        honest = GAME.view(state, seat)
        fields = {field.name: getattr(honest, field.name) for field in dataclasses.fields(honest)}
        return Wider(**fields, peeked=state.hands[0])

    return dataclasses.replace(GAME, view=view)


async def test_a_view_with_an_undeclared_field_is_shown_to_nobody(folder: Path) -> None:
    """No update leaves, a page that opens is closed with a fault, and the house goes on."""
    with planted(widened()), capture_logs() as logs:
        async with running(folder, seed=3) as server, server.person() as ann:
            await ann.create("vabanque", 3, bots="random")
            async with ann.page() as page:
                await ann.start()
                await page.send(type="ping")
                await page.until(lambda frame: frame["type"] == "pong")
                assert "peeked" not in str(page.told)
                assert not any(frame["type"] == "update" for frame in page.told)
            assert (await ann.http.get("/health")).status_code == 200
            assert (await ann.http.get(f"/api/tables/{ann.table}")).status_code == 200
    assert any("undeclared" in entry["event"] for entry in logs)


class Gossip(wire.Sent):
    """A frame that is not among the frames."""

    text: str


class WideAck(wire.Ack):
    """A frame with a field more than its form."""

    hand: str


@pytest.mark.parametrize("frame", [Gossip(text="trap"), WideAck(table="t", key="k", seq=1, hand="trap")])
def test_a_frame_that_is_not_registered_is_not_written(frame: wire.Sent) -> None:
    with pytest.raises(TypeError):
        wire.text(frame)


def test_every_frame_is_registered() -> None:
    """The frames of the module are those of the list, and the socket’s schema has them all."""
    for module, base in ((client, client.Strict), (wire, wire.Sent)):
        made = {form for form in vars(module).values() if isinstance(form, type) and issubclass(form, base)}
        framed = {form for form in made if "type" in form.model_fields}
        assert framed == set(module.FRAMES)


def test_every_route_takes_and_gives_closed_forms_only() -> None:
    api = bare()
    described = api.openapi()
    found = [route for route in every_route(api) if isinstance(route, APIRoute) and route.path not in NO_FORM]
    assert len(found) > 20
    for route in found:
        assert route.response_model is not None or route.status_code == 204, f"{route.path} answers anything"
    named = described["components"]["schemas"]
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            bodies = [operation.get("requestBody"), *operation["responses"].values()]
            for body in bodies:
                form = (body or {}).get("content", {}).get("application/json", {}).get("schema")
                assert form is None or "$ref" in form, f"{method} {path} has a form without a name"
    for name, form in named.items():
        _closed(name, form)


def _closed(where: str, form: Any) -> None:
    """No object lets unknown fields pass."""
    if isinstance(form, list):
        for part in form:
            _closed(where, part)
    if not isinstance(form, dict):
        return
    if form.get("type") == "object" and where not in MAPS:
        assert form.get("additionalProperties") is False, f"{where} lets unknown fields pass"
    for key, part in form.items():
        if key == "properties":
            for field, inner in part.items():
                _closed(f"{where}.{field}", inner)
        else:
            _closed(where, part)
