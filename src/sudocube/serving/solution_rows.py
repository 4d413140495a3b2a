"""The commands `solutions` and `count`: the solutions of a puzzle one after the other, and how many."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from sudocube.engines import Found
from sudocube.errors import UndecidedError
from sudocube.puzzle import Grid, Puzzle
from sudocube.report.json_rows import Row
from sudocube.report.puzzle_rows import counted_row, solved_row
from sudocube.report.row import as_dict
from sudocube.rows import Entry, Style
from sudocube.serving.request_fields import RequestFields
from sudocube.verdicts.checking import Checked, solutions
from sudocube.verdicts.estimating import count_growing

LISTED = 1_000
"""How many solutions are listed, unless the page asks for another number."""

LISTED_AT_MOST = 10_000
"""The most solutions that one request can list."""

TOGETHER_AT_MOST = 100
"""The most solutions of one row. The first row has one, so that the page shows it at once."""

COUNTED = 1_000_000
"""How far solutions are counted, unless the page asks for another limit."""

COUNTED_AT_MOST = 1_000_000_000
"""The farthest limit that a page can ask for."""

SECONDS = 20
"""How long a command has, unless the page asks for another limit."""

SECONDS_AT_MOST = 120
"""The longest limit that a page can ask for."""


def solution_rows(asked: RequestFields) -> Iterator[Row]:
    """Solutions in the order in which the engine finds them, and whether there are others.

    Fields: `puzzle`; `limit`, how many are listed; `seconds`. The rows are those of `sudocube solve --json`,
    each with the next solutions, and at the end one of `sudocube count --json`. A list cannot begin in the
    middle: the order of the solutions need not be the same in another run.

    Raises RefusedRequestError for fields that do not fit.
    """
    puzzle = asked.puzzle()
    limit = asked.number("limit", 1, LISTED_AT_MOST, LISTED)
    seconds = asked.number("seconds", 1, SECONDS_AT_MOST, SECONDS)
    entry = Entry("argument:1", puzzle, None, Style())
    batch: list[Grid] = []
    count, size, is_exact, reason = 0, 1, True, None
    with closing(solutions(puzzle, timeout=seconds)) as found:
        try:
            for grid in found:
                if count == limit:
                    is_exact = False
                    break
                count += 1
                batch.append(grid)
                if len(batch) == size:
                    yield as_dict(solved_row(1, entry, batch))
                    batch, size = [], min(size * 2, TOGETHER_AT_MOST)
        except UndecidedError as error:
            is_exact, reason = False, str(error)
    if batch:
        yield as_dict(solved_row(1, entry, batch))
    yield as_dict(counted_row(_listed(puzzle, count, is_exact, reason)))


def _listed(puzzle: Puzzle, count: int, is_exact: bool, reason: str | None) -> Checked:
    """That so many solutions were found, as a result that has a row."""
    verdict = Found(count=count, exhausted=is_exact).verdict
    return Checked(1, "argument:1", puzzle, verdict, reason=reason, count=count, exhausted=is_exact)


def count_rows(asked: RequestFields) -> Iterator[Row]:
    """The number of solutions as far as it is known, again and again, in the form of `sudocube count --json`.

    Fields: `puzzle`, `limit`, `seconds`. The last row is the result.

    Raises RefusedRequestError for fields that do not fit.
    """
    puzzle = asked.puzzle()
    limit = asked.number("limit", 1, COUNTED_AT_MOST, COUNTED)
    seconds = asked.number("seconds", 1, SECONDS_AT_MOST, SECONDS)
    for found in count_growing(puzzle, limit=limit, timeout=seconds):
        yield as_dict(counted_row(found))
