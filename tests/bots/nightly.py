"""What is measured of the bots, with its full counts: `python -m tests.bots.nightly CHECK …`, without a name all."""

from __future__ import annotations

import sys
import time

from tests.bots import blindness, calibration, claims, ladder

CHECKS = {
    "blindness": blindness.main,
    "calibration": calibration.main,
    "ladder": ladder.main,
    "claims": claims.main,
}


def main(names: list[str]) -> int:
    """All of them, also after one that fails: each says something of its own."""
    failed = []
    for name in names or list(CHECKS):
        start = time.monotonic()
        if CHECKS[name]([]):
            failed.append(name)
        print(f"{name}: {(time.monotonic() - start) / 60:.0f} minutes", flush=True)
    if failed:
        print(f"not as it should be: {', '.join(failed)}")
    return int(bool(failed))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
