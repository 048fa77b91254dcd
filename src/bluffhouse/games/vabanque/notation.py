"""Vabanque's moves as text: `first s2`, `stand 5`, `chip 3`, `lay trap 4`, `move 3`."""

from __future__ import annotations

from typing import assert_never

from bluffhouse.core.words import read_count, read_seat, write_seat
from bluffhouse.games.vabanque.model import ALL_KINDS, DrawFirst, Kind, LayCard, Move, MovePawn, PlaceChip, Stand


def write(move: Move) -> str:
    match move:
        case DrawFirst(seat):
            return f"first {write_seat(seat)}"
        case Stand(casino):
            return f"stand {casino}"
        case PlaceChip(casino):
            return f"chip {casino}"
        case LayCard(kind, casino):
            return f"lay {kind} {casino}"
        case MovePawn(steps):
            return f"move {steps}"
        case _:
            assert_never(move)


def read(text: str) -> Move:
    match text.split(" "):
        case ["chip", casino]:
            return PlaceChip(read_count("a casino", casino))
        case ["lay", kind, casino] if kind in ALL_KINDS:
            return LayCard(Kind(kind), read_count("a casino", casino))
        case ["move", steps]:
            return MovePawn(read_count("a number of steps", steps))
        case ["stand", casino]:
            return Stand(read_count("a casino", casino))
        case ["first", seat]:
            return DrawFirst(read_seat(seat))
        case _:
            raise ValueError(
                f"{text!r} is no move of Vabanque; moves are written "
                "«chip 3», «lay raise 4» (or trap, bluff), «move 2», «stand 5», «first s1»"
            )
