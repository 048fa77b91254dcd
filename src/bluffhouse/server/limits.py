"""How often somebody may do something. A limiter whose memory is full refuses: it never lets a flood through."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bluffhouse.server.seams import Clock

MOST_BUCKETS: Final = 50_000
FINE: Final = 70.0
"""So many deeds it costs to break the rules …"""
OVERDRAWN: Final = 10.0
"""… but nobody has to do without more than these."""
SWEEP: Final = 1.0  # seconds between two looks through a full memory, which would themselves be a way to slow us down


@dataclass(frozen=True, slots=True)
class Rate:
    deed: str
    times: float
    seconds: float


FRAMES: Final = Rate("frames", 40, 8)
MOVES: Final = Rate("moves", 60, 20)
TALK: Final = Rate("talk", 5, 10)
REQUESTS: Final = Rate("requests", 300, 60)
NEW_GUESTS: Final = Rate("new guests", 20, 600)
NEW_TABLES: Final = Rate("new tables", 20, 600)
REDEEMS: Final = Rate("redeems", 30, 600)
RECORDS: Final = Rate("records", 60, 600)
LESSONS: Final = Rate("lessons", 200, 600)
SOCKETS: Final = Rate("sockets", 60, 60)
ANALYSES: Final = Rate("analyses", 60, 600)
DAILIES: Final = Rate("dailies", 60, 600)
HINTS: Final = Rate("hints", 60, 600)


class Bucket:
    """Fills evenly, never above its rate; each deed takes one, unless it costs more."""

    __slots__ = ("_full", "_left", "_per_second", "_then")

    def __init__(self, rate: Rate, now: float, scale: float = 1.0) -> None:
        self._full = self._left = rate.times * scale
        self._per_second = self._full / rate.seconds
        self._then = now

    def take(self, now: float, cost: float = 1.0) -> bool:
        self._left = min(self._full, self._left + (now - self._then) * self._per_second)
        self._then = now
        if self._left < cost:
            return False
        self._left -= cost
        return True

    def fine(self) -> None:
        """Nothing for a while: whoever broke the rules is not let come again at once."""
        self._left = max(self._left - FINE, -OVERDRAWN)

    def missing(self, cost: float) -> float:
        """Seconds until there is enough, as it was when somebody last wanted to take."""
        return (cost - self._left) / self._per_second

    def idle(self, now: float) -> bool:
        """Whether forgetting it changes nothing."""
        return self._left + (now - self._then) * self._per_second >= self._full


class Limits:
    """A bucket for each pair of deed and doer, kept while it matters."""

    def __init__(self, clock: Clock, scale: float = 1.0, most: int = MOST_BUCKETS) -> None:
        self._clock = clock
        self._scale = scale
        self._most = most
        self._buckets: dict[tuple[str, str], Bucket] = {}
        self._swept = clock.now()

    def allow(self, rate: Rate, who: str) -> bool:
        bucket = self.bucket(rate, who)
        return bucket is not None and bucket.take(self._clock.now())

    def bucket(self, rate: Rate, who: str) -> Bucket | None:
        """Theirs, which outlives whatever they do it through; None where the memory is full."""
        bucket = self._buckets.get((rate.deed, who))
        if bucket is None:
            now = self._clock.now()
            if len(self._buckets) >= self._most and now >= self._swept + SWEEP:
                self._sweep(now)
            if len(self._buckets) >= self._most:
                return None
            bucket = self._buckets[rate.deed, who] = Bucket(rate, now, self._scale)
        return bucket

    def _sweep(self, now: float) -> None:
        self._swept = now
        self._buckets = {who: bucket for who, bucket in self._buckets.items() if not bucket.idle(now)}
