"""Guests, and the invites that let them in."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Final

from sqlalchemy import ColumnElement, bindparam, delete, exists, insert, or_, select, update

from bluffhouse.play.lobby import DEVICE
from bluffhouse.store import schema
from bluffhouse.store.lobby import FREE
from bluffhouse.store.model import RUNNING, WAITING, Guest, Invite, Taken
from bluffhouse.store.part import Part

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sqlalchemy import Executable, RowMapping
    from sqlalchemy.ext.asyncio import AsyncConnection

GUEST: Final = [column for column in schema.guests.c if column.name != "token_hash"]

guests, invites, admissions, chairs, tables, farewells = (
    table.c
    for table in (schema.guests, schema.invites, schema.admissions, schema.chairs, schema.tables, schema.farewells)
)

# Made once: every socket asks one of them, and to put such a question together takes longer than the answer.
BY_ID: Final = select(*GUEST).where(guests.id == bindparam("who"))
BY_TOKEN: Final = select(*GUEST).where(guests.token_hash == bindparam("who"))


class People(Part):
    """Who the guests are, and at which tables they were let in."""

    async def add_guest(self, guest: Guest, token_hash: str) -> None:
        """A new guest; `Taken` when the id or the hash exists."""
        await self._do(insert(schema.guests).values(**asdict(guest), token_hash=token_hash))

    async def guest(self, guest: str) -> Guest | None:
        return await self._guest(BY_ID, guest)

    async def guest_by_token_hash(self, token_hash: str) -> Guest | None:
        return await self._guest(BY_TOKEN, token_hash)

    async def rename_guest(self, guest: str, name: str) -> None:
        """A new name for the guest, at tables that wait too; a game goes on under the names it began with."""
        await self._do(
            update(schema.guests).where(guests.id == guest).values(name=name),
            update(schema.chairs).where(chairs.guest == guest, _at((WAITING,))).values(name=name),
        )

    async def touch_guest(self, guest: str, seen: float) -> None:
        await self._do(update(schema.guests).where(guests.id == guest).values(seen=seen))

    async def set_token(self, guest: str, token_hash: str) -> None:
        """Let a new token stand for the guest; the old one is worth nothing from now on."""
        await self._do(update(schema.guests).where(guests.id == guest).values(token_hash=token_hash))

    async def drop_guest(self, guest: str, at: float) -> None:
        """Forget the guest and whoever shares their device: waiting chairs become free, else a stand-in plays on.

        That they said farewell is kept a little longer, for the workers who have a page of theirs open.
        """
        mine = or_(chairs.guest == guest, chairs.guest.startswith(guest + DEVICE, autoescape=True))
        await self._do(
            update(schema.chairs).where(mine, _at((WAITING,))).values(FREE),
            update(schema.chairs).where(mine, _at(RUNNING)).values(stand_in=True),
            delete(schema.admissions).where(admissions.guest == guest),
            delete(schema.guests).where(guests.id == guest),
            delete(schema.farewells).where(farewells.guest == guest),
            insert(schema.farewells).values(guest=guest, at=at),
        )

    async def farewells(self, after: float) -> list[str]:
        """Who was forgotten after that time."""
        return [row["guest"] for row in await self._reader.all(select(farewells.guest).where(farewells.at > after))]

    async def idle_guests(self, before: float, limit: int = 1000) -> list[Guest]:
        """Guests not seen since then, the longest gone first, so that the house may drop them."""
        asked = select(*GUEST).where(guests.seen < before).order_by(guests.seen).limit(limit)
        return [Guest(**row) for row in await self._reader.all(asked)]

    async def add_invite(self, invite: Invite) -> None:
        """A new invite; `Taken` when its hash exists or its table does not."""
        values = asdict(invite)
        values["table_id"] = values.pop("table")
        await self._do(insert(schema.invites).values(values))

    async def invites(self, table: str) -> list[Invite]:
        """The table's invites, used up ones too."""
        asked = select(schema.invites).where(invites.table_id == table).order_by(invites.expires)
        return [_read_invite(row) for row in await self._reader.all(asked)]

    async def revoke_invites(self, table: str) -> None:
        """Call all of a table's invites back; whoever they let in stays in."""
        await self._do(update(schema.invites).where(invites.table_id == table).values(uses=0))

    async def open_invite(self, secret_hash: str, at: float) -> Invite | None:
        """The invite where it would let somebody in then; nothing of it is used up."""
        row = await self._reader.first(select(schema.invites).where(_lets_in(secret_hash, at)))
        return None if row is None else _read_invite(row)

    async def redeem_invite(self, secret_hash: str, guest: str, at: float) -> Invite:
        """Let a guest in and give the invite as it is then; `Taken` when it is unknown, used up or expired.

        A guest who is in already is let in again and uses nothing up: reloading a link is no second guest.
        """
        wanted = select(schema.invites).where(invites.secret_hash == secret_hash)
        use = update(schema.invites).where(_lets_in(secret_hash, at))

        async def redeem(connection: AsyncConnection) -> Invite:
            row = (await connection.execute(wanted)).mappings().first()
            if row is None:
                raise Taken("there is no such invite")
            if (await connection.execute(_admitted(row["table_id"], guest))).first() is None:
                if (await connection.execute(use.values(uses=invites.uses - 1))).rowcount == 0:
                    raise Taken("the invite is used up or expired")
                await connection.execute(insert(schema.admissions).values(table_id=row["table_id"], guest=guest))
                row = (await connection.execute(wanted)).mappings().one()
            return _read_invite(row)

        return await self._writer.write(redeem)

    async def admitted(self, table: str, guest: str) -> bool:
        """Whether an invite let the guest in at the table."""
        return await self._reader.first(_admitted(table, guest)) is not None

    async def _guest(self, asked: Executable, who: str) -> Guest | None:
        row = await self._reader.first(asked, {"who": who})
        return None if row is None else Guest(**row)

    async def _do(self, *changes: Executable) -> None:
        async def do(connection: AsyncConnection) -> None:
            for change in changes:
                await connection.execute(change)

        await self._writer.write(do)


def _at(statuses: Sequence[str]) -> ColumnElement[bool]:
    """That the chair stands at a table of such a status."""
    return exists().where(tables.id == chairs.table_id, tables.status.in_(statuses))


def _lets_in(secret_hash: str, at: float) -> ColumnElement[bool]:
    """The invite, where it is neither used up nor expired then."""
    return (invites.secret_hash == secret_hash) & (invites.uses > 0) & (invites.expires > at)


def _admitted(table: str, guest: str) -> Executable:
    return select(admissions.guest).where(admissions.table_id == table, admissions.guest == guest)


def _read_invite(row: RowMapping) -> Invite:
    values = dict(row)
    return Invite(table=values.pop("table_id"), **values)
