"""What `bluffhouse` can do: a module for each command, with a function `run` that gives the exit code."""
