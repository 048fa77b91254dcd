"""What the games of a run say about each bot: win shares with their 95 % intervals, time, and a ladder."""

from __future__ import annotations

import math
import statistics
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from openskill.models import PlackettLuce

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bluffhouse.arena.match import Match

NORMAL_95: Final = 1.959964


@dataclass(frozen=True, slots=True)
class Standing:
    """One bot, over all its chairs."""

    bot: str
    games: int
    """In which it sat."""
    share: float
    """Mean win share of one of its chairs; even is 1 / seats."""
    within: float
    """The 95 % interval is share ± within: over deals, for the games of one deal are alike."""
    together: float
    """The share of all its chairs at a table together: what pairs of seats are compared by."""
    milliseconds: float
    """A decision, on average."""
    skill: float
    """OpenSkill (Plackett-Luce over the ranks): mu …"""
    doubt: float
    """… and sigma."""


def standings(matches: Sequence[Match]) -> list[Standing]:
    """Every bot that sat down, the most skilled first. The order in which games ended does not matter."""
    matches = sorted(matches, key=lambda match: match.fixture.number)
    skills = _ladder(matches)
    bots = dict.fromkeys(bot for match in matches for bot in match.fixture.bots)
    return sorted((_standing(bot, matches, skills[bot]) for bot in bots), key=lambda one: -one.skill)


def _standing(bot: str, matches: Sequence[Match], skill: tuple[float, float]) -> Standing:
    mine = [match for match in matches if bot in match.fixture.bots]
    by_deal: dict[int, list[float]] = defaultdict(list)
    for match in mine:
        by_deal[match.fixture.deal].append(_mean(_of(bot, match)))
    decisions = sum(match.decisions[bot] for match in mine)
    return Standing(
        bot=bot,
        games=len(mine),
        share=_mean([share for shares in by_deal.values() for share in shares]),
        within=_within(list(by_deal.values())),
        together=_mean([sum(_of(bot, match)) for match in mine]),
        milliseconds=1000 * sum(match.spent[bot] for match in mine) / max(decisions, 1),
        skill=skill[0],
        doubt=skill[1],
    )


def _of(bot: str, match: Match) -> list[float]:
    return [share for name, share in zip(match.fixture.bots, match.shares, strict=True) if name == bot]


def _mean(values: Iterable[float]) -> float:
    return statistics.fmean(values)


def _within(deals: list[list[float]]) -> float:
    """Half the 95 % interval of the mean over whole deals; what is known from one deal alone is nothing: infinity."""
    longest = max(map(len, deals))
    whole = [_mean(deal) for deal in deals if len(deal) == longest]
    if len(whole) < 2:
        return math.inf
    return NORMAL_95 * statistics.stdev(whole) / math.sqrt(len(whole))


def _ladder(matches: Sequence[Match]) -> dict[str, tuple[float, float]]:
    """Ratings after every game in turn; a bot in several chairs moves by what they say on average."""
    model = PlackettLuce()
    ratings = {bot: model.rating() for match in matches for bot in match.fixture.bots}
    for match in matches:
        bots = match.fixture.bots
        if len(set(bots)) == 1:
            continue  # a game among equals says nothing
        ranks = [float(sum(other > own for other in match.wealth)) for own in match.wealth]
        rated = [team[0] for team in model.rate([[ratings[bot]] for bot in bots], ranks=ranks)]
        for bot in set(bots):
            chairs = [new for name, new in zip(bots, rated, strict=True) if name == bot]
            ratings[bot] = model.rating(
                mu=_mean(new.mu for new in chairs), sigma=_mean(new.sigma for new in chairs), name=bot
            )
    return {bot: (rating.mu, rating.sigma) for bot, rating in ratings.items()}
