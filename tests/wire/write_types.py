"""The TypeScript types of the wire: `python -m tests.wire.write_types` writes them anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bluffhouse.server.app import bare
from bluffhouse.wire.typescript import typescript

FILE = Path(__file__).resolve().parents[2] / "web" / "src" / "wire" / "types.gen.ts"


def described() -> dict[str, Any]:
    """The description of the wire as a server gives it."""
    return bare().openapi()


def types() -> str:
    return typescript(described()["components"]["schemas"])


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(types(), encoding="utf-8")
    print(f"Written: {FILE}")
