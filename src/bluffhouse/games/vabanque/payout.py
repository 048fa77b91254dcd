"""The arithmetic that decides Vabanque: what an opened casino pays."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bluffhouse.games.vabanque.model import THOUSAND, Card, CasinoOpened, Earning, Kind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bluffhouse.core.game import Seat


def opened(casino: int, chips: int, cards: tuple[Card, ...], pawns: tuple[Seat, ...]) -> CasinoOpened:
    """Turn up a casino's cards and pay everybody concerned."""
    raises = tuple(card.owner for card in cards if card.kind is Kind.RAISE)
    traps = tuple(card.owner for card in cards if card.kind is Kind.TRAP)
    value = chips * (1 + len(raises))  # V13
    concerned = sorted({*pawns, *traps})
    earnings = tuple(_earning(seat, value * THOUSAND, traps, pawns) for seat in concerned)
    return CasinoOpened(casino, cards, pawns, chips, raises, value, earnings)


def _earning(seat: Seat, pay: int, traps: Sequence[Seat], pawns: Sequence[Seat]) -> Earning:
    present = seat in pawns
    trapped_by = tuple(owner for owner in traps if owner != seat) if present else ()
    victims = tuple(pawn for pawn in pawns if pawn != seat) if seat in traps else ()
    own = pay if present and not trapped_by else 0  # V14: the own Trap does not hurt, nothing is shared
    trap = pay * len(victims)  # V15: for each opposing pawn, whatever other Traps lie there
    return Earning(seat, own, trapped_by, victims, trap, own + trap)
