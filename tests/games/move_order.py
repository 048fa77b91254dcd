"""The order of moves, pinned, for action numbers and trained players hang on it.

`python -m tests.games.move_order` pins it anew."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Final

from bluffhouse.core.game import DEALER, draw
from tests.games.sample import ALL, Cell

if TYPE_CHECKING:
    from collections.abc import Iterator

FILE: Final = Path(__file__).with_suffix(".json")


def digest(cell: Cell) -> str:
    """One word for every list of moves in one game."""
    return hashlib.sha256("\n".join(_lists(cell)).encode()).hexdigest()


def _lists(cell: Cell) -> Iterator[str]:
    game = cell.game
    state = game.setup(cell.options, cell.seats)
    number = 0
    while actors := game.actors(state):
        actor = min(actors)
        moves = list(game.moves(state, actor))
        weights = [str(weight) for _, weight in game.odds(state)]
        yield " | ".join([str(sorted(actors)), *(game.write(move) for move in moves), *weights])
        number += 1
        chosen = draw(game, state, _Chance(number)) if actor == DEALER else moves[_Chance(number)(len(moves))]
        state = game.apply(state, actor, chosen).state


class _Chance:
    """The same numbers on every Python: the pinned games must not change with the interpreter's generator."""

    def __init__(self, number: int) -> None:
        self.mark = int.from_bytes(hashlib.sha256(str(number).encode()).digest())

    def __call__(self, below: int) -> int:
        return self.mark % below


def pinned() -> dict[str, str]:
    found: dict[str, str] = json.loads(FILE.read_text())
    return found


def rewrite() -> None:
    FILE.write_text(json.dumps({str(cell): digest(cell) for cell in ALL}, indent=1) + "\n")


if __name__ == "__main__":
    rewrite()
    print(f"wrote {FILE}")
