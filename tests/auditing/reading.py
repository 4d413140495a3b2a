"""Rows as they were read, one by one, so that tests can compare them with what was written."""

from pathlib import Path
from typing import Any

import numpy as np

from sudocube.auditing.flaws import RowSet
from sudocube.auditing.keys import coded_texts, number_of, stored_clues, text_in
from sudocube.auditing.plan import AuditPlan, data_files, read_rows
from sudocube.auditing.writing import check_written, write_rows
from sudocube.rows.batch import MOST_ROWS, LostRows, Rows
from sudocube.rows.columns import Role


def found(*paths: Path | str, **columns: str):
    """The files of these paths; `columns` are named by the user."""
    return data_files([str(path) for path in paths], {Role(role): name for role, name in columns.items()})


def items_of(path):
    """The batches and lost rows of the only file of a path."""
    [file] = found(path)
    return list(read_rows(file))


def clean(path, files, kept) -> None:
    """Write the rows that are kept."""
    plan = AuditPlan(clean=str(path), files=tuple(files), audited=len(files))
    check_written(plan)
    write_rows(plan, kept, np.empty((0, 4), np.uint64), {})


def rows_of(items) -> list[dict[str, Any]]:
    """The rows of batches, each as a plain mapping; the number of a row is that which its batch says."""
    rows = []
    for batch in items:
        assert isinstance(batch, Rows), batch
        assert 0 < len(batch) <= MOST_ROWS
        assert batch.puzzles.flags.c_contiguous  # the kernel takes no other ones
        for place in range(len(batch)):
            rows.append(row_of(batch, place))
    return rows


def lost(items) -> list[LostRows]:
    """The rows that were lost."""
    return [item for item in items if isinstance(item, LostRows)]


def row_set(*rows: int) -> RowSet:
    """A set of these rows."""
    kept = np.zeros(max(rows) + 1, bool)
    kept[list(rows)] = True
    return kept


def row_of(batch: Rows, place: int) -> dict[str, Any]:
    """One row of a batch."""
    other = batch.odd.get(place)
    assert other is None or not batch.puzzles[place].any()
    row: dict[str, Any] = {"row": batch.first + place}
    if other is not None and other.error is not None:
        row["malformed"] = other.error.reason
        assert other.error.message
    else:
        row["puzzle"] = plain(str(batch.puzzle(place)))
    if batch.lines is not None:
        row["line"] = int(batch.lines[place])
    if batch.answers is not None:
        is_other = place in batch.odd_answers
        assert not (is_other and batch.answers[place].any())
        row["answer"] = batch.odd_answers[place] if is_other else batch.answers[place].tobytes().decode()
    if (column := batch.column(Role.RATING)) is not None:
        texts, places = coded_texts(column)
        rating = number_of(texts[places[place]])
        row[Role.RATING] = None if rating is None or np.isnan(rating) else rating
    if batch.column(Role.CLUES) is not None:
        clues = int(stored_clues(batch)[place])
        row[Role.CLUES] = None if clues < 0 else clues
    for role in (Role.SPLIT, Role.ID):
        if batch.column(role) is not None:
            row[role] = text_in(batch, role, place) or ""
    return row


def plain(puzzle: str) -> str:
    """The puzzle with dots for its blanks."""
    return "".join("." if symbol in ".0*_-xX?" else symbol for symbol in puzzle)
