"""A table in progress as a value: its moves, its clocks, its lobby. Nothing here waits, stores or sends."""
