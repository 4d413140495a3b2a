"""The rows of a trace with what each step means for the grid."""

from typing import Any

import pytest

from sudocube.lab.tracing import ClauseTrace
from sudocube.report.row import as_dict
from sudocube.report.traces import trace_rows

CONFLICTS = "1......2....3..4"
"""A puzzle in which the search of `binary` meets conflicts."""


@pytest.mark.parametrize("encoding", ["minimal", "binary"])
def test_the_effects_that_no_conflict_took_back_are_the_grid_at_the_end(encoding):
    """Each digit is placed or removed once, also where several literals spell it; the end is a full grid."""
    start, *steps, end = map(
        as_dict, trace_rows(ClauseTrace(CONFLICTS, encoding, search=True), for_page=True)
    )
    assert (start["puzzle"], start["placed"], start["removed"], end["end"]) == (CONFLICTS, {}, {}, "solved")
    kept: list[dict[str, Any]] = []
    for row in steps:
        if row.get("backjump") is not None:
            kept = [one for one in kept if one["level"] <= row["backjump"]]
        else:
            kept.append(row)
    placed = [one for row in kept for one in row["placed"].items()]
    removed = [(cell, digit) for row in kept for cell, digits in row["removed"].items() for digit in digits]
    cells = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 5)]
    assert sorted(placed) == [(cell, int(digit)) for cell, digit in zip(cells, end["cells"], strict=True)]
    assert len(set(removed)) == len(removed) == 48
    assert not {*placed} & {*removed}
