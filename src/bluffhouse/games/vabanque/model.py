"""What Vabanque is made of: its pieces, positions, moves and events, all of them values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from bluffhouse.core.game import SECRET, Illegal, Seat

CASINOS: Final = {3: 7, 4: 9, 5: 10, 6: 12}  # V1
ROUNDS: Final = 4
CHIP: Final = (5, 10, 20, 50)  # V2: the value of each round's chips …
LAPS: Final = (4, 3, 2, 1)  # … and how many of them everybody places
MOST_STEPS: Final = 4  # V11
THOUSAND: Final = 1000  # V4: a casino of value 45 pays 45,000


class Kind(StrEnum):
    """The three cards everybody holds (V3)."""

    RAISE = "raise"
    TRAP = "trap"
    BLUFF = "bluff"


ALL_KINDS: Final = tuple(Kind)


class Edition(StrEnum):
    CLASSIC = "classic"
    RENEWED = "2019"


class Phase(StrEnum):
    """What is being decided; payout and order decide themselves."""

    FIRST = "first"
    STAND = "stand"
    CHIPS = "chips"
    CARDS = "cards"
    PAWNS = "pawns"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    edition: Edition = Edition.CLASSIC
    first: Seat | None = None
    """V6: in the edition of 2019 the host may say who went to a casino last."""

    def __post_init__(self) -> None:
        if self.first is not None and self.edition is Edition.CLASSIC:
            raise Illegal("V6", "in the classic edition the first player is drawn by lot")


@dataclass(frozen=True, slots=True)
class Card:
    """A card beside a casino; its back always tells the owner, its kind is None where it may not be known."""

    owner: Seat
    kind: Kind | None


@dataclass(frozen=True, slots=True)
class State:
    options: Options
    seats: int
    round: int
    """Counted from 1."""
    phase: Phase
    order: tuple[Seat, ...]
    """The play order of this round; empty until the first player is known."""
    turn: int
    """How many decisions of this phase have been taken."""
    chips: tuple[tuple[int, ...], ...]
    """A stack for each casino, in the order of placing."""
    laid: tuple[tuple[Card, ...], ...]
    """The cards beside each casino, in the order of laying."""
    hands: tuple[tuple[Kind, ...], ...]
    pawns: tuple[int, ...]
    """The casino of each seat's pawn; empty until they stand."""
    money: tuple[int, ...]
    story: tuple[Event, ...]
    """All that has happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat knows (`me`; None: an onlooker): a State without the others' secrets, with the whole story."""

    me: Seat | None
    options: Options
    seats: int
    round: int
    phase: Phase
    order: tuple[Seat, ...]
    turn: int
    actors: frozenset[Seat]
    chips: tuple[tuple[int, ...], ...]
    laid: tuple[tuple[Card, ...], ...]
    hand: tuple[Kind, ...]
    hand_sizes: tuple[int, ...]
    pawns: tuple[int, ...]
    money: tuple[int, ...]
    story: tuple[Event, ...]


# Moves


@dataclass(frozen=True, slots=True)
class DrawFirst:
    seat: Seat


@dataclass(frozen=True, slots=True)
class Stand:
    casino: int


@dataclass(frozen=True, slots=True)
class PlaceChip:
    casino: int


@dataclass(frozen=True, slots=True)
class LayCard:
    kind: Annotated[Kind, SECRET]
    casino: int


@dataclass(frozen=True, slots=True)
class MovePawn:
    steps: int


Move = DrawFirst | Stand | PlaceChip | LayCard | MovePawn


# Events


@dataclass(frozen=True, slots=True)
class FirstDrawn:
    seat: Seat
    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class PawnsStood:
    """V7, V8: where everybody's pawn begins, by seat."""

    casinos: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PhaseBegan:
    round: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class ChipPlaced:
    seat: Seat
    casino: int
    value: int


@dataclass(frozen=True, slots=True)
class CardLaid:
    seat: Seat
    kind: Kind | None
    casino: int


@dataclass(frozen=True, slots=True)
class PawnMoved:
    seat: Seat
    start: int
    steps: int
    casino: int


@dataclass(frozen=True, slots=True)
class Earning:
    """What one seat earns at an opened casino, term by term, in money."""

    seat: Seat
    pawn: int
    """V14: for the own pawn; 0 where there is none or it was trapped."""
    trapped_by: tuple[Seat, ...]
    victims: tuple[Seat, ...]
    """V15: the opposing pawns that the own Trap collects for."""
    trap: int
    total: int


@dataclass(frozen=True, slots=True)
class CasinoOpened:
    """V12-V15: chips x (1 + number of Raises) = value, and who earns what for which reason."""

    casino: int
    cards: tuple[Card, ...]
    pawns: tuple[Seat, ...]
    chips: int
    raises: tuple[Seat, ...]
    value: int
    earnings: tuple[Earning, ...]


@dataclass(frozen=True, slots=True)
class CardsReturned:
    """V12: cards at a casino without a pawn go back unseen; only whose they are is known."""

    casino: int
    owners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class RoundPaid:
    round: int
    earned: tuple[int, ...]
    money: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OrderSet:
    """V17: the play order of the round that begins."""

    order: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    money: tuple[int, ...]
    winners: tuple[Seat, ...]


Event = (
    FirstDrawn
    | PawnsStood
    | PhaseBegan
    | ChipPlaced
    | CardLaid
    | PawnMoved
    | CasinoOpened
    | CardsReturned
    | RoundPaid
    | OrderSet
    | GameEnded
)
