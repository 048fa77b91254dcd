"""What Banküberfall is made of: its pieces, positions, moves and events, all of them values."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Final

from bluffhouse.core.game import SECRET, Seat

BANKS: Final = 5  # B1
HAND: Final = 5  # B5
START_COINS: Final = 10  # B5
REWARD: Final = 5  # B12: what a lone Policeman gives those who bid nothing
FLOOR: Final = 10  # B16: whoever falls below takes a credit …
CREDIT: Final = 10  # … of as many coins, which count as many less at the end


class Kind(StrEnum):
    """The ten kinds of cards (B2)."""

    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    TEN = "10"
    X = "x"
    SEDUCTRESS = "seductress"
    POLICEMAN = "policeman"
    DETECTIVE = "detective"
    THIEF = "thief"


KINDS: Final = tuple(Kind)
COPIES: Final = (4, 4, 4, 11, 2, 4, 4, 4, 4, 4)  # B2: of each kind, in the order of KINDS
MONEY: Final = {Kind.TWO: 2, Kind.THREE: 3, Kind.FOUR: 4, Kind.FIVE: 5, Kind.TEN: 10}
CHARACTERS: Final = (Kind.SEDUCTRESS, Kind.POLICEMAN, Kind.DETECTIVE, Kind.THIEF)


class Tile(StrEnum):
    PLACEMENT = "placement"
    SPY = "spy"
    REVEAL = "reveal"
    ROBBERY = "robbery"


TILES: Final = tuple(Tile)
CYCLE: Final = (4, 1, 1, 1)  # B3: of each tile, in the order of TILES


class Phase(StrEnum):
    """What is being decided, by the dealer or by people."""

    FIRST = "first"
    BANKS = "banks"
    HANDS = "hands"
    TILE = "tile"
    PLACE = "place"
    DRAW = "draw"
    SPY = "spy"
    REVEAL = "reveal"
    ROB = "rob"
    BIDS = "bids"
    REFILL = "refill"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Options:
    """House rules."""

    pay_past_unpaid: bool = False
    """B15: paying goes on past a bid that cannot be paid."""
    screens: bool = True
    """Whether a screen hides the others' coins from people. What a seat may know stays the same."""
    fifth_seat: bool = False
    """B1: five may play."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card at a bank; its kind is None where it may not be known."""

    kind: Kind | None
    by: Seat
    """Who put it there: a seat or the dealer."""
    up: bool
    spies: tuple[Seat, ...]
    """Who has looked at it, in order."""


@dataclass(frozen=True, slots=True)
class State:
    options: Options
    seats: int
    phase: Phase
    turn: Seat | None
    """Whose turn it is; None until the first player is drawn."""
    pile: tuple[int, ...]
    """How many of each kind are left: the next card does not exist until it is drawn."""
    tiles: tuple[int, ...]
    """How many of each tile still lie face down in this cycle."""
    banks: tuple[tuple[Card, ...], ...]
    hands: tuple[tuple[Kind, ...], ...]
    """Sorted by kind."""
    coins: tuple[int, ...]
    credits: tuple[int, ...]
    target: int | None
    """The bank being robbed, or being given its new card."""
    bids: tuple[int | None, ...]
    """Sealed until all are in."""
    last: tuple[int, ...]
    """The banks still to come in the last round of robberies."""
    story: tuple[Event, ...]
    """All that has happened."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat knows (`me`; None: an onlooker): a State without the others' secrets, with the whole story."""

    me: Seat | None
    options: Options
    seats: int
    phase: Phase
    turn: Seat | None
    actors: frozenset[Seat]
    pile_size: int
    tiles: tuple[int, ...]
    banks: tuple[tuple[Card, ...], ...]
    hand: tuple[Kind, ...]
    hand_sizes: tuple[int, ...]
    coins: tuple[int, ...]
    """Everybody's, for they follow from what everybody saw; the house rule `screens` is for the screen."""
    credits: tuple[int, ...]
    target: int | None
    bid: int | None
    """The own sealed bid."""
    have_bid: tuple[bool, ...]
    last: tuple[int, ...]
    story: tuple[Event, ...]


# Moves


@dataclass(frozen=True, slots=True)
class DrawFirst:
    seat: Seat


@dataclass(frozen=True, slots=True)
class DealBank:
    bank: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class DealHand:
    seat: Seat
    kind: Kind


@dataclass(frozen=True, slots=True)
class TurnTile:
    tile: Tile


