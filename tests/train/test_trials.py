"""Moves tried out in the games that are played: the same luck for all of them, and each stands for its share."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bluffhouse.bots.lookahead import Table, exploiter, trials
from bluffhouse.bots.network import shipped
from bluffhouse.games.vabanque import kernel
from bluffhouse.games.vabanque.encode import FIRST_LAY, FIRST_STEP, LAPS, MOST_CASINOS, PIECES
from bluffhouse.games.vabanque.kernel.ring import of_phase
from bluffhouse.games.vabanque.model import MOST_STEPS, Options, Phase
from bluffhouse.sim import learning
from bluffhouse.sim.batch import Batch, generator, win_shares
from bluffhouse.sim.policy import AtRandom, draw_each
from bluffhouse.sim.sample import sample
from bluffhouse.train import lots
from bluffhouse.train.settings import make
from bluffhouse.train.trials import Liars, Tried, drawn

if TYPE_CHECKING:
    from bluffhouse.games.vabanque.kernel.lanes import Lanes

SEATS = 3
PAWNS = PIECES["phase"].stop - 1
PLAYED = Phase.CHIPS, Phase.CARDS, Phase.PAWNS


def tried(share: float = 1.0, *, thinks: bool = False, **given: float) -> Tried:
    settings = make({"game": "vabanque", "games": 12, "trials": share} | given)
    network = dataclasses.replace(shipped("vabanque"), thinks=thinks)
    found = lots.among_guests(settings, network, [network], SEATS, generator(3)).lessons()
    assert isinstance(found, Tried)
    return found


def at(number: int, phase: Phase, turn: int, games: int = 6) -> Lanes:
    """Random games at this moment."""
    lanes, rng = kernel.begin(Options(), SEATS, games, generator(2)), generator(2)
    lanes.see()
    while (lanes.round, lanes.phase, lanes.turn) != (number, phase, turn):
        lanes.step(sample(lanes.legal, rng), rng)
    return lanes


def test_what_was_drawn_stands_for_all() -> None:
    chances = np.array([0.5, 0.25, 0.15, 0.1, 0.0], np.float32)[:, None].repeat(20_000, axis=1)
    moves, weight = drawn(chances, 2, generator(1))
    assert (moves[0] != moves[1]).all()
    assert weight.sum(axis=0) == pytest.approx(1, abs=1e-5)
    means = [weight[moves == action].sum() / 20_000 for action in range(5)]
    assert np.abs(means - chances[:, 0]).max() < 0.08  # nearly: what is drawn twice counts once
    assert means[4] == 0
    moves, weight = drawn(chances[:, :3], 9, generator(1))
    assert sorted(moves[:, 0]) == [0, 1, 2, 3]
    assert weight[:, 0] == pytest.approx(chances[moves[:, 0], 0])


def test_moves_may_count_alike() -> None:
    as_likely, alike, between = tried(), tried(even=1.0), tried(even=0.5)
    some = as_likely.weight.sum(axis=0) > 0
    assert alike.weight[:, some].max(axis=0) == pytest.approx(1 / (alike.weight[:, some] > 0).sum(axis=0))
    assert between.weight[:, some] == pytest.approx((as_likely.weight + alike.weight)[:, some] / 2, abs=1e-6)
    assert (alike.edge == as_likely.edge).all()


def test_edges_are_around_the_mean_of_what_was_tried() -> None:
    found = tried()
    some = found.weight.sum(axis=0) > 0
    assert 0 < some.sum() < len(found)
    assert (found.weight * found.edge).sum(axis=0) == pytest.approx(0, abs=1e-5)
    assert (found.edge[:, ~some] == 0).all()
    assert np.abs(found.edge[:, some]).max() > 0.1
    moves = found.moves[:, some].astype(np.intp)
    assert np.take_along_axis(found.legal[:, some], moves, axis=0)[found.weight[:, some] > 0].all()


def test_with_more_trials_every_pawn_is_tried_everywhere() -> None:
    found = tried(2.0 * SEATS)
    pawns = found.observation[PAWNS] > 0
    assert (found.weight[:, pawns] > 0).all()
    assert (np.sort(found.moves[:, pawns], axis=0) == FIRST_STEP + np.arange(MOST_STEPS + 1)[:, None]).all()


def test_the_last_round_is_played_again_from_where_it_began() -> None:
    once, thrice = tried(), tried(again=2)
    last = PIECES["round"].stop - 1
    in_last = [found.observation[last] > 0 for found in (once, thrice)]
    assert in_last[1].sum() == 3 * in_last[0].sum()
    assert (~in_last[1]).sum() == (~in_last[0]).sum()
    assert thrice.shares.sum(axis=0) == pytest.approx(1)
    standing = np.r_[PIECES["chips"], PIECES["fortune"], PIECES["pawns"]]
    first = [found.observation[:, at_last][standing] for found, at_last in zip((once, thrice), in_last, strict=True)]
    begins = [{column.tobytes() for column in columns.T} for columns in first]
    assert begins[0] & begins[1]  # whoever is asked first sees the same table each time


def test_edges_by_what_is_at_stake_at_their_moment() -> None:
    found = tried(4.0 * SEATS, stakes=True)
    pieces = [PIECES[name] for name in ("round", "phase", "lap", "place")]
    moments = np.concatenate([found.observation[piece] for piece in pieces])
    pawns = moments[:, found.observation[PAWNS] > 0]
    edges = found.edge[:, found.observation[PAWNS] > 0]
    for moment in np.unique(pawns, axis=1).T:
        spread = np.square(edges[:, (pawns == moment[:, None]).all(axis=0)]).mean()
        assert spread < 1e-6 or spread == pytest.approx(1, abs=0.1)  # of so few games all may be decided


def test_how_far_the_end_of_the_round_is() -> None:
    chips, cards, pawns = (at(2, phase, 1, games=1) for phase in (Phase.CHIPS, Phase.CARDS, Phase.PAWNS))
    steps_left = trials("vabanque").steps_left
    assert [steps_left(lanes) for lanes in (chips, cards, pawns)] == [7 * SEATS - 1, 4 * SEATS - 1, SEATS - 1]
    early = [steps_left(lanes, early=True) for lanes in (chips, cards, pawns)]  # until the cards lie
    assert early == [6 * SEATS - 1, 3 * SEATS - 1, SEATS - 1]
    for early_too in (False, True):
        assert (
            steps_left(kernel.begin(Options(), SEATS, 1, generator(1)), early=early_too) == 0
        )  # the first pawn stands


def test_what_is_judged_early_is_judged_where_the_cards_lie() -> None:
    """By everybody's chances to win as the critic sees them there, in the game as it is."""
    lanes, network = at(4, Phase.CARDS, 3 * SEATS - 1), shipped("vabanque")
    columns, mine = np.arange(6), lanes.actor.copy()
    actions = np.stack([np.flatnonzero(legal)[:4] for legal in lanes.legal.T], axis=1)
    table = Table(lanes, np.zeros((SEATS, 6), np.intp), [network], network)
    found = trials("vabanque").outcomes(table, columns, actions, generator(1), endings=4, early=True)
    for number, action in enumerate(actions):
        after = lanes.pick(columns)
        after.see()
        after.step(action, generator(1))
        assert after.phase is Phase.PAWNS
        assert found[number] == pytest.approx(network.win_chances(after)[mine, columns], abs=1e-5)
    assert found.std(axis=0).max() > 0.01


