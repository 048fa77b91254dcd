"""The settings of a run are kept by their names."""

from __future__ import annotations

import copy

from bluffhouse.train.settings import make


def test_settings_are_kept_by_name_so_that_others_may_be_added_between_them() -> None:
    settings = make({"game": "vabanque", "tables": [4, 3], "entropy": 0.07})
    assert copy.copy(settings) == settings
    build, (kept,) = settings.__reduce__()
    del kept["averaging"]  # as if it had been written before there was such a setting
    assert build(dict(reversed(kept.items()))) == settings
