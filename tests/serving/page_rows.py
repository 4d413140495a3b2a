"""The rows of a command of the page, made in this process as a worker makes them, and their schemas."""

import json
from typing import Any, BinaryIO

from sudocube.serving.page_commands import COMMANDS
from sudocube.serving.requests import Progress
from tests.schemas.schema_files import misfits, of_each_form

SCHEMAS = {
    **dict.fromkeys(("look", "export", "examples"), "page/board"),
    **dict.fromkeys(("methods", "steps", "single"), "page/steps"),
    **dict.fromkeys(("proof", "proof-check"), "page/proof"),
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
    "data": "page/lesson",
    "slow-data": "page/lesson",
    "encodings": "encodings-list",
    "trace": "page/trace",
    "make": "generate",
    "sheet": "page/made",
}
"""The schema of the rows of a command: that of a command line, or one of the page's own."""

LAST = {"solutions": "count", "rate": "page/rating", "make": "page/made"}
"""The schema of the last row, where it is another one."""

PENCILMARKS = "12......." + 80 * "123456789"


def messages_of(command: str, /, upload: BinaryIO | None = None, **fields: object) -> list[Any]:
    """Everything that a command yields for these fields, `Progress` included."""
    return list(COMMANDS[command].rows(fields, upload))


def rows_of(command: str, /, upload: BinaryIO | None = None, **fields: object) -> list[dict[str, Any]]:
    """The rows as JSON. Of those that differ in their numbers only, one is held against the schema."""
    given = [one for one in messages_of(command, upload, **fields) if not isinstance(one, Progress)]
    rows: list[dict[str, Any]] = json.loads(json.dumps(given))
    assert [*misfits(SCHEMAS[command], of_each_form(rows[:-1]))] == []
    assert [*misfits(LAST.get(command, SCHEMAS[command]), rows[-1:])] == []
    return rows


def timeless(row: dict[str, Any]) -> dict[str, Any]:
    """A row without what differs from run to run, and without where the puzzle comes from."""
    kept = {name: value for name, value in row.items() if name not in ("seconds", "source")}
    if "summary" in kept:
        kept["summary"] = timeless(kept["summary"])
    return kept
