"""Banküberfall positions in notation: who did what, line by line."""

from collections.abc import Callable, Mapping
from typing import Final

import pytest

from bluffhouse.core.game import DEALER, Illegal, Seat, step
from bluffhouse.core.record import read_move, write_move
from bluffhouse.games.bankueberfall import GAME
from bluffhouse.games.bankueberfall.model import Card, Event, Kind, Options, Phase, RobBank, Skip, State

SEATS: Final = (2, 3, 4)
BANKS: Final = "2 2 2 2 3"
HANDS: Final = ("5 5 5 5 5", "5 5 5 5 5", "3 3 3 4 4", "4 4 x x x", "x thief thief thief thief")


def start(seats: int = 3, options: Options | None = None) -> State:
    """Nobody has been drawn to begin."""
    return GAME.setup(options or Options(), seats)


def dealt(
    seats: int = 3,
    *,
    first: int = 0,
    banks: str = BANKS,
    hands: Mapping[int, str] | None = None,
    options: Options | None = None,
) -> State:
    """The set-up is done and the first tile about to be turned; `hands` says who holds what, else they hold HANDS."""
    state = play(start(seats, options), f"dealer first s{first}")
    for bank, kind in enumerate(banks.split()):
        state = play(state, f"dealer bank {bank} {kind}")
    for seat in range(seats):
        for kind in (hands or {}).get(seat, HANDS[seat]).split():
            state = play(state, f"dealer hand s{seat} {kind}")
    return state


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


def legal(state: State, seat: int) -> list[str]:
    """What a seat (-1: the dealer) may do, in notation."""
    return [GAME.write(move) for move in GAME.moves(state, Seat(seat))]


def onward(state: State, until: Callable[[State], bool]) -> State:
    """Play on as dully as can be until something holds.

    The dealer takes the first of its moves, people place their first card at bank 0, skip, rob bank 0 and bid nothing.
    """
    while not until(state):
        actor = min(GAME.actors(state))
        moves = GAME.moves(state, actor)
        dull = next((move for move in moves if move in (Skip(), RobBank(0))), moves[0])
        state = play(state, write_move(GAME, actor, dull))
    return state


def face_down(*kinds: str) -> tuple[Card, ...]:
    """Cards as the dealer puts them at a bank."""
    return tuple(Card(Kind(kind), DEALER, up=False, spies=()) for kind in kinds)


def kinds(state: State, bank: int) -> list[str]:
    return [str(card.kind) for card in state.banks[bank]]


def pile_empty(state: State) -> bool:
    return not any(state.pile)


def last_card(state: State) -> bool:
    """Somebody is about to put down the last card of their hand, which ends the game."""
    return state.phase is Phase.PLACE and pile_empty(state) and len(state.hands[state.turn or 0]) == 1
