"""Plays a record through a stage, with all that happens besides: illegal moves, reconnects, looks from everywhere."""

from __future__ import annotations

import random
import re
from collections import Counter, deque
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from bluffhouse.core.game import DEALER, Seat
from bluffhouse.core.words import write_options
from bluffhouse.play.lobby import FINISHED
from bluffhouse.play.table import moves
from bluffhouse.wire import client
from tests.games.sample import walk
from tests.server.proofs.pairs import tickets
from tests.server.proofs.stage import Stage, Tapped, TappedPage, Transcript

if TYPE_CHECKING:
    from bluffhouse.core.record import Record
    from bluffhouse.server.room import Room
    from tests.server.proofs.pairs import Pair

ILLEGAL: Final = 10
RUBBISH: Final = ("", "lay", "bid -1", "lay trap 99", "place 10 0 0", "hand s1 10", "first s1", "🂡", "x" * 60)
MOST_RINGS: Final = 3000
LIVE: Final = {"pace": "live", "decision": 30, "bank": 300}
NO_CLOCK: Final = {"pace": "none"}


@dataclass(frozen=True, slots=True)
class Plan:
    """What happens besides the record: the same in both worlds."""

    number: int
    viewer: Seat | None
    bots: bool
    """The other seats are bots with their moments to think, not people."""
    watcher_hosts: bool
    insider: Seat | None
    """Somebody else at the table who has a page open; what they are told is theirs and not compared."""
    over: bool
    table: dict[str, Any]
    deeds: dict[int, list[tuple[str, Any]]]
    """Before which of the record’s moves."""


def planned(pair: Pair) -> Plan:
    """A plan that goes by the pair’s number and its first record alone."""
    rng = random.Random(f"plan {pair.number}")
    record = pair.record
    bots = rng.random() < 0.3
    places = [*(place for place, (actor, _) in enumerate(record.moves) if actor != DEALER), len(record.moves)]
    deeds: dict[int, list[tuple[str, Any]]] = {place: [] for place in places}
    states = [made.state for made in walk(record)]
    for number in range(ILLEGAL):
        place = rng.choice(places[-12:]) if number % 2 else rng.choice(places)
        if (wrong := _illegal(record, states[place], pair.viewer, rng)) is not None:
            deeds[place].append(("illegal", (wrong, rng.random() < 0.8, f"wrong{number}")))
    for place in rng.sample(places, min(len(places), 4)):
        deeds[place].append(("wait", rng.choice((0.4, 1.0, 2.5))))
    deeds[rng.choice(places)].append(("return", rng.choice(("all", "newest", "middle"))))
    deeds[rng.choice(places)].append(("watcher returns", rng.choice(("all", "newest", "middle"))))
    deeds[rng.choice(places)].append(("look", rng.randrange(1000)))
    deeds[places[-1]].append(("wait", 6.0))
    deeds[rng.choice(places)].append(("talk", None))
    return Plan(
        number=pair.number,
        viewer=pair.viewer,
        bots=bots,
        watcher_hosts=rng.random() < 0.4 or (bots and pair.viewer != 0),
        insider=None if bots else Seat(rng.choice([seat for seat in range(record.seats) if seat != pair.viewer])),
        over=pair.phase == "over",
        table={
            "game": record.game.name,
            "seats": record.seats,
            "options": {key: word for key, word in write_options(record.options).items() if word},
            "time": rng.choice((LIVE, NO_CLOCK)),
            "watch": rng.choice(("invited", "anyone")),
            "delay": rng.choice((0, 0, 4)),
            "listed": rng.random() < 0.5,
        },
        deeds=deeds,
    )


def _illegal(record: Record, state: Any, viewer: Seat | None, rng: random.Random) -> str | None:
    """A text that is no legal move of the viewer in that state."""
    game = record.game
    legal = game.moves(state, viewer) if viewer is not None and viewer in game.actors(state) else ()
    allowed = {game.write(move) for move in legal}
    said = [game.write(move) for _, move in rng.sample(record.moves, min(4, len(record.moves)))]
    spoilt = [re.sub(r"\d+$", rng.choice(("0", "1", "7", "99")), text) for text in said]
    texts = [text for text in (*said, *spoilt, rng.choice(RUBBISH)) if text and text not in allowed]
    return rng.choice(texts) if texts else None


