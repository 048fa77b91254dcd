"""Which of the others' face-down cards is which, exactly, under a model of how they choose.

Who laid a card where is public; hidden is only the order in which somebody laid the three kinds: six orders each. What
one seat sees does not depend on the others' orders, so the orders of all can be examined side by side: a batch of six
columns plays a round again, in column k everybody lays in order k, and the model says how likely each public move was.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from bluffhouse.games.vabanque import kernel
from bluffhouse.games.vabanque.encode import ACTIONS, FEATURES, FIRST_CHIP, FIRST_LAY, FIRST_STEP, MOST_CASINOS
from bluffhouse.games.vabanque.model import (
    ALL_KINDS,
    CASINOS,
    MOST_STEPS,
    CardLaid,
    CasinoOpened,
    ChipPlaced,
    FirstDrawn,
    OrderSet,
    PawnMoved,
    PawnsStood,
    Phase,
    PhaseBegan,
    RoundPaid,
    State,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from bluffhouse.core.game import Seat
    from bluffhouse.games.vabanque.kernel.lanes import Lanes
    from bluffhouse.games.vabanque.kernel.pay import Bytes
    from bluffhouse.games.vabanque.model import Event, View
    from bluffhouse.sim.policy import Policy

    Floats = NDArray[np.float64]

ORDERS: Final = np.array(list(permutations(range(len(ALL_KINDS)))), np.uint8)
"""Order by lap: which kind is laid."""
IMPOSSIBLE: Final = -np.inf
TINY: Final = 1e-12
"""No legal move is quite unthinkable, whatever a model says: half precision must not rule an order out."""


@dataclass(frozen=True, slots=True)
class Reading:
    """A round as one model reads it: for each seat the logarithm of how likely its moves were in each order."""

    likely: Floats
    """Seat by order (by game); IMPOSSIBLE where cards turned up, or known to the reader, say otherwise."""

    def weights(self) -> Floats:
        """The same: how likely each is now."""
        odds = np.exp(self.likely - self.likely.max(axis=1, keepdims=True))
        found: Floats = odds / odds.sum(axis=1, keepdims=True)
        return found

    def evidence(self) -> Floats:
        """How well the model explains each seat's moves, whatever its order was: the larger the better."""
        most = self.likely.max(axis=1)
        found: Floats = most + np.log(np.exp(self.likely - most[:, None]).mean(axis=1))
        return found


@dataclass(frozen=True, slots=True)
class Beginning:
    """Where the chips of a round begin."""

    state: State
    """The public position."""
    put: tuple[tuple[int, int], ...]
    """By seat how many chips have been put within the own pawn's reach, and beyond it."""

    def after(self, events: Sequence[Event]) -> tuple[tuple[int, int], ...]:
        """The same numbers after these events of the round."""
        put, casinos = list(self.put), CASINOS[self.state.seats]
        for event in events:
            if isinstance(event, ChipPlaced):
                (within, beyond), steps = put[event.seat], (event.casino - self.state.pawns[event.seat]) % casinos
                put[event.seat] = (within, beyond + 1) if steps > MOST_STEPS else (within + 1, beyond)
        return tuple(put)


def rounds(view: View) -> list[tuple[Event, ...]]:
    """The story cut into rounds, each from its first chip on; what came before the chips is left out."""
    cut: list[list[Event]] = []
    for event in view.story:
        if isinstance(event, PhaseBegan) and event.phase is Phase.CHIPS:
            cut.append([])
        if cut:
            cut[-1].append(event)
    return [tuple(events) for events in cut]


@dataclass(frozen=True, slots=True)
class Replay:
    """A round played again in every order: what its decisions looked like. Column: decision x order."""

    observation: Bytes
    legal: NDArray[np.bool_]
    actions: NDArray[np.intp]
    seats: tuple[Seat, ...]
    """Who took each decision."""
    known: dict[Seat, dict[int, int]]
    """What known_kinds tells."""
    size: int
    """So many sat at the table."""
    thought: NDArray[np.float32] | None
    """Place by order: what all this makes everybody think; None where nobody thinks."""


def replay(begins: Beginning, events: Sequence[Event], thinker: Policy | None = None) -> Replay:
    """Play a round again, from where its chips begin, by the events that a seat was told.

    Observations tell what the thinker makes everybody think of the others, where there is one.
    """
    lanes = kernel.load([begins.state]).pick(np.zeros(len(ORDERS), np.intp))
    lanes.see()
    if thinker is not None:
        lanes.think(thinker)
        assert lanes.thought is not None
        lanes.thought.chips[:] = np.array(begins.put, np.uint8)[..., None]
    seen, legal, chosen, seats = [], [], [], []
    rng = np.random.default_rng(0)  # no dealer moves within a round
    for seat, actions in _replayed(lanes, events):
        seen.append(lanes.observation.copy())
        legal.append(lanes.legal.copy())
        chosen.append(actions)
        seats.append(seat)
        lanes.step(actions, rng)
    return Replay(
        observation=np.concatenate(seen, axis=1) if seen else np.zeros((FEATURES, 0), np.uint8),
        legal=np.concatenate(legal, axis=1) if legal else np.zeros((ACTIONS, 0), np.bool_),
        actions=np.concatenate(chosen) if chosen else np.zeros(0, np.intp),
        seats=tuple(seats),
        known=known_kinds(events),
        size=begins.state.seats,
        thought=None if lanes.thought is None else lanes.thought.likely[..., 0],
    )


