"""Vabanque positions in notation: who did what, line by line."""

from itertools import cycle

import pytest

from bluffhouse.core.game import DEALER, Illegal, Seat, step
from bluffhouse.core.record import read_move
from bluffhouse.games.vabanque import GAME
from bluffhouse.games.vabanque.model import Edition, Event, Options, State

SEATS = (3, 4, 5, 6)
LAYING = ("lay raise 0", "lay trap 0", "lay bluff 0")


def start(seats: int = 4, edition: str = "classic") -> State:
    """Nobody has been drawn to begin."""
    return GAME.setup(Options(Edition(edition)), seats)


def table(seats: int = 4, first: int = 0) -> State:
    """The first chip is about to be placed; `first` begins at casino 0, the next pawns stand at 2, 4, …"""
    return GAME.setup(Options(Edition.RENEWED, Seat(first)), seats)


def play(state: State, *lines: str) -> State:
    """The state after these lines of a record."""
    for line in lines:
        state = step(GAME, state, *read_move(GAME, line)).state
    return state


def told(state: State, line: str) -> tuple[Event, ...]:
    """What happens when this line is played."""
    return step(GAME, state, *read_move(GAME, line)).events


def refused(state: State, line: str) -> tuple[str, str]:
    """The rule that a line breaks and the sentence that says so."""
    with pytest.raises(Illegal) as refusal:
        step(GAME, state, *read_move(GAME, line))
    return refusal.value.rule, refusal.value.sentence


def everybody(state: State, *moves: str) -> State:
    """The phase played to its end: in lap 1 everybody makes the first move, in lap 2 the second, and round again."""
    phase, number = state.phase, state.round
    for move in cycle(moves):
        for seat in state.order:
            state = play(state, f"s{seat} {move}")
        if (state.phase, state.round) != (phase, number):
            return state
    raise AssertionError("the phase never ends")


def round_of(state: State, chip: str = "chip 0", lay: tuple[str, ...] = LAYING, move: str = "move 0") -> State:
    """A whole round in which everybody does the same."""
    return everybody(everybody(everybody(state, chip), *lay), move)


def turn(state: State) -> Seat:
    """Whose turn it is."""
    (actor,) = GAME.actors(state)
    assert actor != DEALER
    return actor
