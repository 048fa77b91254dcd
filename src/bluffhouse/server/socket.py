"""The socket: one for each open page. Frames in, one after another; frames out, through a bounded outbox."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Final, assert_never

import structlog
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from bluffhouse.play.lobby import may_vote
from bluffhouse.play.table import EVERYTHING
from bluffhouse.server import limits, security
from bluffhouse.server.doorman import Crowded
from bluffhouse.server.doors import enter, guest_of, watches
from bluffhouse.server.hall import Full, NoTable
from bluffhouse.server.mailbox import Busy
from bluffhouse.server.precedence import PLAYS
from bluffhouse.store import StoreDown
from bluffhouse.wire import client
from bluffhouse.wire import server as wire

if TYPE_CHECKING:
    from collections.abc import Callable

    from bluffhouse.server.hall import Hall
    from bluffhouse.server.limits import Bucket
    from bluffhouse.server.room import Room

MOST_FRAMES: Final = 200
MOST_CHARACTERS: Final = 512 * 1024
STALLED: Final = 20.0  # seconds in which a reader takes nothing at all
TABLES_PER_SOCKET: Final = 8

BAD_KIND: Final = 1003
BAD_FRAME: Final = 1007
POLICY: Final = 1008
TOO_BIG: Final = 1009
FAULT: Final = 1011
COME_AGAIN: Final = 1013
PROTOCOL: Final = 1002
GONE: Final = 1006
MISBEHAVED: Final = (PROTOCOL, BAD_KIND, BAD_FRAME, POLICY, TOO_BIG)
"""No page of ours does what these say: who does may come again after a while, not at once."""

log = structlog.get_logger(__name__)


class Cut(Exception):
    """The house closes the socket, with a code and a sentence."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


@dataclass(eq=False, slots=True)
class Visitor:
    """A guest with open pages: how often they may do what does not grow with the number of pages."""

    guest: str
    sockets: Bucket
    frames: Bucket
    moves: Bucket
    talk: Bucket
    lines: set[Line] = field(default_factory=set)


