"""A run can be repeated: the same settings make the same network, in one go or stopped and gone on with."""

from __future__ import annotations

import dataclasses
import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bluffhouse.arena import workers
from bluffhouse.bots.network import read
from bluffhouse.games.vabanque.kernel.ring import of_phase
from bluffhouse.games.vabanque.model import Phase
from bluffhouse.sim import learning
from bluffhouse.sim.batch import generator
from bluffhouse.train.settings import make
from bluffhouse.train.trials import Tried
from tests.train.planned import TINY

if TYPE_CHECKING:
    from pathlib import Path

    from bluffhouse.bots.network import Network

EXPERT = {"expert": 1.0, "expert_every": 2, "expert_games": 4, "expert_worlds": 2, "expert_share": 0.5}


def weights(folder: Path) -> dict[str, Any]:
    with np.load(folder / "network.npz") as file:
        return {name: file[name] for name in file.files if name != "note"}


def assert_equal(first: dict[str, Any], second: dict[str, Any]) -> None:
    assert first.keys() == second.keys()
    for name, array in first.items():
        np.testing.assert_array_equal(array, second[name])


@pytest.mark.parametrize("game", ["vabanque", "bankueberfall"])
def test_stopped_and_gone_on_with_or_in_one_go(run: Any, game: str, tmp_path: Path) -> None:
    settings = {"game": game, "iterations": 4} | TINY | ({"tables": [2, 3]} if game == "bankueberfall" else {})
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    run.Run(whole, make(settings), print).go()
    begun = run.Run(parts, make(settings), print)
    begun.go(stop=2)
    assert begun.made()["iterations"] == 2
    begun._iterate()  # lost: the checkpoint is older
    run.resume(parts, print, {}).go()
    first = weights(whole)
    assert_equal(first, weights(parts))
    assert len((parts / "curves.jsonl").read_text().splitlines()) == 4
    other = tmp_path / "other"
    run.Run(other, make(settings | {"seed": 2}), print).go()
    assert any((weights(other)[name] != first[name]).any() for name in first)


def test_lots_make_the_same_network_here_and_in_processes(run: Any, tmp_path: Path) -> None:
    settings = make({"game": "vabanque", "iterations": 2, "lots": 3} | TINY)
    here, there = tmp_path / "here", tmp_path / "there"
    run.Run(here, settings, print).go()
    elsewhere = run.Run(there, settings, print)
    with workers.in_processes(2) as elsewhere.each:
        elsewhere.go()
    assert_equal(weights(here), weights(there))
    assert elsewhere.spent > 0


def test_with_an_expert_stopped_and_gone_on_with_or_in_one_go(run: Any, tmp_path: Path) -> None:
    settings = {"game": "vabanque", "iterations": 4} | TINY | EXPERT
    whole, parts, without = tmp_path / "whole", tmp_path / "parts", tmp_path / "without"
    run.Run(whole, make(settings), print).go()
    run.Run(parts, make(settings), print).go(stop=3)
    run.resume(parts, print, {}).go()
    assert_equal(weights(whole), weights(parts))
    told = [json.loads(line) for line in (whole / "curves.jsonl").read_text().splitlines()]
    assert [point.get("searched", 0) > 0 for point in told] == [False, True, False, True]
    assert all(point["expert_apart"] > 0 for point in told[1::2])
    run.Run(without, make(settings | {"expert": 0.0}), print).go()
    assert any((weights(without)[name] != array).any() for name, array in weights(whole).items())


def test_with_trials_stopped_and_gone_on_with_or_in_one_go(run: Any, tmp_path: Path) -> None:
    settings = {"game": "vabanque", "iterations": 3, "trials": 2.0, "trial_moves": 3} | TINY
    whole, parts, without = tmp_path / "whole", tmp_path / "parts", tmp_path / "without"
    run.Run(whole, make(settings), print).go()
    run.Run(parts, make(settings), print).go(stop=2)
    run.resume(parts, print, {}).go()
    assert_equal(weights(whole), weights(parts))
    run.Run(without, make(settings | {"trials": 0.0}), print).go()
    assert any((weights(without)[name] != array).any() for name, array in weights(whole).items())


