"""At a table of a server: what is told is shown, what is typed is sent, and a broken line is picked up again."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import secrets
from typing import TYPE_CHECKING, Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus
from websockets.typing import Origin

from bluffhouse import games
from bluffhouse.commands import boards
from bluffhouse.commands.asking import asked, commands, refused
from bluffhouse.commands.choices import Choices, Unreadable
from bluffhouse.commands.console import say
from bluffhouse.commands.ranking import places
from bluffhouse.commands.record_file import Refused
from bluffhouse.commands.speech import known, t
from bluffhouse.core.codec import from_json

if TYPE_CHECKING:
    from bluffhouse.commands.remote import Remote

FINISHED: Final = ("over", "ended")
SERVER_ERROR: Final = 500
VOTES: Final = ("wait", "end", "pause", "resume", "none")

LONGEST_PAUSE: Final = 2000
"""Milliseconds, drawn from so many, until something is tried again: the library's pauses grow to a minute and a half,
and whoever plays is not to wait for that when the house has long been open again."""


class Left(Exception):
    """Whoever typed has had enough, or the game is over."""


class Visit:
    def __init__(self, remote: Remote, place: Any, lines: asyncio.Queue[str | None]) -> None:
        self._remote = remote
        self._lines = lines
        self._lobby = place["lobby"]
        self._host: bool = place["host"]
        self._game = games.find(self._lobby["game"])
        self._board = boards.find(self._game.name)
        self._seq = -1
        self._events: list[Any] = []
        self._view: Any = None
        self._choices: Choices | None = None
        self._asked: int | None = None
        self._sent: dict[str, Any] | None = None
        """The move that was not answered yet: sent again with the same key when the line broke."""

    async def stay(self) -> int:
        """Until the game is over or somebody leaves."""
        while True:
            try:
                async with connect(
                    self._remote.socket,
                    origin=Origin(self._remote.origin),
                    additional_headers={"cookie": self._remote.cookie},
                    compression=None,
                ) as socket:
                    await self._talk(socket)
            except Left:
                return 0
            except InvalidStatus as refusal:
                if refusal.response.status_code < SERVER_ERROR:
                    sentence = f"the house does not let this terminal in (status {refusal.response.status_code})"
                    raise Refused(sentence) from None
            except ConnectionClosed:
                say(t("terminal.line_broke"))
            except (OSError, TimeoutError, InvalidMessage):
                pass  # the house is not open again yet
            await asyncio.sleep(secrets.randbelow(LONGEST_PAUSE) / 1000)

    async def _talk(self, socket: ClientConnection) -> None:
        since = {"since": self._seq} if self._seq >= 0 else {}
        await self._send(socket, type="open", **since)
        told = asyncio.create_task(socket.recv())
        typed = asyncio.create_task(self._lines.get())
        try:
            while True:
                done, _ = await asyncio.wait((told, typed), return_when=asyncio.FIRST_COMPLETED)
                if told in done:
                    await self._hear(socket, json.loads(told.result()))
                    told = asyncio.create_task(socket.recv())
                if typed in done:
                    await self._type(socket, typed.result())
                    typed = asyncio.create_task(self._lines.get())
        finally:
            for task in (told, typed):
                task.cancel()
            await asyncio.gather(told, typed, return_exceptions=True)

    async def _send(self, socket: ClientConnection, **frame: Any) -> None:
        await socket.send(json.dumps({**frame, "table": self._lobby["table"]}))

    # --- what is told -------------------------------------------------------------------------------------------------

    @property
    def _names(self) -> list[str]:
        return [chair["name"] or f"({t('lobby.free_seat')})" for chair in self._lobby["chairs"]]

    async def _hear(self, socket: ClientConnection, frame: dict[str, Any]) -> None:
        match frame["type"]:
            case "sync":
                self._lobby, self._host = frame["lobby"], frame["host"]
                await self._look(frame)
                if self._sent is not None:
                    await self._send(socket, **self._sent)
                await self._gather()
            case "update":
                await self._look(frame)
            case "lobby":
                self._lobby = frame["lobby"]
                await self._gather()
            case "ack" | "refused" if self._sent is None or frame["key"] != self._sent["key"]:
                pass  # of a move sent twice, while the next one is on its way
            case "ack":
                self._sent = None
            case "refused":
                self._sent = None
                say(refused(frame["rule"], frame["sentence"]), t("terminal.again"))
                self._prompt()
            case "error":
                problem = f"problem.{frame['code'].replace(' ', '_')}"
                say(t(problem, sentence=frame["sentence"]) if known(problem) else frame["sentence"])
                if frame["code"] == "not saved" and self._sent is not None:
                    await asyncio.sleep(secrets.randbelow(LONGEST_PAUSE) / 1000)
                    await self._send(socket, **self._sent)
            case "said":
                say(f"{self._names[frame['seat']]}: {frame['text']}")
            case "emoted":
                say(f"{self._names[frame['seat']]}: {t('emote.' + frame['emote'].replace(' ', '_'))}")
            case _:
                pass

    async def _gather(self) -> None:
        """Before the start: who is there; the host's table begins when every seat is taken."""
        status = self._lobby["status"]
        if status in FINISHED:
            await self._end()
        if status == "waiting":
            say(t("terminal.present", names=", ".join(self._names)))
            full = all(chair["kind"] != "free" for chair in self._lobby["chairs"])
            if full and self._host:
                await asyncio.to_thread(self._remote.ask, "POST", f"/api/tables/{self._lobby['table']}/start")

    async def _look(self, frame: dict[str, Any]) -> None:
        """Say what happened; when there is something to decide, draw the board and ask."""
        if frame["view"] is None:
            return
        if frame["since"] != self._seq:
            self._events = []
        new = [from_json(self._game.forms.event, event) for event in frame["events"]]
        self._events += new
        self._seq, self._asked = frame["seq"], frame["asked"]
        view = from_json(self._game.forms.view, {**frame["view"], "story": []})
        self._view = dataclasses.replace(view, story=tuple(self._events))
        moves = [self._game.read(move) for move in frame["moves"]]
        self._choices = Choices(self._game, moves) if moves else None
        say(*(f"  {line}" for line in self._board.tell(new, self._names)))
        if self._choices is not None:
            say("", *self._board.draw(self._view, self._names), "")
            if not self._answered:
                self._prompt()

    @property
    def _answered(self) -> bool:
        """Whether the move for this question is on its way; where there is a later question, the move has arrived."""
        return self._sent is not None and self._sent["asked"] == self._asked

    def _prompt(self) -> None:
        if self._choices is not None:
            me = self._names[self._view.me]
            say(asked(me, self._board.question(self._view), self._choices))
            say("> ", end="")

    async def _end(self) -> None:
        if self._view is not None:
            say("", *self._board.draw(self._view, self._names))
        record = f"/api/tables/{self._lobby['table']}/record"
        if self._lobby["status"] == "over":
            told = await asyncio.to_thread(self._remote.ask, "GET", record)
            say("", t("terminal.ranking"), *places(told["wealth"], told["winners"], self._names))
        say(t("terminal.record_at", address=f"{self._remote.origin}{record}.txt"))
        raise Left

    # --- what is typed ------------------------------------------------------------------------------------------------

    async def _type(self, socket: ClientConnection, line: str | None) -> None:
        if line is None or line.lower() == "quit":
            link = f"{self._remote.origin}/t/{self._lobby['code']}"
            say("", t("terminal.seat_kept", command=f"bluffhouse terminal --join {link}"))
            raise Left
        word, _, rest = line.partition(" ")
        match word.lower():
            case "":
                self._prompt()
            case "say" if rest:
                await self._send(socket, type="say", text=rest[:200])
            case "vote":
                await self._vote(socket, rest.strip().lower())
            case "help":
                say(*self._board.rules, "", *commands(), t("terminal.help.remote", votes=", ".join(VOTES)))
            case "board" if self._view is not None:
                say(*self._board.draw(self._view, self._names))
            case "log":
                say(t("terminal.log"), *(f"  {told}" for told in self._board.tell(self._events, self._names)))
            case "moves" if self._choices is not None:
                say(t("terminal.moves"), *self._choices.listed())
            case _:
                await self._move(socket, line)

    async def _vote(self, socket: ClientConnection, word: str) -> None:
        if word in VOTES:
            await self._send(socket, type="vote", vote=word)
        else:
            say(t("terminal.votes", votes=", ".join(VOTES)))

    async def _move(self, socket: ClientConnection, line: str) -> None:
        if self._choices is None or self._answered:
            say(t("terminal.not_yet"))
            return
        try:
            move = self._choices.read(line)
        except Unreadable as fault:
            say(f"{fault}", t("terminal.again"))
            self._prompt()
            return
        text = self._game.write(move)
        self._sent = {"type": "move", "key": secrets.token_hex(8), "asked": self._asked, "move": text}
        await self._send(socket, **self._sent)
