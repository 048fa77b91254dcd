"""Players who are not people."""

import bluffhouse.sim  # noqa: F401 - asks for one thread, which must come before NumPy is loaded
