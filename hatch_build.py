"""Builds the web client into the wheel, so that an installed Bluffhouse can open its own pages."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebClient(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        root = Path(self.root)
        built = root / "src" / "bluffhouse" / "web"
        if version == "editable":  # run.py builds it when it is needed
            return
        if not (built / "index.html").exists():
            npm = shutil.which("npm")
            if npm is None:
                raise RuntimeError("the web client is not built and npm is missing: install Node.js 20.19 or newer")
            for words in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
                subprocess.run([npm, *words], cwd=root / "web", check=True)
        build_data["artifacts"].append("src/bluffhouse/web/**")
