"""The settings that the environment gives to a command."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from bluffhouse.commands.console import complain
from bluffhouse.server.settings import BadSettings, from_environment

if TYPE_CHECKING:
    from bluffhouse.server.settings import Settings


def settings_for(command: str) -> Settings | None:
    """None where some are wrong: each is named by then, a line each."""
    try:
        return from_environment(os.environ)
    except BadSettings as faults:
        for fault in str(faults).splitlines():
            complain(command, fault)
        return None
