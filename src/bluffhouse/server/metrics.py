"""What is counted: never who, never what they hold."""

from __future__ import annotations

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from bluffhouse.wire.client import FRAMES

ACK_BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5)


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        of = self.registry
        self.sockets = Gauge("bluffhouse_sockets", "Open sockets", registry=of)
        self.rooms = Gauge("bluffhouse_rooms", "Tables in memory", registry=of)
        moves = Counter("bluffhouse_moves", "Moves stored, by who made them", ["by"], registry=of)
        self.moves = {by: moves.labels(by) for by in ("person", "bot", "stand-in", "dealer")}
        self.commits = Gauge("bluffhouse_commits", "Transactions the store committed since the start", registry=of)
        self.refused = Counter("bluffhouse_refused", "Moves refused", registry=of)
        frames = Counter("bluffhouse_frames", "Frames received, by type", ["type"], registry=of)
        self.frames = {frame: frames.labels(frame.__name__.lower()) for frame in FRAMES}
        self.cut = Counter("bluffhouse_cut", "Sockets closed by the house, by reason", ["reason"], registry=of)
        self.requests = Counter(
            "bluffhouse_requests", "Requests, by route and status", ["route", "status"], registry=of
        )
        self.stand_ins = Counter("bluffhouse_stand_ins", "Seats taken over by a stand-in", registry=of)
        self.quarantined = Gauge("bluffhouse_quarantined", "Tables whose log does not replay", registry=of)
        self.acknowledged = Histogram(
            "bluffhouse_acknowledged_seconds", "From a move's frame to its answer", buckets=ACK_BUCKETS, registry=of
        )

    def text(self) -> bytes:
        return generate_latest(self.registry)
