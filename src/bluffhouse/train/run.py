"""A run of training in a folder: settings, checkpoint, curves; a run that was stopped goes on where it was."""

from __future__ import annotations

import dataclasses
import json
import time
from typing import TYPE_CHECKING, Any, Final

import torch

from bluffhouse.arena import workers
from bluffhouse.bots import lookahead
from bluffhouse.sim import learning
from bluffhouse.sim.batch import generator
from bluffhouse.train import lots, model, selfplay
from bluffhouse.train.challengers import Challengers
from bluffhouse.train.learner import Learner
from bluffhouse.train.lots import Plan
from bluffhouse.train.mean import mean
from bluffhouse.train.settings import RESPONSE, Settings, make

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    import numpy as np

    from bluffhouse.arena.workers import Each
    from bluffhouse.bots.network import Network
    from bluffhouse.train.expert import Advice
    from bluffhouse.train.lots import Guest, Lot, Played
    from bluffhouse.train.selfplay import Lessons, Some

SAVE_SECONDS: Final = 300.0  # what is remembered may be several hundred megabytes
MEASURED: Final = 1024
"""Games a measurement."""


class Run:
    """Learns iteration by iteration; `tell` gets a line of progress after each."""

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        tell: Callable[[str], None],
        target: Network | None = None,
        start: Network | None = None,
    ) -> None:
        torch.set_num_threads(1)
        if settings.expert:
            lookahead.watcher(settings.game)
        if settings.trials:
            lookahead.trials(settings.game)
        if settings.thinks and not learning.has_thoughts(settings.game):
            raise LookupError(
                f"nothing is known of thoughts at {settings.game}: there the setting `thinks` must be false"
            )
        self.folder = folder
        self.settings = settings
        self.tell = tell
        self.each: Each = workers.one_by_one  # where lots are played: it makes no difference to what is learnt
        self.target = target  # whom a best response is sought against: it sits at all other chairs and does not learn
        self.learner = Learner(settings, start or target or model.begin(settings))
        self.challengers = Challengers(settings)
        self.answer: Learner | None = None  # to the heuristic, once all else is learnt
        self.past: list[Network] = []
        self.iteration = 0
        self.decisions = 0
        self.spent = 0.0
        self.ahead: Plan | None = None  # of the next iteration, where it was made before its time …
        self._playing: Iterator[Played[Lessons]] | None = None  # … and what comes of it, where that is under way
        self._since = time.process_time()

    def go(self, stop: int | None = None) -> Network:
        """Until all iterations are done, or so many: the rest can follow another day, as if it had never stopped."""
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "settings.json").write_text(json.dumps(dataclasses.asdict(self.settings), indent=2) + "\n")
        saved = time.monotonic()
        whole = self.settings.iterations + self.settings.answering
        while self.iteration < min(whole, stop or whole):
            if self.iteration < self.settings.iterations:
                self._iterate()
            else:
                self._answer()
            if time.monotonic() - saved > SAVE_SECONDS:
                self.save()
                saved = time.monotonic()
        self.save()
        self._playing = None  # whoever goes on may do so elsewhere
        return self.player()

    def player(self) -> Network:
        """What has been learnt so far, as it is to play."""
        learnt = self.learner.reference() if self.settings.plays_mean else self.learner.network()
        if self.answer is not None:
            learnt = dataclasses.replace(learnt, habit=self.answer.network().policy)
        return learnt.sharper(self.settings.sharpness, self.settings.openness)

    def _minutes(self) -> float:
        """Of the processor's time, over all resumed parts."""
        now = time.process_time()
        self.spent, self._since = self.spent + now - self._since, now
        return self.spent / 60

    def _iterate(self) -> None:
        settings, plan = self.settings, self.ahead or self._plan(self.iteration)
        number = plan.number
        found = self._arrived(self._playing or self.each(lots.play, plan.all))
        lessons, challenges = selfplay.joined(found[: len(plan.lots)]), found[len(plan.lots) :]
        advice = self._advice(plan.seats, plan.rng)
        self._look_ahead()
        told: dict[str, Any] = self.learner.learn(lessons, self._progress(number), plan.rng, advice)
        told |= lessons.told() | (advice.told() if advice else {})
        for challenge in challenges:
            told |= self.challengers.learn(plan.challenger, challenge, plan.rng)
        if settings.drift:
            self.learner.refresh(settings.drift)
        elif number % settings.refresh == settings.refresh - 1:
            self.learner.refresh()
        self._learnt(number, plan.seats, told, lessons)

    def _answer(self) -> None:
        """Learn one iteration more to play against the heuristic; what was learnt before stays as it is."""
        settings, number = self.settings, self.iteration
        responding = dataclasses.replace(settings, **RESPONSE)
        if self.answer is None:
            self.answer = Learner(responding, self.learner.network())
        rng = generator(settings.seed * 1_000_003 + number)
        seats = settings.tables[number % len(settings.tables)]
        lot = lots.against(responding, self.answer.network(), lots.HEURISTIC, seats, rng)
        lessons = selfplay.joined(self._arrived(self.each(lots.play, [lot])))
        told: dict[str, Any] = self.answer.learn(lessons, (number - settings.iterations) / settings.answering, rng)
        self._learnt(number, seats, told, lessons)

    def _learnt(self, number: int, seats: int, told: dict[str, Any], lessons: Lessons) -> None:
        """This iteration is over."""
        self.iteration, self.decisions = number + 1, self.decisions + len(lessons)
        told |= {"iteration": number, "decisions": self.decisions, "seats": seats, "minutes": self._minutes()}
        if number % self.settings.measure_every == 0:
            told |= self.measure(seed=number)
        with (self.folder / "curves.jsonl").open("a") as file:
            file.write(json.dumps(told) + "\n")
        self._say(told, number / (self.settings.iterations + self.settings.answering))

    def _progress(self, number: int) -> float:
        """Which part has passed of the learning, or of the averaging after it."""
        averaging = self.settings.averaging
        learning = self.settings.iterations - averaging
        return number / learning if number < learning else (number - learning) / averaging

    def _plan(self, number: int) -> Plan:
        """The games of an iteration, by what has been learnt so far."""
        settings = self.settings
        rng = generator(settings.seed * 1_000_003 + number)
        seats = settings.tables[number % len(settings.tables)]
        network = self.learner.network()
        begins = settings.iterations - settings.averaging
        if number <= begins and (number % settings.keep_every == 0 or number == begins):
            self._keep(network)
        if number >= begins:
            network = mean(self.past[round(len(self.past) * (1 - settings.averaged)) :])
        challenged = settings.challenged and self.target is None and number < begins
        challenge = self.challengers.lot(network, seats, rng) if challenged else None
        planned = [self._lot(network, number, seats, rng) for _ in range(settings.lots)]
        return Plan(number, seats, rng, planned, challenge, self.challengers.number)

    def _look_ahead(self) -> None:
        """The next iteration's games begin before this one is learnt from, where that is wanted."""
        self.ahead = self._playing = None
        if self.settings.meanwhile and self.iteration + 1 < self.settings.iterations:
            self.ahead = self._plan(self.iteration + 1)
            self._playing = self.each(lots.play, self.ahead.all)

    def _say(self, told: dict[str, Any], progress: float) -> None:
        shown = " ".join(f"{key} {value:.3f}" for key, value in told.items() if isinstance(value, float))
        self.tell(f"{progress:6.1%} iteration {told['iteration']} decisions {told['decisions']:,} {shown}")

    def _keep(self, network: Network) -> None:
        """An older self for later; where there are too many, every second one of the older half goes."""
        self.past.append(network)
        if len(self.past) > self.settings.keep:
            half = len(self.past) // 2
            self.past = [*self.past[:half:2], *self.past[half:]]

    def _lot(self, network: Network, number: int, seats: int, rng: np.random.Generator) -> Lot:
        """New games: among guests, or alone against the target."""
        settings = self.settings
        if self.target is not None or number < settings.exploited_after:
            settings = dataclasses.replace(settings, exploited=0.0)
        if self.target is None:
            return lots.among_guests(settings, network, self.past, seats, rng, challengers=self.challengers.all())
        return lots.against(settings, network, self.target, seats, rng)

    def _advice(self, seats: int, rng: np.random.Generator) -> Advice | None:
        """What a search says, now and then, in games beside the iteration's own."""
        settings = self.settings
        due = self.iteration % settings.expert_every == settings.expert_every - 1
        if not (settings.expert and due):
            return None
        network = self.learner.network()
        planned = [lots.with_an_expert(settings, network, seats, rng) for _ in range(settings.lots)]
        return selfplay.joined(self._arrived(self.each(lots.play, planned)))

    def _arrived(self, playing: Iterator[Played[Some]]) -> list[Some]:
        """What each lot teaches; their time counts wherever they were played."""
        self._minutes()
        found = list(playing)
        self._since = time.process_time()
        self.spent += sum(played.seconds for played in found)
        return [played.lessons for played in found]

    def measure(self, seed: int, games: int = MEASURED) -> dict[str, float]:
        """One network at each table against others: the points of the curves."""
        settings, network = self.settings, self.player()
        seats = settings.tables[0]
        opponents: dict[str, Guest] = {name: name for name in lots.strangers(settings.game)} | {"oldest": self.past[0]}
        if self.target is not None:
            opponents = {"target": self.target}
        return {
            f"against_{name}": selfplay.win_share(
                settings.game, (network, lots.policy(settings.game, others)), seats, games, seed
            )
            for name, others in opponents.items()
        }

    # what a stopped run leaves

    def save(self) -> None:
        state = {
            "settings": dataclasses.asdict(self.settings),
            "learner": self.learner.state(),
            "answer": None if self.answer is None else self.answer.state(),
            "challengers": self.challengers.state(),
            "past": [(dict(old.policy), dict(old.critic)) for old in self.past],
            "iteration": self.iteration,
            "decisions": self.decisions,
            "spent": self.spent,
            "ahead": self.ahead,
        }
        fresh = self.folder / "checkpoint.new"
        torch.save(state, fresh)
        fresh.replace(self.folder / "checkpoint.pt")
        self.player().save(self.folder / "network.npz", self.made())

    def made(self) -> dict[str, Any]:
        """How the network came about."""
        return {
            "settings": dataclasses.asdict(self.settings),
            "iterations": self.iteration,
            "decisions": self.decisions,
            "minutes": round(self.spent / 60, 1),
        }


def resume(folder: Path, tell: Callable[[str], None], changed: dict[str, Any], target: Network | None = None) -> Run:
    """The run of this folder, with some settings changed."""
    state = torch.load(folder / "checkpoint.pt", weights_only=False)
    run = Run(folder, make(state["settings"] | changed), tell, target)
    run.learner.restore(state["learner"])
    if state.get("answer"):
        run.answer = Learner(dataclasses.replace(run.settings, **RESPONSE), run.learner.network())
        run.answer.restore(state["answer"])
    if "challengers" in state:
        run.challengers.restore(state["challengers"], run.learner.network())
    run.past = [model.made(run.settings, policy, critic) for policy, critic in state["past"]]
    run.iteration, run.decisions, run.spent = state["iteration"], state["decisions"], state["spent"]
    run.ahead = state.get("ahead")
    curves = folder / "curves.jsonl"  # what came after the checkpoint comes again
    curves.write_text("".join(curves.read_text().splitlines(keepends=True)[: run.iteration]))
    return run
