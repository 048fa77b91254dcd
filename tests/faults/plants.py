"""Six mistakes that are easily made in a server of several workers, each put in on purpose for the storm to find."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bluffhouse.bus.redis import RedisBus
from bluffhouse.play import table as table_rules
from bluffhouse.server import ledger, telling
from bluffhouse.server.answers import Answers
from bluffhouse.server.cluster import Cluster
from bluffhouse.server.ledger import Ledger
from bluffhouse.store import Answer, Store, log
from bluffhouse.store.lobby import Lobby

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


def put(where: object, name: str, what: object) -> None:
    setattr(where, name, what)


def tell_before_store() -> None:
    """A move is shown to everybody at the table, and stored afterwards."""
    honest = Ledger._append

    async def append(self: Any, table: Any, rows: Any, answers: Any, fence: Any = None) -> None:
        before = self.table
        self._stand(table, ())
        self.audience.tell_news(self.timing, self.house.ms())
        self.table = before
        await honest(self, table, rows, answers, fence)

    put(Ledger, "_append", append)


def lost_outbox() -> None:
    """What was stored is told at this worker only: nobody passes it on, and nobody looks."""

    async def newest(self: Any, ids: Any) -> dict[str, int]:
        return {}

    put(RedisBus, "publish", lambda self, table, seq: None)
    put(RedisBus, "missed", lambda self: False)
    put(Store, "newest", newest)


def double_apply() -> None:
    """A key is forgotten, and a move is taken for the answer to whatever is asked now."""
    counted, honest_answer = iter(range(1 << 60)), log._answer

    def submit(table: Any, seat: Any, asked: int, text: str) -> Any:
        return table_rules.submit(table, seat, table.asked[seat] if table.asked[seat] is not None else asked, text)

    def written(table: str, answer: Answer) -> dict[str, Any]:
        return honest_answer(table, answer) | {"key": f"{answer.key} {next(counted)} {id(answer)}"}

    put(ledger, "submit", submit)
    put(log, "_answer", written)
    put(Answers, "find", lambda self, seat, key: None)


def stale_view_after_resync() -> None:
    """Whoever comes back is shown the table as the last one who came back saw it."""
    honest, seen = telling.sync, dict[tuple[str, int | None], Any]()

    def sync(writers: Any, place: Any, lobby: Any, presence: Any, *, table: Any, since: int, clocks: Any) -> Any:
        known = seen.get((lobby.table, place.seat))
        if table is not None:
            seen[lobby.table, place.seat] = table
        return honest(writers, place, lobby, presence, table=known or table, since=since, clocks=clocks)

    put(telling, "sync", sync)


def clock_owner_twice() -> None:
    """Whoever once kept a clock believes to keep it for ever, and nobody compares the fence."""
    kept: dict[str, int] = {}

    def keeps(self: Cluster, table: Any) -> bool:
        if table.keeper == self._name:
            kept[table.id] = table.fence
        return table.id in kept

    async def anybody(connection: Any, fences: Any) -> None:
        return None

    honest = Lobby.set_stand_in

    async def set_stand_in(self: Any, table: str, seat: int, stand_in: bool, fence: Any = None) -> None:
        await honest(self, table, seat, stand_in)

    put(Cluster, "keeps", keeps)
    put(Cluster, "fence", lambda self, table: kept.get(table.id, table.fence))
    put(log, "keepers_only", anybody)
    put(Lobby, "set_stand_in", set_stand_in)


def bid_refused_as_stale() -> None:
    """A move must name the newest number, not that of its question: of two sealed bids the second is refused."""

    def submit(table: Any, seat: Any, asked: int, text: str) -> Any:
        if asked != table.seq:
            return table_rules.Refusal("question", "this answers a question that is no longer open")
        return table_rules.submit(table, seat, asked, text)

    put(ledger, "submit", submit)


PLANTS: dict[str, Callable[[], None]] = {
    plant.__name__.replace("_", "-"): plant
    for plant in (
        tell_before_store,
        lost_outbox,
        double_apply,
        stale_view_after_resync,
        clock_owner_twice,
        bid_refused_as_stale,
    )
}


def names() -> Sequence[str]:
    return list(PLANTS)
