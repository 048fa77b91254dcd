"""Who is how rich, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bluffhouse.commands.speech import amount, t
from bluffhouse.core.game import Seat, winners

if TYPE_CHECKING:
    from bluffhouse.commands.boards import Names
    from bluffhouse.core.record import Replay


def ranking(replay: Replay, names: Names) -> list[str]:
    """The richest first; equally rich players share their place."""
    game = replay.record.game
    wealth = game.wealth(replay.state)
    won = winners(game, replay.state)
    lines = [t("terminal.so_far" if game.actors(replay.state) else "terminal.ranking")]
    for seat in sorted(range(len(wealth)), key=lambda seat: -wealth[seat]):
        place = 1 + sum(other > wealth[seat] for other in wealth)
        line = f"  {place}. {names[seat]}: {amount(wealth[seat])}"
        lines.append(t("terminal.winner", line=line) if Seat(seat) in won else line)
    return lines
