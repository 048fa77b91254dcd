"""What a network is told of each casino, against the same in plain words."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bluffhouse.games.vabanque import kernel
from bluffhouse.games.vabanque.encode import LAPS, OTHERS
from bluffhouse.games.vabanque.kernel import places
from bluffhouse.games.vabanque.kernel.prospects import LEAST, RAISE, TRAP
from bluffhouse.games.vabanque.kernel.ring import read
from bluffhouse.games.vabanque.model import CASINOS, Options, Phase
from bluffhouse.sim.batch import generator
from bluffhouse.sim.sample import sample

if TYPE_CHECKING:
    from bluffhouse.games.vabanque.kernel.ring import Ring


def seen(seats: int, phase: Phase, turn: int) -> Any:
    lanes, rng = kernel.begin(Options(), seats, 40, generator(3)), generator(3)
    lanes.see()
    while (lanes.round, lanes.phase, lanes.turn) != (4, phase, turn):
        lanes.step(sample(lanes.legal, rng), rng)
    return lanes.observation


def piece(told: Any, name: str) -> Any:
    names = list(places.SIZES)
    start = sum(places.SIZES[before] for before in names[: names.index(name)])
    return told[start : start + places.SIZES[name]]


def expected(ring: Ring, column: int) -> tuple[list[list[float]], list[list[float]]]:
    """Other by casino: how likely its pawn ends there, and how far ahead of it one is who ends there."""
    casinos, others = range(ring.casinos), range(ring.seats - 1)
    count = ring.cards.sum(axis=1)[:, :, column]
    own, laid = ring.own[:, :, column], ring.laid.sum(axis=0)[:, column] / LAPS
    value = [ring.chips[at, column] * (1 + own[RAISE, at] + count[:, at].sum() / LAPS) for at in casinos]
    risk = [[1 - count[other, at] / LAPS for at in casinos] for other in others]
    mine = [value[at] * prod(risk[other][at] for other in others) for at in casinos]
    earn = [[mine[at] * (1 - own[TRAP, at]) / max(risk[other][at], float(LEAST)) for at in casinos] for other in others]
    looks = [ring.chips[at, column] * (1 + laid[at] + count[:, at].sum() / LAPS) * (1 - laid[at]) for at in casinos]
    hoped = [
        [looks[at] * prod(risk[k][at] for k in others) / max(risk[j][at], float(LEAST)) for at in casinos]
        for j in others
    ]
    odds = [[(hoped[j][at] + LEAST) ** 2 * (ring.comes[j, at, column] > 0) for at in casinos] for j in others]
    likely = [[float(odd / sum(row)) for odd in row] for row in odds]
    caught = sum(own[TRAP, at] * value[at] * sum(row[at] for row in likely) for at in casinos)
    goes = [sum(likely[j][at] * earn[j][at] for at in casinos) for j in others]
    return likely, [[float(ring.gaps[j, column] + caught - goes[j] + mine[at]) for at in casinos] for j in others]


@pytest.mark.parametrize("seats", [3, 4, 6])
@pytest.mark.parametrize("phase", [Phase.CARDS, Phase.PAWNS])
def test_where_pawns_go_and_who_would_be_ahead(seats: int, phase: Phase) -> None:
    observation = seen(seats, phase, seats - 1)
    ring, told = read(observation), places.local(observation)
    assert told.shape == (places.LOCAL, CASINOS[seats], 40)
    for column in range(40):
        likely, standing = expected(ring, column)
        assert piece(told, "likely")[: seats - 1, :, column] == pytest.approx(np.array(likely), abs=1e-4)
        near = np.clip(np.array(standing) / 64, -4, 4)
        assert piece(told, "standing")[: seats - 1, :, column] == pytest.approx(near, abs=1e-3)
        root = np.sign(standing) * np.sqrt(np.abs(standing)) / 16
        assert piece(told, "standing")[OTHERS : OTHERS + seats - 1, :, column] == pytest.approx(root, abs=1e-2)


def test_before_pawns_stand_nobody_goes_anywhere() -> None:
    lanes = kernel.begin(Options(), 4, 5, generator(1))
    lanes.see()
    assert lanes.phase is Phase.STAND
    told = places.local(lanes.observation)
    assert np.isfinite(told).all()
    assert (piece(told, "likely") == 0).all()


def test_far_fortunes_are_told_by_their_root() -> None:
    ring = read(seen(4, Phase.PAWNS, 0))
    lanes, rng = kernel.begin(Options(), 4, 40, generator(3)), generator(3)
    lanes.see()
    while (lanes.round, lanes.phase) != (4, Phase.PAWNS):
        lanes.step(sample(lanes.legal, rng), rng)
    money = lanes.money.astype(np.float32)
    gaps = money[0] - money[1:]
    assert ring.gaps == pytest.approx(gaps, rel=0.15)
    near = np.abs(gaps) <= 255
    assert (ring.gaps[near] == gaps[near]).all()
