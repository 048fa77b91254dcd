"""`bluffhouse terminal --join LINK`: at a table of a server, in plain lines."""

from __future__ import annotations

import asyncio
import sys
import threading
from typing import TYPE_CHECKING, Any

from bluffhouse.commands.console import complain, say
from bluffhouse.commands.record_file import Refused
from bluffhouse.commands.remote import Link, Remote, read_link
from bluffhouse.commands.speech import t
from bluffhouse.commands.visit import Visit

if TYPE_CHECKING:
    from argparse import Namespace


def run(arguments: Namespace) -> int:
    try:
        link = read_link(arguments.join)
        remote = Remote(link.origin)
        name = remote.come_in(arguments.names.partition(",")[0].strip())
        place = _enter(remote, link) if link.invite else _found(remote, arguments)
        place = _sit_down(remote, place)
    except Refused as refusal:
        complain("terminal", refusal)
        return 2
    lobby = place["lobby"]
    say(t("terminal.you_are", name=name, code=lobby["code"], house=remote.origin), t("terminal.type_help"))
    if place["seat"] is None:
        say(t("terminal.looking_on"))
    try:
        return asyncio.run(_stay(remote, place))
    except Refused as refusal:
        complain("terminal", refusal)
        return 2


def _enter(remote: Remote, link: Link) -> Any:
    return remote.ask("POST", "/api/invites/redeem", invite=link.invite)


def _found(remote: Remote, arguments: Namespace) -> Any:
    """A new table: the first seats are for people, the others for bots."""
    if not arguments.game:
        raise Refused("say which GAME to play at a new table")
    options = dict(option.partition("=")[::2] for option in arguments.option)
    seats = arguments.seats or 4
    if not 1 <= arguments.people <= seats:
        raise Refused(f"--people is 1 to {seats} here, not {arguments.people}")
    made = remote.ask("POST", "/api/tables", game=arguments.game, seats=seats, options=options)
    table = made["place"]["lobby"]["table"]
    for seat in range(arguments.people, seats):
        remote.ask("PUT", f"/api/tables/{table}/seats/{seat}/bot", level=arguments.opponents)
    say(t("terminal.share", link=made["invitation"]["link"]))
    return made["place"]


def _sit_down(remote: Remote, place: Any) -> Any:
    """The first free seat, while the table waits; else a place to look on from."""
    lobby = place["lobby"]
    free = [chair["seat"] for chair in lobby["chairs"] if chair["kind"] == "free"]
    if place["seat"] is None and lobby["status"] == "waiting" and free:
        return remote.ask("POST", f"/api/tables/{lobby['table']}/seats/{free[0]}")
    return place


async def _stay(remote: Remote, place: Any) -> int:
    lines: asyncio.Queue[str | None] = asyncio.Queue()
    loop = asyncio.get_running_loop()

    def read() -> None:
        """In a thread that nobody waits for: the game may end while somebody is being asked."""
        for line in sys.stdin:
            loop.call_soon_threadsafe(lines.put_nowait, line.strip())
        loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    return await Visit(remote, place, lines).stay()
