"""Telling the other workers: the bus carries «table T has seq n» and nothing else.

It is a hint and may get lost; the log is the truth. So `publish` neither waits nor fails, and whoever hears it reads
the log.
"""

from bluffhouse.bus.local import LocalBus
from bluffhouse.bus.protocol import Bus, Hear, Unsubscribe

__all__ = ["Bus", "Hear", "LocalBus", "Unsubscribe"]
