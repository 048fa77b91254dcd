"""What a client may send over the socket: one strict form for each kind of frame, and nothing else is read."""

from enum import StrEnum
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from bluffhouse.play.lobby import VoteWord

LARGEST_FRAME: Final = 4096
LONGEST_TEXT: Final = 200
LONGEST_MOVE: Final = 60
MOST_ROWS: Final = 1_000_000

Word = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
"""An id, a code or a key: letters that need no quoting anywhere."""

Seq = Annotated[int, Field(ge=-1, le=MOST_ROWS)]


class EmoteWord(StrEnum):
    """The few gestures there are: no text, so nothing to moderate."""

    HELLO = "hello"
    WELL_PLAYED = "well played"
    OUCH = "ouch"
    THINKING = "thinking"
    HURRY = "hurry"
    THANKS = "thanks"


class Strict(BaseModel):
    """Unknown fields and converted types are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, use_attribute_docstrings=True)


class Open(Strict):
    """Be told about a table from now on, beginning with what happened after `since`."""

    type: Literal["open"]
    table: Word
    since: Seq | None = None
    """The newest number the client has; without it everything is told."""
    seat: Annotated[int, Field(ge=0, le=11)] | None = None
    """Through whose eyes, where several people share this device; without it the own seat's, or an onlooker's."""


class Close(Strict):
    """Be told no more about a table."""

    type: Literal["close"]
    table: Word


class Move(Strict):
    """Answer the question asked at `asked`; the same `key` always gets the same answer."""

    type: Literal["move"]
    table: Word
    key: Word
    asked: Annotated[int, Field(ge=0, le=MOST_ROWS)]
    move: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_MOVE)]


class Say(Strict):
    type: Literal["say"]
    table: Word
    text: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TEXT)]


class Emote(Strict):
    type: Literal["emote"]
    table: Word
    emote: EmoteWord


class Vote(Strict):
    type: Literal["vote"]
    table: Word
    vote: VoteWord


class Ping(Strict):
    type: Literal["ping"]


ClientFrame: TypeAlias = Open | Close | Move | Say | Emote | Vote | Ping

FRAMES: Final = (Open, Close, Move, Say, Emote, Vote, Ping)

_reader: TypeAdapter[ClientFrame] = TypeAdapter(Annotated[ClientFrame, Field(discriminator="type")])


class BadFrame(ValueError):
    """Not a frame; the sentence says what is wrong and repeats nothing of what was sent."""


def read(text: str) -> ClientFrame:
    try:
        return _reader.validate_json(text)
    except ValidationError as fault:
        first = fault.errors(include_url=False, include_context=False, include_input=False)[0]
        unknown = first["type"] == "extra_forbidden"  # its name is the sender's
        known = first["loc"][:-1] if unknown else first["loc"]
        place = ".".join(str(part) for part in known)
        raise BadFrame(f"{place or 'frame'}: {first['type'].replace('_', ' ')}") from None