REMEMBERING = {"trials": 2.0, "trial_moves": 3, "trial_batch": 16, "stakes": True, "remembered": 2, "value_steps": 4}


def test_with_remembered_trials_stopped_and_gone_on_with_or_in_one_go(run: Any, tmp_path: Path) -> None:
    settings = {"game": "vabanque", "iterations": 4} | TINY | REMEMBERING
    whole, parts, without = tmp_path / "whole", tmp_path / "parts", tmp_path / "without"
    run.Run(whole, make(settings), print).go()
    run.Run(parts, make(settings), print).go(stop=3)
    run.resume(parts, print, {}).go()
    assert_equal(weights(whole), weights(parts))
    run.Run(without, make(settings | {"remembered": 1}), print).go()
    assert any((weights(without)[name] != array).any() for name, array in weights(whole).items())


MEANWHILE = {"iterations": 5, "lots": 2, "meanwhile": True}


def test_playing_while_learning_stopped_and_gone_on_with_or_in_one_go(run: Any, tmp_path: Path) -> None:
    settings = {"game": "vabanque"} | TINY | REMEMBERING | MEANWHILE | {"last_remembered": 4}
    whole, parts, without = tmp_path / "whole", tmp_path / "parts", tmp_path / "without"
    learnt = run.Run(whole, make(settings), print)
    learnt.go()
    assert learnt.ahead is None  # there is no iteration to be begun
    begun = run.Run(parts, make(settings), print)
    begun.go(stop=1)
    assert begun.ahead.number == 1
    begun.go(stop=2)
    begun._iterate()  # lost: the checkpoint is older
    resumed = run.resume(parts, print, {})
    assert resumed.ahead.number == 2
    assert len(resumed.past) == 2  # an older self that was kept ahead of its time is not kept again
    resumed.go()
    assert_equal(weights(whole), weights(parts))
    assert len(resumed.past) == len(learnt.past) == 3
    assert resumed.decisions == learnt.decisions
    run.Run(without, make(settings | {"meanwhile": False}), print).go()
    assert any((weights(without)[name] != array).any() for name, array in weights(whole).items())


def test_playing_while_learning_makes_the_same_network_here_and_in_processes(run: Any, tmp_path: Path) -> None:
    settings = make({"game": "vabanque"} | TINY | EXPERT | MEANWHILE | {"lots": 5})
    here, there = tmp_path / "here", tmp_path / "there"
    run.Run(here, settings, print).go()
    elsewhere = run.Run(there, settings, print)
    with workers.in_processes(1) as elsewhere.each:
        elsewhere.go(stop=3)
    with workers.in_processes(2) as elsewhere.each:  # what the first ones had begun is lost with them
        elsewhere.go()
    assert_equal(weights(here), weights(there))
    assert elsewhere.spent > 0


