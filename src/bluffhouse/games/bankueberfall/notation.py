"""Banküberfall's moves as text: `place thief 3`, `spy 3 1`, `bid 4`; the dealer's `hand s0 5`, `tile spy` …"""

from __future__ import annotations

from typing import assert_never

from bluffhouse.core.words import read_count, read_seat, write_seat
from bluffhouse.games.bankueberfall.model import (
    KINDS,
    TILES,
    Bid,
    DealBank,
    DealHand,
    DrawFirst,
    Kind,
    Move,
    PlaceCard,
    RevealCard,
    RobBank,
    Skip,
    SpyOn,
    Tile,
    TurnTile,
)


def write(move: Move) -> str:
    match move:
        case PlaceCard(kind, bank):
            return f"place {kind} {bank}"
        case SpyOn(bank, card):
            return f"spy {bank} {card}"
        case RevealCard(bank, card):
            return f"reveal {bank} {card}"
        case Skip():
            return "skip"
        case RobBank(bank):
            return f"rob {bank}"
        case Bid(amount):
            return f"bid {amount}"
        case DrawFirst(seat):
            return f"first {write_seat(seat)}"
        case DealBank(bank, kind):
            return f"bank {bank} {kind}"
        case DealHand(seat, kind):
            return f"hand {write_seat(seat)} {kind}"
        case TurnTile(tile):
            return f"tile {tile}"
        case _:
            assert_never(move)


def read(text: str) -> Move:
    match text.split(" "):
        case ["place", kind, bank] if kind in KINDS:
            return PlaceCard(Kind(kind), read_count("a bank", bank))
        case ["spy", bank, card]:
            return SpyOn(read_count("a bank", bank), read_count("a card", card))
        case ["reveal", bank, card]:
            return RevealCard(read_count("a bank", bank), read_count("a card", card))
        case ["skip"]:
            return Skip()
        case ["rob", bank]:
            return RobBank(read_count("a bank", bank))
        case ["bid", amount]:
            return Bid(read_count("a bid", amount))
        case _:
            return _read_dealer(text)


def _read_dealer(text: str) -> Move:
    match text.split(" "):
        case ["first", seat]:
            return DrawFirst(read_seat(seat))
        case ["bank", bank, kind] if kind in KINDS:
            return DealBank(read_count("a bank", bank), Kind(kind))
        case ["hand", seat, kind] if kind in KINDS:
            return DealHand(read_seat(seat), Kind(kind))
        case ["tile", tile] if tile in TILES:
            return TurnTile(Tile(tile))
        case _:
            raise ValueError(
                f"{text!r} is no move of Banküberfall; moves are written «place thief 3», "
                "«spy 3 1», «reveal 3 1», «skip», «rob 3», «bid 4», "
                "and cards 2 3 4 5 10 x seductress policeman detective thief"
            )
