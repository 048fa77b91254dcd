"""Who is how rich, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bluffhouse.commands.speech import amount, t
from bluffhouse.core.game import winners

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from bluffhouse.commands.boards import Names
    from bluffhouse.core.record import Replay


def ranking(replay: Replay, names: Names) -> list[str]:
    """As things stand at the end of the record."""
    game, state = replay.record.game, replay.state
    title = t("terminal.so_far" if game.actors(state) else "terminal.ranking")
    return [title, *places(game.wealth(state), winners(game, state), names)]


def places(wealth: Sequence[int], won: Collection[int], names: Names) -> list[str]:
    """The richest first; equally rich players share their place."""
    lines = []
    for seat in sorted(range(len(wealth)), key=lambda seat: -wealth[seat]):
        place = 1 + sum(other > wealth[seat] for other in wealth)
        line = f"  {place}. {names[seat]}: {amount(wealth[seat])}"
        lines.append(t("terminal.winner", line=line) if seat in won else line)
    return lines