def reading(me: Seat | None, told: Replay, model: Policy) -> Reading:
    """Read a round with a model: all its decisions at one stroke."""
    likely = np.zeros((told.size, len(ORDERS)))
    if told.seats:
        columns = np.arange(len(told.actions))
        chances = model.chances(told.observation, told.legal)[told.actions, columns]
        logs = np.log(np.maximum(chances, TINY)).reshape(-1, len(ORDERS))
        for seat, row in zip(told.seats, logs, strict=True):
            if seat != me:
                likely[seat] += row
    for seat, laps in told.known.items():
        for lap, kind in laps.items():
            likely[seat, ORDERS[:, lap] != kind] = IMPOSSIBLE
    return Reading(likely)


def _replayed(lanes: Lanes, events: Sequence[Event]) -> Iterator[tuple[Seat, NDArray[np.intp]]]:
    """Who decided what, as an action number in every column."""
    casinos = CASINOS[lanes.seats]
    for event in events:
        player, lap = lanes.turn % lanes.seats, lanes.turn // lanes.seats
        match event:
            case ChipPlaced(seat, casino, _):
                steps = (casino + casinos - lanes.pawns[player]) % casinos
                yield seat, (FIRST_CHIP + steps).astype(np.intp)
            case CardLaid(seat, _, casino):
                steps = (casino + casinos - lanes.pawns[player]) % casinos
                yield seat, laying(lap, steps)
            case PawnMoved(seat, _, steps, _):
                yield seat, np.full(len(ORDERS), FIRST_STEP + steps)
            case RoundPaid():
                return
            case _:
                pass


def laying(lap: int, steps: NDArray[Any]) -> NDArray[np.intp]:
    """The action in each order that lays this lap's card so far from the own pawn; the last axis is the order."""
    found: NDArray[np.intp] = FIRST_LAY + ORDERS[:, lap].astype(np.intp) * MOST_CASINOS + steps
    return found


def suppose(lanes: Lanes, place: int, order: NDArray[np.intp]) -> None:
    """In each game the player at this place of the play order has laid its cards so far in that order."""
    laid = sum(1 for _, player in lanes.layings() if player == place)
    for lap in range(laid):
        lanes.kinds[lap, place] = ORDERS[order, lap]
    for kind in range(len(ALL_KINDS)):
        lanes.held[kind, place] = (ORDERS[order, :laid] != kind).all(axis=1)


def known_kinds(events: Sequence[Event]) -> dict[Seat, dict[int, int]]:
    """Seat -> lap -> kind: the cards of a round that this seat knows, its own and those turned up."""
    layings = [event for event in events if isinstance(event, CardLaid)]
    laps: dict[Seat, int] = {}
    lap_of = []
    for laid in layings:
        lap_of.append(laps.get(laid.seat, 0))
        laps[laid.seat] = lap_of[-1] + 1
    found: dict[Seat, dict[int, int]] = {seat: {} for seat in laps}
    shown = {event.casino: iter(event.cards) for event in events if isinstance(event, CasinoOpened)}
    for laid, lap in zip(layings, lap_of, strict=True):
        kind = next(shown[laid.casino]).kind if laid.casino in shown else laid.kind
        if kind is not None:
            found[laid.seat][lap] = ALL_KINDS.index(kind)
    return found


def beginnings(view: View) -> list[Beginning]:
    """Where the chips of each round so far began."""
    chips: list[tuple[int, ...]] = [()] * CASINOS[view.seats]
    pawns: list[int] = []
    money = (0,) * view.seats
    order: tuple[Seat, ...] = ()
    told = rounds(view)
    found: list[Beginning] = []
    for event in view.story:
        match event:
            case FirstDrawn(_, now) | OrderSet(now):
                order = now
            case PawnsStood(casinos):
                pawns = list(casinos)
            case ChipPlaced(_, casino, value):
                chips[casino] = (*chips[casino], value)
            case PawnMoved(seat, _, _, casino):
                pawns[seat] = casino
            case RoundPaid(_, _, now):
                money = now
            case PhaseBegan(number, Phase.CHIPS):
                state = State(
                    options=view.options,
                    seats=view.seats,
                    round=number,
                    phase=Phase.CHIPS,
                    order=order,
                    turn=0,
                    chips=tuple(chips),
                    laid=((),) * len(chips),
                    hands=(ALL_KINDS,) * view.seats,
                    pawns=tuple(pawns),
                    money=money,
                    story=(),
                )
                put = found[-1].after(told[len(found) - 1]) if found else ((0, 0),) * view.seats
                found.append(Beginning(state, put))
            case _:
                pass
    return found
