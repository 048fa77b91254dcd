"""Plain requests: guests, tables, seats. Everything that changes something is a POST, PUT, PATCH or DELETE."""

import typing
from collections.abc import Iterable
from enum import Enum
from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Depends, HTTPException, Path, Request, Response

from bluffhouse import games
from bluffhouse.bots.levels import LEVELS, known
from bluffhouse.bus import BESIDE_THE_LOG
from bluffhouse.play import lobby as rules
from bluffhouse.server import limits, security, tables, telling
from bluffhouse.server.doors import enter, guest_of
from bluffhouse.server.hall import Full, Hall, NoTable
from bluffhouse.server.mailbox import Busy
from bluffhouse.server.room import Room
from bluffhouse.server.socket import Sockets
from bluffhouse.store import Chair, Guest, StoreDown, Table, Taken
from bluffhouse.wire import rest
from bluffhouse.wire.server import Lobby

router = APIRouter(prefix="/api")

TableId = Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
SeatNumber = Annotated[int, Path(ge=0, le=11)]
NO_INVITE = "this invitation is unknown, used up or expired"


def problem(status: int, code: str, sentence: str) -> HTTPException:
    return HTTPException(status, {"code": code, "sentence": sentence})


def answers(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """What a route may answer besides its good news."""
    return {status: {"model": rest.Problem} for status in (400, 403, 408, 413, 415, 421, 422, 429, 503, *statuses)}


def _hall(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


HallHere = Annotated[Hall, Depends(_hall)]


def _sockets(request: Request) -> Sockets:
    sockets: Sockets = request.app.state.sockets
    return sockets


SocketsHere = Annotated[Sockets, Depends(_sockets)]


async def _guest(request: Request, hall: HallHere) -> Guest:
    guest = await guest_of(hall.house, request.cookies)
    if guest is None:
        raise problem(401, "guest", "say who you are first")
    return guest


SignedIn = Annotated[Guest, Depends(_guest)]


async def _room(table: TableId, hall: HallHere, guest: SignedIn) -> Room:
    try:
        return await enter(hall, table, guest)
    except NoTable:
        raise problem(404, "no table", "there is no such table, or you are not invited to it") from None
    except Full:
        raise problem(503, "full", "the house is full; try again later") from None


RoomHere = Annotated[Room, Depends(_room)]


def limit(hall: Hall, rate: limits.Rate, who: str) -> None:
    if not hall.house.limits.allow(rate, who):
        raise problem(429, "rate", "that is enough for now; try again in a few minutes")


def _allowed(refusal: str | None) -> None:
    if refusal is not None:
        raise problem(409, "lobby", refusal)


def place(room: Room, guest: Guest) -> rest.Place:
    return rest.Place(
        lobby=room.lobby(),
        seat=room.seat_of(guest.id),
        host=room.meta.host == guest.id,
        device=list(room.device_of(guest.id)),
    )


def link(hall: Hall, code: str, secret: str) -> str:
    """The secret is behind the #: browsers send that part to nobody, so it is in no log."""
    return f"{hall.house.settings.served_from()[0]}/t/{code}#{secret}"


# --- guests -----------------------------------------------------------------------------------------------------------


@router.post("/guests", status_code=201, responses=answers())
async def sign_in(request: Request, response: Response, hall: HallHere, naming: rest.Naming) -> rest.Me:
    """Come in under a name. The answer sets a cookie: whoever holds it is this guest."""
    limit(hall, limits.NEW_GUESTS, request.client.host if request.client else "")
    name = _named(naming)
    house = hall.house
    token, now = house.ids.token(), house.clock.wall()
    await house.store.add_guest(Guest(house.ids.word(), name, now, now), security.hashed(token))
    response.headers.append("set-cookie", security.cookie(token, secure=house.settings.secure))
    return rest.Me(name=name)


def _named(naming: rest.Naming) -> str:
    try:
        return security.clean_name(naming.name)
    except security.BadName as fault:
        raise problem(422, "name", str(fault)) from None


@router.get("/me", responses=answers(401))
async def me(guest: SignedIn) -> rest.Me:
    return rest.Me(name=guest.name)


@router.patch("/me", responses=answers(401))
async def rename(guest: SignedIn, hall: HallHere, naming: rest.Naming) -> rest.Me:
    """Take another name; a game goes on under the name it began with."""
    name = _named(naming)
    await hall.house.store.rename_guest(guest.id, name)
    await _refresh_rooms(hall, await hall.house.store.tables_of(guest.id))
    return rest.Me(name=name)


@router.delete("/me", status_code=204, responses=answers(401))
async def sign_out(guest: SignedIn, hall: HallHere, sockets: SocketsHere, response: Response) -> None:
    """Be forgotten: waiting seats become free, in running games a stand-in plays on."""
    sat_at = await hall.house.store.tables_of(guest.id)
    await hall.house.store.drop_guest(guest.id, hall.house.clock.wall())
    sockets.sign_out(guest.id)
    await _refresh_rooms(hall, sat_at)
    response.headers.append("set-cookie", security.cookie("", secure=hall.house.settings.secure))


async def _refresh_rooms(hall: Hall, sat_at: Iterable[Table]) -> None:
    """Have everybody at these tables see the change, through whichever worker they are there."""
    for table in sat_at:
        if (room := hall.rooms.get(table.id)) is not None:
            await room.mailbox.ask(room.do_refresh)
        else:
            hall.house.bus.publish(table.id, BESIDE_THE_LOG)


# --- tables -----------------------------------------------------------------------------------------------------------


@router.get("/house", responses=answers())
async def house_card() -> rest.House:
    """What can be played here, and against whom."""
    return rest.House(games=[_card(name) for name in games.NAMES], levels=list(LEVELS))


def _card(name: str) -> rest.GameCard:
    game = games.find(name)
    most = {seats for options in game.variants for seats in game.chairs(options)}
    return rest.GameCard(
        name=name,
        version=game.version,
        seats=sorted(most),
        options={key: _words(hint) for key, hint in typing.get_type_hints(game.options).items()},
    )


def _words(hint: Any) -> list[str]:
    if isinstance(hint, type) and issubclass(hint, Enum):
        return [str(member.value) for member in hint]
    return ["true", "false"] if hint is bool else []


@router.post("/tables", status_code=201, responses=answers(401, 409))
async def create(guest: SignedIn, hall: HallHere, wanted: rest.NewTable) -> rest.Created:
    """Set up a table. Its host, or who shares the host's device, sits down; the invitation's secret is told once."""
    limit(hall, limits.NEW_TABLES, guest.id)
    house = hall.house
    if len(await house.store.tables_of(guest.id)) >= house.settings.tables_per_guest:
        raise problem(409, "tables", "you have too many unfinished tables; finish or leave some first")
    try:
        table, seated = tables.planned(house, guest, wanted), tables.at_one_device(guest, wanted)
    except security.BadName as fault:
        raise problem(422, "name", str(fault)) from None
    except (LookupError, ValueError) as fault:
        raise problem(422, "table", str(fault)) from None
    await tables.set_up(house, table, seated or [Chair(0, guest.id, name=guest.name)])
    secret = await tables.invite(house, table.id)
    room = await hall.room(table.id)
    return rest.Created(
        place=place(room, guest), invitation=rest.Invitation(link=link(hall, table.code, secret), secret=secret)
    )


@router.get("/tables", responses=answers())
async def open_tables(hall: HallHere) -> rest.Lobbies:
    """Tables that wait for anybody."""
    found = await hall.house.store.open_tables()
    chairs = await hall.house.store.chairs_of([table.id for table in found])
    return rest.Lobbies(tables=[telling.lobby(table, chairs[table.id], None) for table in found])


@router.get("/tables/mine", responses=answers(401))
async def my_tables(guest: SignedIn, hall: HallHere) -> rest.Places:
    """The own tables that are not finished."""
    found = await hall.house.store.tables_of(guest.id)
    chairs = await hall.house.store.chairs_of([table.id for table in found])
    places = []
    for table in found:
        seat = next((chair.seat for chair in chairs[table.id] if chair.guest == guest.id), None)
        device = [chair.seat for chair in chairs[table.id] if rules.shares(chair, guest.id)]
        lobby = telling.lobby(table, chairs[table.id], None)
        places.append(rest.Place(lobby=lobby, seat=seat, host=table.host == guest.id, device=device))
    return rest.Places(tables=places)


@router.get("/tables/{table}", responses=answers(401, 404))
async def look(room: RoomHere, guest: SignedIn) -> rest.Place:
    return place(room, guest)


@router.post("/invites/look", responses=answers(404))
async def look_at_invite(request: Request, hall: HallHere, secret: rest.Secret) -> Lobby:
    """Where an invitation leads, for somebody who has not said who they are yet; it lets nobody in."""
    limit(hall, limits.REDEEMS, request.client.host if request.client else "")
    store = hall.house.store
    invite = await store.open_invite(security.hashed(secret.invite), hall.house.clock.wall())
    table = None if invite is None else await store.table(invite.table)
    if table is None:
        raise problem(404, "invite", NO_INVITE)
    return telling.lobby(table, (await store.chairs_of([table.id]))[table.id], None)


@router.post("/invites/redeem", responses=answers(401, 404))
async def redeem(guest: SignedIn, hall: HallHere, secret: rest.Secret) -> rest.Place:
    """Be let in by an invitation's secret or a table's short code; it says nothing about who one is."""
    limit(hall, limits.REDEEMS, guest.id)
    try:
        invite = await hall.house.store.redeem_invite(security.hashed(secret.invite), guest.id, hall.house.clock.wall())
        return place(await hall.room(invite.table), guest)
    except (Taken, NoTable):
        raise problem(404, "invite", NO_INVITE) from None


@router.post("/tables/{table}/invites", status_code=201, responses=answers(401, 404, 409))
async def new_invite(room: RoomHere, guest: SignedIn, hall: HallHere) -> rest.Invitation:
    limit(hall, limits.NEW_TABLES, guest.id)
    if room.meta.host != guest.id:
        raise problem(409, "lobby", "only the host invites people")
    secret = await tables.invite(hall.house, room.meta.id)
    return rest.Invitation(link=link(hall, room.meta.code, secret), secret=secret)


@router.delete("/tables/{table}/invites", status_code=204, responses=answers(401, 404, 409))
async def call_back_invites(room: RoomHere, guest: SignedIn, hall: HallHere) -> None:
    """Neither the links nor the code let anybody in any more; whoever is in stays in."""
    if room.meta.host != guest.id:
        raise problem(409, "lobby", "only the host calls invitations back")
    await hall.house.store.revoke_invites(room.meta.id)


# --- seats ------------------------------------------------------------------------------------------------------------


@router.post("/tables/{table}/seats/{seat}", responses=answers(401, 404, 409))
async def take_seat(room: RoomHere, seat: SeatNumber, guest: SignedIn, hall: HallHere) -> rest.Place:
    async def take() -> None:
        _allowed(rules.may_take(room.status, room.chairs, seat, guest.id))
        if tables.name_taken(room.chairs, guest.name):
            raise problem(409, "name", "somebody with such a name sits here already; take another name")
        await _change(room, partial(hall.house.store.claim_seat, room.meta.id, seat, guest.id, guest.name))

    await room.mailbox.ask(take)
    return place(room, guest)


@router.delete("/tables/{table}/seats/{seat}", responses=answers(401, 404, 409))
async def leave_seat(room: RoomHere, seat: SeatNumber, guest: SignedIn, hall: HallHere) -> rest.Place:
    async def leave() -> None:
        _allowed(rules.may_leave(room.status, room.chairs, seat, guest.id))
        await _change(room, partial(hall.house.store.leave_seat, room.meta.id, seat, guest.id))

    await room.mailbox.ask(leave)
    return place(room, guest)


@router.put("/tables/{table}/seats/{seat}/word", responses=answers(401, 404, 409))
async def add_word(
    room: RoomHere, seat: SeatNumber, guest: SignedIn, hall: HallHere, added: rest.ChanceWord
) -> rest.Place:
    """Add to the dealer's chance before the game begins: then not even the house could have foreseen the draws."""

    async def add() -> None:
        _allowed(rules.may_add_word(room.status, room.chairs, seat, guest.id))
        await _change(room, partial(hall.house.store.add_word, room.meta.id, seat, guest.id, added.word))

    await room.mailbox.ask(add)
    return place(room, guest)


@router.put("/tables/{table}/seats/{seat}/bot", responses=answers(401, 404, 409))
async def seat_bot(
    room: RoomHere, seat: SeatNumber, guest: SignedIn, hall: HallHere, wanted: rest.BotLevel
) -> rest.Place:
    if not known(wanted.level):
        raise problem(422, "level", f"there is no such level; there are: {', '.join(LEVELS)}")

    async def sit() -> None:
        _allowed(rules.may_seat_bot(room.status, room.chairs, seat, guest.id, room.meta.host))
        name = tables.bot_name(room.chairs, seat)
        await _change(room, partial(hall.house.store.seat_bot, room.meta.id, seat, wanted.level, name))

    await room.mailbox.ask(sit)
    return place(room, guest)


@router.delete("/tables/{table}/seats/{seat}/bot", responses=answers(401, 404, 409))
async def dismiss_bot(room: RoomHere, seat: SeatNumber, guest: SignedIn, hall: HallHere) -> rest.Place:
    async def dismiss() -> None:
        _allowed(rules.may_seat_bot(room.status, room.chairs, seat, guest.id, room.meta.host))
        await _change(room, partial(hall.house.store.clear_seat, room.meta.id, seat))

    await room.mailbox.ask(dismiss)
    return place(room, guest)


async def _change(room: Room, change: partial[Any]) -> None:
    """Make the change in the store, then have everybody see it; who comes second is told so."""
    try:
        await change()
    except Taken:
        raise problem(409, "lobby", "somebody was faster; look at the table again") from None
    finally:
        await room.do_refresh()


@router.post("/tables/{table}/start", responses=answers(401, 404, 409))
async def begin(room: RoomHere, guest: SignedIn) -> rest.Place:
    async def start() -> None:
        await room.refresh()  # somebody may have sat down through another worker
        _allowed(rules.may_start(room.status, room.chairs, guest.id, room.meta.host))
        try:
            await room.do_start()
        except Taken:
            raise problem(409, "lobby", "the game has begun already") from None

    await room.mailbox.ask(start)
    return place(room, guest)


@router.post("/tables/{table}/rematch", responses=answers(401, 404, 409))
async def play_again(room: RoomHere, guest: SignedIn, hall: HallHere) -> rest.Place:
    """The next table for the same people; whoever asks second is led to the same one."""

    async def ask() -> str:
        _allowed(rules.may_rematch(room.status, room.chairs, guest.id))
        room.rematch = await tables.rematch(hall.house, room, guest)
        room.tell_lobby()
        room.tell_fellows()
        return room.rematch

    return place(await hall.room(await room.mailbox.ask(ask)), guest)


FAULTS: dict[type[Exception], tuple[int, str, str]] = {
    StoreDown: (503, "not saved", "the house cannot save just now; try again in a moment"),
    Busy: (503, "busy", "too much is happening at this table; try again in a moment"),
    Full: (503, "full", "the house is full; try again later"),
    NoTable: (404, "no table", "there is no such table, or you are not invited to it"),
}
