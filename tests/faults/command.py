"""The words that every proof under faults takes: `--small`, and `--plant` with a mistake that it must find."""

from __future__ import annotations

import argparse
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tests.faults.slips import EVERY, PLANT

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Asked:
    small: bool
    plant: str | None


def read(description: str | None, small: str, plants: Sequence[str], words: Sequence[str] | None = None) -> Asked:
    """What was asked for; `small` says what that is here. The servers of the proof have the mistake from now on."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--small", action="store_true", help=small)
    parser.add_argument("--plant", choices=plants)
    asked = Asked(**vars(parser.parse_args(words)))
    if asked.plant in EVERY:
        os.environ[PLANT] = asked.plant
    return asked