@pytest.mark.parametrize(("phase", "turn"), [(Phase.CHIPS, 0), (Phase.CARDS, SEATS)])
def test_before_that_everybody_goes_on_until_the_cards_lie(phase: Phase, turn: int) -> None:
    lanes, network = at(3, phase, turn), shipped("vabanque")
    asked: set[Phase] = set()

    class Asked:
        def chances(self, observation: Any, legal: Any) -> Any:
            asked.update(one for one in PLAYED if of_phase(observation, one).any())
            return AtRandom().chances(observation, legal)

    table = Table(lanes, np.zeros((SEATS, 6), np.intp), [Asked()], network)
    actions = np.stack([np.flatnonzero(legal)[:2] for legal in lanes.legal.T], axis=1)
    found = trials("vabanque").outcomes(table, np.arange(6), actions, generator(1), early=True)
    assert asked == {phase, Phase.CARDS}
    assert ((found > 0) & (found < 1)).all()


@pytest.mark.parametrize("endings", [1, 4])
def test_the_last_pawn_earns_what_it_is_told(endings: int) -> None:
    lanes, network = at(4, Phase.PAWNS, SEATS - 1), shipped("vabanque")
    actions = np.tile(FIRST_STEP + np.arange(MOST_STEPS + 1)[:, None], 6)
    table = Table(lanes, np.zeros((SEATS, 6), np.intp), [network], network)
    found = trials("vabanque").outcomes(table, np.arange(6), actions, generator(1), endings=endings)
    mine = lanes.actor.copy()
    for number, action in enumerate(actions):
        after = lanes.pick(np.arange(6))
        after.step(action, generator(1))
        assert found[number] == pytest.approx(win_shares(after.wealth())[mine, np.arange(6)])


