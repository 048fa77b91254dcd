"""No superuser: while games run, nothing that an operator, a host or a stranger can look at shows a secret.

`python -m tests.server.proofs.surfaces` plays at a real server, looks at every route, the figures, the log, the
commands and a host's own page, and searches all of it for every secret in every spelling; with `--plant NAME`, or
`--plant all`, a door is left open first, and the run is good when it is found. The file that `backup` writes is left
out: it is the database, and docs/operate.md says to keep it as safe. What those get who sit is the twin worlds' matter.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import os
import sys
import tempfile
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import httpx

from bluffhouse.store import address
from tests.server.proofs.access import ROUTES
from tests.server.proofs.leaky import DOORS
from tests.server.proofs.spellings import AWAY, Secret, of_house, shown
from tests.server.world import Page, Person, chooser

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

Surfaces = dict[tuple[str, str], str]

GAMES: Final = {"vabanque": 4, "bankueberfall": 4}
PEOPLE: Final = 3
QUIET: Final = 0.4  # seconds without a word after which nothing more happens by itself
SKIPPED: Final = {("DELETE", "/api/me")}
"""Whoever signs out looks at nothing any more."""

NOWHERE: Final = {"table": "notable", "code": "nocode"}
"""Where is looked before there are tables."""

COMMANDS: Final = {
    "serve": "its log and its voice are searched",
    "play": "serve for one person, with a page",
    "bots": "thinks on views at a PostgreSQL, and says nothing but that it is there",
    "backup": "is run; what it says is searched, its file is the database",
    "restore": "is run on that file; what it says is searched",
    "terminal": "a seat of its own, or a client of a server like any other",
    "replay": "reads records, which open when a game is over",
    "verify": "reads records",
    "analyse": "reads records",
    "daily": "plays by itself",
    "arena": "plays by itself",
    "train": "plays by itself",
    "bench": "plays by itself",
}
"""Every word of the command line, and what it has to do with games that run."""


@dataclass
class Report:
    plant: str | None
    looks: int = 0
    surfaces: int = 0
    characters: int = 0
    secrets: int = 0
    moves: int = 0
    shown: list[str] = field(default_factory=list)


class Scene:
    """A server with its log in a file, people who play, and others who look."""

    def __init__(self, folder: Path, origin: str, pid: int) -> None:
        self.folder = folder
        self.origin = origin
        self._pid = pid
        self.players = [Person(origin, f"Player{number}Canary") for number in range(PEOPLE)]
        self.lookers = {who: Person(origin, f"{who}Canary") for who in ("host", "watcher", "stranger")}
        self.nobody = Person(origin, "nobody")
        self.tables: list[dict[str, Any]] = []
        self.pages: list[Page] = []
        self.heard: dict[str, list[Page]] = {"host": [], "watcher": []}
        self.planted: list[Secret] = []

    @property
    def database(self) -> Path:
        return self.folder / "house.db"

    async def gather(self, stack: contextlib.AsyncExitStack) -> None:
        for person in (*self.players, *self.lookers.values()):
            await stack.enter_async_context(person)
            token = person.http.cookies["bluffhouse"]
            self.planted.append(Secret(f"{person.name}'s token", token))
            self.planted.append(Secret(f"{person.name}'s name", person.name, frozenset({"operator"})))
        stack.push_async_callback(self.nobody.http.aclose)

    async def begin(self, stack: contextlib.AsyncExitStack) -> None:
        """A table of each game: its host does not sit, three people and bots do."""
        host = self.lookers["host"]
        for game, seats in GAMES.items():
            made = await host.post("/api/tables", game=game, seats=seats, watch="invited", chat=True)
            lobby, at = made["place"]["lobby"], f"/api/tables/{made['place']['lobby']['table']}"
            self.planted.append(Secret(f"invitation to {lobby['table']}", made["invitation"]["secret"]))
            await host.http.delete(f"{at}/seats/0")
            await self.lookers["watcher"].join(lobby["code"])
            for seat, person in enumerate(self.players):
                await person.join(lobby["code"], seat)
            for seat in range(PEOPLE, seats):
                await host.put(f"{at}/seats/{seat}/bot", level="regular")
            await host.post(f"{at}/start")
            self.tables.append(lobby)
            for person in (*self.players, *(self.lookers[who] for who in self.heard)):
                person.table = lobby["table"]
            self.pages += [await stack.enter_async_context(person.page()) for person in self.players]
            for who, pages in self.heard.items():
                pages.append(await stack.enter_async_context(self.lookers[who].page()))
        for number, page in enumerate(self.pages):
            text = f"talk canary {number} {os.urandom(8).hex()}"
            self.planted.append(Secret("talk", text, AWAY))
            await page.send(type="say", table=page.table, text=text)

    async def play(self, moves: int) -> None:
        """So many moves of each at each table, then until nothing happens by itself."""
        await asyncio.gather(*(self._play(page, number, moves) for number, page in enumerate(self.pages)))
        for page in (*self.pages, *(page for pages in self.heard.values() for page in pages)):
            await self._listen(page)

    async def _play(self, page: Page, number: int, moves: int) -> None:
        choose = chooser(int.from_bytes(os.urandom(4)) + number)
        for _ in range(moves):
            await self._listen(page)
            if page.now["moves"]:
                await page.move(choose(page.now["moves"]))

    async def _listen(self, page: Page) -> None:
        with contextlib.suppress(TimeoutError):
            while True:
                async with asyncio.timeout(QUIET):
                    await page.read()

    # --- looking ------------------------------------------------------------------------------------------------------

    async def look(self) -> Surfaces:
        """All that those who do not sit can see now."""
        found: Surfaces = {}
        for who, person in {"nobody": self.nobody, **self.lookers}.items():
            for (method, path), route in ROUTES.items():
                if (method, path) not in SKIPPED:
                    for lobby in self.tables or [NOWHERE]:
                        answer = await self._ask(person, method, path, route.body, lobby)
                        found[who, f"{method} {path} {lobby['table']}"] = found[who, f"{method} {path}"] = answer
        for who, pages in self.heard.items():
            found[who, "frames"] = "\n".join(
                json.dumps(frame, separators=(",", ":")) for p in pages for frame in p.told
            )
        figures = await self.nobody.http.get("/metrics")
        assert figures.status_code == 200, "the figures are open for this"
        found["operator", "/metrics"] = figures.text
        found["operator", "log"] = (self.folder / "log.txt").read_text(encoding="utf-8")
        found["operator", "process"] = Path(f"/proc/{self._pid}/cmdline").read_text(encoding="utf-8")
        return found

    async def _ask(self, person: Person, method: str, path: str, body: Any, lobby: dict[str, Any]) -> str:
        there = path.format(table=lobby["table"], code=lobby["code"], seat=1, game="nothing")
        sent = json.loads(json.dumps(body).replace("{code}", lobby["code"])) if body is not None else None
        kept = dict(person.http.cookies)
        try:
            answer = await person.http.request(method, there, json=sent)
        except httpx.TimeoutException:  # an open door may lead to a long analysis, which is not waited for
            return ""
        person.http.cookies = httpx.Cookies(kept)  # whoever signs in once more stays who they are
        return f"{[value for name, value in answer.headers.items() if name.lower() != 'set-cookie']} {answer.text}"

    async def command(self, word: str, target: Path) -> str:
        """What a command says while the house is open."""
        settings = {"BLUFFHOUSE_DATABASE": address(target)}
        command = (sys.executable, "-m", "bluffhouse.cli", word, str(self.folder / "house.gz"))
        both = asyncio.subprocess.PIPE, asyncio.subprocess.STDOUT
        child = await asyncio.create_subprocess_exec(
            *command, env=os.environ | settings, stdout=both[0], stderr=both[1]
        )
        said, _ = await child.communicate()
        assert child.returncode == 0, said
        return said.decode()


@contextlib.asynccontextmanager
async def opened(folder: Path, plant: str | None) -> AsyncIterator[Scene]:
    settings = {
        "PORT": "0",
        "DATABASE": address(folder / "house.db"),
        "METRICS": "on",
        "LOG_LEVEL": "debug",
        "BOT_WORKERS": "0",
        "BOT_PAUSE": "0-0",
        "RATE_SCALE": "100000",
        "TABLES_PER_GUEST": "1000",
    }
    environment = os.environ | {f"BLUFFHOUSE_{key}": value for key, value in settings.items()}
    command = (sys.executable, "-m", "tests.server.proofs.leaky", "serve")
    with (folder / "log.txt").open("wb") as log:
        child = await asyncio.create_subprocess_exec(
            *command,
            env=environment | {"LEAKY_PLANT": plant or ""},
            stdout=asyncio.subprocess.PIPE,
            stderr=log,
        )
        try:
            assert child.stdout is not None
            line = (await child.stdout.readline()).decode()
            yield Scene(folder, line.split()[-1], child.pid)
        finally:
            child.kill()
            await child.wait()


async def examine(folder: Path, plant: str | None, looks: int, moves: int) -> Report:
    """Look before there are games, then again and again while they go on."""
    report = Report(plant)
    async with opened(folder, plant) as scene, contextlib.AsyncExitStack() as stack:
        await scene.gather(stack)
        before = await scene.look()
        await scene.begin(stack)
        found: set[str] = set()
        hidden: list[Secret] = []
        surfaces: Surfaces = {}
        for _ in range(looks):
            await scene.play(moves)
            hidden = [*scene.planted, *await asyncio.to_thread(of_house, scene.database)]
            surfaces = await scene.look()
            found |= set(shown(hidden, surfaces, before))
            report.looks += 1
        commands = {
            ("operator", word): await scene.command(word, target)
            for word, target in (("backup", scene.database), ("restore", folder / "other.db"))
        }
        found |= set(shown(hidden, commands, {}))
        report.moves = max(page.seq for page in scene.pages)
    report.surfaces = len(surfaces) + len(commands)
    report.characters = sum(map(len, surfaces.values()))
    report.secrets, report.shown = len(hidden), sorted(found)
    return report


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--houses", type=int, default=5, help="one after another (5)")
    parser.add_argument("--looks", type=int, default=4, help="in each (4)")
    parser.add_argument("--moves", type=int, default=6, help="of each person before each look (6)")
    parser.add_argument("--plant", choices=[*DOORS, "all"])
    arguments = parser.parse_args()
    planted = [None] * arguments.houses if arguments.plant is None else [arguments.plant]
    if arguments.plant == "all":
        planted = [*DOORS]
    good = True
    for plant in planted:
        with tempfile.TemporaryDirectory(prefix="bluffhouse-surfaces-") as folder:
            report = asyncio.run(examine(Path(folder), plant, arguments.looks, arguments.moves))
        print(json.dumps(asdict(report) | {"shown": report.shown[:10]}), flush=True)
        good &= bool(report.shown) if plant else not report.shown
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
