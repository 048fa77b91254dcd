"""What every part of the server is handed: nothing in this room is global."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bluffhouse.server.backlane import BackLane

if TYPE_CHECKING:
    from bluffhouse.bus import Bus
    from bluffhouse.core.game import Below
    from bluffhouse.server.botseat import Minds
    from bluffhouse.server.doorman import Doorman
    from bluffhouse.server.fellows import Fellows
    from bluffhouse.server.limits import Limits
    from bluffhouse.server.metrics import Metrics
    from bluffhouse.server.seams import Clock, Ids
    from bluffhouse.server.settings import Settings
    from bluffhouse.store import Store


@dataclass(frozen=True, kw_only=True, slots=True)
class House:
    settings: Settings
    store: Store
    bus: Bus
    clock: Clock
    ids: Ids
    below: Below
    """Where ids, seeds and bots get their chance from: the operating system, unless a test hands in another."""
    minds: Minds
    limits: Limits
    doorman: Doorman
    metrics: Metrics
    fellows: Fellows
    backlane: BackLane = field(default_factory=BackLane)
    seals: bool = True
    """Whether new tables bind themselves to a seed; a test that hands in the dealer's chance wants none."""

    def ms(self) -> int:
        """Now, as the clocks of tables count it."""
        return round(self.clock.now() * 1000)
