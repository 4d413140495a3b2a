"""Batches of results as text: a line for each puzzle, put together without an object for each.

There may be millions of puzzles.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from sudocube.report.puzzle_rows import puzzle_texts
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.report.document import Phrase
    from sudocube.rows.batch import Rows
    from sudocube.verdicts.batches import CheckedRows

_CELLS = 81


def solved_lines(batch: CheckedRows) -> str | list[str | Phrase]:
    """A solution of each puzzle; where some have none, the lines, with a verdict in place of these."""
    lines = np.full((len(batch), _CELLS + 1), ord("\n"), np.uint8)
    np.add(batch.solutions[:, 0], ord("0"), out=lines[:, :_CELLS])
    text = lines.tobytes()
    if not batch.others and (batch.counts > 0).all():
        return text.decode("ascii")
    found: list[str | Phrase] = list(text.decode("ascii", "replace").splitlines())
    for place in np.flatnonzero(batch.counts == 0).tolist():
        found[place] = (Verdict.NONE,)
    for place, other in batch.others.items():
        found[place] = str(other.solutions[0]) if other.solutions else (other.verdict,)
    return found


def row_starts(index: int, rows: Rows) -> Iterator[str]:
    """How the JSON row of each puzzle begins: its place and its cells; `index` is that of the first."""
    head = f', "source": {json.dumps(rows.name)[:-1]}:'
    titles = {place: one.title for place, one in rows.written.items() if one.title is not None}
    for place, (line, puzzle) in enumerate(zip(rows.numbers, puzzle_texts(rows), strict=True)):
        title = f'"title": {json.dumps(titles[place])}, ' if place in titles else ""
        start = f'{{"index": {index + place}{head}{line}", {title}'
        yield f'{start}"puzzle": "{puzzle}", "box": "3x3", '
