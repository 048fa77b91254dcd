"""What is secret in a house while games run, read from its database behind its back, and every way to spell it."""

from __future__ import annotations

import base64
import hashlib
import json
import sqlite3
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from bluffhouse import games
from bluffhouse.core.codec import to_json
from bluffhouse.core.words import read_options
from bluffhouse.play import table as play

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

EVERYBODY: Final = frozenset({"operator", "nobody", "stranger", "watcher", "host"})
"""Whose surfaces are searched: none of them sits at a table."""
AWAY: Final = frozenset({"operator", "nobody", "stranger"})
SHORTEST: Final = 8
"""Characters that a field must tell to be looked for: shorter ones stand everywhere."""


@dataclass(frozen=True, slots=True)
class Secret:
    what: str
    text: str
    hidden_from: frozenset[str] = EVERYBODY


@dataclass(frozen=True, slots=True)
class Logged:
    seq: int
    actor: int
    move: str


def compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def spelled(text: str) -> set[str]:
    """The text as it may stand in an answer, a log, a label or an address; also as an unsalted digest."""
    raw = text.encode()
    found = {text, text[::-1], quote(text), quote(text, safe=""), json.dumps(text)[1:-1], repr(text)[1:-1]}
    found |= {base64.b64encode(raw).decode(), base64.urlsafe_b64encode(raw).decode().rstrip("="), raw.hex()}
    found |= {hashlib.new(kind, raw).hexdigest() for kind in ("md5", "sha1", "sha256", "sha512")}
    return found


def of_house(database: Path) -> list[Secret]:
    """Of every running table: seed and salt, the moves that hide something, what lies face down."""
    file = sqlite3.connect(f"file:{database}?mode=ro", uri=True)
    file.row_factory = sqlite3.Row
    try:
        found: list[Secret] = []
        for meta in file.execute("SELECT * FROM tables WHERE status = 'playing'").fetchall():
            rows = file.execute("SELECT seq, actor, move FROM log WHERE table_id = ? ORDER BY seq", [meta["id"]])
            log = [Logged(*row) for row in rows.fetchall()]
            found += [Secret(f"{word} of {meta['id']}", meta[word]) for word in ("seed", "salt") if meta[word]]
            found += _of_game(meta, log)
        return found
    finally:
        file.close()


def _of_game(meta: sqlite3.Row, log: list[Logged]) -> Iterator[Secret]:
    game = games.find(meta["game"])
    table = play.start(game, read_options(game.options, json.loads(meta["options"])), meta["seats"])
    table = play.replay(table, log)
    for row in log:
        for event in table.told[row.seq]:
            if game.mask(event, None) != event:
                yield Secret(f"move {row.seq} of {meta['id']}", row.move)
                yield Secret(f"event {row.seq} of {meta['id']}", compact(to_json(event)))
                yield Secret(f"event {row.seq} of {meta['id']}", repr(event))
    seen = game.view(table.state, None)
    for field in fields(table.state):
        hidden = to_json(getattr(table.state, field.name))
        tells = len(compact(hidden).replace("null", "")) >= SHORTEST
        if tells and hidden != to_json(getattr(seen, field.name, None)):
            yield Secret(f"{field.name} of {meta['id']}", compact(hidden))
            yield Secret(f"{field.name} of {meta['id']}", json.dumps(hidden))


def shown(secrets: list[Secret], surfaces: dict[tuple[str, str], str], before: dict[tuple[str, str], str]) -> list[str]:
    """Where a secret stands that did not stand there before there were any games; each place once, in words."""
    found = []
    for secret in secrets:
        for spelling in spelled(secret.text):
            for (who, where), text in surfaces.items():
                if who in secret.hidden_from and spelling in text and spelling not in before.get((who, where), ""):
                    found.append(f"{secret.what} in {where}, as {who} sees it")
    return sorted(set(found))
