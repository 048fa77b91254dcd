"""JSON schemas as TypeScript types, one exported type for each named schema."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

HEAD: Final = "// Written by `python3 run.py types` from what the server takes and sends. Do not edit.\n"
WORDS: Final = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean", "null": "null"}


def typescript(schemas: Mapping[str, Any]) -> str:
    """The text of a file.

    >>> print(typescript({"Ack": {"type": "object", "properties": {"seq": {"type": "integer"}}, "required": ["seq"]}}))
    // Written by `python3 run.py types` from what the server takes and sends. Do not edit.
    <BLANKLINE>
    export type Ack = {
      seq: number;
    };
    <BLANKLINE>
    """
    return "\n".join([HEAD, *(f"export type {name} = {_type(schema)};\n" for name, schema in sorted(schemas.items()))])


def _type(schema: Any) -> str:
    match schema:
        case {"$ref": ref}:
            return str(ref).rpartition("/")[2]
        case {"const": value}:
            return json.dumps(value, ensure_ascii=False)
        case {"enum": values}:
            return " | ".join(json.dumps(value, ensure_ascii=False) for value in values)
        case {"anyOf": parts} | {"oneOf": parts}:
            return " | ".join(dict.fromkeys(_type(part) for part in parts))
        case {"type": "array", "prefixItems": parts}:
            return f"[{', '.join(_type(part) for part in parts)}]"
        case {"type": "array", "items": items}:
            inner = _type(items)
            return f"({inner})[]" if " | " in inner else f"{inner}[]"
        case {"type": "object", "properties": properties}:
            return _object(properties, schema.get("required", ()))
        case {"type": "object", "additionalProperties": dict(values)}:
            return f"Record<string, {_type(values)}>"
        case {"type": "object", "patternProperties": dict(patterns)}:
            return f"Record<string, {' | '.join(_type(values) for values in patterns.values())}>"
        case {"type": word} if word in WORDS:
            return WORDS[word]
        case _:
            return "unknown"


def _object(properties: Mapping[str, Any], required: Any) -> str:
    lines = []
    for name, schema in properties.items():
        if described := schema.get("description"):
            lines.append(f"  /** {described} */")
        optional = "" if name in required else "?"
        inner = _type(schema).replace("\n", "\n  ")
        lines.append(f"  {name}{optional}: {inner};")
    return "\n".join(["{", *lines, "}"])
