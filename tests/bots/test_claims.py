"""What a claim asks for; the games themselves are played at night."""

import pytest

from tests.bots.claims import CLAIMS, Claim, main


def test_a_claim_holds_only_with_its_whole_interval() -> None:
    least, most = Claim("vabanque", 4, "a", "b", least=0.5), Claim("vabanque", 4, "a", "b", most=0.2)
    assert least.holds(0.55, 0.05)
    assert not least.holds(0.55, 0.06)
    assert most.holds(0.1, 0.1)
    assert not most.holds(0.1, 0.11)


def test_every_claim_asks_for_something_on_one_side() -> None:
    for claim in CLAIMS:
        assert (claim.least > 0) != (claim.most < 1)


@pytest.mark.parametrize(("only", "code"), [("against 3 heuristic", 0), ("against 3 random", 1)])
def test_what_was_played_decides(only: str, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.bots.claims.measured", lambda claim, count, seed: (0.75, 0.02))
    assert main(["--only", only]) == code
