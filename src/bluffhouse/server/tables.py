"""Setting up tables: new ones, invitations to them, and the next one for the same people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bluffhouse import games
from bluffhouse.bots.levels import NAMES
from bluffhouse.core.words import read_options, write_options
from bluffhouse.play import clock as time_rules
from bluffhouse.play.lobby import Status, at_device
from bluffhouse.server.security import BadName, clean_name, hashed, skeleton
from bluffhouse.store import Chair, Invite, Table, Taken

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bluffhouse.server.house import House
    from bluffhouse.server.room import Room
    from bluffhouse.store import Guest
    from bluffhouse.wire.rest import NewTable

INVITE_USES: Final = 100
INVITE_LASTS: Final = 30 * 86_400
ATTEMPTS: Final = 5
ID_LENGTH: Final = 26


def planned(house: House, host: Guest, wanted: NewTable) -> Table:
    """The table somebody asks for; LookupError or ValueError with a sentence where the game has none like it."""
    game = games.find(wanted.game)
    options = read_options(game.options, wanted.options)
    game.setup(options, wanted.seats)
    salt, seed = _seal(house)
    second = time_rules.SECOND
    rule = time_rules.TimeRule(wanted.time.pace, wanted.time.decision * second, wanted.time.bank * second)
    return Table(
        id=house.ids.word(),
        code=house.ids.code(),
        game=game.name,
        version=game.version,
        options=write_options(options),
        seats=wanted.seats,
        time=time_rules.write(rule),
        watch=wanted.watch,
        delay=wanted.delay,
        chat=wanted.chat,
        listed=wanted.listed,
        host=host.id,
        status=Status.WAITING,
        created=house.clock.wall(),
        salt=salt,
        seed=seed,
    )


def _seal(house: House) -> tuple[str, str] | tuple[None, None]:
    """Salt and seed, from which the dealer's chance at a new table will follow."""
    return (house.ids.word(), house.ids.token()) if house.seals else (None, None)


def at_one_device(host: Guest, wanted: NewTable) -> list[Chair]:
    """The chairs of those who share the host's device; ValueError where they cannot sit so, BadName for a name."""
    if len(wanted.people) > wanted.seats:
        raise ValueError("there are more people than seats")
    chairs: list[Chair] = []
    for seat, typed in enumerate(wanted.people):
        name = clean_name(typed)
        if name_taken(chairs, name):
            raise BadName("two names are too much alike")
        chairs.append(Chair(seat, at_device(host.id, seat), name=name))
    return chairs


async def set_up(house: House, table: Table, seated: Iterable[Chair] = ()) -> None:
    """Keep a new table, and let its short code invite people to it; `Taken` where its id or code exists."""
    await house.store.add_table(table, seated)
    await _invite(house, table.id, table.code)


async def invite(house: House, table: str) -> str:
    """The secret of a new invitation."""
    secret = house.ids.token()
    await _invite(house, table, secret)
    return secret


async def _invite(house: House, table: str, secret: str) -> None:
    expires = house.clock.wall() + INVITE_LASTS
    await house.store.add_invite(Invite(hashed(secret), table, None, INVITE_USES, expires))


def bot_name(chairs: Sequence[Chair], seat: int) -> str:
    """A name that nobody at the table has."""
    used = {skeleton(chair.name) for chair in chairs if chair.seat != seat}
    return next(name for name in NAMES if skeleton(name) not in used)


def name_taken(chairs: Sequence[Chair], name: str) -> bool:
    return any(not chair.free and skeleton(chair.name) == skeleton(name) for chair in chairs)


def rematch_id(table: str) -> str:
    """Where the same people go on: known from the table alone, so that two who ask at once meet at one table."""
    return hashed(f"rematch of {table}")[:ID_LENGTH]


async def rematch(house: House, room: Room, asker: Guest) -> str:
    """The next table for the same people and bots, set up by whoever asks first."""
    old = room.meta
    salt, seed = _seal(house)
    following = Table(
        id=rematch_id(old.id),
        code=house.ids.code(),
        game=old.game,
        version=games.find(old.game).version,
        options=old.options,
        seats=old.seats,
        time=old.time,
        watch=old.watch,
        delay=old.delay,
        chat=old.chat,
        listed=False,
        host=asker.id,
        status=Status.WAITING,
        created=house.clock.wall(),
        rematch_of=old.id,
        salt=salt,
        seed=seed,
    )
    seated = [Chair(chair.seat, chair.guest, chair.bot, chair.name) for chair in room.chairs]
    try:
        await set_up(house, following, seated)
    except Taken:
        if await house.store.table(following.id) is None:
            raise
    return following.id
