"""What holds for all tests."""

import bluffhouse.sim  # noqa: F401 - before anybody loads NumPy: it settles how many threads NumPy takes
