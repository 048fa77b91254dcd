"""The wire is written once: TypeScript types and description are made from what the server really takes and sends."""

from __future__ import annotations

from typing import Any

from bluffhouse.wire import client, server
from tests.wire.write_types import FILE, described, types


def test_types_are_current() -> None:
    assert FILE.read_text(encoding="utf-8") == types(), "run `python3 run.py types`"


def test_every_reference_leads_somewhere() -> None:
    found = described()
    schemas = found["components"]["schemas"]
    for ref in references(found):
        assert ref.removeprefix("#/components/schemas/") in schemas


def test_every_frame_is_described() -> None:
    hooks = described()["webhooks"]
    assert set(hooks) == {f"client.{frame.__name__}" for frame in client.FRAMES} | {
        f"server.{frame.__name__}" for frame in server.FRAMES
    }


def test_views_travel_without_their_story() -> None:
    schemas = described()["components"]["schemas"]
    views = [name for name in schemas if name.endswith("View") and name != "View"]
    assert len(views) == 2
    assert all("story" not in schemas[name]["properties"] for name in views)


def references(schema: Any) -> list[str]:
    if isinstance(schema, list):
        return [ref for part in schema for ref in references(part)]
    if isinstance(schema, dict):
        own = [schema["$ref"]] if isinstance(schema.get("$ref"), str) else []
        return own + [ref for part in schema.values() for ref in references(part)]
    return []
