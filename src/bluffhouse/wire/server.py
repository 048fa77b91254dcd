"""What the house sends over the socket. Every number a client counts by is a `seq` of its table's log."""

from typing import Annotated, Any, Final, Literal, TypeAlias

import orjson
from pydantic import BaseModel, ConfigDict, WithJsonSchema

from bluffhouse.play.clock import Pace
from bluffhouse.play.lobby import Status, VoteWord
from bluffhouse.wire.client import EmoteWord

GAME_VALUE: Final = "x-game-value"
"""Marks in a schema where a game's own view or event stands; `wire.schema` puts their types there."""

View = Annotated[Any, WithJsonSchema({GAME_VALUE: "View"})]
Event = Annotated[Any, WithJsonSchema({GAME_VALUE: "Event"})]


class Sent(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, json_schema_serialization_defaults_required=True, use_attribute_docstrings=True
    )


class TimeRule(Sent):
    pace: Pace
    decision: int
    """Milliseconds that every decision has free."""
    bank: int
    """Milliseconds for the whole game, used when a decision takes longer."""


class Chair(Sent):
    seat: int
    kind: Literal["free", "person", "bot"]
    name: str
    level: str | None
    """Of a bot."""
    word: str
    """What the seat has added to the dealer's chance."""


class Lobby(Sent):
    """Everything about a table but the game: the same for everybody who may see it."""

    table: str
    code: str
    game: str
    version: int
    options: dict[str, str]
    seats: int
    time: TimeRule
    watch: str
    delay: int
    chat: bool
    listed: bool
    status: Status
    chairs: list[Chair]
    host: int | None
    """Where the host sits."""
    created: float
    rematch_of: str | None
    rematch: str | None
    """The table at which the same people go on."""
    commitment: str | None
    """The digest by which the house has bound itself to the dealer's draws; None where it has not."""


class Clocks(Sent):
    bank: list[int]
    """Milliseconds left, by seat."""
    running: list[int | None]
    """Milliseconds that each open question has been thought about; None where none is open or its clock stands."""


class Presence(Sent):
    """Who is here, who is away, for whom a stand-in plays; and what has been voted, by seat."""

    type: Literal["presence"] = "presence"
    table: str
    seats: list[Literal["here", "away", "stand-in", "bot", "free"]]
    votes: dict[int, VoteWord]
    waiting: bool
    """The table voted to wait: no stand-in takes over."""
    neighbours: list[list[int]]
    """Groups of seats whose different guests share an address; told only at tables that strangers find."""


class Sync(Sent):
    """The whole of what a client may know of a table, or all after the number it named."""

    type: Literal["sync"] = "sync"
    table: str
    seat: int | None
    """Through whose eyes: the client's own, or of somebody who shares its device; None: an onlooker."""
    host: bool
    device: list[int]
    """The seats of people who share this device."""
    lobby: Lobby
    presence: Presence
    seq: int
    since: int
    """-1: everything."""
    events: list[Event]
    view: View | None
    """None before the start."""
    moves: list[str]
    asked: int | None
    clocks: Clocks | None


class Update(Sent):
    """What happened since the last number, how things stand now, and what may be chosen."""

    type: Literal["update"] = "update"
    table: str
    seq: int
    since: int
    events: list[Event]
    view: View
    moves: list[str] | tuple[str, ...]
    asked: int | None
    clocks: Clocks


class Ack(Sent):
    """The move is stored, durably, as number `seq`."""

    type: Literal["ack"] = "ack"
    table: str
    key: str
    seq: int


class Refused(Sent):
    """The move was not made: the number of the rule it breaks, or seat, question, notation, and a sentence."""

    type: Literal["refused"] = "refused"
    table: str
    key: str
    rule: str
    sentence: str


class LobbyChanged(Sent):
    type: Literal["lobby"] = "lobby"
    lobby: Lobby


class Said(Sent):
    type: Literal["said"] = "said"
    table: str
    seat: int
    text: str


class Emoted(Sent):
    type: Literal["emoted"] = "emoted"
    table: str
    seat: int
    emote: EmoteWord


class Pong(Sent):
    type: Literal["pong"] = "pong"


class Error(Sent):
    """What was asked cannot be done; the socket stays open unless a close frame follows."""

    type: Literal["error"] = "error"
    table: str | None
    code: str
    sentence: str


ServerFrame: TypeAlias = Sync | Update | Ack | Refused | LobbyChanged | Presence | Said | Emoted | Pong | Error
FRAMES: Final = (Sync, Update, Ack, Refused, LobbyChanged, Presence, Said, Emoted, Pong, Error)


def text(frame: Sent) -> str:
    """The frame as it travels; what is not among the frames leaves for nobody.

    Every move is told to every seat, so this is not pydantic's own writer, which takes ten times as long over a view.
    """
    if type(frame) not in FRAMES:
        raise TypeError(f"{type(frame).__name__} is no frame of the house")
    return orjson.dumps(vars(frame), _part, OPTIONS).decode()


OPTIONS: Final = orjson.OPT_NON_STR_KEYS | orjson.OPT_PASSTHROUGH_DATACLASS | orjson.OPT_PASSTHROUGH_SUBCLASS
"""Records are not written by themselves: those of games come as `wire.values` wrote them, or not at all."""

PARTS: Final = (Lobby, Presence, Clocks, TimeRule, Chair)


def _part(value: object) -> object:
    if type(value) in PARTS:
        return vars(value)
    raise TypeError(f"{type(value).__name__} is no part of a frame")
