"""What a proof under faults found: figures, limits, and one line of JSON for whoever runs it."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.faults.verdict import Verdict

SHOWN = 5  # anomalies that are told in full


class Proof:
    """Every limit that is broken is told by its sentence; a run without one is good."""

    def __init__(self, name: str, plant: str | None = None) -> None:
        self.figures: dict[str, Any] = {"proof": name} | ({"plant": plant} if plant else {})
        self.broken: list[str] = []
        self._begun = time.monotonic()

    def limit(self, kept: bool, sentence: str) -> None:
        if not kept:
            self.broken.append(sentence)

    def hold_to(self, verdict: Verdict) -> None:
        """Nothing that was told may be untrue; told of several houses, it is counted together."""
        for name, number in (("acknowledged", verdict.acknowledged), ("anomalies", len(verdict.anomalies))):
            self.figures[name] = self.figures.get(name, 0) + number
        self.limit(verdict.acknowledged > 0, "nothing was acknowledged")
        self.broken += verdict.anomalies[:SHOWN]

    def spread(self, name: str, seconds: Sequence[float]) -> None:
        """How a figure is spread, in seconds."""
        parts = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "worst": 1.0}
        self.figures |= {f"{name}_{part}": rounded(quantile(seconds, share)) for part, share in parts.items()}

    def tell(self) -> int:
        """Print it; the exit code."""
        self.figures |= {"seconds": round(time.monotonic() - self._begun, 1), "broken": self.broken}
        print(json.dumps(self.figures), flush=True)
        return 1 if self.broken else 0


def quantile(values: Sequence[float], share: float) -> float:
    """The value that so many are at most; for ever where there are none."""
    if not values:
        return float("inf")
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def rounded(seconds: float) -> float | None:
    return None if seconds == float("inf") else round(seconds, 3)