@pytest.mark.parametrize("endings", [1, 3])
def test_the_same_move_twice_has_the_same_luck(endings: int) -> None:
    lanes, network = at(3, Phase.CARDS, 1), shipped("vabanque")
    action = draw_each(network.chances(lanes.observation, lanes.legal), generator(4))
    owner = np.array([0, 1, 0])[:, None].repeat(6, axis=1)
    table = Table(lanes, owner, [network, AtRandom()], network)
    found = trials("vabanque").outcomes(table, np.arange(6), np.stack((action, action)), generator(1), endings=endings)
    np.testing.assert_allclose(found[0], found[1], rtol=1e-5)  # a matrix product may round by where a column stands
    assert len(set(found[0])) > 1
    assert lanes.phase is Phase.CARDS  # the games themselves stay where they are


def test_before_the_last_pawn_of_the_game_its_chances_tell_all() -> None:
    lanes, network = at(4, Phase.PAWNS, SEATS - 2), shipped("vabanque")
    actions = np.tile(FIRST_STEP + np.arange(MOST_STEPS + 1)[:, None], 6)
    table = Table(lanes, np.zeros((SEATS, 6), np.intp), [network], network)
    found = trials("vabanque").outcomes(table, np.arange(6), actions, generator(1), endings=2)
    mine, columns = lanes.actor.copy(), np.arange(6)
    for number, action in enumerate(actions):
        wanted = np.zeros(6)
        for step in actions:
            after = lanes.pick(columns)
            after.see()
            after.step(action, generator(1))
            likely = network.chances(after.observation, after.legal)[step, columns]
            after.step(step, generator(1))
            wanted += likely * win_shares(after.wealth())[mine, columns]
        assert found[number] == pytest.approx(wanted, abs=1e-5)
    assert ((found > 0.01) & (found < 0.99)).any()


