"""Networks learn to play by playing themselves. Needs torch: the extra `train`; playing needs NumPy only."""

import bluffhouse.sim  # noqa: F401 - asks for one thread, which must come before torch or matplotlib load NumPy
