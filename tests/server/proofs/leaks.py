"""Leaks of a server, planted one at a time: each must be found by the twin worlds.

The number is the class in our list of leaks others had; docs/security.md says what stands behind each.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import sys
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from unittest import mock

import structlog

from bluffhouse import games
from bluffhouse.core.codec import to_json
from bluffhouse.core.game import Seat
from bluffhouse.play import table as play
from bluffhouse.play.lobby import VoteWord
from bluffhouse.server import guard, telling
from bluffhouse.server.audience import Audience
from bluffhouse.server.botseat import SEED, Question, decide, pause
from bluffhouse.server.ledger import Ledger
from bluffhouse.server.room import Room
from bluffhouse.server.seams import until
from bluffhouse.server.thinking import Choice, Thinking
from bluffhouse.store import Finished
from bluffhouse.wire.values import Values, values
from tests.games.sample import companion
from tests.server.proofs.quick import QuickStore

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from bluffhouse.wire import server as wire
    from tests.server.proofs.stage import Stage

TELLING = "bluffhouse.server.telling"


def secret(state: Any) -> str:
    """All that is hidden, as an unsalted digest."""
    return hashlib.sha256(repr(state).encode()).hexdigest()


def _everywhere(honest: Any, leaky: Any) -> AbstractContextManager[Any]:
    """The other function under every name by which the house knows the honest one."""
    stack = contextlib.ExitStack()
    for name, module in list(sys.modules.items()):
        for known in [key for key, value in vars(module).items() if value is honest] if "bluffhouse." in name else ():
            stack.enter_context(mock.patch.object(module, known, leaky))
    return stack


def _news(change: Callable[[play.Table, play.Update], dict[str, Any]]) -> AbstractContextManager[Any]:
    """What is told about a table, otherwise than it should be; the writers let anything pass."""
    honest = play.update

    def update(table: play.Table, since: int, seat: Seat | None) -> play.Update:
        told = honest(table, since, seat)
        return dataclasses.replace(told, **change(table, told))

    stack = contextlib.ExitStack()
    stack.enter_context(_everywhere(honest, update))
    stack.enter_context(_everywhere(values, lambda _: Values(event=to_json, view=_as_it_is)))
    return stack


def _as_it_is(view: Any) -> Any:
    return view if isinstance(view, dict) else to_json(view)


def _open(table: play.Table, since: int) -> tuple[Any, ...]:
    return tuple(event for made in table.told[since + 1 :] for event in made)


def whole_state(_: list[Stage]) -> AbstractContextManager[Any]:
    return _news(lambda table, _: {"view": table.state})


def first_snapshot(_: list[Stage]) -> AbstractContextManager[Any]:
    return _news(lambda table, told: {"events": _open(table, -1)} if told.since == play.EVERYTHING else {})


def open_log(_: list[Stage]) -> AbstractContextManager[Any]:
    return _news(lambda table, told: {"events": _open(table, told.since)})


def counter(_: list[Stage]) -> AbstractContextManager[Any]:
    return _news(lambda table, told: {"seq": told.seq + int(secret(table.state)[:4], 16)})


def careless_cache(_: list[Stage]) -> AbstractContextManager[Any]:
    """Whoever is told first decides what all are told."""
    honest = Audience._news
    known: dict[tuple[Any, ...], str | None] = {}

    def news(self: Audience, heard: Any, table: play.Table, *rest: Any) -> str | None:
        return known.setdefault((id(self), heard.seq, table.seq), honest(self, heard, table, *rest))

    return mock.patch.object(Audience, "_news", news)


def beside_the_filter(_: list[Stage]) -> AbstractContextManager[Any]:
    honest = Room.presence

    def presence(self: Room) -> wire.Presence:
        known = {} if self.table is None else {int(secret(self.table.state)[:6], 16): VoteWord.WAIT}
        return honest(self).model_copy(update={"votes": known})

    return mock.patch.object(Room, "presence", presence)


def onlookers_at_a_seat(_: list[Stage]) -> AbstractContextManager[Any]:
    honest = play.update
    return _everywhere(honest, lambda table, since, seat: honest(table, since, Seat(0) if seat is None else seat))


def _sync(leak: Callable[[play.Table, wire.Sync], Any]) -> AbstractContextManager[Any]:
    """A first frame with another view, once there is a game."""
    honest = telling.sync

    def sync(*args: Any, **kwargs: Any) -> wire.Sync:
        frame = honest(*args, **kwargs)
        table = next((value for value in (*args, *kwargs.values()) if isinstance(value, play.Table)), None)
        return frame if table is None else frame.model_copy(update={"view": leak(table, frame)})

    return _everywhere(honest, sync)


def another_seat_on_return(_: list[Stage]) -> AbstractContextManager[Any]:
    def leak(table: play.Table, frame: wire.Sync) -> Any:
        other = Seat(0 if frame.seat is None else (frame.seat + 1) % table.seats)
        return to_json(table.game.view(table.state, other)) if frame.since >= 0 else frame.view

    return _sync(leak)


def host_sees_all(_: list[Stage]) -> AbstractContextManager[Any]:
    return _sync(lambda table, frame: to_json(table.state) if frame.host else frame.view)


def _ids(number: Callable[[Any], Any]) -> AbstractContextManager[Any]:
    """Views with a number on every card that lies on the table."""

    def change(table: play.Table, told: play.Update) -> dict[str, Any]:
        rows = table.state.laid if hasattr(table.state, "laid") else table.state.banks
        return {"view": {**to_json(told.view), "ids": [[number(card) for card in row] for row in rows]}}

    return _news(change)


def ids_that_stay(_: list[Stage]) -> AbstractContextManager[Any]:
    """Salted, random to look at, and the same card’s in every round."""
    return _ids(lambda card: hashlib.sha256(f"salt {card.owner} {card.kind}".encode()).hexdigest()[:6])


def ids_by_kind(_: list[Stage]) -> AbstractContextManager[Any]:
    return _ids(lambda card: len(str(card.kind)) + ord(str(card.kind)[0]))


def _room(stages: list[Stage], text: str) -> Room | None:
    return next((room for stage in stages for name, room in stage.hall.rooms.items() if name in text), None)


def etag(stages: list[Stage]) -> AbstractContextManager[Any]:
    honest = guard._caching

    def caching(path: str) -> list[tuple[bytes, bytes]]:
        room = _room(stages, path)
        if room is None or room.table is None:
            return honest(path)
        return [*honest(path), (b"etag", secret(room.table.state).encode())]

    return mock.patch.object(guard, "_caching", caching)


def preview(stages: list[Stage]) -> AbstractContextManager[Any]:
    def lobby(table: Any, chairs: Any, rematch: str | None) -> wire.Lobby:
        honest = telling.lobby(table, chairs, rematch)
        room = _room(stages, table.id)
        drawn = {} if room is None or room.table is None else {"preview": secret(room.table.state)}
        return honest.model_copy(update={"options": honest.options | drawn})

    return mock.patch("bluffhouse.server.http.telling", SimpleNamespace(lobby=lobby))


def slow_with_some_cards(_: list[Stage]) -> AbstractContextManager[Any]:
    async def think(self: Thinking, table: play.Table, seat: int, asked: int, sitter: Any) -> None:
        house, game = self._house, table.game
        due = house.clock.now() + pause(house.settings.bot_pause, house.below)
        view, moves = game.view(table.state, Seat(seat)), game.moves(table.state, Seat(seat))
        question = Question(game.name, game.version, sitter.level, view, moves, house.below(SEED))
        move = await decide(house.minds, game, question, house.below)
        await until(house.clock, due + sum(map(ord, move)) / 1000)
        self.hand_in(Choice(seat, asked, move, sitter.by))

    return mock.patch.object(Thinking, "_think", think)


def record_while_it_plays(_: list[Stage]) -> AbstractContextManager[Any]:
    async def record(self: QuickStore, table: str) -> Finished | None:
        found = await self.table(table)
        return None if found is None else Finished(found, await self.chairs(table), tuple(await self.rows(table)))

    return mock.patch.object(QuickStore, "record", record)


def _append(leak: Callable[[Ledger, Any], None]) -> AbstractContextManager[Any]:
    honest = Ledger._append

    async def append(self: Ledger, table: Any, rows: Any, answers: Any, fence: Any = None) -> None:
        await honest(self, table, rows, answers, fence)
        leak(self, rows)

    return mock.patch.object(Ledger, "_append", append)


def figures_by_move(_: list[Stage]) -> AbstractContextManager[Any]:
    return _append(lambda self, rows: self.house.metrics.refused.inc(sum(map(ord, rows[0].move))))


def moves_in_the_log(_: list[Stage]) -> AbstractContextManager[Any]:
    return _append(lambda self, rows: structlog.get_logger().info("moved", move=rows[0].move))


def moves_on_the_bus(_: list[Stage]) -> AbstractContextManager[Any]:
    return _append(lambda self, rows: self.house.bus.publish(f"{self.meta.id} {rows[0].move}", rows[0].seq))


def tokens_for_names(stages: list[Stage]) -> AbstractContextManager[Any]:
    tokens = {person.guest: person.token for person in stages[0].people}
    honest = telling.chair

    def chair(one: Any) -> wire.Chair:
        return honest(one).model_copy(update={"name": tokens.get(one.guest, one.name)})

    return mock.patch(f"{TELLING}.chair", chair)


def _game(name: str, leak: str) -> Callable[[list[Stage]], AbstractContextManager[Any]]:
    """The same house with a leak in a game’s own rules: those of `tests/games/*/leaks.py` over the wire."""

    @contextlib.contextmanager
    def planted(_: list[Stage]) -> Iterator[None]:
        leaky = companion(name, "leaks").LEAKS[leak][0]
        honest = games.find
        with mock.patch(
            "bluffhouse.games.find", lambda wanted, *which: leaky if wanted == name else honest(wanted, *which)
        ):
            yield

    return planted


@dataclasses.dataclass(frozen=True, slots=True)
class Leak:
    number: int
    plant: Callable[[list[Stage]], AbstractContextManager[Any]]
    found: str
    """A part of the sentence in which it is found."""
    game: str | None = None
    phase: str | None = None
    bots: bool = False


VABANQUE, ROBBERY = "vabanque", "bankueberfall"

LEAKS: dict[str, Leak] = {
    "the whole state in every payload": Leak(1, whole_state, "frame"),
    "the first snapshot unfiltered": Leak(2, first_snapshot, "frame"),
    "the log of events unmasked": Leak(3, open_log, "frame"),
    "one cache for all eyes": Leak(4, careless_cache, "frame"),
    "a field beside the filter": Leak(6, beside_the_filter, "frame"),
    "onlookers see as the first seat": Leak(7, onlookers_at_a_seat, "watcher"),
    "another seat’s eyes after a reconnect": Leak(9, another_seat_on_return, "frame"),
    "a number that stays with its card": Leak(10, ids_that_stay, "frame", VABANQUE, "pawns"),
    "a number that goes by kind": Leak(11, ids_by_kind, "frame", ROBBERY, "place"),
    "an ETag of the hidden state": Leak(12, etag, "etag"),
    "a number worked out from hidden cards": Leak(
        13, _game(VABANQUE, "view: how many Traps lie where"), "frame", VABANQUE, "pawns"
    ),
    "coins in the closed hand are missing": Leak(
        13, _game(ROBBERY, "view: coins in the closed hand are missing"), "frame", ROBBERY, "bids"
    ),
    "the safe moves first": Leak(14, _game(VABANQUE, "moves: the safe ones first"), "frame", VABANQUE, "pawns"),
    "cards sorted by kind": Leak(
        15, _game(VABANQUE, "event: cards go back sorted by kind"), "frame", VABANQUE, "chips"
    ),
    "a counter that secrets move": Leak(17, counter, "frame"),
    "a refusal names hidden cards": Leak(
        18, _game(VABANQUE, "refusal: names hidden cards"), "refused", VABANQUE, "pawns"
    ),
    "bots are slow with some cards": Leak(19, slow_with_some_cards, "", bots=True),
    "the record while it plays": Leak(20, record_while_it_plays, "record"),
    "a preview in the lists": Leak(21, preview, "GET"),
    "figures by move": Leak(22, figures_by_move, "metrics"),
    "a token for a name": Leak(23, tokens_for_names, "a token was told"),
    "a card is shown too early": Leak(
        27, _game(ROBBERY, "event: a card is shown before the bids"), "frame", ROBBERY, "bids"
    ),
    "moves in the log": Leak(28, moves_in_the_log, "operator"),
    "moves on the bus": Leak(28, moves_on_the_bus, "operator"),
    "the host sees everything": Leak(29, host_sees_all, "frame"),
}
