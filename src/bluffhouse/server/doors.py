"""Who may come in: guests by their token, tables by an invitation, a seat or an open door."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bluffhouse.play.lobby import FINISHED, Status
from bluffhouse.server import security
from bluffhouse.server.hall import NoTable

if TYPE_CHECKING:
    from bluffhouse.server.hall import Hall
    from bluffhouse.server.house import House
    from bluffhouse.server.room import Room
    from bluffhouse.store import Guest

TOUCH = 3600  # seconds between two notes of when a guest was last seen


async def guest_of(house: House, cookies: dict[str, str]) -> Guest | None:
    """The guest whose token a browser sent; a token that is too old is worth nothing."""
    token = cookies.get(security.cookie_name(secure=house.settings.secure), "")
    if not token or len(token) > 100:
        return None
    guest = await house.store.guest_by_token_hash(security.hashed(token))
    now = house.clock.wall()
    if guest is None or now - guest.seen > security.IDLE or now - guest.created > security.LONGEST_STAY:
        return None
    if now - guest.seen > TOUCH:
        await house.store.touch_guest(guest.id, now)
    return guest


async def enter(hall: Hall, table: str, guest: Guest) -> Room:
    """The room of a table that this guest may know of; to everybody else it does not exist."""
    room = await hall.room(table)
    if not await knows(hall.house, room, guest):
        raise NoTable
    return room


async def knows(house: House, room: Room, guest: Guest) -> bool:
    meta = room.meta
    return (
        room.seat_of(guest.id) is not None
        or meta.host == guest.id
        or meta.watch == "anyone"
        or (meta.listed and room.status is Status.WAITING)
        or room.status in FINISHED
        or await house.store.admitted(meta.id, guest.id)
    )


async def watches(house: House, room: Room, guest: Guest) -> bool:
    """Whether somebody who knows of the table may look on while it is played.

    A device that several people share does so between their decisions.
    """
    if room.device_of(guest.id):
        return True
    if room.meta.watch == "invited":
        return room.meta.host == guest.id or await house.store.admitted(room.meta.id, guest.id)
    return room.meta.watch == "anyone"
