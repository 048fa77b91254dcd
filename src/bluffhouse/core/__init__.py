"""What every game shares. This room knows no game by name."""
