"""How well somebody bluffs at Vabanque, from a game with nothing hidden: of how many, how many worked."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from bluffhouse.core.game import Seat
from bluffhouse.games.vabanque.model import (
    CASINOS,
    MOST_STEPS,
    CardLaid,
    CasinoOpened,
    ChipPlaced,
    Kind,
    PawnMoved,
    RoundPaid,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bluffhouse.games.vabanque.model import Event

Count = tuple[int, int]


def bluffs(story: Iterable[Event], seats: int) -> tuple[dict[str, Count], ...]:
    """For each seat: Traps that caught somebody, Raises the own pawn came to, Bluffs that kept somebody away."""
    worked: Counter[tuple[Seat, Kind]] = Counter()
    laid: Counter[tuple[Seat, Kind]] = Counter()
    chips: Counter[int] = Counter()
    cards: list[CardLaid] = []
    pawns: list[PawnMoved] = []
    for event in story:
        match event:
            case ChipPlaced():
                chips[event.casino] += event.value
            case CardLaid():
                cards.append(event)
            case PawnMoved():
                pawns.append(event)
            case CasinoOpened():
                worked.update((earning.seat, Kind.TRAP) for earning in event.earnings if earning.victims)
            case RoundPaid():
                laid.update((card.seat, card.kind) for card in cards if card.kind is not None)
                worked.update(_raises(cards, pawns))
                worked.update(_avoided(cards, pawns, chips, seats))
                cards, pawns = [], []
            case _:
                pass
    return tuple(
        {kind.value: (worked[Seat(seat), kind], laid[Seat(seat), kind]) for kind in Kind} for seat in range(seats)
    )


def _raises(cards: list[CardLaid], pawns: list[PawnMoved]) -> list[tuple[Seat, Kind]]:
    went = {pawn.seat: pawn.casino for pawn in pawns}
    return [(card.seat, Kind.RAISE) for card in cards if card.kind is Kind.RAISE and went[card.seat] == card.casino]


def _avoided(cards: list[CardLaid], pawns: list[PawnMoved], chips: Counter[int], seats: int) -> list[tuple[Seat, Kind]]:
    """A Bluff worked where somebody in reach of it went to fewer chips instead."""
    return [
        (card.seat, Kind.BLUFF)
        for card in cards
        if card.kind is Kind.BLUFF
        and any(
            pawn.seat != card.seat
            and (card.casino - pawn.start) % CASINOS[seats] <= MOST_STEPS
            and chips[pawn.casino] < chips[card.casino]
            for pawn in pawns
        )
    ]
