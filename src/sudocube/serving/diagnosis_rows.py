"""The command `diagnose`: why a puzzle has no solution, or several, and what to change.

A quick diagnosis comes first. What may take seconds, a smallest conflict or the fewest further clues, comes
in a second row.
"""

from __future__ import annotations

from collections.abc import Iterator

from sudocube.report.diagnosis_rows import diagnosed_row
from sudocube.report.json_rows import Row
from sudocube.report.row import as_dict
from sudocube.rows import Entry, Style
from sudocube.serving.page_commands import Progress
from sudocube.serving.request_fields import RefusedRequestError, RequestFields
from sudocube.verdict import Verdict
from sudocube.verdicts.diagnosing import COUNTED_AT_MOST, DiagnosisOptions, RefusedDiagnosis
from sudocube.verdicts.diagnosis import Diagnosis

SECONDS = 10
"""How long each diagnosis has, unless the page asks for another limit."""

SECONDS_AT_MOST = 120
"""The longest limit that a page can ask for."""

LIMIT_AT_MOST = 100_000
"""The most solutions that are counted digit by digit."""

CELLS_AT_MOST = 2_048
"""Characters of a solution, with blanks between its cells."""

LOOKED_FOR = {
    Verdict.NONE: "looking for a smallest conflict",
    Verdict.MULTIPLE: "looking for the fewest further clues",
}
"""What a thorough diagnosis does besides, by the verdict that calls for it."""


def diagnosis_rows(asked: RequestFields) -> Iterator[Row | Progress]:
    """The row of `sudocube diagnose --json`; with `thorough`, another one with what takes longer.

    Fields: `puzzle`; `thorough`, whether a smallest conflict is looked for, or the fewest further clues;
    `solution`, the one that these clues are to leave; `limit`, how far solutions are counted; `seconds` for
    each of the two. There is one row if the first says all: the puzzle is unique or undecided.

    Raises RefusedRequestError for fields that do not fit.
    """
    entry = Entry("argument:1", asked.puzzle(), None, Style())
    limit = asked.number("limit", 2, LIMIT_AT_MOST, COUNTED_AT_MOST)
    seconds = asked.number("seconds", 1, SECONDS_AT_MOST, SECONDS)
    is_thorough = asked.flag("thorough")
    chosen = asked.text("solution", CELLS_AT_MOST) if asked.has("solution") else None
    found = _diagnosed(entry, DiagnosisOptions(solution=chosen, limit=limit, timeout=seconds))
    yield as_dict(diagnosed_row(1, entry, found))
    if is_thorough and found.verdict in LOOKED_FOR:
        yield Progress(1, 2, LOOKED_FOR[found.verdict])
        options = DiagnosisOptions(True, True, chosen, limit, seconds)
        yield as_dict(diagnosed_row(1, entry, _diagnosed(entry, options)))


def _diagnosed(entry: Entry, options: DiagnosisOptions) -> Diagnosis:
    """The diagnosis; RefusedRequestError for a chosen solution that does not solve the puzzle."""
    found = options(entry)
    assert found is not None  # the entry has a puzzle
    if isinstance(found, RefusedDiagnosis) and options.solution is not None:
        raise RefusedRequestError(f"solution: {found.reason}")
    return found
