"""What a search teaches: its own chances where it looked ahead, the network's elsewhere, and how the games ended."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest

from bluffhouse.bots.network import shipped
from bluffhouse.train.expert import Advice, ExpertLot
from bluffhouse.train.selfplay import joined
from bluffhouse.train.settings import make


def advice(seed: int = 1, share: float = 0.3) -> Advice:
    settings = make({"game": "vabanque", "expert_games": 6, "expert_worlds": 2, "expert_share": share})
    return ExpertLot(settings, shipped("vabanque"), 3, seed).lessons()


def test_the_target_is_the_policy_except_where_was_searched() -> None:
    found, network = advice(), shipped("vabanque")
    assert len(found) == 6 * (26 * 3 + 1)  # somebody stands the first pawn
    own = network.choose(found.observation, found.local.astype(np.float32), found.legal)
    assert found.target.sum(axis=0) == pytest.approx(1, abs=1e-5)
    plain = ~found.searched
    assert found.target[:, plain] == pytest.approx(own[:, plain], abs=4e-3)  # what is local was kept in half precision
    assert np.abs(found.target - own)[:, found.searched].max(axis=0).mean() > 0.02
    assert 0.1 < found.searched.mean() < 0.3  # chips of the first two rounds are never searched
    assert found.apart[plain] == pytest.approx(0, abs=1e-12)  # chances too small for their own logarithm
    assert (found.gain[plain] == 0).all()
    assert found.shares.sum(axis=0) == pytest.approx(1)
    told = found.told()
    assert told["searched"] == found.searched.sum()
    assert told["expert_apart"] == pytest.approx(found.apart[found.searched].mean(), rel=1e-4)
    assert told["expert_gain"] == pytest.approx(found.gain[found.searched].mean(), rel=1e-4)
    assert told["expert_apart"] > 0


def test_the_same_seed_gives_the_same_advice_and_another_another() -> None:
    one, same, other = advice(), advice(), advice(2)
    for field in dataclasses.fields(Advice):
        np.testing.assert_array_equal(getattr(one, field.name), getattr(same, field.name))
    assert not np.array_equal(one.action, other.action)
    both = joined([one, other])
    assert isinstance(both, Advice)
    np.testing.assert_array_equal(both.searched, np.concatenate((one.searched, other.searched)))


def test_the_games_go_on_as_the_search_wants_it() -> None:
    found = advice(share=1.0)
    taken = found.target[found.action, np.arange(len(found))]
    assert (taken > 0).all()
    likely = np.log(taken) - np.log(found.chance)
    assert likely[found.searched].mean() > 0  # drawn by the target, not by the network's own chances


def test_without_any_search_there_is_nothing_to_tell() -> None:
    nothing = pytest.approx(0.0, abs=1e-12)  # the logarithm of a chance that is nearly 1 is not always quite 0
    assert advice(share=0.0).told() == {"searched": 0, "expert_apart": nothing, "expert_gain": 0.0}
