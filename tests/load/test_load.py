"""The load bench, small: a server and a load client as processes of their own, and all figures there are."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

SMALL = ("--seconds", "1.5", "--tables", "6", "--sockets", "30", "--rate", "20", "--rooms", "6")


def figures() -> dict[str, dict[str, Any]]:
    command = (sys.executable, "-m", "bluffhouse.cli", "bench", "server", "--json", *SMALL)
    told = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert told.returncode == 0, told.stderr
    server: dict[str, dict[str, Any]] = json.loads(told.stdout)["server"]
    return server


def test_every_move_is_answered_and_what_a_killed_server_said_is_kept() -> None:
    told = figures()
    paced, saturated = told["paced"], told["saturated"]
    assert (paced["tables"], paced["sockets"], paced["moves"]) == (6, 30, 30)
    assert paced["errors"] == saturated["errors"] == {}
    assert 0 < paced["p50_ms"] <= paced["p95_ms"] <= paced["p99_ms"] <= paced["worst_ms"]
    assert paced["frames"] >= 30 * 5  # an answer, four seats and an onlooker; the last may be on their way at the end
    assert saturated["acknowledged"] == saturated["moves"] > 0
    assert saturated["acknowledged_but_not_kept"] == 0
    assert saturated["shown_but_not_kept"] == 0
    assert saturated["rows_per_commit"] > 1, "moves of several tables share a commit"


def test_too_few_open_files_are_told_in_one_sentence() -> None:
    command = f"ulimit -n 256; exec {sys.executable} -m bluffhouse.cli bench server --sockets 5000 --tables 1000"
    told = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False, timeout=60)
    assert (told.returncode, told.stdout, told.stderr.count("\n")) == (1, "", 1)
    assert "5000 sockets are asked for" in told.stderr
    assert "room for 192 sockets" in told.stderr
