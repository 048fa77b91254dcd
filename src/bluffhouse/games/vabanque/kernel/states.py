"""Between single positions and the columns of a batch: for loading guessed worlds, and for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bluffhouse.core.game import Seat
from bluffhouse.games.vabanque.encode import SMALLEST, layings
from bluffhouse.games.vabanque.model import ALL_KINDS, CHIP, Card, CardLaid, Phase, PhaseBegan, State

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bluffhouse.games.vabanque.kernel.lanes import Lanes
    from bluffhouse.games.vabanque.model import Event, Options


def read(states: Sequence[State], new: Callable[[Options, int, int], Lanes]) -> Lanes:
    """A batch with one column a state."""
    first = states[0]
    lanes = new(first.options, first.seats, len(states))
    lanes.round, lanes.phase, lanes.turn = first.round, first.phase, first.turn
    for game, state in enumerate(states):
        if moment(state) != moment(first):
            raise ValueError(f"the games of a batch go in step: {moment(state)} is not {moment(first)}")
        _read_one(lanes, game, state)
    return lanes


def moment(state: State) -> tuple[Options, int, int, Phase, int]:
    """What must be equal in all games of a batch."""
    return state.options, state.seats, state.round, state.phase, state.turn


def _read_one(lanes: Lanes, game: int, state: State) -> None:
    if not state.order:
        raise ValueError("the first player is not drawn yet: a batch begins after the dealer")
    lanes.order[:, game] = state.order
    if state.pawns:
        lanes.pawns[:, game] = [state.pawns[seat] for seat in state.order]
    lanes.money[:, game] = [state.money[seat] // SMALLEST for seat in state.order]
    lanes.placed[:, :, game] = [[stack.count(value) for stack in state.chips] for value in CHIP]
    lanes.held[:, :, game] = [[kind in state.hands[seat] for seat in state.order] for kind in ALL_KINDS]
    for (lap, player), laid in zip(lanes.layings(), layings(state), strict=True):
        lanes.laid[lap, player, game] = laid.casino
        lanes.kinds[lap, player, game] = ALL_KINDS.index(laid.kind)


def write(lanes: Lanes) -> list[State]:
    """A state a column. Of the story they carry only this round's cards: all that a view of them is encoded from."""
    return [_write_one(lanes, game) for game in range(lanes.games)]


def _write_one(lanes: Lanes, game: int) -> State:
    seats = range(lanes.seats)
    order = tuple(Seat(int(seat)) for seat in lanes.order[:, game])
    places = [order.index(Seat(seat)) for seat in seats]
    cards: list[CardLaid] = []
    for lap, player in lanes.layings():
        kind = ALL_KINDS[lanes.kinds[lap, player, game]]
        cards.append(CardLaid(order[player], kind, int(lanes.laid[lap, player, game])))
    began: tuple[Event, ...] = (PhaseBegan(lanes.round, Phase.CARDS),) if cards else ()
    return State(
        options=lanes.options,
        seats=lanes.seats,
        round=lanes.round,
        phase=lanes.phase,
        order=order,
        turn=lanes.turn,
        chips=tuple(_stack(lanes, casino, game) for casino in range(lanes.casinos)),
        laid=tuple(
            tuple(Card(card.seat, card.kind) for card in cards if card.casino == casino)
            for casino in range(lanes.casinos)
        ),
        hands=tuple(
            tuple(kind for kind, held in zip(ALL_KINDS, lanes.held[:, place, game], strict=True) if held)
            for place in places
        ),
        pawns=() if lanes.phase is Phase.STAND else tuple(int(lanes.pawns[place, game]) for place in places),
        money=tuple(int(lanes.money[place, game]) * SMALLEST for place in places),
        story=(*began, *cards),
    )


def _stack(lanes: Lanes, casino: int, game: int) -> tuple[int, ...]:
    """V9: chips stay, so a stack is the chips of one round upon those of the rounds before."""
    counts = lanes.placed[:, casino, game]
    return tuple(value for value, count in zip(CHIP, counts, strict=True) for _ in range(count))