class Ghost:
    """Somebody who plays without a page."""

    def __init__(self, guest: str) -> None:
        self.guest = self.address = guest
        self.heard: list[str] = []

    def send(self, text: str) -> None:
        self.heard.append(text)


class Performance:
    """One world, played once."""

    def __init__(self, stage: Stage, plan: Plan, record: Record) -> None:
        self.stage = stage
        self.plan = plan
        self.record = record
        self.room: Room
        self.me: Tapped | None = None if plan.viewer is None else stage.people[plan.viewer]
        self.pages: dict[str, TappedPage] = {}
        self.secret = ""
        self._made: tuple[int, Counter[int]] = (-1, Counter())

    async def play(self) -> Transcript:
        stage = self.stage
        stage.told = Transcript()
        stage.chance.tickets = deque(tickets(self.record))
        with stage.overheard():
            host = await self._set_up()
            try:
                await self._perform(host)
            finally:
                await self._leave()
        self._no_secret_is_told()
        return stage.told

    # --- before and after ---------------------------------------------------------------------------------------------

    async def _set_up(self) -> Tapped:
        stage, plan = self.stage, self.plan
        host = stage.watcher if plan.watcher_hosts else stage.people[0]
        made = await host.post("/api/tables", **plan.table)
        self.secret = made["invitation"]["secret"]
        lobby = made["place"]["lobby"]
        self.room = room = await stage.hall.room(lobby["table"])
        at = f"/api/tables/{room.meta.id}"
        if plan.watcher_hosts:
            await host.http.delete(f"{at}/seats/0")
        if not plan.watcher_hosts:
            await stage.watcher.post("/api/invites/redeem", invite=lobby["code"])
        if self.me is not None and self.me is not host:
            await self.me.post("/api/invites/redeem", invite=self.secret)
            await self.me.post(f"{at}/seats/{plan.viewer}")
        for seat in range(self.record.seats):
            if seat == plan.viewer or (seat == 0 and not plan.watcher_hosts):
                continue
            if plan.bots:
                await host.put(f"{at}/seats/{seat}/bot", level="heuristic")
            else:
                person = stage.people[seat]
                await stage.house.store.claim_seat(room.meta.id, seat, person.guest, person.name)
        await room.mailbox.ask(room.do_refresh)
        return host

    async def _perform(self, host: Tapped) -> None:
        stage, plan, record = self.stage, self.plan, self.record
        await self._look(plan.number, 2)
        stage.minds.moves = {
            seat: deque(move for actor, move in record.moves if actor == seat)
            for seat in range(record.seats)
            if plan.bots and seat != plan.viewer
        }
        if plan.insider is not None:
            insider = stage.people[plan.insider]
            stage.silent = insider.who
            await self._come(insider, None)
        if self.me is not None:
            await self._come(self.me, None)
        await self._come(stage.watcher, None)
        await host.post(f"/api/tables/{self.room.meta.id}/start")
        for place, (actor, move) in enumerate(record.moves):
            if actor == DEALER:
                continue
            for deed, how in plan.deeds[place]:
                await self._do(deed, how)
            await self._move(place, actor, record.game.write(move))
        for deed, how in plan.deeds[len(record.moves)]:
            await self._do(deed, how)
        await self._look(plan.number, 8)
        assert self._states_agree(), "the house played another game than the record says"

    def _states_agree(self) -> bool:
        table = self.room.table
        return table is not None and table.seq == len(self.record.moves)

    async def _leave(self) -> None:
        self.stage.silent = None
        for page in self.pages.values():
            await page.socket.close()
        self.pages.clear()
        room, stage = self.room, self.stage
        await stage.gone(room, 0)
        await room.stop()
        stage.hall.rooms.pop(room.meta.id, None)
        if not self.plan.over:
            await stage.house.store.set_status(room.meta.id, "ended", stage.clock.wall())

    def _no_secret_is_told(self) -> None:
        """No token anywhere; an invitation’s secret only in the answer that made it."""
        told = self.stage.told.everything()
        for token in self.stage.secrets():
            assert token not in told, "a token was told"
        assert told.count(self.secret) == 2, "an invitation’s secret was told again (it stands in its link and beside)"

    # --- deeds --------------------------------------------------------------------------------------------------------

    async def _come(self, person: Tapped, since: int | None) -> None:
        page = await person.connect(self.room.meta.id)
        self.pages[person.who] = page
        frame = {} if since is None else {"since": since}
        await page.send(type="open", table=self.room.meta.id, **frame)
        await self._beat()

    async def _beat(self) -> None:
        await self.stage.settle(self.room)
        for page in self.pages.values():
            await page.beat()

    async def _move(self, place: int, actor: Seat, text: str) -> None:
        table = self.room.table
        assert table is not None
        if actor == self.plan.viewer:
            assert self.me is not None
            await self.pages[self.me.who].send(
                type="move", table=self.room.meta.id, key=f"move{place}", asked=table.asked[actor], move=text
            )
            await self._beat()
        elif self.plan.bots:
            needed = sum(made == actor for made, _ in self.record.moves[: place + 1])
            for _ in range(MOST_RINGS):
                if await self._made_by(actor) >= needed:
                    return
                await self.stage.clock.to_next(partial(self.stage.settle, self.room))
                await self._beat()
            raise AssertionError("a bot does not move")
        else:
            ghost = Ghost(self.stage.people[actor].guest)
            frame = client.Move(
                type="move", table=self.room.meta.id, key=f"move{place}", asked=table.asked[actor] or 0, move=text
            )
            await self.room.mailbox.ask(partial(self.room.do_move, ghost, frame))
            assert '"ack"' in ghost.heard[-1], ghost.heard

    async def _made_by(self, seat: int) -> int:
        table = self.room.table
        assert table is not None
        if self._made[0] != table.seq:
            rows = await self.stage.house.store.rows(self.room.meta.id)
            self._made = (table.seq, Counter(row.actor for row in rows))
        return self._made[1][seat]

    async def _do(self, deed: str, how: Any) -> None:
        stage, room = self.stage, self.room
        await self._beat()
        assert room.table is not None
        match deed:
            case "illegal":
                text, right, key = how
                if text in moves(room.table, self.plan.viewer):  # bots were faster than the record: it is legal now
                    return
                sender = self.me or stage.watcher
                asked = None if self.plan.viewer is None else room.table.asked[self.plan.viewer]
                asked = asked if right and asked is not None else room.table.seq // 2
                await self.pages[sender.who].send(type="move", table=room.meta.id, key=key, asked=asked, move=text)
            case "wait":
                await stage.clock.advance(how, partial(stage.settle, room))
            case "return" if self.me is not None:
                await self._return(self.me, how)
            case "return" | "watcher returns":
                await self._return(stage.watcher, how)
            case "talk":
                if self.me is not None:
                    await self.pages[self.me.who].send(type="say", table=room.meta.id, text="Whose Trap is that?")
                await self.pages[stage.watcher.who].send(type="emote", table=room.meta.id, emote="hurry")
            case _:
                await self._look(how, 3)
        await self._beat()

    async def _return(self, person: Tapped, how: str) -> None:
        assert self.room.table is not None
        since = {"all": None, "newest": self.room.table.seq, "middle": self.room.table.seq // 2}[how]
        await self.pages.pop(person.who).socket.close()
        await self.stage.gone(self.room, len(self.pages))
        await self._come(person, since)

    async def _look(self, seed: int, count: int) -> None:
        """Ask for some of what can be asked for."""
        for person, method, path in random.Random(seed).sample(self._looks(), count):
            await person.http.request(method, path)

    def _looks(self) -> list[tuple[Tapped, str, str]]:
        stage, viewer, finished = self.stage, self.plan.viewer, self.room.status in FINISHED
        at = f"/api/tables/{self.room.meta.id}"
        callers = [stage.watcher, stage.visitor, *([] if self.me is None else [self.me])]
        everybody = [at, "/api/tables/mine", f"{at}/record?seen_by=onlooker"]
        if not finished:  # when it is over everything is open
            everybody += [f"{at}/record?seen_by=open", f"{at}/record.txt", f"{at}/record?seen_by=s1"]
        elif viewer is not None:
            everybody += [f"{at}/record?seen_by=s{viewer}"]
        looks = [(caller, "GET", path) for caller in callers for path in everybody]
        looks += [(stage.nobody, "GET", path) for path in ("/metrics", "/health", "/ready", "/api/tables", at)]
        looks += [(stage.visitor, "GET", "/api/tables"), (stage.visitor, "POST", f"{at}/seats/1")]
        if not finished:
            looks += [(stage.visitor, "POST", f"{at}/rematch")]
        return looks
