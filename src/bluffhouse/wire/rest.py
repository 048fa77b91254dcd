"""What travels over plain requests: the lobby and the records."""

from typing import Annotated, Final, Literal

from pydantic import Field, StringConstraints

from bluffhouse.play.clock import Pace
from bluffhouse.wire.client import LONGEST_MOVE, Strict, Word
from bluffhouse.wire.server import Event, Lobby, Sent, View

Name = Annotated[str, StringConstraints(min_length=1, max_length=100)]
"""As typed; what is shown is normalised and shorter."""

OptionWord = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_]{1,40}$")]


class Naming(Strict):
    name: Name


class Me(Sent):
    name: str


class NewTime(Strict):
    """Seconds; days are seconds too."""

    pace: Annotated[Pace, Field(strict=False)]  # a word is all that JSON has for it
    decision: Annotated[int, Field(ge=0, le=14 * 86_400)] = 0
    bank: Annotated[int, Field(ge=0, le=14 * 86_400)] = 0


class NewTable(Strict):
    game: Word
    seats: Annotated[int, Field(ge=1, le=12)]
    options: Annotated[dict[OptionWord, OptionWord], Field(max_length=20, default_factory=dict)]
    time: NewTime = NewTime(pace=Pace.NONE)
    watch: Literal["nobody", "invited", "anyone"] = "invited"
    delay: Annotated[int, Field(ge=0, le=600)] = 0
    chat: bool = True
    listed: bool = False
    """Whether strangers find it among the open tables."""
    people: Annotated[list[Name], Field(max_length=12, default_factory=list)]
    """Those who share the host's device, at the first seats; where there are none the host sits there alone."""


class BotLevel(Strict):
    level: Word


class Secret(Strict):
    """The secret of an invitation's link, or a table's short code."""

    invite: Word


class Place(Sent):
    """A table as one guest has it: where they sit, and whether they are its host."""

    lobby: Lobby
    seat: int | None
    host: bool
    device: list[int]
    """The seats of people who share this guest's device."""


class Invitation(Sent):
    """The link to share; its secret is shown this once and never stored."""

    link: str
    secret: str


class Created(Sent):
    place: Place
    invitation: Invitation


class Places(Sent):
    tables: list[Place]


class Lobbies(Sent):
    tables: list[Lobby]


class GameCard(Sent):
    name: str
    version: int
    seats: list[int]
    options: dict[str, list[str]]
    """Every option with the words it may have; none: any seat (s0, s1 …)."""


class House(Sent):
    """What can be played here, and against whom."""

    games: list[GameCard]
    levels: list[str]


SEEN_BY: Final = r"^(s\d{1,2}|onlooker|open)$"


class RecordText(Strict):
    """A game as text, and through whose eyes it is to be replayed."""

    text: Annotated[str, StringConstraints(min_length=1, max_length=16 * 1024)]
    seen_by: Annotated[str, StringConstraints(pattern=SEEN_BY)] = "open"


class Verdict(Sent):
    """Whether the dealer's draws follow from what the house had bound itself to."""

    fair: bool
    draws: int
    """How many were drawn again."""
    commitment: str | None
    """What was published before the first move, as the record tells it."""
    reason: Literal["untold", "promise", "draw"] | None
    """What is wrong: no seed is told, it is not the promised one, or a card was not drawn by it."""
    move: int | None
    """The first that was not drawn so."""


class ChanceWord(Strict):
    """What a seat adds to the dealer's chance; best something that nobody could foresee."""

    word: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


class RecordStep(Sent):
    seq: int
    actor: int
    """-1: the dealer."""
    by: str
    elapsed: int
    move: str | None
    """In notation, only where all is open."""
    events: list[Event]


class GameRecord(Sent):
    """A finished game, as a seat or an onlooker saw it, or all open."""

    lobby: Lobby
    seen_by: str
    opening: list[Event]
    """What the set-up told, before the first move."""
    steps: list[RecordStep]
    view: View
    wealth: list[int]
    winners: list[int]


class LessonAnswers(Strict):
    """Every answer that somebody gave in a first round, in order and in notation."""

    game: Word
    answers: Annotated[
        list[Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_MOVE)]], Field(max_length=40)
    ]


class Lesson(Sent):
    """A first round as far as it went, all open, and what may be answered next."""

    record: GameRecord
    moves: list[str]
    over: bool


class Problem(Sent):
    """Why a request was refused, in a word and a sentence."""

    code: str
    sentence: str


class Health(Sent):
    status: Literal["ok", "not ready"]
