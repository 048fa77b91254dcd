"""What each face-down card at the banks may be, from a view: particles weighed by where the others put their cards."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Final

from bluffhouse.bots.bankueberfall.library import tuned
from bluffhouse.bots.bankueberfall.likelihood import weighed
from bluffhouse.bots.bankueberfall.particles import draw
from bluffhouse.bots.belief import Unseen
from bluffhouse.games.bankueberfall.model import KINDS
from bluffhouse.sim.batch import generator

if TYPE_CHECKING:
    from bluffhouse.games.bankueberfall.model import View

PARTICLES: Final = 2000


def belief(view: View) -> tuple[Unseen, ...]:
    """Every card at a bank that this seat cannot see. The same view is always read the same way."""
    rng = generator(zlib.crc32(repr(view).encode()))
    particles = weighed(draw(view, PARTICLES, rng), tuned(view.seats))
    return tuple(
        Unseen(
            place=bank,
            number=place,
            owner=view.banks[bank][place].by,
            chances={str(kind): float(odds) for kind, odds in zip(KINDS, particles.chances(bank, place), strict=True)},
        )
        for bank, place in particles.places
    )
