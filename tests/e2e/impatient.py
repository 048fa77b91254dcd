"""`bluffhouse serve` with little patience: for somebody who is gone a stand-in decides after a second, not minutes."""

import sys
from unittest import mock

from bluffhouse import cli
from bluffhouse.play import clock

if __name__ == "__main__":
    with mock.patch.dict(clock.GRACE, dict.fromkeys(clock.GRACE, clock.SECOND)):
        sys.exit(cli.main())