@pytest.mark.parametrize(
    ("number", "phase", "turn"),
    [(4, Phase.PAWNS, 0), (4, Phase.CARDS, 3 * SEATS - 1), (3, Phase.PAWNS, 1), (3, Phase.CARDS, 2 * SEATS)],
)
def test_several_endings_tell_the_same_with_less_luck(number: int, phase: Phase, turn: int) -> None:
    positions, times = 4, 800
    lanes, network = (
        at(number, phase, turn, positions).pick(np.repeat(np.arange(positions), times)),
        shipped("vabanque"),
    )
    lanes.see()
    seats = np.arange(SEATS * positions).reshape(SEATS, positions) % 2
    table = Table(lanes, np.repeat(seats, times, axis=1), [network, AtRandom()], network)
    first = [np.flatnonzero(legal)[:2] for legal in lanes.legal.T]
    actions, columns = np.stack(first, axis=1), np.arange(lanes.games)
    once, often = (
        trials("vabanque")
        .outcomes(table, columns, actions, generator(seed), endings=endings)
        .astype(np.float64)
        .reshape(2, positions, times)
        for seed, endings in ((1, 1), (2, 4))
    )
    error = np.sqrt((once.var(axis=-1) + often.var(axis=-1)) / times)
    rare = 4 / times  # what once never happened may still happen now and then
    assert (np.abs(once.mean(axis=-1) - often.mean(axis=-1)) < 4 * error + rare).all()
    assert once.var(axis=-1).max() > 1e-4
    assert often.var(axis=-1).mean() < 0.8 * once.var(axis=-1).mean()


def test_who_thinks_tries_several_endings() -> None:
    found = tried(thinks=True, endings=3)
    some = found.weight.sum(axis=0) > 0
    assert (found.weight * found.edge).sum(axis=0) == pytest.approx(0, abs=1e-5)
    assert np.abs(found.edge[:, some]).max() > 0.1
    with pytest.raises(ValueError, match="endings is at least 1"):
        tried(endings=0)


def test_a_game_without_trials_says_so() -> None:
    with pytest.raises(LookupError, match="trials"):
        trials("bankueberfall")


@pytest.mark.parametrize("thinks", [False, True])
def test_an_exploiter_sits_at_one_seat_of_its_games_and_the_critic_does_not_learn_from_them(thinks: bool) -> None:
    given = {"exploited": 0.5, "exploit_worlds": 2, "exploit_trials": 4.0, "past": 0.0, "heuristic": 0.0, "random": 0.0}
    found = tried(thinks=thinks, **given)
    some = found.weight.sum(axis=0) > 0
    decisions = 26 * 6  # of a seat in six games
    assert (~found.fair).sum() == pytest.approx((SEATS - 1) * decisions, abs=6)  # the first pawn may be stood by either
    assert found.fair.sum() == pytest.approx(SEATS * decisions, abs=6)
    assert some[~found.fair].mean() > some[found.fair].mean()
    told = found.told()["exploiter"]
    assert 0 <= told <= 1
    assert tried().told() == {}
    assert tried().fair.all()


def test_an_exploiter_takes_what_is_best_where_it_looks_ahead() -> None:
    rng = generator(3)
    network = shipped("vabanque")
    ahead = exploiter("vabanque")(network, 4, rng)
    lanes = at(4, Phase.PAWNS, SEATS - 1)
    columns = np.arange(lanes.games)
    plain = network.chances(lanes.observation, lanes.legal)
    assert ahead.better(at(4, Phase.CHIPS, 0), columns, plain, rng) is None
    better = ahead.better(lanes, columns, plain, rng)
    assert better is not None
    actions = np.tile(FIRST_STEP + np.arange(MOST_STEPS + 1)[:, None], lanes.games)
    table = Table(lanes, np.zeros((SEATS, lanes.games), np.intp), [network], network)
    won = trials("vabanque").outcomes(table, columns, actions, rng)
    taken = better.chances.argmax(axis=0) - FIRST_STEP
    assert won[taken, columns] == pytest.approx(won.max(axis=0))


class InOrder:
    """Lays Raise, Trap and Bluff in this order, none, one and two casinos on, and is as likely to do anything else."""

    def chances(self, observation: Any, legal: Any) -> Any:
        wanted = legal.copy()
        lap = observation[PIECES["lap"]].argmax(axis=0)
        lays = of_phase(observation, Phase.CARDS)
        columns = np.flatnonzero(lays)
        wanted[:, columns] = False
        wanted[FIRST_LAY + lap[columns] * MOST_CASINOS + lap[columns], columns] = True
        wanted &= legal
        wanted |= legal & ~wanted.any(axis=0)  # what is laid already cannot be laid in its turn
        return (wanted / wanted.sum(axis=0)).astype(np.float32)


