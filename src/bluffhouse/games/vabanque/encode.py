"""A Vabanque view as numbers for a network, and moves as action numbers; one size for 3 to 6 seats.

Casinos are counted clockwise from the own pawn (before the pawns stand: from casino 0), so that the ring looks the same
from everywhere. The others are listed in play order after the own seat: the next to play is the first, and a round's
play order is a shift of itself. What this table has not (casinos 7-11, others 2-4) stays 0.

| rows    | piece      | one row each for            | value                                                 | scale |
|---------|------------|-----------------------------|-------------------------------------------------------|-------|
| 0-3     | phase      | stand, chips, cards, pawns  | 1 for what is being decided                           | 1     |
| 4-7     | round      | round 1-4                   | 1 for this one                                        | 1     |
| 8-11    | lap        | lap 1-4 of the phase        | 1 for this one                                        | 1     |
| 12-15   | seats      | 3-6 seats                   | 1 for this table                                      | 1     |
| 16-21   | place      | place 1-6 in the play order | 1 for the own                                         | 1     |
| 22-27   | turn       | me, the others              | 1 for who decides                                     | 1     |
| 28-30   | hand       | raise, trap, bluff          | 1 where still in the own hand                         | 1     |
| 31-39   | own_laps   | 3 kinds x 3 laps            | 1 for the lap in which the own card was laid          | 1     |
| 40-75   | own_cards  | 3 kinds x 12 casinos        | 1 where the own card lies                             | 1     |
| 76-255  | cards      | 5 others x 3 laps x 12      | 1 where that card lies, face down                     | 1     |
| 256-315 | pawns      | 5 others x 12 casinos       | 1 where the pawn stands                               | 1     |
| 316-320 | chairs     | 5 others                    | seats clockwise from me: who is who over rounds       | 1/5   |
| 321-332 | chips      | 12 casinos                  | chips there, in steps of 5 (at most 168)              | 1/32  |
| 333     | fortune    | me                          | root of the own money in steps of 5,000, rounded down | 1/64  |
| 334-338 | ahead      | 5 others                    | how much richer they are, steps of 5,000, at most 255 | 1/64  |
| 339-343 | behind     | 5 others                    | how much poorer                                       | 1/64  |
| 344-348 | far_ahead  | 5 others                    | root of how much richer, steps of 5,000, rounded down | 1/64  |
| 349-353 | far_behind | 5 others                    | root of how much poorer                               | 1/64  |

Fortunes grow into millions: near differences are exact, far ones keep their size through the root (at most 168).
Every value fits a byte; as float32 each row is multiplied by its scale.

| actions | move                                                                       |
|---------|----------------------------------------------------------------------------|
| 0-11    | a chip at the casino that many steps clockwise from the own pawn           |
| 12-47   | 12 + 12 x kind (raise, trap, bluff) + casino clockwise from the own pawn   |
| 48-52   | move the pawn 0-4 steps                                                    |
| 53-64   | the first pawn stands at casino 0-11                                       |
"""

from __future__ import annotations

from math import isqrt
from typing import TYPE_CHECKING, Final

import numpy as np

