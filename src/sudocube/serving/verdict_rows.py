"""The command `check`: the verdict of one engine on a puzzle, as `sudocube check --json` prints it."""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.report.json_rows import Row
from sudocube.report.puzzle_rows import checked_row
from sudocube.report.row import as_dict
from sudocube.serving.request_fields import RequestFields
from sudocube.verdicts.checking import check

SECONDS = 10.0
"""After this time the verdict is `unknown`."""


def check_rows(asked: RequestFields) -> Iterator[Row]:
    """One row: the verdict on `puzzle`, by the engine that `check` takes where none is named.

    Raises RefusedRequestError for a text that is not one puzzle.
    """
    yield as_dict(checked_row(check(asked.puzzle(), timeout=SECONDS)))
