"""The schemas, made from the types of rows, and rows held against them."""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

from sudocube.report import schemas

NAMES = sorted(schemas.COMMANDS)
"""The commands that have a schema; `encodings-list` is that of `encodings list`."""


@cache
def schema(name: str) -> dict[str, Any]:
    """The schema of a command."""
    return schemas.schema(name)


@cache
def validator(name: str) -> Draft202012Validator:
    """Holds JSON rows against the schema of a command."""
    return part_validator(name, schema(name))


def part_validator(name: str, part: dict[str, Any]) -> Draft202012Validator:
    """Holds values against a part of a schema."""
    return Draft202012Validator({"$defs": schema(name)["$defs"], **part})


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
