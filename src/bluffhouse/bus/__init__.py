"""Telling the other workers of a table: the bus carries «table T has seq n» and nothing else.

It is a hint and may get lost; the log is the truth. So `publish` neither waits nor fails, and whoever hears it reads
the log. The bus over Redis is in `bus.redis`, for whoever has that package.
"""

from bluffhouse.bus.local import LocalBus, NoBus
from bluffhouse.bus.protocol import BESIDE_THE_LOG, Bus, Hear, Unsubscribe

__all__ = ["BESIDE_THE_LOG", "Bus", "Hear", "LocalBus", "NoBus", "Unsubscribe"]
