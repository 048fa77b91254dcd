"""Who may do what: every route and frame with what each kind of caller gets, at a table that waits, plays, is over.

One line of a table is one situation; its columns are the callers below. Tokens that ended count as none at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

CALLERS: Final = ("nobody", "guest", "watcher", "left", "other", "host")
"""nobody: without a token. guest: not invited. watcher: invited, sits nowhere. left: sat there and got up before the
start. other: the second seat. host: the first seat. Nobody can be sent away from a seat: there is no such route."""

ENDED: Final = ("idle", "old", "revoked")
"""Tokens not used for too long, used for too long, signed out: to every route they are nobody's."""

SITUATIONS: Final = ("waiting", "playing", "over")


@dataclass(frozen=True, slots=True)
class Route:
    """The statuses by situation, each a word for every caller; one line stands for all situations."""

    expected: tuple[str, ...]
    body: dict[str, Any] | None = None
    full: bool = False
    """Tried at a table without free seats."""

    def status(self, situation: str, caller: str) -> int:
        line = self.expected[0 if len(self.expected) == 1 else SITUATIONS.index(situation)]
        return int(line.split()[0 if caller in ENDED else CALLERS.index(caller)])


def same(line: str, **how: Any) -> Route:
    return Route((line,), **how)


def by_situation(waiting: str, playing: str, over: str, **how: Any) -> Route:
    return Route((waiting, playing, over), **how)


ALL: Final = "200 200 200 200 200 200"
GUESTS: Final = "401 200 200 200 200 200"
#                 nobody guest watcher left other host
NONE: Final = "401 404 409 409 409 409"
HOST: Final = "401 404 409 409 409 200"
LATE: Final = "401 409 409 409 409 409"

ROUTES: Final[dict[tuple[str, str], Route]] = {
    ("POST", "/api/guests"): same("201 201 201 201 201 201", body={"name": "Somebody"}),
    ("GET", "/api/me"): same(GUESTS),
    ("PATCH", "/api/me"): same(GUESTS, body={"name": "Newname"}),
    ("DELETE", "/api/me"): same("401 204 204 204 204 204"),
    ("GET", "/api/house"): same(ALL),
    ("POST", "/api/tables"): same("401 201 201 201 201 201", body={"game": "vabanque", "seats": 3}),
    ("GET", "/api/tables"): same(ALL),
    ("GET", "/api/tables/mine"): same(GUESTS),
    ("GET", "/api/tables/{table}"): by_situation("401 404 200 200 200 200", "401 404 200 200 200 200", GUESTS),
    ("POST", "/api/invites/look"): same(ALL, body={"invite": "{code}"}),
    ("POST", "/api/invites/redeem"): same(GUESTS, body={"invite": "{code}"}),
    ("POST", "/api/tables/{table}/invites"): by_situation(
        "401 404 409 409 409 201", "401 404 409 409 409 201", "401 409 409 409 409 201"
    ),
    ("DELETE", "/api/tables/{table}/invites"): by_situation(
        "401 404 409 409 409 204", "401 404 409 409 409 204", "401 409 409 409 409 204"
    ),
    ("POST", "/api/tables/{table}/seats/{seat}"): by_situation("401 404 200 200 409 409", NONE, LATE),
    ("DELETE", "/api/tables/{table}/seats/{seat}"): by_situation("401 404 409 409 200 409", NONE, LATE),
    ("PUT", "/api/tables/{table}/seats/{seat}/word"): by_situation(
        "401 404 409 409 200 409", NONE, LATE, body={"word": "abc"}
    ),
    ("PUT", "/api/tables/{table}/seats/{seat}/bot"): by_situation(HOST, NONE, LATE, body={"level": "random"}),
    ("DELETE", "/api/tables/{table}/seats/{seat}/bot"): by_situation(HOST, NONE, LATE),
    ("POST", "/api/tables/{table}/start"): by_situation(HOST, NONE, LATE, full=True),
    ("POST", "/api/tables/{table}/rematch"): by_situation(NONE, NONE, "401 409 409 409 200 200"),
    ("GET", "/api/tables/{table}/record"): by_situation("404 " * 6, "404 " * 6, ALL),
    ("GET", "/api/tables/{table}/record.txt"): by_situation("404 " * 6, "404 " * 6, ALL),
    ("POST", "/api/records"): same(ALL, body={"text": "game: vabanque\nseats: 3\n---\n"}),
    ("POST", "/api/records/verdict"): same(ALL, body={"text": "game: vabanque\nseats: 3\n---\n"}),
    ("GET", "/api/tables/{table}/analysis"): by_situation("404 " * 6, "404 " * 6, ALL),
    ("POST", "/api/tables/{table}/hint"): by_situation(NONE, NONE, LATE),
    ("POST", "/api/lessons"): same(ALL, body={"game": "vabanque", "answers": []}),
    ("GET", "/api/daily"): same(ALL),
    ("GET", "/api/daily/{game}"): same("404 " * 6),  # of a game that there is not: to work one out takes seconds
    ("POST", "/api/daily/{game}"): same("404 " * 6, body={"day": "2026-03-14", "move": "skip"}),
    ("GET", "/health"): same(ALL),
    ("GET", "/ready"): same(ALL),
    ("GET", "/metrics"): same("404 " * 6),  # off unless it is turned on
    ("GET", "/openapi.json"): same(ALL),
    ("GET", "/"): same(ALL),
    ("GET", "/t/{code}"): same(ALL),
    ("GET", "/r/{table}"): same(ALL),
}

OWN_SEAT: Final = {
    ("DELETE", "/api/tables/{table}/seats/{seat}"): 1,
    ("PUT", "/api/tables/{table}/seats/{seat}/word"): 1,
}
"""Which seat is tried: the second person’s own where only its owner may do it, else the free one."""

FREE_SEAT: Final = 2

NO_TABLE: Final = "error no table"

UNOPENED: Final = {
    "move": NO_TABLE,
    "say": NO_TABLE,
    "emote": NO_TABLE,
    "vote": NO_TABLE,
    "close": "silence",
    "ping": "silence",
}
"""What any guest gets for a frame about a table that the socket has not opened, whoever they are there."""

FRAMES: Final[dict[str, dict[str, tuple[str, str]]]] = {
    #         those who watch      those who sit
    "open": dict.fromkeys(SITUATIONS, ("sync as an onlooker", "sync at the own seat")),
    "close": dict.fromkeys(SITUATIONS, ("silence", "silence")),
    "move": {
        "waiting": ("refused seat", "refused table"),
        "playing": ("refused seat", "refused notation"),
        "over": ("refused seat", "refused table"),
    },
    "say": dict.fromkeys(SITUATIONS, ("error seat", "said")),
    "emote": dict.fromkeys(SITUATIONS, ("error seat", "emoted")),
    "vote": {
        "waiting": ("error seat", "error vote"),
        "playing": ("error seat", "presence"),
        "over": ("error seat", "error vote"),
    },
    "ping": dict.fromkeys(SITUATIONS, ("silence", "silence")),
}
"""On a socket that has opened the table; a pong is no answer of the table’s. A guest who is not invited opens none that
is not over."""

SITTING: Final = {"other": 1, "host": 0}

SENT: Final[dict[str, dict[str, Any]]] = {
    "open": {},
    "close": {},
    "move": {"key": "k1", "asked": 0, "move": "nonsense"},
    "say": {"text": "hello"},
    "emote": {"emote": "hello"},
    "vote": {"vote": "none"},
}
