"""Banküberfall as PettingZoo environments, `bluffhouse/bankueberfall_v0`: `env()`, `raw_env()` and `parallel_env()`."""

from __future__ import annotations

import functools
from typing import Final

from bluffhouse.envs import pettingzoo

env: Final = functools.partial(pettingzoo.env, "bankueberfall")
raw_env: Final = functools.partial(pettingzoo.raw_env, "bankueberfall")
parallel_env: Final = functools.partial(pettingzoo.parallel_env, "bankueberfall")
