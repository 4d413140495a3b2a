"""The schemas as files: one for each command that prints JSON, and the definitions that they share.

Each schema stands alone, so that whoever takes it needs no other file. What several of them define is
written once, in definitions.json, and copied into each.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "schemas"
SHARED = "definitions"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json") if path.stem != SHARED)
"""The commands that have a schema; `encodings-list` is that of `encodings list`."""

PAGE_NAMES = sorted(f"page/{path.stem}" for path in (FOLDER / "page").glob("*.json"))
"""The schemas of rows that only the page of `sudocube serve` gets; other rows of it are those of commands."""

LOCAL = "#/$defs/"


def path_of(name: str) -> Path:
    """The file of a schema."""
    return FOLDER / f"{name}.json"


def schema(name: str) -> dict[str, Any]:
    """The schema of a command."""
    read: dict[str, Any] = json.loads(path_of(name).read_text("utf-8"))
    return read


@cache
def validator(name: str) -> Draft202012Validator:
    """Holds JSON rows against the schema of a command."""
    return Draft202012Validator(schema(name))


def misfits(name: str, rows: Iterable[Any]) -> Iterator[str]:
    """For each row that does not fit the schema of a command, what is wrong."""
    yield from filter(None, (_misfit(name, json.dumps(row)) for row in rows))


@lru_cache(maxsize=4096)
def _misfit(name: str, text: str) -> str | None:
    """What is wrong with a row; many are held against a schema by the command line and by a test."""
    error = best_match(validator(name).iter_errors(json.loads(text)))
    return error and f"{name}: {error.json_path}: {error.message}"


def of_each_form(rows: Sequence[Any]) -> list[Any]:
    """Of rows that differ in their numbers only, the first one."""
    return [*{re.sub(r"\d+", "0", json.dumps(row)): row for row in reversed(rows)}.values()]


def parts(node: Any) -> Iterator[dict[str, Any]]:
    """All objects within a schema, itself included."""
    if isinstance(node, dict):
        yield node
        for value in node.values():
            yield from parts(value)
    elif isinstance(node, list):
        for value in node:
            yield from parts(value)


def updated(name: str) -> str:
    """The text of a schema with the shared definitions that it uses, as they are now, and no others."""
    whole, shared = schema(name), schema(SHARED)["$defs"]
    definitions = {key: value for key, value in whole["$defs"].items() if key not in shared}
    missing = _used({**whole, "$defs": definitions}) - definitions.keys()
    while missing:
        definitions |= {key: shared[key] for key in missing}
        missing = _used(definitions) - definitions.keys()
    own = {key: definitions[key] for key in whole["$defs"] if key not in shared}
    common = {key: definitions[key] for key in sorted(definitions.keys() - own.keys())}
    return json.dumps({**whole, "$defs": own | common}, indent=2, ensure_ascii=False) + "\n"


def _used(node: Any) -> set[str]:
    return {part["$ref"].removeprefix(LOCAL) for part in parts(node) if isinstance(part.get("$ref"), str)}
