"""Vabanque as PettingZoo environments, `bluffhouse/vabanque_v0`: `env()`, `raw_env()` and `parallel_env()`."""

from __future__ import annotations

import functools
from typing import Final

from bluffhouse.envs import pettingzoo

env: Final = functools.partial(pettingzoo.env, "vabanque")
raw_env: Final = functools.partial(pettingzoo.raw_env, "vabanque")
parallel_env: Final = functools.partial(pettingzoo.parallel_env, "vabanque")