from bluffhouse.core.game import Seat
from bluffhouse.games.vabanque.model import (
    ALL_KINDS,
    CASINOS,
    CHIP,
    MOST_STEPS,
    ROUNDS,
    THOUSAND,
    CardLaid,
    DrawFirst,
    LayCard,
    Move,
    MovePawn,
    Phase,
    PhaseBegan,
    PlaceChip,
    Stand,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from bluffhouse.games.vabanque.model import State, View

MOST_SEATS: Final = max(CASINOS)
MOST_CASINOS: Final = max(CASINOS.values())
OTHERS: Final = MOST_SEATS - 1
LAPS: Final = len(ALL_KINDS)
PHASES: Final = (Phase.STAND, Phase.CHIPS, Phase.CARDS, Phase.PAWNS)
SMALLEST: Final = CHIP[0] * THOUSAND
"""All money is a multiple of this: fortunes are counted in such steps."""

SIZES: Final = {
    "phase": len(PHASES),
    "round": ROUNDS,
    "lap": 4,
    "seats": len(CASINOS),
    "place": MOST_SEATS,
    "turn": MOST_SEATS,
    "hand": LAPS,
    "own_laps": LAPS * LAPS,
    "own_cards": LAPS * MOST_CASINOS,
    "cards": OTHERS * LAPS * MOST_CASINOS,
    "pawns": OTHERS * MOST_CASINOS,
    "chairs": OTHERS,
    "chips": MOST_CASINOS,
    "fortune": 1,
    "ahead": OTHERS,
    "behind": OTHERS,
    "far_ahead": OTHERS,
    "far_behind": OTHERS,
}


def _rows(sizes: Mapping[str, int]) -> dict[str, slice]:
    ends = np.cumsum(list(sizes.values()))
    return {name: slice(int(end) - size, int(end)) for (name, size), end in zip(sizes.items(), ends, strict=True)}


PIECES: Final = _rows(SIZES)
"""Name of a piece -> its rows of the observation."""
FEATURES: Final = sum(SIZES.values())


def _scale() -> NDArray[np.float32]:
    scale = np.full(FEATURES, 1 / 64, np.float32)
    scale[: PIECES["chairs"].start] = 1
    scale[PIECES["chairs"]] = 1 / OTHERS
    scale[PIECES["chips"]] = 1 / 32
    return scale


SCALE: Final = _scale()
"""What each row's byte is multiplied with to become its float32."""

FIRST_CHIP: Final = 0
FIRST_LAY: Final = FIRST_CHIP + MOST_CASINOS
FIRST_STEP: Final = FIRST_LAY + LAPS * MOST_CASINOS
FIRST_STAND: Final = FIRST_STEP + MOST_STEPS + 1
ACTIONS: Final = FIRST_STAND + MOST_CASINOS


def encode(view: View) -> NDArray[np.uint8]:
    """The observation of the view's own seat, FEATURES bytes; `* SCALE` makes it float32."""
    me = _me(view)
    seen = np.zeros(FEATURES, np.uint8)
    listed = _listed(view, me)
    if view.phase in PHASES:
        seen[PIECES["phase"].start + PHASES.index(view.phase)] = 1
    seen[PIECES["round"].start + view.round - 1] = 1
    seen[PIECES["lap"].start + view.turn // view.seats] = 1
    seen[PIECES["seats"].start + view.seats - min(CASINOS)] = 1
    if view.order:
        seen[PIECES["place"].start + view.order.index(me)] = 1
    for place, seat in enumerate(listed):
        seen[PIECES["turn"].start + place] = seat in view.actors
    for kind in view.hand:
        seen[PIECES["hand"].start + ALL_KINDS.index(kind)] = 1
    _write_ring(seen, view, me, listed)
    _write_fortunes(seen, [view.money[seat] // SMALLEST for seat in listed])
    for place, seat in enumerate(listed[1:]):
        seen[PIECES["chairs"].start + place] = (seat - me) % view.seats
    return seen


def _write_ring(seen: NDArray[np.uint8], view: View, me: Seat, listed: list[Seat]) -> None:
    """Chips, cards and pawns, at casinos counted from the own pawn."""
    casinos = CASINOS[view.seats]
    start = _start(view)
    for casino, stack in enumerate(view.chips):
        seen[PIECES["chips"].start + (casino - start) % casinos] = sum(stack) // CHIP[0]
    for number, laid in enumerate(layings(view)):
        lap, there = number // view.seats, (laid.casino - start) % casinos
        if laid.seat == me:
            kind = ALL_KINDS.index(_known(laid))
            seen[PIECES["own_laps"].start + kind * LAPS + lap] = 1
            seen[PIECES["own_cards"].start + kind * MOST_CASINOS + there] = 1
        else:
            row = (listed.index(laid.seat) - 1) * LAPS + lap
            seen[PIECES["cards"].start + row * MOST_CASINOS + there] = 1
    if view.pawns:
        for place, seat in enumerate(listed[1:]):
            seen[PIECES["pawns"].start + place * MOST_CASINOS + (view.pawns[seat] - start) % casinos] = 1


def _write_fortunes(seen: NDArray[np.uint8], fortunes: list[int]) -> None:
    own, *others = fortunes
    seen[PIECES["fortune"]] = isqrt(own)
    for place, other in enumerate(others):
        richer, poorer = max(other - own, 0), max(own - other, 0)
        seen[PIECES["ahead"].start + place] = min(richer, 255)
        seen[PIECES["behind"].start + place] = min(poorer, 255)
        seen[PIECES["far_ahead"].start + place] = isqrt(richer)
        seen[PIECES["far_behind"].start + place] = isqrt(poorer)


def layings(position: View | State) -> list[CardLaid]:
    """This round's cards in the order in which they were laid, which only the story tells."""
    if position.phase not in (Phase.CARDS, Phase.PAWNS):
        return []
    laid: list[CardLaid] = []
    for event in reversed(position.story):
        if isinstance(event, CardLaid):
            laid.append(event)
        elif isinstance(event, PhaseBegan) and event.phase is Phase.CARDS:
            break
    return laid[::-1]


def _listed(view: View, me: Seat) -> list[Seat]:
    """Me, then the others in play order after me; by chairs until there is an order."""
    order = view.order or tuple(Seat(seat) for seat in range(view.seats))
    place = order.index(me)
    return [*order[place:], *order[:place]]


def _known(laid: CardLaid) -> str:
    assert laid.kind is not None, "the own cards are known"
    return laid.kind


def _me(view: View) -> Seat:
    if view.me is None:
        raise ValueError("an onlooker has no seat to count from")
    return view.me


def number(view: View, move: Move) -> int:
    """The action number of a move of the view's own seat."""
    match move:
        case PlaceChip(casino):
            return FIRST_CHIP + _from_pawn(view, casino)
        case LayCard(kind, casino):
            return FIRST_LAY + ALL_KINDS.index(kind) * MOST_CASINOS + _from_pawn(view, casino)
        case MovePawn(steps):
            return FIRST_STEP + steps
        case Stand(casino):
            return FIRST_STAND + casino
        case DrawFirst():
            raise ValueError("the dealer's moves have no action number")


def _from_pawn(view: View, casino: int) -> int:
    return (casino - _start(view)) % CASINOS[view.seats]


def _start(view: View) -> int:
    """The casino from which the own seat counts."""
    return view.pawns[_me(view)] if view.pawns else 0


def move(view: View, action: int) -> Move:
    """The move that an action number means to the view's own seat; whether it is legal is the rules' business."""
    if not 0 <= action < ACTIONS:
        raise ValueError(f"actions are numbered 0 to {ACTIONS - 1}, not {action}")
    if action >= FIRST_STAND:
        return Stand(action - FIRST_STAND)
    if action >= FIRST_STEP:
        return MovePawn(action - FIRST_STEP)
    kind, steps = divmod(action, MOST_CASINOS)
    if steps >= CASINOS[view.seats]:
        raise ValueError(f"there are only {CASINOS[view.seats]} casinos, none {steps} steps on")
    casino = (_start(view) + steps) % CASINOS[view.seats]
    return PlaceChip(casino) if action < FIRST_LAY else LayCard(ALL_KINDS[kind - 1], casino)


def legal(view: View, moves: Iterable[Move]) -> NDArray[np.bool_]:
    """The moves as a mask over the action numbers."""
    mask = np.zeros(ACTIONS, np.bool_)
    mask[[number(view, option) for option in moves]] = True
    return mask
