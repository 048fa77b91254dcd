"""A sensible Vabanque player: goes where money is likely, hides its cards near where people go, never readable."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, assert_never

from bluffhouse.core.chance import pick
from bluffhouse.games.vabanque.model import (
    CHIP,
    MOST_STEPS,
    ROUNDS,
    DrawFirst,
    Kind,
    LayCard,
    Move,
    MovePawn,
    PlaceChip,
    Stand,
    View,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.core.game import Below, Seat

SHARPNESS = 5.0  # how strongly the better move is preferred …
WHIM = 0.04  # … and how likely any other stays: whoever can be read is trapped
A_THIRD = 1 / 3  # a face-down card is each kind as likely


def heuristic(view: View, moves: Sequence[Move], below: Below) -> Move:
    """A move drawn by how good each one looks beside the best."""
    worth = [_worth(view, move) for move in moves]
    best = max(worth)
    return pick(moves, [math.pow(own / best, SHARPNESS) + WHIM for own in worth], below)


def _worth(view: View, move: Move) -> float:
    match move:
        case PlaceChip(casino):
            return _reach(view, casino, _me(view)) + 0.2
        case LayCard(kind, casino):
            return _card(view, kind, casino)
        case MovePawn(steps):
            return _stay((view.pawns[_me(view)] + steps) % len(view.chips), view)
        case Stand() | DrawFirst():
            return 1.0
        case _:
            assert_never(move)


def _me(view: View) -> Seat:
    assert view.me is not None
    return view.me


def _reach(view: View, casino: int, seat: Seat) -> float:
    """1 where the seat's pawn can be this round, 0 elsewhere."""
    return float((casino - view.pawns[seat]) % len(view.chips) <= MOST_STEPS)


def _tempting(view: View, casino: int) -> float:
    """What lies here, seen from the money still to come."""
    return sum(view.chips[casino]) + CHIP[view.round - 1] / ROUNDS


def _visitors(view: View, casino: int) -> float:
    """How many of the others may come, each a fifth of a visit."""
    return sum(_reach(view, casino, seat) for seat in view.order if seat != view.me) / (MOST_STEPS + 1)


def _card(view: View, kind: Kind, casino: int) -> float:
    mine = _reach(view, casino, _me(view))
    tempting = _tempting(view, casino)
    match kind:
        case Kind.RAISE:
            return tempting * (0.1 + mine)
        case Kind.TRAP:
            return tempting * (0.1 + _visitors(view, casino))
        case Kind.BLUFF:
            return tempting * (0.3 + 0.5 * mine)
        case _:
            assert_never(kind)


def _stay(casino: int, view: View) -> float:
    """Expected earnings of the own pawn and the own Trap at a casino."""
    foreign: dict[Seat, int] = {}
    raises = 0.0
    own_trap = False
    for card in view.laid[casino]:
        if card.owner == view.me:
            raises += card.kind is Kind.RAISE
            own_trap |= card.kind is Kind.TRAP
        else:
            foreign[card.owner] = foreign.get(card.owner, 0) + 1
    safe = 1.0
    for cards in foreign.values():
        safe *= 1 - cards * A_THIRD
        raises += cards * A_THIRD
    company = sum(view.pawns[seat] == casino for seat in view.order if seat != view.me)
    return _tempting(view, casino) * (1 + raises) * (safe + own_trap * company) + 0.1
