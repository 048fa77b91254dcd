"""`bluffhouse train`: a network learns a game by playing itself, or looks for the weakness of another network."""

from __future__ import annotations

import dataclasses
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from bluffhouse.arena import workers
from bluffhouse.commands.console import complain, say
from bluffhouse.envs.extras import MissingExtra, extra

if TYPE_CHECKING:
    from argparse import Namespace

    from bluffhouse.train.run import Run

CHECKPOINT: Final = "checkpoint.pt"


def run(arguments: Namespace) -> int:
    try:
        with extra("train"):
            from bluffhouse.train import curves  # noqa: PLC0415 - torch and matplotlib are in few installations

            training = _training(arguments)
    except (LookupError, MissingExtra, OSError, ValueError) as refusal:
        complain("train", refusal)
        return 2
    try:
        with workers.chosen(min(arguments.jobs, training.settings.lots), arguments.ray) as training.each:
            training.go(arguments.stop)
    except workers.WorkersFailed as failure:
        complain("train", failure)
        return 1
    say(f"\nnetwork: {training.folder / 'network.npz'}", f"curves: {curves.draw(training.folder)}")
    if training.target is not None:
        share = training.measure(seed=training.settings.seed, games=arguments.measured)["against_target"]
        say(f"win share against the target, {arguments.measured} games: {share:.3f}")
    return 0


def _training(arguments: Namespace) -> Run:
    """The run that is asked for, begun or gone on with; a sentence where it cannot be."""
    from bluffhouse.bots.network import read  # noqa: PLC0415 - only here is NumPy needed for sure
    from bluffhouse.train import model, settings  # noqa: PLC0415 - the same
    from bluffhouse.train.run import Run, resume  # noqa: PLC0415 - torch

    if arguments.jobs < 1:
        raise ValueError("--jobs is at least 1")
    folder = Path(arguments.folder or f"training/{arguments.game}")
    given = {key: getattr(arguments, key) for key in ("iterations", "seed") if getattr(arguments, key) is not None}
    target = read(Path(arguments.against))[0] if arguments.against else None
    if (folder / CHECKPOINT).exists():
        if arguments.start:
            raise ValueError(f"{folder} holds a run that has begun; --from is for a new one")
        return resume(folder, _progress, given, target)
    chosen = settings.read(Path(arguments.settings)) if arguments.settings else settings.shipped(arguments.game)
    if chosen.game != arguments.game:
        raise ValueError(f"these settings are for {chosen.game}, not for {arguments.game}")
    changed: dict[str, Any] = (settings.RESPONSE if target else {}) | given
    chosen, start = dataclasses.replace(chosen, **changed), None
    if arguments.start:
        chosen, start = model.begin_from(chosen, Path(arguments.start))
    elif chosen.start:
        raise ValueError("these settings begin from a network: name its file with --from")
    return Run(folder, chosen, _progress, target, start)


def _progress(line: str) -> None:
    """One line that is written over on a terminal, a line each elsewhere."""
    sys.stdout.write(f"\r\x1b[K{line}" if sys.stdout.isatty() else f"{line}\n")
    sys.stdout.flush()