class Line:
    """One open socket: an ear at up to a few tables."""

    def __init__(self, hall: Hall, visitor: Visitor, socket: WebSocket) -> None:
        self.guest = visitor.guest
        self.address = address_of(socket)
        self.rooms: dict[str, Room] = {}
        self._hall = hall
        self._socket = socket
        self._outbox: list[str] = []
        self._size = 0
        self._woken: asyncio.Future[None] | None = None
        self._cut: Cut | None = None
        self._visitor = visitor
        self._plays: Callable[[], None] = socket.scope.get("state", {}).get(PLAYS, lambda: None)
        self._played = False
        """Has moved: first in line for whatever they say from now on."""

    def send(self, text: str) -> None:
        """Put a frame into the outbox; a reader so slow that it is full is cut off, and may come again."""
        if self._cut is not None:
            return
        self._outbox.append(text)
        self._size += len(text)
        self._wake()
        if len(self._outbox) > MOST_FRAMES or self._size > MOST_CHARACTERS:
            self.cut(COME_AGAIN, "too slow a reader; come again")

    def cut(self, code: int, sentence: str) -> None:
        """Send nothing more and close."""
        self._outbox.clear()
        self._cut = Cut(code, sentence)
        self._wake()

    def _wake(self) -> None:
        if self._woken is not None and not self._woken.done():
            self._woken.set_result(None)

    async def write(self) -> None:
        """Send what is in the outbox until the socket ends or its reader turns out to be too slow."""
        while self._cut is None:
            if not self._outbox:
                self._woken = asyncio.get_running_loop().create_future()
                await self._woken
                continue
            text = self._outbox.pop(0)
            self._size -= len(text)
            async with asyncio.timeout(STALLED):
                await self._send(text)
        raise self._cut

    async def _send(self, text: str) -> None:
        try:
            await self._socket.send_text(text)
        except RuntimeError:  # so uvicorn calls it that the line has ended below us: nobody answered its pings
            raise WebSocketDisconnect(GONE) from None

    async def read(self) -> None:
        """Take frames one after another; the next is looked at when the last one is done."""
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(message.get("code", 1005))
            text = message.get("text")
            if text is None:
                raise Cut(BAD_KIND, "frames are text")
            if len(text) > client.LARGEST_FRAME:
                raise Cut(TOO_BIG, f"frames have at most {client.LARGEST_FRAME} characters")
            if not self._visitor.frames.take(self._hall.house.clock.now()):
                raise Cut(POLICY, "too many frames in a short time")
            try:
                frame = client.read(text)
            except client.BadFrame as fault:
                raise Cut(BAD_FRAME, str(fault)) from None
            if self._played or isinstance(frame, client.Move | client.Open):
                await self._handle(frame)
            else:
                async with self._hall.house.doorman.aside():
                    await self._handle(frame)
            await asyncio.sleep(0)  # whoever sends a hundred frames at once waits for the others between two of them

    async def _handle(self, frame: client.ClientFrame) -> None:
        self._hall.house.metrics.frames[type(frame)].inc()
        if isinstance(frame, client.Ping):
            return self.send(wire.text(wire.Pong()))
        try:
            await self._at_table(frame)
        except NoTable:
            self._complain(frame.table, "no table", "there is no such table, or you are not invited to it")
        except Full:
            self._complain(frame.table, "full", "the house is full; try again later")
        except Busy:
            self._complain(frame.table, "busy", "too much is happening at this table; try again in a moment")
        except StoreDown:
            self._complain(frame.table, "not saved", "the house cannot save just now; try again in a moment")
        return None

    async def _at_table(
        self, frame: client.Open | client.Close | client.Move | client.Say | client.Emote | client.Vote
    ) -> None:
        match frame:
            case client.Move():
                await self._move(frame)
            case client.Open():
                await self._open(frame)
            case client.Close():
                if (room := self.rooms.pop(frame.table, None)) is not None:
                    room.close(self)
            case client.Say() | client.Emote():
                self._say(frame)
            case client.Vote():
                await self._vote(frame)
            case _:
                assert_never(frame)

    async def _open(self, frame: client.Open) -> None:
        if len(self.rooms) >= TABLES_PER_SOCKET and frame.table not in self.rooms:
            return self._complain(frame.table, "too many", f"a socket listens at {TABLES_PER_SOCKET} tables at most")
        await self._hall.house.doorman.wait_for_moves()
        guest = await self._hall.house.store.guest(self.guest)
        if guest is None:
            raise Cut(POLICY, "you have signed out")
        room = await enter(self._hall, frame.table, guest)
        watching = await watches(self._hall.house, room, guest)
        since = EVERYTHING if frame.since is None else frame.since
        self.rooms[frame.table] = room
        return await room.mailbox.ask(partial(room.do_open, self, since, watches=watching, through=frame.seat))

    def _at(self, table: str) -> Room:
        """Only at tables that this socket has open: opening is where access is checked."""
        room = self.rooms.get(table)
        if room is None:
            raise NoTable
        return room

    async def _move(self, frame: client.Move) -> None:
        room = self._at(frame.table)
        house = self._hall.house
        began = house.clock.now()
        if not self._visitor.moves.take(began):
            raise Cut(POLICY, "too many moves in a short time")
        with house.doorman.first():
            await room.mailbox.ask(partial(room.do_move, self, frame))
        self._played = True
        self._plays()
        house.metrics.acknowledged.observe(house.clock.now() - began)

    async def _vote(self, frame: client.Vote) -> None:
        room = self._at(frame.table)
        seats = room.seats_of(self.guest)
        if not seats:
            return self._complain(frame.table, "seat", "only those who play vote")
        if (refusal := may_vote(room.status, frame.vote)) is not None:
            return self._complain(frame.table, "vote", refusal)
        return await room.mailbox.ask(partial(room.do_vote, seats, frame.vote))

    def _say(self, frame: client.Say | client.Emote) -> None:
        room = self._at(frame.table)
        seat = room.decides(self)
        if seat is None:
            return self._complain(frame.table, "seat", "only those who sit at the table are heard")
        if not self._visitor.talk.take(self._hall.house.clock.now()):
            return self._complain(frame.table, "slow", "one thing after another, please")
        if isinstance(frame, client.Emote):
            return room.talk(wire.Emoted(table=frame.table, seat=seat, emote=frame.emote))
        if not room.meta.chat:
            return self._complain(frame.table, "chat", "chat is turned off at this table")
        try:
            said = security.clean(frame.text, client.LONGEST_TEXT)
        except security.BadName as fault:
            return self._complain(frame.table, "text", str(fault))
        return room.talk(wire.Said(table=frame.table, seat=seat, text=said))

    def _complain(self, table: str | None, code: str, sentence: str) -> None:
        self.send(wire.text(wire.Error(table=table, code=code, sentence=sentence)))

    def ended(self, code: int) -> None:
        """With this code, whoever closed it."""
        if code in MISBEHAVED:
            self._visitor.sockets.fine()

    def hang_up(self) -> None:
        for room in self.rooms.values():
            room.close(self)
        self.rooms.clear()


