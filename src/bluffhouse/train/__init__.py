"""Networks learn to play by playing themselves. Needs torch: the extra `train`; playing needs NumPy only."""
