"""What each step of a trace means for the grid."""

from typing import Any

import pytest

from sudocube.lab.clause_learning import ClauseConflict
from sudocube.lab.tracing import ClauseTrace, GridEffects

CONFLICTS = "1......2....3..4"
"""A puzzle in which the search of `binary` meets conflicts."""


@pytest.mark.parametrize("encoding", ["minimal", "binary"])
def test_the_effects_that_no_conflict_took_back_are_the_grid_at_the_end(encoding):
    """Each digit is placed or removed once, also where several literals spell it; the end is a full grid."""
    traced = ClauseTrace(CONFLICTS, encoding, search=True)
    effects = GridEffects(traced.formula)
    assert (effects.at_start(), traced.end) == ({"placed": {}, "removed": {}}, "solved")
    kept: list[tuple[int, dict[str, Any]]] = []
    for step in traced.steps:
        found = effects.after(step)
        if isinstance(step, ClauseConflict) and step.backjump is not None:
            kept = [(level, one) for level, one in kept if level <= step.backjump]
        else:
            kept.append((step.level, found))
    placed = [one for _, found in kept for one in found["placed"].items()]
    removed = [(cell, one) for _, found in kept for cell, some in found["removed"].items() for one in some]
    cells = [f"r{row}c{column}" for row in range(1, 5) for column in range(1, 5)]
    assert sorted(placed) == [*zip(cells, traced.cells.cells, strict=True)]
    assert len(set(removed)) == len(removed) == 48
    assert not {*placed} & {*removed}
