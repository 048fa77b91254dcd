"""Tables, rows and answers with little to say."""

from __future__ import annotations

from typing import Any

from bluffhouse.store import WAITING, Answer, Row, Table


def a_table(name: str = "t1", **changed: Any) -> Table:
    usual: dict[str, Any] = {
        "id": name,
        "code": f"code-{name}",
        "game": "vabanque",
        "version": 1,
        "options": {"edition": "classic", "pay_past_unpaid": "true"},
        "seats": 4,
        "time": "none",
        "watch": "anyone",
        "delay": 0,
        "chat": True,
        "listed": True,
        "host": "ada",
        "status": WAITING,
        "created": 100.0,
    }
    return Table(**usual | changed)


def a_row(seq: int, **changed: Any) -> Row:
    usual: dict[str, Any] = {
        "actor": 0,
        "move": "chip 3",
        "elapsed": 1500,
        "by": "person",
        "key": f"key-{seq}",
        "at": 200.0 + seq,
    }
    return Row(seq=seq, **usual | changed)


def rows(first: int, last: int) -> list[Row]:
    return [a_row(seq) for seq in range(first, last + 1)]


def acknowledged(key: str, seq: int, at: float = 300.0, seat: int = 0) -> Answer:
    return Answer(key, seat, seq, None, None, at)


def refused(key: str, at: float = 300.0, seat: int = 0) -> Answer:
    return Answer(key, seat, None, "V4", "there is no chip left", at)
