"""A view as a network sees it that is told what everybody may think of the others' cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from bluffhouse.bots.vabanque.orders import beginnings, replay, rounds
from bluffhouse.games.vabanque import encode, kernel
from bluffhouse.games.vabanque.guess import guess
from bluffhouse.games.vabanque.model import Phase

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from bluffhouse.games.vabanque.kernel.lanes import Lanes
    from bluffhouse.games.vabanque.model import View
    from bluffhouse.sim.policy import Policy


def observed(view: View, network: Policy) -> NDArray[np.uint8]:
    """The observation with the network's thoughts, as one column."""
    told = None
    if view.phase in (Phase.CARDS, Phase.PAWNS):
        told = replay(beginnings(view)[-1], rounds(view)[-1], network).thought
    lanes = kernel.load([guess(view, lambda number: 0)])
    share(lanes, view, network, told)
    assert lanes.thought is not None
    assert view.me is not None
    thoughts = lanes.thought.seen(lanes, view.order.index(view.me))[:, 0]
    return np.concatenate((encode.encode(view), thoughts))[:, None]


def share(lanes: Lanes, view: View, network: Policy, thought: NDArray[np.float32] | None) -> None:
    """From now on everybody in these games thinks so, and remembers what this view tells."""
    lanes.think(network)
    assert lanes.thought is not None
    if begun := beginnings(view):
        lanes.thought.chips[:] = np.array(begun[-1].after(rounds(view)[-1]), np.uint8)[..., None]
    if thought is not None:
        lanes.thought.likely[:] = thought[..., None]
