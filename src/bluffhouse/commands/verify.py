"""`bluffhouse verify`: the dealer's draws of recorded games, drawn again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from bluffhouse.commands import phrases
from bluffhouse.commands.console import complain, say
from bluffhouse.commands.record_file import Refused, load
from bluffhouse.play.fair import Unfair, verify

if TYPE_CHECKING:
    from argparse import Namespace

UNFAIR: Final = 1
BAD: Final = 2


def run(arguments: Namespace) -> int:
    return max(_judged(name, arguments.promised) for name in arguments.files)


def _judged(name: str, promised: str | None) -> int:
    try:
        record = load(name).record
    except Refused as fault:
        complain("verify", str(fault))
        return BAD
    if not record.proof:
        complain("verify", phrases.nothing_to_verify(name))
        return BAD
    try:
        draws = verify(record, promised)
    except Unfair as fault:
        complain("verify", f"{name}: {fault}")
        return UNFAIR
    say(phrases.fair(name, draws, record.proof["commitment"]))
    return 0
