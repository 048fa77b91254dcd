"""How a network is trained: everything that decides the result, kept beside it."""

from __future__ import annotations

import dataclasses
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

SHIPPED: Final = Path(__file__).parent / "settings"
"""How networks are trained, a file a game."""
AT_LEAST_ONE: Final = (
    "lots",
    "endings",
    "expert_every",
    "expert_games",
    "expert_worlds",
    "exploit_worlds",
    "trial_moves",
    "challenger_lasts",
)
RESPONSE: Final[dict[str, Any]] = {
    "iterations": 640,
    "averaging": 0,
    "answering": 0,
    "games": 512,
    "lots": 1,
    "rate": 1e-3,
    "last_rate": 2e-4,
    "epochs": 2,
    "batch": 2048,
    "entropy": 0.03,
    "last_entropy": 0.005,
    "hiding": 1.0,
    "challenged": 0.0,
    "expert": 0.0,
    "trials": 0.0,
    "again": 0,
    "remembered": 0,
    "last_remembered": 0,
    "meanwhile": False,
}
"""A best response is sought by PPO alone, whatever the target learnt by: at Vabanque a quarter of an hour. It need not
hide what it does."""


@dataclass(frozen=True, slots=True)
class Settings:
    game: str
    seed: int = 1
    start: str = ""
    """SHA-256 of the network file that the run begins from, which must then be named; empty: from nothing."""
    iterations: int = 1000
    """Over all resumed parts. Counted, not timed: the same settings make the same network on a busy machine, too."""
    averaging: int = 0
    """In so many of them, the last ones, it does not learn to play better but as its older selves do on average: each
    of them is a moment of a circle, and may be exploited where all of them together may not …"""
    averaged: float = 0.5
    """… this part of those that were kept, the newest ones."""
    answering: int = 0
    """In so many more, after all these, it learns to answer the game's heuristic: so it plays where it recognises
    players of habit, and what it does at all other tables need not be good against both."""
    tables: tuple[int, ...] = (4,)
    """The seat counts, in turn, one an iteration; a count may come several times."""
    games: int = 1024
    """Played side by side in an iteration …"""
    lots: int = 1
    """… so many times over, which may be in as many places; all that was played is learnt from together."""
    meanwhile: bool = False
    """Whether the next iteration's games are played while this one is learnt from: nobody waits, and the games are
    those of the network before it learnt."""
    steps: int = 0
    """Decisions in each of them; 0: until every game has ended once."""
    trunk: tuple[int, ...] = (128,)
    places: int = 64
    """Width of the small network that looks at each place."""
    beside: bool = False
    """Whether it is also told what all places are like on average."""
    everywhere: bool = False
    """Whether all places together also speak for every action: bids are made at no place in particular."""
    seat: int = 64
    """Width of the critic's last layer."""
    judge: int = 0
    """Width of the critic's own small network of each place; 0: as wide as the policy's."""
    thinks: bool = False
    """Whether the network is told what everybody may think of the others' cards, as it lays them itself."""
    rate: float = 1e-3
    last_rate: float = 1e-4
    """The learning rate falls to this over the iterations."""
    epochs: int = 2
    batch: int = 4096
    clip: float = 0.1
    decay: float = 0.95
    """Lambda: how far an advantage trusts what came later over what the critic expected."""
    entropy: float = 0.05
    last_entropy: float = 0.03
    hiding: float = 1.0
    """So many times as much (with `remembered` only) where a choice may tell the others of what is hidden: whoever
    mixes more there is read less."""
    sharpness: float = 1.0
    """The power to which what was learnt is raised where it plays: to learn, more must be tried than is good …"""
    openness: float = 1.0
    """… and once more to this one where a choice may tell the others of what is hidden: below 1 it is read less."""
    magnet: float = 0.05
    """How strongly the policy is held to the reference policy …"""
    refresh: int = 40
    """… which is the policy of at most so many iterations ago …"""
    drift: float = 0.0
    """… or, where this is above 0, comes nearer to the policy by this part after each iteration: a running mean …"""
    plays_mean: bool = False
    """… which then plays in the policy's place: the last self is a moment of a circle, and noisier."""
    most_gradient: float = 0.5
    past: float = 0.17
    """How many of the seats are played by an older self …"""
    heuristic: float = 0.05
    """… by the game's heuristic player, where it has habits …"""
    random: float = 0.03
    """… and at random."""
    apart: bool = False
    """Whether guests keep to themselves: in as many of the games one of the learner sits among guests of one kind only,
    and in all others nobody else, so that it knows best what its equals do."""
    trials: float = 0.0
    """So many steps of play are spent, on average, on each move that is tried at a decision of the learner's; 0: never.
    The further away the end of the round, the fewer decisions are tried out …"""
    trial_moves: int = 5
    """… with so many moves each, drawn by the learner's own chances …"""
    even: float = 0.0
    """… which count alike so far (0 to 1), and for the rest as they are likely: what is hardly ever done must be able
    to come back once it is good …"""
    endings: int = 1
    """… from where only pawns are left so many times over, whose mean counts: where they go is most of the luck, and
    they cost little. Above 1 the game's very last pawn goes everywhere, as often as it is likely …"""
    remembered: int = 0
    """… and are learnt from over so many iterations, by a network that values moves, which the policy then follows; 0:
    the policy learns from each iteration's trials themselves …"""
    last_remembered: int = 0
    """… which become so many over the run; 0: as many as ever. The smaller the strides the longer is true what was
    tried …"""
    value_steps: int = 30
    """… in so many steps an iteration …"""
    stride: float = 0.1
    """… where the policy comes nearer by this part to what would be best by those values, with that much entropy; what
    is remembered lags behind, so whoever strides too far circles round what all would be content with …"""
    last_stride: float = 0.01
    """… so that the part falls to this over the iterations …"""
    trial_batch: int = 0
    """… learnt from so many decisions at a time; 0: as many as make the steps in which the critic learns from all."""
    stakes: bool = False
    """Whether what a move brings is measured by what moves bring at that moment of the game, so that entropy holds its
    own where little is at stake and where much is; else by how much advantages vary over the whole game."""
    again: int = 0
    """So many times more the last round of each game is played and tried out, from where it began."""
    early: bool = False
    """Whether the critic judges what was tried as soon as nothing is done in secret any more: it errs a little, and
    what is decided openly after that is most of the luck."""
    disguised: float = 0.0
    """In so many of the games (with `trials` only) one seat plays each round's cards as if it held others: what nobody
    would do is then known, too, and whoever does it is not believed for sure …"""
    astray: float = 1.0
    """… and by its chances to this power: below 1 it is sent where nobody would go, and learns how to go on there."""
    exploited: float = 0.0
    """In so many of the games (with `trials` only) one seat owns the learner's policy, looks ahead and takes what is
    best against it; the learner has all other seats there, and must learn not to be read …"""
    exploited_after: int = 0
    """… once so many iterations have passed: before there is little to be read …"""
    exploit_worlds: int = 8
    """… in so many worlds for each move …"""
    exploit_trials: float = 1.0
    """… and the learner's decisions there are tried out so many times as often as those of other games."""
    challenged: float = 0.0
    """In so many of the games one seat is a challenger's: a second learner, who by PPO seeks the best response to the
    learner, as whoever examines the network will. What a whole family of selves cannot stand is found so …"""
    challenger_lasts: int = 200
    """… for so many iterations; then it stays as a guest as it is, and another begins as the learner is by then."""
    expert: float = 0.0
    """How strongly the policy is pulled to what a search would do, and the critic to how such games end; 0: never …"""
    expert_every: int = 4
    """… every so many iterations …"""
    expert_games: int = 32
    """… in so many games of each lot …"""
    expert_share: float = 0.25
    """… at so many of their decisions …"""
    expert_worlds: int = 16
    """… in so many worlds for each move."""
    expert_warmth: float = 0.1
    """Win shares this close are about as likely to be wanted: few worlds want more warmth than a player's search …"""
    expert_trust: float = 1.0
    """… and the power to which the network's own chances count in what is wanted: below 1 it learns to mix more."""
    keep_every: int = 25
    """Iterations between two older selves …"""
    keep: int = 12
    """… of which so many, spread over the whole time, are kept."""
    measure_every: int = 25
    """Iterations between two measurements for the curves."""

    def __post_init__(self) -> None:
        if self.past + self.heuristic + self.random >= 1:
            raise ValueError("some seats must be left for the learner: past + heuristic + random is 1 or more")
        for name in AT_LEAST_ONE:
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is at least 1, not {getattr(self, name)}")
        if self.remembered and (self.expert or not self.trials):
            raise ValueError("remembered goes with trials above 0, and without an expert")
        if self.last_remembered and not self.remembered:
            raise ValueError("last_remembered goes with remembered above 0")
        if self.hiding != 1 and not self.remembered:
            raise ValueError("hiding goes with remembered above 0")
        if self.averaging >= self.iterations:
            raise ValueError("some iterations must be left to learn in: averaging is less than iterations")
        if self.answering and not self.thinks:
            raise ValueError("answering goes with thinks: who does not think remembers nobody's habits")
        if self.plays_mean and not self.drift:
            raise ValueError("there is no mean to play where drift is 0")

    def __reduce__(self) -> tuple[Any, ...]:
        """Kept by name: a checkpoint outlives the settings that there were when it was written."""
        return make, (dataclasses.asdict(self),)


def between(first: float, last: float, progress: float) -> float:
    """What goes from the first to the last over a run, at this part of it."""
    return first + (last - first) * min(1.0, progress)


def read(path: Path) -> Settings:
    """ValueError in one sentence where the file is no settings."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path.name} is no TOML: {error}") from None
    return make(found)


def make(found: dict[str, Any]) -> Settings:
    known = {field.name for field in dataclasses.fields(Settings)}
    unknown = sorted(found.keys() - known)
    if unknown:
        raise ValueError(f"there is no setting {', '.join(unknown)}; there are: {', '.join(sorted(known))}")
    if "game" not in found:
        raise ValueError("the settings do not say which game")
    given: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in found.items()}
    return Settings(**given)


def shipped(game: str) -> Settings:
    """The settings that come with the package, or the usual ones where there are none."""
    path = SHIPPED / f"{game}.toml"
    return read(path) if path.exists() else Settings(game)
