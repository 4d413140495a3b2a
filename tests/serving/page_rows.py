"""The rows of a command of the page, made in this process as a worker makes them, and their schemas."""

import json
from typing import Any

from sudocube.serving.page_commands import COMMANDS, Progress
from tests.schemas.schema_files import misfits, of_each_form

SCHEMAS = {
    **dict.fromkeys(("encoding", "clauses"), "encodings-show"),
    "check": "check",
    "list": "check",
    "read": "convert",
    "rate": "rate",
    "diagnose": "diagnose",
    "engines": "engines",
    "crosscheck": "crosscheck",
    "count": "count",
    "solutions": "solve",
    "encodings": "encodings-list",
    "make": "generate",
}
"""The schema of the rows of a command, where these are the rows of a command line."""

LAST = {"solutions": "count", "rate": None, "make": None}
"""The schema of the last row, where it is another one, or is the page's own."""

PENCILMARKS = "12......." + 80 * "123456789"


def messages_of(command: str, /, upload: bytes | None = None, **fields: Any) -> list[Any]:
    """Everything that a command yields for these fields, `Progress` included."""
    body = json.dumps(fields).encode() if upload is None else upload
    return list(COMMANDS[command].rows(body, {} if upload is None else fields))


def rows_of(command: str, /, upload: bytes | None = None, **fields: Any) -> list[dict[str, Any]]:
    """The rows as JSON. Of those that differ in their numbers only, one is held against the schema."""
    given = [one for one in messages_of(command, upload, **fields) if not isinstance(one, Progress)]
    rows: list[dict[str, Any]] = json.loads(json.dumps(given))
    usual = SCHEMAS.get(command)
    for schema, some in ((usual, rows[:-1]), (LAST.get(command, usual), rows[-1:])):
        assert schema is None or [*misfits(schema, of_each_form(some))] == []
    return rows


def timeless(row: dict[str, Any]) -> dict[str, Any]:
    """A row without what differs from run to run, and without where the puzzle comes from."""
    kept = {name: value for name, value in row.items() if name not in ("seconds", "source")}
    if "summary" in kept:
        kept["summary"] = timeless(kept["summary"])
    return kept
