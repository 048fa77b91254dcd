"""The frames that tell about a table, made from its values. Nothing here waits or sends."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import structlog

from bluffhouse.core.game import Seat
from bluffhouse.play import clock as time_rules
from bluffhouse.play.fair import commitment
from bluffhouse.play.lobby import Status
from bluffhouse.play.table import EVERYTHING, update
from bluffhouse.wire import server as wire
from bluffhouse.wire.values import Unregistered, Values

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bluffhouse.play.table import Table, Update
    from bluffhouse.store import model as stored

log = structlog.get_logger(__name__)


def lobby(table: stored.Table, chairs: Sequence[stored.Chair], rematch: str | None) -> wire.Lobby:
    rule = time_rules.read(table.time)
    return wire.Lobby(
        table=table.id,
        code=table.code,
        game=table.game,
        version=table.version,
        options=dict(table.options),
        seats=table.seats,
        time=wire.TimeRule(pace=rule.pace, decision=rule.decision, bank=rule.bank),
        watch=table.watch,
        delay=table.delay,
        chat=table.chat,
        listed=table.listed,
        status=Status(table.status),
        chairs=[chair(one) for one in chairs],
        host=next((one.seat for one in chairs if one.guest == table.host), None),
        created=table.created,
        rematch_of=table.rematch_of,
        rematch=rematch,
        commitment=None if table.salt is None or table.seed is None else commitment(table.salt, table.seed),
    )


def chair(one: stored.Chair) -> wire.Chair:
    kind: Literal["free", "person", "bot"] = "bot" if one.bot else "person" if one.guest else "free"
    return wire.Chair(seat=one.seat, kind=kind, name=one.name, level=one.bot, word=one.word)


def events(writers: Values, happened: Iterable[Any]) -> list[Any]:
    """The events as they travel; one of a type that the game does not declare is left out, for everybody."""
    written = []
    for event in happened:
        try:
            written.append(writers.event(event))
        except Unregistered as fault:
            log.error("an event of an undeclared type is told to nobody", kind=str(fault))
    return written


@dataclass(frozen=True, slots=True)
class Place:
    """Whose eyes: a seat (None: an onlooker), whether they are the host's, and who shares the device."""

    seat: int | None
    host: bool
    device: tuple[int, ...]


def sync(
    writers: Values,
    place: Place,
    lobby_now: wire.Lobby,
    presence: wire.Presence,
    *,
    table: Table | None,
    since: int,
    clocks: wire.Clocks | None,
) -> wire.Sync:
    """Hand in a table that forgot its story, or None before the start; Unregistered where the view may not leave."""
    shown: dict[str, Any] = {"seq": 0, "since": EVERYTHING, "events": [], "view": None, "moves": [], "asked": None}
    if table is not None:
        now = update(table, since if since <= table.seq else EVERYTHING, _seat(place.seat))
        shown = {
            "seq": now.seq,
            "since": now.since,
            "events": events(writers, now.events),
            "view": writers.view(now.view),
            "moves": list(now.moves),
            "asked": now.asked,
        }
    return wire.Sync(
        table=lobby_now.table,
        seat=place.seat,
        host=place.host,
        device=list(place.device),
        lobby=lobby_now,
        presence=presence,
        clocks=clocks,
        **shown,
    )


def news(writers: Values, name: str, now: Update, clocks: wire.Clocks) -> wire.Update:
    """Unregistered where the view may not leave."""
    return wire.Update(
        table=name,
        seq=now.seq,
        since=now.since,
        events=events(writers, now.events),
        view=writers.view(now.view),
        moves=now.moves,
        asked=now.asked,
        clocks=clocks,
    )


def _seat(seat: int | None) -> Seat | None:
    return None if seat is None else Seat(seat)