def test_who_is_disguised_lays_where_it_always_does_and_not_what() -> None:
    games, policy = 60, InOrder()
    batch: Any = Batch("vabanque", SEATS, games, seed=1)
    liars = Liars(make({"game": "vabanque", "trials": 1.0, "disguised": 0.7}), SEATS, games)
    told = []

    def phase() -> Phase:
        now: Phase = batch.lanes.phase
        return now

    for number in (1, 2):
        while phase() is not Phase.CARDS:
            batch.step(draw_each(policy.chances(batch.observation, batch.legal), batch.rng))
        pawns = batch.lanes.pawns.copy()
        while phase() is Phase.CARDS:
            chances = policy.chances(batch.observation, batch.legal)
            found = liars.act(batch, policy, np.arange(games), chances)
            assert found.sum(axis=0) == pytest.approx(1)
            assert (batch.legal | (found == 0)).all()
            batch.step(draw_each(found, batch.rng))
        lanes = batch.lanes
        assert lanes.round == number
        for lap in range(LAPS):
            assert (lanes.laid[lap] == (pawns + lap) % lanes.casinos).all()  # the others see nothing of it
        assert (np.sort(lanes.kinds, axis=0) == np.arange(LAPS)[:, None, None]).all()
        lied = (lanes.kinds != np.arange(LAPS)[:, None, None]).any(axis=0)
        assert set(lied.sum(axis=0)) == {0, 1}
        assert (lied.any(axis=0) == (liars.who >= 0)).all()
        told.append(np.where(lied.any(axis=0), lied.argmax(axis=0), -1))
        while phase() is Phase.PAWNS:  # here nobody is disguised
            chances = policy.chances(batch.observation, batch.legal)
            assert liars.act(batch, policy, np.arange(games), chances) is chances
            batch.step(draw_each(chances, batch.rng))
    assert (told[0] != told[1]).any()  # each round others


def test_who_is_sent_astray_lays_where_it_hardly_would() -> None:
    batch: Any = Batch("vabanque", SEATS, 60, seed=1)
    while batch.lanes.phase is not Phase.CARDS:
        batch.step(draw_each(AtRandom().chances(batch.observation, batch.legal), batch.rng))
    found, chances = [], shipped("vabanque").chances(batch.observation, batch.legal)
    for astray in (1.0, 0.5):
        settings = make({"game": "vabanque", "trials": 1.0, "disguised": 1.0, "astray": astray})
        liars = Liars(settings, SEATS, 60)
        batch.rng = generator(4)
        found.append(liars.act(batch, shipped("vabanque"), np.arange(60), chances))
    lies = (found[0] != chances).any(axis=0)
    assert 5 < lies.sum() < 40
    roots = np.sqrt(found[0])
    assert found[1][:, lies] == pytest.approx((roots / roots.sum(axis=0))[:, lies], abs=1e-6)
    assert (found[1] == chances)[:, ~lies].all()


def test_what_is_done_in_disguise_is_tried_as_what_it_is() -> None:
    found = tried(thinks=True, disguised=1.0)
    some = found.weight.sum(axis=0) > 0
    assert some.any()
    for moves in found.moves[:, some]:
        assert np.take_along_axis(found.legal[:, some], moves.astype(np.intp)[None], axis=0).all()
    surprise, usual = (-np.log(lessons.chance).mean() for lessons in (found, tried(thinks=True)))
    assert surprise > usual + 0.05  # what would hardly be done is done
    astray = tried(thinks=True, disguised=1.0, astray=0.1)
    assert -np.log(astray.chance).mean() > surprise + 0.1


def test_nobody_is_disguised_where_nothing_is_known_of_that() -> None:
    with pytest.raises(LookupError, match="nobody can be disguised at bankueberfall"):
        learning.disguise("bankueberfall")