def test_the_next_games_begin_before_the_last_ones_are_learnt_from(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def happened(**given: Any) -> str:
        told: list[str] = []
        learning = run.Run(tmp_path, make({"game": "vabanque", "iterations": 3} | TINY | given), print)
        learn = learning.learner.learn

        def each(work: Any, tasks: Any) -> Any:
            told.append("play")
            return iter([work(task) for task in tasks])

        def learn_and_tell(*lesson: Any) -> Any:
            told.append("learn")
            return learn(*lesson)

        learning.each = each
        monkeypatch.setattr(learning.learner, "learn", learn_and_tell)
        learning.go()
        return " ".join(told)

    assert happened() == "play learn play learn play learn"
    assert happened(meanwhile=True) == "play play learn play learn learn"


def test_the_critic_may_be_wider_than_the_policy(run: Any, tmp_path: Path) -> None:
    from bluffhouse.train import model

    settings = {"game": "vabanque", "iterations": 2} | TINY | REMEMBERING | {"judge": 12, "early": True}
    run.Run(tmp_path, make(settings), print).go()
    learnt = read(tmp_path / "network.npz")[0]
    assert (len(learnt.policy["place0"]), len(learnt.critic["place0"])) == (TINY["places"], 12)
    model.begin_from(make(settings), tmp_path / "network.npz")
    with pytest.raises(ValueError, match="other layers"):
        model.begin_from(make(settings | {"judge": 0}), tmp_path / "network.npz")


def test_more_is_remembered_the_longer_a_run_goes(run: Any) -> None:
    from bluffhouse.train import lots, model
    from bluffhouse.train.valuer import Valuer

    def kept(**given: int) -> list[int]:
        settings = make({"game": "vabanque"} | TINY | REMEMBERING | given)
        network = model.begin(settings)
        lessons = lots.among_guests(settings, network, [network], 3, generator(1)).lessons()
        assert isinstance(lessons, Tried)
        valuer, found = Valuer(settings, network), []
        for number in range(11):
            valuer.remember(lessons, number / 10)
            found.append(len(valuer.kept))
        return found

    assert kept() == [1] + [2] * 10
    assert kept(last_remembered=7) == [1, 2, 3, 4, 4, 4, 5, 6, 6, 6, 7]
    assert kept(remembered=4, last_remembered=2) == [1, 2, 3, 3, 3, 3, 3, 3, 2, 2, 2]
    with pytest.raises(ValueError, match="last_remembered"):
        make({"game": "vabanque", "last_remembered": 3})


@pytest.mark.parametrize("wrong", [{"trials": 0.0}, {"expert": 0.5}])
def test_only_trials_are_remembered(run: Any, wrong: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="remembered"):
        make({"game": "vabanque"} | REMEMBERING | wrong)


def test_more_entropy_where_choices_tell_goes_with_what_is_remembered(run: Any) -> None:
    with pytest.raises(ValueError, match="hiding"):
        make({"game": "vabanque"} | REMEMBERING | {"remembered": 0, "hiding": 2.0})


def test_who_hides_mixes_cards_more_and_nothing_else(run: Any) -> None:
    from bluffhouse.train import lots, model
    from bluffhouse.train.learner import Learner

    def mixed(hiding: float) -> list[float]:
        """How much chips, cards and pawns are mixed after a long stride by values of a new valuer."""
        given = {"rate": 0.01, "stride": 1.0, "epochs": 8, "batch": 64, "entropy": 0.002, "value_steps": 1}
        settings = make({"game": "vabanque"} | TINY | REMEMBERING | given | {"hiding": hiding, "past": 0.0})
        learner, rng = Learner(settings, model.begin(settings)), generator(1)
        lessons = lots.among_guests(settings, learner.network(), [learner.network()], 3, rng).lessons()
        learner.learn(lessons, 0.0, rng)
        chances = learner.network().choose(lessons.observation, lessons.local.astype(np.float32), lessons.legal)
        entropy = -(chances * np.log(np.maximum(chances, 1e-9))).sum(axis=0)
        return [
            float(entropy[of_phase(lessons.observation, phase)].mean())
            for phase in (Phase.CHIPS, Phase.CARDS, Phase.PAWNS)
        ]

    plain, hiding = mixed(1.0), mixed(4.0)
    assert hiding[1] > plain[1] + 0.1
    assert hiding[0] == pytest.approx(plain[0], abs=0.1)
    assert hiding[2] == pytest.approx(plain[2], abs=0.1)


def test_a_game_without_disguises_has_no_choices_that_tell() -> None:
    assert not learning.tells("bankueberfall", np.ones((3, 2), np.uint8)).any()


def test_values_are_found_among_luck_and_the_policy_follows(run: Any) -> None:
    """A chip at the own casino is worth 1 more than elsewhere, with as much luck: that is told, and then done."""
    from bluffhouse.train import lots, model
    from bluffhouse.train.learner import Learner

    given = {
        "rate": 0.01,
        "last_rate": 0.01,
        "value_steps": 600,
        "stride": 0.5,
        "epochs": 8,
        "batch": 64,
        "entropy": 0.2,
    }
    settings = make({"game": "vabanque"} | TINY | REMEMBERING | given | {"trials": 40.0, "past": 0.0})
    learner, rng = Learner(settings, model.begin(settings)), generator(1)
    lessons = lots.among_guests(settings, learner.network(), [learner.network()], 3, rng).lessons()
    assert isinstance(lessons, Tried)
    luck = rng.standard_normal(lessons.edge.shape)
    lessons = dataclasses.replace(lessons, edge=((lessons.moves == 0) + luck).astype(np.float32))
    told = learner.learn(lessons, 0.0, rng)
    assert 0 < told["explained"] < 0.5
    chips = np.flatnonzero(lessons.legal[:2].all(axis=0))
    shown = lessons.observation[:, chips], lessons.local[..., chips].astype(np.float32), lessons.legal[:, chips]
    after = learner.network().choose(*shown)
    assert after[0].mean() > 2 * after[1].mean()


def test_the_mean_of_a_run_plays(run: Any, tmp_path: Path) -> None:
    settings = {
        "game": "vabanque",
        "iterations": 3,
        "trials": 2.0,
        "trial_batch": 16,
        "stakes": True,
        "again": 1,
    } | TINY
    settings |= {"magnet": 0.1, "drift": 0.25, "plays_mean": True}
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    learnt = run.Run(whole, make(settings), print)
    learnt.go()
    run.Run(parts, make(settings), print).go(stop=1)
    run.resume(parts, print, {}).go()
    assert_equal(weights(whole), weights(parts))
    mean, last = learnt.player().policy, learnt.learner.network().policy
    assert any((mean[name] != last[name]).any() for name in mean)
    np.testing.assert_array_equal(learnt.player().critic["seat1"], learnt.learner.network().critic["seat1"])


def test_a_mean_must_move(run: Any) -> None:
    with pytest.raises(ValueError, match="drift"):
        make({"game": "vabanque", "plays_mean": True})


def test_what_was_tried_and_won_becomes_more_likely(run: Any) -> None:
    from bluffhouse.train import lots, model
    from bluffhouse.train.learner import Learner

    given = {"trials": 40.0, "epochs": 4, "batch": 64, "rate": 0.01, "entropy": 0.0, "past": 0.0}
    settings = make({"game": "vabanque"} | TINY | given)
    learner = Learner(settings, model.begin(settings))
    lessons = lots.among_guests(settings, learner.network(), [learner.network()], 3, generator(1)).lessons()
    assert isinstance(lessons, Tried)
    learner.learn(lessons, 0.0, generator(1))
    after = learner.network().choose(lessons.observation, lessons.local.astype(np.float32), lessons.legal)
    change = np.take_along_axis(after, lessons.moves.astype(np.intp), axis=0) - lessons.before
    better = lessons.edge > 0.05
    assert change[better & (lessons.weight > 0)].mean() > 0.01


def test_a_lesson_of_the_search_brings_the_policy_nearer_to_it(run: Any) -> None:
    from bluffhouse.train import lots, model
    from bluffhouse.train.learner import Learner

    given = {"expert": 20.0, "expert_games": 8, "expert_warmth": 0.01, "epochs": 8, "batch": 128, "rate": 0.01}
    settings = make({"game": "vabanque"} | TINY | given)
    start, rng = model.begin(settings), generator(1)
    lessons = lots.among_guests(settings, start, [start], 3, rng).lessons()
    advice = lots.with_an_expert(settings, start, 3, rng).lessons()
    learner = Learner(settings, start)
    learner.learn(lessons, 0.0, rng, advice)

    def missed(network: Network) -> float:
        own = network.choose(advice.observation, advice.local.astype(np.float32), advice.legal)
        return float(-(advice.target * np.log(np.maximum(own, 1e-9))).sum(axis=0)[advice.searched].mean())

    assert missed(start) - missed(learner.network()) > 0.2 * advice.told()["expert_apart"]


def test_a_run_may_begin_from_another_network(run: Any, tmp_path: Path) -> None:
    from bluffhouse.train import model

    settings = make({"game": "vabanque", "iterations": 1, "sharpness": 2.0, "openness": 0.7} | TINY)
    learnt = run.Run(tmp_path, settings, print)
    learnt.go()
    found, start = model.begin_from(settings, tmp_path / "network.npz")
    assert len(found.start) == 64
    for name, array in learnt.learner.network().policy.items():
        np.testing.assert_allclose(start.policy[name], array, atol=2e-3)  # half precision
    begun = run.Run(tmp_path / "next", found, print, start=start)
    begun.go(stop=1)
    assert begun.made()["settings"]["start"] == found.start
    with pytest.raises(ValueError, match="other layers"):
        model.begin_from(make({"game": "vabanque"}), tmp_path / "network.npz")
    with pytest.raises(ValueError, match="not the network"):
        model.begin_from(make({"game": "vabanque", "start": "0"} | TINY), tmp_path / "network.npz")
    with pytest.raises(ValueError, match="plays vabanque"):
        model.begin_from(make({"game": "bankueberfall"}), tmp_path / "network.npz")


def test_a_game_that_nobody_looks_ahead_at_has_no_expert(run: Any, tmp_path: Path) -> None:
    with pytest.raises(LookupError, match="bankueberfall"):
        run.Run(tmp_path, make({"game": "bankueberfall", "expert": 1.0}), print)


def test_a_rare_move_as_good_as_the_others_is_worth_more() -> None:
    torch = pytest.importorskip("torch", reason="torch is in the set `train` only")
    from bluffhouse.train.learner import rarer

    before = torch.tensor([[0.9], [0.09], [0.01]])
    found = rarer(torch.zeros(3, 1), before, 0.1)
    assert found[2] > found[1] > 0 > found[0]
    assert float((before * found).sum()) == pytest.approx(0, abs=1e-6)
    edge = torch.tensor([[0.2], [-0.1], [-0.1]])
    assert rarer(edge, torch.full((3, 1), 1 / 3), 0.1).ravel().tolist() == pytest.approx([0.2, -0.1, -0.1], abs=1e-6)


def test_a_network_that_thinks_learns_stops_and_goes_on(run: Any, tmp_path: Path) -> None:
    settings = {"game": "vabanque", "iterations": 3, "thinks": True, "trials": 1.0, "even": 0.5} | TINY
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    assert run.Run(whole, make(settings), print).go().thinks
    run.Run(parts, make(settings), print).go(stop=1)
    run.resume(parts, print, {}).go()
    assert_equal(weights(whole), weights(parts))
    with pytest.raises(LookupError, match="thinks"):
        run.Run(tmp_path, make({"game": "bankueberfall", "thinks": True}), print)


ANSWERING = {"iterations": 2, "answering": 3, "thinks": True, "measure_every": 4}


def test_a_run_ends_by_learning_to_answer_the_heuristic(run: Any, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(run, "RESPONSE", run.RESPONSE | {"games": 16})
    settings = {"game": "vabanque"} | TINY | REMEMBERING | ANSWERING
    whole, parts, without = tmp_path / "whole", tmp_path / "parts", tmp_path / "without"
    learnt = run.Run(whole, make(settings), print)
    learnt.go()
    told = [json.loads(line) for line in (whole / "curves.jsonl").read_text().splitlines()]
    assert ["explained" in one for one in told] == [True] * 2 + [False] * 3
    assert "against_heuristic" in told[4]
    for stop in (1, 3, None):  # in the middle of each part
        gone_on = run.resume(parts, print, {}) if stop != 1 else run.Run(parts, make(settings), print)
        gone_on.go(stop)
    assert_equal(weights(whole), weights(parts))
    run.Run(without, make(settings | {"answering": 0}), print).go()
    for name, array in weights(without).items():
        np.testing.assert_array_equal(array, weights(whole)[name])  # all else is as it was
    network, _ = read(whole / "network.npz")
    assert network.habit is not None
    assert any((network.habit[name] != array).any() for name, array in network.policy.items())


def test_whoever_answers_must_think() -> None:
    with pytest.raises(ValueError, match="answering goes with thinks"):
        make({"game": "vabanque", "answering": 3})
