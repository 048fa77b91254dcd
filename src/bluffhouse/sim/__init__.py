"""Thousands of games at once."""

import os

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
# Read when NumPy is first loaded: for products as small as ours a second thread costs ten times what it gives.
