"""The limits of the long proofs: a good run keeps them, and each of them can be broken."""

from __future__ import annotations

import pytest

from tests.faults import deploy, readers, stores
from tests.faults.crowd import Crowd, Pause, Plan
from tests.faults.history import Acked, Sent, Told, Troubled
from tests.faults.proof import Proof, quantile
from tests.faults.verdict import Verdict

SPELL = stores.Spell("crash", 10.0, 20.0, refuses=True)


def a_move(number: int, sent: float, told: list[float], acked: float | None) -> list[Told]:
    """One seat's: sent, perhaps told that it cannot be saved, sent again each time, acknowledged."""
    history: list[Told] = [Sent(sent, "t", number, f"k{number}")]
    for at in told:
        history += [Troubled(at, "t", number, "not saved"), Sent(at, "t", number, f"k{number}")]
    return [*history, *([] if acked is None else [Acked(acked, "t", number, f"k{number}", number)])]


GOOD = [*a_move(1, 11.0, [11.5, 12.0], 21.0), *a_move(2, 9.9, [], 10.1), *a_move(3, 12.0, [13.0], 22.0)]

BAD = {
    "never committed": [*GOOD, *a_move(4, 12.0, [12.5], None)],
    "not well": [*GOOD, *a_move(4, 12.0, [12.5], 30.5)],
    "heard nothing": [*GOOD, *a_move(4, 12.0, [], 21.0)],
    "nobody moved": [],
    "0 were told": a_move(1, 11.0, [], 11.1),
}


def test_a_store_that_failed_and_came_back() -> None:
    proof = Proof("stores")
    stores.weigh(proof, SPELL, GOOD)
    assert proof.broken == []
    assert proof.figures["crash"] == {
        "seconds": 10.0,
        "moves": 3,
        "told_to_wait": 3,
        "not_committed": 0,
        "answer_p95": 1.0,
        "recovery": 2.0,
    }


@pytest.mark.parametrize("sentence", BAD)
def test_a_store_that_fails_its_people(sentence: str) -> None:
    proof = Proof("stores")
    stores.weigh(proof, SPELL, BAD[sentence])
    assert any(sentence in broken for broken in proof.broken), proof.broken


@pytest.mark.parametrize(
    ("pauses", "cuts", "broken"),
    [
        ([0.5] * 100, 100, 0),
        ([0.5] * 94 + [4.0] * 6, 100, 1),
        ([0.5] * 98 + [6.0] * 2, 100, 1),
        ([0.5] * 90 + [6.0] * 10, 100, 2),
        ([0.5] * 80, 100, 1),
    ],
)
def test_pauses_of_a_renewal(pauses: list[float], cuts: int, broken: int) -> None:
    proof, crowd = Proof("deploy"), Crowd(Plan(1, 1, 1.0), list)
    crowd.pauses += [Pause(1.0, 1.0 + pause) for pause in pauses]
    deploy._hold(proof, crowd, Verdict([], {}, 1), cuts)
    assert len(proof.broken) == broken, proof.broken


@pytest.mark.parametrize(
    ("deaf", "cut", "kept", "broken"),
    [(0.14, 21.0, 8.0, 0), (0.16, 21.0, 8.0, 1), (0.1, 31.0, 8.0, 1), (0.1, float("inf"), 8.0, 1), (0.1, 9.0, 11.0, 1)],
)
def test_what_others_feel_of_those_who_do_not_read(deaf: float, cut: float, kept: float, broken: int) -> None:
    proof = Proof("readers")
    spells = readers.Spells(calm=[(0.0, 10.0)], deaf=[(20.0, 30.0)], kept=[kept], cut=[cut])
    history = [*a_move(1, 1.0, [], 1.1), *a_move(2, 21.0, [], 21.0 + deaf), *a_move(3, 15.0, [], 19.0)]
    readers._hold(proof, spells, history, asking=10)
    assert len(proof.broken) == broken, proof.broken


def test_what_cannot_be_breaks_every_proof(capsys: pytest.CaptureFixture[str]) -> None:
    proof = Proof("any")
    proof.hold_to(Verdict(["a move is lost"], {}, 5))
    assert proof.tell() == 1
    assert "a move is lost" in capsys.readouterr().out
    assert Proof("any").tell() == 0


def test_a_quantile_is_one_of_the_values() -> None:
    assert [quantile([3.0, 1.0, 2.0], share) for share in (0.0, 0.5, 0.99, 1.0)] == [1.0, 2.0, 3.0, 3.0]
    assert quantile([], 0.5) == float("inf")
