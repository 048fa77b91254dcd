"""Traps that caught, Raises walked to, Bluffs that kept somebody away: counted by hand."""

from bluffhouse.core.game import Seat
from bluffhouse.games.vabanque.bluffs import bluffs
from bluffhouse.games.vabanque.model import (
    Card,
    CardLaid,
    CasinoOpened,
    ChipPlaced,
    Earning,
    Event,
    Kind,
    PawnMoved,
    Phase,
    PhaseBegan,
    RoundPaid,
)

A, B, C = Seat(0), Seat(1), Seat(2)
NOTHING = {"raise": (0, 1), "trap": (0, 1), "bluff": (0, 1)}


def a_round(bluff_at: int) -> list[Event]:
    """3 seats, 7 casinos: s1 walks into s0's Trap at 2, s0 comes to its Raise at 1; chips 5 at 1 and 2, 10 at 3."""
    chips = [ChipPlaced(A, 1, 5), ChipPlaced(A, 2, 5), ChipPlaced(B, 3, 5), ChipPlaced(C, 3, 5)]
    own = [CardLaid(A, Kind.RAISE, 1), CardLaid(A, Kind.TRAP, 2), CardLaid(A, Kind.BLUFF, bluff_at)]
    others = [CardLaid(seat, kind, 6) for seat in (B, C) for kind in Kind]
    pawns = [PawnMoved(A, 0, 1, 1), PawnMoved(B, 2, 0, 2), PawnMoved(C, 4, 0, 4)]
    caught = Earning(A, pawn=0, trapped_by=(), victims=(B,), trap=5000, total=5000)
    opened = CasinoOpened(2, (Card(A, Kind.TRAP),), (B,), 5, (), 5, (caught,))
    return [PhaseBegan(1, Phase.CHIPS), *chips, *own, *others, *pawns, opened, RoundPaid(1, (0, 0, 0), (0, 0, 0))]


def test_a_round_in_which_all_three_work() -> None:
    first, *others = bluffs(a_round(bluff_at=3), 3)
    assert first == {"raise": (1, 1), "trap": (1, 1), "bluff": (1, 1)}
    assert others == [NOTHING, NOTHING]


def test_a_bluff_where_nobody_would_have_gone_moves_nobody() -> None:
    assert bluffs(a_round(bluff_at=5), 3)[0]["bluff"] == (0, 1)


def test_rounds_add_up() -> None:
    assert bluffs(a_round(3) + a_round(5), 3)[0] == {"raise": (2, 2), "trap": (2, 2), "bluff": (1, 2)}
