"""How a server is set up, by the environment: every setting is checked at the start, each fault is one sentence."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

import platformdirs

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PREFIX: Final = "BLUFFHOUSE_"
LEVELS: Final = ("debug", "info", "warning", "error")
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")


class BadSettings(ValueError):
    """All that is wrong, one sentence a line."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Settings:
    host: str = "127.0.0.1"
    port: int = 8000
    origins: tuple[str, ...] = ()
    """Where the pages come from, as browsers say it; without any, this machine alone."""
    database: str = ""
    """Empty: SQLite in the user's data folder."""
    redis: str = ""
    """Where workers at one PostgreSQL tell each other what is new; empty: they look, once a second."""
    bot_workers: int = 1
    """Processes in which bots think; 0: in the server's own."""
    bots: str = "here"
    """here: bots think on this machine; jobs: wherever `bluffhouse bots` runs at the same PostgreSQL."""
    bot_pause: tuple[float, float] = (0.6, 1.8)
    """A bot's move is shown after so many seconds, drawn before it looks at anything."""
    log_level: str = "info"
    metrics: bool = False
    """Whether anybody who reaches the server may read its figures."""
    most_sockets: int = 10_000
    sockets_per_guest: int = 12
    most_tables: int = 20_000
    """Loaded at the same time."""
    tables_per_guest: int = 20
    rate_scale: float = 1.0
    """Multiplies every rate limit: a load test from one address needs more."""

    def served_from(self) -> tuple[str, ...]:
        """The allowed origins; a server without any answers its own machine only."""
        if self.origins:
            return self.origins
        return tuple(f"http://{name}:{self.port}" for name in ("127.0.0.1", "localhost"))

    @property
    def secure(self) -> bool:
        """Whether browsers reach it encrypted, so that cookies may insist on it."""
        return bool(self.origins) and all(origin.startswith("https://") for origin in self.origins)

    @property
    def shared(self) -> bool:
        """Whether other workers may be at the same database."""
        return self.database.startswith("postgresql")

    def database_url(self) -> str:
        if self.database:
            return self.database
        folder = Path(platformdirs.user_data_dir("bluffhouse", appauthor=False))
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return f"sqlite+aiosqlite:///{folder / 'house.db'}"


def from_environment(environment: Mapping[str, str]) -> Settings:
    """The settings, or BadSettings with every fault there is."""
    faults: list[str] = []
    values: dict[str, object] = {}
    for name, text in environment.items():
        if not name.startswith(PREFIX):
            continue
        key = name.removeprefix(PREFIX).lower()
        if key not in READERS:
            faults.append(f"{name} is no setting; there are: {', '.join(PREFIX + key.upper() for key in READERS)}")
            continue
        try:
            values[key] = READERS[key](text.strip())
        except ValueError as fault:
            faults.append(f"{name} {fault}")
    settings = Settings(**values)  # type: ignore[arg-type]  # every reader gives what its field holds
    if not settings.origins and settings.host not in LOOPBACK:
        faults.append(f"{PREFIX}ORIGINS must name the address people open, for the host {settings.host} is not local")
    if settings.redis and not settings.shared:
        faults.append(f"{PREFIX}REDIS is for workers at one PostgreSQL, and {PREFIX}DATABASE names none")
    if settings.bots == "jobs" and not settings.shared:
        faults.append(f"{PREFIX}BOTS can be jobs only at a PostgreSQL, and {PREFIX}DATABASE names none")
    if faults:
        raise BadSettings("\n".join(faults))
    return settings


def _count(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or not least <= int(text) <= most:
            raise ValueError(f"must be a whole number from {least} to {most}")
        return int(text)

    return read


def _switch(text: str) -> bool:
    if text not in ("on", "off"):
        raise ValueError("must be on or off")
    return text == "on"


def _origins(text: str) -> tuple[str, ...]:
    origins = tuple(part.strip() for part in text.split(",") if part.strip())
    for origin in origins:
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc or origin != f"{parts.scheme}://{parts.netloc}":
            raise ValueError("must be origins such as https://play.example.org, separated by commas")
    return origins


def _database(text: str) -> str:
    if text and not re.match(r"^(sqlite|postgresql)(\+\w+)?://", text):
        raise ValueError("must be a database URL that begins with sqlite:// or postgresql://")
    return text


def _redis(text: str) -> str:
    if text and not re.match(r"^(rediss?|unix)://", text):
        raise ValueError("must be a Redis URL that begins with redis://, rediss:// or unix://")
    return text


def _pause(text: str) -> tuple[float, float]:
    match = re.fullmatch(r"(\d+(?:\.\d+)?)-(\d+(?:\.\d+)?)", text)
    if not match or not float(match[1]) <= float(match[2]) <= 60:
        raise ValueError("must be two numbers of seconds such as 0.6-1.8")
    return float(match[1]), float(match[2])


def _bots(text: str) -> str:
    if text not in ("here", "jobs"):
        raise ValueError("must be here or jobs")
    return text


def _level(text: str) -> str:
    if text not in LEVELS:
        raise ValueError(f"must be one of {', '.join(LEVELS)}")
    return text


def _host(text: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9.:_-]+", text):
        raise ValueError("must be a host name or an address")
    return text


def _scale(text: str) -> float:
    if not re.fullmatch(r"\d+(\.\d+)?", text) or not 0.1 <= float(text) <= 1_000_000:
        raise ValueError("must be a number from 0.1 to 1000000")
    return float(text)


READERS: Final[dict[str, Callable[[str], object]]] = {
    "host": _host,
    "port": _count(0, 65_535),
    "origins": _origins,
    "database": _database,
    "redis": _redis,
    "bot_workers": _count(0, 64),
    "bots": _bots,
    "bot_pause": _pause,
    "log_level": _level,
    "metrics": _switch,
    "most_sockets": _count(1, 1_000_000),
    "sockets_per_guest": _count(1, 1_000_000),
    "most_tables": _count(1, 1_000_000),
    "tables_per_guest": _count(1, 1_000_000),
    "rate_scale": _scale,
}
