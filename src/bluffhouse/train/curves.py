"""The curves of a run as a picture: win shares and how mixed the play is, over the decisions learnt from."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import matplotlib as mpl

if TYPE_CHECKING:
    from pathlib import Path

SIZE: Final = (7.5, 3.0)
SMOOTH: Final = 20


def draw(folder: Path) -> Path:
    """Read curves.jsonl, write curves.png."""
    mpl.use("Agg")
    from matplotlib import pyplot  # noqa: PLC0415 - after the choice of where to draw

    points = [json.loads(line) for line in (folder / "curves.jsonl").read_text().splitlines()]
    figure, (left, right) = pyplot.subplots(1, 2, figsize=SIZE, layout="constrained")
    measured = [point for point in points if any(key.startswith("against_") for key in point)]
    for key in sorted({key for point in measured for key in point if key.startswith("against_")}):
        chosen = [point for point in measured if key in point]
        left.plot(_millions(chosen), [point[key] for point in chosen], label=key.removeprefix("against_"))
    read = [point for point in points if "exploiter" in point]
    if read:
        left.plot(_millions(read), _smooth([point["exploiter"] for point in read]), label="exploiter of it")
    left.set(xlabel="million decisions", ylabel="win share of one against …", ylim=(0, 1))
    left.legend(frameon=False)
    for key, name in (("entropy", "entropy of the moves"), ("critic", "critic's loss")):
        told = [point for point in points if key in point]  # while it averages nothing is told of the moves
        right.plot(_millions(told), _smooth([point[key] for point in told]), label=name)
    right.set(xlabel="million decisions", ylabel="nats")
    right.legend(frameon=False)
    path = folder / "curves.png"
    figure.savefig(path, dpi=90)
    pyplot.close(figure)
    return path


def _smooth(values: list[float]) -> list[float]:
    """Means over the last few points: iterations at tables of different sizes take turns."""
    windows = [values[max(0, at - SMOOTH) : at + 1] for at in range(len(values))]
    return [sum(window) / len(window) for window in windows]


def _millions(points: list[dict[str, Any]]) -> list[float]:
    return [point["decisions"] / 1e6 for point in points]
