"""`bluffhouse verify`: fair records pass, unfair ones and those without a seed are told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bluffhouse.cli import main
from bluffhouse.core.record import write
from tests.play.test_fair import play

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_verify(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = play("vabanque", 3)
    fair, unfair, plain = (tmp_path / name for name in ("fair.txt", "unfair.txt", "plain.txt"))
    fair.write_text(write(record), encoding="utf-8")
    unfair.write_text(write(record).replace("fair-s1: mine", "fair-s1: yours"), encoding="utf-8")
    lines = [line for line in write(record).splitlines(keepends=True) if not line.startswith("fair-")]
    plain.write_text("".join(lines), encoding="utf-8")
    assert main(["verify", str(fair)]) == 0
    assert "draws follow from what was promised" in capsys.readouterr().out
    assert main(["verify", "--promised", record.proof["commitment"], str(fair)]) == 0
    assert main(["verify", "--promised", "0" * 64, str(fair)]) == 1
    assert main(["verify", str(fair), str(unfair)]) == 1
    assert "fairly drawn is" in capsys.readouterr().err
    assert main(["verify", str(plain)]) == 2
    assert "nothing to check" in capsys.readouterr().err
    assert main(["verify", str(tmp_path / "nowhere.txt")]) == 2
