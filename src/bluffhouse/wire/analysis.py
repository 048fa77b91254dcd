"""What travels of analyses and hints."""

from bluffhouse.wire.server import Sent


class Worth(Sent):
    move: str
    """In notation."""
    share: float
    """Of the play-outs, how many it won: 0 to 1."""
    within: float
    """How far chance alone may have moved that, 95 of 100 times."""


class Decision(Sent):
    """A choice, judged by what its seat could know."""

    move: int
    """Its number in the record, counted from 1."""
    seat: int
    chosen: Worth
    best: list[Worth]
    cost: float
    within: float


class Bluff(Sent):
    """One way to bluff at this game: how often it was tried, and how often it worked."""

    kind: str
    worked: int
    tried: int


class Analysis(Sent):
    """A finished game looked over."""

    game: str
    seats: int
    chances: list[list[float]]
    """Everybody's chance to win: at the start, then after each move."""
    decisions: list[Decision]
    turning_points: list[int]
    """The numbers of the three moves that changed the chances most."""
    bluffs: list[list[Bluff]]
    """For each seat."""


class Danger(Sent):
    """A kind of card that may lie unseen where the advised move goes."""

    kind: str
    unseen: int
    """How many cards lie there that this seat cannot see."""
    chance: float
    """That one of them at least is of this kind."""


class Hint(Sent):
    best: list[Worth]
    dangers: list[Danger]
