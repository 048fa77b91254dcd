"""`bluffhouse play`: a house on this machine, opened in the browser."""

from __future__ import annotations

import webbrowser
from typing import TYPE_CHECKING

from bluffhouse.commands import phrases
from bluffhouse.commands.console import say
from bluffhouse.commands.serve import open_house
from bluffhouse.server import logs
from bluffhouse.server.settings import Settings

if TYPE_CHECKING:
    from argparse import Namespace


def run(arguments: Namespace) -> int:
    logs.set_up("warning")

    def started(address: str) -> None:
        say(phrases.house_is_open(address), phrases.HOW_TO_CLOSE)
        if arguments.browser:
            webbrowser.open(address)

    return open_house("play", Settings(port=arguments.port), started)
