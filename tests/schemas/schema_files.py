"""The schemas: made from the types of rows, or files with definitions to which several refer."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from referencing import Registry, Resource

from sudocube.report import schemas

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "schemas"
SHARED = "definitions"
NAMES = sorted({*(path.stem for path in FOLDER.glob("*.json") if path.stem != SHARED), *schemas.COMMANDS})
"""The commands that have a schema; `encodings-list` is that of `encodings list`."""

PAGE_NAMES = sorted({*(f"page/{path.stem}" for path in (FOLDER / "page").glob("*.json")), *schemas.PAGE})
"""The schemas of rows that only the page of `sudocube serve` gets; other rows of it are those of commands."""

REGISTRY: Registry[Any] = (
    Registry()
    .with_resources(
        (path.relative_to(FOLDER).as_posix(), Resource.from_contents(json.loads(path.read_text("utf-8"))))
        for path in FOLDER.rglob("*.json")
    )
    .with_resources(
        (f"{name}.json", Resource.from_contents(schemas.schema(name)))
        for name in (*schemas.COMMANDS, *schemas.PAGE)
    )
)


def schema(name: str) -> dict[str, Any]:
    """The schema of a command."""
    whole: dict[str, Any] = REGISTRY.contents(f"{name}.json")
    return whole


@cache
def validator(name: str) -> Draft202012Validator:
    """Holds JSON rows against the schema of a command."""
    return part_validator(name, schema(name))


def part_validator(name: str, part: dict[str, Any]) -> Draft202012Validator:
    """Holds values against a part of a schema."""
    root = {"$defs": schema(name).get("$defs", {}), **part, "$id": f"{name}.json"}
    return Draft202012Validator(root, registry=REGISTRY)


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


def reached(name: str) -> Iterator[dict[str, Any]]:
    """All objects within a schema, and within the definitions to which it refers."""
    waiting, seen = [REGISTRY.resolver().lookup(f"{name}.json")], set()
    while waiting:
        place = waiting.pop()
        for part in parts(place.contents):
            yield part
            if "$ref" in part and part["$ref"] not in seen:
                seen.add(part["$ref"])
                waiting.append(place.resolver.lookup(part["$ref"]))
