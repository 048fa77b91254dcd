"""A game small enough to see through: the dealer throws a coin, everybody calls it in secret, who is right earns 1."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bluffhouse.core.game import DEALER, Below, Forms, Game, Illegal, Seat, Step


class Side(StrEnum):
    HEADS = "heads"
    TAILS = "tails"


@dataclass(frozen=True, slots=True)
class Options:
    favourite: Side = Side.HEADS
    """Comes up three times as often."""
    loud: bool = False
    guest: Seat | None = None

    def __post_init__(self) -> None:
        if self.loud and self.guest is not None:
            raise Illegal("T3", "a guest wants quiet")


@dataclass(frozen=True, slots=True)
class State:
    options: Options
    thrown: Side | None
    calls: tuple[Side | None, ...]


@dataclass(frozen=True, slots=True)
class Opened:
    winners: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class View:
    me: Seat | None
    called: tuple[bool, ...]


def setup(options: Options, seats: int) -> State:
    if seats not in range(2, 4):
        raise Illegal("T1", f"two or three play, not {seats}")
    return State(options, None, (None,) * seats)


def actors(state: State) -> frozenset[Seat]:
    if state.thrown is None:
        return frozenset({DEALER})
    return frozenset(Seat(seat) for seat, call in enumerate(state.calls) if call is None)


def moves(state: State, actor: Seat) -> Sequence[Side]:
    return tuple(Side) if actor in actors(state) else ()


def odds(state: State) -> Sequence[tuple[Side, int]]:
    return tuple((side, 3 if side is state.options.favourite else 1) for side in Side)


def apply(state: State, actor: Seat, move: Side) -> Step[State, Opened]:
    if actor == DEALER:
        return Step(State(state.options, move, state.calls), ())
    calls = (*state.calls[:actor], move, *state.calls[actor + 1 :])
    later = State(state.options, state.thrown, calls)
    return Step(later, () if actors(later) else (Opened(right(later)),))


def right(state: State) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, call in enumerate(state.calls) if call is state.thrown)


def why(state: State, actor: Seat, move: object) -> Illegal:
    return Illegal("T2", f"seat {actor} may not call {move} now")


def view(state: State, seat: Seat | None) -> View:
    return View(seat, tuple(call is not None for call in state.calls))


def mask(event: Opened, seat: Seat | None) -> Opened:
    return event


def guess(seen: View, below: Below) -> State:
    raise NotImplementedError


def wealth(state: State) -> tuple[int, ...]:
    return tuple(int(call is state.thrown) for call in state.calls)


def write(move: Side) -> str:
    return f"call {move}"


def read(text: str) -> Side:
    match text.split(" "):
        case ["call", side] if side in tuple(Side):
            return Side(side)
        case _:
            raise ValueError(f"{text!r} is no call")


def heuristic(seen: View, legal: Sequence[Side], below: Below) -> Side:
    return legal[0]


TOY: Final = Game(
    name="toy",
    version=1,
    seats=range(2, 4),
    chairs=lambda _: range(2, 4),
    options=Options,
    variants=(Options(),),
    setup=setup,
    actors=actors,
    moves=moves,
    odds=odds,
    apply=apply,
    why=why,
    view=view,
    mask=mask,
    guess=guess,
    wealth=wealth,
    write=write,
    read=read,
    heuristic=heuristic,
    settlements=(Opened,),
    forms=Forms(state=State, move=Side, event=Opened, view=View),
)


def find_toy(name: str, version: int) -> Game[Options, State, Side, Opened, View]:
    if name != TOY.name:
        raise LookupError(f"there is no game called {name!r}; there are: toy")
    assert version == TOY.version
    return TOY
