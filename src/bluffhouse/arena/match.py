"""One game of the arena: seats are players of views, through the same door as everybody."""

from __future__ import annotations

import contextlib
import random
import time
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from bluffhouse import games
from bluffhouse.bots import levels, roster
from bluffhouse.bots.external import PATIENCE, BotFailed, External, is_command
from bluffhouse.core.game import Illegal
from bluffhouse.core.player import Chooser, Player, play_out

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bluffhouse.arena.seating import Fixture
    from bluffhouse.bots.mind import Mind
    from bluffhouse.core.record import AnyGame


@dataclass(frozen=True, slots=True)
class Rules:
    """What all games of a run share."""

    game: str
    options: Any
    seats: int
    seed: int
    patience: float = PATIENCE


@dataclass(frozen=True, slots=True)
class Match:
    """A game that was played."""

    fixture: Fixture
    wealth: tuple[int, ...]
    spent: dict[str, float]
    """Processor seconds of each bot, all its chairs together (a program of its own: the time waited) …"""
    decisions: dict[str, int]
    """… and how many decisions it took."""

    @property
    def shares(self) -> tuple[float, ...]:
        """1/k for each of k winners, by seat."""
        best = max(self.wealth)
        return tuple((own == best) / self.wealth.count(best) for own in self.wealth)


def find(spec: str, game: AnyGame) -> Mind | None:
    """The mind of a level or a bot; None for a command line; LookupError where there is neither."""
    if is_command(spec):
        return None
    return levels.mind(spec, game) if spec in levels.LEVELS else roster.mind(spec, game)


@dataclass(slots=True)
class _Timed:
    """A player whose time is taken."""

    player: Player[Any, Any]
    clock: Callable[[], float]
    spent: float = 0.0
    decisions: int = 0

    def choose(self, view: Any, moves: Sequence[Any]) -> Any:
        start = self.clock()
        move = self.player.choose(view, moves)
        self.spent += self.clock() - start
        self.decisions += 1
        return move


def play(rules: Rules, fixture: Fixture) -> Match:
    """The dealer's luck hangs on the deal, a bot's own chance on the game and the chair."""
    game = games.find(rules.game)
    with contextlib.ExitStack() as stack:
        players = [
            _sit(spec, game, rules, f"{rules.seed} {fixture.number} s{seat}", stack)
            for seat, spec in enumerate(fixture.bots)
        ]
        luck = random.Random(f"{rules.seed} {fixture.deal} dealer").randrange  # noqa: S311 - repeatable games
        try:
            end = play_out(game, game.setup(rules.options, rules.seats), players, luck)
        except Illegal as refusal:
            raise BotFailed(f"a bot made a move that is refused: {refusal}") from None
    spent: dict[str, float] = defaultdict(float)
    decisions: dict[str, int] = defaultdict(int)
    for spec, player in zip(fixture.bots, players, strict=True):
        spent[spec] += player.spent
        decisions[spec] += player.decisions
    return Match(fixture, game.wealth(end), dict(spent), dict(decisions))


def _sit(spec: str, game: AnyGame, rules: Rules, seed: str, stack: contextlib.ExitStack) -> _Timed:
    mind = find(spec, game)
    if mind is None:
        return _Timed(stack.enter_context(External(spec, game, rules.patience)), time.perf_counter)
    return _Timed(Chooser(mind, random.Random(seed).randrange), time.process_time)  # noqa: S311 - repeatable games
