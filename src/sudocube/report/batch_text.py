"""Batches of results as text: a line for each puzzle, put together without an object for each.

There may be millions of puzzles.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from sudocube.report.json_rows import TO_SYMBOLS, TO_TEXT, counted_row, solved_row
from sudocube.report.words import count_in_words
from sudocube.verdict import Verdict

if TYPE_CHECKING:
    from sudocube.checking import Checked
    from sudocube.checking.batches import CheckedRows
    from sudocube.report.json_rows import Row
    from sudocube.report.verdict_colours import Phrase
    from sudocube.rows.batch import Rows

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


def counted_lines(batch: CheckedRows) -> list[str]:
    """The number of solutions of each puzzle, in words."""
    limit = batch.limit
    lines = [str(count) if count < limit else f"at least {count}" for count in batch.counts.tolist()]
    for place, other in batch.others.items():
        lines[place] = "".join(count_in_words(other, limit))
    return lines


def solved_rows(batch: CheckedRows) -> str:
    """The rows of `solve`, a text line each: the same as `json.dumps` of each `solved_row`."""
    grids = batch.solutions[:, 0].tobytes().translate(TO_TEXT).decode("ascii")

    def fields(place: int, count: int) -> str:
        return (
            f'"solutions": ["{grids[place * _CELLS : place * _CELLS + _CELLS]}"]'
            if count
            else '"solutions": []'
        )

    def other_row(checked: Checked) -> Row:
        reason = None if checked.solutions else checked.reason
        return solved_row(checked.index, checked, checked.solutions[:1], reason)

    return _rows(batch, fields, other_row)


def counted_rows(batch: CheckedRows) -> str:
    """The rows of `count`, a text line each: the same as `json.dumps` of each `counted_row`."""

    def fields(_: int, count: int) -> str:
        return f'"count": {count}, "exact": {"true" if count < batch.limit else "false"}'

    return _rows(batch, fields, counted_row)


def _rows(batch: CheckedRows, fields: Callable[[int, int], str], other_row: Callable[[Checked], Row]) -> str:
    """A row for each puzzle: where it stands, its cells, and the `fields` for its place and its count."""

    def lines() -> Iterator[str]:
        both = zip(row_starts(batch.index, batch.rows), batch.counts.tolist(), strict=True)
        for place, (start, count) in enumerate(both):
            if place in batch.others:
                yield json.dumps(other_row(batch.others[place]))
            else:
                yield f"{start}{fields(place, count)}}}"

    return "\n".join([*lines(), ""])


def row_starts(index: int, rows: Rows) -> Iterator[str]:
    """How the JSON row of each puzzle begins: its place and its cells; `index` is that of the first."""
    head = f', "source": {json.dumps(rows.name)[:-1]}:'
    titles = {place: one.title for place, one in rows.written.items() if one.title is not None}
    for place, (line, puzzle) in enumerate(zip(rows.numbers, puzzle_texts(rows), strict=True)):
        title = f'"title": {json.dumps(titles[place])}, ' if place in titles else ""
        start = f'{{"index": {index + place}{head}{line}", {title}'
        yield f'{start}"puzzle": "{puzzle}", "box": "3x3", '


def puzzle_texts(rows: Rows) -> Iterator[str]:
    """Each puzzle of a batch as text, with dots for blanks."""
    cells = rows.puzzles.tobytes().translate(TO_SYMBOLS).decode("ascii")
    return (cells[start : start + _CELLS] for start in range(0, len(cells), _CELLS))
