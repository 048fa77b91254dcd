"""Random play to the end like playouts.py, compiled by Numba: short rows of games that stay in the first cache.

Only module-level functions, and none from another module of ours: Numba's cache on disk notices changes of this file
alone. Loops run over one row of games each and do one thing, which is what the compiler turns into vector code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numba
import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.vabanque.kernel.playouts import Rest

    Bytes = NDArray[np.uint8]
    Words = NDArray[np.uint16]
    Rows = NDArray[Any]

ROW: Final = 512
"""Games at a time."""
NOT_LAID: Final = 255
ROUNDS: Final = 4
CHIPS: Final = (4, 3, 2, 1)  # V2: so many a player and round …
WORTH: Final = (1, 2, 4, 10)  # … in steps of 5
STEPS: Final = 5  # V11: 0 to 4
ORDERS: Final = 6  # in which the three kinds can be laid
WARM_UP: Final = 12
ONE, TWO, THREE, FOUR, NINE = np.uint32(1), np.uint32(2), np.uint32(3), np.uint32(4), np.uint32(9)
LEFT, RIGHT, TOP = np.uint32(21), np.uint32(11), np.uint32(28)


class Pieces(NamedTuple):
    """What Rest has, of all games or of one row of them."""

    chips: Bytes
    raises: Bytes
    traps: Bytes
    pawns: Bytes
    money: Words


class Work(NamedTuple):
    """Rows to work in."""

    state: Rows
    clock: Rows
    drawn: Bytes
    value: Words
    caught: Bytes


def finish(rest: Rest, order: Bytes, rng: np.random.Generator) -> NDArray[np.int32]:
    """The money of each seat at the end, in steps of 5,000."""
    money = np.empty(rest.money.shape, np.int32)
    pieces = Pieces(rest.chips, rest.raises, rest.traps, rest.pawns, rest.money)
    seeds = rng.integers(0, 1 << 32, (3, ROW), np.uint32)
    _finish(pieces, order, (rest.round, rest.chips_left, rest.moved), seeds, money)
    return money


@numba.njit(cache=True)
def _draw(work: Work, below: int, last: int) -> None:
    """Four numbers for each game, three below `below` and one below `last`: that many, so that the state stays at hand.

    Chris Doty-Humphrey's generator sfc32, a stream a column; uniform to 1 part in 2^24.
    """
    factor, other = np.uint32(below), np.uint32(last)
    state, out, step = work.state, work.drawn, work.clock[0]
    for game in range(ROW):
        a, b, c = state[0, game], state[1, game], state[2, game]
        x = np.uint32(np.uint32(a + b) + step)
        a = np.uint32(b ^ (b >> NINE))
        b = np.uint32(c + np.uint32(c << THREE))
        c = np.uint32(np.uint32((c << LEFT) | (c >> RIGHT)) + x)
        y = np.uint32(np.uint32(a + b) + np.uint32(step + ONE))
        a = np.uint32(b ^ (b >> NINE))
        b = np.uint32(c + np.uint32(c << THREE))
        c = np.uint32(np.uint32((c << LEFT) | (c >> RIGHT)) + y)
        z = np.uint32(np.uint32(a + b) + np.uint32(step + TWO))
        a = np.uint32(b ^ (b >> NINE))
        b = np.uint32(c + np.uint32(c << THREE))
        c = np.uint32(np.uint32((c << LEFT) | (c >> RIGHT)) + z)
        w = np.uint32(np.uint32(a + b) + np.uint32(step + THREE))
        state[0, game] = b ^ (b >> NINE)
        state[1, game] = np.uint32(c + np.uint32(c << THREE))
        state[2, game] = np.uint32(np.uint32((c << LEFT) | (c >> RIGHT)) + w)
        out[0, game] = np.uint8(np.uint32(np.uint32(x >> FOUR) * factor) >> TOP)
        out[1, game] = np.uint8(np.uint32(np.uint32(y >> FOUR) * factor) >> TOP)
        out[2, game] = np.uint8(np.uint32(np.uint32(z >> FOUR) * factor) >> TOP)
        out[3, game] = np.uint8(np.uint32(np.uint32(w >> FOUR) * other) >> TOP)
    work.clock[0] = np.uint32(step + FOUR)


@numba.njit(cache=True)
def _place(chips: Bytes, worth: int, drawn: Bytes) -> None:
    """V9: one chip onto the casino drawn."""
    value = np.uint8(worth)
    for casino in range(chips.shape[0]):
        here = np.uint8(casino)
        row = chips[casino]
        for game in range(ROW):
            row[game] += value if drawn[game] == here else np.uint8(0)


@numba.njit(cache=True)
def _lay(raises: Bytes, traps: Bytes, drawn: Bytes) -> None:
    """V10: where Raise and Trap lie, from the casino of each lap and the order of the kinds; what was laid stays."""
    for game in range(ROW):
        first, second, third, order = drawn[0, game], drawn[1, game], drawn[2, game], drawn[3, game]
        begins, middle, swapped = order < 2, order > 3, order & 1 == 1
        early = second if begins else first
        late = second if not (begins or middle) else third
        lies = first if begins else (second if middle else third)
        raises[game] = lies if raises[game] == NOT_LAID else raises[game]
        lies = early if swapped else late
        traps[game] = lies if traps[game] == NOT_LAID else traps[game]


@numba.njit(cache=True)
def _walk(pawn: Bytes, casinos: int, drawn: Bytes) -> None:
    """V11: the steps drawn, clockwise."""
    ring = np.uint8(casinos)
    for game in range(ROW):
        there = np.uint8(pawn[game] + drawn[game])
        pawn[game] = np.uint8(there - ring) if there >= ring else there


@numba.njit(cache=True)
def _pay(row: Pieces, work: Work) -> None:
    """V12-V15, pawn by pawn."""
    value, caught = work.value, work.caught
    for player in range(row.pawns.shape[0]):
        pawn = row.pawns[player]
        _value(row.chips, row.raises, pawn, value, caught)
        for game in range(ROW):
            caught[game] = 0
        for owner in range(row.pawns.shape[0]):
            if owner != player:
                _collect(row.traps[owner], pawn, value, row.money[owner], caught)
        own = row.money[player]
        for game in range(ROW):
            own[game] += value[game] if caught[game] == 0 else np.uint16(0)


@numba.njit(cache=True)
def _value(chips: Bytes, raises: Bytes, pawn: Bytes, value: Words, count: Bytes) -> None:
    """V13: the value of the casino where the pawn stands."""
    for game in range(ROW):
        count[game] = 1
        value[game] = 0
    for owner in range(raises.shape[0]):
        card = raises[owner]
        for game in range(ROW):
            count[game] += np.uint8(1) if card[game] == pawn[game] else np.uint8(0)
    for casino in range(chips.shape[0]):
        here = np.uint8(casino)
        row = chips[casino]
        for game in range(ROW):
            value[game] += np.uint16(row[game]) if pawn[game] == here else np.uint16(0)
    for game in range(ROW):
        value[game] = np.uint16(value[game] * count[game])


@numba.njit(cache=True)
def _collect(trap: Bytes, pawn: Bytes, value: Words, money: Words, caught: Bytes) -> None:
    """V15: an opponent's Trap collects for the pawn, and V14: the pawn earns nothing."""
    for game in range(ROW):
        here = trap[game] == pawn[game]
        money[game] += value[game] if here else np.uint16(0)
        caught[game] |= np.uint8(1) if here else np.uint8(0)