class Sockets:
    """All open sockets: how many there may be, and who may open one."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        hall.say_farewell = self.sign_out
        self._open: dict[str, Visitor] = {}
        self._count = 0

    async def serve(self, socket: WebSocket) -> None:
        """From the handshake to the end. The origin is checked here, where no middleware can be forgotten."""
        visitor = await self._admit(socket)
        if isinstance(visitor, str):
            return await _refuse(socket, visitor)
        line = Line(self._hall, visitor, socket)
        self._open[visitor.guest] = visitor
        visitor.lines.add(line)
        self._count += 1
        metrics = self._hall.house.metrics
        metrics.sockets.set(self._count)
        try:
            await socket.accept()
            await self._talk(line, socket)
        finally:
            line.hang_up()
            visitor.lines.discard(line)
            if not visitor.lines:
                self._open.pop(visitor.guest, None)
            self._count -= 1
            metrics.sockets.set(self._count)
        return None

    async def _admit(self, socket: WebSocket) -> Visitor | str:
        """Who comes in, or in a word why nobody does."""
        house, asked = self._hall.house, HTTPConnection(socket.scope)  # a socket would keep all headers while it lasts
        if asked.headers.get("origin") not in house.settings.served_from():
            return "origin"
        address = address_of(socket)
        if not house.limits.allow(limits.SOCKETS, address):
            return "rate"
        try:
            await house.doorman.let_in(address)
            guest = await guest_of(house, asked.cookies)
        except Crowded:
            return "crowd"
        except StoreDown:
            return "store"
        if guest is None:
            return "guest"
        visitor = self._open.get(guest.id) or self._visitor(guest.id)
        if visitor is None or not visitor.sockets.take(house.clock.now()):  # cut off, one can come again from anywhere
            return "rate"
        if self._count >= house.settings.most_sockets or len(visitor.lines) >= house.settings.sockets_per_guest:
            return "sockets"
        return visitor

    def _visitor(self, guest: str) -> Visitor | None:
        """With what they may still do: coming again does not make it more. None where the house cannot remember it."""
        rates = limits.SOCKETS, limits.FRAMES, limits.MOVES, limits.TALK
        sockets, frames, moves, talk = (self._hall.house.limits.bucket(rate, guest) for rate in rates)
        if sockets is None or frames is None or moves is None or talk is None:
            return None
        return Visitor(guest, sockets, frames, moves, talk)

    async def _talk(self, line: Line, socket: WebSocket) -> None:
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(line.write())
                await line.read()
        except ExceptionGroup as faults:
            faults.__traceback__ = None  # else all of this stays in a circle with the group's own frame
            await self._close(line, socket, faults.exceptions[0])

    async def _close(self, line: Line, socket: WebSocket, fault: Exception) -> None:
        match fault:
            case WebSocketDisconnect(code=code):
                line.ended(code)
                return
            case Cut(code=code, sentence=sentence):
                reason = sentence
            case TimeoutError():
                code, reason = COME_AGAIN, "too slow a reader; come again"
            case _:
                code, reason = FAULT, "something went wrong here"
                log.error("a socket failed", fault=type(fault).__name__, exc_info=fault)
        line.ended(code)
        self._hall.house.metrics.cut.labels(str(code)).inc()
        try:
            async with asyncio.timeout(1):  # a reader who takes nothing takes no good-bye either
                await socket.close(code, reason[:100])
        except (TimeoutError, RuntimeError, WebSocketDisconnect):
            return

    def sign_out(self, guest: str) -> None:
        """Whoever signs out has no open page any more."""
        visitor = self._open.get(guest)
        for line in visitor.lines if visitor is not None else ():
            line.cut(POLICY, "you have signed out")


def address_of(socket: WebSocket) -> str:
    return socket.client.host if socket.client else ""


async def _refuse(socket: WebSocket, reason: str) -> None:
    """Before the handshake is over a refusal is a plain 403; the reason is in our log alone."""
    log.info("a socket was refused", reason=reason)
    await socket.close(POLICY)