@dataclass(frozen=True, slots=True)
class PlaceCard:
    kind: Annotated[Kind, SECRET]
    bank: int


@dataclass(frozen=True, slots=True)
class SpyOn:
    bank: int
    card: int


@dataclass(frozen=True, slots=True)
class RevealCard:
    bank: int
    card: int


@dataclass(frozen=True, slots=True)
class Skip:
    pass


@dataclass(frozen=True, slots=True)
class RobBank:
    bank: int


@dataclass(frozen=True, slots=True)
class Bid:
    amount: Annotated[int, SECRET]


Move = DrawFirst | DealBank | DealHand | TurnTile | PlaceCard | SpyOn | RevealCard | Skip | RobBank | Bid


# Events


@dataclass(frozen=True, slots=True)
class FirstDrawn:
    seat: Seat


@dataclass(frozen=True, slots=True)
class BankDealt:
    """A card from the pile, face down at a bank: nobody knows it."""

    bank: int
    kind: Kind | None


@dataclass(frozen=True, slots=True)
class HandDealt:
    seat: Seat
    kind: Kind | None


@dataclass(frozen=True, slots=True)
class TilesShuffled:
    """B10: all seven lie face down again."""


@dataclass(frozen=True, slots=True)
class TileTurned:
    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class NothingToDo:
    """B7, B8: the tile shows a deed for which there is no card."""

    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class Skipped:
    seat: Seat
    tile: Tile


@dataclass(frozen=True, slots=True)
class CardPlaced:
    seat: Seat
    kind: Kind | None
    bank: int


@dataclass(frozen=True, slots=True)
class CardSpied:
    """That somebody looked is public; what they saw is theirs."""

    seat: Seat
    bank: int
    card: int
    kind: Kind | None


@dataclass(frozen=True, slots=True)
class CardRevealed:
    seat: Seat
    bank: int
    card: int
    kind: Kind


@dataclass(frozen=True, slots=True)
class RobberyCalled:
    seat: Seat
    bank: int


@dataclass(frozen=True, slots=True)
class BidSealed:
    """Told at once, but not part of the story: sealed answers come in any order."""

    seat: Seat
    amount: int | None


class Effect(StrEnum):
    """What a character does to a robbery (B12), in the order of settling."""

    SEDUCTRESS_CLEARS = "seductress clears"
    SEDUCTRESSES_CANCEL = "seductresses cancel"
    POLICEMAN_CLOSES = "policeman closes"
    POLICEMEN_CANCEL = "policemen cancel"
    PAIRS_CANCEL = "pairs cancel"
    DETECTIVES_REVERSE = "detectives reverse"
    THIEVES_TAKE = "thieves take"


@dataclass(frozen=True, slots=True)
class Clearing:
    """One step of settling the characters: what happened, and the cards that went."""

    effect: Effect
    gone: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Payment:
    """B15: everybody with the same bid is paid together or not at all."""

    bid: int
    seats: tuple[Seat, ...]
    paid: bool
    left: int
    """Of the loot, after this."""


@dataclass(frozen=True, slots=True)
class BankRobbed:
    """B12-B16: everything a screen needs to explain a robbery, step by step."""

    bank: int
    cards: tuple[Card, ...]
    bids: tuple[int, ...]
    clearings: tuple[Clearing, ...]
    money: tuple[int, ...]
    """The money cards that count."""
    factor: int
    """1 + the X cards that count."""
    loot: int
    highest_first: bool
    payments: tuple[Payment, ...]
    """In pay order; bids of 0 ask for nothing."""
    rewarded: tuple[Seat, ...]
    """B12: bid nothing and met a Policeman."""
    received: tuple[int, ...]
    lost: tuple[int, ...]
    in_credit: tuple[Seat, ...]
    """B16: fell below 10 and took a credit."""
    back: int
    """Of the loot, to the reserve."""
    coins: tuple[int, ...]
    """Everybody's afterwards."""


@dataclass(frozen=True, slots=True)
class LastRoundBegan:
    """B18: whose last card it was, and the banks in the order in which they are robbed."""

    seat: Seat
    banks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded:
    wealth: tuple[int, ...]
    winners: tuple[Seat, ...]


Event = (
    FirstDrawn
    | BankDealt
    | HandDealt
    | TilesShuffled
    | TileTurned
    | NothingToDo
    | Skipped
    | CardPlaced
    | CardSpied
    | CardRevealed
    | RobberyCalled
    | BidSealed
    | BankRobbed
    | LastRoundBegan
    | GameEnded
)