@numba.njit(cache=True)
def _round(row: Pieces, work: Work, worth: int, left: int, moved: int) -> None:
    """The rest of a round: so many chips left, so many pawns moved."""
    casinos, seats = row.chips.shape[0], row.pawns.shape[0]
    for chip in range(left):
        if chip % 4 == 0:
            _draw(work, casinos, casinos)
        _place(row.chips, worth, work.drawn[chip % 4])
    for player in range(seats):
        _draw(work, casinos, ORDERS)
        _lay(row.raises[player], row.traps[player], work.drawn)
    for player in range(seats):
        if player % 4 == 0:
            _draw(work, STEPS, STEPS)
        if player >= moved:
            _walk(row.pawns[player], casinos, work.drawn[player % 4])
    _pay(row, work)
    for player in range(seats):
        _take_back(row.raises[player])
        _take_back(row.traps[player])


@numba.njit(cache=True)
def _take_back(card: Bytes) -> None:
    for game in range(ROW):
        card[game] = NOT_LAID


@numba.njit(cache=True)
def _copy(source: Rows, row: Rows) -> None:
    """Row by row: assigning whole slices makes Numba write slow loops."""
    for game in range(source.shape[0]):
        row[game] = source[game]


@numba.njit(cache=True)
def _rows(casinos: int, seats: int) -> Pieces:
    return Pieces(
        np.zeros((casinos, ROW), np.uint8),
        np.zeros((seats, ROW), np.uint8),
        np.zeros((seats, ROW), np.uint8),
        np.zeros((seats, ROW), np.uint8),
        np.zeros((seats, ROW), np.uint16),
    )


@numba.njit(cache=True)
def _finish(games: Pieces, order: Bytes, begun: tuple[int, int, int], state: Rows, out: NDArray[np.int32]) -> None:
    casinos, seats = games.chips.shape[0], games.pawns.shape[0]
    row = _rows(casinos, seats)
    clock, drawn = np.ones(1, np.uint32), np.empty((4, ROW), np.uint8)
    work = Work(state, clock, drawn, np.empty(ROW, np.uint16), np.empty(ROW, np.uint8))
    number, left, moved = begun
    for _ in range(WARM_UP):
        _draw(work, casinos, casinos)
    for start in range(0, games.chips.shape[1], ROW):
        end = min(start + ROW, games.chips.shape[1])
        width = end - start  # the last row may be short: what else it holds is played, and left
        for casino in range(casinos):
            _copy(games.chips[casino, start:end], row.chips[casino])
        for player in range(seats):
            _copy(games.raises[player, start:end], row.raises[player])
            _copy(games.traps[player, start:end], row.traps[player])
            _copy(games.pawns[player, start:end], row.pawns[player])
            _copy(games.money[player, start:end], row.money[player])
        _round(row, work, WORTH[number - 1], left, moved)
        for later in range(number, ROUNDS):
            _round(row, work, WORTH[later], CHIPS[later] * seats, 0)
        for player in range(seats):
            for game in range(width):
                out[order[player, start + game], start + game] = row.money[player, game]
